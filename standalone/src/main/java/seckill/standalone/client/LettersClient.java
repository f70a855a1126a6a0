package seckill.standalone.client;

import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import seckill.standalone.process.SaleException;

/** Asks for dead letters and decides about them; blocks. */
public final class LettersClient {
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final String PATH = "/admin/dead-letters";
  private static final int PAGE = 500;

  private final SaleApi api;

  public LettersClient(SaleApi api) {
    this.api = api;
  }

  /**
   * The oldest letters.
   *
   * @param itemId or {@code null} for all items
   * @param state or {@code null} for every state
   * @throws SaleException if they cannot be had
   */
  public JsonArray list(String itemId, String state, int limit) {
    JsonArray all = new JsonArray();
    String after = null;
    while (all.size() < limit) {
      String query =
          "?limit="
              + Math.min(PAGE, limit - all.size())
              + parameter("itemId", itemId)
              + parameter("state", state)
              + parameter("after", after);
      Reply reply =
          Paced.call(
              () -> api.admin(HttpMethod.GET, PATH + query, null),
              LIMIT,
              "cannot list the dead letters");
      if (!reply.succeeded()) {
        throw new SaleException("cannot list the dead letters: " + reply.problem());
      }
      all.addAll(reply.body().getJsonArray("letters"));
      after = reply.body().getString("after");
      if (after == null) {
        break;
      }
    }
    return all;
  }

  private static String parameter(String name, String value) {
    return value == null ? "" : "&" + name + "=" + value;
  }

  /**
   * Decides about letters, one after the other, whatever comes of the others.
   *
   * @param action replay or discard
   * @return how many were refused, and told as that
   */
  public int decideAll(List<String> ids, String action, PrintWriter out, PrintWriter err) {
    int refused = 0;
    for (String id : ids) {
      String what = "cannot " + action + " dead letter " + id;
      Reply reply =
          Paced.call(
              () -> api.admin(HttpMethod.POST, PATH + "/" + id + "/" + action, null), LIMIT, what);
      if (reply.succeeded()) {
        JsonObject told = reply.body();
        String before = told.getBoolean("repeated", false) ? ", was so before" : "";
        out.println("dead letter " + id + ": " + told.getString("state") + before);
      } else {
        refused++;
        err.println(what + ": " + reply.problem());
      }
    }
    return refused;
  }
}
