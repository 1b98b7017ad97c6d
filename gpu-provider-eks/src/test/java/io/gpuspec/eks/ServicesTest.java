package io.gpuspec.eks;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.Gpus;
import io.gpuspec.spi.Option;
import io.gpuspec.value.Note;
import org.junit.jupiter.api.Test;

class ServicesTest {
  @Test
  void loadFindsKarpentersNodes() {
    assertThat(Gpus.load().targets())
        .hasToString("eks 2026-08\neks/nodegroup 2026-08\nown 2026-11");
    assertThat(Gpus.load().in("eks").objectKinds()).hasToString("[NodePool, EC2NodeClass]");
    assertThat(Gpus.load().in("eks").claimsNote().map(Note::id)).contains("karpenter.claims");
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
            "daemonset-memory",
            "daemonset-pods",
            "node-pool",
            "cluster-name",
            "node-role",
            "ami-version",
            "node-disk",
            "images-size",
            "user-data",
            "mig-strategy",
            "mig-layout",
            "card-replicas",
            "device-plugin-config");
  }
}
