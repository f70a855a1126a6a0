package seckill.standalone.process;

/** An option, an argument or a setting that makes no sense; nothing was begun. */
public final class UsageException extends SaleException {
  private static final long serialVersionUID = 1L;

  public UsageException(String message) {
    super(message);
  }

  public UsageException(String message, Throwable cause) {
    super(message, cause);
  }
}
