package io.gpuspec.ack;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.Gpus;
import io.gpuspec.ack.internal.ContainerInstance;
import io.gpuspec.ack.internal.NodePool;
import io.gpuspec.spi.GpuProvider;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServicesTest {
  private final Path classes;

  ServicesTest() throws Exception {
    classes = Path.of(NodePool.class.getProtectionDomain().getCodeSource().getLocation().toURI());
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

    assertThat(listed)
        .containsExactly(
            "io.gpuspec.ack.internal.NodePool", "io.gpuspec.ack.internal.ContainerInstance");
    assertThat(module().provides()).hasSize(1);
    Provides provides = module().provides().iterator().next();
    assertThat(provides.service()).isEqualTo(GpuProvider.class.getName());
    assertThat(provides.providers()).isEqualTo(listed);
  }

  @Test
  void onlyTheOptionsAreExported() throws Exception {
    assertThat(module().exports()).extracting(Exports::source).containsExactly("io.gpuspec.ack");
  }

  @ParameterizedTest
  @ValueSource(classes = {NodePool.class, ContainerInstance.class})
  void aProviderHasAConstructorForServiceLoaderAndNoMethodCalledProvider(Class<?> provider)
      throws Exception {
    assertThat(Modifier.isPublic(provider.getConstructor().getModifiers())).isTrue();
    // On the module path ServiceLoader would call it instead of the constructor.
    assertThat(Arrays.stream(provider.getMethods()).map(m -> m.getName()))
        .doesNotContain("provider");
  }

  @Test
  void loadFindsBothTargetsAndTheNodePoolStandsForTheCloud() {
    assertThat(Gpus.load().targets()).hasToString("ack 2026-01\nack/eci 2026-01");
    assertThat(Gpus.load().clouds()).hasToString("ack 2026-01");
  }
}
