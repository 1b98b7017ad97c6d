package io.gpuspec.manifest.inspect;

import io.gpuspec.manifest.internal.tree.YamlPlace;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The file of Kustomize in a folder, which names files that are parts of objects and not objects.
 *
 * <p>Source: Kustomize, fields {@code patches}, {@code patchesStrategicMerge} and {@code
 * patchesJson6902} of a kustomization.
 */
final class Kustomization {
  private static final List<String> NAMES =
      List.of("kustomization.yaml", "kustomization.yml", "Kustomization");

  private Kustomization() {}

  /** Returns the files of patches that a document names; none if it is no kustomization. */
  static Stream<String> patches(YamlPlace document, String file) {
    Optional<Path> folder = path(file).filter(each -> isOne(document, each));
    return folder.isEmpty()
        ? Stream.empty()
        : Stream.concat(
                Stream.of("patches", "patchesJson6902")
                    .flatMap(list -> Places.items(document, list).stream())
                    .map(patch -> Places.text(patch, "path")),
                Places.items(document, "patchesStrategicMerge").stream().map(Places::textOf))
            .filter(name -> !name.isEmpty() && !name.contains("\n"))
            .flatMap(name -> resolved(folder.get(), name).stream());
  }

  private static boolean isOne(YamlPlace document, Path file) {
    return Places.isMapping(document)
        && file.getFileName() != null
        && NAMES.contains(file.getFileName().toString());
  }

  private static Optional<String> resolved(Path kustomization, String name) {
    return path(name).map(each -> normal(kustomization.resolveSibling(each)));
  }

  /** Returns a file's name without detours, by which patches are known. */
  static String normal(String file) {
    return path(file).map(Kustomization::normal).orElse(file);
  }

  private static String normal(Path path) {
    return path.normalize().toString();
  }

  private static Optional<Path> path(String name) {
    try {
      return Optional.of(Path.of(name));
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }
}
