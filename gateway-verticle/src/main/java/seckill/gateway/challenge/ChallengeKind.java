package seckill.gateway.challenge;

/** What a challenge is. */
public enum ChallengeKind {
  /** A picture of a small sum. */
  SUM,
  /** A question of the operator's. */
  QUIZ
}
