package seckill.config;

/** How much a YAML file may hold, by the names that refusals and documents call the limits. */
final class YamlLimits {
  /** {@code maxBytes}: of the file. */
  static final int MAX_BYTES = 32 * 1024 * 1024;

  /** {@code maxDepth}: lists and sections within each other, aliases followed. */
  static final int MAX_DEPTH = 32;

  /**
   * {@code maxAliased}: values that come by aliases and merge keys, each counted with all that is
   * within it. Aliases of aliases grow without a bound from a few bytes; any number of them is
   * right as long as their sum is not larger.
   */
  static final int MAX_ALIASED = 1_000_000;

  /** {@code maxDigits}: of one number. */
  static final int MAX_DIGITS = 40;

  private YamlLimits() {}
}
