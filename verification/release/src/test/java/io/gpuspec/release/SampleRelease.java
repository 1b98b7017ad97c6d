package io.gpuspec.release;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;

/** A small release without a fault, for tests to put one in: one library and the BOM. */
final class SampleRelease {
  static final String LIBRARY =
      """
      <project>
        <groupId>io.gpuspec</groupId>
        <artifactId>lib</artifactId>
        <version>1.2.3</version>
        <name>lib</name>
        <description>A library.</description>
        <url>https://example.org</url>
        <licenses>
          <license><name>Apache-2.0</name><url>https://example.org/license</url></license>
        </licenses>
        <developers><developer><name>Somebody</name></developer></developers>
        <scm>
          <connection>scm:git:https://example.org/lib.git</connection>
          <developerConnection>scm:git:https://example.org/lib.git</developerConnection>
          <url>https://example.org/lib</url>
        </scm>
        <dependencies>
          <dependency>
            <groupId>com.example</groupId><artifactId>other</artifactId><version>4.5-jre</version>
          </dependency>
        </dependencies>
      </project>
      """;

  private static final String BOM =
      LIBRARY
          .replace("<artifactId>lib</artifactId>", "<artifactId>gpu-spec-bom</artifactId>")
          .replace("<name>lib</name>", "<name>bom</name><packaging>pom</packaging>")
          .replace("<dependencies>", "<dependencyManagement><dependencies>")
          .replace("</dependencies>", "</dependencies></dependencyManagement>")
          .replace("com.example", "io.gpuspec")
          .replace("<artifactId>other</artifactId>", "<artifactId>lib</artifactId>")
          .replace("4.5-jre", "1.2.3");

  private static final String SBOM =
      """
      <bom>
        <components>
          <component>
            <group>com.example</group><name>other</name><version>4.5-jre</version>
          </component>
        </components>
      </bom>
      """;

  private final Path root;

  private SampleRelease(Path root) {
    this.root = root;
  }

  static SampleRelease in(Path root) {
    SampleRelease shelf = new SampleRelease(root);
    shelf.write("lib-1.2.3.pom", LIBRARY);
    shelf.jar("lib-1.2.3.jar", "io/gpuspec/Lib.class");
    shelf.jar("lib-1.2.3-sources.jar", "io/gpuspec/Lib.java");
    shelf.jar("lib-1.2.3-javadoc.jar", "index.html");
    shelf.write("lib-1.2.3-cyclonedx.xml", SBOM);
    shelf.write("gpu-spec-bom-1.2.3.pom", BOM);
    return shelf;
  }

  /** Puts a file into its artifact's folder, with its checksums. */
  void write(String name, String text) {
    try {
      Path file = file(name);
      Files.createDirectories(file.getParent());
      Files.writeString(file, text);
      sum(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Changes what stands in a file, and its checksums with it. */
  void change(String name, String from, String to) {
    try {
      String text = Files.readString(file(name));
      if (!text.contains(from)) {
        throw new AssertionError("'" + from + "' does not stand in " + name);
      }
      write(name, text.replace(from, to));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void jar(String name, String entry) {
    Path file = file(name);
    try {
      Files.createDirectories(file.getParent());
      try (var jar = new JarOutputStream(Files.newOutputStream(file))) {
        jar.putNextEntry(new ZipEntry(entry));
      }
      sum(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void delete(String name) {
    try {
      Files.delete(file(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Path file(String name) {
    String artifact = name.startsWith("lib") ? "lib" : "gpu-spec-bom";
    return root.resolve("io/gpuspec").resolve(artifact).resolve("1.2.3").resolve(name);
  }

  List<Component> release() {
    return Component.in(root);
  }

  /** What Central finds, without the folder's own path. */
  List<String> refused() {
    return shortened(release().stream().flatMap(each -> CentralRules.broken(each).stream()));
  }

  /** What we find, likewise. */
  List<String> faults() {
    return shortened(ReleaseRules.broken(release()).stream());
  }

  private List<String> shortened(Stream<String> lines) {
    String folder = root + "/io/gpuspec/";
    return lines.map(line -> line.replace('\\', '/').replace(folder, "")).toList();
  }

  private static void sum(Path file) throws IOException {
    for (String algorithm : List.of("MD5", "SHA-1")) {
      try {
        byte[] sum = MessageDigest.getInstance(algorithm).digest(Files.readAllBytes(file));
        String extension = algorithm.replace("-", "").toLowerCase(java.util.Locale.ROOT);
        Files.writeString(Component.beside(file, extension), HexFormat.of().formatHex(sum));
      } catch (NoSuchAlgorithmException e) {
        throw new AssertionError(e);
      }
    }
  }
}
