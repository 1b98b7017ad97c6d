package io.gpuspec.manifest.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gpuspec.GpuRequest;
import io.gpuspec.Gpus;
import io.gpuspec.manifest.internal.tree.Json;
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

    assertThat(everywhere(pending).in("eks").isFound()).isFalse();
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
    assertThat(everywhere.problems().get(0)).hasMessageStartingWith("f.yaml:6:");
    assertThat(everywhere.problems().get(1)).hasMessageContaining("T5");
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
    file.on(GPUS).writeJson(all);

    JsonNode providers = Json.MAPPER.readTree(all.toString()).path("providers");

    assertThat(providers).hasSize(3);
    for (JsonNode provider : providers) {
      StringWriter alone = new StringWriter();
      String id = provider.path("provider").asText();
      file.on(GPUS.in(id)).writeJson(alone);
      ObjectNode rest = provider.deepCopy();
      rest.remove("provider");
      assertThat(rest).isEqualTo(Json.MAPPER.readTree(alone.toString()));
    }
    assertThat(providers)
        .extracting(provider -> provider.path("provider").asText())
        .containsExactly("ack", "eks", "tke");
  }
}
