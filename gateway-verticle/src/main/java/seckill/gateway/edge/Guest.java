package seckill.gateway.edge;

import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.impl.HttpServerConnection;
import seckill.gateway.gate.Visit;

/** One connection: who is on the other end, and since when it has been busy with what. */
final class Guest {
  private final HttpConnection connection;
  private Peer peer;
  private Visit visit;
  private boolean served;
  private boolean answered;
  private long since;

  Guest(HttpConnection connection, long now) {
    this.connection = connection;
    this.since = now;
  }

  /** What was read of the other end; {@code null} before the first request. */
  Peer peer() {
    return peer;
  }

  void is(Peer read) {
    this.peer = read;
  }

  /** The visit under way; {@code null} if there is none. */
  Visit visit() {
    return visit;
  }

  void comesFor(Visit next, long now) {
    visit = next;
    answered = false;
    since = now;
  }

  // Vert.x closes a connection once everything is flushed, and waits for a client that does not
  // read for ever; only its idle handler does not, and so does this.
  void hangUp() {
    if (connection instanceof HttpServerConnection server) {
      server.channelHandlerContext().close();
    } else {
      connection.close();
    }
  }

  /** What this connection is late with now. */
  Overdue look(long now, Patience patience) {
    if (visit == null) {
      return gone(now, served ? patience.idleNanos() : patience.headNanos());
    }
    HttpServerRequest request = visit.request();
    if (request.response().ended()) {
      return afterAnswer(request, now, patience);
    }
    if (now - since >= patience.bodyNanos() && bodyIsMissing(request)) {
      return Overdue.BODY;
    }
    return now - since >= patience.answerNanos(visit) ? Overdue.ANSWER : Overdue.NOTHING;
  }

  // That an answer was given is seen here and not noted there, so that it costs nothing.
  private Overdue afterAnswer(HttpServerRequest request, long now, Patience patience) {
    if (request.isEnded()) {
      served = true;
      visit = null;
      since = now;
      return Overdue.NOTHING;
    }
    if (!answered) {
      answered = true;
      since = now;
    }
    return gone(now, patience.lingerNanos());
  }

  private Overdue gone(long now, long limit) {
    return now - since >= limit ? Overdue.GONE : Overdue.NOTHING;
  }

  private static boolean bodyIsMissing(HttpServerRequest request) {
    return !request.isEnded() && RequestBody.isAnnounced(request);
  }

  /** What a connection can be late with. */
  enum Overdue {
    NOTHING,
    /** A request, or the rest of one that is answered already: nobody will miss it. */
    GONE,
    /** The body of its request. */
    BODY,
    /** Our answer. */
    ANSWER
  }
}
