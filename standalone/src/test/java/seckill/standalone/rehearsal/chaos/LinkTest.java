package seckill.standalone.rehearsal.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.net.NetServer;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import seckill.standalone.process.Waiting;

/** A server that sends back what it gets, behind a link. */
class LinkTest {
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final int PATIENCE_MILLIS = 60_000;
  private static final int GLANCE_MILLIS = 50;

  private final Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
  private Link link;

  @BeforeEach
  void start() {
    NetServer echo =
        vertx.createNetServer().connectHandler(socket -> socket.handler(socket::write));
    Waiting.on(echo.listen(0, "127.0.0.1"), LIMIT, "echo");
    link = new Link(vertx, "a>b", "redis://127.0.0.1:" + echo.actualPort());
  }

  @AfterEach
  void stop() {
    Waiting.on(vertx.close(), LIMIT, "close");
  }

  private Socket connect() throws IOException {
    URI uri = URI.create(link.url());
    Socket socket = new Socket(uri.getHost(), uri.getPort());
    socket.setSoTimeout(PATIENCE_MILLIS);
    return socket;
  }

  private static void say(Socket socket, int word) throws IOException {
    socket.getOutputStream().write(word);
  }

  private static void assertSilent(Socket socket) throws IOException {
    socket.setSoTimeout(GLANCE_MILLIS);
    assertThatThrownBy(() -> socket.getInputStream().read())
        .isInstanceOf(SocketTimeoutException.class);
    socket.setSoTimeout(PATIENCE_MILLIS);
  }

  private static boolean isOver(Socket socket) {
    try {
      return socket.getInputStream().read() < 0;
    } catch (SocketTimeoutException e) {
      return false;
    } catch (IOException reset) {
      return true;
    }
  }

  @Test
  @DisplayName("without a fault everything comes through")
  void open() throws IOException {
    try (Socket socket = connect()) {
      say(socket, 7);
      assertThat(socket.getInputStream().read()).isEqualTo(7);
    }
  }

  @Test
  @DisplayName("a cut closes what there is, and new connections work")
  void cut() throws IOException {
    try (Socket socket = connect()) {
      say(socket, 7);
      assertThat(socket.getInputStream().read()).isEqualTo(7);
      link.cut();
      assertThat(isOver(socket)).isTrue();
    }
    open();
  }

  @Test
  @DisplayName("what is held back in a stall arrives after it, on old and new connections")
  void stall() throws IOException {
    try (Socket old = connect()) {
      say(old, 1);
      assertThat(old.getInputStream().read()).isEqualTo(1);
      link.stall(true);
      say(old, 2);
      assertSilent(old);
      try (Socket fresh = connect()) {
        say(fresh, 3);
        assertSilent(fresh);
        link.stall(false);
        assertThat(old.getInputStream().read()).isEqualTo(2);
        assertThat(fresh.getInputStream().read()).isEqualTo(3);
      }
    }
  }

  @Test
  @DisplayName("a deaf connection loses its answers, and is closed when it hears again")
  void deaf() throws IOException {
    try (Socket socket = connect()) {
      say(socket, 1);
      assertThat(socket.getInputStream().read()).isEqualTo(1);
      link.deafen(true);
      say(socket, 2);
      assertSilent(socket);
      link.deafen(false);
      assertThat(isOver(socket)).isTrue();
    }
    open();
  }
}
