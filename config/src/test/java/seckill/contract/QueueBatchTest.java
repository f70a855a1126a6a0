package seckill.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vertx.core.buffer.Buffer;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class QueueBatchTest {
  private static final QueueBatch BATCH =
      new QueueBatch(
          9_007_199_254_740_991L,
          1_800_000_000_000L,
          List.of(new QueueVisit("u1", 0), new QueueVisit("用户二", 1_800_000_000_123L)));
  private static final List<QueueAnswer> ANSWERS =
      List.of(
          new QueueAnswer.Waiting(1, -1, QueueAnswer.Chance.NONE, 22_000),
          new QueueAnswer.Admitted(1_800_000_000_000L, 20_000),
          new QueueAnswer.Refused(Outcome.DUPLICATE, "0190a000-0000-7000-8000-000000000001", 0),
          new QueueAnswer.Refused(Outcome.PLACE_EXPIRED, null, 0),
          new QueueAnswer.Refused(Outcome.CONFLICT, null, 0),
          new QueueAnswer.Refused(Outcome.NOT_STARTED, null, 1_800_000_000_000L));

  @Test
  @DisplayName("what is written is read again")
  void roundTrip() {
    assertThat(QueueBatch.fromBuffer(BATCH.toBuffer())).isEqualTo(BATCH);
    assertThat(QueueReply.fromBuffer(QueueReply.toBuffer(ANSWERS))).isEqualTo(ANSWERS);
    assertThat(QueueReply.fromBuffer(QueueReply.toBuffer(List.of()))).isEmpty();
  }

  @Test
  @DisplayName("a batch that is cut off, goes on, or is of another version is refused as such")
  void refusesForeignBytes() {
    Buffer whole = BATCH.toBuffer();
    for (int end = 0; end < whole.length(); end++) {
      Buffer cut = whole.getBuffer(0, end);
      assertThatThrownBy(() -> QueueBatch.fromBuffer(cut)).isInstanceOf(SeckillException.class);
    }
    assertThatThrownBy(() -> QueueBatch.fromBuffer(whole.copy().appendByte((byte) 0)))
        .isInstanceOf(SeckillException.class);
    assertThatThrownBy(() -> QueueBatch.fromBuffer(whole.copy().setByte(0, (byte) 9)))
        .isInstanceOf(SeckillException.class);
  }

  @Test
  @DisplayName("a reply that is cut off, goes on, or is of another version is refused as such")
  void refusesForeignReplies() {
    Buffer whole = QueueReply.toBuffer(ANSWERS);
    for (int end = 0; end < whole.length(); end++) {
      Buffer cut = whole.getBuffer(0, end);
      assertThatThrownBy(() -> QueueReply.fromBuffer(cut))
          .isInstanceOf(IllegalArgumentException.class);
    }
    assertThatThrownBy(() -> QueueReply.fromBuffer(whole.copy().appendByte((byte) 0)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> QueueReply.fromBuffer(whole.copy().setByte(0, (byte) 9)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  @DisplayName("an impossible user or item does not pass as one")
  void refusesImpossibleIds() {
    QueueBatch control = new QueueBatch(1, 1, List.of(new QueueVisit("a\nb", 0)));
    assertThatThrownBy(control::toBuffer).isInstanceOf(SeckillException.class);
    Buffer item = BATCH.toBuffer().setLong(1, 0);
    assertThatThrownBy(() -> QueueBatch.fromBuffer(item)).isInstanceOf(SeckillException.class);
  }
}
