package seckill.standalone.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.buffer.Buffer;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class NoticeSignerTest {

  @Test
  @DisplayName("a notice is signed as openssl dgst -sha256 -hmac would sign it")
  void signs() {
    NoticeSigner signer =
        new NoticeSigner(
            "a-secret-of-the-payment-provider-1",
            Clock.fixed(Instant.ofEpochSecond(1_796_000_000), ZoneOffset.UTC));
    assertThat(signer.sign(Buffer.buffer("{\"amountCents\":149900}")))
        .isEqualTo(
            "t=1796000000,v1=e1e10c9bc1944764954414d30bb8f34fdabf1e6543cdb9d9674de64eade2e46e");
  }
}
