package seckill.config;

import java.math.BigInteger;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.nodes.NodeId;
import org.yaml.snakeyaml.nodes.Tag;
import org.yaml.snakeyaml.resolver.Resolver;

/**
 * What a plain scalar means: numbers, truth values and null have one form each, that of JSON, and
 * the rest is text.
 */
final class YamlScalars {
  private static final Pattern INTEGER = Pattern.compile("-?(0|[1-9][0-9]*)");
  private static final Pattern DECIMAL = Pattern.compile("-?(0|[1-9][0-9]*)\\.[0-9]+");

  /** What the core schema of YAML 1.2 reads as a number besides. */
  private static final Pattern CORE_NUMBER =
      Pattern.compile(
          "0o[0-7]+|0x[0-9a-fA-F]+|[-+]?(\\.[0-9]+|[0-9]+(\\.[0-9]*)?)([eE][-+]?[0-9]+)?");

  /** What YAML 1.1, and with it most programs, reads as something else than text. */
  private static final Resolver YAML_1_1 = new Resolver();

  private YamlScalars() {}

  /** Whether other readers would take this for something else than text, or for another number. */
  static boolean isAmbiguous(String text) {
    return !isPlain(text)
        && (CORE_NUMBER.matcher(text).matches()
            || !YAML_1_1.resolve(NodeId.scalar, text, true).equals(Tag.STR));
  }

  private static boolean isPlain(String text) {
    return switch (text) {
      case "", "null", "true", "false" -> true;
      default -> INTEGER.matcher(text).matches() || DECIMAL.matcher(text).matches();
    };
  }

  /** Whether this is a number, and longer than any number that means something. */
  static boolean isTooLong(String text) {
    return text.length() > YamlLimits.MAX_DIGITS && isPlain(text);
  }

  /** The value of a plain scalar; text if it is nothing else. */
  static Object value(String text) {
    return switch (text) {
      case "", "null" -> null;
      case "true" -> true;
      case "false" -> false;
      default -> {
        if (INTEGER.matcher(text).matches()) {
          yield integer(text);
        }
        yield DECIMAL.matcher(text).matches() ? (Object) Double.valueOf(text) : text;
      }
    };
  }

  private static Number integer(String text) {
    BigInteger number = new BigInteger(text);
    if (number.bitLength() < Integer.SIZE) {
      return number.intValue();
    }
    return number.bitLength() < Long.SIZE ? (Number) number.longValue() : number;
  }
}
