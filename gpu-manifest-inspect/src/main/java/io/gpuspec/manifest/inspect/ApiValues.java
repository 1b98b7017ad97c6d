package io.gpuspec.manifest.inspect;

import com.fasterxml.jackson.databind.JsonNode;
import io.gpuspec.internal.yaml.YamlKind;
import io.gpuspec.internal.yaml.YamlScalar;
import io.gpuspec.kube.KubeNames;
import io.gpuspec.manifest.internal.found.Placeholders;
import io.gpuspec.manifest.internal.tree.CronSchedule;
import io.gpuspec.manifest.internal.tree.YamlPlace;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Compares values with what a row says of their field. */
final class ApiValues {
  private static final Pattern PORT_NAME =
      Pattern.compile("(?=.*[a-z])(?!.*--)[a-z0-9]([-a-z0-9]{0,13}[a-z0-9])?");
  private static final Pattern ENV_NAME = Pattern.compile("[ -<>-~]+");
  private static final Pattern CONFIG_KEY = Pattern.compile("(?!\\.$|\\.\\.)[-._a-zA-Z0-9]{1,253}");
  private static final Pattern NUMBER = Pattern.compile("-?[0-9]{1,18}");
  private static final Pattern PERCENT = Pattern.compile("[0-9]{1,9}%");
  private static final Pattern IP = Pattern.compile("|None|[0-9]+(\\.[0-9]+){3}|[0-9a-fA-F]*:.*");
  private static final int HIGHEST_PORT = 65_535;

  private record Format(String called, Predicate<YamlPlace> holds) {
    static Format of(String called, Predicate<String> holds) {
      return new Format(called, place -> holds.test(Places.textOf(place)));
    }
  }

  private static final Map<String, Format> FORMATS =
      Map.ofEntries(
          Map.entry(
              "dns-label", Format.of("a name of at most 63 of a-z, 0-9 and -", KubeNames::isLabel)),
          Map.entry(
              "dns-subdomain",
              Format.of("a name of at most 253 of a-z, 0-9, - and .", KubeNames::isSubdomain)),
          Map.entry("label-key", Format.of("a key such as example.com/name", KubeNames::isKey)),
          Map.entry(
              "annotation-key",
              Format.of(
                  "a key such as example.com/name",
                  key -> KubeNames.isKey(key.toLowerCase(Locale.ROOT)))),
          Map.entry(
              "label-value",
              Format.of(
                  "a value of at most 63 letters, digits, -, _ and .", KubeNames::isLabelValue)),
          Map.entry(
              "port-name",
              Format.of(
                  "a name of at most 15 of a-z, 0-9 and -, with a letter",
                  PORT_NAME.asMatchPredicate())),
          Map.entry("env-name", Format.of("a name without =", ENV_NAME.asMatchPredicate())),
          Map.entry(
              "config-key",
              Format.of("a key of letters, digits, -, _ and .", CONFIG_KEY.asMatchPredicate())),
          Map.entry(
              "resource",
              Format.of(
                  "cpu, memory, another standard resource, or a name with a domain",
                  name -> name.equals("storage") || KubeNames.isContainerResource(name))),
          Map.entry(
              "time-zone",
              Format.of("a time zone such as Asia/Shanghai", CronSchedule.zones()::contains)),
          Map.entry(
              "schedule", Format.of("a schedule such as 0 3 * * *", CronSchedule::isSchedule)),
          Map.entry("ip", Format.of("an IP address or None", IP.asMatchPredicate())),
          Map.entry(
              "port", new Format("a number from 1 to 65535, or a port's name", ApiValues::isPort)),
          Map.entry(
              "target-port",
              new Format(
                  "a number from 1 to 65535, or a port's name",
                  place -> Places.textOf(place).equals("0") || isPort(place))),
          Map.entry("amount", new Format("an amount that is not negative", ApiValues::isAmount)),
          Map.entry(
              "count-or-percent",
              new Format("a number, or a percentage such as 25%", ApiValues::isCountOrPercent)));

  private ApiValues() {}

  /**
   * A value that the API server refuses.
   *
   * @param at the value, or its key
   * @param allowed what it may be
   */
  record Refused(YamlPlace at, String allowed) {}

  /** Finds what the API server refuses in the value of a field. */
  @FunctionalInterface
  interface Check {
    /** Refuses nothing. */
    Check NONE = value -> List.of();

    /** Returns what is wrong with a value. */
    List<Refused> refused(YamlPlace value);
  }

  /** Returns the check that a row states for a field. */
  static Check of(JsonNode row) {
    Check check = stated(row);
    return value -> value.template().isPresent() ? List.of() : check.refused(value);
  }

  private static Check stated(JsonNode row) {
    if (row.has("keys")) {
      return entries(format(row.path("keys")), format(row.path("values")));
    }
    if (row.has("each")) {
      Words words = Words.of(row.path("each"));
      return value ->
          Places.items(value).stream()
              .filter(item -> !words.hold(item))
              .map(item -> new Refused(item, words.called()))
              .toList();
    }
    if (row.has("unique")) {
      List<String> keys = row.path("unique").valueStream().map(JsonNode::asText).toList();
      boolean isNamed = row.has("named");
      return value ->
          Stream.concat(duplicates(keys, value), isNamed ? nameless(value) : Stream.empty())
              .toList();
    }
    if (row.has("apart") || row.has("apartInOne")) {
      return value -> terms(row, Places.items(value));
    }
    if (row.has("selects")) {
      return value ->
          Places.fields(value, "matchLabels").isEmpty()
                  && Places.items(value, "matchExpressions").isEmpty()
              ? List.of(new Refused(value, "a selector that is not empty"))
              : List.of();
    }
    Format format = single(row);
    // To the API server an empty text is not there.
    return value ->
        Places.textOf(value).isEmpty() || format.holds().test(value)
            ? List.of()
            : List.of(new Refused(value, format.called()));
  }

  private static Optional<Format> format(JsonNode named) {
    return Optional.ofNullable(FORMATS.get(named.asText("")));
  }

  private static Check entries(Optional<Format> keys, Optional<Format> values) {
    return value -> {
      List<Refused> refused = new ArrayList<>();
      Places.fields(value)
          .forEach(
              (key, each) -> {
                keys.ifPresent(format -> add(refused, format, value.key(key)));
                values.ifPresent(format -> add(refused, format, each));
              });
      return refused;
    };
  }

  private static void add(List<Refused> refused, Format format, YamlPlace at) {
    if (!format.holds().test(at) && at.template().isEmpty() && !Placeholders.isOne(at)) {
      refused.add(new Refused(at, format.called()));
    }
  }

  private static Stream<Refused> duplicates(List<String> keys, YamlPlace list) {
    Set<List<String>> seen = new HashSet<>();
    return Places.items(list).stream()
        .filter(item -> Places.at(item, keys.get(0)).isPresent())
        .filter(item -> !seen.add(keys.stream().map(key -> Places.text(item, key)).toList()))
        .map(
            item ->
                new Refused(item.require(keys.get(0)), "another " + keys.get(0) + " in each item"));
  }

  private static Stream<Refused> nameless(YamlPlace list) {
    List<YamlPlace> items = Places.items(list);
    return items.size() > 1
        ? items.stream()
            .filter(item -> Places.text(item, "name").isEmpty())
            .map(item -> new Refused(item, "a name in each of several items"))
        : Stream.empty();
  }

  /**
   * Returns the items of a list that have fields which exclude each other. Some lists are refused
   * only where all of their items do.
   */
  private static List<Refused> terms(JsonNode row, List<YamlPlace> items) {
    List<Refused> refused = new ArrayList<>();
    row.path("apart")
        .properties()
        .forEach(rule -> items.stream().flatMap(item -> apart(rule, item)).forEach(refused::add));
    row.path("apartInOne").properties().stream()
        .filter(rule -> items.stream().allMatch(item -> apart(rule, item).findAny().isPresent()))
        .flatMap(rule -> items.stream().limit(1).flatMap(item -> apart(rule, item)))
        .forEach(refused::add);
    if (items.size() > 1) {
      String alone = row.path("alone").asText();
      items.stream()
          .flatMap(item -> Places.at(item, alone).stream())
          .map(at -> new Refused(at, "no other item beside one with " + alone))
          .forEach(refused::add);
    }
    return refused.stream().limit(1).toList();
  }

  /** Returns a field of an item, if the item has another one that it excludes. */
  private static Stream<Refused> apart(Map.Entry<String, JsonNode> rule, YamlPlace item) {
    List<String> others = rule.getValue().valueStream().map(JsonNode::asText).toList();
    return others.stream().anyMatch(other -> Places.at(item, other).isPresent())
        ? Places.at(item, rule.getKey()).stream()
            .map(
                at ->
                    new Refused(
                        at,
                        "an item with %s and none of %s"
                            .formatted(rule.getKey(), String.join(", ", others))))
        : Stream.empty();
  }

  /** Returns the format of a field with one value. */
  private static Format single(JsonNode row) {
    if (row.has("enum")) {
      Words words = Words.of(row.path("enum"));
      return new Format(words.called(), words::hold);
    }
    Format format = FORMATS.get(row.path("format").asText());
    if (format != null) {
      return format;
    }
    if (row.has("pattern")) {
      return Format.of(
          row.path("expected").asText(),
          Pattern.compile(row.path("pattern").asText()).asMatchPredicate());
    }
    return range(row);
  }

  /** The words that a value may be. */
  private record Words(Set<String> all, String called) {

    private static Words of(JsonNode words) {
      List<String> all = words.valueStream().map(JsonNode::asText).toList();
      return new Words(
          Set.copyOf(all),
          "one of "
              + all.stream().filter(word -> !word.isEmpty()).collect(Collectors.joining(", ")));
    }

    private boolean hold(YamlPlace value) {
      return all.contains(Places.textOf(value));
    }
  }

  private static Format range(JsonNode row) {
    Optional<BigDecimal> least = number(row, "minimum");
    Optional<BigDecimal> most = number(row, "maximum");
    String from = row.path("minimum").asText();
    return Format.of(
        most.isPresent()
            ? "a number from " + from + " to " + row.path("maximum").asText()
            : "a number of at least " + from,
        text ->
            !NUMBER.matcher(text).matches()
                || (least.filter(each -> new BigDecimal(text).compareTo(each) < 0).isEmpty()
                    && most.filter(each -> new BigDecimal(text).compareTo(each) > 0).isEmpty()));
  }

  private static Optional<BigDecimal> number(JsonNode row, String field) {
    return Optional.ofNullable(row.get(field)).map(JsonNode::decimalValue);
  }

  private static boolean isText(YamlPlace place) {
    return place.node() instanceof YamlScalar scalar && scalar.kind() == YamlKind.STRING;
  }

  private static boolean isPort(YamlPlace place) {
    String text = Places.textOf(place);
    return isText(place)
        ? PORT_NAME.matcher(text).matches()
        : NUMBER.matcher(text).matches()
            && Long.parseLong(text) >= 1
            && Long.parseLong(text) <= HIGHEST_PORT;
  }

  /** Without a value it is 0, which its request or limit is not. */
  private static boolean isAmount(YamlPlace place) {
    boolean isMissing = place.node().isNull() && place.path().contains("/");
    return !isMissing && !Places.textOf(place).startsWith("-");
  }

  private static boolean isCountOrPercent(YamlPlace place) {
    String text = Places.textOf(place);
    return isText(place) ? PERCENT.matcher(text).matches() : !text.startsWith("-");
  }
}
