package io.gpuspec.internal.yaml;

import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.ScalarEvent;

/**
 * Rules for tags: accepted are those of the core schema that state the actual type, and {@code
 * !!str} or {@code !} for a string. No tag ever names a type to build.
 */
final class YamlTag {
  private static final String CORE = "tag:yaml.org,2002:";
  private static final String NON_SPECIFIC = "!";

  private YamlTag() {}

  /** The kind of a scalar, its tag and quotes considered. */
  static YamlKind kind(ScalarEvent event, YamlEvents events) {
    if (event.getTag().isEmpty()) {
      return event.isPlain() ? events.dialect().kind(event.getValue()) : YamlKind.STRING;
    }
    String tag = event.getTag().get();
    if (tag.equals(NON_SPECIFIC) || tag.equals(CORE + "str")) {
      return YamlKind.STRING;
    }
    YamlKind found = events.dialect().kind(event.getValue());
    boolean agrees =
        switch (tag) {
          case CORE + "int" -> found == YamlKind.INT;
          case CORE + "float" -> found == YamlKind.FLOAT || found == YamlKind.INT;
          case CORE + "bool" -> found == YamlKind.BOOL;
          case CORE + "null" -> found == YamlKind.NULL;
          default -> {
            unknown(event, tag, events);
            yield true;
          }
        };
    if (!agrees) {
      throw events.problem(
          event,
          "the tag "
              + shown(tag)
              + " is on '"
              + YamlText.shown(event.getValue())
              + "', which is no such value; take the tag away");
    }
    return tag.equals(CORE + "float") ? YamlKind.FLOAT : found;
  }

  /** Refuses any tag on a collection that does not just call it what it is. */
  static void checkCollection(CollectionStartEvent event, boolean mapping, YamlEvents events) {
    String own = CORE + (mapping ? "map" : "seq");
    event
        .getTag()
        .filter(tag -> !tag.equals(NON_SPECIFIC) && !tag.equals(own))
        .ifPresent(tag -> unknown(event, tag, events));
  }

  private static void unknown(Event event, String tag, YamlEvents events) {
    events
        .dialect()
        .unknownTag(
            events.problem(
                event,
                "found the tag "
                    + shown(tag)
                    + "; here only !!str, !!int, !!float, !!bool, !!null, !!map and !!seq may stand,"
                    + " each on such a value; take the tag away"));
  }

  private static String shown(String tag) {
    return YamlText.shown(tag.startsWith(CORE) ? "!!" + tag.substring(CORE.length()) : tag);
  }
}
