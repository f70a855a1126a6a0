package seckill.embedded;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** Speaks just enough of the stores' protocols to look into them. */
final class Client {
  private Client() {}

  /** Sends one inline command to Redis and returns the reply without its type, or its error. */
  static String redis(int port, String command) throws IOException {
    try (Socket socket = new Socket("127.0.0.1", port)) {
      socket.setSoTimeout(10_000);
      socket.getOutputStream().write((command + "\r\n").getBytes(StandardCharsets.UTF_8));
      BufferedReader in =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
      String first = in.readLine();
      return first.startsWith("$") && !first.equals("$-1") ? in.readLine() : first;
    }
  }

  /** Whether somebody listens on a port. */
  static boolean listens(int port) {
    try (Socket socket = new Socket("127.0.0.1", port)) {
      return socket.isConnected();
    } catch (IOException e) {
      return false;
    }
  }
}
