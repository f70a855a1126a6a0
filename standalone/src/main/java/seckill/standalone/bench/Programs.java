package seckill.standalone.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Other programs of this machine. */
final class Programs {
  private Programs() {}

  /** Whether there is a program of this name on PATH. */
  static boolean has(String name) {
    for (String directory : System.getenv().getOrDefault("PATH", "").split(":")) {
      if (Files.isExecutable(Path.of(directory, name))) {
        return true;
      }
    }
    return false;
  }

  /** Runs a program to its end; what it prints. */
  static String run(List<String> command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IOException(command.get(0) + " failed: " + output);
    }
    return output;
  }
}
