package io.gpuspec.architecture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The builder without the module of claims, and with it. */
class ClaimsModuleTest {
  private static final String ARTIFACT = "io.gpuspec:gpu-manifest-claims";
  private static final long MOST_BYTES = 13_610_000;

  private static final String CLAIMED =
      """
      apiVersion: resource.k8s.io/v1
      kind: ResourceClaimTemplate
      metadata: {name: one}
      spec:
        spec:
          devices:
            requests:
            - {name: gpus, exactly: {deviceClassName: gpu.nvidia.com}}
      ---
      apiVersion: v1
      kind: Pod
      metadata: {name: train}
      spec:
        resourceClaims: [{name: gpu, resourceClaimTemplateName: one}]
        containers:
        - name: main
          image: r/i:v1
          resources: {requests: {cpu: 2, memory: 4Gi}, claims: [{name: gpu}]}
      """;

  @Test
  void whoBuildsWithoutClaimsCarriesNoCel() throws IOException {
    long bytes = 0;
    for (Path jar : Artifacts.builderJars()) {
      bytes += Files.size(jar);
    }
    assertThat(bytes).isLessThan(MOST_BYTES);
  }

  @Test
  void withTheModuleClaimsAreMatched() throws Exception {
    assertThat(answer(Artifacts.claimJars()))
        .contains("Pod train: T4 x1")
        .doesNotContain("not judged");
  }

  @Test
  void withoutItTheyAreNotJudgedAndTheArtifactIsNamed() throws Exception {
    assertThat(answer(Artifacts.builderJars()))
        .contains("not judged", ARTIFACT)
        .doesNotContain("gpu-0");
  }

  @Test
  void withoutItAMigrationSaysThatAClaimIsNotRead() throws Exception {
    try (URLClassLoader loader = loader(Artifacts.builderJars())) {
      Object migrated = migrated(loader, migration(loader));

      assertThat(migrated.getClass().getMethod("isJudged").invoke(migrated)).isEqualTo(false);
      assertThat(migrated.getClass().getMethod("losses").invoke(migrated).toString())
          .contains(
              "pod.yaml:1:1: resource.k8s.io/v1 ResourceClaimTemplate: it is not read", ARTIFACT);
    }
    try (URLClassLoader loader = loader(Artifacts.claimJars())) {
      Object migrated = migrated(loader, migration(loader));

      assertThat(migrated.getClass().getMethod("losses").invoke(migrated).toString())
          .doesNotContain("ResourceClaimTemplate");
    }
  }

  @Test
  void withoutItAMigrationFromClaimsIsRefusedAndTheArtifactIsNamed() throws Exception {
    try (URLClassLoader loader = loader(Artifacts.builderJars())) {
      Object migration = migration(loader);

      assertThatThrownBy(() -> migration.getClass().getMethod("fromClaims").invoke(migration))
          .isInstanceOf(InvocationTargetException.class)
          .cause()
          .hasMessageContaining(ARTIFACT);
    }
  }

  private static Object migration(ClassLoader loader) throws Exception {
    Class<?> target = loader.loadClass("io.gpuspec.Target");
    Class<?> type = loader.loadClass("io.gpuspec.manifest.migrate.Migration");
    Object from = type.getMethod("from", target).invoke(null, target(loader));
    return type.getMethod("to", target).invoke(from, target(loader));
  }

  private static Object migrated(ClassLoader loader, Object migration) throws Exception {
    return migration
        .getClass()
        .getMethod("parse", String.class, String.class)
        .invoke(migration, "pod.yaml", CLAIMED);
  }

  private static String answer(List<Path> jars) throws Exception {
    try (URLClassLoader loader = loader(jars)) {
      Class<?> file = loader.loadClass("io.gpuspec.manifest.read.WorkloadFile");
      Object read =
          file.getMethod("parse", String.class, String.class).invoke(null, "pod.yaml", CLAIMED);
      Object target = target(loader);
      Object matches =
          file.getMethod("on", loader.loadClass("io.gpuspec.Target")).invoke(read, target);
      return matches.getClass().getMethod("matches").invoke(matches)
          + " "
          + matches.getClass().getMethod("notJudged").invoke(matches);
    }
  }

  @Test
  void withoutItAClaimIsNotBuiltAndTheArtifactIsNamed() throws Exception {
    try (URLClassLoader loader = loader(Artifacts.builderJars())) {
      Class<?> type = loader.loadClass("io.gpuspec.manifest.GpuWorkload");
      Object pod =
          type.getMethod("pod", String.class, String.class).invoke(null, "train", "r/i:v1");
      Object claimed = type.getMethod("claims").invoke(pod);
      Object target = target(loader);

      assertThatThrownBy(
              () ->
                  type.getMethod("on", loader.loadClass("io.gpuspec.Target"))
                      .invoke(claimed, target))
          .isInstanceOf(InvocationTargetException.class)
          .cause()
          .hasMessageContaining(ARTIFACT);
    }
  }

  private static Object target(ClassLoader loader) throws Exception {
    Class<?> gpus = loader.loadClass("io.gpuspec.Gpus");
    return gpus.getMethod("in", String.class)
        .invoke(gpus.getMethod("load").invoke(null), "tke/gpu");
  }

  private static URLClassLoader loader(List<Path> jars) throws IOException {
    URL[] urls = new URL[jars.size()];
    for (int i = 0; i < urls.length; i++) {
      urls[i] = jars.get(i).toUri().toURL();
    }
    return new URLClassLoader(urls, ClassLoader.getPlatformClassLoader());
  }
}
