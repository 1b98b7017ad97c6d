package io.gpuspec.manifest.inspect;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ContainerStatusBuilder;
import io.fabric8.kubernetes.api.model.EventBuilder;
import io.fabric8.kubernetes.api.model.NodeConditionBuilder;
import io.fabric8.kubernetes.api.model.NodeStatusBuilder;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodListBuilder;
import io.fabric8.kubernetes.api.model.PodStatusBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.gpuspec.Gpus;
import io.gpuspec.diagnosis.Cause;
import io.gpuspec.diagnosis.Diagnosis;
import io.gpuspec.scheduling.NodeView;
import io.gpuspec.scheduling.Taint;
import io.gpuspec.value.Note;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Causes of messages, traced to the places of manifests. */
class DiagnosisTraceTest {
  private static final Inspector INSPECTOR = Inspector.of(Gpus.load());

  private static final String FILES =
      """
      apiVersion: apps/v1
      kind: Deployment
      metadata: {name: llm}
      spec:
        selector: {matchLabels: {app: llm}}
        template:
          metadata:
            labels: {app: llm}
          spec:
            runtimeClassName: nvidia
            nodeSelector: {accelerator: nvidia-t4}
            tolerations:
            - {key: dedicated, operator: Exists}
            - {key: team, value: search, effect: NoSchedule}
            initContainers:
            - {name: load, image: r/load:v1}
            containers:
            - name: main
              image: r/llm:v1
              resources:
                limits: {nvidia.com/gpu: 2, cpu: "8"}
                requests: {memory: 16Gi}
      ---
      apiVersion: v1
      kind: ResourceQuota
      metadata: {name: team}
      spec:
        hard:
          requests.nvidia.com/gpu: "1"
          requests.cpu: "100"
      """;

  private static Diagnosis trace(String text) {
    return INSPECTOR.trace(Diagnosis.of(text), List.of(), "llm.yaml", FILES);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "3 Insufficient nvidia.com/gpu|llm.yaml:21:36: container 'main': resources.limits.nvidia.com/gpu is 2",
        "3 Insufficient cpu|llm.yaml:21:44: container 'main': resources.requests.cpu is 8",
        "3 Insufficient memory|llm.yaml:22:30: container 'main': resources.requests.memory is 16Gi",
        "1 node(s) didn't match Pod's node affinity/selector|llm.yaml:11:21: Deployment llm: spec.nodeSelector has accelerator=nvidia-t4",
        "1 node(s) had untolerated taint {nvidia.com/gpu: true}|llm.yaml:13:7: Deployment llm: no toleration of nvidia.com/gpu: true",
        "1 node(s) had untolerated taint {team: search}|llm.yaml:13:7: Deployment llm: no toleration of team: search with the effect NoExecute",
        "Failed to pull image \"r/load:v1\"|llm.yaml:16:29: container 'load': image is r/load:v1",
        "RuntimeClass \"nvidia\" not found|llm.yaml:10:25: Deployment llm: spec.runtimeClassName is nvidia",
        "It is possible that dataloader's workers are out of shared memory|llm.yaml:10:7: Deployment llm: no spec.volumes"
      })
  void aCauseIsTracedToItsField(String message, String place) {
    Diagnosis traced = trace(message);

    assertThat(traced.causes()).hasSize(1);
    assertThat(traced.causes().get(0).where()).extracting(Cause.Place::toString).contains(place);
    assertThat(traced.notes()).isEmpty();
  }

  @Test
  void aQuotaIsTracedToItsLimitAndToWhatCountsAgainstIt() {
    Diagnosis traced =
        trace(
            "exceeded quota: team, requested: requests.nvidia.com/gpu=2, used:"
                + " requests.nvidia.com/gpu=0, limited: requests.nvidia.com/gpu=1");

    assertThat(traced.causes().get(0).where())
        .extracting(Cause.Place::toString)
        .containsExactly(
            "llm.yaml:21:36: container 'main': resources.requests.nvidia.com/gpu is 2",
            "llm.yaml:29:30: ResourceQuota team: requests.nvidia.com/gpu is 1");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "1 node(s) had untolerated taint {dedicated: ml}|taint-not-tolerated: Deployment llm tolerates the taint dedicated: ml",
        "did not tolerate taint team=search:NoSchedule|karpenter-taint: Deployment llm tolerates the taint team=search:NoSchedule",
        "1 Insufficient amd.com/gpu|gpu-insufficient: no pod of the files has resources.limits.amd.com/gpu",
        "RuntimeClass \"kata\" not found|runtime-class-missing: no pod of the files has spec.runtimeClassName kata",
        "1 node(s) didn't have free ports for the requested pod ports|ports-taken: no pod of the files has ports"
      })
  void whatTheManifestContradictsIsSaid(String message, String told) {
    Diagnosis traced = trace(message);

    assertThat(traced.causes().get(0).where()).isEmpty();
    assertThat(traced.notes()).extracting(Note::id).containsExactly("diagnosis.contradiction");
    assertThat(traced.notes().get(0).message()).startsWith(told + "; the message is about another");
  }

  @Test
  void aMessageThatOnlyAnotherProviderShowsIsSaidToBe() {
    assertThat(contradictions("tke", "VcpuLimitExceeded"))
        .containsExactly("ec2-vcpu-limit: clusters on eks show the message, and the target is tke");
    assertThat(contradictions("ack", "candidate pod not found for request"))
        .contains(
            "gpu-manager-no-candidate: clusters on tke and own show the message, and the target"
                + " is ack");
    assertThat(contradictions("eks", "VcpuLimitExceeded")).isEmpty();
    assertThat(contradictions("eks/nodegroup", "VcpuLimitExceeded")).isEmpty();
    assertThat(contradictions("tke", "3 Insufficient cpu")).isEmpty();
    assertThat(trace("VcpuLimitExceeded").notes()).isEmpty();
  }

  private static List<String> contradictions(String target, String message) {
    Diagnosis traced =
        INSPECTOR
            .on(Gpus.load().in(target))
            .trace(Diagnosis.of(message), List.of(), "llm.yaml", FILES);
    return traced.notes().stream().map(Note::message).toList();
  }

  /** A message without the section is about what is requested. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "limits.cpu   | llm.yaml:21:44: container 'main': resources.limits.cpu is 8",
        "requests.cpu | llm.yaml:22:27: container 'main': resources.requests.cpu is 2",
        "cpu          | llm.yaml:22:27: container 'main': resources.requests.cpu is 2",
      })
  void whatCountsAgainstAQuotaIsOfTheSectionThatItsMessageNames(String amount, String place) {
    Diagnosis traced =
        INSPECTOR.trace(
            Diagnosis.of(
                "exceeded quota: small, requested: %s=8, used: %s=4, limited: %s=10"
                    .formatted(amount, amount, amount)),
            List.of(),
            "llm.yaml",
            FILES.replace("requests: {memory: 16Gi}", "requests: {cpu: 2}"));

    // The quota of the file has another name.
    assertThat(traced.causes().get(0).where())
        .extracting(Cause.Place::toString)
        .containsExactly(place);
  }

  @Test
  void aTaintThatTheMessageDoesNotNameIsTracedToTheTolerations() {
    assertThat(trace("2 node(s) had taints that the pod didn't tolerate").causes())
        .singleElement()
        .satisfies(
            cause ->
                assertThat(cause.where())
                    .extracting(Cause.Place::toString)
                    .containsExactly("llm.yaml:13:7: Deployment llm: spec.tolerations is there"));
  }

  @Test
  void aRuleOfTheInspectorShowsThePlace() {
    Diagnosis traced =
        INSPECTOR.trace(
            Diagnosis.of("Limit must be set for non overcommitable resources"),
            List.of(),
            "a.yaml",
            """
            apiVersion: v1
            kind: Pod
            metadata: {name: a}
            spec:
              containers:
              - {name: c, image: r/a:v1, resources: {requests: {nvidia.com/gpu: 1}}}
            """);

    assertThat(traced.causes().get(0).where().get(0).line()).isEqualTo(6);
    assertThat(traced.causes().get(0).where().get(0).path())
        .isEqualTo("spec.containers[0].resources.requests['nvidia.com/gpu']");
  }

  @Test
  void nodesSayAfterWhichChangeTheyTakeThePod() {
    NodeView node =
        NodeView.of("gpu-1")
            .label("accelerator", "nvidia-t4")
            .allocatable(Map.of("cpu", "16", "memory", "60Gi", "nvidia.com/gpu", "4"));
    NodeView tainted = node.taint("gpu", "true", Taint.Effect.NO_SCHEDULE);
    NodeView other = NodeView.of("cpu-1").allocatable(Map.of("cpu", "2", "memory", "60Gi"));

    assertThat(notes(tainted, other))
        .satisfiesExactly(
            first ->
                assertThat(first)
                    .isEqualTo(
                        "Deployment llm would fit gpu-1 after 1 change: node(s) had untolerated"
                            + " taint(s): gpu=true:NoSchedule (tolerate it: key gpu, operator"
                            + " Exists, effect NoSchedule)"),
            second ->
                assertThat(second).startsWith("Deployment llm would fit cpu-1 after 3 changes: "));
    assertThat(notes(other, node).get(0))
        .startsWith("Deployment llm fits gpu-1 as the nodes are now: what the message reports");
  }

  private static final NodeView GPU_1 =
      NodeView.of("gpu-1")
          .label("accelerator", "nvidia-t4")
          .allocatable(Map.of("cpu", "16", "memory", "60Gi", "nvidia.com/gpu", "4"));

  /** The API server of EKS adds the toleration, so the taint is not what keeps the pod off. */
  @Test
  void onNodesOfEksTheTaintOfAResourceIsNoReason() {
    NodeView tainted = GPU_1.taint("nvidia.com/gpu", "true", Taint.Effect.NO_SCHEDULE);

    assertThat(notes(tainted)).singleElement().asString().contains("gpu-1 after 1 change");
    assertThat(notes(tainted.label("eks.amazonaws.com/nodegroup", "gpu")))
        .singleElement()
        .asString()
        .startsWith("Deployment llm fits gpu-1 as the nodes are now");
  }

  /** No scheduler looks at another node, so what would change there is of no help. */
  @Test
  void ofAPodThatNamesItsNodeThatNodeAloneIsLookedAt() {
    NodeView small = NodeView.of("gpu-2").allocatable(Map.of("cpu", "2", "memory", "60Gi"));
    String pod = FILES.replace("runtimeClassName: nvidia", "nodeName: gpu-2");

    assertThat(notesOf(pod, GPU_1, small))
        .singleElement()
        .asString()
        .startsWith("Deployment llm would fit gpu-2 after 3 changes: ")
        .doesNotContain("spec.nodeName");
    assertThat(notesOf(pod, GPU_1))
        .containsExactly(
            "Deployment llm is not compared with the nodes: it names its node gpu-2, which is none of them");
    assertThat(notesOf(pod)).isEmpty();
  }

  private static List<String> notes(NodeView... nodes) {
    return notesOf(FILES, nodes);
  }

  private static List<String> notesOf(String files, NodeView... nodes) {
    return INSPECTOR
        .trace(Diagnosis.of("0/2 nodes are available"), List.of(nodes), "llm.yaml", files)
        .notes()
        .stream()
        .map(Note::message)
        .toList();
  }

  @Test
  void aFileThatIsNotYamlIsRefusedWithItsPlace() {
    assertError(
        () -> INSPECTOR.trace(Diagnosis.of("OOMKilled"), List.of(), "a.yaml", "a: ["),
        "file.unreadable");
  }

  @Test
  void objectsOfTheApiAreRead() {
    assertThat(
            INSPECTOR.diagnose(
                List.of(
                    new EventBuilder()
                        .withReason("FailedScheduling")
                        .withMessage("0/1 nodes are available: 1 Insufficient nvidia.com/gpu.")
                        .build(),
                    new PodStatusBuilder()
                        .addToContainerStatuses(
                            new ContainerStatusBuilder()
                                .withName("main")
                                .withNewLastState()
                                .withNewTerminated()
                                .withReason("OOMKilled")
                                .endTerminated()
                                .endLastState()
                                .build())
                        .build(),
                    new NodeStatusBuilder()
                        .addToConditions(
                            new NodeConditionBuilder()
                                .withType("Ready")
                                .withMessage("container runtime network not ready")
                                .build())
                        .build())))
        .satisfies(
            all ->
                assertThat(all.causes())
                    .extracting(each -> each.problem().id())
                    .contains("gpu-insufficient", "oom-killed"));
  }

  @Test
  void aPodOfAListIsTracedInItself() {
    Diagnosis traced =
        INSPECTOR.diagnose(
            List.of(
                new PodListBuilder()
                    .addToItems(
                        new PodBuilder()
                            .withNewMetadata()
                            .withName("a")
                            .endMetadata()
                            .withNewSpec()
                            .addNewContainer()
                            .withName("c")
                            .withNewResources()
                            .withLimits(Map.of("nvidia.com/gpu", new Quantity("2")))
                            .endResources()
                            .endContainer()
                            .endSpec()
                            .withNewStatus()
                            .withMessage("1 Insufficient nvidia.com/gpu")
                            .endStatus()
                            .build())
                    .build()));

    assertThat(traced.causes().get(0).where())
        .extracting(Cause.Place::message)
        .containsExactly("container 'c': resources.limits.nvidia.com/gpu is 2");
  }
}
