package io.gpuspec.judges;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gpuspec.GpuSpec;
import io.gpuspec.Gpus;
import io.gpuspec.Target;
import io.gpuspec.manifest.Manifests;
import io.gpuspec.manifest.PlatformObjects;
import io.gpuspec.manifest.gang.KueueQueue;
import io.gpuspec.manifest.gang.VolcanoQueue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AddLifecycleHook;
import net.jqwik.api.lifecycle.BeforeContainer;
import net.jqwik.api.statistics.Statistics;
import net.jqwik.api.statistics.StatisticsReport;
import net.jqwik.api.statistics.StatisticsReport.StatisticsReportMode;

/**
 * Whatever gang is built, the API server with the real definitions of Volcano, JobSet and Kueue,
 * and with Volcano's policies, admits without a warning and keeps as it was written; and the pods
 * that a controller would make of it, which those definitions look at only roughly, as well.
 */
@Judge("kube-apiserver")
@AddLifecycleHook(PropertyTrial.class)
class GangJudge {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final double MOST = 75;

  private static final List<String> KINDS =
      Arrays.stream(Gang.Controller.values()).map(Gang.Controller::kind).distinct().toList();

  /** How often each kind is put before the API server at least. */
  private static final int MANY = 80;

  @BeforeContainer
  static void whatGangsNameIsThere() {
    CustomResources.installed();
    AdmissionJudge.whatWorkloadsNameIsThere();
  }

  @Property(tries = 700, edgeCases = EdgeCasesMode.NONE, seed = "20261121")
  @Label("admits and keeps gangs for ack")
  @StatisticsReport(StatisticsReportMode.OFF)
  void ack(@ForAll("onAck") Gang gang) {
    admitsAndKeeps(gang);
  }

  @Property(tries = 600, edgeCases = EdgeCasesMode.NONE, seed = "20261122")
  @Label("admits and keeps gangs for eks")
  @StatisticsReport(StatisticsReportMode.OFF)
  void eks(@ForAll("onEks") Gang gang) {
    admitsAndKeeps(gang);
  }

  @Property(tries = 600, edgeCases = EdgeCasesMode.NONE, seed = "20261123")
  @Label("admits and keeps gangs for tke")
  @StatisticsReport(StatisticsReportMode.OFF)
  void tke(@ForAll("onTke") Gang gang) {
    admitsAndKeeps(gang);
  }

  @Property(tries = 200, edgeCases = EdgeCasesMode.NONE, seed = "20261124")
  @Label("admits and keeps queues of Volcano")
  @StatisticsReport(StatisticsReportMode.OFF)
  void volcanoQueues(@ForAll("volcano") Said<VolcanoQueue> queue) {
    admitsAndKeeps(queue.get().objects());
  }

  @Property(tries = 200, edgeCases = EdgeCasesMode.NONE, seed = "20261125")
  @Label("admits and keeps queues and flavors of Kueue")
  @StatisticsReport(StatisticsReportMode.OFF)
  void kueueQueues(@ForAll("kueue") Said<KueueQueue> queue) {
    admitsAndKeeps(queue.get().objects());
  }

  private static void admitsAndKeeps(Gang gang) {
    Optional<Manifests> built = gang.build();
    // So that the law is about something.
    Statistics.label("lands")
        .collect(built.isPresent())
        .coverage(lands -> lands.check(true).percentage(percent -> percent > MOST));
    Assume.that(built.isPresent());
    Statistics.label("kinds")
        .collect(gang.controller().kind())
        .coverage(each -> KINDS.forEach(kind -> each.check(kind).count(n -> n >= MANY)));
    String text = built.get().yamlWithComments().toString();
    admitsAndKeeps(text, built.get().json());
  }

  private static void admitsAndKeeps(PlatformObjects built) {
    admitsAndKeeps(built.yamlWithComments().toString(), built.json());
  }

  private static void admitsAndKeeps(String text, String json) {
    JsonNode objects = tree(json).path("items");
    Admission.Verdict verdict = admits(text + pods(objects));
    for (int i = 0; i < objects.size(); i++) {
      assertThat(Kept.lost(objects.get(i), verdict.kept().get(i))).as(text).isEmpty();
    }
  }

  private static Admission.Verdict admits(String text) {
    Admission.Verdict verdict = new Admission(ControlPlane.shared().client()).of(text);
    assertThat(verdict.said()).as(text).isEmpty();
    assertThat(verdict.admitted()).as(text).isTrue();
    return verdict;
  }

  /** The pods that a controller would make of these objects, those that are alike only once. */
  private static String pods(JsonNode objects) {
    Set<String> pods = new LinkedHashSet<>();
    for (JsonNode object : objects) {
      templates(object).forEach(template -> pods.add(podOf(object, template).toString()));
    }
    return pods.stream().map(pod -> "---\n" + pod + "\n").collect(Collectors.joining());
  }

  /** The pod templates of an object, however deep. */
  private static List<JsonNode> templates(JsonNode node) {
    if (node.path("spec").path("containers").isArray()) {
      return List.of(node);
    }
    List<JsonNode> found = new ArrayList<>();
    node.forEach(child -> found.addAll(templates(child)));
    return found;
  }

  private static ObjectNode podOf(JsonNode object, JsonNode template) {
    ObjectNode pod = JSON.createObjectNode().put("apiVersion", "v1").put("kind", "Pod");
    ObjectNode metadata = pod.putObject("metadata").put("name", "one");
    metadata.set("labels", template.path("metadata").path("labels"));
    metadata.set("annotations", template.path("metadata").path("annotations"));
    metadata.set("namespace", object.path("metadata").path("namespace"));
    return pod.set("spec", template.path("spec"));
  }

  private static JsonNode tree(String json) {
    try {
      return JSON.readTree(json);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }

  @Provide
  Arbitrary<Gang> onAck() {
    return gangs("ack");
  }

  @Provide
  Arbitrary<Gang> onEks() {
    return gangs("eks");
  }

  @Provide
  Arbitrary<Gang> onTke() {
    return gangs("tke");
  }

  private static Arbitrary<Gang> gangs(String target) {
    // Longer ones, and those that begin with a digit, are in GangRefusals.
    Arbitrary<String> names = Texts.dnsLabels().filter(name -> name.length() <= 43);
    return Combinators.combine(
            Arbitraries.of(1, 2, 4, 11, 1000),
            Intents.workersOn(target, names),
            Intents.serversOn(target, names),
            Arbitraries.of(true, false),
            Arbitraries.of(true, false),
            Arbitraries.of(Gang.Controller.values()))
        .as(
            (workers, ending, serving, limited, torch, controller) -> {
              Intent worker = controller.serves() ? serving : ending;
              return new Gang(
                  workers, limited ? limited(worker, controller) : worker, torch, controller);
            })
        // The others are in GangRefusals.
        .filter(Gang::isForItsScheduler);
  }

  private static Intent limited(Intent worker, Gang.Controller controller) {
    return new Intent(worker.workload().then(controller.settings()), worker.target());
  }

  @Provide
  Arbitrary<Said<VolcanoQueue>> volcano() {
    return Combinators.combine(
            Texts.dnsLabels(),
            Arbitraries.of(1, 4, 65_535),
            Arbitraries.of("nvidia.com/gpu", "tke.cloud.tencent.com/qgpu-core", "x/y"),
            Arbitraries.of(0, 1, Integer.MAX_VALUE),
            Arbitraries.of(0, 1))
        .as(
            (name, weight, device, more, own) -> {
              int most = Math.max(own, more);
              return new Said<>(
                  "VolcanoQueue.of(\"%s\").weight(%d).capability(\"%s\", %d).deserved(\"%s\", %d)"
                      .formatted(name, weight, device, most, device, own),
                  () ->
                      VolcanoQueue.of(name)
                          .weight(weight)
                          .capability(device, most)
                          .deserved(device, own));
            });
  }

  @Provide
  Arbitrary<Said<KueueQueue>> kueue() {
    return Arbitraries.of("eks", "ack", "tke")
        .flatMap(
            id -> {
              Target target = Gpus.load().in(id);
              List<String> rows =
                  target.catalog().specs().stream()
                      .filter(GpuSpec::isWhole)
                      .map(GpuSpec::name)
                      .toList();
              return Combinators.combine(
                      Texts.dnsLabels(),
                      Arbitraries.of(rows),
                      Arbitraries.of(1, 7, 64),
                      Arbitraries.of(Intents.NAMESPACES),
                      Texts.dnsLabels(),
                      lending())
                  .as(
                      (name, row, cards, namespace, local, lending) ->
                          new Said<>(
                                  "KueueQueue.of(\"%s\").quota(Gpus.load().in(\"%s\"), \"%s\", %d).localQueue(\"%s\", \"%s\")"
                                      .formatted(name, id, row, cards, namespace, local),
                                  () ->
                                      KueueQueue.of(name)
                                          .quota(target, row, cards)
                                          .cohort(name)
                                          .localQueue(namespace, local))
                              .then(lending));
            });
  }

  private static Arbitrary<Said.Step<KueueQueue>> lending() {
    return Arbitraries.of(
            new Said.Step<KueueQueue>(".borrows(9)", queue -> queue.borrows(9)),
            new Said.Step<KueueQueue>(".lends(1)", queue -> queue.lends(1)),
            new Said.Step<KueueQueue>(".reclaims()", KueueQueue::reclaims))
        .set()
        .map(Said.Step::all);
  }
}
