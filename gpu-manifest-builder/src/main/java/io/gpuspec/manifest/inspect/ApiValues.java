package io.gpuspec.manifest.inspect;

import com.fasterxml.jackson.databind.JsonNode;
import io.gpuspec.manifest.internal.tree.Json;
import io.gpuspec.manifest.internal.tree.YamlPlace;
import io.gpuspec.spi.KubeNames;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What the API server checks of single values, by type and field: rows of {@code api-values.json},
 * in the words of JSON Schema.
 *
 * <p>Source: Kubernetes 1.36, pkg/apis/{core,apps,batch}/validation.
 */
final class ApiValues {
  private static final JsonNode ROWS = read();
  private static final Pattern PORT_NAME =
      Pattern.compile("(?=.*[a-z])(?!.*--)[a-z0-9]([-a-z0-9]{0,13}[a-z0-9])?");
  private static final Pattern ENV_NAME = Pattern.compile("[ -<>-~]+");
  private static final Pattern NUMBER = Pattern.compile("-?[0-9]{1,18}");
  private static final int HIGHEST_PORT = 65_535;

  private record Format(String called, Predicate<String> holds) {}

  private static final Map<String, Format> FORMATS =
      Map.of(
          "dns-label",
          new Format("a name of at most 63 of a-z, 0-9 and -", KubeNames::isLabel),
          "dns-subdomain",
          new Format("a name of at most 253 of a-z, 0-9, - and .", KubeNames::isSubdomain),
          "label-key",
          new Format("a key such as example.com/name", KubeNames::isKey),
          "annotation-key",
          new Format(
              "a key such as example.com/name",
              key -> KubeNames.isKey(key.toLowerCase(Locale.ROOT))),
          "label-value",
          new Format("a value of at most 63 letters, digits, -, _ and .", KubeNames::isLabelValue),
          "port-name",
          new Format(
              "a name of at most 15 of a-z, 0-9 and -, with a letter",
              PORT_NAME.asMatchPredicate()),
          "env-name",
          new Format("a name without =", ENV_NAME.asMatchPredicate()),
          "port",
          new Format("a number from 1 to 65535, or the name of a port", ApiValues::isPort));

  private ApiValues() {}

  private static JsonNode read() {
    try (InputStream in = ApiValues.class.getResourceAsStream("api-values.json")) {
      return Json.MAPPER.readTree(Objects.requireNonNull(in));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the fields that a type must have. */
  static List<String> required(String type) {
    return ROWS.path(type).path("required").valueStream().map(JsonNode::asText).toList();
  }

  /**
   * A value that the API server refuses.
   *
   * @param at the value, or its key
   * @param allowed what it may be
   */
  record Refused(YamlPlace at, String allowed) {}

  /** Returns what is wrong with the value of a field. */
  static List<Refused> refused(String type, String field, YamlPlace value) {
    JsonNode row = ROWS.path(type).path(field);
    if (row.isMissingNode() || value.template().isPresent()) {
      return List.of();
    }
    if (row.has("keys")) {
      return Places.fields(value).keySet().stream()
          .flatMap(
              key ->
                  Stream.concat(
                      refused(row.path("keys"), key, value.key(key)).stream(),
                      Places.at(value, key)
                          .flatMap(each -> refused(row.path("values"), Places.textOf(each), each))
                          .stream()))
          .toList();
    }
    return problem(row, Places.textOf(value)).map(allowed -> new Refused(value, allowed)).stream()
        .toList();
  }

  private static Optional<Refused> refused(JsonNode format, String text, YamlPlace at) {
    return Optional.ofNullable(FORMATS.get(format.asText()))
        .filter(each -> at.template().isEmpty() && !each.holds().test(text))
        .map(each -> new Refused(at, each.called()));
  }

  private static Optional<String> problem(JsonNode row, String text) {
    if (row.has("enum")) {
      List<String> allowed = row.path("enum").valueStream().map(JsonNode::asText).toList();
      return allowed.contains(text)
          ? Optional.empty()
          : Optional.of(
              "one of " + String.join(", ", allowed.stream().filter(a -> !a.isEmpty()).toList()));
    }
    if (row.has("format")) {
      Format format = FORMATS.get(row.path("format").asText());
      return format.holds().test(text) ? Optional.empty() : Optional.of(format.called());
    }
    if (row.has("pattern")) {
      return text.matches(row.path("pattern").asText())
          ? Optional.empty()
          : Optional.of(row.path("expected").asText());
    }
    return range(row, text);
  }

  private static Optional<String> range(JsonNode row, String text) {
    if (!NUMBER.matcher(text).matches()) {
      return Optional.empty();
    }
    BigDecimal number = new BigDecimal(text);
    boolean isBelow =
        row.has("minimum") && number.compareTo(row.path("minimum").decimalValue()) < 0;
    boolean isAbove =
        row.has("maximum") && number.compareTo(row.path("maximum").decimalValue()) > 0;
    if (!isBelow && !isAbove) {
      return Optional.empty();
    }
    return Optional.of(
        row.has("maximum")
            ? "a number from "
                + row.path("minimum").asText()
                + " to "
                + row.path("maximum").asText()
            : "a number of at least " + row.path("minimum").asText());
  }

  private static boolean isPort(String text) {
    return NUMBER.matcher(text).matches()
        ? Long.parseLong(text) >= 1 && Long.parseLong(text) <= HIGHEST_PORT
        : PORT_NAME.matcher(text).matches();
  }
}
