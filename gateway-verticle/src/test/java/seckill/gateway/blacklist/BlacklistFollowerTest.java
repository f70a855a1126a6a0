package seckill.gateway.blacklist;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Clock;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import seckill.contract.ClientAddress;
import seckill.contract.Outcome;
import seckill.contract.SeckillException;

class BlacklistFollowerTest {
  private final Blacklist blacklist = new Blacklist(Clock.systemUTC());
  private final BlacklistFollower follower = new BlacklistFollower(blacklist, this::answer, 2);
  private final Map<String, JsonObject> entries = new HashMap<>();
  private long version;
  private int asked;
  private int readWhole;
  private Promise<Void> held;
  private boolean away;

  private Future<JsonObject> answer(JsonObject request) {
    asked++;
    if (away) {
      return Future.failedFuture(new SeckillException(Outcome.DEGRADED, "away"));
    }
    JsonObject reply = new JsonObject().put("version", version);
    if (request.getLong("version") == version) {
      reply.put("unchanged", true);
    } else {
      readWhole++;
      JsonArray all = new JsonArray();
      entries.values().forEach(all::add);
      reply.put("entries", all);
    }
    return held == null ? Future.succeededFuture(reply) : held.future().map(reply);
  }

  private JsonObject block(String user) {
    entries.put(user, new JsonObject().put("kind", "USER").put("value", user));
    return changed(entries.get(user).copy());
  }

  private JsonObject unblock(String user) {
    return changed(entries.remove(user).copy().put("removed", true));
  }

  private JsonObject changed(JsonObject news) {
    long before = version;
    version += 1 + new Random().nextInt(3);
    return news.put("before", before).put("version", version);
  }

  @Test
  @DisplayName("a change that is told is applied at once, and nothing is asked for it")
  void appliesWhatIsTold() {
    follower.refresh();
    int before = asked;

    follower.heard(BlacklistChange.of(block("u1")));
    assertThat(blacklist.blocks("u1")).isTrue();
    follower.heard(BlacklistChange.of(block("u2")));
    follower.heard(BlacklistChange.of(unblock("u1")));

    assertThat(blacklist.blocks("u1")).isFalse();
    assertThat(blacklist.blocks("u2")).isTrue();
    assertThat(asked).isEqualTo(before);
  }

  @Test
  @DisplayName("a change that got lost is found by the next question")
  void findsWhatWasLost() {
    follower.refresh();
    block("u1");

    follower.refresh();

    assertThat(blacklist.blocks("u1")).isTrue();
    follower.refresh();
    assertThat(readWhole).isEqualTo(2);
  }

  @Test
  @DisplayName("a change that follows on a lost one brings both")
  void noticesGaps() {
    follower.refresh();
    block("lost");

    follower.heard(BlacklistChange.of(block("u2")));

    assertThat(blacklist.blocks("lost")).isTrue();
    assertThat(blacklist.blocks("u2")).isTrue();
  }

  @Test
  @DisplayName("a change that comes late or twice undoes nothing")
  void ignoresOldNews() {
    follower.refresh();
    JsonObject blocked = block("u1");
    JsonObject unblocked = unblock("u1");
    follower.heard(BlacklistChange.of(blocked));
    follower.heard(BlacklistChange.of(unblocked));

    follower.heard(BlacklistChange.of(blocked));

    assertThat(blacklist.blocks("u1")).isFalse();
  }

  @Test
  @DisplayName("what is told while the list is read counts afterwards, however much it is")
  void remembersWhatIsToldMeanwhile() {
    held = Promise.promise();
    follower.refresh();
    assertThat(follower.knowsAList()).isFalse();
    for (int i = 0; i < 5; i++) {
      follower.heard(BlacklistChange.of(block("u" + i)));
    }
    Promise<Void> first = held;
    held = null;
    first.complete();
    follower.refresh();

    for (int i = 0; i < 5; i++) {
      assertThat(blacklist.blocks("u" + i)).as("u%d", i).isTrue();
    }
  }

  @Test
  @DisplayName("while the till is away the last list counts, and a list that was lost is replaced")
  void keepsTheLastList() {
    block("u1");
    follower.refresh();
    away = true;

    assertThat(follower.refresh().failed()).isTrue();
    assertThat(blacklist.blocks("u1")).isTrue();
    away = false;
    entries.clear();
    version = 0;
    follower.refresh();
    assertThat(blacklist.blocks("u1")).isFalse();
  }

  @Test
  @DisplayName("a hundred thousand entries are read in pages")
  void readsLongLists() {
    Deque<JsonObject> pages = new ArrayDeque<>();
    for (int page = 0; page < 100; page++) {
      JsonArray entries = new JsonArray();
      for (int i = 0; i < 1000; i++) {
        String address = "10." + page + "." + i / 250 + "." + i % 250;
        entries.add(new JsonObject().put("kind", "ADDRESS").put("value", address));
      }
      JsonObject reply = new JsonObject().put("version", 7).put("entries", entries);
      pages.add(page == 99 ? reply : reply.put("cursor", "" + page));
    }
    BlacklistFollower reader =
        new BlacklistFollower(blacklist, ask -> Future.succeededFuture(pages.poll()), 1);

    assertThat(reader.refresh().succeeded()).isTrue();

    assertThat(blacklist.size()).isEqualTo(100_000);
    assertThat(blacklist.blocks(ClientAddress.parse("10.99.3.249"))).isTrue();
    assertThat(blacklist.blocks(ClientAddress.parse("10.99.3.250"))).isFalse();
  }
}
