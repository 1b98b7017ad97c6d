package io.gpuspec.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.common.collect.ImmutableList;
import io.gpuspec.internal.Arguments;
import io.gpuspec.internal.DataFile;
import io.gpuspec.value.Citation;
import io.gpuspec.value.Listing;
import io.gpuspec.value.UnknownNameException;
import io.gpuspec.value.Word;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A feature of Kubernetes that GPU workloads use, with its state in each version.
 *
 * <pre>{@code
 * KubernetesFeature.of("DRA").in("1.33");    // DRA in 1.33: beta since 1.32, off by default
 * KubernetesFeature.of("gang scheduling").in("1.32").stage();    // absent
 * KubernetesFeature.of("DRA").history();
 *     // DRA in 1.26: alpha since 1.26, off by default
 *     // DRA in 1.32: beta since 1.32, off by default
 *     // DRA in 1.34: stable since 1.34, on by default
 * KubernetesFeature.allIn("1.36");
 *     // device plugins in 1.36: stable since 1.26, on by default
 *     // ...
 * }</pre>
 */
public final class KubernetesFeature {

  /** The stage of a feature. */
  public enum Stage implements Word {
    /** It does not exist yet. */
    ABSENT,
    /** It can change or be removed, and has to be enabled. */
    ALPHA,
    /** It can change in details. */
    BETA,
    /** It is stable. */
    STABLE;

    /** Returns the word used in JSON, such as {@code beta}. */
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** A stage that begins with a version. */
  record Step(Stage stage, Version from, boolean byDefault) {}

  private static final DataFile FILE = new DataFile(KubernetesFeature.class, "features.json");
  private static final Listing<KubernetesFeature> ALL =
      Listing.copyOf(FILE.rows("features", KubernetesFeature::new));

  /** The newest version whose features were read. */
  private static final Version NEWEST = kubernetes(FILE.text("newest"));

  private final String name;
  private final ImmutableList<String> gates;
  private final String about;
  private final ImmutableList<Step> steps;
  private final Optional<String> note;
  private final Optional<String> correction;
  private final Citation citation;

  private KubernetesFeature(JsonNode row) {
    name = FILE.text(row, "name");
    gates = DataFile.rows(row.path("gates"), JsonNode::asText);
    about = FILE.text(row, "about");
    steps =
        DataFile.rows(
            row.path("stages"),
            step ->
                new Step(
                    Stage.valueOf(step.path(0).asText().toUpperCase(Locale.ROOT)),
                    kubernetes(step.path(1).asText()),
                    step.path(2).asBoolean()));
    note = FILE.maybe(row, "note");
    correction = FILE.maybe(row, "correction");
    citation = FILE.cited(row);
  }

  static Version kubernetes(String version) {
    return Version.of("kubernetes", version, "1.33");
  }

  static Version newest() {
    return NEWEST;
  }

  /** Returns every feature that is known. */
  public static Listing<KubernetesFeature> all() {
    return ALL;
  }

  /**
   * Returns the feature with this name or feature gate, ignoring case: {@code DRA}, {@code
   * DynamicResourceAllocation}. Where several share a gate, it is the first.
   *
   * @throws UnknownNameException if the name is unknown; similar names are suggested
   */
  public static KubernetesFeature of(String name) {
    String asked = Arguments.required("feature", name, "a name, such as DRA").strip();
    return ALL.stream()
        .filter(feature -> feature.names().anyMatch(asked::equalsIgnoreCase))
        .findFirst()
        .orElseThrow(
            () ->
                new UnknownNameException(
                    "components.unknown",
                    "Kubernetes feature",
                    asked,
                    ALL.stream().map(KubernetesFeature::name).toList()));
  }

  private Stream<String> names() {
    return Stream.concat(Stream.of(name), gates.stream());
  }

  /** Returns what every feature is in a version, such as {@code 1.33}. */
  public static Listing<FeatureState> allIn(String version) {
    Version asked = kubernetes(version);
    return Listing.copyOf(ALL.stream().map(feature -> feature.in(asked)).toList());
  }

  /**
   * Returns what it is in a version of Kubernetes; in one that is newer than all that were read,
   * what it is in the newest of these.
   *
   * @param version such as {@code 1.33} or {@code v1.33.4}
   * @throws io.gpuspec.value.InvalidValueException if it is not a valid version
   */
  public FeatureState in(String version) {
    return in(kubernetes(version));
  }

  private FeatureState in(Version version) {
    Optional<Step> now = Optional.empty();
    for (Step step : steps) {
      if (!version.isBelow(step.from())) {
        now = Optional.of(step);
      }
    }
    return new FeatureState(this, version, now);
  }

  /** Returns what it is from each version on in which that changed, the oldest first. */
  public Listing<FeatureState> history() {
    return Listing.copyOf(steps.stream().map(step -> in(step.from())).toList());
  }

  /** Its name, such as {@code DRA}. */
  public String name() {
    return name;
  }

  /** The feature gates that switch it on. */
  public List<String> gates() {
    return gates;
  }

  /** Returns what it does, in a few words. */
  public String about() {
    return about;
  }

  /** Returns the first version that has it, at any stage. */
  public String since() {
    return steps.get(0).from().toString();
  }

  /** Returns what else to know. */
  public Optional<String> note() {
    return note;
  }

  /** Returns what a text says wrongly of it. */
  public Optional<String> correction() {
    return correction;
  }

  /** Returns where the versions come from. */
  public Citation citation() {
    return citation;
  }

  /** Returns text such as {@code DRA: alpha 1.26, beta 1.32, stable 1.34}. */
  @Override
  public String toString() {
    return name
        + ": "
        + String.join(", ", steps.stream().map(step -> step.stage() + " " + step.from()).toList());
  }
}
