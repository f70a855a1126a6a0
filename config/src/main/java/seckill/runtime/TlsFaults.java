package seckill.runtime;

import io.netty.handler.ssl.NotSslRecordException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLException;
import seckill.runtime.mysql.NoTlsException;

/** Says in words why a store cannot be reached over TLS. */
final class TlsFaults {
  private static final int MAX_CAUSES = 16;

  private TlsFaults() {}

  /** One line about a failure. */
  static String reason(Throwable cause) {
    List<Throwable> chain = chain(cause);
    if (find(chain, CertificateExpiredException.class).isPresent()) {
      return "TLS: the server's certificate has expired";
    }
    if (find(chain, CertificateNotYetValidException.class).isPresent()) {
      return "TLS: the server's certificate is not valid yet";
    }
    if (find(chain, CertPathBuilderException.class).isPresent()
        || find(chain, CertPathValidatorException.class).isPresent()) {
      return "TLS: the server's certificate is signed by no known CA; see tls.caFile";
    }
    Optional<CertificateException> certificate = find(chain, CertificateException.class);
    if (certificate.isPresent()) {
      return "TLS: the server's certificate is refused: " + certificate.get().getMessage();
    }
    if (find(chain, NotSslRecordException.class).isPresent()) {
      return "TLS: the server does not speak it there";
    }
    Optional<SSLException> tls = find(chain, SSLException.class);
    if (tls.isPresent() && !(tls.get() instanceof NoTlsException)) {
      return "TLS: " + tls.get().getMessage();
    }
    return cause.getMessage() == null ? cause.toString() : cause.getMessage();
  }

  /** Whether trying again is in vain until somebody changes a certificate or the settings. */
  static boolean isHopeless(Throwable cause) {
    List<Throwable> chain = chain(cause);
    return find(chain, SSLException.class).filter(TlsFaults::isAlert).isPresent()
        || find(chain, CertificateException.class).isPresent()
        || find(chain, CertPathBuilderException.class).isPresent()
        || find(chain, CertPathValidatorException.class).isPresent()
        || find(chain, NoTlsException.class).isPresent();
  }

  /** Whether the server has refused what it was shown. */
  private static boolean isAlert(SSLException cause) {
    return String.valueOf(cause.getMessage()).contains("fatal alert");
  }

  private static <T extends Throwable> Optional<T> find(List<Throwable> chain, Class<T> type) {
    return chain.stream().filter(type::isInstance).map(type::cast).findFirst();
  }

  private static List<Throwable> chain(Throwable cause) {
    List<Throwable> chain = new ArrayList<>();
    for (Throwable one = cause; one != null && chain.size() < MAX_CAUSES; one = one.getCause()) {
      chain.add(one);
    }
    return chain;
  }
}
