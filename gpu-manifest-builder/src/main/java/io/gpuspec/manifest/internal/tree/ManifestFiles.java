package io.gpuspec.manifest.internal.tree;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** The files of manifests in a folder and those below it. */
public final class ManifestFiles {
  /** The settings of the inspector, which can be among them. */
  public static final String SETTINGS = ".gpuspec.yaml";

  private static final Set<String> EXTENSIONS = Set.of(".yaml", ".yml", ".json");

  private ManifestFiles() {}

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
