/**
 * JUnit extensions that hand a test a real Redis and a real MySQL or MariaDB.
 *
 * <p>Each store is taken from the first source that there is: a URL in the environment, Docker if
 * asked for, the embedded binary, the program on PATH. The run says which one it took.
 */
package seckill.testkit;
