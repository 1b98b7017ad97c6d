package io.gpuspec.manifest.inspect;

import com.fasterxml.jackson.databind.JsonNode;
import io.gpuspec.internal.yaml.YamlKind;
import io.gpuspec.internal.yaml.YamlScalar;
import io.gpuspec.manifest.internal.found.Placeholders;
import io.gpuspec.manifest.internal.tree.YamlPlace;
import io.gpuspec.spi.KubeNames;
import java.math.BigDecimal;
import java.time.ZoneId;
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
  private static final Pattern RESOURCE =
      Pattern.compile("cpu|memory|storage|ephemeral-storage|hugepages-.+|.+/.+");
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
                  RESOURCE.asMatchPredicate())),
          Map.entry(
              "time-zone",
              Format.of(
                  "a time zone such as Asia/Shanghai", ZoneId.getAvailableZoneIds()::contains)),
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

  /** Returns what is wrong with the value of a field. */
  static List<Refused> refused(JsonNode row, YamlPlace value) {
    if (row.isMissingNode() || value.template().isPresent()) {
      return List.of();
    }
    if (row.has("keys")) {
      return Places.fields(value).entrySet().stream()
          .flatMap(
              field ->
                  Stream.concat(
                      refused(row.path("keys"), "", value.key(field.getKey())).stream(),
                      refused(row.path("values"), "", field.getValue()).stream()))
          .toList();
    }
    if (row.has("each")) {
      return Places.items(value).stream()
          .flatMap(
              item -> oneOf(row.path("each"), item).map(words -> new Refused(item, words)).stream())
          .toList();
    }
    if (row.has("unique")) {
      return Stream.concat(duplicates(row.path("unique"), value), nameless(row, value)).toList();
    }
    if (row.has("selects")) {
      return Places.fields(value, "matchLabels").isEmpty()
              && Places.items(value, "matchExpressions").isEmpty()
          ? List.of(new Refused(value, "a selector that is not empty"))
          : List.of();
    }
    return problem(row, value).map(allowed -> new Refused(value, allowed)).stream().toList();
  }

  private static Optional<Refused> refused(JsonNode format, String none, YamlPlace at) {
    return Optional.ofNullable(FORMATS.get(format.asText(none)))
        .filter(each -> at.template().isEmpty() && !Placeholders.isOne(at))
        .filter(each -> !each.holds().test(at))
        .map(each -> new Refused(at, each.called()));
  }

  private static Stream<Refused> duplicates(JsonNode unique, YamlPlace list) {
    List<String> keys = unique.valueStream().map(JsonNode::asText).toList();
    Set<List<String>> seen = new HashSet<>();
    return Places.items(list).stream()
        .filter(item -> Places.at(item, keys.get(0)).isPresent())
        .filter(item -> !seen.add(keys.stream().map(key -> Places.text(item, key)).toList()))
        .map(
            item ->
                new Refused(item.require(keys.get(0)), "another " + keys.get(0) + " in each item"));
  }

  private static Stream<Refused> nameless(JsonNode row, YamlPlace list) {
    List<YamlPlace> items = Places.items(list);
    return row.has("named") && items.size() > 1
        ? items.stream()
            .filter(item -> Places.text(item, "name").isEmpty())
            .map(item -> new Refused(item, "a name in each of several items"))
        : Stream.empty();
  }

  private static Optional<String> problem(JsonNode row, YamlPlace value) {
    String text = Places.textOf(value);
    if (text.isEmpty()) {
      // To the API server it is not there.
      return Optional.empty();
    }
    if (row.has("enum")) {
      return oneOf(row.path("enum"), value);
    }
    Format format = FORMATS.get(row.path("format").asText());
    if (format != null) {
      return unless(format.holds().test(value), format.called());
    }
    if (row.has("pattern")) {
      return unless(text.matches(row.path("pattern").asText()), row.path("expected").asText());
    }
    return NUMBER.matcher(text).matches() ? range(row, new BigDecimal(text)) : Optional.empty();
  }

  private static Optional<String> oneOf(JsonNode words, YamlPlace value) {
    String text = Places.textOf(value);
    for (JsonNode word : words) {
      if (word.asText().equals(text)) {
        return Optional.empty();
      }
    }
    return Optional.of(
        "one of "
            + words
                .valueStream()
                .map(JsonNode::asText)
                .filter(word -> !word.isEmpty())
                .collect(Collectors.joining(", ")));
  }

  private static Optional<String> unless(boolean isGood, String allowed) {
    return isGood ? Optional.empty() : Optional.of(allowed);
  }

  private static Optional<String> range(JsonNode row, BigDecimal number) {
    boolean isBelow =
        row.has("minimum") && number.compareTo(row.path("minimum").decimalValue()) < 0;
    boolean isAbove =
        row.has("maximum") && number.compareTo(row.path("maximum").decimalValue()) > 0;
    String least = row.path("minimum").asText();
    return unless(
        !isBelow && !isAbove,
        row.has("maximum")
            ? "a number from " + least + " to " + row.path("maximum").asText()
            : "a number of at least " + least);
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
    boolean isExtended = place.path().contains("/");
    return !(isExtended && place.node().isNull()) && !Places.textOf(place).startsWith("-");
  }

  private static boolean isCountOrPercent(YamlPlace place) {
    String text = Places.textOf(place);
    return isText(place) ? PERCENT.matcher(text).matches() : !text.startsWith("-");
  }
}
