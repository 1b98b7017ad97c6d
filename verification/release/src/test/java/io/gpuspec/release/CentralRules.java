package io.gpuspec.release;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What Maven Central asks of each component ("Requirements",
 * https://central.sonatype.org/publish/requirements/, read 2026-11-21). Whether the name space is
 * ours is for Central to decide.
 */
final class CentralRules {
  private static final List<String> METADATA =
      List.of(
          "name",
          "description",
          "url",
          "licenses/license/name",
          "licenses/license/url",
          "developers/developer/name",
          "scm/connection",
          "scm/developerConnection",
          "scm/url");

  private static final Map<String, String> CHECKSUMS = Map.of("md5", "MD5", "sha1", "SHA-1");

  private CentralRules() {}

  /** What is wrong, a line each; empty if Central would take it, signatures aside. */
  static List<String> broken(Component component) {
    List<String> broken = new ArrayList<>();
    coordinates(component, broken);
    metadata(component, broken);
    jars(component, broken);
    component.files().forEach(file -> checksums(file, broken));
    signatures(component, broken);
    return broken;
  }

  /** Whether each file has a signature beside it. */
  static boolean isSigned(Component component) {
    return component.files().stream().allMatch(CentralRules::isSigned);
  }

  private static void coordinates(Component component, List<String> broken) {
    String path = component.folder().toString().replace('\\', '/');
    String stated =
        "%s/%s/%s"
            .formatted(
                component.pom().text("groupId").replace('.', '/'),
                component.artifact(),
                component.version());
    if (!path.endsWith("/" + stated)) {
      broken.add(component.pomFile() + ": states " + stated + ", which is not its folder");
    }
    if (component.version().endsWith("-SNAPSHOT")) {
      broken.add(component.pomFile() + ": a snapshot is no release: " + component.version());
    }
  }

  private static void metadata(Component component, List<String> broken) {
    METADATA.stream()
        .filter(path -> component.pom().text(path).isEmpty())
        .forEach(path -> broken.add(component.pomFile() + ": no " + path));
  }

  private static void jars(Component component, List<String> broken) {
    if (component.isPom()) {
      return;
    }
    Stream.of(".jar", "-sources.jar", "-javadoc.jar")
        .map(component::file)
        .filter(file -> !Files.isRegularFile(file))
        .forEach(file -> broken.add(file + ": missing"));
  }

  private static void checksums(Path file, List<String> broken) {
    CHECKSUMS.forEach(
        (extension, algorithm) -> {
          Path beside = Component.beside(file, extension);
          if (!Files.isRegularFile(beside)) {
            broken.add(beside + ": missing");
          } else if (!read(beside).equals(hash(file, algorithm))) {
            broken.add(beside + ": is not the " + algorithm + " of " + file.getFileName());
          }
        });
  }

  private static void signatures(Component component, List<String> broken) {
    List<Path> unsigned = component.files().stream().filter(file -> !isSigned(file)).toList();
    if (unsigned.size() < component.files().size()) {
      unsigned.forEach(file -> broken.add(file + ": not signed, as others beside it are"));
    }
  }

  private static boolean isSigned(Path file) {
    return Files.isRegularFile(Component.beside(file, "asc"));
  }

  private static String read(Path file) {
    try {
      return Files.readString(file).strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String hash(Path file, String algorithm) {
    try {
      return HexFormat.of()
          .formatHex(MessageDigest.getInstance(algorithm).digest(Files.readAllBytes(file)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }
}
