/** The rules that keep the rooms of the house apart. */
package seckill.architecture;
