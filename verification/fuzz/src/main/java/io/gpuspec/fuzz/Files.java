package io.gpuspec.fuzz;

import io.gpuspec.GpuRequest;
import io.gpuspec.GpuUses;
import io.gpuspec.Gpus;
import io.gpuspec.Overlay;
import io.gpuspec.SpecCatalog;
import io.gpuspec.Target;
import io.gpuspec.cli.ClusterBackup;
import io.gpuspec.fleet.ClusterState;
import io.gpuspec.fleet.TraceFile;
import io.gpuspec.fleet.DemandLines;
import io.gpuspec.json.GpuJson;
import io.gpuspec.json.JsonLines;
import io.gpuspec.rule.RuleFile;
import io.gpuspec.spi.OptionFile;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Files of catalogs, nodes and lines of JSON. */
final class Files {
  private Files() {}

  private static InputStream bytes(String text) {
    return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
  }

  static void catalogs(String text) {
    Laws.read(() -> SpecCatalog.read("catalog", bytes(text)))
        .ifPresent(
            catalog -> {
              Laws.output(catalog.table());
              Laws.json(GpuJson.write(catalog));
              Laws.check(catalog.diff(catalog).isEmpty(), "differs from itself", catalog.edition());
            });
    Laws.read(() -> GpuUses.read("uses", bytes(text))).ifPresent(Laws::output);
    Laws.read(() -> OptionFile.read("options", bytes(text))).ifPresent(Laws::output);
    Laws.read(() -> RuleFile.read("rules", bytes(text))).ifPresent(Laws::output);
  }

  static void overlays(String text) {
    Laws.read(() -> Overlay.parse("overlay", text))
        .flatMap(overlay -> Laws.read(() -> Clouds.ALL.overlay(overlay).in(overlay.target())))
        .filter(target -> Laws.read(target::catalog).isPresent())
        .ifPresent(Files::overlaid);
  }

  private static void overlaid(Target target) {
    Laws.output(target.catalog().table());
    Gpus.load().in(target.id()).catalog().diff(target.catalog()).text();
    Laws.json(GpuJson.write(target.match(GpuRequest.of("T4"))));
  }

  static void nodes(String text) {
    Laws.read(() -> ClusterState.parse(text))
        .ifPresent(
            state -> {
              Laws.output(state.nodes());
              Laws.output(state.views());
              state.notes().forEach(note -> Laws.message(note.toString()));
            });
    Laws.read(() -> TraceFile.nodes(text, "trace")).ifPresent(Laws::output);
    Laws.read(() -> TraceFile.pods(text, "trace")).ifPresent(Laws::output);
  }

  static void backups(String text) {
    Laws.read(() -> ClusterBackup.parse("backup", text))
        .ifPresent(
            backup ->
                Laws.read(() -> Laws.output(backup.yaml()))
                    .ifPresent(
                        yaml ->
                            Laws.equal(
                                yaml,
                                ClusterBackup.parse("again", yaml).yaml().toString(),
                                "not read as printed")));
  }

  static void lines(String text) {
    StringBuilder answers = new StringBuilder();
    try {
      Laws.read(
          () -> {
            try {
              return JsonLines.match(Clouds.of(text), r -> r, new StringReader(text), answers);
            } catch (IOException e) {
              throw new AssertionError("a reader in memory does not fail", e);
            }
          });
    } finally {
      answers.toString().lines().forEach(Laws::json);
    }
    Laws.read(() -> DemandLines.read(text, Laws::refusal)).ifPresent(Laws::output);
  }
}
