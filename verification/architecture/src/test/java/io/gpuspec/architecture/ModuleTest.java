package io.gpuspec.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the jars say of themselves. */
class ModuleTest {

  static List<String> providers() {
    return Artifacts.providers();
  }

  /** The list is the review: a package that becomes public is added here by hand. */
  @Test
  void theExportedPackagesAreExactlyThese() {
    TreeMap<String, Set<String>> exported = new TreeMap<>();
    exported.put(descriptor(Artifacts.CORE).name(), exports(Artifacts.CORE));
    Artifacts.providers()
        .forEach(provider -> exported.put(descriptor(provider).name(), exports(provider)));
    assertThat(exported)
        .containsExactly(
            java.util.Map.entry(
                "io.gpuspec",
                Set.of(
                    "io.gpuspec",
                    "io.gpuspec.json",
                    "io.gpuspec.kube",
                    "io.gpuspec.mig",
                    "io.gpuspec.rule",
                    "io.gpuspec.scheduling",
                    "io.gpuspec.select",
                    "io.gpuspec.share",
                    "io.gpuspec.spi",
                    "io.gpuspec.value")),
            java.util.Map.entry("io.gpuspec.ack", Set.of("io.gpuspec.ack")),
            java.util.Map.entry("io.gpuspec.eks", Set.of("io.gpuspec.eks")),
            java.util.Map.entry("io.gpuspec.tke", Set.of("io.gpuspec.tke")));
  }

  @Test
  void packagesThatAreSharedWithTheModulesOfManifestsAndTheInspectorReadsDataFilesToo() {
    Set<String> shared = sharedWith(Artifacts.BUILDER);
    assertThat(shared)
        .isEqualTo(sharedWith(Artifacts.CLAIMS))
        .containsExactlyInAnyOrder(
            "io.gpuspec.internal.admission",
            "io.gpuspec.internal.clouds",
            "io.gpuspec.internal.dra",
            "io.gpuspec.internal.text",
            "io.gpuspec.internal.yaml");
    assertThat(sharedWith(Artifacts.INSPECT))
        .containsAll(shared)
        .contains("io.gpuspec.internal")
        .hasSize(shared.size() + 1);
  }

  @Test
  void threePackagesAreSharedWithAdvice() {
    assertThat(sharedWith(Artifacts.ADVISE))
        .containsExactlyInAnyOrder(
            "io.gpuspec.internal", "io.gpuspec.internal.dra", "io.gpuspec.internal.text");
  }

  @Test
  void twoPackagesAreSharedWithFleets() {
    assertThat(sharedWith(Artifacts.FLEET))
        .containsExactlyInAnyOrder("io.gpuspec.internal", "io.gpuspec.internal.clouds");
  }

  @Test
  void theCoreRequiresExactlyThese() {
    assertThat(descriptor(Artifacts.CORE).requires())
        .extracting(ModuleDescriptor.Requires::name)
        .containsExactlyInAnyOrder(
            "java.base",
            "com.github.benmanes.caffeine",
            "com.google.common",
            "com.fasterxml.jackson.databind",
            "org.snakeyaml.engine.v2",
            "org.jspecify");
  }

  @ParameterizedTest
  @MethodSource("providers")
  void aProviderRequiresTheCoreAndNothingElse(String provider) {
    assertThat(descriptor(provider).requires())
        .extracting(ModuleDescriptor.Requires::name)
        .isSubsetOf("java.base", "io.gpuspec", "org.jspecify");
  }

  @ParameterizedTest
  @MethodSource("providers")
  void noProviderIsOpen(String provider) {
    assertThat(descriptor(provider).isOpen()).isFalse();
    assertThat(descriptor(provider).opens()).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("providers")
  void modulePathAndClassPathNameTheSameProviderClasses(String provider) throws IOException {
    assertThat(services(provider)).isEqualTo(provided(provider));
  }

  /** Its own nodes, and what a mapper of Jackson finds. */
  @Test
  void modulePathAndClassPathNameTheSameClassesOfTheCore() throws IOException {
    Set<String> named = services(Artifacts.CORE);
    named.addAll(services(Artifacts.CORE, "com.fasterxml.jackson.databind.Module"));
    assertThat(named).hasSize(2).isEqualTo(provided(Artifacts.CORE));
  }

  private static Set<String> provided(String artifact) {
    return descriptor(artifact).provides().stream()
        .flatMap(each -> each.providers().stream())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** The module path would call it in place of the constructor, the class path would not. */
  @ParameterizedTest
  @MethodSource("providers")
  void noProviderClassHasAStaticMethodCalledProvider(String provider) throws Exception {
    for (String name : services(provider)) {
      Class<?> type = Class.forName(name);
      assertThat(type.getMethods()).extracting(each -> each.getName()).doesNotContain("provider");
      assertThat(type.getConstructor()).isNotNull();
    }
  }

  /** What the builder needs is automatic too: such a module finds no others by itself. */
  @Test
  void theModulesOfManifestsAreAutomaticWithChosenNames() {
    assertThat(
            Stream.concat(
                Stream.of(Artifacts.ADVISE, Artifacts.FLEET), Artifacts.MANIFESTS.stream()))
        .extracting(ModuleTest::descriptor)
        .allMatch(ModuleDescriptor::isAutomatic)
        .extracting(ModuleDescriptor::name)
        .containsExactly(
            "io.gpuspec.advise",
            "io.gpuspec.fleet",
            "io.gpuspec.manifest",
            "io.gpuspec.manifest.claim",
            "io.gpuspec.manifest.inspect");
  }

  /** The packages that a module exports to everyone. */
  static Set<String> exports(String artifact) {
    return descriptor(artifact).exports().stream()
        .filter(each -> !each.isQualified())
        .map(ModuleDescriptor.Exports::source)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** The internal packages that the core exports to a module. */
  static Set<String> sharedWith(String artifact) {
    String module = descriptor(artifact).name();
    return descriptor(Artifacts.CORE).exports().stream()
        .filter(each -> each.targets().contains(module))
        .map(ModuleDescriptor.Exports::source)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static ModuleDescriptor descriptor(String artifact) {
    return ModuleFinder.of(Artifacts.jar(artifact)).findAll().iterator().next().descriptor();
  }

  private static Set<String> services(String artifact) throws IOException {
    return services(artifact, "io.gpuspec.spi.GpuProvider");
  }

  private static Set<String> services(String artifact, String service) throws IOException {
    Set<String> names = new TreeSet<>();
    try (JarFile jar = new JarFile(Artifacts.jar(artifact).toFile())) {
      var entry = jar.getEntry("META-INF/services/" + service);
      if (entry != null) {
        new String(jar.getInputStream(entry).readAllBytes(), StandardCharsets.UTF_8)
            .lines()
            .map(line -> line.replaceFirst("#.*", "").strip())
            .filter(line -> !line.isEmpty())
            .forEach(names::add);
      }
    }
    return names;
  }
}
