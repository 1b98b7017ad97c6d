package io.gpuspec.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class SlicesCommandTest {
  private static final String CLAIM =
      """
      apiVersion: resource.k8s.io/v1
      kind: ResourceClaimTemplate
      metadata: {name: one}
      spec: {spec: {devices: {requests: [{name: gpu, exactly: {deviceClassName: gpu.nvidia.com}}]}}}
      """;

  @Test
  void claimsCanComeFromStandardInput() {
    InputStream before = System.in;
    System.setIn(new ByteArrayInputStream(CLAIM.getBytes(StandardCharsets.UTF_8)));
    try {
      Run run = Run.line("slices --provider eks/nodegroup --gpu g6.xlarge --claims -");
      assertThat(run.status()).as(run.err()).isZero();
      assertThat(run.out()).contains("one: gpu gpu-0");
    } finally {
      System.setIn(before);
    }
  }

  @Test
  void theUsageSaysOnceThatInstancesCanBeSeveral() {
    assertThat(Run.line("slices --help").out())
        .contains("--mig=PROFILE@START,...")
        .doesNotContain("......");
  }
}
