package seckill.standalone.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class RedisPipeTest {
  @Test
  @DisplayName("replies of every kind are read, and an error is a failure")
  void replies() throws IOException {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        RedisPipe pipe = new RedisPipe(server.getLocalPort());
        Socket peer = server.accept()) {
      OutputStream out = peer.getOutputStream();
      out.write(
          ("+OK\r\n:42\r\n$5\r\na\r\nbc\r\n$-1\r\n*3\r\n:1\r\n$1\r\nx\r\n*0\r\n-ERR no\r\n")
              .getBytes(StandardCharsets.US_ASCII));

      pipe.write(List.of("SET", "k", "é"));
      pipe.flush();

      assertThat(new String(peer.getInputStream().readNBytes(28), StandardCharsets.UTF_8))
          .isEqualTo("*3\r\n$3\r\nSET\r\n$1\r\nk\r\n$2\r\né\r\n");
      assertThat(pipe.read()).isEqualTo("OK");
      assertThat(pipe.read()).isEqualTo(42L);
      assertThat(pipe.read()).isEqualTo("a\r\nbc");
      assertThat(pipe.read()).isNull();
      assertThat(pipe.read()).isEqualTo(Arrays.asList(1L, "x", List.of()));
      assertThatThrownBy(pipe::read).isInstanceOf(IOException.class).hasMessageContaining("ERR no");
    }
  }
}
