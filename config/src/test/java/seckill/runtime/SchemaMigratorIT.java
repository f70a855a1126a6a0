package seckill.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.junit5.VertxExtension;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import seckill.config.MySqlSettings;
import seckill.config.SettingsLoader;
import seckill.testkit.MySqlExtension;
import seckill.testkit.TestMySql;
import seckill.testkit.TestVertx;

@ExtendWith({VertxExtension.class, MySqlExtension.class})
class SchemaMigratorIT {

  @Test
  @DisplayName("a second migration of the same database changes nothing")
  void runsTwice(Vertx vertx, TestMySql database) {
    MySqlLink link = new MySqlLink(vertx, settings(database));
    TestVertx.await(link.awaitReady());

    TestVertx.await(new SchemaMigrator(link).migrate());
    TestVertx.await(new SchemaMigrator(link).migrate());

    assertThat(database.number("SELECT COUNT(*) FROM schema_version")).isEqualTo(1);
    assertThat(database.number("SELECT COUNT(*) FROM seckill_item")).isZero();
    TestVertx.await(link.close());
  }

  private static MySqlSettings settings(TestMySql database) {
    JsonObject document =
        new JsonObject().put("mysql", new JsonObject().put("url", database.url()));
    return MySqlSettings.of(new SettingsLoader("seckill").load(document, Map.of()));
  }
}
