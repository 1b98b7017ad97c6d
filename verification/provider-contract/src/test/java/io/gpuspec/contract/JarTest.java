package io.gpuspec.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.spi.GpuProvider;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JarTest {
  @TempDir private Path folder;

  private Jar jar() {
    return new Jar(folder.toUri());
  }

  private void services(String lines) throws IOException {
    Path services = Files.createDirectories(folder.resolve("META-INF/services"));
    Files.writeString(services.resolve(GpuProvider.class.getName()), lines);
  }

  private void module(String source) throws IOException {
    Path file = Files.writeString(folder.resolve("module-info.java"), source);
    assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, file.toString()))
        .isZero();
  }

  @Test
  void theServicesFileListsClassesAmongCommentsAndEmptyLines() throws IOException {
    services("# ours\n\na.One  # the first\n b.Two\n");

    assertThat(jar().listedServices()).containsExactly("a.One", "b.Two");
  }

  @Test
  void aFolderWithoutThemListsNothingAndIsNoModule() throws IOException {
    assertThat(jar().listedServices()).isEmpty();
    assertThat(jar().providedByModule()).isEmpty();
  }

  @Test
  void aModuleThatProvidesNothingIsToldFromNone() throws IOException {
    module("module empty { }");

    assertThat(jar().providedByModule())
        .hasValueSatisfying(classes -> assertThat(classes).isEmpty());
  }

  @Test
  void aClassIsTracedToItsFolder() throws IOException {
    assertThat(Jar.of(Rack.class).listedServices()).containsExactly(Rack.class.getName());
  }
}
