package seckill.runtime.mysql;

import io.vertx.mysqlclient.SslMode;
import javax.net.ssl.SSLException;

/** TLS is wanted of a MySQL server that does not offer it. */
public final class NoTlsException extends SSLException {
  private static final long serialVersionUID = 1L;

  NoTlsException(SslMode mode) {
    super("mysql.tls.mode (SECKILL_MYSQL_TLS_MODE) is " + mode + ", and the server offers no TLS");
  }
}
