package seckill.testkit;

import java.time.Duration;
import java.util.NoSuchElementException;
import java.util.Set;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * What {@code await()} means in every test that does not say otherwise; JUnit finds it by itself. A
 * machine may be slow, so that only what is never to come costs the time; and what cannot be read
 * yet, like a row that nobody has written, is not there yet.
 */
public final class Patience implements BeforeAllCallback {
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final Set<Class<? extends Throwable>> NOT_THERE =
      Set.of(
          NoSuchElementException.class,
          IndexOutOfBoundsException.class,
          ArrayIndexOutOfBoundsException.class,
          NullPointerException.class);

  @Override
  public void beforeAll(ExtensionContext context) {
    Awaitility.setDefaultTimeout(LIMIT);
    Awaitility.ignoreExceptionsByDefaultMatching(failure -> NOT_THERE.contains(failure.getClass()));
  }
}
