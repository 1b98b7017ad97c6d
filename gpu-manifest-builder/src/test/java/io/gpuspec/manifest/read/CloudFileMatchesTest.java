package io.gpuspec.manifest.read;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gpuspec.GpuRequest;
import io.gpuspec.Gpus;
import io.gpuspec.json.GpuJson;
import io.gpuspec.manifest.internal.tree.Json;
import io.gpuspec.value.Listing;
import io.gpuspec.value.Note;
import io.gpuspec.value.UnknownNameException;
import java.io.IOException;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

/** The workloads of a file in every cloud. */
class CloudFileMatchesTest {
  private static final Gpus GPUS = Gpus.load();

  private static String pod(String name, String annotations, String gpus) {
    return """
        apiVersion: v1
        kind: Pod
        metadata: {name: %s, annotations: {%s}}
        spec:
          containers:
          - {name: main, image: r/i, resources: {limits: {cpu: 2, memory: 8Gi, %s}}}
        ---
        """
        .formatted(name, annotations, gpus);
  }

  private static String pod(int gpus) {
    return pod("p" + gpus, "", "nvidia.com/gpu: " + gpus);
  }

  private static CloudFileMatches everywhere(String text) {
    return WorkloadFile.parse("f.yaml", text).on(GPUS);
  }

  @Test
  void everyCloudAnswersInTheOrderOfIds() {
    CloudFileMatches everywhere = everywhere(pod(1));

    assertThat(everywhere.clouds()).containsExactly("ack", "eks", "tke");
    assertThat(everywhere.answers()).hasSize(3);
    assertThat(everywhere.answers())
        .extracting(each -> each.matches().get(0).match().orElseThrow().target().id())
        .containsExactly("ack", "eks", "tke");
    assertThat(everywhere.in("eks")).isSameAs(everywhere.answers().get(1));
    assertThat(everywhere.toString()).startsWith("f.yaml: ").contains("\neks: 1 GPU workload");
    assertThatThrownBy(() -> everywhere.in("eksx")).isInstanceOf(UnknownNameException.class);
  }

  private static Listing<String> answering(String text) {
    return Listing.copyOf(
        everywhere(text).answers().stream().map(each -> each.target().id()).toList());
  }

  @Test
  void aCloudWhoseOwnTargetTakesNoSuchPodsAnswersWithOneThatDoes() throws IOException {
    String qgpu =
        pod("q", "", "tke.cloud.tencent.com/qgpu-memory: 4, tke.cloud.tencent.com/qgpu-core: 25");
    String cgpu = pod("c", "", "aliyun.com/gpu-mem: 4");
    StringWriter json = new StringWriter();
    GpuJson.write(everywhere(qgpu), json);

    assertThat(answering(qgpu)).containsExactly("ack", "eks", "tke/qgpu");
    assertThat(everywhere(qgpu).isFound()).isTrue();
    assertThat(everywhere(qgpu).in("tke").isFound()).isTrue();
    assertThat(everywhere(qgpu)).asString().contains("\ntke/qgpu: 1 GPU workload, 1 on a shape");
    assertThat(Json.MAPPER.readTree(json.toString()).at("/providers/2/provider").asText())
        .isEqualTo("tke/qgpu");
    assertThat(answering(cgpu)).containsExactly("ack/cgpu", "eks", "tke");
    // No target takes both.
    assertThat(answering(qgpu + pod(1))).containsExactly("ack", "eks", "tke");
    assertThat(everywhere(qgpu + pod(1)).isFound()).isFalse();
  }

  private static Listing<String> answering(GpuRequest request) {
    return Listing.copyOf(
        GPUS.match(request).answers().stream().map(each -> each.target().id()).toList());
  }

  @Test
  void aRequestForSharesIsAnsweredByTargetsThatShareCards() {
    GpuRequest share = GpuRequest.of("T4").share("4Gi");

    assertThat(answering(share)).containsExactly("ack/cgpu", "eks", "tke/qgpu");
    assertThat(GPUS.match(share).found()).hasSize(2);
    assertThat(GPUS.match(share).answers().get(2).toString()).contains("on tke/qgpu");
    assertThat(answering(GpuRequest.of("T4"))).containsExactly("ack", "eks", "tke");
    assertThat(answering(GpuRequest.of("V100").cpu(1000))).containsExactly("ack", "eks", "tke");
    // What a target that shares cards forbids is its refusal, and no mistake in the request.
    assertThat(answering(share.share("4500Mi"))).containsExactly("ack", "eks", "tke");
  }

  @Test
  void aPodGoesToContainerInstancesOnlyWithTheirLabel() {
    String annotated =
        pod("e", "k8s.aliyun.com/eci-use-specs: ecs.gn6i-c4g1.xlarge", "nvidia.com/gpu: 1");
    String labelled =
        annotated.replace("metadata: {", "metadata: {labels: {alibabacloud.com/eci: 'true'}, ");

    assertThat(answering(annotated.replace("cpu: 2", "cpu: 2000")).get(0)).isEqualTo("ack");
    assertThat(answering(annotated).get(0)).isEqualTo("ack");
    assertThat(answering(labelled).get(0)).isEqualTo("ack/eci");
  }

  @Test
  void nodesThatAreTooSmallAndNodesOfUnknownSizeAreNoReasonForAnotherAnswer() {
    assertThat(answering(pod(64))).containsExactly("ack", "eks", "tke");
    // A super node needs an annotation, and of whole cards on nodes the size is not known.
    assertThat(answering(pod(1))).containsExactly("ack", "eks", "tke");
    assertThat(everywhere(pod(1)).in("tke").isFound()).isFalse();
  }

  @Test
  void oneCloudThatTakesAllIsEnough() {
    String t4g =
        "nodeSelector: {karpenter.k8s.aws/instance-gpu-name: t4g, kubernetes.io/arch: arm64}";
    String onEks = pod(1).replace("spec:\n", "spec:\n  " + t4g + "\n");

    assertThat(everywhere(onEks).in("eks").isFound()).isTrue();
    assertThat(everywhere(onEks).isFound()).isTrue();
    assertThat(everywhere(pod(64)).isFound()).isFalse();
    assertThat(everywhere(pod(1) + pod(64)).isFound()).isFalse();
  }

  @Test
  void aPodOnANodeHasTheNameThatItRequires() {
    String requires =
        """
        spec:
          affinity:
            nodeAffinity:
              requiredDuringSchedulingIgnoredDuringExecution:
                nodeSelectorTerms:
                - matchFields: [{key: metadata.name, operator: In, values: [n-1]}]
        """;
    String pending = pod(1).replace("spec:\n", requires);
    String running = pod(1).replace("spec:\n", requires + "  nodeName: n-1\n");

    assertThat(WorkloadFile.parse("f.yaml", pending).on(GPUS.in("eks")).isFound()).isFalse();
    // A node group has its nodes already; that one has this name is assumed, and said.
    assertThat(answering(pending)).containsExactly("ack", "eks/nodegroup", "tke");
    assertThat(everywhere(pending).in("eks").matches().get(0).match().orElseThrow().notes())
        .extracting(Note::toString)
        .anyMatch(note -> note.contains("metadata.name In [n-1] is assumed to match"));
    assertThat(everywhere(running).in("eks").isFound()).isTrue();
    assertThat(
            everywhere(running.replace("---\n", "status: {phase: Running}\n")).in("eks").isFound())
        .isTrue();
  }

  @Test
  void aProblemOfAllIsToldOnceAndOneOfOneCloudIsToldToo() {
    CloudFileMatches everywhere =
        everywhere(
            pod("a", "", "nvidia.com/gpu: 0.5")
                + pod("b", "eks.tke.cloud.tencent.com/gpu-type: T5", "nvidia.com/gpu: 1"));

    assertThat(everywhere.problems()).hasSize(2);
    assertError(everywhere.problems().get(0), "manifest.malformed");
    assertError(everywhere.problems().get(1), "manifest.malformed");
    assertThat(everywhere.in("eks").problems()).hasSize(1);
  }

  @Test
  void aNoteOfAllIsToldOnce() {
    CloudFileMatches everywhere = everywhere("apiVersion: v1\nkind: Service\nkind: Service\n");

    assertThat(everywhere.notes())
        .extracting(Note::id)
        .containsExactly("yaml.duplicate-key", "object.passed-over", "file.no-gpu");
  }

  @Test
  void moreCanBeAskedThanTheFileSays() {
    CloudFileMatches everywhere =
        WorkloadFile.parse("f.yaml", pod(3)).on(GPUS, GpuRequest::exactGpus);

    assertThat(everywhere.answers())
        .allMatch(each -> each.matches().get(0).match().orElseThrow().request().isExactGpus());
  }

  @Test
  void theJsonOfEachIsThatOfTheCloudAlone() throws IOException {
    WorkloadFile file = WorkloadFile.parse("f.yaml", pod(1) + pod(64));
    StringWriter all = new StringWriter();
    GpuJson.write(file.on(GPUS), all);

    JsonNode providers = Json.MAPPER.readTree(all.toString()).path("providers");

    assertThat(providers).hasSize(3);
    for (JsonNode provider : providers) {
      StringWriter alone = new StringWriter();
      String id = provider.path("provider").asText();
      GpuJson.write(file.on(GPUS.in(id)), alone);
      ObjectNode rest = provider.deepCopy();
      rest.remove("provider");
      assertThat(rest.remove("cloud")).hasToString('"' + id + '"');
      assertThat(rest).isEqualTo(Json.MAPPER.readTree(alone.toString()));
    }
    assertThat(providers)
        .extracting(provider -> provider.path("provider").asText())
        .containsExactly("ack", "eks", "tke");
  }
}
