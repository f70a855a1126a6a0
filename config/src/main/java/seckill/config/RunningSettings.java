package seckill.config;

import io.vertx.core.json.JsonObject;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The settings of the gate's layers in force: those of the file, and over them what operators
 * changed while running. Thread-safe; one per service and process.
 *
 * <p>A reader hears of its section only when something in it changed. What cannot be applied is
 * logged and leaves everything as it was.
 */
public final class RunningSettings {
  private static final Logger LOG = LoggerFactory.getLogger(RunningSettings.class);

  private final JsonObject file;
  private final Map<String, Set<Reader>> readers = new LinkedHashMap<>();
  private final Map<String, JsonObject> inForce = new HashMap<>();
  private final Map<String, String> refusals = new HashMap<>();
  private JsonObject changes = new JsonObject();
  private long version;

  /** Whoever goes by a section and can go on with another one. */
  public interface Reader {
    /** The name of the section. */
    String section();

    /**
     * Refuses settings that it could not go on with, and changes nothing.
     *
     * @param settings the whole section, checked against its schema
     * @throws RuntimeException saying to an operator what is wrong
     */
    default void check(JsonObject settings) {}

    /**
     * Goes on with other settings; called from any thread.
     *
     * @param settings the whole section, checked against its schema
     * @throws RuntimeException with the reason, to go on with those before
     */
    void configure(JsonObject settings);
  }

  /**
   * @param file the checked settings document of the service
   */
  public RunningSettings(JsonObject file) {
    this.file = file;
  }

  /** Adds a reader that goes by the file so far; one that is known already is not added again. */
  public synchronized void register(Reader reader) {
    String section = reader.section();
    Set<Reader> known =
        readers.computeIfAbsent(
            section, name -> Collections.newSetFromMap(new IdentityHashMap<>()));
    if (!known.add(reader)) {
      return;
    }
    JsonObject settings = inForce(section);
    if (!settings.equals(ofFile(section)) && !tell(reader, settings)) {
      inForce.remove(section);
    }
  }

  /** Whether anybody in this process reads the section. */
  public synchronized boolean has(String section) {
    return readers.containsKey(section);
  }

  /** The version of the changes that were taken over last; 0 before the first. */
  public synchronized long version() {
    return version;
  }

  /** A section as the file, the environment and the defaults have it. */
  public JsonObject ofFile(String section) {
    return file.getJsonObject(section).copy();
  }

  /** A section as it is in force. */
  public synchronized JsonObject inForce(String section) {
    JsonObject known = inForce.get(section);
    return known == null ? ofFile(section) : known.copy();
  }

  /** Who changed a section, when, and to what: {@code {settings, by, at}}; null if nobody did. */
  public synchronized JsonObject change(String section) {
    JsonObject change = changes.getJsonObject(section);
    return change == null ? null : change.copy();
  }

  /** Why this process cannot go by the change of a section; null if it does, or there is none. */
  public synchronized String refusal(String section) {
    return refusals.get(section);
  }

  /**
   * Refuses a change of some settings of a section that a reader here could not go on with; changes
   * nothing.
   *
   * @throws ConfigException one line that names the wrong setting
   * @throws RuntimeException what a reader says against it
   */
  public synchronized void check(String section, JsonObject settings) {
    GateSections.check(section, settings);
    if (readers.containsKey(section)) {
      checkWhole(section, GateSections.over(section, inForce(section), settings));
    }
  }

  private JsonObject checkWhole(String section, JsonObject wanted) {
    readers.getOrDefault(section, Set.of()).forEach(reader -> reader.check(wanted.copy()));
    return wanted;
  }

  /**
   * Takes over what operators changed.
   *
   * @param next the version of these changes, which only has to differ from the last
   * @param sections all sections that are changed: {@code {settings, by, at}} by name
   */
  public synchronized void apply(long next, JsonObject sections) {
    version = next;
    changes = sections.copy();
    refusals.clear();
    Set<String> all = new TreeSet<>(readers.keySet());
    all.addAll(inForce.keySet());
    all.addAll(changes.fieldNames());
    for (String section : all) {
      JsonObject wanted = file.containsKey(section) ? wanted(section) : null;
      if (wanted != null && !wanted.equals(inForce(section))) {
        LOG.info("settings of {} change to {}", section, wanted);
        if (tellAll(section, wanted)) {
          inForce.put(section, wanted);
        }
      }
    }
  }

  /** The whole section; {@code null} if what was changed does not fit it. */
  private JsonObject wanted(String section) {
    try {
      JsonObject change = changes.getJsonObject(section);
      if (change == null) {
        return ofFile(section);
      }
      JsonObject settings = change.getJsonObject("settings");
      GateSections.check(section, settings);
      return checkWhole(section, GateSections.over(section, ofFile(section), settings));
    } catch (RuntimeException e) {
      LOG.error("changed settings of {} cannot be used: {}", section, e.getMessage());
      refusals.put(section, e.getMessage());
      return null;
    }
  }

  /** Whether every reader goes on with the settings; one that refuses keeps none from hearing. */
  private boolean tellAll(String section, JsonObject settings) {
    boolean taken = true;
    for (Reader reader : readers.getOrDefault(section, Set.of())) {
      taken &= tell(reader, settings);
    }
    return taken;
  }

  private boolean tell(Reader reader, JsonObject settings) {
    try {
      reader.configure(settings.copy());
      return true;
    } catch (RuntimeException e) {
      LOG.error("other settings of {} are not taken: {}", reader.section(), e.getMessage());
      refusals.put(reader.section(), e.getMessage());
      return false;
    }
  }
}
