package seckill.standalone;

import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import seckill.standalone.rehearsal.gate.GateRehearsal;

/** What stands before the items of a rehearsal, as options. */
final class GateOptions {
  /** Settings that keep the layers of the gate out of a rehearsal of the purchases alone. */
  static final Map<String, String> OUT_OF_THE_WAY =
      Map.of("SECKILL_ADDRESS_LIMIT_ENABLED", "false", "SECKILL_WINDOW_ENABLED", "false");

  private enum Layers {
    none,
    all
  }

  @Option(
      names = "--gate",
      paramLabel = "LAYERS",
      defaultValue = "none",
      description =
          "What stands before the items: none, or all layers of the gate, against a crowd of honest"
              + " buyers and of scripts. With all, each user registers, queues, solves a challenge"
              + " and presses --tries times, and the report tells who passed each layer;"
              + " default: ${DEFAULT-VALUE}.")
  private Layers gate;

  @Option(
      names = "--bots",
      paramLabel = "N",
      description =
          "With --gate all: how many scripts, of all kinds in turn; default: one for 50 users, and"
              + " at least one of each kind.")
  private Integer bots;

  /** Refuses combinations that make no sense. */
  void check(CommandSpec spec, PlaceOptions place) {
    if (bots != null && (!isAll() || bots < 0)) {
      throw new ParameterException(
          spec.commandLine(),
          isAll() ? "--bots must be at least 0, got " + bots : "--bots needs --gate all");
    }
    if (isAll() && place.isRunning()) {
      throw new ParameterException(
          spec.commandLine(),
          "--gate all excludes --target, since it brings settings of the layers with it");
    }
  }

  boolean isAll() {
    return gate == Layers.all;
  }

  /** How many scripts come with so many honest users. */
  int bots(int users) {
    return bots == null ? GateRehearsal.usualScripts(users) : bots;
  }
}
