package seckill.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.net.http.HttpRequest.BodyPublishers;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import seckill.contract.Addresses;
import seckill.contract.ItemGate;
import seckill.contract.Outcome;

class AdminTest extends GateTest {
  private static final String ADMIN = TestTokens.admin("op1");

  private static JsonObject item() {
    return new JsonObject()
        .put("itemId", ITEM)
        .put("sku", "MT-500")
        .put("name", "飞天茅台 🍶")
        .put("priceCents", 149900)
        .put("totalStock", 1000)
        .put("startAt", "2026-12-01T10:00:00Z")
        .put("endAt", "2026-12-01T11:00:00Z");
  }

  @Test
  @DisplayName("an item is created as it was sent, in the name of the token's subject")
  void createsItems() {
    till.answer(
        Addresses.ITEM_CREATE, () -> new JsonObject().put("itemId", ITEM).put("status", "DRAFT"));

    Reply reply = gate.post("/admin/items", ADMIN, item().encode());

    assertThat(reply.status()).isEqualTo(201);
    assertThat(reply.json().getString("status")).isEqualTo("DRAFT");
    assertThat(reply.header("Location")).isEqualTo("/api/items/1001");
    assertThat(till.requests.get(0).getJsonObject("item"))
        .isEqualTo(item().put("gate", ItemGate.OPEN.toJson()));
    assertThat(till.requests.get(0).getString("actor")).isEqualTo("op1");
  }

  @ParameterizedTest
  @CsvSource({
    "preheat, seckill.item.preheat",
    "recover, seckill.item.recover",
    "pause, seckill.item.pause",
    "resume, seckill.item.resume"
  })
  @DisplayName("a change of an item goes to the till with its actor")
  void changesItems(String action, String address) {
    till.answer(address, () -> new JsonObject().put("itemId", ITEM).put("status", "OPEN"));

    Reply reply = gate.post("/admin/items/1001/" + action, ADMIN, "");

    assertThat(reply.status()).isEqualTo(200);
    assertThat(till.requests)
        .containsExactly(
            new JsonObject().put("itemId", ITEM).put("actor", "op1").put("address", address));
  }

  @ParameterizedTest
  @CsvSource({
    "pause, seckill.sale.pause",
    "resume, seckill.sale.resume",
    "store/open, seckill.store.open"
  })
  @DisplayName("a change of all items goes to the till with its actor")
  void changesAllItems(String action, String address) {
    till.answer(address, () -> new JsonObject().put("status", "PAUSED").put("items", 2));

    Reply reply = gate.post("/admin/" + action, ADMIN, "");

    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.json().getInteger("items")).isEqualTo(2);
    assertThat(till.requests)
        .containsExactly(new JsonObject().put("actor", "op1").put("address", address));
    assertThat(gate.post("/admin/" + action, TestTokens.of("u1"), "").code())
        .isEqualTo("FORBIDDEN");
    assertThat(gate.post("/admin/" + action, ADMIN, "{\"x\":1}").status()).isEqualTo(400);
  }

  @ParameterizedTest
  @CsvSource({
    "GET, /admin/dead-letters?state=OPEN&itemid=1001, itemid",
    "GET, /admin/dead-letters?page=2, page",
    "GET, /admin/notices?item=1001, item",
    "GET, /admin/blacklist?kind=USER, kind",
    "DELETE, /admin/blacklist?kind=USER&value=u1&all=true, all",
    "GET, /admin/items/1001/ledger?full=1, full",
    "GET, /admin/status?itemId=1001, itemId",
    "GET, /admin/store?x, x",
    "GET, /admin/gate?layer=token, layer",
    "GET, /admin/risk?limit=1, limit",
    "POST, /admin/items/1001/pause?force=true, force"
  })
  @DisplayName("a query parameter that nobody reads is refused by name, and nothing is asked")
  void unknownQuery(String method, String path, String name) {
    till.answer(Addresses.DEAD_LETTER_LIST, () -> new JsonObject());
    till.answer(Addresses.STORE_GET, () -> new JsonObject());

    Reply reply =
        gate.send(gate.request(path, ADMIN).method(method, BodyPublishers.noBody())).join();

    assertThat(reply.code()).as(reply.body()).isEqualTo("BAD_REQUEST");
    assertThat(reply.json().getString("detail")).contains("'" + name + "'");
    assertThat(till.requests).isEmpty();
  }

  @Test
  @DisplayName("whether all items are paused is told to operators only")
  void tellsTheSaleStatus() {
    assertThat(gate.get("/admin/status", ADMIN).json().getString("status")).isEqualTo("OPEN");
    assertThat(gate.get("/admin/status", TestTokens.of("u1")).code()).isEqualTo("FORBIDDEN");
    assertThat(gate.get("/admin/status", null).code()).isEqualTo("UNAUTHENTICATED");
  }

  @Test
  @DisplayName("which Redis sells is told and changed for operators only, in their name")
  void switchesTheStore() {
    till.answer(Addresses.STORE_GET, () -> new JsonObject().put("active", "MAIN"));
    till.answer(Addresses.STORE_SWITCH, () -> new JsonObject().put("active", "BACKUP"));

    assertThat(gate.get("/admin/store", ADMIN).json().getString("active")).isEqualTo("MAIN");
    String wish = "{\"store\":\"BACKUP\",\"requestId\":\"r-1\"}";
    Reply reply = gate.post("/admin/store/switch", ADMIN, wish);

    assertThat(reply.json().getString("active")).isEqualTo("BACKUP");
    assertThat(till.requests.get(till.requests.size() - 1))
        .isEqualTo(new JsonObject(wish).put("actor", "op1").put("address", Addresses.STORE_SWITCH));
    assertThat(gate.post("/admin/store/switch", ADMIN, "{\"x\":1}").status()).isEqualTo(400);
    assertThat(gate.post("/admin/store/switch", TestTokens.of("u1"), wish).code())
        .isEqualTo("FORBIDDEN");
    assertThat(gate.get("/admin/store", TestTokens.of("u1")).code()).isEqualTo("FORBIDDEN");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "gate | seckill.item.gate | {'challenge':'AUTO','waitingRoom':true} | {'waitingRoom':1}",
        "page | seckill.item.page | {'pictures':['tea.svg']} | {'priceCents':1}"
      },
      quoteCharacter = '"')
  @DisplayName("gate and page of an item go to the till in full, nonsense goes nowhere")
  void setsGateAndPage(String part, String address, String quoted, String wrong) {
    till.answer(address, () -> new JsonObject().put("itemId", ITEM));
    String path = "/admin/items/1001/" + part;
    String wanted = quoted.replace('\'', '"');

    assertThat(gate.put(path, ADMIN, wanted).status()).isEqualTo(200);
    assertThat(till.requests)
        .containsExactly(
            new JsonObject()
                .put("itemId", ITEM)
                .put(part, new JsonObject(wanted))
                .put("actor", "op1")
                .put("address", address));
    for (String bad : new String[] {wrong.replace('\'', '"'), "{\"x\":1}", "[]", "{"}) {
      assertThat(gate.put(path, ADMIN, bad).status()).isEqualTo(400);
    }
    assertThat(gate.put(path, TestTokens.of("u1"), "{}").code()).isEqualTo("FORBIDDEN");
    assertThat(till.requests).hasSize(1);
  }

  @Test
  @DisplayName("a restock and an extension go to the till in full, nonsense goes nowhere")
  void changesTerms() {
    till.answer(Addresses.ITEM_RESTOCK, () -> new JsonObject().put("total", 15));
    till.answer(Addresses.ITEM_EXTEND, () -> new JsonObject().put("inForce", true));
    String restock = "{\"requestId\":\"r1\",\"units\":5}";
    String extend = "{\"requestId\":\"e1\",\"endAt\":\"2026-12-01T21:00:00+08:00\"}";

    assertThat(gate.post("/admin/items/1001/restock", ADMIN, restock).json().getInteger("total"))
        .isEqualTo(15);
    assertThat(gate.post("/admin/items/1001/extend", ADMIN, extend).status()).isEqualTo(200);

    JsonObject common = new JsonObject().put("itemId", ITEM).put("actor", "op1");
    assertThat(till.requests)
        .containsExactly(
            common
                .copy()
                .put("requestId", "r1")
                .put("units", 5L)
                .put("address", Addresses.ITEM_RESTOCK),
            common
                .copy()
                .put("requestId", "e1")
                .put("endAt", "2026-12-01T13:00:00Z")
                .put("address", Addresses.ITEM_EXTEND));
    for (String bad : new String[] {"", "{}", extend, "{\"requestId\":\"\",\"units\":5}"}) {
      assertThat(gate.post("/admin/items/1001/restock", ADMIN, bad).status()).isEqualTo(400);
    }
    assertThat(gate.post("/admin/items/1001/extend", ADMIN, restock).status()).isEqualTo(400);
    assertThat(gate.post("/admin/items/1001/restock", TestTokens.of("u1"), restock).code())
        .isEqualTo("FORBIDDEN");
    assertThat(till.requests).hasSize(2);
  }

  @Test
  @DisplayName("the ledger of an item is told to operators only")
  void tellsTheLedger() {
    till.answer(Addresses.ITEM_LEDGER, () -> new JsonObject().put("itemId", "1001").put("sold", 3));

    Reply reply = gate.get("/admin/items/1001/ledger", ADMIN);

    assertThat(reply.json().getInteger("sold")).isEqualTo(3);
    assertThat(gate.get("/admin/items/1001/ledger", TestTokens.of("u1")).code())
        .isEqualTo("FORBIDDEN");
  }

  @Test
  @DisplayName("a reconciliation is run for the named item")
  void reconciles() {
    till.answer(
        Addresses.RECONCILE_RUN,
        () -> new JsonObject().put("itemId", ITEM).put("verdict", "BALANCED"));

    Reply reply = gate.post("/admin/reconciliations", ADMIN, "{\"itemId\":\"1001\"}");

    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.json().getString("verdict")).isEqualTo("BALANCED");
    for (String bad :
        new String[] {"", "{}", "{\"itemId\":1001}", "{\"itemId\":\"1001\",\"x\":1}"}) {
      assertThat(gate.post("/admin/reconciliations", ADMIN, bad).status()).isEqualTo(400);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"totalStock\":null}",
        "{\"totalStock\":-1}",
        "{\"totalStock\":1.5}",
        "{\"totalStock\":10.0}",
        "{\"totalStock\":1e3}",
        "{\"totalStock\":\"10\"}",
        "{\"totalStock\":1000000001}",
        "{\"totalStock\":9007199254740993}",
        "{\"totalStock\":99999999999999999999}",
        "{\"priceCents\":-1}",
        "{\"priceCents\":1.5}",
        "{\"itemId\":1001}",
        "{\"itemId\":\"01001\"}",
        "{\"itemId\":\"201605131024011014\"}",
        "{\"itemId\":null}",
        "{\"name\":\"\"}",
        "{\"name\":\"a\\u0000b\"}",
        "{\"sku\":null}",
        "{\"startAt\":\"2026-12-01T10:00:00\"}",
        "{\"startAt\":\"2026-12-01\"}",
        "{\"startAt\":1796119200}",
        "{\"endAt\":\"2026-12-01T10:00:00Z\"}",
        "{\"endAt\":\"2026-12-01T09:00:00Z\"}",
        "{\"status\":\"OPEN\"}",
        "{\"actor\":\"somebody\"}"
      })
  @DisplayName(
      "an item that cannot be sold is refused with the field named, and the till hears nothing")
  void refusesBadItems(String change) {
    till.answer(Addresses.ITEM_CREATE, JsonObject::new);

    Reply reply = gate.post("/admin/items", ADMIN, item().mergeIn(new JsonObject(change)).encode());

    assertThat(reply.status()).isEqualTo(400);
    String field = new JsonObject(change).fieldNames().iterator().next();
    assertThat(reply.json().getString("detail")).contains(field);
    assertThat(till.requests).isEmpty();
  }

  @Test
  @DisplayName("what the till says against it is told as it is")
  void tellsRefusals() {
    till.fail(Addresses.ITEM_CREATE, Outcome.CONFLICT, "item 1001 exists");
    till.fail(Addresses.ITEM_PREHEAT, Outcome.INTERNAL, "secret words of a driver");

    Reply conflict = gate.post("/admin/items", ADMIN, item().encode());
    Reply fault = gate.post("/admin/items/1001/preheat", ADMIN, "");

    assertThat(conflict.status()).isEqualTo(409);
    assertThat(conflict.json().getString("detail")).isEqualTo("item 1001 exists");
    assertThat(fault.status()).isEqualTo(500);
    assertThat(fault.body()).doesNotContain("secret words");
    assertThat(gate.post("/admin/items/1001/pause", ADMIN, "").code()).isEqualTo("DEGRADED");
    assertThat(gate.post("/admin/items/1001/pause", ADMIN, "{\"x\":1}").status()).isEqualTo(400);
  }
}
