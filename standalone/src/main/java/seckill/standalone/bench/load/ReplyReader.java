package seckill.standalone.bench.load;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Cuts HTTP replies with a Content-Length out of what a connection has received. */
final class ReplyReader {
  private static final byte[] LENGTH = "\r\ncontent-length:".getBytes(StandardCharsets.US_ASCII);
  private static final int STATUS_AT = "HTTP/1.1 ".length();
  private static final int STATUS_DIGITS = 3;
  private static final int END = 4;

  private ReplyReader() {}

  /**
   * Takes one reply from the beginning of a buffer that is backed by an array.
   *
   * @return its status; 0, and nothing taken, while it is not whole
   */
  static int take(ByteBuffer in) {
    byte[] bytes = in.array();
    int from = in.position();
    int body = endOfHead(bytes, from, in.limit());
    if (body < 0) {
      return 0;
    }
    int end = body + number(bytes, contentLength(bytes, from, body), body);
    if (end > in.limit()) {
      return 0;
    }
    in.position(end);
    return number(bytes, from + STATUS_AT, from + STATUS_AT + STATUS_DIGITS);
  }

  private static int endOfHead(byte[] bytes, int from, int limit) {
    for (int i = from; i + END <= limit; i++) {
      if (bytes[i] == '\r'
          && bytes[i + 1] == '\n'
          && bytes[i + 2] == '\r'
          && bytes[i + 3] == '\n') {
        return i + END;
      }
    }
    return -1;
  }

  private static int contentLength(byte[] bytes, int from, int limit) {
    for (int i = from; i + LENGTH.length <= limit; i++) {
      int matched = 0;
      while (matched < LENGTH.length && lower(bytes[i + matched]) == LENGTH[matched]) {
        matched++;
      }
      if (matched == LENGTH.length) {
        return i + matched;
      }
    }
    // An answer without a body.
    return limit;
  }

  private static int lower(byte character) {
    return character >= 'A' && character <= 'Z' ? character + ('a' - 'A') : character;
  }

  private static int number(byte[] bytes, int from, int limit) {
    int value = 0;
    for (int i = from; i < limit && bytes[i] != '\r'; i++) {
      if (bytes[i] != ' ') {
        value = value * 10 + bytes[i] - '0';
      }
    }
    return value;
  }
}
