package seckill.standalone;

/** What a command tells scripts; the same words stand in the help of every command. */
final class ExitCodes {
  /** It is done, and all is well. */
  static final int OK = 0;

  /** It is not done: nobody answers, it was refused, or something broke. */
  static final int FAILED = 1;

  /** It was asked for in a way that makes no sense; nothing was begun. */
  static final int USAGE = 2;

  /** It is done, and somebody has to look at the result. */
  static final int FINDINGS = 3;

  /** It is not decided yet; the same command again tells. */
  static final int UNDECIDED = 4;

  private ExitCodes() {}
}
