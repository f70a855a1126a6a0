package seckill.gateway.gate;

import seckill.contract.SeckillException;

/** One check of the gate; shared by all event loops unless it says otherwise. */
public interface GateLayer {
  /** The name in metrics and in the admin API: lower-case, words joined by hyphens. */
  String name();

  /**
   * Decides about a visit without blocking.
   *
   * @throws SeckillException as good as a refusal with its outcome
   */
  Verdict check(Visit visit);
}
