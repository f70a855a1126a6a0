package seckill.standalone.lab.redis;

/**
 * One command of a story that is told command by command.
 *
 * @param who sent it
 * @param command without its arguments, but with the word "stock" where it names the stock
 * @param reply of Redis, or {@link #LOST}
 */
public record Step(String who, String command, String reply) {
  /** What stands for a reply that never came. */
  public static final String LOST = "-";
}
