/** Measures this machine: yardsticks first, then the product's figures as ratios to them. */
package seckill.standalone.bench;
