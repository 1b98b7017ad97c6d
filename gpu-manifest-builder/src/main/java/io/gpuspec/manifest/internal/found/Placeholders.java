package io.gpuspec.manifest.internal.found;

import io.gpuspec.internal.yaml.YamlEntry;
import io.gpuspec.internal.yaml.YamlMapping;
import io.gpuspec.internal.yaml.YamlNode;
import io.gpuspec.internal.yaml.YamlScalar;
import io.gpuspec.internal.yaml.YamlSequence;
import io.gpuspec.manifest.internal.tree.YamlPlace;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Values of an example that somebody still has to fill in, such as {@code <your-image>}. */
public final class Placeholders {
  private static final Pattern WHOLE = YamlPlace.PLACEHOLDER;
  private static final Pattern PART = Pattern.compile(".*" + WHOLE.pattern() + ".*");

  private final List<YamlPlace> found = new ArrayList<>();

  private Placeholders() {}

  /** Returns the places, in the order of the file. */
  public static List<YamlPlace> in(YamlPlace object) {
    if (!hasBracket(object.node())) {
      return List.of();
    }
    Placeholders search = new Placeholders();
    search.walk("", object);
    return search.found;
  }

  /** Most objects have none, and need no places of all their values to see that. */
  private static boolean hasBracket(YamlNode node) {
    if (node instanceof YamlScalar scalar) {
      return scalar.text().indexOf('<') >= 0;
    }
    if (node instanceof YamlMapping mapping) {
      for (YamlEntry entry : mapping.entries().values()) {
        if (hasBracket(entry.value())) {
          return true;
        }
      }
    } else if (node instanceof YamlSequence list) {
      for (YamlNode item : list.items()) {
        if (hasBracket(item)) {
          return true;
        }
      }
    }
    return false;
  }

  private void walk(String key, YamlPlace place) {
    if (place.node() instanceof YamlSequence) {
      place.items().forEach(item -> walk("", item));
    } else if (place.node() instanceof YamlMapping) {
      place.fields().forEach(this::walk);
    } else if (place.node() instanceof YamlScalar scalar
        && scalar.text().indexOf('<') >= 0
        && (key.equals("image") ? PART : WHOLE).matcher(scalar.text()).matches()) {
      found.add(place);
    }
  }
}
