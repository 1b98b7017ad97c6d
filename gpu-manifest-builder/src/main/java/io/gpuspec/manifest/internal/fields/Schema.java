package io.gpuspec.manifest.internal.fields;

import io.gpuspec.internal.yaml.YamlEntry;
import io.gpuspec.internal.yaml.YamlKind;
import io.gpuspec.internal.yaml.YamlMapping;
import io.gpuspec.internal.yaml.YamlNode;
import io.gpuspec.internal.yaml.YamlScalar;
import io.gpuspec.internal.yaml.YamlSequence;
import io.gpuspec.internal.yaml.YamlText;
import io.gpuspec.manifest.error.ManifestException;
import io.gpuspec.manifest.internal.tree.Checks;
import io.gpuspec.manifest.internal.tree.YamlPlace;
import io.gpuspec.spi.ObjectField;
import io.gpuspec.value.UnknownNameException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * The valid values at a position of a document. Documents are read by it, and their JSON Schema is
 * written from it, so that the two agree.
 */
public sealed interface Schema {

  /**
   * Reads a value into a tree of maps, lists, texts, whole numbers and truth values.
   *
   * <p>A mapping without what is wrong in it, so that the rest can be judged all the same; a list
   * only as a whole, because its items are counted.
   *
   * @param problems where everything goes that is wrong with the value
   * @throws ManifestException if it is something else altogether
   */
  Optional<Object> read(YamlPlace place, List<ManifestException> problems);

  /** Returns whether the value looks like one of these at all. */
  boolean isLike(YamlNode node);

  /** A string; one of these words, if there are any. */
  record Words(List<String> words) implements Schema {
    @Override
    public Optional<Object> read(YamlPlace place, List<ManifestException> problems) {
      String text = place.string();
      if (!words.isEmpty() && !words.contains(text)) {
        throw place.problem(Checks.unknownWord(text, words));
      }
      return Optional.of(text);
    }

    @Override
    public boolean isLike(YamlNode node) {
      return node instanceof YamlScalar scalar && scalar.kind() == YamlKind.STRING;
    }
  }

  /** An integer within inclusive bounds; read as an Integer if it fits. */
  record Whole(long least, long most) implements Schema {
    @Override
    public Optional<Object> read(YamlPlace place, List<ManifestException> problems) {
      long number = place.integer();
      if (number < least || number > most) {
        throw place.problem("'%s' is out of range; write %s to %s".formatted(number, least, most));
      }
      if (number == (int) number) {
        return Optional.of((int) number);
      }
      return Optional.of(number);
    }

    @Override
    public boolean isLike(YamlNode node) {
      return node instanceof YamlScalar scalar && scalar.kind() == YamlKind.INT;
    }
  }

  /** A boolean. */
  record Truth() implements Schema {
    @Override
    public Optional<Object> read(YamlPlace place, List<ManifestException> problems) {
      return Optional.of(place.bool());
    }

    @Override
    public boolean isLike(YamlNode node) {
      return node instanceof YamlScalar scalar && scalar.kind() == YamlKind.BOOL;
    }
  }

  /** A quantity, which can also be written as a number; read as its text. */
  record Amount() implements Schema {
    @Override
    public Optional<Object> read(YamlPlace place, List<ManifestException> problems) {
      return Optional.of(place.quantity());
    }

    @Override
    public boolean isLike(YamlNode node) {
      return node instanceof YamlScalar scalar
          && scalar.kind() != YamlKind.NULL
          && scalar.kind() != YamlKind.BOOL;
    }
  }

  /** A list with a minimum number of items. */
  record Items(Schema item, int least) implements Schema {
    @Override
    public Optional<Object> read(YamlPlace place, List<ManifestException> problems) {
      List<YamlPlace> items = place.items();
      if (items.size() < least) {
        throw place.problem("the list is empty; fill it, or remove it");
      }
      List<Object> read = new ArrayList<>();
      items.forEach(each -> collect(item, each, problems).ifPresent(read::add));
      return read.size() == items.size() ? Optional.of(read) : Optional.empty();
    }

    @Override
    public boolean isLike(YamlNode node) {
      return node instanceof YamlSequence;
    }
  }

  /** A mapping with keys of the user's choice. */
  record Entries(Schema value) implements Schema {
    @Override
    public Optional<Object> read(YamlPlace place, List<ManifestException> problems) {
      Map<String, Object> read = new LinkedHashMap<>();
      place
          .fields()
          .forEach(
              (key, each) -> collect(value, each, problems).ifPresent(tree -> read.put(key, tree)));
      return Optional.of(read);
    }

    @Override
    public boolean isLike(YamlNode node) {
      return node instanceof YamlMapping;
    }
  }

  /**
   * A mapping with these fields and no other.
   *
   * @param name its name in the JSON Schema
   * @param required those that have to be there
   * @param texts descriptions of fields
   */
  record Fields(
      String name, Map<String, Schema> fields, Set<String> required, Map<String, String> texts)
      implements Schema {
    /** Fields that look like one there is and say the opposite. */
    private static final Map<String, String> OPPOSITES =
        Map.of(
            "disruptionBudget.minAvailable",
            "'minAvailable' is the other side of maxUnavailable; write maxUnavailable, how many"
                + " pods may be away, such as 2 of 3 replicas for minAvailable: 1");

    @Override
    public Optional<Object> read(YamlPlace place, List<ManifestException> problems) {
      Map<String, Object> read = new LinkedHashMap<>();
      Map<String, YamlEntry> entries = place.mapping().entries();
      required.stream()
          .filter(field -> !entries.containsKey(field))
          .sorted()
          .forEach(field -> problems.add(place.problem("'" + field + "' is missing; add it")));
      place
          .fields()
          .forEach(
              (key, each) -> {
                Schema shape = fields.get(key);
                if (shape == null) {
                  problems.add(unknown(place, Objects.requireNonNull(entries.get(key)).key()));
                } else {
                  collect(shape, each, problems).ifPresent(tree -> read.put(key, tree));
                }
              });
      return Optional.of(read);
    }

    private ManifestException unknown(YamlPlace place, YamlScalar key) {
      String opposite = OPPOSITES.get(name + "." + key.text());
      return new YamlPlace(place.source(), place.path(), key)
          .problem(
              opposite != null
                  ? opposite
                  : new UnknownNameException(
                          "intent.unknown",
                          "field",
                          YamlText.shown(key.text()),
                          fields.keySet().stream().sorted().toList())
                      .getMessage());
    }

    @Override
    public boolean isLike(YamlNode node) {
      return node instanceof YamlMapping;
    }
  }

  /**
   * One of several schemas, distinguished by whether the value is a string, a number, a list or a
   * mapping.
   */
  record Either(List<Schema> shapes) implements Schema {
    @Override
    public Optional<Object> read(YamlPlace place, List<ManifestException> problems) {
      return shapes.stream()
          .filter(shape -> shape.isLike(place.node()))
          .findFirst()
          .orElse(shapes.get(0))
          .read(place, problems);
    }

    @Override
    public boolean isLike(YamlNode node) {
      return shapes.stream().anyMatch(shape -> shape.isLike(node));
    }
  }

  /** Reads a part; what it throws is one problem among others. */
  private static Optional<Object> collect(
      Schema shape, YamlPlace place, List<ManifestException> problems) {
    try {
      return shape.read(place, problems);
    } catch (ManifestException e) {
      problems.add(e);
      return Optional.empty();
    }
  }

  /** A mapping that has all of these fields. */
  static Fields all(String name, Map<String, Schema> fields) {
    return new Fields(name, fields, fields.keySet(), Map.of());
  }

  /**
   * Returns the values of a field.
   *
   * @param path the names of the objects around it, each with a dot, in the JSON Schema
   */
  static Schema of(String path, ObjectField field) {
    return switch (field.form()) {
      case TEXT -> new Words(field.words());
      case WHOLE -> new Whole(field.least(), field.most());
      case TRUTH -> new Truth();
      case AMOUNT -> new Amount();
      case TEXTS -> some(text());
      case ENTRIES -> new Entries(text());
      case AMOUNTS -> new Entries(new Amount());
      case LISTS -> new Entries(some(text()));
      case OBJECT -> of(path + field.name(), field.fields());
      case OBJECTS -> some(of(path + field.name(), field.fields()));
    };
  }

  /** Returns a mapping of these fields. */
  static Fields of(String name, List<ObjectField> fields) {
    Map<String, Schema> schemas = new LinkedHashMap<>();
    Map<String, String> texts = new LinkedHashMap<>();
    Set<String> required = new LinkedHashSet<>();
    for (ObjectField field : fields) {
      schemas.put(field.name(), of(name + ".", field));
      texts.put(field.name(), field.meaning());
      if (field.isRequired()) {
        required.add(field.name());
      }
    }
    return new Fields(name, schemas, required, texts);
  }

  static Schema text() {
    return new Words(List.of());
  }

  static Schema word(Object... words) {
    return new Words(Arrays.stream(words).map(Object::toString).toList());
  }

  /** Returns integers from this one on, up to Kubernetes' maximum. */
  static Schema from(int least) {
    return new Whole(least, Integer.MAX_VALUE);
  }

  static Schema port() {
    return new Whole(1, 65_535);
  }

  static Items list(Schema item) {
    return new Items(item, 0);
  }

  /** Returns a list with at least one item. */
  static Items some(Schema item) {
    return new Items(item, 1);
  }

  static Schema either(Schema... shapes) {
    return new Either(List.of(shapes));
  }
}
