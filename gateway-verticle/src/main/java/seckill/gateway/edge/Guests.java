package seckill.gateway.edge;

import io.vertx.core.http.HttpConnection;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import seckill.gateway.gate.Visit;

/**
 * All connections of one event loop, looked over from time to time for those that hold it up: one
 * look at each is cheaper than a timer per request.
 *
 * <p>HTTP/1 has one request at a time on a connection, so the last one is the only one to watch.
 */
public final class Guests {
  private final Map<HttpConnection, Guest> guests = new IdentityHashMap<>();
  private final Patience patience;
  private final LongSupplier nanoClock;
  private final Late late;

  /** Answers requests that took too long. */
  public interface Late {
    /** The client did not send the rest of its request in time. */
    void bodyMissing(Visit visit);

    /** The product did not answer in time. */
    void unanswered(Visit visit);
  }

  /** Begins without any. */
  Guests(Patience patience, LongSupplier nanoClock, Late late) {
    this.patience = patience;
    this.nanoClock = nanoClock;
    this.late = late;
  }

  /** Takes in a new connection. */
  public void connected(HttpConnection connection) {
    guests.put(connection, new Guest(connection, nanoClock.getAsLong()));
    connection.closeHandler(closed -> guests.remove(connection));
  }

  /**
   * Notes that a request arrived.
   *
   * @return whether to go on with it; a client that sends requests and reads no answers is cut off
   */
  public boolean arrived(Visit visit) {
    HttpConnection connection = visit.request().connection();
    Guest guest = guests.get(connection);
    if (guest == null) {
      return false;
    }
    if (visit.request().response().writeQueueFull()) {
      guest.hangUp();
      return false;
    }
    guest.comesFor(visit, nanoClock.getAsLong());
    return true;
  }

  Guest of(HttpConnection connection) {
    return guests.get(connection);
  }

  /** Cuts off who is too slow, and answers what took too long. */
  public void lookAround() {
    long now = nanoClock.getAsLong();
    // Acted on after the walk, because a closed connection leaves the map.
    List<Runnable> actions = new ArrayList<>();
    for (Guest guest : guests.values()) {
      Visit visit = guest.visit();
      switch (guest.look(now, patience)) {
        case GONE -> actions.add(guest::hangUp);
        case BODY -> actions.add(() -> late.bodyMissing(visit));
        case ANSWER -> actions.add(() -> late.unanswered(visit));
        default -> {}
      }
    }
    actions.forEach(Runnable::run);
  }

  /** Connections that are open. */
  public int count() {
    return guests.size();
  }
}
