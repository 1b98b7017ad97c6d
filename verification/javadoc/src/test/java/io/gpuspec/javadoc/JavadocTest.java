package io.gpuspec.javadoc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** The examples in the Javadoc of what is published run, and give what their comments say. */
class JavadocTest {
  private static final List<String> PUBLISHED =
      List.of(
          "gpu-spec-core",
          "gpu-manifest-builder",
          "gpu-provider-tke",
          "gpu-provider-eks",
          "gpu-provider-ack",
          "verification/provider-contract");

  private static final String PROVIDER = "gpu-provider-";

  /** What an example may name beside the library's own types. */
  private static final List<String> IMPORTS =
      List.of(
          "io.fabric8.kubernetes.api.model.apps.*",
          "io.fabric8.kubernetes.api.model.PodSpecBuilder",
          "io.gpuspec.javadoc.Rack",
          "java.io.*",
          "java.math.*",
          "java.nio.file.*",
          "java.time.*",
          "java.util.*");

  @TestFactory
  Stream<DynamicTest> everyExampleGivesWhatItsCommentsSay(@TempDir Path classes)
      throws IOException {
    List<Example> found = new ArrayList<>();
    Set<String> packages = new TreeSet<>();
    for (Path file : sources()) {
      found.addAll(Example.in(name(file), Files.readString(file)));
      packages.add(name(file.getParent()));
    }
    packages.removeIf(each -> each.endsWith("/src/main/java") || each.contains("/internal"));
    Examples examples = new Examples(found, each -> imports(each, packages), classes);
    return found.stream()
        .map(
            each ->
                DynamicTest.dynamicTest(
                    each.toString(), () -> assertThat(examples.wrong(each)).isEmpty()));
  }

  /** What an example may name: the public packages, but of the providers only its own. */
  private static String imports(Example example, Set<String> packages) {
    return Stream.concat(
            packages.stream()
                .filter(each -> !isOfAnotherProvider(each, example.file()))
                .map(each -> each.replaceFirst(".*/src/main/java/", "").replace('/', '.') + ".*"),
            IMPORTS.stream())
        .map(each -> "import " + each + ";")
        .collect(Collectors.joining(" "));
  }

  private static boolean isOfAnotherProvider(String folder, String file) {
    return file.startsWith(PROVIDER)
        && folder.startsWith(PROVIDER)
        && !folder.startsWith(file.substring(0, file.indexOf('/')));
  }

  private static List<Path> sources() throws IOException {
    List<Path> sources = new ArrayList<>();
    for (String module : PUBLISHED) {
      try (Stream<Path> files = Files.walk(root().resolve(module).resolve("src/main/java"))) {
        files.filter(file -> file.toString().endsWith(".java")).sorted().forEach(sources::add);
      }
    }
    return sources;
  }

  private static String name(Path file) {
    return root().relativize(file).toString().replace('\\', '/');
  }

  /** The folder of the checkout: two above this module's. */
  private static Path root() {
    return Path.of(System.getProperty("basedir", "")).toAbsolutePath().getParent().getParent();
  }
}
