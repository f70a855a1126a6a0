package seckill.testkit;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Decides where the stores of a test run come from. */
final class StoreSource {
  static final String REDIS_URL = "SECKILL_TEST_REDIS_URL";
  static final String MYSQL_URL = "SECKILL_TEST_MYSQL_URL";
  static final String REDIS_IMAGE = "SECKILL_TEST_REDIS_IMAGE";
  static final String MYSQL_IMAGE = "SECKILL_TEST_MYSQL_IMAGE";

  private static final Logger LOG = LoggerFactory.getLogger(StoreSource.class);
  private static final String STORES = "SECKILL_TEST_STORES";

  private StoreSource() {}

  /** The value of an environment variable, or {@code absent} if it is not set or empty. */
  static String environment(String name, String absent) {
    String value = System.getenv(name);
    return value == null || value.isEmpty() ? absent : value;
  }

  /** Whether the run asks for Docker: {@code SECKILL_TEST_STORES=docker}. */
  static boolean dockerAsked() {
    return "docker".equals(System.getenv(STORES));
  }

  /** Tells the reader of the run which store it uses. */
  static void tell(String store, String source) {
    LOG.info("tests use {} from {}", store, source);
    System.out.println("[testkit] " + store + ": " + source);
  }
}
