package io.gpuspec.manifest.inspect;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The manifests that tests share. */
final class TestFiles {
  private static final Path RESOURCES =
      Path.of("../gpu-manifest-builder/src/test/resources/io/gpuspec/manifest");

  private TestFiles() {}

  /** Returns the YAML files of folders and those below them, in order. */
  static List<Path> in(String... folders) throws IOException {
    List<Path> found = new ArrayList<>();
    for (String folder : folders) {
      try (Stream<Path> files = Files.walk(RESOURCES.resolve(folder))) {
        files.filter(each -> each.toString().matches(".*\\.ya?ml")).forEach(found::add);
      }
    }
    return found.stream().sorted().toList();
  }
}
