package seckill.runtime;

import io.vertx.core.VertxException;
import io.vertx.mysqlclient.MySQLException;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.TimeoutException;

/** Sorts the failures of MySQL and MariaDB into those that pass and those that stay. */
final class MySqlErrors {
  /** Server errors that pass by themselves: the same work may succeed later. */
  private static final Set<Integer> TRANSIENT =
      Set.of(
          1020, // the row changed since it was read (MariaDB snapshot isolation)
          1021, // disk full
          1037, // out of memory
          1038, // out of sort memory
          1040, // too many connections
          1041, // out of memory
          1047, // the node has no part in its cluster now (Galera)
          1053, // server shutdown in progress
          1114, // table is full
          1129, // host is blocked
          1135, // no new thread
          1152, // aborted connection
          1158, // network errors, up to 1161
          1159, 1160, 1161, 1180, // error during commit
          1184, // aborted connection
          1203, // too many connections of this user
          1205, // lock wait timeout
          1206, // no room for more locks
          1213, // deadlock
          1226, // a limit of this user is reached
          1243, // unknown prepared statement: the connection was reset
          1290, // read-only server
          1317, // query interrupted
          1412, // table definition changed
          1461, // too many prepared statements
          1615, // statement must be prepared again
          1792, // read-only transaction
          1836, // read-only mode
          1927, // connection was killed (MariaDB)
          1969, // statement time exceeded (MariaDB)
          2006, // server has gone away
          2013, // lost connection
          3024, // execution time exceeded (MySQL)
          3032, // offline mode (MySQL)
          3100, // the node has no part in its group now (MySQL)
          3101, // the group decided for another transaction (MySQL)
          3168, // the server is not available (MySQL)
          3572, // lock not available at once
          4031); // closed for inactivity (MySQL)

  /** The server undid the whole transaction in favour of another one: it can be run again. */
  private static final Set<Integer> UNDONE =
      Set.of(
          1020, // the row changed since it was read (MariaDB snapshot isolation)
          1213, // deadlock, also between the nodes of a Galera cluster
          3101); // the group decided for another transaction (MySQL)

  private static final int LOCK_WAIT_TIMEOUT = 1205;

  /** Said before anything is changed, by a server that takes no writes. */
  private static final Set<Integer> READ_ONLY =
      Set.of(
          1047, // the node has no part in its cluster now (Galera)
          1290, // read-only server
          1792, // read-only transaction
          1836); // read-only mode

  /** Said by a server that is going, or has no part in its group. */
  private static final Set<Integer> LEAVING = Set.of(1053, 3032, 3100, 3168);

  /** The server ended a statement because it took too long, or because somebody had it ended. */
  private static final Set<Integer> TOO_LONG = Set.of(1317, 1969, 3024);

  /** Classes of SQLSTATE for bad data and violated constraints. */
  private static final Set<String> DATA_CLASSES = Set.of("22", "23");

  private static final int SQLSTATE_LENGTH = 5;

  /** Refused contents whose SQLSTATE does not say so. */
  private static final Set<Integer> DATA_ERRORS =
      Set.of(
          1265, // truncated
          1366, // incorrect value
          1644, // refused by a trigger
          3819, // check constraint (MySQL)
          4025); // check constraint (MariaDB)

  private MySqlErrors() {}

  /**
   * Whether MySQL refused what a row contains. Everything else may pass by itself, a missing table
   * or a full disk included, and must not cost a single order.
   */
  static boolean isDataError(Throwable cause) {
    if (!(cause instanceof MySQLException error)
        || error.getErrorCode() == MySqlLink.DUPLICATE_KEY) {
      return false;
    }
    String state = String.valueOf(error.getSqlState());
    return DATA_ERRORS.contains(error.getErrorCode())
        || state.length() == SQLSTATE_LENGTH && DATA_CLASSES.contains(state.substring(0, 2));
  }

  static boolean isLockConflict(Throwable cause) {
    return isUndone(cause) || code(cause) == LOCK_WAIT_TIMEOUT;
  }

  /** Whether nothing is left of the transaction and the same may succeed at once. */
  static boolean isUndone(Throwable cause) {
    return UNDONE.contains(code(cause));
  }

  /**
   * Whether the server refuses what would change something, so that another one has to be found.
   */
  static boolean isReadOnly(Throwable cause) {
    return READ_ONLY.contains(code(cause));
  }

  /** Whether all connections to the server that said this are of no more use. */
  static boolean endsConnections(Throwable cause) {
    return isReadOnly(cause) || LEAVING.contains(code(cause));
  }

  /** Whether the work was ended because it took too long. */
  static boolean isTooLong(Throwable cause) {
    return cause instanceof TimeoutException || TOO_LONG.contains(code(cause));
  }

  static int code(Throwable cause) {
    return cause instanceof MySQLException error ? error.getErrorCode() : 0;
  }

  static boolean isTransient(Throwable cause) {
    if (cause instanceof MySQLException error) {
      return TRANSIENT.contains(error.getErrorCode());
    }
    return cause instanceof IOException
        || cause instanceof TimeoutException
        // Closed connections, a full wait queue, a transaction that the server rolled back.
        || cause instanceof VertxException;
  }
}
