package io.gpuspec.tke;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.Gpus;
import io.gpuspec.spi.GpuProvider;
import io.gpuspec.tke.internal.SuperNode;
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
    classes = Path.of(SuperNode.class.getProtectionDomain().getCodeSource().getLocation().toURI());
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

    assertThat(listed).containsExactly("io.gpuspec.tke.internal.SuperNode");
    assertThat(module().provides()).hasSize(1);
    Provides provides = module().provides().iterator().next();
    assertThat(provides.service()).isEqualTo(GpuProvider.class.getName());
    assertThat(provides.providers()).isEqualTo(listed);
  }

  @Test
  void onlyTheOptionsAreExported() throws Exception {
    assertThat(module().exports()).extracting(Exports::source).containsExactly("io.gpuspec.tke");
  }

  @Test
  void theProviderHasAConstructorForServiceLoaderAndNoMethodCalledProvider() throws Exception {
    assertThat(Modifier.isPublic(SuperNode.class.getConstructor().getModifiers())).isTrue();
    // On the module path ServiceLoader would call it instead of the constructor.
    assertThat(Arrays.stream(SuperNode.class.getMethods()).map(m -> m.getName()))
        .doesNotContain("provider");
  }

  @Test
  void loadFindsTheSuperNode() {
    assertThat(Gpus.load()).hasToString("targets: tke");
    assertThat(Gpus.load().targets()).hasToString("tke 2026-01");
    assertThat(Gpus.load().in("tke").editions()).containsExactly("2026-01", "2023-06");
    assertThat(Gpus.load(SuperNode.class.getClassLoader()).in("tke").id()).isEqualTo("tke");
  }
}
