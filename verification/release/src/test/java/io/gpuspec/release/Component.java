package io.gpuspec.release;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;

/** One version of one artifact: a folder of a Maven repository, with a pom in it. */
record Component(Path folder, Path pomFile, Xml pom) {
  private static final Set<String> BESIDE = Set.of("md5", "sha1", "sha256", "sha512", "asc");

  /** Every component of a repository. */
  static List<Component> in(Path repository) {
    try (Stream<Path> files = Files.walk(repository)) {
      return files
          .filter(file -> file.getFileName().toString().endsWith(".pom"))
          .sorted()
          .map(file -> new Component(file.getParent(), file, Xml.read(file)))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What is uploaded, without the checksums and signatures that stand beside it. */
  List<Path> files() {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> !BESIDE.contains(extension(file))).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The file that stands beside another, such as its {@code md5}. */
  static Path beside(Path file, String extension) {
    return file.resolveSibling(file.getFileName() + "." + extension);
  }

  /** The file of this component with an ending, such as {@code -sources.jar}. */
  Path file(String ending) {
    return folder.resolve(artifact() + "-" + version() + ending);
  }

  /** The names in one of its jars. */
  List<String> entries(String ending) {
    try (JarFile jar = new JarFile(file(ending).toFile())) {
      return jar.stream().map(ZipEntry::getName).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(file(ending) + " is no jar", e);
    }
  }

  String artifact() {
    return pom.text("artifactId");
  }

  String version() {
    return pom.text("version");
  }

  /** Group and artifact, as dependencies name it. */
  String key() {
    return key(pom);
  }

  static String key(Xml named) {
    return named.text("groupId") + ":" + named.text("artifactId");
  }

  boolean isPom() {
    return pom.text("packaging").equals("pom");
  }

  private static String extension(Path file) {
    String name = file.getFileName().toString();
    return name.substring(name.lastIndexOf('.') + 1);
  }
}
