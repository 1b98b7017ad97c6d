package io.gpuspec.manifest;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.Gpus;
import io.gpuspec.value.Note;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Pods that are built with a preferred node affinity, which Karpenter takes for a requirement. */
class PreferredNodesTest {
  private static final Gpus GPUS = Gpus.load();

  private static GpuWorkload preferring(GpuWorkload workload, String key, String value) {
    return workload.pods(p -> p.preferredNodeAffinity(key, value));
  }

  private static GpuWorkload workload(String... gpus) {
    return GpuWorkload.pod("a", "r/i:v1").gpu(gpus);
  }

  @ParameterizedTest
  @CsvSource({
    "karpenter.k8s.aws/instance-gpu-name, l40s, the pods land on g6e.xlarge",
    "node.kubernetes.io/instance-type, g4dn.2xlarge, the pods land on g4dn.2xlarge",
    "karpenter.sh/capacity-type, spot, 'the pods land on spot capacity, and on-demand was asked for'"
  })
  void aPreferenceForWhichKarpenterLaunchesAnotherTypeIsRefused(
      String key, String value, String elsewhere) {
    GpuWorkload workload = preferring(workload("T4", "L40S"), key, value);

    assertError(() -> workload.on(GPUS.in("eks")), "pod.conflict", key, value, elsewhere);
    assertThat(workload.on(GPUS.in("eks/nodegroup")).match().shape().spec().name())
        .isEqualTo("g4dn.xlarge");
  }

  @Test
  void aPreferenceThatTheGpuMeetsIsKept() {
    Manifests built =
        preferring(workload("L40S", "T4"), "karpenter.k8s.aws/instance-gpu-name", "l40s")
            .on(GPUS.in("eks"));

    assertThat(built.match().shape().spec().name()).isEqualTo("g6e.xlarge");
    assertThat(built.yaml().toString()).contains("preferredDuringScheduling");
  }

  @Test
  void aLabelThatTheNodePoolMayNotHaveIsNotedWhereItDecides() {
    String said = "the NodePool is taken to give its nodes that label";

    assertThat(
            preferring(workload("T4", "L40S"), "disk", "nvme").on(GPUS.in("eks")).match().notes())
        .extracting(Note::message)
        .anyMatch(note -> note.contains("prefers disk In [nvme], and " + said));
    assertThat(preferring(workload("T4"), "disk", "nvme").on(GPUS.in("eks")).match().notes())
        .extracting(Note::message)
        .noneMatch(note -> note.contains("disk"));
  }
}
