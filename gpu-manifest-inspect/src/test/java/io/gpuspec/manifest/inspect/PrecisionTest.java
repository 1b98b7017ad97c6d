package io.gpuspec.manifest.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.Gpus;
import io.gpuspec.rule.Severity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Manifests as public repositories have them: every finding of severity error is listed by hand,
 * with why it is one.
 */
class PrecisionTest {
  private static final Path INSPECTED = Path.of("src/test/resources/io/gpuspec/manifest/inspect");
  private static final Path RESOURCES =
      Path.of("../gpu-manifest-builder/src/test/resources/io/gpuspec/manifest");
  private static final Inspector INSPECTOR = Inspector.of(Gpus.load());

  @Test
  void everyErrorInPublishedManifestsIsDefended() throws IOException {
    TreeSet<String> found = new TreeSet<>();
    for (String folder : List.of("corpus", "field")) {
      try (Stream<Path> files = Files.list(RESOURCES.resolve(folder))) {
        for (Path file :
            files.filter(each -> each.toString().endsWith(".yaml")).sorted().toList()) {
          String[] documents = Files.readString(file).split("(?m)^---\n");
          for (int i = 0; i < documents.length; i++) {
            String name = folder + "/" + file.getFileName() + " " + (i + 1);
            INSPECTOR.parse(name, documents[i]).findings().stream()
                .filter(each -> each.severity() == Severity.ERROR)
                .forEach(each -> found.add(name + " " + each.rule().id()));
          }
        }
      }
    }
    for (Path file : published()) {
      String name = "published/" + file.getFileName();
      INSPECTOR.parse(name, Files.readString(file)).findings().stream()
          .filter(each -> each.severity() == Severity.ERROR)
          .forEach(each -> found.add(name + " " + each.rule().id()));
    }
    assertThat(String.join("\n", found)).isEqualTo(defended());
  }

  /** Whole examples of projects, of which the objects are judged together. */
  private static List<Path> published() throws IOException {
    try (Stream<Path> files = Files.list(RESOURCES.resolve("published"))) {
      return files.sorted().toList();
    }
  }

  @Test
  void thereAreThirtyPublishedExamplesAndTheirSource() throws IOException {
    assertThat(published()).hasSizeGreaterThan(30);
    for (Path file : published()) {
      assertThat(Files.readAllLines(file).get(0)).as("%s", file).startsWith("# seen: ");
    }
  }

  private static String defended() throws IOException {
    return Files.readAllLines(INSPECTED.resolve("defended.txt")).stream()
        .filter(line -> !line.startsWith("#"))
        .map(line -> line.substring(0, line.indexOf(':')))
        .collect(Collectors.joining("\n"));
  }
}
