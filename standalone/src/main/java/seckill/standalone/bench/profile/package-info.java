/** Where the time of a load goes, summed from a recording of the JVM. */
package seckill.standalone.bench.profile;
