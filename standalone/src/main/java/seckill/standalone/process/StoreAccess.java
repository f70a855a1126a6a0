package seckill.standalone.process;

import io.vertx.core.json.JsonObject;
import io.vertx.mysqlclient.MySQLConnectOptions;
import io.vertx.redis.client.RedisOptions;
import java.util.Map;
import java.util.TreeMap;
import seckill.config.ConfigException;
import seckill.config.MySqlSettings;
import seckill.config.RedisSettings;
import seckill.config.SettingsLoader;
import seckill.runtime.StoreOptions;

/** How tools reach the stores of a sale: as the services do, by the same rules and settings. */
public final class StoreAccess {
  private static final String MYSQL_TLS = "SECKILL_MYSQL_TLS_";
  private static final String REDIS_TLS = "SECKILL_REDIS_TLS_";

  private StoreAccess() {}

  /**
   * The options of a client of Redis; over TLS if the URL says so, by the settings of the
   * environment.
   *
   * @throws ConfigException one line that names the setting
   */
  public static RedisOptions redis(String url, int pool) {
    Map<String, String> tls = url.startsWith("rediss:") ? environment(REDIS_TLS) : Map.of();
    RedisSettings settings = RedisSettings.of(load("redis", url, tls));
    return StoreOptions.redis(settings.url(), settings.tls(), pool);
  }

  /**
   * The options of a client of MySQL; if the environment names this server, over TLS as it says.
   *
   * @throws ConfigException one line that names the setting
   */
  public static MySQLConnectOptions mysql(String url) {
    boolean named = url.equals(System.getenv(Stores.MYSQL_URL));
    return StoreOptions.mysql(
        MySqlSettings.of(load("mysql", url, named ? environment(MYSQL_TLS) : Map.of())));
  }

  private static Map<String, String> environment(String prefix) {
    Map<String, String> chosen = new TreeMap<>(System.getenv());
    chosen.keySet().removeIf(name -> !name.startsWith(prefix));
    return chosen;
  }

  private static JsonObject load(String section, String url, Map<String, String> environment) {
    JsonObject document = new JsonObject().put(section, new JsonObject().put("url", url));
    return new SettingsLoader("seckill").load(document, environment);
  }
}
