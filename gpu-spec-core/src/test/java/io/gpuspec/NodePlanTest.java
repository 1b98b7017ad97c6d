package io.gpuspec;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuspec.internal.Json;
import io.gpuspec.json.GpuJson;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.Note;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How many nodes several pods take, and which shape that makes the best. */
class NodePlanTest {
  /** One, two and four GPUs; the four are cheap for what they are. */
  private static final String NODES =
      """
      {"target": "cloud", "edition": "2024-05", "unit": "node", "citation": "list",
       "citations": {"list": {"title": "A list", "date": "2024", "status": "documented"}},
       "gpus": [{"name": "T4", "card": "T4"}],
       "specs": [
         {"gpu": "T4", "gpus": 1, "name": "one", "upward": [{"cpu": "4", "memory": "16Gi"}],
          "policy": "fixed", "citation": "list", "prices": [%s]},
         {"gpu": "T4", "gpus": 2, "name": "two", "upward": [{"cpu": "16", "memory": "64Gi"}],
          "policy": "fixed", "citation": "list"},
         {"gpu": "T4", "gpus": 4, "name": "four", "upward": [{"cpu": "48", "memory": "192Gi"}],
          "policy": "fixed", "citation": "list", "prices": [%s]}]}
      """
          .formatted(price("1.00"), price("3.50"));

  private final Target nodes = target(NODES);
  private final Target pods = target(NODES.replace("\"unit\": \"node\",", ""));

  private static String price(String amount) {
    return """
    {"amount": "%s", "currency": "USD", "per": "hour", "region": "here",
     "capacityType": "on-demand", "citation": "list"}\
    """
        .formatted(amount);
  }

  private static Target target(String catalog) {
    return TestCloud.of("cloud", TestCloud.read(catalog)).target();
  }

  @ParameterizedTest
  @CsvSource({
    // GPUs, cores and memory of a pod; pods; smallest; cheapest with its price
    "1, 1, 1Gi, 1, 1 x one, 1 x one, 1.00",
    "1, 1, 1Gi, 2, 2 x one, 2 x one, 2.00",
    "1, 1, 1Gi, 3, 3 x one, 3 x one, 3.00",
    "1, 1, 1Gi, 4, 4 x one, 1 x four, 3.50",
    "1, 1, 1Gi, 5, 5 x one, 5 x one, 5.00",
    "1, 1, 1Gi, 8, 8 x one, 2 x four, 7.00",
    // Two GPUs each: two of these fit a node with four.
    "2, 1, 1Gi, 2, 2 x two, 1 x four, 3.50",
    "2, 1, 1Gi, 3, 3 x two, 2 x four, 7.00",
    // CPU and memory fill a node before its GPUs do.
    "1, 10, 1Gi, 2, 2 x two, 1 x four, 3.50",
    "1, 5, 1Gi, 2, 1 x two, 1 x four, 3.50",
    "1, 20, 1Gi, 4, 2 x four, 2 x four, 7.00",
    "1, 1, 40Gi, 6, 2 x four, 2 x four, 7.00",
    "1, 1, 40Gi, 1, 1 x two, 1 x four, 3.50",
    "1, 1, 100Gi, 3, 3 x four, 3 x four, 10.50",
    // Three GPUs each: only one of these fits a node with four.
    "3, 1, 1Gi, 2, 2 x four, 2 x four, 7.00"
  })
  void nodesAreSharedWhereThereIsRoom(
      int gpus,
      int cpu,
      String memory,
      int replicas,
      String smallest,
      String cheapest,
      String price) {
    GpuRequest request = GpuRequest.of(gpus, "T4").cpu(cpu).memory(memory).replicas(replicas);

    Match.Found found = nodes.match(request).orThrow();
    Match.Found cheap = nodes.match(request.cheapest()).orThrow();

    assertThat(summary(found)).isEqualTo(smallest);
    assertThat(summary(cheap)).isEqualTo(cheapest);
    assertThat(cheap.price().orElseThrow().amount()).hasToString(price);
  }

  private static String summary(Match.Found found) {
    return found.plan().nodes() + " x " + found.shape().name();
  }

  private static String row(String name, String size) {
    return "{\"gpu\": \"T4\", \"gpus\": 1, \"name\": \"%s\", %s \"policy\": \"fixed\", \"citation\": \"list\"}"
        .formatted(name, size);
  }

  private static String size(int cpu, int memory) {
    return "\"upward\": [{\"cpu\": \"%s\", \"memory\": \"%sGi\"}],".formatted(cpu, memory);
  }

  /** Fewer cores in all, then less memory, then the name; nodes of unknown size come last. */
  @Test
  void ofNodesWithTheSameGpusTheLessOfTheRestTheBetter() {
    String catalog =
        NODES.replaceAll("(?s)\"specs\": .*", "\"specs\": [")
            + String.join(
                ",",
                row("a.unknown", ""),
                row("b.large", size(8, 64)),
                row("d.same", size(8, 32)),
                row("c.same", size(8, 32)),
                row("e.more", size(16, 32)))
            + "]}";
    Match.Found found = target(catalog).match(GpuRequest.of("T4").replicas(2)).orThrow();

    assertThat(found.shape().spec().name()).isEqualTo("c.same");
    assertThat(found.alternatives())
        .extracting(shape -> shape.spec().name())
        .containsExactly("d.same", "b.large", "e.more", "a.unknown");
  }

  @Test
  void aShapeMadeForOnePodIsNotShared() {
    Match.Found found = pods.match(GpuRequest.of("T4").cheapest().replicas(4)).orThrow();

    assertThat(summary(found)).isEqualTo("4 x one");
    assertThat(found.plan().podsPerNode()).isEqualTo(1);
  }

  @Test
  void wasteIsWhatAllNodesHaveBeyondAllPods() {
    Match.Found found =
        nodes.match(GpuRequest.of(2, "T4").cpu(20).memory("10Gi").replicas(3).cheapest()).orThrow();

    // Two nodes of 4 GPUs, 48 cores and 192 GiB for three pods of 2, 20 and 10 GiB.
    assertThat(found)
        .hasToString("2 x four · 48 cores · 192Gi  on cloud (over by 2 GPUs, 36 cores, 354Gi)");
    assertThat(found.wastedGpus()).isEqualTo(2);
    assertThat(found.notes())
        .contains(Note.of("gpus.spare", "2 of the 8 GPUs are billed and unused"));
  }

  @Test
  void theAnswerShowsNodesAndTheTotalPrice() {
    Match match = nodes.match(GpuRequest.of("T4").cpu(3).replicas(2));

    assertThat(match.explain().toString())
        .startsWith(
            """
            2 x one · 4 cores · 16Gi  on cloud (over by 2 cores)
              request   T4 x1, 3 cores, 2 replicas
              why       smallest that holds it
              to fill   request 4 CPU and 16Gi memory
              nodes     2, 1 of 2 pods on each
              price     1.00 USD per hour (here, on-demand)
              in all    2.00 USD per hour (here, on-demand)
            """)
        .contains("  or        1 x two · 16 cores · 64Gi\n  or        1 x four · 48 cores · 192Gi");
    var spec = Json.parse(GpuJson.write(match)).path("spec");
    assertThat(spec.path("price").path("amount").asText()).isEqualTo("1.00");
    assertThat(spec.path("plan"))
        .isEqualTo(
            Json.parse(
                """
                {"replicas": 2, "podsPerNode": 1, "nodes": 2, "totalPrice": {"amount": "2.00",
                 "currency": "USD", "per": "hour", "region": "here",
                 "capacityType": "on-demand", "citation": {"title": "A list", "date": "2024",
                 "status": "documented"}}}
                """));
  }

  @Test
  void aSinglePodHasNoPlanInItsAnswer() {
    assertThat(GpuJson.write(nodes.match(GpuRequest.of("T4"))))
        .doesNotContain("plan")
        .doesNotContain("replicas");
  }

  @Test
  void aNumberOfPodsBelowOneIsRefused() {
    for (int replicas : List.of(0, -1, 1_000_001)) {
      assertError(() -> GpuRequest.of("T4").replicas(replicas), "replicas.out-of-range", replicas);
    }
    Shape shape = nodes.match(GpuRequest.of("T4")).orThrow().shape();
    assertThatThrownBy(() -> new NodePlan(shape, 1, 0, 1))
        .isInstanceOf(InvalidValueException.class);
  }
}
