package io.gpuspec.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An error leads to the page that explains it. */
class ErrorPagesTest {
  private static final Pattern NAMED = Pattern.compile("\"(docs/[\\w/-]+\\.md)\"");

  /** Pages that say how something is done, in which there is nothing to refuse. */
  private static final Set<String> WITHOUT_ERRORS =
      Set.of(
          "docs/command-line.md",
          "docs/compatibility.md",
          "docs/document-rows.md",
          "docs/documents.md",
          "docs/editors.md",
          "docs/errors.md",
          "docs/gradle.md",
          "docs/host-preparation.md",
          "docs/inspect-ci.md",
          "docs/jshell.md",
          "docs/judges.md",
          "docs/performance.md",
          "docs/migrate.md",
          "docs/proof.md",
          "docs/refresh-catalog.md",
          "docs/robustness.md",
          "docs/scheduling.md",
          "docs/service.md",
          "docs/spark.md",
          "docs/start.md",
          "docs/tutorial-admission.md",
          "docs/tutorial-ci.md",
          "docs/tutorial-fleet.md",
          "docs/tutorial-gradle.md",
          "docs/tutorial-maven.md",
          "docs/tutorial-spark.md",
          "docs/versioning.md",
          "docs/workloads.md");

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "match --gpu T5 | docs/gpu-names.md",
        "match --gpu 1/4*+ | docs/gpu-names.md",
        "match --gpu T4 --prefer cheapest --rate USD=one | docs/matching.md",
        "match --provider tke --gpu T4 --explicit | docs/matching.md",
        "match --provider tke --gpu T4 --set spott=true | docs/catalogs/tke.md",
        "match --provider tke --gpu T4 --edition 1999 | docs/catalogs/tke.md",
        "match --provider tke/qgpu --gpu T4 --set qgpu-policy=fixed | docs/catalogs/tke-qgpu.md",
        "match --provider tke/gpu --gpu T4 --set node-gpus=no | docs/catalogs/tke-gpu.md",
        "match --provider eks --gpu T4 --set max-pods=no | docs/catalogs/eks.md",
        "match --provider ack/eci --gpu T4 --set spott=true | docs/catalogs/ack.md",
        "match --provider eks --gpu T4 --overlay missing.yaml | docs/overlays.md",
        "mig fit --gpu T4 1g.5gb | docs/mig.md",
        "mig fit --gpu A100-40GB 1g.6gb | docs/mig.md",
        "share replicas --gpu T4 --replicas 1 | docs/sharing.md",
        "share choose --for dev --cards 0 | docs/choose-sharing.md",
        "cuda-fit --cuda 12 --driver 550 | docs/cuda-fit.md",
        "recommend --for dev --model-params 8x7B | docs/recommend.md",
        "resources gpu | docs/components.md",
        "components check | docs/components.md",
      })
  void aBadQuestionLeadsToThePage(String line, String page) {
    Run run = Run.line(line);

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err().lines()).last().asString().endsWith("; see " + page);
  }

  @ParameterizedTest
  @CsvSource({
    "GpuWorkload, docs/intents.md",
    "GpuGang, docs/gang.md",
    "KueueQueue, docs/gang.md",
    "VolcanoQueue, docs/gang.md",
    "GpuNodePools, docs/node-plan.md",
    "GpuNodeLabeler, docs/node-plan.md",
    "GpuTenancy, docs/tenancy.md",
    "KubeletSettings, docs/kubelet.md",
    "GpuDevicePlugin, docs/device-plugin.md",
    "GpuAlerts, docs/alerts.md",
    "GpuMetricsExporter, docs/alerts.md",
    "GpuDashboard, docs/alerts.md",
    "GpuOperatorValues, docs/device-plugin.md",
    "GpuWorklod, docs/intents.md"
  })
  void aBadIntentLeadsToThePageOfItsKind(String kind, String page) throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("intent.yaml"),
            "apiVersion: gpuspec.io/v1\nkind: %s\nmetadata: {name: x}\nspec: {nosuch: 1}\n"
                .formatted(kind));
    Run run = Run.of("build", "-f", file.toString());

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err().lines()).last().asString().endsWith("; see " + page);
  }

  @Test
  void aBadFileLeadsToThePageOnItsFormat() throws IOException {
    Path catalog = Files.writeString(folder.resolve("c.json"), "{\"target\": \"a\"}");
    Path overlay = Files.writeString(folder.resolve("o.yaml"), "target: eks\nspec: []\n");

    assertThat(Run.of("catalog", "diff", catalog.toString(), "tke").err())
        .endsWith("; see docs/catalog-format.md\n");
    assertThat(Run.of("catalog", "--provider", "eks", "--overlay", overlay.toString()).err())
        .endsWith("; see docs/overlays.md\n");
  }

  @Test
  void everyPageThatAnErrorNamesIsThere() throws IOException {
    assertThat(named())
        .hasSizeGreaterThan(20)
        .allSatisfy(page -> assertThat(Guides.root().resolve(page)).exists());
  }

  /** A new page gets errors that lead to it, or stands in the list above. */
  @Test
  void everyPageThatThereIsIsNamedByAnError() throws IOException {
    Set<String> expected = new TreeSet<>(pages());
    expected.removeAll(WITHOUT_ERRORS);

    assertThat(named()).isEqualTo(expected);
    assertThat(pages()).containsAll(WITHOUT_ERRORS);
  }

  /** The pages that the published modules name. */
  private static Set<String> named() throws IOException {
    Set<String> named = new TreeSet<>();
    for (Path source : sources()) {
      NAMED
          .matcher(Files.readString(source))
          .results()
          .map(found -> found.group(1))
          .forEach(named::add);
    }
    return named;
  }

  private static List<Path> sources() throws IOException {
    List<Path> sources = new ArrayList<>();
    try (DirectoryStream<Path> modules = Files.newDirectoryStream(Guides.root(), "gpu-*")) {
      for (Path module : modules) {
        Path main = module.resolve("src/main/java");
        if (Files.exists(main)) {
          try (Stream<Path> files = Files.walk(main)) {
            files.filter(file -> file.toString().endsWith(".java")).forEach(sources::add);
          }
        }
      }
    }
    return sources;
  }

  private static Set<String> pages() throws IOException {
    Path docs = Guides.root().resolve("docs");
    try (Stream<Path> files = Files.walk(docs)) {
      return files
          .filter(file -> file.toString().endsWith(".md"))
          .filter(file -> !file.startsWith(docs.resolve("adr")))
          .filter(file -> !file.startsWith(docs.resolve("rules")))
          .filter(file -> !file.startsWith(docs.resolve("zh")))
          .map(file -> Guides.root().relativize(file).toString())
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }
}
