package io.gpuspec.gradle.real;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.gradle.api.Project;

/**
 * Gradle as it is installed: a folder with a jar for each of its modules. The jar of its API has
 * the classes of nearly all of them; here each module gets a jar without classes that leads there.
 */
final class Distribution {
  private static final String MODULE = "-classpath.properties";

  /** Libraries that Gradle looks for by their files' names; the classes are in the one jar too. */
  private static final List<String> LIBRARIES =
      List.of("ant-1.10.14", "ant-launcher-1.10.14", "javax.inject-1");

  private static final Pattern LANGUAGES =
      Pattern.compile("(groovy|kotlin-stdlib|annotations)-[\\w.-]+\\.jar");

  private final Path lib;
  private final List<String> jars = new ArrayList<>();

  private Distribution(Path lib) {
    this.lib = lib;
  }

  /** Lays it out in a folder; what it gives is the class path to run it with. */
  static String in(Path folder) throws Exception {
    Distribution made = new Distribution(Files.createDirectories(folder.resolve("lib")));
    Files.createDirectories(made.lib.resolve("plugins"));
    Path all = Path.of(Project.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    made.library(all);
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      Path jar = Path.of(entry);
      if (LANGUAGES.matcher(jar.getFileName().toString()).matches()) {
        made.library(jar);
      }
    }
    try (JarFile jar = new JarFile(all.toFile())) {
      made.modules(jar);
    }
    for (String library : LIBRARIES) {
      made.jar(library + ".jar", "empty", "");
    }
    return Stream.concat(made.jars.stream(), Stream.of("gradle-core-" + version() + ".jar"))
        .map(jar -> made.lib.resolve(jar).toString())
        .reduce((a, b) -> a + File.pathSeparator + b)
        .orElseThrow();
  }

  private static String version() {
    return org.gradle.util.GradleVersion.current().getVersion();
  }

  private void library(Path jar) throws IOException {
    String name = jar.getFileName().toString();
    Files.copy(jar, lib.resolve(name), StandardCopyOption.REPLACE_EXISTING);
    jars.add(name);
  }

  private void modules(JarFile all) throws IOException {
    Set<String> plugins = new TreeSet<>();
    for (String list : List.of("gradle-plugins", "gradle-implementation-plugins")) {
      Properties properties = new Properties();
      properties.load(all.getInputStream(all.getEntry(list + ".properties")));
      plugins.addAll(List.of(properties.getProperty("plugins").split(",")));
    }
    Set<String> modules = new TreeSet<>(plugins);
    all.stream()
        .map(ZipEntry::getName)
        .filter(name -> name.endsWith(MODULE))
        .forEach(name -> modules.add(name.substring(0, name.length() - MODULE.length())));
    for (String module : modules) {
      String folder = plugins.contains(module) ? "plugins/" : "";
      jar(
          folder + module + "-" + version() + ".jar",
          module + MODULE,
          "projects=\nruntime=" + String.join(",", jars) + "\n");
    }
  }

  private void jar(String name, String entry, String text) throws IOException {
    try (OutputStream out = Files.newOutputStream(lib.resolve(name));
        ZipOutputStream jar = new ZipOutputStream(out)) {
      jar.putNextEntry(new ZipEntry(entry));
      jar.write(text.getBytes(StandardCharsets.ISO_8859_1));
    }
  }
}
