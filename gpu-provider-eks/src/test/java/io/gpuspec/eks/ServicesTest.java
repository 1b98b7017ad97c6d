package io.gpuspec.eks;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.Gpus;
import io.gpuspec.eks.internal.Karpenter;
import io.gpuspec.spi.GpuProvider;
import io.gpuspec.spi.Option;
import java.io.InputStream;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleDescriptor.Exports;
import java.lang.module.ModuleDescriptor.Provides;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class ServicesTest {
  private final Path classes;

  ServicesTest() throws Exception {
    classes = Path.of(Karpenter.class.getProtectionDomain().getCodeSource().getLocation().toURI());
  }

  private ModuleDescriptor module() throws Exception {
    try (InputStream in = Files.newInputStream(classes.resolve("module-info.class"))) {
      return ModuleDescriptor.read(in);
    }
  }

  @Test
  void theModuleAndTheServicesFileNameTheSameProviders() throws Exception {
    List<String> listed =
        Files.readAllLines(classes.resolve("META-INF/services/io.gpuspec.spi.GpuProvider")).stream()
            .filter(line -> !line.isBlank())
            .toList();

    assertThat(listed).containsExactly("io.gpuspec.eks.internal.Karpenter");
    assertThat(module().provides()).hasSize(1);
    Provides provides = module().provides().iterator().next();
    assertThat(provides.service()).isEqualTo(GpuProvider.class.getName());
    assertThat(provides.providers()).isEqualTo(listed);
  }

  @Test
  void onlyTheOptionsAreExported() throws Exception {
    assertThat(module().exports()).extracting(Exports::source).containsExactly("io.gpuspec.eks");
  }

  @Test
  void theProviderHasAConstructorForServiceLoaderAndNoMethodCalledProvider() throws Exception {
    assertThat(Modifier.isPublic(Karpenter.class.getConstructor().getModifiers())).isTrue();
    // On the module path ServiceLoader would call it instead of the constructor.
    assertThat(Arrays.stream(Karpenter.class.getMethods()).map(m -> m.getName()))
        .doesNotContain("provider");
  }

  @Test
  void loadFindsKarpentersNodes() {
    assertThat(Gpus.load().targets()).hasToString("eks 2026-08");
    assertThat(Gpus.load().in("eks").options().stream().map(Option::name))
        .containsExactly(
            "node-selection",
            "vm-memory-overhead-percent",
            "ami-family",
            "max-pods",
            "kube-reserved-cpu",
            "kube-reserved-memory",
            "system-reserved-cpu",
            "system-reserved-memory",
            "eviction-memory",
            "daemonset-cpu",
            "daemonset-memory");
  }
}
