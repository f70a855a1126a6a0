package seckill.standalone.rehearsal.gate;

import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import seckill.standalone.client.TokenMint;
import seckill.standalone.process.SaleSystem;
import seckill.standalone.rehearsal.Load;
import seckill.standalone.rehearsal.Plan;
import seckill.standalone.rehearsal.Progress;
import seckill.standalone.rehearsal.Rehearsal;

/** A rehearsal with every layer of the gate: the settings that it needs, and its crowd. */
public final class GateRehearsal {
  private static final int BUYERS_PER_SCRIPT = 50;

  private final int scripts;
  private final Quiz quiz;
  private final GateLimits limits = new GateLimits();

  /**
   * @param seed of everything that is random
   * @param scripts how many, of all kinds in turn
   */
  public GateRehearsal(long seed, int scripts) {
    this.scripts = scripts;
    this.quiz = new Quiz(seed);
  }

  /**
   * How many scripts come with so many buyers unless one says otherwise: of each kind at least one.
   */
  public static int usualScripts(int buyers) {
    return Math.max(BotKind.values().length, buyers / BUYERS_PER_SCRIPT);
  }

  /**
   * Settings of the services, as environment variables.
   *
   * @param directory where it may leave a file for them
   */
  public Map<String, String> settings(Path directory) {
    return limits.settings(quiz.write(directory));
  }

  /** The rehearsal on a system that runs with {@link #settings}. */
  public Rehearsal on(SaleSystem system, Plan plan, Progress progress, Clock clock) {
    return new Rehearsal(plan, system, progress, clock, this::load);
  }

  private Load load(Vertx vertx, Plan plan, SaleSystem system, TokenMint mint, Clock clock) {
    return new GateLoad(vertx, plan, this, system, mint, clock);
  }

  int scripts() {
    return scripts;
  }

  Quiz quiz() {
    return quiz;
  }

  GateLimits limits() {
    return limits;
  }
}
