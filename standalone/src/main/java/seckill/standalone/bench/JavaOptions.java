package seckill.standalone.bench;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import seckill.standalone.process.Home;

/** The options of Java that yardstick and product run with. */
final class JavaOptions {
  /** Of every process of a cluster, besides 512 MB of heap. */
  static final List<String> CLUSTER = List.of("-XX:+UseParallelGC");

  /** Of the bare server and of everything in one JVM, so that both have the same. */
  static final List<String> ONE_JVM = List.of("-Xms1g", "-Xmx1g", "-XX:+UseParallelGC");

  private JavaOptions() {}

  /** A command line with the options of one JVM. */
  static List<String> oneJvm(String... more) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(ONE_JVM);
    command.addAll(List.of(more));
    return command;
  }

  /** The jar with the bare server and all services. */
  static String jar() {
    return Home.find().resolve("standalone/target/standalone.jar").toString();
  }
}
