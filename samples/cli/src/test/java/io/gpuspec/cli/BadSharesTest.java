package io.gpuspec.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Pods and intents that ask of shared cards what is not available. */
class BadSharesTest {
  @TempDir private Path folder;

  private Run run(String command, String file) throws Exception {
    Path path = Files.writeString(folder.resolve("file.yaml"), file);
    return Run.line(command + " -f " + path);
  }

  private static String pod(String requests, String limits, String selector) {
    return """
        apiVersion: v1
        kind: Pod
        metadata: {name: p}
        spec:
          nodeSelector: {%s}
          containers:
          - name: c
            image: r/i:v1
            resources: {requests: {%s}, limits: {%s}}
        """
        .formatted(selector, resources(requests), resources(limits));
  }

  private static String resources(String text) {
    return text.replaceAll("(memory|core):", "tke.cloud.tencent.com/qgpu-$1:")
        .replaceAll("(mem|percentage):", "aliyun.com/gpu-$1:")
        .replace("gpu-percentage", "gpu-core.percentage");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "tke/qgpu | memory: 5, core: 0     | '0' is no part of one card's compute and no number of whole cards",
        "tke/qgpu | memory: 5, core: 101   | '101' is no part of one card's compute and no number of whole cards",
        "tke/qgpu | memory: 5, core: 199   | 100 or 200 would do",
        "tke/qgpu | memory: 5, core: 7     | '7' percent of compute: qGPU gives out multiples of 5; 10 would do",
        "tke/qgpu --edition 2022-01 | memory: 5, core: 100 | '100' is no part of one card's compute: write 1 to 99",
        "tke/qgpu | memory: 16Gi, core: 30 | '16Gi' is not a whole number of GiB, which is what the resource counts, without a unit; 16 would do",
        "tke/qgpu | memory: 4.5, core: 30  | '4.5' is not a whole number of GiB, which is what the resource counts, without a unit; 5 would do",
        "ack/cgpu | mem: 4Gi               | '4Gi' is not a whole number of GiB, which is what the resource counts, without a unit; 4 would do",
        "ack/cgpu | mem: 4, percentage: 7  | '7' percent of compute: cGPU gives out multiples of 5; 10 would do",
        "ack/cgpu | mem: 4, percentage: 150 | '150' percent together is more than one card has; ask for 100 at most"
      })
  void whatTheRulesForbidIsAnErrorWithItsPlace(String target, String limits, String problem)
      throws Exception {
    Run run = run("match --provider " + target, pod(limits, limits, ""));

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).contains("file.yaml:", ": spec.containers", problem);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "memory: 4, core: 30 | memory: 5, core: 30 | '5' differs from the request '4'; for an extended resource both are equal",
        "memory: 5, core: 30 | memory: 5           | while requests has '30'; an extended resource needs its limit, so add"
      })
  void requestsUnlikeLimitsAreAnError(String requests, String limits, String problem)
      throws Exception {
    Run run = run("match --provider tke/qgpu", pod(requests, limits, ""));

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).contains(problem);
  }

  /** The API server takes these pods, and they stay Pending. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "tke/qgpu | memory: 60, core: 30 | '' | T4 x1: share: 60Gi requested, has 14Gi, short 46Gi of each card",
        "ack/cgpu | mem: 200 | '' | share: 200Gi requested",
        "tke/qgpu | memory: 5, nvidia.com/gpu: 1 | '' | this pod stays Pending; no node has both, so remove one of them",
        "tke/qgpu | memory: 5, mem: 4 | '' | this pod stays Pending; no node has both, so remove one of them",
        "ack/cgpu | mem: 4, nvidia.com/gpu: 1 | '' | this pod stays Pending; no node has both, so remove one of them",
        "tke/qgpu | memory: 5, core: 30 | accelerator: nvidia-h100 | accelerator: labels: In nvidia-h100 requested, and no card of this target has that name",
        "tke/qgpu | memory: 5, core: 30 | tke.cloud.tencent.com/qgpu-schedule-policy: fixed-shared | it can be best-effort (be), fixed-share (fs), burst-share (bs); did you mean fixed-share?"
      })
  void whatNoNodeTakesIsANoMatchWithTheReason(
      String target, String limits, String selector, String reason) throws Exception {
    Run run = run("match --provider " + target, pod(limits, limits, selector));

    assertThat(run.status()).isEqualTo(1);
    assertThat(run.out()).contains("no match on " + target, reason);
  }

  private static String intent(String gpu, String limits, String pod) {
    return """
        apiVersion: gpuspec.io/v1
        kind: GpuWorkload
        metadata: {name: a}
        spec:
          kind: Pod
          target: {provider: tke/qgpu}
          gpu: {%s}
          container: {image: r/i:v1, limits: {%s}}
          pod: {%s}
        """
        .formatted(gpu, resources(limits), resources(pod));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "share: {memory: 5Gi, compute: 0}   | '' | '' | '0' is out of range; write 1 to 100",
        "share: {memory: 5Gi, compute: 101} | '' | '' | '101' is out of range; write 1 to 100",
        "share: {memory: 5Gi, compute: 7}   | '' | '' | '7' percent of compute: qGPU gives out multiples of 5; 10 would do",
        "share: {memory: 4.5G, compute: 5}  | '' | '' | '4500M' of memory: qGPU gives out multiples of 1Gi; 5Gi would do",
        "share: {memory: 5Gi} | memory: 16Gi | '' | remove it and say it with gpu(), the main container gets it",
        "share: {memory: 5Gi} | '' | 'containers: [{name: b, image: r/i:v1, resources: {limits: {memory: 4}}}]' | remove it and say it with gpu(), the main container gets it",
        "share: {memory: 5Gi} | '' | 'containers: [{name: b, image: r/i:v1, resources: {limits: {nvidia.com/gpu: 1}}}]' | no node has both, so remove one of them",
        "share: {memory: 5Gi} | '' | 'containers: [{name: b, image: r/i:v1, resources: {limits: {mem: 4Gi}}}]' | '4Gi' is more than any node has; write what one pod needs, without a unit, such as 4",
        "share: {memory: 5Gi, compute: 5} | '' | 'nodeSelector: {tke.cloud.tencent.com/qgpu-schedule-policy: fixed-shared}' | did you mean fixed-share?"
      })
  void intentsThatCannotBeBuiltAreRefused(String gpu, String limits, String pod, String problem)
      throws Exception {
    Run run = run("build", intent(gpu, limits, pod));

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).contains("file.yaml:", problem);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "names: [T4], share: {memory: 60Gi}  | T4 x1: share: 60Gi requested, has 14Gi, short 46Gi of each card",
        "names: [H100], share: {memory: 5Gi} | H100: gpu: tke/qgpu 2026-01 has no H100; it has V100, T4"
      })
  void intentsThatNoCardHoldsAreANoMatch(String gpu, String reason) throws Exception {
    Run run = run("build", intent(gpu, "", ""));

    assertThat(run.status()).isEqualTo(1);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).contains(reason);
  }
}
