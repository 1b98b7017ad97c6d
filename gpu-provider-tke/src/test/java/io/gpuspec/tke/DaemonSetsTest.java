package io.gpuspec.tke;

import static io.gpuspec.testkit.Errors.assertError;
import static io.gpuspec.testkit.Pods.ONE_GPU;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.gpuspec.Gpus;
import io.gpuspec.Match;
import io.gpuspec.Target;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.testkit.Pods;
import io.gpuspec.tke.internal.SuperNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A super node has no pods of a DaemonSet, unless its containers are injected into the pods there
 * (TKE, running DaemonSets on super nodes, 457/98730), and some options are for some kinds only.
 */
class DaemonSetsTest {
  private static final String PREFIX = "eks.tke.cloud.tencent.com/";
  private static final Target TKE = Gpus.of(new SuperNode()).in("tke");
  private static final Target INJECTED = TKE.with("ds-injection", "true");

  private static PodView pod(String kind) {
    return Pods.pod(ONE_GPU).annotation(PREFIX + "gpu-type", "T4").workloadKind(kind);
  }

  private static Match match(Target target, PodView pod) {
    return target.match(pod).orElseThrow();
  }

  @Test
  void aPodOfADaemonSetIsRefused() {
    assertThat(match(TKE, pod("DaemonSet")).rejected())
        .hasToString(
            "DaemonSet: kind: a 'DaemonSet' has no pods of its own on super nodes; add ds-injection with true, which runs it beside the pods there, or use a Deployment, or tke/qgpu, whose nodes run DaemonSets");
    assertThat(match(TKE, pod("Deployment")).isFound()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({"true, true", "false, false", "yes, false"})
  void theAnnotationInjectsIt(String value, boolean isInjected) {
    assertThat(match(TKE, pod("DaemonSet").annotation(PREFIX + "ds-injection", value)).isFound())
        .isEqualTo(isInjected);
  }

  @Test
  void soDoesTheOption() {
    assertThat(match(INJECTED, pod("DaemonSet")).isFound()).isTrue();
  }

  @Test
  void aDaemonSetIsBuiltOnlyForInjection() {
    assertError(() -> TKE.checkKind("DaemonSet"), "workload.unsupported", "'DaemonSet'");
    assertThatCode(() -> INJECTED.checkKind("DaemonSet")).doesNotThrowAnyException();
  }

  /** Which images it will have beside it nobody knows, so no cache can match them. */
  @Test
  void aDaemonSetNamesItsImageCache() {
    Target auto = INJECTED.with("image-cache", "auto");

    assertError(() -> auto.checkKind("DaemonSet"), "option.conflict", "'auto'");
    assertThatCode(() -> INJECTED.with("image-cache", "imc-a").checkKind("DaemonSet"))
        .doesNotThrowAnyException();
    assertThatCode(() -> TKE.with("image-cache", "auto").checkKind("Deployment"))
        .doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(strings = {"Pod", "StatefulSet"})
  void anAddressIsKeptForPodsWhoseNamesStay(String kind) {
    assertThatCode(() -> TKE.with("retain-ip", "true").checkKind(kind)).doesNotThrowAnyException();
  }

  @Test
  void anOptionOfOtherKindsIsRefused() {
    assertError(
        () -> TKE.with("retain-ip", "true").checkKind("Job"), "option.unsupported", "retain-ip");
    assertError(() -> INJECTED.checkKind("Deployment"), "option.unsupported", "ds-injection");
    assertThatCode(() -> TKE.with("retain-ip", "false").checkKind("Job"))
        .doesNotThrowAnyException();
  }

  @Test
  void noneRunsThereSoNoDevicePluginDoes() {
    assertThat(TKE.nodeAgents())
        .hasToString(
            "no device plugin: no DaemonSet runs on a super node, which gives a pod its GPUs itself");
  }
}
