package seckill.gateway;

import io.vertx.core.http.HttpServerRequest;
import java.util.List;
import seckill.contract.Outcome;
import seckill.contract.SeckillException;

/** Reads headers that must not say two things at once. */
final class OneHeader {
  private OneHeader() {}

  /**
   * The value of a header, or {@code null}.
   *
   * @param refusal of a header that is given more than once
   * @throws SeckillException with that outcome
   */
  static String of(HttpServerRequest request, CharSequence name, Outcome refusal) {
    List<String> values = request.headers().getAll(name);
    if (values.size() > 1) {
      throw new SeckillException(refusal, "the header " + name + " is given more than once");
    }
    return values.isEmpty() ? null : values.get(0);
  }
}
