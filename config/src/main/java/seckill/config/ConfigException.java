package seckill.config;

/** Settings that cannot be used. The message is one line that names the key. */
public final class ConfigException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public ConfigException(String message) {
    super(message.replaceAll("\\s*\\R\\s*", " "));
  }
}
