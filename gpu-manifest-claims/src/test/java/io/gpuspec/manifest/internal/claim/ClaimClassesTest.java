package io.gpuspec.manifest.internal.claim;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.internal.dra.NvidiaDriver;
import io.gpuspec.manifest.internal.tree.YamlDocuments;
import org.junit.jupiter.api.Test;

class ClaimClassesTest {
  private static final String OF_DRIVER =
      "device.driver == 'gpu.nvidia.com' && device.attributes['gpu.nvidia.com'].type == 'gpu'";

  private static ClaimObjects classes(String expression) {
    ClaimObjects objects = new ClaimObjects();
    YamlDocuments.of(
            "class.yaml",
            """
            apiVersion: resource.k8s.io/v1
            kind: DeviceClass
            metadata: {name: gpu.nvidia.com}
            spec: {selectors: [{cel: {expression: "%s"}}]}
            """
                .formatted(expression))
        .forEach(objects::add);
    return objects;
  }

  private static String selector(ClaimObjects objects) {
    return objects.classes().get("gpu.nvidia.com").selectors().get(0).cel().toString();
  }

  /** The compiled expressions that are kept are limited, so the driver's may be compiled again. */
  @Test
  void aClassOfTheFileCountsWhereTheClusterHasNone() throws CelException {
    ClaimObjects file = classes("device.driver == 'a'");
    ClaimObjects cluster = new ClaimObjects();
    for (int other = 0; other < 3000; other++) {
      Cel.compile("device.driver == 'd%s'".formatted(other));
    }
    assertThat(selector(file.in(cluster))).isEqualTo("device.driver == 'a'");
    assertThat(selector(file.in(cluster).in(new ClaimObjects()))).isEqualTo("device.driver == 'a'");
  }

  @Test
  void aClassOfTheClusterCountsBeforeThatOfTheFile() {
    assertThat(selector(classes("device.driver == 'a'").in(classes(OF_DRIVER))))
        .isEqualTo(OF_DRIVER);
    assertThat(selector(new ClaimObjects().in(classes("device.driver == 'b'"))))
        .isEqualTo("device.driver == 'b'");
  }

  @Test
  void theClassesOfComputeDomainsAreKnownAndAreOfOthers() {
    assertThat(new ClaimObjects().classes())
        .containsOnlyKeys(
            NvidiaDriver.CLASSES.stream().map(NvidiaDriver.DeviceClass::name).toList())
        .hasSize(5);
    assertThat(new ClaimObjects().classes().values().stream().filter(Claim.DeviceClass::isOfOthers))
        .extracting(Claim.DeviceClass::name)
        .containsExactly(
            "compute-domain-daemon.nvidia.com", "compute-domain-default-channel.nvidia.com");
  }
}
