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
import org.junit.jupiter.params.provider.ValueSource;
import seckill.contract.Outcome;
import seckill.contract.SeckillException;

class MySqlErrorsTest {

  private static MySQLException server(int code) {
    return new MySQLException("text", code, "HY000");
  }

  @ParameterizedTest
  @ValueSource(
      ints = {1020, 1021, 1040, 1053, 1114, 1205, 1213, 1290, 1317, 1615, 1927, 2013, 3024})
  @DisplayName("server errors that pass by themselves are transient")
  void serverErrorsThatPass(int code) {
    assertThat(MySqlLink.isTransient(server(code))).isTrue();
    assertThat(MySqlLink.errorCode(server(code))).isEqualTo(code);
  }

  @ParameterizedTest
  @ValueSource(ints = {1044, 1045, 1048, 1049, 1054, 1062, 1064, 1146, 1264, 1366, 1406, 1452})
  @DisplayName("server errors about the work itself, or about the set-up, stay")
  void serverErrorsThatStay(int code) {
    assertThat(MySqlLink.isTransient(server(code))).isFalse();
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
