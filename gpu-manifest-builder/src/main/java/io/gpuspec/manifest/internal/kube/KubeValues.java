package io.gpuspec.manifest.internal.kube;

import com.fasterxml.jackson.databind.JsonNode;
import io.gpuspec.kube.KubeNames;
import io.gpuspec.manifest.internal.tree.Checks;
import io.gpuspec.manifest.internal.tree.CronSchedule;
import io.gpuspec.manifest.internal.tree.KubeTree;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Compares values with what a row says of their field. */
final class KubeValues {
  private static final Pattern NUMBER = Pattern.compile("-?[0-9]{1,18}");
  private static final Pattern PERCENT = Pattern.compile("[0-9]{1,9}%");
  private static final Pattern IP = Pattern.compile("|None|[0-9]+(\\.[0-9]+){3}|[0-9a-fA-F]*:.*");
  private static final int HIGHEST_PORT = 65_535;

  /**
   * A form of values.
   *
   * @param noun what a value of it is
   * @param called how one is written
   */
  private record Format(String noun, String called, Predicate<KubeTree> holds) {
    static Format of(String noun, String called, Predicate<String> holds) {
      return new Format(noun, called, place -> holds.test(place.text()));
    }

    Refused refused(KubeTree at, String text) {
      return new Refused(at, called, "'%s' is not %s; write %s".formatted(text, noun, called));
    }
  }

  private static final Map<String, Format> FORMATS =
      Map.ofEntries(
          Map.entry(
              "dns-label",
              Format.of(
                  "a DNS label", "a name of at most 63 of a-z, 0-9 and -", KubeNames::isLabel)),
          Map.entry(
              "dns-subdomain",
              Format.of(
                  "a DNS name",
                  "a name of at most 253 of a-z, 0-9, - and .",
                  KubeNames::isSubdomain)),
          Map.entry(
              "label-key", Format.of("a key", "a key such as example.com/name", KubeNames::isKey)),
          Map.entry(
              "annotation-key",
              Format.of(
                  "a key",
                  "a key such as example.com/name",
                  key -> KubeNames.isKey(key.toLowerCase(Locale.ROOT)))),
          Map.entry(
              "label-value",
              Format.of(
                  "a label value",
                  "a value of at most 63 letters, digits, -, _ and .",
                  KubeNames::isLabelValue)),
          Map.entry(
              "port-name",
              Format.of(
                  "a name of a port",
                  "a name of at most 15 of a-z, 0-9 and -, with a letter",
                  Checks::isPortName)),
          Map.entry(
              "env-name", Format.of("a name of a variable", "a name without =", Checks::isEnvName)),
          Map.entry(
              "config-key",
              Format.of(
                  "a key of a Secret or ConfigMap",
                  "a key of letters, digits, dots, - and _",
                  Checks::isConfigKey)),
          Map.entry(
              "resource",
              Format.of(
                  "a resource",
                  "cpu, memory, another standard resource, or a name with a domain",
                  name -> name.equals("storage") || KubeNames.isContainerResource(name))),
          Map.entry(
              "time-zone",
              Format.of(
                  "a time zone",
                  "a time zone such as Asia/Shanghai",
                  CronSchedule.zones()::contains)),
          Map.entry(
              "schedule",
              Format.of("a schedule", "a schedule such as 0 3 * * *", CronSchedule::isSchedule)),
          Map.entry("ip", Format.of("an address", "an IP address or None", IP.asMatchPredicate())),
          Map.entry(
              "port-number",
              Format.of("a port", "a number from 1 to 65535", KubeValues::isPortNumber)),
          Map.entry(
              "port",
              new Format(
                  "a port", "a number from 1 to 65535, or a port's name", KubeValues::isPort)),
          Map.entry(
              "target-port",
              new Format(
                  "a port",
                  "a number from 1 to 65535, or a port's name",
                  place -> place.text().equals("0") || isPort(place))),
          Map.entry(
              "amount",
              new Format("an amount", "an amount that is not negative", KubeValues::isAmount)),
          Map.entry(
              "count-or-percent",
              new Format(
                  "a number of pods",
                  "a number, or a percentage such as 25%",
                  KubeValues::isCountOrPercent)));

  private KubeValues() {}

  /**
   * A value that the API server refuses.
   *
   * @param at the value, or its key
   * @param allowed what it may be
   * @param problem what is wrong, and what to do
   */
  record Refused(KubeTree at, String allowed, String problem) {
    static Refused of(KubeTree at, String allowed) {
      return new Refused(at, allowed, "'%s' is refused; write %s".formatted(at.text(), allowed));
    }
  }

  /** Finds what the API server refuses in the value of a field. */
  @FunctionalInterface
  interface Check {
    /** Refuses nothing. */
    Check NONE = value -> List.of();

    /** Returns what is wrong with a value. */
    List<Refused> refused(KubeTree value);
  }

  /** Returns the check that a row states for a field. */
  static Check of(JsonNode row) {
    Check check = stated(row);
    return value -> value.isOpen() ? List.of() : check.refused(value);
  }

  private static Check stated(JsonNode row) {
    if (row.has("keys")) {
      return entries(format(row.path("keys")), format(row.path("values")));
    }
    if (row.has("each")) {
      Words words = Words.of(row.path("each"));
      return value ->
          value.elements().stream().filter(item -> !words.hold(item)).map(words::refused).toList();
    }
    if (row.has("unique")) {
      List<String> keys = row.path("unique").valueStream().map(JsonNode::asText).toList();
      boolean isNamed = row.has("named");
      return value ->
          Stream.concat(duplicates(keys, value), isNamed ? nameless(value) : Stream.empty())
              .toList();
    }
    if (row.has("apart") || row.has("apartInOne")) {
      return value -> terms(row, value.elements());
    }
    if (row.has("selects")) {
      return value ->
          value.entries("matchLabels").isEmpty() && value.elements("matchExpressions").isEmpty()
              ? List.of(Refused.of(value, "a selector that is not empty"))
              : List.of();
    }
    if (row.has("enum")) {
      Words words = Words.of(row.path("enum"));
      return value ->
          value.text().isEmpty() || words.hold(value) ? List.of() : List.of(words.refused(value));
    }
    if (row.has("minimum")) {
      return range(row);
    }
    Format format = single(row);
    // To the API server an empty text is not there.
    return value ->
        value.text().isEmpty() || format.holds().test(value)
            ? List.of()
            : List.of(format.refused(value, value.text()));
  }

  private static Optional<Format> format(JsonNode named) {
    return Optional.ofNullable(FORMATS.get(named.asText("")));
  }

  private static Check entries(Optional<Format> keys, Optional<Format> values) {
    return value -> {
      List<Refused> refused = new ArrayList<>();
      value
          .entries()
          .forEach(
              (key, each) -> {
                keys.ifPresent(format -> add(refused, format, value.keyOf(key)));
                values.ifPresent(format -> add(refused, format, each));
              });
      return refused;
    };
  }

  private static void add(List<Refused> refused, Format format, KubeTree at) {
    if (!format.holds().test(at) && !at.isOpen()) {
      refused.add(format.refused(at, at.text()));
    }
  }

  private static Stream<Refused> duplicates(List<String> keys, KubeTree list) {
    Set<List<String>> seen = new HashSet<>();
    return list.elements().stream()
        .filter(item -> item.has(keys.get(0)))
        .filter(item -> !seen.add(keys.stream().map(key -> item.text(key)).toList()))
        .map(
            item ->
                Refused.of(
                    Objects.requireNonNull(item.child(keys.get(0))),
                    "another " + keys.get(0) + " in each item"));
  }

  private static Stream<Refused> nameless(KubeTree list) {
    List<? extends KubeTree> items = list.elements();
    return items.size() > 1
        ? items.stream()
            .filter(item -> item.text("name").isEmpty())
            .map(item -> Refused.of(item, "a name in each of several items"))
        : Stream.empty();
  }

  /**
   * Returns the items of a list that have fields which exclude each other. Some lists are refused
   * only where all of their items do.
   */
  private static List<Refused> terms(JsonNode row, List<? extends KubeTree> items) {
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
          .flatMap(item -> Stream.ofNullable(item.child(alone)))
          .map(at -> Refused.of(at, "no other item beside one with " + alone))
          .forEach(refused::add);
    }
    return refused.stream().limit(1).toList();
  }

  /** Returns a field of an item, if the item has another one that it excludes. */
  private static Stream<Refused> apart(Map.Entry<String, JsonNode> rule, KubeTree item) {
    List<String> others = rule.getValue().valueStream().map(JsonNode::asText).toList();
    return others.stream().anyMatch(other -> item.has(other))
        ? Stream.ofNullable(item.child(rule.getKey()))
            .map(
                at ->
                    Refused.of(
                        at,
                        "an item with %s and none of %s"
                            .formatted(rule.getKey(), String.join(", ", others))))
        : Stream.empty();
  }

  /** Returns the format of a field with one value. */
  private static Format single(JsonNode row) {
    return format(row.path("format"))
        .orElseGet(
            () ->
                Format.of(
                    "right",
                    row.path("expected").asText(),
                    Pattern.compile(row.path("pattern").asText()).asMatchPredicate()));
  }

  /** The words that a value may be. */
  private record Words(Set<String> all, List<String> listed, String called) {

    private static Words of(JsonNode words) {
      List<String> all = words.valueStream().map(JsonNode::asText).toList();
      return new Words(
          Set.copyOf(all),
          all,
          "one of "
              + all.stream().filter(word -> !word.isEmpty()).collect(Collectors.joining(", ")));
    }

    private boolean hold(KubeTree value) {
      return all.contains(value.text());
    }

    private Refused refused(KubeTree value) {
      return new Refused(value, called, Checks.unknownWord(value.text(), listed).getMessage());
    }
  }

  private static Check range(JsonNode row) {
    Optional<BigDecimal> least = number(row, "minimum");
    Optional<BigDecimal> most = number(row, "maximum");
    String allowed =
        most.map(each -> "a number from " + least.orElseThrow() + " to " + each)
            .orElseGet(() -> "a number of at least " + least.orElseThrow());
    return value -> {
      if (!NUMBER.matcher(value.text()).matches()) {
        return List.of();
      }
      BigDecimal number = new BigDecimal(value.text());
      return Stream.concat(
              least
                  .filter(each -> number.compareTo(each) < 0)
                  .map(each -> "'%s' is below %s; give %s or more".formatted(number, each, each))
                  .stream(),
              most
                  .filter(each -> number.compareTo(each) > 0)
                  .map(each -> "'%s' is above %s; give %s or less".formatted(number, each, each))
                  .stream())
          .map(problem -> new Refused(value, allowed, problem))
          .toList();
    };
  }

  private static Optional<BigDecimal> number(JsonNode row, String field) {
    return Optional.ofNullable(row.get(field)).map(JsonNode::decimalValue);
  }

  private static boolean isText(KubeTree place) {
    return place.kind() == KubeTree.Kind.STRING;
  }

  private static boolean isPort(KubeTree place) {
    String text = place.text();
    return isText(place) ? Checks.isPortName(text) : isPortNumber(text);
  }

  private static boolean isPortNumber(String text) {
    return NUMBER.matcher(text).matches()
        && Long.parseLong(text) >= 1
        && Long.parseLong(text) <= HIGHEST_PORT;
  }

  /** Without a value it is 0, which its request or limit is not. */
  private static boolean isAmount(KubeTree place) {
    boolean isMissing = place.isNull() && place.path().contains("/");
    return !isMissing && !place.text().startsWith("-");
  }

  private static boolean isCountOrPercent(KubeTree place) {
    String text = place.text();
    return isText(place) ? PERCENT.matcher(text).matches() : !text.startsWith("-");
  }
}
