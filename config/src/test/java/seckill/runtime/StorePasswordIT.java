package seckill.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import io.vertx.sqlclient.Tuple;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import seckill.testkit.TestMySql;
import seckill.testkit.TestRedis;
import seckill.testkit.TestVertx;

@ExtendWith(VertxExtension.class)
class StorePasswordIT {
  private static final String PASSWORD = "a+b c@/?#%:&'秒";

  /** As a URL has it: only what has to be is encoded. */
  private static final String ENCODED = "a+b%20c%40%2F%3F%23%25:&'秒";

  @Test
  @DisplayName("Redis gets user and password as they are meant")
  void redis(Vertx vertx) {
    try (TestRedis redis = TestRedis.dedicated()) {
      redis.command("ACL", "SETUSER", "shop+1", "on", ">" + PASSWORD, "~*", "+@all");
      redis.command("ACL", "SETUSER", "default", ">" + PASSWORD);
      for (String user : new String[] {"shop+1", ""}) {
        String url = redis.url().replace("://", "://" + user + ":" + ENCODED + "@") + "/3";
        RedisLink link = new RedisLink(vertx, TestSettings.redis(url), "test");
        TestVertx.await(link.connect());
        String info =
            TestVertx.await(link.send(Request.cmd(Command.CLIENT).arg("INFO"))).toString();
        assertThat(info).contains(" db=3 ", " user=" + (user.isEmpty() ? "default" : user) + " ");
        TestVertx.await(link.close());
      }
    }
  }

  @Test
  @DisplayName("MySQL gets user, password and database as they are meant")
  void mysql(Vertx vertx, @TempDir Path directory) {
    try (TestMySql mysql = TestMySql.dedicated(directory, 0)) {
      mysql.query("CREATE DATABASE `shop+1 %`");
      mysql.query("CREATE USER 'shop+1'@'%' IDENTIFIED BY '" + PASSWORD.replace("'", "''") + "'");
      mysql.query("GRANT SELECT ON *.* TO 'shop+1'@'%'");
      String url = "mysql://shop+1:" + ENCODED + "@localhost:" + mysql.port() + "/shop+1%20%25";
      MySqlLink link = new MySqlLink(vertx, TestSettings.mysql(url));
      TestVertx.await(link.awaitReady());
      assertThat(
              TestVertx.await(link.execute("SELECT DATABASE()", Tuple.tuple()))
                  .iterator()
                  .next()
                  .getString(0))
          .isEqualTo("shop+1 %");
      TestVertx.await(link.close());
    }
  }
}
