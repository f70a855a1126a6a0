package seckill.config;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

/** Makes a JSON document of the nodes of a YAML file, if what they grow to is within bounds. */
final class YamlDocument {
  private static final String MERGE = "<<";

  /** Names of settings whose value is not told. */
  private static final Pattern SECRET =
      Pattern.compile("(?i).*(secret|password|token|url|key)(\\[\\d+])?");

  private final String name;
  private final boolean strict;

  /**
   * @param strict whether a scalar that other readers would not take for text is refused
   */
  YamlDocument(String name, boolean strict) {
    this.name = name;
    this.strict = strict;
  }

  /**
   * The document below a root.
   *
   * @throws ConfigException one line that names the file, the line and the cause
   */
  JsonObject of(Node root) {
    new Growth().measure(root);
    if (root instanceof MappingNode mapping) {
      return object(mapping, "");
    }
    if (root instanceof ScalarNode scalar && isPlain(scalar) && scalar.getValue().isEmpty()) {
      return new JsonObject();
    }
    throw refused(
        "must be %s, not %s as in line %d",
        strict ? "sections with settings below them" : "names with values",
        root instanceof SequenceNode ? "a list" : "one value",
        lineOf(root));
  }

  private static boolean isPlain(ScalarNode scalar) {
    return scalar.getTag().equals(YamlTree.PLAIN);
  }

  private static int lineOf(Node node) {
    return YamlTree.lineOf(node.getStartMark());
  }

  private JsonObject object(MappingNode mapping, String path) {
    JsonObject object = new JsonObject();
    Map<String, Node> keys = new HashMap<>();
    JsonObject merged = new JsonObject();
    for (NodeTuple tuple : mapping.getValue()) {
      if (isMerge(tuple.getKeyNode())) {
        merge(merged, tuple.getValueNode(), path);
        continue;
      }
      String key = key(tuple.getKeyNode());
      String below = path.isEmpty() ? key : path + "." + key;
      Node first = keys.putIfAbsent(key, tuple.getKeyNode());
      if (first != null) {
        throw refused(
            "has the duplicate key %s in line %d, which stands in line %d already",
            below, lineOf(tuple.getKeyNode()), lineOf(first));
      }
      object.put(key, value(tuple.getValueNode(), below));
    }
    // What a section says itself goes before what it takes from others.
    merged.fieldNames().stream()
        .filter(key -> !object.containsKey(key))
        .forEach(key -> object.put(key, merged.getValue(key)));
    return object;
  }

  private static boolean isMerge(Node key) {
    return key instanceof ScalarNode scalar && isPlain(scalar) && scalar.getValue().equals(MERGE);
  }

  private void merge(JsonObject merged, Node from, String path) {
    if (from instanceof MappingNode mapping) {
      JsonObject other = object(mapping, path);
      for (String key : other.fieldNames()) {
        if (!merged.containsKey(key)) {
          merged.put(key, other.getValue(key));
        }
      }
    } else if (from instanceof SequenceNode list
        && list.getValue().stream().allMatch(MappingNode.class::isInstance)) {
      list.getValue().forEach(each -> merge(merged, each, path));
    } else {
      throw refused("has a merge key << in line %d that names no section", lineOf(from));
    }
  }

  private String key(Node node) {
    if (!(node instanceof ScalarNode scalar)) {
      throw refused("has a name that is not text in line %d", lineOf(node));
    }
    String text = scalar.getValue();
    if (isPlain(scalar)
        && (YamlScalars.isTooLong(text) || !(YamlScalars.value(text) instanceof String))) {
      throw refused("has a name that is not text: %s in line %d", shown(text), lineOf(node));
    }
    return text;
  }

  private Object value(Node node, String path) {
    if (node instanceof MappingNode mapping) {
      return object(mapping, path);
    }
    if (node instanceof SequenceNode list) {
      JsonArray array = new JsonArray();
      List<Node> elements = list.getValue();
      for (int i = 0; i < elements.size(); i++) {
        array.add(value(elements.get(i), path + "[" + (i + 1) + "]"));
      }
      return array;
    }
    ScalarNode scalar = (ScalarNode) node;
    return isPlain(scalar) ? plain(scalar, path) : scalar.getValue();
  }

  private Object plain(ScalarNode scalar, String path) {
    String text = scalar.getValue();
    if (YamlScalars.isTooLong(text)) {
      throw refused(
          "has a number of more than %d digits (limit maxDigits) for %s in line %d",
          YamlLimits.MAX_DIGITS, path, lineOf(scalar));
    }
    if (strict && YamlScalars.isAmbiguous(text)) {
      throw refused(
          "has %s for %s in line %d, which is read in more than one way: write a number in plain"
              + " decimal digits, true, false or null; if it is text, put it into quotes",
          SECRET.matcher(path).matches() ? "an unquoted value" : shown(text), path, lineOf(scalar));
    }
    return YamlScalars.value(text);
  }

  private static String shown(String text) {
    int most = YamlLimits.MAX_DIGITS;
    return text.length() <= most ? text : text.substring(0, most) + "…";
  }

  private ConfigException refused(String why, Object... parts) {
    return new ConfigException(name + " " + String.format(why, parts));
  }

  static ConfigException tooDeep(String name, int line) {
    return new ConfigException(
        name
            + " is nested too deep in line "
            + line
            + ": more than "
            + YamlLimits.MAX_DEPTH
            + " lists and sections within each other (limit maxDepth)");
  }

  /**
   * What nodes grow to when aliases are followed, found without following any twice, so that it
   * takes no longer than the file is.
   */
  private final class Growth {
    private final Map<Node, Size> sizes = new IdentityHashMap<>();

    /** How many nodes there are below one and itself, and how deep they are nested. */
    private record Size(long nodes, int depth) {}

    void measure(Node root) {
      Size grown = of(root, root);
      if (grown.nodes() - sizes.size() > YamlLimits.MAX_ALIASED) {
        throw refused(
            "grows by its aliases to more than %d values (limit maxAliased)",
            YamlLimits.MAX_ALIASED);
      }
    }

    private Size of(Node node, Node from) {
      if (sizes.containsKey(node)) {
        Size known = sizes.get(node);
        if (known == null) {
          throw refused(
              "is nested too deep in line %d: what begins in line %d contains itself",
              lineOf(from), lineOf(node));
        }
        return known;
      }
      sizes.put(node, null);
      Size size = new Size(1, 0);
      if (node instanceof MappingNode mapping) {
        for (NodeTuple tuple : mapping.getValue()) {
          size = around(size, of(tuple.getKeyNode(), node), node);
          size = around(size, of(tuple.getValueNode(), node), node);
        }
      } else if (node instanceof SequenceNode list) {
        for (Node element : list.getValue()) {
          size = around(size, of(element, node), node);
        }
      }
      sizes.put(node, size);
      return size;
    }

    private Size around(Size size, Size child, Node node) {
      int depth = Math.max(size.depth(), child.depth() + 1);
      if (depth > YamlLimits.MAX_DEPTH) {
        throw tooDeep(name, lineOf(node));
      }
      // A sum beyond the limit may grow on, but never over.
      long nodes = Math.min(size.nodes() + child.nodes(), Long.MAX_VALUE / 2);
      return new Size(nodes, depth);
    }
  }
}
