package seckill.config;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import org.yaml.snakeyaml.reader.StreamReader;

/** The bytes of a YAML file as text, or why they are none. */
final class YamlText {
  private static final char BYTE_ORDER_MARK = '\uFEFF';
  private static final byte LINE_FEED = '\n';

  /** Bytes that are looked at to tell an encoding. */
  private static final int HEAD = 64;

  private final String name;

  private YamlText(String name) {
    this.name = name;
  }

  /**
   * The text of a file, without the byte order mark that some editors begin it with.
   *
   * @throws ConfigException one line that names the file and the line that is no text
   */
  static String of(String name, byte[] content) {
    return new YamlText(name).text(content);
  }

  private String text(byte[] content) {
    refuseUtf16(content);
    CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
    ByteBuffer in = ByteBuffer.wrap(content);
    CharBuffer out = CharBuffer.allocate(content.length + 1);
    CoderResult result = decoder.decode(in, out, true);
    if (result.isError()) {
      throw refused(
          "is not UTF-8: the byte 0x%02X in line %d is of another encoding; save the file as UTF-8",
          content[in.position()], lineAt(content, in.position()));
    }
    String text = out.flip().toString();
    boolean marked = !text.isEmpty() && text.charAt(0) == BYTE_ORDER_MARK;
    return printable(marked ? text.substring(1) : text);
  }

  // Either mark of UTF-16 also begins one of UTF-32; without one the zeros among the letters tell.
  private void refuseUtf16(byte[] content) {
    int looked = Math.min(content.length, HEAD);
    int zeros = 0;
    for (int i = 0; i < looked; i++) {
      zeros += content[i] == 0 ? 1 : 0;
    }
    int first = looked < 2 ? 0 : (content[0] & 0xFF) << Byte.SIZE | content[1] & 0xFF;
    boolean marked =
        first == BYTE_ORDER_MARK || first == (Character.reverseBytes(BYTE_ORDER_MARK) & 0xFFFF);
    if (marked || zeros > 1 && zeros * Integer.BYTES >= looked) {
      throw refused("is not UTF-8 but UTF-16 or UTF-32 (line 1); save the file as UTF-8");
    }
  }

  private static int lineAt(byte[] content, int position) {
    int line = 1;
    for (int i = 0; i < position; i++) {
      line += content[i] == LINE_FEED ? 1 : 0;
    }
    return line;
  }

  private String printable(String text) {
    int line = 1;
    for (int i = 0; i < text.length(); ) {
      int character = text.codePointAt(i);
      if (!StreamReader.isPrintable(character)) {
        throw refused(
            "is not YAML in line %d: the character U+%04X%s is not allowed there",
            line, character, character == 0 ? " (NUL)" : "");
      }
      line += character == LINE_FEED ? 1 : 0;
      i += Character.charCount(character);
    }
    return text;
  }

  private ConfigException refused(String why, Object... parts) {
    return new ConfigException(name + " " + String.format(why, parts));
  }
}
