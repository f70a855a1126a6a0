package seckill.contract;

/** User ids: 1 to 128 bytes of UTF-8 without control characters, compared as bytes everywhere. */
public final class UserIds {
  /** The longest id, in UTF-8 bytes. */
  public static final int MAX_BYTES = 128;

  private UserIds() {}

  /** Whether {@code userId} is one. */
  public static boolean isValid(String userId) {
    return Texts.isPlain(userId, MAX_BYTES);
  }

  /**
   * Returns {@code userId} if it is one.
   *
   * @throws SeckillException BAD_REQUEST
   */
  public static String require(String userId) {
    if (!isValid(userId)) {
      throw SeckillException.badRequest(
          "userId must be 1 to " + MAX_BYTES + " bytes of text without control characters");
    }
    return userId;
  }
}
