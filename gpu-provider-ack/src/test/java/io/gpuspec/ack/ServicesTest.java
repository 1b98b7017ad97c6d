package io.gpuspec.ack;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.Gpus;
import io.gpuspec.ack.internal.NodePool;
import java.io.InputStream;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleDescriptor.Exports;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

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
  void onlyTheOptionsAreExported() throws Exception {
    assertThat(module().exports()).extracting(Exports::source).containsExactly("io.gpuspec.ack");
  }

  @Test
  void loadFindsEveryTargetAndTheNodePoolStandsForTheCloud() {
    assertThat(Gpus.load().targets())
        .hasToString("ack 2026-01\nack/cgpu 2026-01\nack/eci 2026-01\nown 2026-11");
    assertThat(Gpus.load().clouds()).hasToString("ack 2026-01");
  }
}
