package seckill.reconcile;

/** What a script that repairs says it did. */
enum RepairWord {
  /** What was asked for. */
  DONE("done"),
  /** Nothing, because it is so already. */
  ALREADY("it is so already"),
  /** Nothing, because what it was asked for is not so any more. */
  MOVED("Redis has moved on since the look"),
  /** Nothing, because another auditor has begun since. */
  FENCED("another run has begun since"),
  /** Nothing, because the item is being built or is older than the books. */
  LOADING("the item is being built anew, or is older than the books"),
  /** Nothing, because the item is not in Redis. */
  GONE("the item is not in Redis"),
  /** Nothing, because a key has another type. */
  WRONGTYPE("a key of the item has the wrong type");

  private final String meaning;

  RepairWord(String meaning) {
    this.meaning = meaning;
  }

  String meaning() {
    return meaning;
  }

  /** Whether things are as they should be. */
  boolean isRight() {
    return this == DONE || this == ALREADY;
  }
}
