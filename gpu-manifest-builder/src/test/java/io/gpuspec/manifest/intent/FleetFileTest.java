package io.gpuspec.manifest.intent;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.CapacityType;
import io.gpuspec.Gpus;
import io.gpuspec.Target;
import io.gpuspec.fleet.Demand;
import io.gpuspec.fleet.Fleet;
import io.gpuspec.fleet.FleetNode;
import io.gpuspec.value.Note;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One question, in the three forms that a file can have. */
class FleetFileTest {
  private static final Target EKS = Gpus.load().in("eks");

  private static final String MANIFEST =
      """
      apiVersion: apps/v1
      kind: Deployment
      metadata: {name: llm}
      spec:
        replicas: 3
        template:
          spec:
            containers:
            - {name: c, image: r/i, resources: {limits: {cpu: 2, memory: 8Gi, nvidia.com/gpu: 1}}}
      """;

  private static final String INTENT =
      """
      apiVersion: gpuspec.io/v1
      kind: GpuWorkload
      metadata: {name: llm}
      spec:
        kind: Deployment
        replicas: 3
        gpu: {names: [T4]}
        container: {image: r/i, limits: {cpu: 2, memory: 8Gi}}
      """;

  private static final String LINES =
      """
      {"name": "llm", "gpu": ["T4"], "cpu": "2", "memory": "8Gi", "replicas": 3}
      {"name": "embed", "gpu": ["L4"], "cpu": "1"}
      """;

  private static FleetFile parse(String text) {
    return FleetFile.parse("f", text, EKS, request -> request.capacityType(CapacityType.SPOT));
  }

  private static void isThreePodsOnSpot(Demand demand) {
    assertThat(demand.name()).isEqualTo("llm");
    assertThat(demand.request().replicas()).isEqualTo(3);
    assertThat(demand.request().memory()).hasToString("8Gi");
    assertThat(demand.request().capacityType()).isEqualTo(CapacityType.SPOT);
  }

  @Test
  void manifestsIntentsAndLinesAreReadAlike() {
    assertThat(parse(MANIFEST).demands()).singleElement().satisfies(d -> isThreePodsOnSpot(d));
    assertThat(parse(INTENT).demands()).singleElement().satisfies(d -> isThreePodsOnSpot(d));
    assertThat(parse(LINES).demands()).hasSize(2);
    isThreePodsOnSpot(parse(LINES).demands().get(0));
    assertThat(parse(MANIFEST)).hasToString("1 demand");
    assertThat(parse(LINES)).hasToString("2 demands").matches(FleetFile::isJudged);
  }

  @Test
  void aFileIsReadAsItsTextIs(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("llm.yaml"), MANIFEST);

    assertThat(FleetFile.read(file, EKS).demands().get(0).request().capacityType())
        .isEqualTo(CapacityType.ON_DEMAND);
    assertThat(
            FleetFile.read(file, EKS, request -> request.capacityType(CapacityType.SPOT)).demands())
        .singleElement()
        .satisfies(d -> isThreePodsOnSpot(d));
    assertError(() -> FleetFile.read(folder.resolve("none"), EKS), "file.unreadable");
  }

  @Test
  void aLineThatIsWrongIsToldWithItsFileAndTheOthersAreThere() {
    FleetFile file = parse(LINES + "{\"name\": \"bad\", \"gpus\": 0}\n");

    assertThat(file.demands()).hasSize(2);
    assertThat(file.problems())
        .singleElement()
        .satisfies(problem -> assertThat(problem).hasMessageStartingWith("f: line 3: "));
  }

  @Test
  void anIntentThatIsWrongStopsTheFileAndOneOfAnUnknownGpuIsToldWithItsPlace() {
    FleetFile wrong =
        parse(INTENT + "---\n" + INTENT.replace("replicas", "replcas").replace("llm", "b"));
    FleetFile unknown = parse(INTENT.replace("T4", "T44"));

    assertThat(wrong.demands()).isEmpty();
    assertThat(wrong.problems())
        .singleElement()
        .satisfies(
            problem ->
                assertThat(problem)
                    .hasMessageStartingWith("f:15:3: spec: field 'replcas' is not known"));
    assertThat(unknown.problems())
        .singleElement()
        .satisfies(problem -> assertThat(problem).hasMessageStartingWith("f:7:"));
  }

  @Test
  void whatNoPlanKeepsIsANoteAndNotJudged() {
    String pods =
        MANIFEST.replace(
            "    spec:\n      containers",
            """
                metadata: {labels: {app: w}}
                spec:
                  affinity:
                    podAntiAffinity:
                      requiredDuringSchedulingIgnoredDuringExecution:
                      - topologyKey: kubernetes.io/hostname
                        labelSelector: {matchLabels: {app: w}}
                  containers\
            """);
    FleetFile file = parse(pods + "---\n" + pods.replace("llm", "embed"));

    assertThat(file.demands()).hasSize(2);
    assertThat(file.notes()).extracting(Note::id).contains("fleet.domains");
    assertThat(file.isJudged()).isFalse();
  }

  private static final String WITH_OPTIONS =
      INTENT.replace(
          "replicas: 3",
          """
          replicas: 3
            target: {provider: eks, options: {daemonset-cpu: "2", max-pods: 8}}\
          """);

  @Test
  void optionsOfAnIntentHoldForItsPodsOnTheTargetThatItNames() {
    FleetFile file = FleetFile.parse("f", WITH_OPTIONS, EKS, request -> request);

    assertThat(Fleet.of(EKS).demands(file.demands()).plan().nodes())
        .extracting(FleetNode::spec)
        .containsOnly("g4dn.2xlarge");
    assertThat(file.notes()).extracting(Note::id).doesNotContain("target.options");
    Target chosen = EKS.with("daemonset-cpu", "0");
    assertThat(
            Fleet.of(chosen)
                .demands(FleetFile.parse("f", WITH_OPTIONS, chosen, request -> request).demands())
                .plan()
                .nodes())
        .extracting(FleetNode::spec)
        .containsOnly("g4dn.xlarge");
  }

  @Test
  void optionsOfAnIntentComeBeforeWhatIsKnownOfACluster() {
    Target cluster = EKS.withDefault("daemonset-cpu", "60");

    assertThat(specs(cluster, WITH_OPTIONS)).containsOnly("g4dn.2xlarge");
    assertThat(specs(cluster, INTENT)).doesNotContain("g4dn.2xlarge", "g4dn.xlarge");
  }

  private static List<String> specs(Target target, String intent) {
    return Fleet.of(target)
        .demands(FleetFile.parse("f", intent, target, request -> request).demands())
        .plan()
        .nodes()
        .stream()
        .map(FleetNode::spec)
        .toList();
  }

  @Test
  void optionsOfAnotherTargetAreToldAsUnused() {
    Target ack = Gpus.load().in("ack");

    assertThat(FleetFile.parse("f", WITH_OPTIONS, ack, request -> request).notes())
        .extracting(Note::id)
        .contains("target.options");
  }
}
