package io.gpuspec.manifest.intent;

import io.gpuspec.Gpus;
import io.gpuspec.Target;
import io.gpuspec.manifest.GpuWorkload;
import io.gpuspec.manifest.Manifests;
import io.gpuspec.manifest.PlatformObjects;
import io.gpuspec.manifest.WorkloadFields;
import io.gpuspec.manifest.error.InvalidWorkloadException;
import io.gpuspec.manifest.error.ManifestException;
import io.gpuspec.manifest.gang.Gang;
import io.gpuspec.manifest.internal.fields.IntentTarget;
import io.gpuspec.manifest.internal.tree.Checks;
import io.gpuspec.manifest.platform.GpuPools;
import io.gpuspec.spi.Option;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.Note;
import io.gpuspec.value.Text;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * A document of an {@link IntentFile}: a workload or gang to run, or objects that a cluster needs
 * once, such as queues and quotas.
 *
 * <pre>{@code
 * Intent intent = IntentFile.read(Path.of("llm.yaml")).intents().get(0);
 * intent.provider();                   // Optional[tke]
 * intent.on(gpus.in("tke")).yaml();    // apiVersion: apps/v1 kind: Deployment ...
 *
 * // What Java says, as a file.
 * Intent.of(workload).in("tke").with("spot", "true").yaml();
 *     // apiVersion: gpuspec.io/v1 kind: GpuWorkload metadata: name: llm ...
 *
 * // What a cluster needs.
 * IntentFile.read(Path.of("queues.yaml")).platform().get(0).objects(gpus).yaml();
 *     // apiVersion: scheduling.volcano.sh/v1beta1 kind: Queue ...
 * }</pre>
 *
 * <p>It is immutable.
 */
public final class Intent {

  /**
   * A workload or gang.
   *
   * @param pods the workload, or one of the gang's workers
   * @param spec the fields that say it
   */
  private record Runs(
      GpuWorkload pods, Function<Target, Manifests> on, Supplier<Map<String, Object>> spec) {}

  /**
   * Objects that a cluster needs once.
   *
   * @param pools the node pools, if it is a table of them
   */
  private record Platform(
      Function<Gpus, PlatformObjects> objects, Optional<GpuPools> pools, Supplier<Text> commands) {}

  private final String kind;
  private final String name;
  private final Optional<Runs> runs;
  private final Optional<Platform> platform;
  private final Optional<IntentTarget> target;

  /** Where it is in a file. */
  private final Optional<String> place;

  private Intent(
      String kind,
      String name,
      Optional<Runs> runs,
      Optional<Platform> platform,
      Optional<IntentTarget> target,
      Optional<String> place) {
    this.kind = kind;
    this.name = name;
    this.runs = runs;
    this.platform = platform;
    this.target = target;
    this.place = place;
  }

  private static Intent of(String kind, Runs runs) {
    return new Intent(
        kind,
        WorkloadFields.name(runs.pods()),
        Optional.of(runs),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  /** Returns a workload that may run on any target. */
  public static Intent of(GpuWorkload workload) {
    Checks.given("workload", workload);
    return of(
        WorkloadFields.KIND,
        new Runs(workload, workload::on, () -> WorkloadFields.write(workload)));
  }

  /** Returns a gang that may run on any target. */
  public static Intent of(Gang gang) {
    Checks.given("gang", gang);
    return of(GangFields.KIND, new Runs(gang.worker(), gang::on, () -> GangFields.write(gang)));
  }

  static Intent platform(String kind, String name, Function<Gpus, PlatformObjects> objects) {
    return platform(kind, name, objects, Optional.empty(), () -> Text.of(""));
  }

  static Intent platform(
      String kind,
      String name,
      Function<Gpus, PlatformObjects> objects,
      Optional<GpuPools> pools,
      Supplier<Text> commands) {
    Platform platform = new Platform(objects, pools, commands);
    return new Intent(
        kind, name, Optional.empty(), Optional.of(platform), Optional.empty(), Optional.empty());
  }

  /** Returns the same intent for a target, by its id, such as {@code tke/qgpu}. */
  public Intent in(String provider) {
    return at(IntentTarget.of(provider));
  }

  /**
   * Returns the same intent for another edition of its target's catalog.
   *
   * @throws InvalidValueException if it has no target
   */
  public Intent edition(String edition) {
    return at(own("edition", edition).edition(edition));
  }

  /**
   * Returns the same intent with an option of its target.
   *
   * @throws InvalidValueException if it has no target
   */
  public Intent with(String option, String value) {
    Checks.given("option " + Checks.notBlank("option", option), value);
    return at(own("option", option).with(option, value));
  }

  private IntentTarget own(String what, String value) {
    Checks.notBlank(what, value);
    return target.orElseThrow(
        () ->
            new InvalidValueException(
                "provider.missing",
                "%s: '%s' was given without a target; say in(provider) first"
                    .formatted(what, value)));
  }

  Intent at(IntentTarget there) {
    return new Intent(kind, name, runs, platform, Optional.of(there), place);
  }

  /** Returns the same intent, read at this place of a file. */
  Intent readAt(String place) {
    return new Intent(kind, name, runs, platform, target, Optional.of(place));
  }

  /** Returns what errors call it, where what is built of it does not go with the rest. */
  private String origin() {
    return this + place.map(" (%s)"::formatted).orElse("");
  }

  /** Returns its kind, such as {@code GpuWorkload}. */
  public String kind() {
    return kind;
  }

  /** Returns its name. */
  public String name() {
    return name;
  }

  /** Returns the id of the target that it names, if any. */
  public Optional<String> provider() {
    return target.map(IntentTarget::provider);
  }

  /**
   * Returns the target that it names, if any.
   *
   * @throws io.gpuspec.value.UnknownNameException if the target, edition or option does not exist
   * @throws InvalidValueException if an option does not take its value
   * @throws InvalidWorkloadException if several of these are wrong
   */
  public Optional<Target> target(Gpus gpus) {
    Checks.given("gpus", gpus);
    return target.map(there -> there.in(gpus));
  }

  Optional<IntentTarget> target() {
    return target;
  }

  /**
   * Returns the manifests of a workload or gang on a target, even if it names another one, whose
   * options then do not apply, as a note says.
   *
   * @throws io.gpuspec.value.GpuSpecException if that target does not have what it needs, or its
   *     parts do not fit together
   */
  public Manifests on(Target there) {
    Runs run = runs.orElseThrow(() -> unlike("on(target)", "objects(gpus)"));
    return WorkloadFields.of(origin(), unusedOptions(there), run.on().apply(there));
  }

  /**
   * Returns a target with the options of the intent, if it names that target, but for those that
   * are chosen there.
   */
  Target withOptions(Target there) {
    Map<String, String> own =
        target
            .filter(each -> each.provider().equals(there.id()))
            .map(IntentTarget::options)
            .orElse(Map.of());
    Set<String> chosen =
        there.options().stream()
            .filter(there::isChosen)
            .map(Option::name)
            .collect(Collectors.toSet());
    Target with = there;
    for (Map.Entry<String, String> option : own.entrySet()) {
      if (!chosen.contains(option.getKey())) {
        with = with.with(option.getKey(), option.getValue());
      }
    }
    return with;
  }

  List<Note> unusedOptions(Target there) {
    return target
        .filter(own -> !own.provider().equals(there.id()) && !own.options().isEmpty())
        .map(
            own ->
                Note.of(
                    "target.options",
                    "options of %s in the intent do not apply on %s: %s; what holds on every cloud is written under match, such as capacityType"
                        .formatted(
                            own.provider(), there.id(), String.join(", ", own.options().keySet()))))
        .stream()
        .toList();
  }

  /**
   * Returns the objects that a cluster needs, ready to apply.
   *
   * @throws ManifestException with file, line and column if it names a target or a catalog row that
   *     does not exist, or rows that one queue cannot distinguish
   */
  public PlatformObjects objects(Gpus gpus) {
    Checks.given("gpus", gpus);
    Platform needed = platform.orElseThrow(() -> unlike("objects(gpus)", "on(target)"));
    return WorkloadFields.of(origin(), needed.objects().apply(gpus));
  }

  private InvalidValueException unlike(String asked, String other) {
    return new InvalidValueException(
        "intent.unsupported", "%s: '%s' has none; take %s".formatted(asked, this, other));
  }

  /** Returns the node pools, if it is a table of them. */
  public Optional<GpuPools> pools() {
    return platform.flatMap(Platform::pools);
  }

  /**
   * Returns the commands that label and taint the nodes of its pools; empty if it has none.
   *
   * @throws ManifestException with file, line and column if no command finds the nodes of a pool,
   *     or finds those of another too
   */
  public Text commands() {
    return platform.map(needed -> needed.commands().get()).orElse(Text.of(""));
  }

  /**
   * Returns a workload or gang as a YAML document, ending with a line break; what is read from it
   * is the same intent.
   *
   * @throws InvalidValueException if it says what no file can: wishes that are computed from the
   *     pods' needs, or workers of a gang that are a deployment's or have a Service
   */
  public Text yaml() {
    Runs written = runs.orElseThrow(() -> unlike("yaml()", "objects(gpus)"));
    Map<String, Object> spec = written.spec().get();
    target.ifPresent(there -> spec.put("target", IntentTarget.FIELDS.write(there)));
    return Text.of(WorkloadFields.document(kind, written.pods(), spec));
  }

  /** Returns its kind and name, such as {@code GpuWorkload llm}. */
  @Override
  public String toString() {
    return kind + " " + name;
  }
}
