package seckill.gateway.gate;

/** Tells visitors that they go no further. */
public interface Refusals {
  /** Answers a visit that a layer has refused. */
  void refused(Visit visit, Verdict verdict);

  /** Answers a visit that something went wrong with. */
  void failed(Visit visit, Throwable cause);
}
