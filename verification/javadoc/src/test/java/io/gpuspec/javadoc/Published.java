package io.gpuspec.javadoc;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The sources of what is published, by their paths from the root of the checkout. */
final class Published {
  private static final String SOURCES = "/src/main/java/";
  private static final String PROVIDER = "gpu-provider-";

  /** What an example may name beside the library's own types. */
  private static final List<String> IMPORTS =
      List.of(
          "com.fasterxml.jackson.databind.ObjectMapper",
          "io.fabric8.kubernetes.api.model.Pod",
          "io.fabric8.kubernetes.api.model.PodBuilder",
          "io.fabric8.kubernetes.api.model.PodSpec",
          "io.fabric8.kubernetes.api.model.PodSpecBuilder",
          "io.fabric8.kubernetes.api.model.PodTemplateSpec",
          "io.fabric8.kubernetes.api.model.Quantity",
          "io.fabric8.kubernetes.api.model.apps.*",
          "io.gpuspec.javadoc.Rack",
          "java.io.*",
          "java.math.*",
          "java.nio.file.*",
          "java.time.*",
          "java.util.*");

  private final List<String> files;

  private Published(List<String> files) {
    this.files = files;
  }

  /** Those of each module whose pom says that it is published. */
  static Published here() throws IOException {
    List<String> files = new ArrayList<>();
    for (Path pom : files(root(), 3, "pom.xml")) {
      Path sources = pom.resolveSibling("src/main/java");
      if (Files.readString(pom).contains("<maven.deploy.skip>false<") && Files.exists(sources)) {
        for (Path file : files(sources, Integer.MAX_VALUE, ".java")) {
          files.add(root().relativize(file).toString().replace('\\', '/'));
        }
      }
    }
    return new Published(files);
  }

  private static List<Path> files(Path folder, int depth, String end) throws IOException {
    try (Stream<Path> files =
        Files.find(folder, depth, (file, is) -> file.toString().endsWith(end))) {
      return files.sorted().toList();
    }
  }

  /** The folder of the checkout: two above this module's. */
  private static Path root() {
    return Path.of(System.getProperty("basedir", "")).toAbsolutePath().getParent().getParent();
  }

  List<String> files() {
    return files;
  }

  /** Those that users can name something of. */
  List<String> publicFiles() {
    return files.stream()
        .filter(file -> file.contains(SOURCES + "io/") && !file.contains("/internal/"))
        .toList();
  }

  String text(String file) throws IOException {
    return Files.readString(root().resolve(file));
  }

  /** What an example may name: the public packages, but of the providers only its own. */
  String imports(Example example) {
    String module = example.file().substring(0, example.file().indexOf('/') + 1);
    Stream<String> packages =
        publicFiles().stream()
            .filter(
                file ->
                    file.startsWith(module)
                        || !file.startsWith(PROVIDER)
                        || !module.startsWith(PROVIDER))
            .map(file -> file.replaceFirst(".*" + SOURCES, "").replaceFirst("[^/]*$", "*"))
            .distinct()
            .map(each -> each.replace('/', '.'));
    return Stream.concat(packages, IMPORTS.stream())
        .map(each -> "import " + each + ";")
        .collect(Collectors.joining(" "));
  }
}
