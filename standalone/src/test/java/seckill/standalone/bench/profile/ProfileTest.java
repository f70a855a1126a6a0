package seckill.standalone.bench.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import jdk.jfr.Recording;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import seckill.standalone.bench.report.PartResult;

class ProfileTest {
  @TempDir private Path directory;

  @Test
  @DisplayName("a class belongs to the first kind of work that its name fits")
  void groups() {
    assertThat(FrameGroups.of("seckill.gateway.edge.Edge")).isEqualTo("our own code");
    assertThat(FrameGroups.of("com.fasterxml.jackson.core.JsonFactory")).isEqualTo("JSON");
    assertThat(FrameGroups.of("io.vertx.core.json.JsonObject")).isEqualTo("JSON");
    assertThat(FrameGroups.of("io.vertx.core.http.impl.Http1xServerResponse")).isEqualTo("HTTP");
    assertThat(FrameGroups.of("io.vertx.core.impl.ContextImpl")).isEqualTo("futures and contexts");
    assertThat(FrameGroups.of("io.netty.channel.epoll.Native"))
        .isEqualTo("sockets and event loops");
    assertThat(FrameGroups.of("com.example.Thing")).isEqualTo("other");
    assertThat(FrameGroups.of("org.jgroups.protocols.UNICAST3")).isEqualTo("cluster");
    assertThat(FrameGroups.simpleName("seckill.sale.Till$$Lambda$8+0x0007.2")).isEqualTo("Till");
    assertThat(FrameGroups.ownPackage("seckill.gateway.edge.Edge")).isEqualTo("gateway.edge");
    assertThat(FrameGroups.ownPackage("seckill.sale.Till$$Lambda$8+0x0007.2")).isEqualTo("sale");
  }

  @Test
  @DisplayName("shares are of the whole, the heaviest first")
  void shares() {
    Shares shares = new Shares();
    shares.add("b", 1);
    shares.add("a", 2);
    shares.add("b", 5);
    Shares others = new Shares();
    others.add("b", 1);
    others.add("c", 3);
    assertThat(shares.rows(1, others)).containsExactly(List.of("b", "75.0", "25.0"));
    assertThat(new Shares().percent("a")).isEqualTo("0.0");
  }

  @Test
  @DisplayName("classes of arrays are named as people write them")
  void arrays() {
    assertThat(Profile.readable("[B")).isEqualTo("byte[]");
    assertThat(Profile.readable("[[J")).isEqualTo("long[][]");
    assertThat(Profile.readable("[Ljava.lang.Object;")).isEqualTo("java.lang.Object[]");
    assertThat(Profile.readable("java.lang.String")).isEqualTo("java.lang.String");
  }

  @Test
  @DisplayName("what was recorded during the load is summed into tables, and nothing else")
  void recording() throws IOException {
    Path file = directory.resolve("a.jfr");
    Windows during = new Windows();
    try (Recording recording = new Recording()) {
      recording.enable("jdk.ExecutionSample").with("period", "1 ms");
      recording.enable("jdk.ObjectAllocationSample").with("throttle", "1000/s");
      recording.start();
      during.open();
      work();
      during.close();
      recording.stop();
      recording.dump(file);
    }
    PartResult result = new PartResult("p");
    Profile.of(List.of(file), during).tell(result, "work");

    assertThat(result.tables()).hasSize(4);
    assertThat(result.tables().get(1).rows().get(0)).startsWith("standalone.bench.profile");
    assertThat(result.tables().get(3).rows()).isNotEmpty();

    PartResult outside = new PartResult("p");
    Profile.of(List.of(file), new Windows()).tell(outside, "nothing");
    assertThat(outside.tables()).allSatisfy(table -> assertThat(table.rows()).isEmpty());
  }

  private static void work() {
    // Of its own time: on a busy machine the clock on the wall would leave it too little to be
    // seen.
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long end = threads.getCurrentThreadCpuTime() + 500_000_000L;
    long length = 0;
    while (threads.getCurrentThreadCpuTime() < end) {
      length += String.format(Locale.ROOT, "%s %s", length, end).length();
    }
    assertThat(length).isPositive();
  }
}
