package io.gpuspec.gradle.batch;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gpuspec.value.GpuSpecException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A file of a build.
 *
 * @param name what messages and reports call it: its path from the project's folder, the same on
 *     every machine
 * @param path where it is
 */
public record Source(String name, Path path) {
  /** A function that reads a named file from a stream. */
  interface Reader<T> {
    /** Returns what the stream has. */
    T read(String name, InputStream in) throws IOException;
  }

  private static final Pattern IN_FOLDERS = Pattern.compile("\\.(yaml|yml|json)$");

  /** A file, called by its path from a folder. */
  public static Source in(Path folder, Path file) {
    Path from = folder.toAbsolutePath().normalize();
    Path to = file.toAbsolutePath().normalize();
    boolean sameRoot = from.getRoot().equals(to.getRoot());
    return new Source((sameRoot ? from.relativize(to) : to).toString().replace('\\', '/'), to);
  }

  /** Files, and the YAML and JSON files in folders, in the order in which they are given. */
  public static List<Source> all(Path folder, List<Path> roots) {
    return roots.stream()
        .flatMap(root -> files(root).stream())
        .map(file -> in(folder, file))
        .distinct()
        .toList();
  }

  /** The same, in the order of their names. */
  public static List<Source> sorted(Path folder, List<Path> roots) {
    return all(folder, roots).stream().sorted(Comparator.comparing(Source::name)).toList();
  }

  private static List<Path> files(Path root) {
    if (!Files.isDirectory(root)) {
      return List.of(root);
    }
    try (Stream<Path> all = Files.walk(root)) {
      return all.filter(Files::isRegularFile)
          .filter(file -> IN_FOLDERS.matcher(file.toString()).find())
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new GpuSpecException(
          "file.unreadable",
          "folder: '%s' cannot be read (%s); make it readable".formatted(root, e.getMessage()),
          e);
    }
  }

  /** The file's name without what follows its last dot. */
  String stem() {
    String file = path.getFileName().toString();
    int dot = file.lastIndexOf('.');
    return dot > 0 ? file.substring(0, dot) : file;
  }

  /** Returns the text of the file. */
  String text() {
    return read(
        (file, in) -> UTF_8.newDecoder().decode(ByteBuffer.wrap(in.readAllBytes())).toString());
  }

  /** Reads the file from a stream, under its name. */
  <T> T read(Reader<T> reader) {
    try (InputStream in = Files.newInputStream(path)) {
      return reader.read(name, in);
    } catch (NoSuchFileException e) {
      throw new GpuSpecException(
          "file.unreadable", "file: '" + name + "' does not exist; name one that does", e);
    } catch (IOException e) {
      throw new GpuSpecException(
          "file.unreadable",
          "file: '%s' cannot be read (%s); make it readable".formatted(name, e.getMessage()),
          e);
    }
  }
}
