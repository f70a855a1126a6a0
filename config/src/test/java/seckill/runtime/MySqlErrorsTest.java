package seckill.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.VertxException;
import io.vertx.core.internal.net.NetSocketInternal;
import io.vertx.mysqlclient.MySQLException;
import io.vertx.sqlclient.ClosedConnectionException;
import io.vertx.sqlclient.TransactionRollbackException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.util.List;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import seckill.contract.Outcome;
import seckill.contract.SeckillException;

class MySqlErrorsTest {

  private static MySQLException server(int code) {
    return new MySQLException("text", code, "HY000");
  }

  @ParameterizedTest(name = "{0} {1}")
  @DisplayName("a passing error says whether to try again at once, elsewhere, or with less")
  @CsvSource(
      delimiter = '|',
      useHeadersInDisplayName = true,
      textBlock =
          """
          code | meaning                          | undone | conflict | leave | less
          1020 | row changed since it was read    | true   | true     | false | false
          1021 | disk full                        | false  | false    | false | false
          1040 | too many connections             | false  | false    | false | false
          1047 | Galera node without its cluster  | false  | false    | true  | false
          1053 | server shutdown in progress      | false  | false    | true  | false
          1114 | table is full                    | false  | false    | false | false
          1203 | too many connections of the user | false  | false    | false | false
          1205 | lock wait timeout                | false  | true     | false | false
          1206 | no room for locks                | false  | false    | false | false
          1213 | deadlock                         | true   | true     | false | false
          1290 | read_only and super_read_only    | false  | false    | true  | false
          1317 | query interrupted                | false  | false    | false | true
          1615 | prepare the statement again      | false  | false    | false | false
          1792 | read-only transaction            | false  | false    | true  | false
          1836 | read-only mode                   | false  | false    | true  | false
          1927 | connection was killed            | false  | false    | false | false
          1969 | statement time exceeded          | false  | false    | false | true
          2013 | lost connection                  | false  | false    | false | false
          3024 | execution time exceeded          | false  | false    | false | true
          3032 | offline mode                     | false  | false    | true  | false
          3100 | group replication has no quorum  | false  | false    | true  | false
          3101 | the group chose another one      | true   | true     | false | false
          3168 | server not available             | false  | false    | true  | false
          4031 | closed for inactivity            | false  | false    | false | false
          """)
  void serverErrorsThatPass(
      int code, String meaning, boolean undone, boolean conflict, boolean leave, boolean less) {
    MySQLException error = server(code);
    assertThat(MySqlLink.errorCode(error)).as(meaning).isEqualTo(code);
    assertThat(MySqlLink.isTransient(error)).isTrue();
    assertThat(MySqlLink.isDataError(error)).isFalse();
    assertThat(MySqlErrors.isUndone(error)).isEqualTo(undone);
    assertThat(MySqlLink.isLockConflict(error)).isEqualTo(conflict);
    assertThat(MySqlErrors.endsConnections(error)).isEqualTo(leave);
    assertThat(MySqlLink.isTooLong(error)).isEqualTo(less);
  }

  @ParameterizedTest
  @ValueSource(ints = {1044, 1045, 1048, 1049, 1054, 1062, 1064, 1146, 1264, 1366, 1406, 1452})
  @DisplayName("server errors about the work itself, or about the set-up, stay")
  void serverErrorsThatStay(int code) {
    MySQLException error = server(code);
    assertThat(MySqlLink.isTransient(error)).isFalse();
    assertThat(MySqlLink.isLockConflict(error)).isFalse();
    assertThat(MySqlErrors.endsConnections(error)).isFalse();
    assertThat(MySqlLink.isTooLong(error)).isFalse();
  }

  @Test
  @DisplayName("lost connections and timeouts are transient, faults of the work are not")
  void otherFailures() {
    for (Throwable passing :
        List.of(
            new ConnectException("refused"),
            new UnknownHostException("db"),
            new TimeoutException(),
            ClosedConnectionException.INSTANCE,
            TransactionRollbackException.INSTANCE,
            NetSocketInternal.CLOSED_EXCEPTION,
            VertxException.noStackTrace("Timeout"))) {
      assertThat(MySqlLink.isTransient(passing)).as("%s", passing).isTrue();
      assertThat(MySqlLink.errorCode(passing)).isZero();
    }
    for (Throwable staying :
        List.of(
            new IllegalArgumentException(),
            new ClassCastException(),
            new NullPointerException(),
            new IllegalStateException(),
            new StackOverflowError(),
            new SeckillException(Outcome.BAD_REQUEST, "text"))) {
      assertThat(MySqlLink.isTransient(staying)).as("%s", staying).isFalse();
    }
  }
}
