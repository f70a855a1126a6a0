package seckill.standalone.process;

/** Something that a person at the command line can act on. The message is one line. */
public class SaleException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public SaleException(String message) {
    super(message);
  }

  public SaleException(String message, Throwable cause) {
    super(message, cause);
  }
}
