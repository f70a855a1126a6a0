package seckill.standalone.lab.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.redis.client.Response;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class TurnsTest {
  private final List<String> sent = new ArrayList<>();
  private final List<Promise<Response>> unanswered = new ArrayList<>();
  private final Turns turns = new Turns();

  private Line line(String who) {
    return (command, arguments) -> {
      sent.add(who + " " + command);
      Promise<Response> reply = Promise.promise();
      unanswered.add(reply);
      return reply.future();
    };
  }

  private void answer() {
    unanswered.remove(0).complete();
  }

  @Test
  @DisplayName("commands go by turns, each only after the reply to the one before")
  void alternates() {
    turns.add(line("A"), line -> line.send("1").compose(reply -> line.send("2")));
    turns.add(line("B"), line -> line.send("1").compose(reply -> line.send("2")));
    Future<Void> done = turns.run();

    for (int i = 1; i <= 4; i++) {
      assertThat(sent).hasSize(i);
      answer();
    }
    assertThat(sent).containsExactly("A 1", "B 1", "A 2", "B 2");
    assertThat(done.succeeded()).isTrue();
  }

  @Test
  @DisplayName("what a buyer sends together still goes one by one, and who is done is passed over")
  void goesOneByOne() {
    turns.add(line("A"), line -> Future.all(line.send("1"), line.send("2"), line.send("3")));
    turns.add(line("B"), line -> line.send("1"));
    Future<Void> done = turns.run();

    for (int i = 0; i < 4; i++) {
      answer();
    }
    assertThat(sent).containsExactly("A 1", "B 1", "A 2", "A 3");
    assertThat(done.succeeded()).isTrue();
  }

  @Test
  @DisplayName("nobody's turn comes while somebody still thinks")
  void waitsForThinkers() {
    Promise<Void> thought = Promise.promise();
    turns.add(line("A"), line -> thought.future().compose(ready -> line.send("1")));
    turns.add(line("B"), line -> line.send("1"));
    turns.run();
    assertThat(sent).isEmpty();

    thought.complete();
    answer();
    assertThat(sent).containsExactly("A 1", "B 1");
  }
}
