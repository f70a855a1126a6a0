package seckill.runtime;

import io.vertx.core.net.ClientSSLOptions;
import io.vertx.core.net.NetClientOptions;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.net.PemTrustOptions;
import io.vertx.core.net.TrustOptions;
import io.vertx.mysqlclient.MySQLConnectOptions;
import io.vertx.mysqlclient.SslMode;
import io.vertx.redis.client.ProtocolVersion;
import io.vertx.redis.client.RedisOptions;
import io.vertx.sqlclient.PoolOptions;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.TrustManagerFactory;
import seckill.config.MySqlSettings;
import seckill.config.RedisSettings;
import seckill.config.StoreUrl;
import seckill.config.TlsFiles;

/** What the clients of the stores are to be told, out of the settings. */
public final class StoreOptions {
  /** Compares the names in a certificate with the host that was asked for. */
  private static final String VERIFY_HOST = "HTTPS";

  private static final String ANY_HOST = "";
  private static final int MAX_LIFETIME_MINUTES = 30;

  private StoreOptions() {}

  /** How to reach MySQL, and who asks. */
  public static MySQLConnectOptions mysql(MySqlSettings settings) {
    StoreUrl url = settings.url();
    MySQLConnectOptions options = new MySQLConnectOptions();
    options
        .setHost(url.host())
        .setPort(url.port())
        .setUser(url.user())
        .setDatabase(url.database())
        .setSslMode(SslMode.valueOf(settings.tls().mode().name()))
        .setSslOptions(mysqlTls(settings.tls()));
    if (url.password() != null) {
      options.setPassword(url.password());
    }
    return options;
  }

  /** How many connections to MySQL there are, and how long each lives and is waited for. */
  static PoolOptions mysqlPool(MySqlSettings settings) {
    return new PoolOptions()
        .setName("mysql")
        .setMaxSize(settings.poolSize())
        .setMaxWaitQueueSize(settings.maxWaiting())
        .setConnectionTimeout(settings.connectTimeoutMillis())
        .setConnectionTimeoutUnit(TimeUnit.MILLISECONDS)
        .setIdleTimeout(settings.idleTimeoutSeconds())
        .setIdleTimeoutUnit(TimeUnit.SECONDS)
        .setMaxLifetime(MAX_LIFETIME_MINUTES)
        .setMaxLifetimeUnit(TimeUnit.MINUTES);
  }

  /** How a connection to MySQL is made. */
  static NetClientOptions mysqlTcp(MySqlSettings settings) {
    return new NetClientOptions()
        .setConnectTimeout(settings.connectTimeoutMillis())
        .setTcpKeepAlive(true)
        .setTcpNoDelay(true)
        // A server that accepts and then says nothing would hold its place in the pool for ever.
        .setReadIdleTimeout(settings.connectTimeoutMillis())
        .setIdleTimeoutUnit(TimeUnit.MILLISECONDS);
  }

  private static ClientSSLOptions mysqlTls(MySqlSettings.Tls tls) {
    ClientSSLOptions options = new ClientSSLOptions();
    boolean verifyHost = tls.mode() == MySqlSettings.TlsMode.VERIFY_IDENTITY;
    options.setHostnameVerificationAlgorithm(verifyHost ? VERIFY_HOST : ANY_HOST);
    if (tls.mode().verifies()) {
      options.setTrustOptions(trust(tls.files()));
    } else {
      options.setTrustAll(true);
    }
    if (tls.files().hasCertificate()) {
      options.setKeyCertOptions(certificate(tls.files()));
    }
    return options;
  }

  /** How to reach a Redis, and who asks; the connections of one pool are {@code pool} at most. */
  public static RedisOptions redis(StoreUrl url, RedisSettings.Tls tls, int pool) {
    // User and password would be decoded once more in a URL, and a message could repeat them.
    RedisOptions options =
        new RedisOptions()
            .setConnectionString(url.address())
            .setPreferredProtocolVersion(ProtocolVersion.RESP2)
            .setMaxPoolSize(pool);
    if (url.password() != null) {
      options.setPassword(url.password());
      if (!url.user().isEmpty()) {
        options.setUser(url.user());
      }
    }
    NetClientOptions tcp = options.getNetClientOptions().setTcpNoDelay(true).setTcpKeepAlive(true);
    if (url.isTls()) {
      tcp.setHostnameVerificationAlgorithm(tls.verifyHost() ? VERIFY_HOST : ANY_HOST);
      tcp.setTrustOptions(trust(tls.files()));
      if (tls.files().hasCertificate()) {
        tcp.setKeyCertOptions(certificate(tls.files()));
      }
    }
    return options;
  }

  private static PemKeyCertOptions certificate(TlsFiles files) {
    return new PemKeyCertOptions().addCertPath(files.certificateFile()).addKeyPath(files.keyFile());
  }

  private static TrustOptions trust(TlsFiles files) {
    if (!files.caFile().isEmpty()) {
      return new PemTrustOptions().addCertPath(files.caFile());
    }
    try {
      TrustManagerFactory ofTheJvm =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      ofTheJvm.init((KeyStore) null);
      return TrustOptions.wrap(ofTheJvm.getTrustManagers()[0]);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this JVM has no certificates of CAs", e);
    }
  }
}
