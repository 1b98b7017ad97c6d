package io.gpuspec.architecture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuspec.Gpus;
import io.gpuspec.ProviderException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Class loaders as application servers and build tools arrange them. */
class LoadingTest {

  @Test
  void theThreadsOwnLoaderIsNotAsked() {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    try {
      thread.setContextClassLoader(ClassLoader.getPlatformClassLoader());
      assertThat(Gpus.load().in("tke").id()).isEqualTo("tke");
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  /** All of it in one loader that sees nothing of the application, as a plugin has it. */
  @Test
  void anIsolatedLoaderFindsItsOwnProviders() throws Exception {
    URL[] jars = urls(Artifacts.coreAnd(Artifacts.TKE).toArray(Path[]::new));
    try (var loader = new URLClassLoader(jars, ClassLoader.getPlatformClassLoader())) {
      Object gpus = loader.loadClass(Gpus.class.getName()).getMethod("load").invoke(null);
      assertThat(gpus.getClass()).isNotEqualTo(Gpus.class);
      assertThat(gpus).hasToString("targets: own, tke, tke/gpu, tke/qgpu");
    }
  }

  @Test
  void aLoaderWithoutProvidersIsAnError() {
    assertThatThrownBy(() -> Gpus.load(ClassLoader.getPlatformClassLoader()))
        .isInstanceOf(ProviderException.class)
        .hasMessageContaining("no GpuProvider found")
        .hasMessageContaining("gpu-provider-tke");
  }

  @Test
  void theSameProviderInTwoJarsIsAnErrorThatNamesBoth(@TempDir Path work) throws Exception {
    Path one = Artifacts.jar(Artifacts.TKE);
    Path other = Files.copy(one, work.resolve("an-older-copy.jar"));
    try (var loader = new URLClassLoader(urls(other), Gpus.class.getClassLoader())) {
      assertThatThrownBy(() -> Gpus.load(loader))
          .isInstanceOf(ProviderException.class)
          .hasMessageContaining("'tke'")
          .hasMessageContaining(one.toUri().toURL().toString())
          .hasMessageContaining(other.toUri().toURL().toString());
    }
  }

  private static URL[] urls(Path... jars) throws Exception {
    URL[] urls = new URL[jars.length];
    for (int i = 0; i < jars.length; i++) {
      urls[i] = jars[i].toUri().toURL();
    }
    return urls;
  }
}
