package io.gpuspec.manifest.internal.tree;

import io.gpuspec.value.GpuSpecException;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The files of manifests in a folder and those below it. */
public final class ManifestFiles {
  /** The settings of the inspector, which can be among them. */
  public static final String SETTINGS = ".gpuspec.yaml";

  private static final Set<String> EXTENSIONS = Set.of(".yaml", ".yml", ".json");

  /** The problem of a file without documents, which does no harm among others. */
  public static final String EMPTY = "yaml.empty";

  private ManifestFiles() {}

  /**
   * Returns files, and the manifests of folders, in this order; a file that is named twice is
   * returned once.
   *
   * @throws GpuSpecException if nothing is named, or a folder has no manifests
   */
  public static List<Path> of(List<Path> paths) {
    Checks.all("files", paths);
    if (paths.isEmpty()) {
      throw new GpuSpecException("file.unreadable", "files: there is none; give one");
    }
    Map<Path, Path> files = new LinkedHashMap<>();
    paths.stream()
        .flatMap(path -> Files.isDirectory(path) ? folder(path).stream() : Stream.of(path))
        .forEach(file -> files.putIfAbsent(real(file), file));
    return List.copyOf(files.values());
  }

  /** Returns the path of which a file has only one, however it was named. */
  private static Path real(Path file) {
    try {
      return file.toRealPath();
    } catch (IOException e) {
      // A pipe has none, and a file that cannot be read is refused when it is.
      return file.toAbsolutePath().normalize();
    }
  }

  private static List<Path> folder(Path folder) {
    Map<Path, Optional<IOException>> files = in(folder);
    files.forEach(
        (file, problem) ->
            problem.ifPresent(
                why -> {
                  throw new GpuSpecException(
                      "file.unreadable",
                      "file: '%s' cannot be read (%s); give a folder of manifests"
                          .formatted(file, why.getMessage()),
                      why);
                }));
    if (files.isEmpty()) {
      throw new GpuSpecException(
          "file.unreadable",
          "file: '%s' is a folder without manifests (.yaml, .yml or .json); give one that has some, or a file"
              .formatted(folder));
    }
    return List.copyOf(files.keySet());
  }

  /** Returns the files by name, each with why it cannot be visited, if it cannot. */
  public static Map<Path, Optional<IOException>> in(Path folder) {
    Map<Path, Optional<IOException>> files = new TreeMap<>();
    try {
      // A link to a folder is followed where it is given, and nowhere below it: none leads in
      // circles then, and no file is read twice.
      Path top = Files.isSymbolicLink(folder) ? folder.toRealPath() : folder;
      Files.walkFileTree(
          top,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
              if (isManifest(file) && !Files.isDirectory(file)) {
                files.put(folder.resolve(top.relativize(file)), Optional.empty());
              }
              return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException problem) {
              files.put(folder.resolve(top.relativize(file)), Optional.of(problem));
              return FileVisitResult.CONTINUE;
            }
          });
    } catch (IOException e) {
      files.put(folder, Optional.of(e));
    }
    return files;
  }

  private static boolean isManifest(Path file) {
    String name = file.toString().toLowerCase(Locale.ROOT);
    return EXTENSIONS.stream().anyMatch(name::endsWith) && !file.endsWith(SETTINGS);
  }
}
