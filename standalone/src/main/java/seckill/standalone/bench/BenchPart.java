package seckill.standalone.bench;

import java.util.Locale;
import seckill.standalone.rehearsal.Progress;

/** The parts of the benchmark, in the order in which they run. */
public enum BenchPart {
  SCRIPT("The purchase script in Redis alone") {
    @Override
    Part of(BenchPlan plan, Progress progress) {
      return new ScriptPart(plan, progress);
    }
  },
  LANDING("Landing") {
    @Override
    Part of(BenchPlan plan, Progress progress) {
      return new LandingPart(plan, progress);
    }
  },
  START("Time to start") {
    @Override
    Part of(BenchPlan plan, Progress progress) {
      return new StartPart(plan, progress);
    }
  },
  JVM("All in one JVM") {
    @Override
    Part of(BenchPlan plan, Progress progress) {
      return new HttpPart(plan, progress, HttpPart.Shape.ONE_JVM);
    }
  },
  GATE("One JVM, every layer of the gate") {
    @Override
    Part of(BenchPlan plan, Progress progress) {
      return new HttpPart(plan, progress, HttpPart.Shape.ONE_JVM_GATE);
    }
  },
  CLUSTER("Four clustered processes") {
    @Override
    Part of(BenchPlan plan, Progress progress) {
      return new HttpPart(plan, progress, HttpPart.Shape.CLUSTER);
    }
  },
  DURABILITY("One till without HTTP, by level of durability") {
    @Override
    Part of(BenchPlan plan, Progress progress) {
      return new DurabilityPart(plan, progress);
    }
  },
  GROWTH("Growth") {
    @Override
    Part of(BenchPlan plan, Progress progress) {
      return result -> {
        new ScriptGrowth(plan, progress).measure(result);
        new TillGrowth(plan, progress).measure(result);
        new HttpGrowth(plan, progress).measure(result);
      };
    }
  };

  private final String title;

  BenchPart(String title) {
    this.title = title;
  }

  /** What it measures, in a few words. */
  String title() {
    return title;
  }

  /** Its name in files and on the command line. */
  String section() {
    return name().toLowerCase(Locale.ROOT);
  }

  abstract Part of(BenchPlan plan, Progress progress);
}
