package io.gpuspec.manifest.inspect;

import com.fasterxml.jackson.databind.JsonNode;
import io.gpuspec.Gpus;
import io.gpuspec.Target;
import io.gpuspec.internal.yaml.Document;
import io.gpuspec.internal.yaml.YamlText;
import io.gpuspec.manifest.internal.tree.Checks;
import io.gpuspec.manifest.internal.tree.ManifestFiles;
import io.gpuspec.manifest.internal.tree.YamlInput;
import io.gpuspec.rule.Severity;
import io.gpuspec.value.GpuSpecException;
import io.gpuspec.value.UnknownNameException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * Which rules count, and how much: the file {@code .gpuspec.yaml}.
 *
 * <pre>{@code
 * InspectSettings settings =
 *     InspectSettings.parse(".gpuspec.yaml", "provider: tke\nexclude: [shape-idle-gpus]");
 * settings.provider();    // Optional[tke]
 * }</pre>
 *
 * <p>{@code include} and {@code exclude} name rules or groups; without {@code include} all count.
 * {@code ignorePaths} are patterns of files as {@code java.nio.file.FileSystem.getPathMatcher}
 * takes them, below the folder of the file. {@code edition} and {@code options} belong to {@code
 * provider}: {@link Inspector#in} returns that target with them. {@code kubernetesVersion}, such as
 * {@code "1.30"}, is the version of the cluster: an API version counts as removed if that version
 * does not serve it; without it, if no supported Kubernetes does.
 */
public final class InspectSettings {
  /** The name of the file. */
  public static final String FILE = ManifestFiles.SETTINGS;

  private static final Pattern KUBERNETES = Pattern.compile("v?1\\.([0-9]{1,3})(?:\\..*)?");

  private static final List<String> FIELDS =
      List.of(
          "include",
          "exclude",
          "severity",
          "ignorePaths",
          "provider",
          "edition",
          "options",
          "kubernetesVersion");

  private final Set<String> include = new LinkedHashSet<>();
  private final Set<String> exclude = new LinkedHashSet<>();
  private final Map<String, Severity> severities = new LinkedHashMap<>();
  private final List<PathMatcher> ignorePaths = new ArrayList<>();
  private final Map<String, String> options = new LinkedHashMap<>();
  private Optional<String> provider = Optional.empty();
  private Optional<String> edition = Optional.empty();
  private Optional<Integer> kubernetesMinor = Optional.empty();
  private Optional<Path> folder = Optional.empty();

  private InspectSettings() {}

  /** Returns settings with which every rule counts as it is. */
  public static InspectSettings defaults() {
    return new InspectSettings();
  }

  /**
   * Reads a file.
   *
   * @throws GpuSpecException if it cannot be read, or says something that is not known
   */
  public static InspectSettings read(Path file) {
    String text =
        YamlInput.read(
            file, "settings", in -> new String(in.readAllBytes(), StandardCharsets.UTF_8));
    InspectSettings settings = parse(file.toString(), text);
    settings.folder = Optional.ofNullable(file.toAbsolutePath().normalize().getParent());
    return settings;
  }

  /**
   * Reads a text.
   *
   * @throws GpuSpecException if it says something that is not known
   */
  public static InspectSettings parse(String source, String text) {
    InspectSettings settings = new InspectSettings();
    if (Checks.text(source, text).isBlank()) {
      return settings;
    }
    JsonNode root = Document.parse(text, source).root();
    if (!root.isObject()) {
      throw new GpuSpecException(
          "rule.malformed",
          source + ": expected fields; write some of " + String.join(", ", FIELDS));
    }
    for (Map.Entry<String, JsonNode> field : root.properties()) {
      settings.read(source, field.getKey(), field.getValue());
    }
    boolean isOfAProvider = settings.edition.isPresent() || !settings.options.isEmpty();
    if (isOfAProvider && settings.provider.isEmpty()) {
      throw new GpuSpecException(
          "rule.malformed",
          "%s: %s: belongs to a provider; add provider"
              .formatted(source, settings.edition.isPresent() ? "edition" : "options"));
    }
    return settings;
  }

  /** Returns the settings of the nearest file in a folder and those above it. */
  public static InspectSettings near(Path start) {
    Path folder = Checks.given("start", start).toAbsolutePath().normalize();
    while (folder != null) {
      Path file = folder.resolve(FILE);
      if (Files.isRegularFile(file)) {
        return read(file);
      }
      folder = folder.getParent();
    }
    return defaults();
  }

  private void read(String source, String field, JsonNode value) {
    switch (field) {
      case "include" -> include.addAll(texts(source, field, value));
      case "exclude" -> exclude.addAll(texts(source, field, value));
      case "ignorePaths" ->
          texts(source, field, value).forEach(each -> ignorePaths.add(pattern(source, each)));
      case "severity" ->
          fields(source, field, value)
              .forEach((rule, word) -> severities.put(rule, Severity.parse(word)));
      case "options" -> options.putAll(fields(source, field, value));
      case "provider" -> provider = Optional.of(text(source, field, value));
      case "edition" -> edition = Optional.of(text(source, field, value));
      case "kubernetesVersion" -> kubernetesMinor = Optional.of(minor(source, field, value));
      default -> throw new UnknownNameException("rule.unknown", source + ": field", field, FIELDS);
    }
  }

  private static PathMatcher pattern(String source, String pattern) {
    try {
      return FileSystems.getDefault().getPathMatcher("glob:" + pattern);
    } catch (PatternSyntaxException e) {
      throw new GpuSpecException(
          "rule.malformed",
          "%s: ignorePaths: '%s' is not a pattern of files (%s); write one such as charts/**"
              .formatted(source, YamlText.shown(pattern), e.getDescription()));
    }
  }

  /** As a number, 1.30 would be 1.3. */
  private static int minor(String source, String field, JsonNode value) {
    Matcher version = KUBERNETES.matcher(value.isTextual() ? value.asText() : "");
    if (!version.matches()) {
      throw new GpuSpecException(
          "rule.malformed",
          "%s: %s: expected a version of Kubernetes in quotes, found %s; write \"1.30\""
              .formatted(source, field, YamlText.shown(value.toString())));
    }
    return Integer.parseInt(version.group(1));
  }

  private static List<String> texts(String source, String field, JsonNode value) {
    if (!value.isArray()) {
      throw new GpuSpecException(
          "rule.malformed", source + ": " + field + ": expected a list; write [a, b]");
    }
    return value.valueStream().map(JsonNode::asText).toList();
  }

  private static Map<String, String> fields(String source, String field, JsonNode value) {
    if (!value.isObject()) {
      throw new GpuSpecException(
          "rule.malformed", source + ": " + field + ": expected fields; write {name: value}");
    }
    Map<String, String> fields = new LinkedHashMap<>();
    value
        .properties()
        .forEach(
            each ->
                fields.put(
                    each.getKey(), text(source, field + "." + each.getKey(), each.getValue())));
    return fields;
  }

  private static String text(String source, String field, JsonNode value) {
    if (!value.isValueNode() || value.isNull()) {
      throw new GpuSpecException(
          "rule.malformed", source + ": " + field + ": expected one value, such as a name");
    }
    return value.asText();
  }

  /** Returns text such as {@code all rules without shape-idle-gpus, on tke}. */
  @Override
  public String toString() {
    return (include.isEmpty() ? "all rules" : String.join(", ", include))
        + (exclude.isEmpty() ? "" : " without " + String.join(", ", exclude))
        + provider.map(id -> ", on " + id).orElse("");
  }

  /** Returns the provider that manifests are for, if it is stated. */
  public Optional<String> provider() {
    return provider;
  }

  /** Returns the minor version of Kubernetes that manifests are for, if it is stated. */
  Optional<Integer> kubernetesMinor() {
    return kubernetesMinor;
  }

  /** Checks the names of rules and groups. */
  void check(RuleBook book) {
    Set<String> groups = new LinkedHashSet<>();
    book.all().forEach(rule -> groups.add(rule.group()));
    for (Set<String> names : List.of(include, exclude, severities.keySet())) {
      names.stream().filter(name -> !groups.contains(name)).forEach(book::named);
    }
  }

  /** Returns a target, with the edition and options that are stated if it is the one stated. */
  Target configured(Gpus gpus, String id) {
    Target target = gpus.in(id);
    if (!provider.equals(Optional.of(id))) {
      return target;
    }
    if (edition.isPresent()) {
      target = target.edition(edition.get());
    }
    for (Map.Entry<String, String> option : options.entrySet()) {
      target = target.with(option.getKey(), option.getValue());
    }
    return target;
  }

  /** Returns a finding as it counts; empty if it does not. */
  Optional<ManifestFinding> judged(ManifestFinding finding) {
    String id = finding.rule().id();
    String group = finding.rule().group();
    boolean isIncluded = include.isEmpty() || include.contains(id) || include.contains(group);
    if (!isIncluded || exclude.contains(id) || exclude.contains(group)) {
      return Optional.empty();
    }
    Severity severity = severities.getOrDefault(id, severities.get(group));
    return Optional.of(severity == null ? finding : finding.severity(severity));
  }

  /** Returns whether a file is left out. */
  boolean isIgnored(Path file) {
    Path absolute = file.toAbsolutePath().normalize();
    Path relative =
        folder.filter(absolute::startsWith).map(base -> base.relativize(absolute)).orElse(file);
    return ignorePaths.stream()
        .anyMatch(matcher -> matcher.matches(relative) || matcher.matches(file));
  }
}
