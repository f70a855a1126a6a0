/**
 * A real Redis and a real MariaDB as child processes, from binaries that come with Maven Central.
 *
 * <p>Where no binary fits the machine, the programs on PATH are used.
 */
package seckill.embedded;
