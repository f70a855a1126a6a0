package seckill.order;

import io.vertx.redis.client.Response;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import seckill.contract.Texts;

/**
 * One delivered entry of an orders stream.
 *
 * @param id its stream id
 * @param fields its fields, or {@code null} if it was deleted while it was pending
 * @param utf8 whether all of it is well-formed UTF-8
 */
record StreamEntry(String id, Map<String, String> fields, boolean utf8) {
  /** Reads the entries of one stream; an entry without an id (deleted, Redis 6) is left out. */
  static List<StreamEntry> listOf(Response entries) {
    List<StreamEntry> list = new ArrayList<>(entries.size());
    for (Response entry : entries) {
      if (entry != null && entry.size() > 0) {
        list.add(of(entry));
      }
    }
    return list;
  }

  private static StreamEntry of(Response entry) {
    String id = entry.get(0).toString();
    Response body = entry.get(1);
    if (body == null) {
      return new StreamEntry(id, null, true);
    }
    Map<String, String> fields = new HashMap<>();
    boolean utf8 = true;
    for (int i = 0; i + 1 < body.size(); i += 2) {
      String name = body.get(i).toString();
      String value = body.get(i + 1).toString();
      utf8 &= isUtf8(name, body.get(i)) && isUtf8(value, body.get(i + 1));
      fields.put(name, value);
    }
    return new StreamEntry(id, fields, utf8);
  }

  private static boolean isUtf8(String text, Response part) {
    return Texts.isUtf8(text, () -> part.toBuffer().getBytes());
  }

  boolean deleted() {
    return fields == null;
  }
}
