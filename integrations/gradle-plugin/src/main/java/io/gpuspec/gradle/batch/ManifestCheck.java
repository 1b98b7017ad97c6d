package io.gpuspec.gradle.batch;

import io.gpuspec.Gpus;
import io.gpuspec.Target;
import io.gpuspec.manifest.inspect.Baseline;
import io.gpuspec.manifest.inspect.Findings;
import io.gpuspec.manifest.inspect.InspectSettings;
import io.gpuspec.manifest.inspect.Inspector;
import io.gpuspec.manifest.inspect.ManifestFinding;
import io.gpuspec.rule.Severity;
import io.gpuspec.value.GpuSpecException;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Existing manifests, inspected together.
 *
 * <pre>{@code
 * ManifestCheck check = ManifestCheck.of(destination, files, settings, baseline);
 * check.writeReports(folder);    // findings.txt, .json, .sarif and .xml
 * check.failure("error");        // the errors, if there are any
 * }</pre>
 */
public final class ManifestCheck {
  private final Findings findings;

  private ManifestCheck(Findings findings) {
    this.findings = findings;
  }

  /**
   * Inspects files.
   *
   * @param settings which rules count, and how much
   * @param baseline findings that do not count
   * @throws GpuSpecException if the destination, the settings or the baseline are wrong
   */
  public static ManifestCheck of(
      Destination destination,
      List<Source> files,
      Optional<Path> settings,
      Optional<Path> baseline) {
    Problems problems = new Problems("");
    Gpus gpus = destination.gpus(problems);
    Optional<Inspector> inspector =
        problems.of(() -> inspector(Inspector.of(gpus), settings, baseline));
    Inspector known = inspector.orElseGet(() -> Inspector.of(gpus));
    Optional<Target> target =
        problems.of(() -> destination.target(gpus, known::in)).flatMap(each -> each);
    if (!problems.isEmpty() || inspector.isEmpty()) {
      throw new GpuSpecException("intent.invalid", String.join("\n", problems.all()));
    }
    Map<String, Path> named = new LinkedHashMap<>();
    files.forEach(file -> named.put(file.name(), file.path()));
    return new ManifestCheck(target.map(known::on).orElse(known).read(named));
  }

  private static Inspector inspector(
      Inspector all, Optional<Path> settings, Optional<Path> baseline) {
    Inspector inspector = all;
    if (settings.isPresent()) {
      inspector = inspector.with(InspectSettings.read(settings.get()));
    }
    return baseline.map(Baseline::read).map(inspector::except).orElse(inspector);
  }

  /** Returns the findings with their lines, if any counts. */
  public Optional<String> shown() {
    return Optional.of(findings).filter(all -> !all.isClean(Severity.INFO)).map(Findings::toString);
  }

  /**
   * Returns what fails: each finding that is as bad as this, in a line.
   *
   * @param least {@code error}, {@code warning}, {@code info}, or {@code never}
   */
  public Optional<String> failure(String least) {
    if (least.equals("never")) {
      return Optional.empty();
    }
    Severity severity = Severity.parse(least);
    return Optional.of(findings)
        .filter(all -> !all.isClean(severity))
        .map(
            all ->
                all.findings().stream()
                    .filter(each -> each.suppression().isEmpty())
                    .filter(each -> each.severity().isAtLeast(severity))
                    .map(ManifestFinding::toString)
                    .collect(Collectors.joining("\n")));
  }

  /** Writes {@code findings.txt}, {@code .json}, {@code .sarif} and {@code .xml} (JUnit's). */
  public void writeReports(Path folder) {
    try {
      Files.createDirectories(folder);
      Files.writeString(folder.resolve("findings.txt"), findings + "\n");
      write(folder.resolve("findings.json"), findings::writeJson);
      write(folder.resolve("findings.sarif"), findings::writeSarif);
      write(folder.resolve("findings.xml"), findings::writeJunit);
    } catch (IOException e) {
      throw new GpuSpecException(
          "file.unwritable",
          "folder: '%s' cannot be written (%s); name one that can"
              .formatted(folder, e.getMessage()),
          e);
    }
  }

  /** A form of the findings. */
  private interface Form {
    void write(Writer out) throws IOException;
  }

  private static void write(Path file, Form form) throws IOException {
    try (Writer out = Files.newBufferedWriter(file)) {
      form.write(out);
      out.write("\n");
    }
  }
}
