package io.gpuspec.architecture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuspec.Gpus;
import io.gpuspec.ProviderException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
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
    URL[] jars = urls(Artifacts.coreAnd(Artifacts.TKE));
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

  /** CEL and RE2 are for claims alone, and are many classes. */
  @Test
  void aFileWithoutClaimsLoadsNoCel() throws Exception {
    try (var loader = new Loaded(urls(Artifacts.claimJars()))) {
      Class<?> gpus = loader.loadClass("io.gpuspec.Gpus");
      Class<?> file = loader.loadClass("io.gpuspec.manifest.read.WorkloadFile");
      Object read =
          file.getMethod("parse", String.class, String.class)
              .invoke(
                  null,
                  "pod.yaml",
                  """
                  apiVersion: v1
                  kind: Pod
                  metadata: {name: llm, annotations: {eks.tke.cloud.tencent.com/gpu-type: V100}}
                  spec:
                    containers:
                    - name: main
                      image: r/i:v1
                      resources: {limits: {cpu: 6, memory: 32Gi, nvidia.com/gpu: 1}}
                  """);
      Object matches = file.getMethod("on", gpus).invoke(read, gpus.getMethod("load").invoke(null));

      assertThat(matches.toString()).contains("1 of 1 cloud");
    }
    assertThat(Loaded.NAMES)
        .contains("io.gpuspec.manifest.read.WorkloadFile")
        .noneMatch(name -> name.startsWith("org.projectnessie.") || name.contains(".re2j."));
  }

  /** Notes which classes are loaded. */
  private static final class Loaded extends URLClassLoader {
    static final Set<String> NAMES = ConcurrentHashMap.newKeySet();

    Loaded(URL... jars) {
      super(jars, ClassLoader.getPlatformClassLoader());
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      NAMES.add(name);
      return super.findClass(name);
    }
  }

  private static URL[] urls(List<Path> jars) throws Exception {
    return urls(jars.toArray(Path[]::new));
  }

  private static URL[] urls(Path... jars) throws Exception {
    URL[] urls = new URL[jars.length];
    for (int i = 0; i < jars.length; i++) {
      urls[i] = jars[i].toUri().toURL();
    }
    return urls;
  }
}
