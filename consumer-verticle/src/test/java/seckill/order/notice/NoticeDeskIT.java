package seckill.order.notice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static seckill.order.notice.NoticeCase.ITEM;
import static seckill.order.notice.NoticeCase.LIMIT;
import static seckill.order.notice.NoticeCase.created;

import io.vertx.core.Vertx;
import io.vertx.core.eventbus.ReplyException;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.junit5.VertxExtension;
import io.vertx.sqlclient.Row;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import seckill.contract.Addresses;
import seckill.contract.Outcome;
import seckill.testkit.MySqlExtension;
import seckill.testkit.TestMySql;
import seckill.testkit.TestVertx;

@ExtendWith({VertxExtension.class, MySqlExtension.class})
class NoticeDeskIT {
  private Receiver receiver;
  private NoticeCase notices;

  @BeforeEach
  void prepare(Vertx vertx, TestMySql mysql) {
    receiver = Receiver.start(vertx).behaving((hit, r) -> r.answer(hit, 404));
    notices = new NoticeCase(vertx, mysql, receiver.url());
    notices.start();
  }

  private List<String> givenUp(long itemId, int count) {
    long before = notices.parked("GIVEN_UP");
    List<String> orders = notices.commit(itemId, count);
    await().atMost(LIMIT).until(() -> notices.parked("GIVEN_UP") == before + count);
    return created(orders);
  }

  private JsonObject ask(String address, JsonObject request) {
    return TestVertx.await(notices.vertx.eventBus().<JsonObject>request(address, request)).body();
  }

  private JsonObject retry(JsonObject request) {
    return ask(Addresses.NOTICE_RETRY, request.put("actor", "op1"));
  }

  private void assertRefused(String address, JsonObject request, Outcome outcome) {
    assertThatThrownBy(() -> ask(address, request))
        .isInstanceOf(ReplyException.class)
        .extracting(cause -> ((ReplyException) cause).failureCode())
        .isEqualTo(outcome.failureCode());
  }

  @Test
  @DisplayName("notices that were given up are listed in pages, with why")
  void listed() {
    List<String> given = givenUp(ITEM, 5);
    givenUp(1002, 1);

    List<String> listed = new ArrayList<>();
    JsonObject query =
        new JsonObject().put("state", "GIVEN_UP").put("itemId", "1001").put("limit", 2);
    JsonObject page;
    do {
      page = ask(Addresses.NOTICE_LIST, query);
      for (Object notice : page.getJsonArray("notices")) {
        JsonObject shown = (JsonObject) notice;
        listed.add(shown.getString("id"));
        assertThat(shown.getString("lastError")).startsWith("status 404");
        assertThat(shown.getInteger("attempts")).isEqualTo(1);
      }
      query.put("after", page.getString("after"));
    } while (page.containsKey("after"));

    assertThat(listed).containsExactlyInAnyOrderElementsOf(given);
    assertThat(ask(Addresses.NOTICE_LIST, new JsonObject().put("state", "WAITING")))
        .isEqualTo(new JsonObject().put("notices", new JsonArray()));
  }

  @Test
  @DisplayName("one notice is sent again under its id when an operator says so, audited")
  void retriesOne() {
    List<String> given = givenUp(ITEM, 3);
    receiver.behaving((hit, r) -> r.accept(hit));

    JsonObject reply = retry(new JsonObject().put("id", given.get(1)));

    assertThat(reply.getString("state")).isEqualTo("WAITING");
    notices.awaitSent();
    assertThat(receiver.accepted()).containsExactly(given.get(1));
    assertThat(notices.parked("GIVEN_UP")).isEqualTo(2);
    Row audit = notices.mysql.query("SELECT * FROM admin_audit").iterator().next();
    assertThat(audit.getString("action")).isEqualTo("NOTICE_RETRY");
    assertThat(audit.getBuffer("actor")).hasToString("op1");
    assertThat(audit.getLong("item_id")).isEqualTo(ITEM);
    assertThat(audit.getString("detail")).contains(given.get(1));
    assertThat(audit.getString("outcome")).isEqualTo("OK");
  }

  @Test
  @DisplayName("all notices that were given up are sent again, of one item or of all")
  void retriesAll() {
    List<String> one = givenUp(ITEM, 4);
    List<String> other = givenUp(1002, 3);
    receiver.behaving((hit, r) -> r.accept(hit));

    assertThat(retry(new JsonObject().put("itemId", "1002")).getInteger("count")).isEqualTo(3);
    notices.awaitSent();
    assertThat(receiver.accepted()).containsExactlyInAnyOrderElementsOf(other);

    assertThat(retry(new JsonObject()).getInteger("count")).isEqualTo(4);
    assertThat(retry(new JsonObject()).getInteger("count")).isZero();
    notices.awaitSent();
    assertThat(receiver.accepted()).hasSize(7).containsAll(one);
    assertThat(notices.mysql.number("SELECT COUNT(*) FROM admin_audit")).isEqualTo(3);
  }

  @Test
  @DisplayName("what is not there, or makes no sense, is refused and changes nothing")
  void refusals() {
    String given = givenUp(ITEM, 1).get(0);
    String unknown = given.replace(":CREATED", ":PAID");

    JsonObject actor = new JsonObject().put("actor", "op1");
    assertRefused(Addresses.NOTICE_RETRY, actor.copy().put("id", unknown), Outcome.NOT_FOUND);
    assertRefused(Addresses.NOTICE_RETRY, actor.copy().put("id", "1"), Outcome.BAD_REQUEST);
    assertRefused(Addresses.NOTICE_RETRY, actor.copy().put("id", ":PAID"), Outcome.BAD_REQUEST);
    assertRefused(Addresses.NOTICE_RETRY, new JsonObject().put("id", given), Outcome.BAD_REQUEST);
    assertRefused(
        Addresses.NOTICE_RETRY,
        actor.copy().put("id", given).put("itemId", "1001"),
        Outcome.BAD_REQUEST);
    for (JsonObject wrong :
        List.of(
            new JsonObject().put("state", "SENT"),
            new JsonObject().put("limit", 0),
            new JsonObject().put("limit", 1001),
            new JsonObject().put("after", "x"),
            new JsonObject().put("itemId", "01"),
            new JsonObject().put("nonsense", 1))) {
      assertRefused(Addresses.NOTICE_LIST, wrong, Outcome.BAD_REQUEST);
    }
    assertThat(notices.parked("GIVEN_UP")).isEqualTo(1);
  }
}
