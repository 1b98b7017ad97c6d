package io.gpuspec.manifest.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.manifest.internal.found.FoundObject;
import io.gpuspec.manifest.internal.tree.YamlDocuments;
import io.gpuspec.manifest.internal.tree.YamlPlace;
import io.gpuspec.value.Note;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NotePlaceTest {

  private static final String DEPLOYMENT =
      """
      apiVersion: apps/v1
      kind: Deployment
      metadata:
        name: llm
        annotations: {example.com/gpu: "1", example.com/gpu-of-all: "2"}
      spec:
        selector: {matchLabels: {app: llm}}
        template:
          metadata:
            labels: {app: llm}
            annotations: {example.com/gpu: "3", example.com/gpu-type: T4}
          spec:
            nodeSelector: {pool: small, zone: a}
            containers:
            - {name: none, image: "", env: [{name: "", value: b}]}
            - name: load
              image: r/llm:v1
              env: [{name: DEVICES, value: "0"}, {name: NVIDIA_VISIBLE_DEVICES, value: "1"}]
            - name: main
              image: r/llm:v10
              env: [{name: MODE, value: fast}]
              resources: {limits: {nvidia.com/gpu: 1}}
      """;

  /** Where a message names several, annotations come first, then variables, images and labels. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          gpu.alias  | example.com/gpu-type is called otherwise | spec.template.metadata.annotations['example.com/gpu-type']
          gpu.alias  | write example.com/gpu: 1                 | spec.template.metadata.annotations['example.com/gpu']
          gpu.alias  | remove example.com/gpu.                  | spec.template.metadata.annotations['example.com/gpu']
          gpu.alias  | example.com/gpu-of-all: 2 and MODE=a     | metadata.annotations['example.com/gpu-of-all']
          env.value  | NVIDIA_VISIBLE_DEVICES=1 shows a card    | spec.template.spec.containers[1].env[1]
          env.value  | MODE=fast on r/llm:v1                    | spec.template.spec.containers[2].env[0]
          env.value  | the mode is MODE                         | spec.template.spec.containers[2].resources.limits['nvidia.com/gpu']
          image.cuda | image r/llm:v10 does not run             | spec.template.spec.containers[2].image
          image.cuda | image r/llm:v1 does not run              | spec.template.spec.containers[1].image
          image.cuda | another image does not run               | spec.template.spec.containers[2].resources.limits['nvidia.com/gpu']
          gpu.driver | image r/llm:v1 does not run              | spec.template.spec.containers[2].resources.limits['nvidia.com/gpu']
          node.label | zone is a label of others                | spec.template.spec.nodeSelector.zone
          node.label | pool is a label of others                | spec.template.spec.nodeSelector.pool
          node.label | the pool is not known                    | spec.template.spec.containers[2].resources.limits['nvidia.com/gpu']
          """)
  void aNoteStandsAtWhatItNamesElseAtTheGpus(String id, String message, String path) {
    YamlPlace place = YamlDocuments.of("a.yaml", DEPLOYMENT).iterator().next();
    FoundObject found = new FoundObject(place);
    InspectedPods pods = new InspectedPods(found.workload(found.pods().get(0)));
    Inspected object = Inspected.of(place, 1, "apps/v1", "Deployment", List.of(pods), List.of());

    assertThat(NotePlace.of(Note.of(id, message), pods, object).path()).isEqualTo(path);
  }
}
