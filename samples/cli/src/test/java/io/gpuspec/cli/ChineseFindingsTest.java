package io.gpuspec.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.Gpus;
import io.gpuspec.manifest.inspect.Findings;
import io.gpuspec.manifest.inspect.Inspector;
import io.gpuspec.manifest.inspect.ManifestFinding;
import io.gpuspec.rule.Rule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What {@code inspect --lang zh} finds in the manifests of the documents, of projects and of the
 * rules is told in Chinese, with the reasons that come from the library.
 */
@Tag("slow")
class ChineseFindingsTest {
  private static final Path MANIFESTS =
      Guides.root().resolve("gpu-manifest-builder/src/test/resources/io/gpuspec/manifest");

  private static final Gpus GPUS = Gpus.load();
  private static final Phrases CHINESE = Phrases.of(Language.ZH);

  @ParameterizedTest
  @ValueSource(strings = {"", "tke", "tke/qgpu", "eks", "ack", "ack/cgpu", "ack/eci"})
  void noFindingIsToldInEnglish(String target) throws IOException {
    Inspector inspector =
        target.isEmpty() ? Inspector.of(GPUS) : Inspector.of(GPUS).on(GPUS.in(target));
    List<String> english = new ArrayList<>();
    int findings = 0;
    for (String text : texts(inspector)) {
      Findings found = inspector.parse("a.yaml", text).in(Locale.CHINESE, CHINESE::clause);
      for (ManifestFinding each : found.findings()) {
        findings++;
        // A claim has its kind before its name.
        String said = (each.message() + " " + each.fix()).replaceAll("claim [a-z-]+", "#");
        if (ChineseAnswersTest.isEnglish(said, text)) {
          english.add(each.rule().id() + ": " + said);
        }
      }
    }

    assertThat(findings).isGreaterThan(400);
    assertThat(english.stream().distinct()).isEmpty();
  }

  /** Manifests of documents and projects, and the example of every mistake. */
  private static List<String> texts(Inspector inspector) throws IOException {
    List<String> texts = new ArrayList<>(inspector.rules().stream().map(Rule::bad).toList());
    try (Stream<Path> files = Files.walk(MANIFESTS)) {
      for (Path file : files.filter(path -> path.toString().endsWith(".yaml")).sorted().toList()) {
        texts.add(Files.readString(file));
      }
    }
    return texts;
  }
}
