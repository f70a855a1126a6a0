package seckill.embedded;

/** A store that does not start. The message is one line that says why. */
public final class EmbeddedStoreException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  EmbeddedStoreException(String message) {
    super(message);
  }

  EmbeddedStoreException(String message, Throwable cause) {
    super(message, cause);
  }
}
