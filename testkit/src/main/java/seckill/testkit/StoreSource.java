package seckill.testkit;

import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Where a store of a test run comes from: the first of these that there is. */
enum StoreSource {
  /** A URL in the environment. */
  URL,
  /** A Docker image, if the run asks for it. */
  DOCKER,
  /** The embedded binary, or the program on PATH where no binary fits. */
  LOCAL;

  static final String REDIS_URL = "SECKILL_TEST_REDIS_URL";
  static final String MYSQL_URL = "SECKILL_TEST_MYSQL_URL";
  static final String REDIS_IMAGE = "SECKILL_TEST_REDIS_IMAGE";
  static final String MYSQL_IMAGE = "SECKILL_TEST_MYSQL_IMAGE";
  static final String STORES = "SECKILL_TEST_STORES";

  private static final Logger LOG = LoggerFactory.getLogger(StoreSource.class);

  /**
   * The source of a store.
   *
   * @param urlVariable the variable that may hold its URL
   * @throws IllegalArgumentException if SECKILL_TEST_STORES asks for something unknown
   */
  static StoreSource choose(Map<String, String> environment, String urlVariable) {
    String asked = environment.getOrDefault(STORES, "");
    if (!asked.isEmpty() && !asked.equals("docker") && !asked.equals("embedded")) {
      throw new IllegalArgumentException(
          STORES + " must be docker or embedded, not '" + asked + "'");
    }
    if (!environment.getOrDefault(urlVariable, "").isEmpty()) {
      return URL;
    }
    return asked.equals("docker") ? DOCKER : LOCAL;
  }

  static StoreSource choose(String urlVariable) {
    return choose(System.getenv(), urlVariable);
  }

  /** The value of an environment variable, or {@code absent} if it is not set or empty. */
  static String environment(String name, String absent) {
    String value = System.getenv(name);
    return value == null || value.isEmpty() ? absent : value;
  }

  /** Tells the reader of the run which store it uses. */
  static void tell(String store, String source) {
    LOG.info("tests use {} from {}", store, source);
    System.out.println("[testkit] " + store + ": " + source);
  }
}
