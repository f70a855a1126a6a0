package seckill.standalone.bench.load;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;

/** One connection of a load: at most one request is under way on it. */
final class Exchange {
  private static final int LONGEST_REPLY = 1 << 14;

  private final int port;
  private final Selector selector;
  private final ByteBuffer in = ByteBuffer.allocate(LONGEST_REPLY);
  private SocketChannel channel;
  private long dueNanos;
  private boolean asking;

  Exchange(int port, Selector selector) throws IOException {
    this.port = port;
    this.selector = selector;
    open();
  }

  private void open() throws IOException {
    channel = SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    channel.configureBlocking(false);
    channel.register(selector, SelectionKey.OP_READ, this);
  }

  /** Whether a request is under way. */
  boolean isAsking() {
    return asking;
  }

  /** When the request under way was due. */
  long dueNanos() {
    return dueNanos;
  }

  void send(byte[] request, long due) throws IOException {
    dueNanos = due;
    asking = true;
    ByteBuffer out = ByteBuffer.wrap(request);
    while (out.hasRemaining()) {
      channel.write(out);
    }
  }

  /**
   * Reads what has come.
   *
   * @return the status of the answer; 0 if it is not whole yet; -1 if the server hung up, and the
   *     connection was opened anew
   */
  int read() throws IOException {
    int count = receive();
    if (count < 0) {
      channel.close();
      in.clear();
      asking = false;
      open();
      return -1;
    }
    in.flip();
    int status = ReplyReader.take(in);
    in.compact();
    asking = asking && status == 0;
    return status;
  }

  private int receive() {
    try {
      return channel.read(in);
    } catch (IOException e) {
      // A reset is another way to hang up.
      return -1;
    }
  }

  void close() throws IOException {
    channel.close();
  }
}
