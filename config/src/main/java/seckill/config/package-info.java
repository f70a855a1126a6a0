/** Settings: defaults, then file, then environment; checked against a schema; typed as records. */
package seckill.config;
