package io.gpuspec.manifest.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.Gpus;
import io.gpuspec.Match;
import io.gpuspec.Target;
import io.gpuspec.manifest.error.ManifestException;
import io.gpuspec.scheduling.NodeView;
import io.gpuspec.scheduling.Taint;
import io.gpuspec.value.Finding;
import io.gpuspec.value.Note;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the API server adds to the pods of a RuntimeClass, and the operating system of pods. */
class RuntimeClassTest {
  private static final Target EKS = Gpus.load().in("eks");

  private static final String KATA =
      """
      apiVersion: node.k8s.io/v1
      kind: RuntimeClass
      metadata: {name: kata}
      handler: kata
      overhead: {podFixed: {cpu: "10", memory: 100Gi}}
      scheduling:
        nodeSelector: {kubernetes.io/arch: arm64}
        tolerations: [{key: sandbox, operator: Exists}]
      """;

  private static String pod(String more) {
    return """
        apiVersion: v1
        kind: Pod
        metadata: {name: a}
        spec:
          containers: [{name: m, image: "r/i:v1", resources: {limits: {nvidia.com/gpu: 1, cpu: 1, memory: 1Gi}}}]
        %s
        """
        .formatted(more.indent(2).stripTrailing());
  }

  private static WorkloadFile file(String... objects) {
    return WorkloadFile.parse("f.yaml", String.join("---\n", objects));
  }

  private static Match match(WorkloadFile file) {
    return file.on(EKS).matches().get(0).match().orElseThrow();
  }

  private static List<String> notes(WorkloadFile file) {
    return file.on(EKS).notes().stream().map(Note::toString).toList();
  }

  private static NodeView node(String name) {
    return NodeView.of(name)
        .label("kubernetes.io/arch", "arm64")
        .allocatable(Map.of("cpu", "16", "memory", "200Gi", "nvidia.com/gpu", "1"));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void theOverheadAndTheSelectorOfAClassCount(boolean isFirst) {
    String pod = pod("runtimeClassName: kata");
    WorkloadFile file = isFirst ? file(KATA, pod) : file(pod, KATA);

    assertThat(match(file).orThrow().shape().spec().name()).isEqualTo("g5g.16xlarge");
    assertThat(match(file).request().cpu()).hasToString("11");
    assertThat(match(file).request().memory()).hasToString("101Gi");
    assertThat(match(file(KATA, pod(""))).orThrow().shape().spec().name()).isEqualTo("g4dn.xlarge");
    assertThat(notes(file)).noneMatch(note -> note.contains("RuntimeClass"));
  }

  @Test
  void aNodeIsAskedForWhatAClassAdds() {
    WorkloadFile file = file(KATA, pod("runtimeClassName: kata"));
    NodeView small =
        node("small").allocatable(Map.of("cpu", "8", "memory", "200Gi", "nvidia.com/gpu", "1"));
    NodeFits fits =
        file.fits(
            List.of(
                node("good").taint("sandbox", "", Taint.Effect.NO_SCHEDULE),
                node("amd").label("kubernetes.io/arch", "amd64"),
                small));

    assertThat(fits.explain().toString())
        .contains("fits      good")
        .contains("not       amd: node(s) didn't match Pod's node affinity/selector")
        .contains("not       small: Insufficient cpu: 11 requested, 8 of 8 free");
  }

  @Test
  void aClassThatIsElsewhereIsNoted() {
    WorkloadFile file = file(pod("runtimeClassName: gvisor"));
    String note =
        "runtime-class.unknown: Pod a names the RuntimeClass gvisor, which is not in the file: the overhead, node selector and tolerations that it gives to pods are not known";

    assertThat(notes(file)).contains(note);
    assertThat(file.fits(List.of(node("n"))).notes())
        .extracting(Note::toString)
        .containsExactly(note);
  }

  /**
   * GPU Operator's classes have a handler alone, and a pod of a cluster has what its class adds.
   */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "runtimeClassName: nvidia",
        "runtimeClassName: nvidia-cdi",
        "runtimeClassName: ''",
        "restartPolicy: Never"
      })
  void whereAClassAddsNothingThereIsNoNote(String field) {
    assertThat(notes(file(pod(field)))).noneMatch(note -> note.contains("runtime-class"));
  }

  @Test
  void aPodOfAClusterHasWhatItsClassGaveIt() {
    String stored =
        pod("runtimeClassName: kata\noverhead: {cpu: 250m}") + "status: {phase: Pending}\n";

    assertThat(match(file(KATA, stored)).request().cpu()).hasToString("1250m");
    assertThat(notes(file(stored))).noneMatch(note -> note.contains("runtime-class"));
  }

  @Test
  void aDeploymentsPodsHaveTheirClassToo() {
    String deployment =
        """
        apiVersion: apps/v1
        kind: Deployment
        metadata: {name: d}
        spec:
          replicas: 2
          template:
            spec:
              runtimeClassName: kata
              containers: [{name: m, image: "r/i:v1", resources: {limits: {nvidia.com/gpu: 1}}}]
        """;
    String scaler =
        """
        apiVersion: autoscaling/v2
        kind: HorizontalPodAutoscaler
        metadata: {name: d}
        spec: {minReplicas: 3, maxReplicas: 4, scaleTargetRef: {kind: Deployment, name: d}}
        """;

    assertThat(match(file(deployment, scaler, KATA)).request().cpu()).hasToString("10");
    assertThat(match(file(deployment, scaler, KATA)).request().replicas()).isEqualTo(3);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "overhead: {cpu: 9, memory: 100Gi} | an overhead of {cpu=9, memory=100Gi} was given, and that of the RuntimeClass kata is {cpu=10, memory=100Gi}",
        "overhead: {cpu: 10} | an overhead of {cpu=10} was given",
        "nodeSelector: {kubernetes.io/arch: amd64} | 'amd64' was given, and the RuntimeClass kata selects 'arm64'",
      })
  void whatContradictsItsClassIsRefused(String field, String why) {
    FileMatches matches = file(KATA, pod("runtimeClassName: kata\n" + field)).on(EKS);

    assertThat(matches.problems())
        .singleElement()
        .extracting(ManifestException::getMessage)
        .asString()
        .contains(why, "so the API server refuses the pod");
  }

  @Test
  void theSameOverheadInOtherWordsIsNoContradiction() {
    WorkloadFile file =
        file(KATA, pod("runtimeClassName: kata\noverhead: {cpu: 10000m, memory: 102400Mi}"));

    assertThat(match(file).request().cpu()).hasToString("11");
  }

  @Test
  void anOverheadWithoutOneInTheClassIsRefused() {
    String plain = KATA.replaceAll("(?m)^overhead.*\n", "");

    assertThat(file(plain, pod("runtimeClassName: kata\noverhead: {cpu: 1}")).on(EKS).problems())
        .singleElement()
        .extracting(ManifestException::getMessage)
        .asString()
        .contains("that of the RuntimeClass kata is none");
  }

  @Test
  void aPodForWindowsHasNoNode() {
    WorkloadFile file = file(pod("os: {name: windows}"));
    String why =
        "spec.os.name is windows, and the node runs linux: its kubelet refuses the pod with PodOSNotSupported";

    assertThat(match(file).isFound()).isFalse();
    assertThat(match(file).rejected().toString()).contains(why);
    assertThat(file.on(EKS).isFound()).isFalse();
    assertThat(file.fits(List.of(node("n"))).answers().get(0).nodes().get(0).fit().reasons())
        .extracting(Finding::message)
        .containsExactly(why);
    assertThat(file.workloads().get(0).fits(node("n"), List.of()).fits()).isFalse();
    assertThat(file.fits(List.of(node("n").label("kubernetes.io/os", "windows"))).isFound())
        .isTrue();
  }

  @Test
  void aPodForLinuxIsLikeOneThatStatesNothing() {
    WorkloadFile file = file(pod("os: {name: linux}"));

    assertThat(match(file).isFound()).isTrue();
    assertThat(file.fits(List.of(node("n"))).isFound()).isTrue();
    assertThat(file.fits(List.of(node("n").label("kubernetes.io/os", "windows"))).isFound())
        .isFalse();
  }

  @Test
  void anOverheadThatIsNoQuantityIsRefusedWithItsPlace() {
    assertThat(file(KATA, pod("runtimeClassName: kata\noverhead: {cpu: abc}")).on(EKS).problems())
        .singleElement()
        .asString()
        .contains("f.yaml:16:")
        .contains("'abc'");
    assertThat(
            file(KATA.replace("\"10\"", "abc"), pod("runtimeClassName: kata")).on(EKS).problems())
        .singleElement()
        .asString()
        .contains("f.yaml:5:")
        .contains("'abc'");
  }
}
