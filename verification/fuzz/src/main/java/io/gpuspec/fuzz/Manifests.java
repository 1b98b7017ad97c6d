package io.gpuspec.fuzz;

import io.gpuspec.Target;
import io.gpuspec.claim.NodeDevices;
import io.gpuspec.json.GpuJson;
import io.gpuspec.manifest.inspect.Findings;
import io.gpuspec.manifest.inspect.Inspector;
import io.gpuspec.manifest.intent.DevicePluginFile;
import io.gpuspec.manifest.intent.FleetFile;
import io.gpuspec.manifest.intent.Intent;
import io.gpuspec.manifest.intent.IntentFile;
import io.gpuspec.manifest.migrate.Migration;
import io.gpuspec.manifest.migrate.MigrationResult;
import io.gpuspec.manifest.claim.ClaimFile;
import io.gpuspec.manifest.read.CloudFileMatches;
import io.gpuspec.manifest.read.WorkloadFile;
import io.gpuspec.mig.MigGpu;

/** Files of Kubernetes objects and of intents. */
final class Manifests {
  private static final Inspector INSPECTOR = Inspector.of(Clouds.ALL);

  private Manifests() {}

  static void workloads(String text) {
    Laws.read(() -> WorkloadFile.parse("file", text))
        .ifPresent(
            file -> {
              file.problems().forEach(Laws::refusal);
              file.notes().forEach(note -> Laws.message(note.toString()));
              Laws.read(() -> file.on(Clouds.ALL)).ifPresent(Manifests::landed);
            });
    Laws.read(() -> FleetFile.parse("file", text, Clouds.of(text), each -> each))
        .ifPresent(
            file -> {
              file.problems().forEach(Laws::refusal);
              file.notes().forEach(note -> Laws.message(note.toString()));
            });
  }

  private static void landed(CloudFileMatches clouds) {
    Laws.json(Laws.written(out -> GpuJson.write(clouds, out)));
    Laws.output(clouds);
    clouds.problems().forEach(Laws::refusal);
  }

  static void intents(String text) {
    Target target = Clouds.of(text);
    Laws.read(() -> IntentFile.parse("file", text))
        .ifPresent(
            file -> {
              file.problems().forEach(Laws::refusal);
              file.intents().forEach(intent -> built(intent, target));
              file.platform().forEach(Manifests::platform);
            });
    Laws.read(() -> DevicePluginFile.parse("file", text)).ifPresent(Laws::output);
  }

  private static void built(Intent intent, Target target) {
    Laws.read(intent::yaml).ifPresent(yaml -> same(intent, yaml.toString()));
    Laws.read(() -> intent.on(target))
        .ifPresent(
            manifests -> {
              String yaml = Laws.output(manifests.yaml());
              Laws.json(manifests.json());
              Laws.output(manifests.explain());
              Laws.output(manifests.verifyAll());
              Laws.output(manifests.yamlWithComments());
              WorkloadFile again = WorkloadFile.parse("built", yaml);
              Laws.check(again.problems().isEmpty(), "built, but not read", yaml);
              Laws.check(!again.workloads().isEmpty(), "built, but no workload", yaml);
            });
  }

  private static void platform(Intent intent) {
    Laws.read(intent::yaml).ifPresent(Laws::output);
    Laws.read(() -> intent.objects(Clouds.ALL)).ifPresent(objects -> Laws.output(objects.yaml()));
  }

  /** What is printed is read as the same. */
  private static void same(Intent intent, String yaml) {
    IntentFile again = IntentFile.parse("printed", Laws.output(yaml));
    Laws.check(again.problems().isEmpty(), "printed, but not read", yaml);
    Laws.equal(
        yaml, again.intents().get(0).yaml().toString(), "not read as printed: " + intent.name());
  }

  static void claims(String text) {
    NodeDevices node = NodeDevices.of(Clouds.pick(MigGpu.all(), text.length()), 2);
    Laws.read(() -> ClaimFile.parse("file", text))
        .ifPresent(
            file -> {
              file.claims().forEach(Laws::output);
              Laws.read(() -> file.allocate(node)).ifPresent(Laws::output);
            });
  }

  static void migrations(String text) {
    Target from = Clouds.of(text);
    Target to = Clouds.pick(Clouds.ALL.targets(), from.id().length() + text.length());
    Laws.read(() -> Migration.from(from).to(to).parse("file", text))
        .ifPresent(
            result -> {
              result.problems().forEach(Laws::refusal);
              result.losses().forEach(loss -> Laws.message(loss.toString()));
              ported(text, result);
            });
  }

  private static void ported(String text, MigrationResult result) {
    String yaml = Laws.output(result.yaml());
    boolean wasRead =
        Laws.read(() -> WorkloadFile.parse("file", text))
            .filter(file -> file.problems().isEmpty())
            .isPresent();
    if (wasRead && result.problems().isEmpty()) {
      Laws.read(() -> WorkloadFile.parse("ported", yaml))
          .ifPresentOrElse(
              file -> Laws.check(file.problems().isEmpty(), "ported, but not read", yaml),
              () -> Laws.check(false, "ported, but not read", yaml));
    }
  }

  static void inspector(String text) {
    Laws.read(() -> INSPECTOR.parse("file", text)).ifPresent(Manifests::found);
    Laws.read(() -> INSPECTOR.on(Clouds.of(text)).parse("file", text)).ifPresent(Manifests::found);
  }

  private static void found(Findings findings) {
    findings
        .findings()
        .forEach(
            each -> {
              Laws.message(each.message());
              Laws.message(each.toString());
              Laws.check(each.line() >= 1 && each.column() >= 1, "no place", each.toString());
            });
    Laws.json(Laws.written(findings::writeJson));
    Laws.json(Laws.written(findings::writeSarif));
    Laws.xml(Laws.written(findings::writeJunit));
    Laws.output(findings.toString());
    Laws.output(findings.diff(true));
    findings.fixed(true).values().forEach(fixed -> Laws.read(() -> INSPECTOR.parse("f", fixed)));
  }
}
