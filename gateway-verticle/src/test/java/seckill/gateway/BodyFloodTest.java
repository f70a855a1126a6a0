package seckill.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryUsage;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class BodyFloodTest extends GateTest {
  private static final int MEGABYTE = 1024 * 1024;
  private static final int BODY_MEGABYTES = 50;
  private static final int PARALLEL = 50;
  private static final byte[] MEGABYTE_OF_SPACES =
      " ".repeat(MEGABYTE).getBytes(StandardCharsets.UTF_8);

  /** Ways to send far too much. */
  enum Flood {
    LENGTH("Content-Type: application/json\r\nContent-Length: 52428800\r\n\r\n", "", ""),
    CHUNKED(
        "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n",
        "100000\r\n",
        "\r\n"),
    UPLOAD(
        "Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 52428800\r\n\r\n--x\r\n"
            + "Content-Disposition: form-data; name=\"f\"; filename=\"f.bin\"\r\n\r\n",
        "",
        ""),
    UPLOAD_CHUNKED(
        "Content-Type: multipart/form-data; boundary=x\r\nTransfer-Encoding: chunked\r\n\r\n",
        "100000\r\n",
        "\r\n");

    private final String headers;
    private final byte[] before;
    private final byte[] after;

    Flood(String headers, String before, String after) {
      this.headers = headers;
      this.before = before.getBytes(StandardCharsets.UTF_8);
      this.after = after.getBytes(StandardCharsets.UTF_8);
    }
  }

  @Override
  Map<String, String> environment() {
    return Map.of("SECKILL_HTTP_LINGER_MILLIS", "300", "SECKILL_HTTP_LOOK_MILLIS", "50");
  }

  private static String head(String headers, boolean withToken) {
    return "POST /api/items/1001/purchases HTTP/1.1\r\nHost: gate\r\n"
        + (withToken ? "Authorization: Bearer " + TestTokens.of("flooder") + "\r\n" : "")
        + headers;
  }

  /** Sends 50 MB, or as much as is taken; what was answered by then. */
  private String flood(Flood flood, boolean withToken) throws IOException {
    try (Socket socket = new Socket("127.0.0.1", gate.port())) {
      OutputStream out = socket.getOutputStream();
      out.write(head(flood.headers, withToken).getBytes(StandardCharsets.UTF_8));
      try {
        for (int sent = 0; sent < BODY_MEGABYTES; sent++) {
          out.write(flood.before);
          out.write(MEGABYTE_OF_SPACES);
          out.write(flood.after);
        }
      } catch (IOException e) {
        // Cut off in the middle; the answer may be lost with it.
        return "";
      }
      return new String(socket.getInputStream().readNBytes(12), StandardCharsets.UTF_8);
    }
  }

  @ParameterizedTest
  @EnumSource(Flood.class)
  @DisplayName("a body of 50 MB is refused with 413 before it is there")
  void refusesEarly(Flood flood) throws IOException {
    String answer;
    try (Socket socket = new Socket("127.0.0.1", gate.port())) {
      OutputStream out = socket.getOutputStream();
      out.write(head(flood.headers, true).getBytes(StandardCharsets.UTF_8));
      out.write(flood.before);
      out.write(MEGABYTE_OF_SPACES, 0, 8192);
      answer = new String(socket.getInputStream().readNBytes(12), StandardCharsets.UTF_8);
    }

    assertThat(answer).isEqualTo("HTTP/1.1 413");
    assertThat(till.batches).isEmpty();
  }

  @Test
  @DisplayName("fifty floods of 50 MB at once take no memory and leave no file, and buyers go on")
  void standsFloods() throws Exception {
    List<Path> before = uploads();
    gate.buy("first", ITEM);
    long baseline = usedMegabytes();
    ExecutorService pool = Executors.newFixedThreadPool(PARALLEL);
    List<Future<String>> floods = new ArrayList<>();
    for (int i = 0; i < PARALLEL; i++) {
      Flood flood = Flood.values()[i % Flood.values().length];
      boolean withToken = i % 3 != 0;
      floods.add(pool.submit(() -> flood(flood, withToken)));
    }

    long most = 0;
    int buyer = 0;
    do {
      assertThat(gate.buy("u" + buyer++, ITEM).status()).isIn(202, 409);
      most = Math.max(most, usedMegabytes() - baseline);
    } while (floods.stream().anyMatch(flood -> !flood.isDone()));

    for (Future<String> flood : floods) {
      assertThat(flood.get()).isIn("", "HTTP/1.1 413", "HTTP/1.1 401");
    }
    pool.shutdown();
    // Pools of buffers grow by chunks and keep them: little beside what would be held otherwise.
    assertThat(most).isLessThan(PARALLEL * BODY_MEGABYTES / 20);
    assertThat(uploads()).isEqualTo(before);
    assertThat(till.orderOf("flooder")).isNull();
  }

  // What a full collection left alive, all of it in the old generation by then. A young collection
  // in the next moment keeps what is in use just now, and says nothing about what is held.
  private static long usedMegabytes() {
    System.gc();
    return ManagementFactory.getMemoryPoolMXBeans().stream()
            .filter(pool -> pool.getName().matches(".*(Old|Tenured).*"))
            .map(MemoryPoolMXBean::getCollectionUsage)
            .mapToLong(MemoryUsage::getUsed)
            .findFirst()
            .orElseThrow()
        / MEGABYTE;
  }

  private static List<Path> uploads() throws IOException {
    try (var files = Files.list(Path.of(""))) {
      return files.filter(file -> file.toString().contains("upload")).sorted().toList();
    }
  }
}
