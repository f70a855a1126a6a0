package seckill.config;

import java.util.Map;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.composer.Composer;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.events.CollectionEndEvent;
import org.yaml.snakeyaml.events.CollectionStartEvent;
import org.yaml.snakeyaml.events.Event;
import org.yaml.snakeyaml.events.ScalarEvent;
import org.yaml.snakeyaml.events.SequenceStartEvent;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeId;
import org.yaml.snakeyaml.nodes.Tag;
import org.yaml.snakeyaml.parser.Parser;
import org.yaml.snakeyaml.parser.ParserImpl;
import org.yaml.snakeyaml.reader.StreamReader;
import org.yaml.snakeyaml.resolver.Resolver;

/**
 * The nodes of a YAML text, as they are written: nothing is looked up by type, and an alias is the
 * node that it stands for.
 */
final class YamlTree {
  /** The tag of plain scalars, whose meaning {@link YamlScalars} decides. */
  static final Tag PLAIN = new Tag("tag:seckill,2026:plain");

  private final String name;

  private YamlTree(String name) {
    this.name = name;
  }

  /**
   * The root of the one document in a text, or {@code null} if there is none.
   *
   * @throws ConfigException one line that names the file and the line
   */
  static Node of(String name, String text) {
    return new YamlTree(name).compose(text);
  }

  private Node compose(String text) {
    LoaderOptions options = new LoaderOptions();
    // The size of the file bounds them, and what they grow to is counted afterwards.
    options.setMaxAliasesForCollections(Integer.MAX_VALUE);
    options.setCodePointLimit(Integer.MAX_VALUE);
    options.setNestingDepthLimit(Integer.MAX_VALUE);
    try {
      Parser parser = new CheckedParser(new ParserImpl(new StreamReader(text), options));
      return new Composer(parser, new AsWritten(), options).getSingleNode();
    } catch (MarkedYAMLException e) {
      throw refused(e);
    } catch (YAMLException e) {
      throw new ConfigException(name + " is not YAML: " + firstLine(e.getMessage()));
    }
  }

  private ConfigException refused(MarkedYAMLException e) {
    Mark at = e.getProblemMark() == null ? e.getContextMark() : e.getProblemMark();
    StringBuilder why = new StringBuilder(name).append(" is not YAML");
    if (at != null) {
      why.append(" in line ").append(lineOf(at));
    }
    why.append(": ").append(firstLine(e.getProblem()));
    // An open quote is noticed at the end of the file; where it was opened is what helps.
    Mark began = e.getContextMark();
    if (began != null && at != null && began.getLine() != at.getLine() && e.getContext() != null) {
      why.append(", ").append(firstLine(e.getContext())).append(" that begins in line ");
      why.append(lineOf(began));
    }
    return new ConfigException(why.toString());
  }

  private static String firstLine(String text) {
    return text == null ? "" : text.lines().findFirst().orElse("");
  }

  static int lineOf(Mark mark) {
    return mark.getLine() + 1;
  }

  /** Tells plain scalars from quoted ones, and no more. */
  private static final class AsWritten extends Resolver {
    @Override
    protected void addImplicitResolvers() {
      // Nothing is resolved by its looks.
    }

    @Override
    public Tag resolve(NodeId kind, String value, boolean implicit) {
      return switch (kind) {
        case scalar -> implicit ? PLAIN : Tag.STR;
        case sequence -> Tag.SEQ;
        default -> Tag.MAP;
      };
    }
  }

  /** Hands events on, as long as they are not nested too deep and have no tag of their own. */
  private final class CheckedParser implements Parser {
    private static final Map<String, Class<? extends Event>> TAGS =
        Map.of(
            Tag.STR.getValue(), ScalarEvent.class,
            Tag.SEQ.getValue(), SequenceStartEvent.class,
            Tag.MAP.getValue(), CollectionStartEvent.class);

    private final Parser events;
    private int depth;

    CheckedParser(Parser events) {
      this.events = events;
    }

    @Override
    public boolean checkEvent(Event.ID choice) {
      return events.checkEvent(choice);
    }

    @Override
    public Event peekEvent() {
      return events.peekEvent();
    }

    @Override
    public Event getEvent() {
      Event event = events.getEvent();
      if (event instanceof CollectionStartEvent start) {
        depth++;
        requireKnownTag(event, start.getTag());
        if (depth > YamlLimits.MAX_DEPTH) {
          throw YamlDocument.tooDeep(name, lineOf(event.getStartMark()));
        }
      } else if (event instanceof CollectionEndEvent) {
        depth--;
      } else if (event instanceof ScalarEvent scalar) {
        requireKnownTag(event, scalar.getTag());
      }
      return event;
    }

    private void requireKnownTag(Event event, String tag) {
      if (tag != null && !tag.equals("!") && !isKnown(event, tag)) {
        throw new ConfigException(
            name
                + " is not YAML in line "
                + lineOf(event.getStartMark())
                + ": the tag "
                + tag
                + " is not allowed");
      }
    }

    private static boolean isKnown(Event event, String tag) {
      Class<? extends Event> kind = TAGS.get(tag);
      return kind != null && kind.isInstance(event);
    }
  }
}
