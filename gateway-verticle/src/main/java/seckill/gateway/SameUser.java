package seckill.gateway;

import io.vertx.core.http.HttpServerRequest;
import seckill.contract.Outcome;
import seckill.contract.SeckillException;
import seckill.gateway.gate.Caller;

/** Refuses requests that speak of another user than the token does; the token alone decides. */
final class SameUser {
  static final String USER_ID = "userId";

  private SameUser() {}

  /**
   * Checks the user ids in the query of a request.
   *
   * @throws SeckillException FORBIDDEN if one is not the caller's, BAD_REQUEST if there is no
   *     telling
   */
  static void requireInQuery(HttpServerRequest request, Caller caller) {
    if (request.query() == null) {
      return;
    }
    try {
      for (String userId : request.params().getAll(USER_ID)) {
        require(caller, userId);
      }
    } catch (IllegalArgumentException e) {
      throw SeckillException.badRequest("the query cannot be read");
    }
  }

  /**
   * Checks a user id that stands anywhere but in the token.
   *
   * @throws SeckillException FORBIDDEN if it is not the caller's
   */
  static void require(Caller caller, Object userId) {
    if (!caller.userId().equals(userId)) {
      throw new SeckillException(Outcome.FORBIDDEN, "userId is not the one of the token");
    }
  }
}
