package seckill.standalone.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ReplyReaderTest {
  private static final String REPLY =
      "HTTP/1.1 409 Conflict\r\nContent-Type: text/plain\r\nCONTENT-length: 4\r\n\r\nbody";

  private static ByteBuffer buffer(String text) {
    return ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
  }

  @Test
  @DisplayName("whole replies are taken one by one, with or without a body")
  void whole() {
    ByteBuffer in = buffer(REPLY + "HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\n" + REPLY);
    assertThat(ReplyReader.take(in)).isEqualTo(409);
    assertThat(ReplyReader.take(in)).isEqualTo(202);
    assertThat(ReplyReader.take(in)).isEqualTo(409);
    assertThat(in.hasRemaining()).isFalse();
    assertThat(ReplyReader.take(in)).isZero();
  }

  @Test
  @DisplayName("nothing is taken from a reply that is not whole, wherever it is cut")
  void cut() {
    for (int length = 0; length < REPLY.length(); length++) {
      ByteBuffer in = buffer(REPLY.substring(0, length));
      assertThat(ReplyReader.take(in)).as("cut at %d", length).isZero();
      assertThat(in.position()).isZero();
    }
  }
}
