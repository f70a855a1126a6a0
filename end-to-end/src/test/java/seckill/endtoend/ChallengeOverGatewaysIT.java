package seckill.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import seckill.contract.ItemGate;
import seckill.contract.ItemGate.ChallengeMode;
import seckill.contract.ItemSpec;
import seckill.contract.RedisKeys;
import seckill.standalone.client.Reply;
import seckill.testkit.MySqlExtension;
import seckill.testkit.RedisExtension;
import seckill.testkit.TestMySql;
import seckill.testkit.TestRedis;

/** Challenges from the picture to the purchase, over two gateways; the test reads the answers. */
@ExtendWith({RedisExtension.class, MySqlExtension.class})
class ChallengeOverGatewaysIT {
  private static final long ITEM = 1001;
  private static final long OTHER = 1002;
  private static final int MANY = 50;

  private TestRedis redis;
  private SaleFixture sale;

  @BeforeEach
  void start(TestRedis redis, TestMySql mysql) {
    this.redis = redis;
    // A test answers sooner than a human.
    sale = SaleFixture.inThisJvm(redis, mysql, Map.of("SECKILL_CHALLENGE_MIN_ANSWER_MILLIS", "0"));
    open(ITEM, Instant.now().minusSeconds(60));
  }

  @AfterEach
  void stop() {
    sale.close();
  }

  private void open(long itemId, Instant start) {
    ItemSpec item = SaleFixture.item(itemId, 100, "Item " + itemId);
    sale.open(
        new ItemSpec(
            itemId,
            item.sku(),
            item.name(),
            item.priceCents(),
            item.totalStock(),
            start,
            item.endAt(),
            new ItemGate(false, ChallengeMode.ALWAYS, null)));
  }

  private Reply ask(int gateway, long itemId, String user) {
    return SaleFixture.wait(
        sale.gateway(gateway).challenge(Long.toString(itemId), sale.token(user)));
  }

  private String answerOf(long itemId, String user) {
    return redis.command("HGET", RedisKeys.DEFAULT.challenge(itemId, user), "answers").toString();
  }

  private Reply answer(int gateway, long itemId, String user, Reply challenge, String answer) {
    return SaleFixture.wait(
        sale.gateway(gateway)
            .answerChallenge(
                Long.toString(itemId),
                sale.token(user),
                challenge.body().getString("challengeId"),
                answer));
  }

  /** Asks at one gateway and answers at the other. */
  private String solve(long itemId, String user) {
    Reply challenge = ask(0, itemId, user);
    assertThat(challenge.status()).as(challenge.toString()).isEqualTo(200);
    Reply passed = answer(1, itemId, user, challenge, answerOf(itemId, user));
    assertThat(passed.status()).as(passed.toString()).isEqualTo(200);
    return passed.body().getString("pass");
  }

  private Future<Reply> buy(int gateway, long itemId, String user, String pass) {
    return sale.gateway(gateway).buyWithPass(Long.toString(itemId), sale.token(user), pass);
  }

  private String codeOf(int gateway, long itemId, String user, String pass) {
    return SaleFixture.wait(buy(gateway, itemId, user, pass)).code();
  }

  @Test
  @DisplayName("one pass lets one of many parallel purchases through, over two gateways, once")
  void usedOnce() {
    String pass = solve(ITEM, "u1");
    List<Future<Reply>> sent = new ArrayList<>();
    for (int i = 0; i < MANY; i++) {
      sent.add(buy(i, ITEM, "u1", pass));
    }
    List<Reply> replies = sent.stream().map(SaleFixture::wait).toList();

    assertThat(replies).filteredOn(reply -> reply.code().equals("ACCEPTED")).hasSize(1);
    assertThat(replies)
        .filteredOn(reply -> reply.code().equals("CHALLENGE_INVALID"))
        .hasSize(MANY - 1);
    assertThat(codeOf(0, ITEM, "u2", pass)).isEqualTo("CHALLENGE_INVALID");
    assertThat(codeOf(1, ITEM, "u2", pass)).isEqualTo("CHALLENGE_INVALID");
    assertThat(sale.settled(ITEM).orders()).hasSize(1);
  }

  @Test
  @DisplayName("a pass is good for its user and its item alone")
  void boundToUserAndItem() {
    open(OTHER, Instant.now().minusSeconds(60));
    String pass = solve(ITEM, "u1");
    for (int gateway = 0; gateway < 2; gateway++) {
      assertThat(codeOf(gateway, OTHER, "u1", pass)).isEqualTo("CHALLENGE_INVALID");
      assertThat(codeOf(gateway, ITEM, "u2", pass)).isEqualTo("CHALLENGE_INVALID");
    }
    assertThat(sale.books(ITEM).users()).isEmpty();
    assertThat(sale.books(OTHER).users()).isEmpty();
    assertThat(codeOf(0, ITEM, "u1", pass)).isEqualTo("ACCEPTED");
  }

  @Test
  @DisplayName("without a pass nothing is bought, whichever gateway is asked")
  void needsPass() {
    for (int i = 0; i < 10; i++) {
      Reply reply =
          SaleFixture.wait(sale.gateway(i).buy(Long.toString(ITEM), sale.token("u" + i), null));
      assertThat(reply.status()).isEqualTo(403);
      assertThat(reply.code()).isEqualTo("CHALLENGE_REQUIRED");
    }
    assertThat(sale.books(ITEM).users()).isEmpty();
  }

  @Test
  @DisplayName("nothing can be solved before the start, to be used later")
  void beforeTheStart() {
    Instant start = Instant.ofEpochMilli(Instant.now().plusSeconds(600).toEpochMilli());
    open(OTHER, start);
    for (int gateway = 0; gateway < 2; gateway++) {
      Reply refused = ask(gateway, OTHER, "u1");
      assertThat(refused.status()).isEqualTo(409);
      assertThat(refused.code()).isEqualTo("NOT_STARTED");
      assertThat(refused.body().getString("startAt")).isEqualTo(start.toString());
    }
    assertThat(redis.number("EXISTS", RedisKeys.DEFAULT.of(OTHER).passes())).isZero();
  }

  @Test
  @DisplayName("a second after its end a pass is worth nothing")
  void afterTheEnd() {
    String pass = solve(ITEM, "u1");
    String passes = RedisKeys.DEFAULT.of(ITEM).passes();
    long end = Instant.now().minusSeconds(1).toEpochMilli();
    redis.command("HSET", passes, "u1", pass + "|" + end);
    assertThat(codeOf(0, ITEM, "u1", pass)).isEqualTo("CHALLENGE_INVALID");
    assertThat(codeOf(1, ITEM, "u1", pass)).isEqualTo("CHALLENGE_INVALID");
    assertThat(sale.books(ITEM).users()).isEmpty();
  }

  @Test
  @DisplayName("an answer is taken once, and no reply tells what it is, in any form")
  void answersStayInside() {
    Reply challenge = ask(0, ITEM, "u1");
    String right = answerOf(ITEM, "u1");
    JsonObject shown = challenge.body().copy();
    shown.remove("image");
    assertThat(shown.fieldNames())
        .containsExactlyInAnyOrder("challengeId", "kind", "notBefore", "expiresAt");
    Reply wrong = answer(0, ITEM, "u1", challenge, right + "0");
    Reply passed = answer(1, ITEM, "u1", challenge, right);
    Reply again = answer(0, ITEM, "u1", challenge, right);

    assertThat(wrong.code()).isEqualTo("CHALLENGE_WRONG");
    assertThat(passed.body().containsKey("pass")).isTrue();
    assertThat(again.code()).isEqualTo("CHALLENGE_EXPIRED");
  }
}
