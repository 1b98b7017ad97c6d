package io.gpuspec.architecture;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The jars that the build has made, and those they stand on, as Maven resolved them: every path
 * comes from this JVM's own class path.
 */
final class Artifacts {
  static final String CORE = "gpu-spec-core";
  static final String ADVISE = "gpu-spec-advise";
  static final String FLEET = "gpu-spec-fleet";
  static final String TKE = "gpu-provider-tke";
  static final String BUILDER = "gpu-manifest-builder";
  static final String CLAIMS = "gpu-manifest-claims";
  static final String INSPECT = "gpu-manifest-inspect";

  /** The modules of manifests: they know fabric8, so they are automatic modules. */
  static final List<String> MANIFESTS = List.of(BUILDER, CLAIMS, INSPECT);

  /** What the core needs while it runs, and nothing else. */
  static final List<String> BENEATH_CORE =
      List.of(
          "caffeine",
          "guava",
          "failureaccess",
          "jackson-databind",
          "jackson-core",
          "jackson-annotations",
          "snakeyaml-engine");

  /** What the builder needs besides. */
  static final List<String> BENEATH_BUILDER =
      List.of(
          "kubernetes-model-core",
          "kubernetes-model-common",
          "kubernetes-model-apps",
          "kubernetes-model-batch",
          "slf4j-api");

  /** What the module of claims needs besides. */
  static final List<String> BENEATH_CLAIMS =
      List.of("kubernetes-model-resource", "cel-standalone", "re2j");

  /** Named by {@code requires static}: javac asks for it, the JVM does not. */
  static final String ANNOTATIONS = "jspecify";

  private static final List<Path> CLASS_PATH =
      Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
          .map(Path::of)
          .toList();

  private static final Map<String, JavaClasses> CLASSES = new ConcurrentHashMap<>();

  private Artifacts() {}

  /** The jar of an artifact. */
  static Path jar(String artifact) {
    Pattern file = Pattern.compile(Pattern.quote(artifact) + "(-\\d.*)?\\.jar");
    List<Path> found =
        CLASS_PATH.stream()
            .filter(path -> file.matcher(path.getFileName().toString()).matches())
            .filter(Files::isRegularFile)
            .toList();
    if (found.size() != 1) {
      throw new AssertionError(
          "one jar of %s was expected on the class path, not %s; run 'mvn verify' from the root: before the package phase there are only folders"
              .formatted(artifact, found));
    }
    return found.get(0);
  }

  /** Several jars. */
  static List<Path> jars(String... artifacts) {
    return Arrays.stream(artifacts).map(Artifacts::jar).toList();
  }

  /** The core, what is beneath it, and these. */
  static List<Path> coreAnd(String... artifacts) {
    return Stream.of(Stream.of(CORE), BENEATH_CORE.stream(), Arrays.stream(artifacts))
        .flatMap(each -> each)
        .map(Artifacts::jar)
        .toList();
  }

  /** The builder, a provider, and what is beneath them. */
  static List<Path> builderJars() {
    List<Path> jars = new ArrayList<>(coreAnd(ADVISE, FLEET, TKE, BUILDER, ANNOTATIONS));
    BENEATH_BUILDER.forEach(each -> jars.add(jar(each)));
    return jars;
  }

  /** The same, with the module of claims and what is beneath it. */
  static List<Path> claimJars() {
    List<Path> jars = new ArrayList<>(builderJars());
    jars.add(jar(CLAIMS));
    BENEATH_CLAIMS.forEach(each -> jars.add(jar(each)));
    return jars;
  }

  /** The providers, however many there are. */
  static List<String> providers() {
    return CLASS_PATH.stream()
        .map(path -> path.getFileName().toString())
        .filter(file -> file.startsWith("gpu-provider-"))
        .map(file -> file.replaceFirst("-\\d.*", ""))
        .sorted()
        .toList();
  }

  /** Everything that is published. */
  static List<String> artifacts() {
    return Stream.of(List.of(CORE, ADVISE, FLEET), MANIFESTS, providers())
        .flatMap(List::stream)
        .toList();
  }

  /** The classes of an artifact; they are read once. */
  static JavaClasses classes(String artifact) {
    return CLASSES.computeIfAbsent(artifact, Artifacts::read);
  }

  private static JavaClasses read(String artifact) {
    // Not by its path: a jar's is taken for an empty folder.
    try (JarFile jar = new JarFile(jar(artifact).toFile())) {
      return new ClassFileImporter().importJar(jar);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The packages of an artifact that hold a class. */
  static Set<String> packages(String artifact) {
    return classes(artifact).stream()
        .map(type -> type.getPackageName())
        .filter(name -> !name.isEmpty())
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
