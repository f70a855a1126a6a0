package seckill.order.notice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.vertx.core.Vertx;
import io.vertx.core.eventbus.ReplyException;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import seckill.config.SettingsSchema;
import seckill.contract.Addresses;
import seckill.contract.Outcome;
import seckill.testkit.TestVertx;

class NoticesOffTest {
  private final Vertx vertx = Vertx.vertx();

  @AfterEach
  void close() {
    TestVertx.await(vertx.close());
  }

  @ParameterizedTest
  @ValueSource(strings = {Addresses.NOTICE_LIST, Addresses.NOTICE_RETRY})
  @DisplayName("where notices are off, whoever asks for them hears just that")
  void saysSo(String address) {
    NoticeSettings off = NoticeSettings.of(SettingsSchema.of("consumer").defaults());
    assertThat(off.isOn()).isFalse();
    TestVertx.await(Notices.deploy(vertx, off, null, null));

    Throwable refusal =
        catchThrowable(() -> TestVertx.await(vertx.eventBus().request(address, new JsonObject())));

    ReplyException told =
        (ReplyException) (refusal instanceof ReplyException ? refusal : refusal.getCause());
    assertThat(Outcome.ofFailureCode(told.failureCode())).isEqualTo(Outcome.SWITCHED_OFF);
    assertThat(told.getMessage()).contains("notices are off", "notify.sender");
  }
}
