package io.gpuspec.gradle.batch;

import io.gpuspec.Gpus;
import io.gpuspec.Target;
import io.gpuspec.manifest.GpuWorkload;
import io.gpuspec.manifest.ManifestSet;
import io.gpuspec.manifest.Manifests;
import io.gpuspec.manifest.PlatformObjects;
import io.gpuspec.manifest.error.ManifestException;
import io.gpuspec.manifest.intent.Intent;
import io.gpuspec.manifest.intent.IntentFile;
import io.gpuspec.manifest.read.FileMatches;
import io.gpuspec.manifest.read.WorkloadFile;
import io.gpuspec.value.GpuSpecException;
import io.gpuspec.value.InvalidValueException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Intents, declared workloads and manifests of a build, built and explained together.
 *
 * <pre>{@code
 * Batch batch = Batch.on(destination).intents(files).workloads(declared).manifests(existing);
 * batch.orThrow();     // problems, with file, line and column, and what no shape fits
 * batch.matches();    // what each lands on, and why
 * batch.files();       // the manifests, by the name of the file that they belong in
 * }</pre>
 */
public final class Batch {
  private final Findings findings = new Findings();
  private final Destination destination;
  private final Gpus gpus;

  /** Whether the destination is valid; if not, that is reported once. */
  private final boolean isRight;

  private boolean isEmpty = true;

  private Batch(Destination destination) {
    this.destination = destination;
    Problems problems = findings.problems();
    this.gpus = destination.gpus(problems);
    boolean isTarget = problems.of(() -> destination.target(gpus)).isPresent();
    this.isRight = isTarget && problems.isEmpty();
  }

  /** Nothing yet, for what says no place itself. */
  public static Batch on(Destination destination) {
    return new Batch(destination);
  }

  /** Adds files of intents; each becomes a file of manifests. */
  public Batch intents(List<Source> sources) {
    return each(sources, this::addIntents);
  }

  /** Adds declared workloads; each becomes a file of manifests. */
  public Batch workloads(List<DeclaredWorkload> workloads) {
    return each(workloads, this::addWorkload);
  }

  /** Adds manifests that exist already, which are explained and not built. */
  public Batch manifests(List<Source> sources) {
    return each(sources, this::addManifests);
  }

  private <T> Batch each(List<T> all, Consumer<T> part) {
    isEmpty &= all.isEmpty();
    all.forEach(one -> findings.problems().check(() -> part.accept(one)));
    return this;
  }

  private void addIntents(Source source) {
    String file = source.stem() + ".yaml";
    findings.claim(file, source.name());
    IntentFile read = source.read(IntentFile::read);
    List<ManifestException> wrong =
        isRight ? read.problemsOn(intent -> destination.of(gpus, intent)) : read.problems();
    wrong.forEach(problem -> findings.problems().add(problem.getMessage()));
    if (isRight && wrong.isEmpty()) {
      ManifestSet manifests = built(source, read);
      findings.file(file, manifests.yaml());
      findings.notes(manifests.notes());
    }
  }

  private ManifestSet built(Source source, IntentFile read) {
    if (read.intents().isEmpty() && read.platform().isEmpty()) {
      throw new InvalidValueException(
          "intent.missing", source.name() + ": no intents in it; write one, or leave the file out");
    }
    List<PlatformObjects> platform = new ArrayList<>();
    for (Intent needed : read.platform()) {
      findings.problems().of(() -> needed.objects(gpus)).ifPresent(platform::add);
    }
    platform.forEach(objects -> findings.landed(source.name(), objects, objects.notes()));
    List<Manifests> built = new ArrayList<>();
    for (Intent intent : read.intents()) {
      findings
          .built(source.name() + ": " + intent, () -> intent.on(destination.of(gpus, intent)))
          .ifPresent(built::add);
    }
    return ManifestSet.of(built).after(platform);
  }

  private void addWorkload(DeclaredWorkload declared) {
    String file = declared.name() + ".yaml";
    findings.claim(file, declared.place());
    Problems problems = new Problems(declared.place() + ": ");
    Optional<GpuWorkload> workload = declared.workload(problems);
    Optional<Target> target =
        isRight ? problems.of(() -> destination.required(gpus)) : Optional.empty();
    if (!problems.isEmpty()) {
      // Problems of the target are also reported.
      target.ifPresent(there -> workload.ifPresent(w -> problems.check(() -> w.on(there))));
      problems.all().forEach(findings.problems()::add);
      return;
    }
    target
        .flatMap(there -> findings.built(declared.place(), () -> workload.orElseThrow().on(there)))
        .ifPresent(built -> findings.file(file, built.yaml()));
  }

  private void addManifests(Source source) {
    WorkloadFile read = source.read(WorkloadFile::read);
    if (!isRight) {
      read.problems().forEach(problem -> findings.problems().add(problem.getMessage()));
      return;
    }
    FileMatches matches = read.on(destination.required(gpus));
    for (FileMatches.WorkloadMatch each : matches.matches()) {
      String what = source.name() + ": " + each.workload();
      each.match().ifPresent(match -> findings.matched(what, match));
    }
    findings.notes(matches.notes());
    matches.problems().forEach(problem -> findings.problems().add(problem.getMessage()));
  }

  /** Returns the match of each part with reasons, without what fails. */
  public String matches() {
    return findings.matches();
  }

  /**
   * Writes the match of each part with reasons, then what fails.
   *
   * @throws GpuSpecException if the file cannot be written
   */
  public void writeReport(Path file) {
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      Files.writeString(file, findings.report());
    } catch (IOException e) {
      throw new GpuSpecException(
          "file.unwritable",
          "file: '%s' cannot be written (%s); name one that can".formatted(file, e.getMessage()),
          e);
    }
  }

  /** The manifests, by the name of the file that they belong in. */
  public Map<String, String> files() {
    return findings.files();
  }

  /**
   * Tells all that is wrong and all that no shape fits, if anything; that there is nothing is wrong
   * too, for then nothing is checked.
   *
   * @throws GpuSpecException with a line for each problem, then each no-match with its reasons
   */
  public void orThrow() {
    if (isEmpty) {
      throw new InvalidValueException(
          "intent.missing",
          "gpuspec: there is nothing to build or to explain; write intents into src/gpuspec, name files of them in gpuspec.intents, or declare gpuspec.workloads");
    }
    List<String> failures = findings.failures();
    if (!failures.isEmpty()) {
      throw new GpuSpecException("intent.invalid", String.join("\n", failures));
    }
  }
}
