package io.gpuspec.judges;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.Pod;
import io.gpuspec.Devices;
import io.gpuspec.GpuModel;
import io.gpuspec.GpuRequest;
import io.gpuspec.GpuSpec;
import io.gpuspec.Gpus;
import io.gpuspec.Match;
import io.gpuspec.Overlay;
import io.gpuspec.Target;
import io.gpuspec.eks.Eks;
import io.gpuspec.manifest.GpuWorkload;
import io.gpuspec.manifest.Manifests;
import io.gpuspec.manifest.platform.GpuPool;
import io.gpuspec.manifest.platform.GpuPools;
import io.gpuspec.mig.MigGpu;
import io.gpuspec.mig.MigProfile;
import io.gpuspec.scheduling.NodeView;
import io.gpuspec.scheduling.PodField;
import io.gpuspec.share.NodeParts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Pods on MIG instances, time slices and MPS replicas before the scheduler and Karpenter. */
class CardPartsJudge {
  private static final Gpus GPUS = Gpus.load();
  private static final List<String> REPLICAS =
      List.of("time-slicing:4", "time-slicing:2:renamed", "mps:3", "mps:16:renamed");

  /** A target whose nodes divide cards in one way, and devices that they then have. */
  private record Case(Target target, Devices devices) {
    Optional<Manifests> built(int replicas) {
      GpuWorkload workload =
          GpuWorkload.deployment("w", "r/i:v1")
              .devices(devices)
              .requests("500m", "512Mi")
              .replicas(replicas);
      return target.match(GpuRequest.of(devices).cpu("500m").memory("512Mi")).isFound()
          ? Optional.of(workload.on(target))
          : Optional.empty();
    }

    @Override
    public String toString() {
      return devices + " on " + target.id() + " " + target.catalog().parts().orElseThrow();
    }
  }

  private static Stream<Case> cases(Target plain) {
    Set<String> gpus =
        new TreeSet<>(
            plain.catalog().specs().stream().filter(GpuSpec::isWhole).map(GpuSpec::gpu).toList());
    return gpus.stream().flatMap(gpu -> Stream.concat(instances(plain, gpu), replicas(plain, gpu)));
  }

  private static Stream<Case> instances(Target plain, String gpu) {
    return plain.catalog().gpu(gpu).specs().stream()
        .limit(1)
        .flatMap(row -> row.model().filter(GpuModel::hasMig).stream())
        .flatMap(model -> MigGpu.all().stream().filter(g -> g.models().contains(model.name())))
        .filter(mig -> mig.geometry() != MigGpu.Geometry.UNVERIFIED)
        .flatMap(mig -> mig.profiles().stream().map(MigProfile::name))
        .flatMap(
            profile ->
                Stream.of("mixed", "single")
                    .map(
                        strategy ->
                            new Case(
                                plain.with(NodeParts.MIG_STRATEGY, strategy),
                                Devices.of(gpu).mig(profile))));
  }

  private static Stream<Case> replicas(Target plain, String gpu) {
    return REPLICAS.stream()
        .map(how -> new Case(plain.with(NodeParts.REPLICAS, how), Devices.of(gpu).replica()));
  }

  private static Stream<Target> targets() {
    GpuPools pools =
        GpuPools.of(
            GpuPool.of("training", "A100-80G").nodes("a1").cards(8).allocatable(amounts()),
            GpuPool.of("inference", "T4").nodes("t1").cards(4).allocatable(amounts()));
    Overlay own = pools.overlay();
    return Stream.of(
        GPUS.in("eks"),
        GPUS.in("eks/nodegroup"),
        GPUS.in("ack"),
        GPUS.in("tke/gpu").with("node-cpu", "90").with("node-memory", "300Gi"),
        GPUS.in("own").overlay(own));
  }

  private static Map<String, String> amounts() {
    return Map.of("cpu", "90", "memory", "300Gi");
  }

  /** As many pods as we say are on a node are bound to it, and not one more. */
  @Test
  void theSchedulerBindsAsManyToANodeAsWeSay() {
    ControlPlane plane = ControlPlane.shared();
    plane.start("kube-scheduler", "--leader-elect=false", "--secure-port=0");
    List<Case> all = targets().flatMap(CardPartsJudge::cases).toList();
    assertThat(all).hasSizeGreaterThan(150);
    int asked = 0;
    try (Trial trial =
        Trial.of("kube-scheduler", plane.version(), "binds pods to parts of cards as we say")) {
      for (Case each : all) {
        Optional<Manifests> built = each.built(1);
        if (built.isPresent()) {
          asked++;
          judge(trial, each, built.get(), plane);
        }
      }
    }
    assertThat(asked).isGreaterThan(100);
  }

  private static void judge(Trial trial, Case each, Manifests manifests, ControlPlane plane) {
    Match.Found found = manifests.match();
    NodeView described = each.target().node(found);
    String device = manifests.placement().entries(PodField.Kind.DEVICE).get(0).field().key();
    // The scheduler binds one after another; a few are enough to see the edge.
    int fits = Math.min(3, Integer.parseInt(described.allocatable().get(device)));
    Map<String, String> amounts = new TreeMap<>(described.allocatable());
    amounts.put(device, String.valueOf(fits));
    amounts.putIfAbsent("cpu", "90");
    amounts.putIfAbsent("memory", "300Gi");
    amounts.putIfAbsent("pods", "110");
    NodeView node = described.allocatable(amounts);
    try (Cluster cluster = new Cluster(plane)) {
      cluster.add(Rendered.node(node));
      List<String> said = new ArrayList<>();
      int bound = 0;
      for (int i = 0; i <= fits; i++) {
        Pod pod = Rendered.pod("p" + i, manifests.pod());
        Cluster.Outcome outcome = i < fits ? cluster.bind(pod) : cluster.schedule(pod);
        said.add(outcome.said());
        bound += outcome.node().isPresent() ? 1 : 0;
      }
      int all = bound;
      trial.agreed(
          all == fits,
          () ->
              "%s%n// %d of %d bound%n// %s%n%s"
                  .formatted(each, all, fits, said, manifests.yaml()));
    }
  }

  /** Karpenter, told by our overlays, launches a type that we say. */
  @Test
  void karpenterLaunchesWhatWeSayWithOurPoolAndOverlays() {
    Target eks = GPUS.in("eks").with(Eks.NODE_POOL, true);
    List<Case> cases = new ArrayList<>();
    List<Manifests> built = new ArrayList<>();
    cases(eks)
        .forEach(
            each ->
                each.built(1)
                    .ifPresent(
                        manifests -> {
                          cases.add(each);
                          built.add(manifests);
                        }));
    assertThat(cases).hasSizeGreaterThan(60);
    List<JsonNode> answers =
        KarpenterFilter.ask(built.stream().map(CardPartsJudge::question).toList());
    try (Trial trial = Trial.of("Karpenter", Tools.karpenter(), "launches for parts of cards")) {
      for (int i = 0; i < cases.size(); i++) {
        Case each = cases.get(i);
        Manifests manifests = built.get(i);
        Set<String> karpenters = KarpenterWish.judged(KarpenterFilter.types(answers.get(i)));
        String ours = manifests.match().shape().spec().name();
        trial.agreed(
            karpenters.contains(ours) || KarpenterWish.isLeftOut(ours),
            () ->
                "%s%n// ours: %s%n// Karpenter: %s%n%s"
                    .formatted(each, ours, karpenters, manifests.yaml()));
      }
    }
  }

  /**
   * Pods of whole cards get no node of a pool whose cards are divided: by the pool that they
   * select, and where parts have a resource of their own, also if they select none.
   */
  @Test
  void karpenterLaunchesNoDividedCardForPodsOfWholeCards() {
    Target eks = GPUS.in("eks").with(Eks.NODE_POOL, true);
    List<ObjectNode> questions = new ArrayList<>();
    cases(eks)
        .forEach(
            each ->
                each.built(1)
                    .map(CardPartsJudge::question)
                    .ifPresent(
                        question -> {
                          questions.add(ofWholeCards(question, "gpu-another"));
                          if (question.at("/settings/overlays").toString().contains("\"0\"")) {
                            questions.add(ofWholeCards(question, ""));
                          }
                        }));
    assertThat(questions).hasSizeGreaterThan(100);
    List<JsonNode> answers = KarpenterFilter.ask(questions);
    try (Trial trial =
        Trial.of("Karpenter", Tools.karpenter(), "launches no divided card for whole ones")) {
      for (int i = 0; i < answers.size(); i++) {
        ObjectNode question = questions.get(i);
        Set<String> types = KarpenterFilter.types(answers.get(i));
        trial.agreed(types.isEmpty(), () -> "%s%n// %s".formatted(types, question));
      }
    }
  }

  /** The same for a pod that asks for a card and selects this pool, or none, and its GPU. */
  private static ObjectNode ofWholeCards(ObjectNode question, String pool) {
    ObjectNode changed = question.deepCopy();
    ObjectNode spec = (ObjectNode) changed.at("/pod/spec");
    ObjectNode selector = spec.withObjectProperty("nodeSelector");
    selector.remove(
        List.of(
            "karpenter.sh/nodepool", "nvidia.com/gpu.sharing-strategy", "nvidia.com/gpu.replicas"));
    if (!pool.isEmpty()) {
      selector.put("karpenter.sh/nodepool", pool);
    }
    ObjectNode resources = spec.putArray("containers").addObject().putObject("resources");
    resources.putObject("requests").put("nvidia.com/gpu", "1");
    resources.putObject("limits").put("nvidia.com/gpu", "1");
    return changed;
  }

  private static ObjectNode question(Manifests manifests) {
    JsonNode items = KarpenterFilter.parse(manifests.json()).get("items");
    JsonNode workload = object(items, "Deployment");
    ObjectNode pod = (ObjectNode) workload.at("/spec/template").deepCopy();
    pod.put("apiVersion", "v1").put("kind", "Pod");
    pod.withObject("/metadata").put("name", "w");
    ObjectNode question =
        KarpenterFilter.forPod(
            KarpenterSettings.DEFAULTS,
            pod,
            object(items, "NodePool"),
            object(items, "EC2NodeClass"));
    ObjectNode overlays = question.withObjectProperty("settings").putObject("overlays");
    for (JsonNode item : items) {
      if (item.get("kind").asText().equals("NodeOverlay")) {
        for (JsonNode type : item.at("/spec/requirements/0/values")) {
          overlays.set(type.asText(), item.at("/spec/capacity"));
        }
      }
    }
    return question;
  }

  private static JsonNode object(JsonNode items, String kind) {
    for (JsonNode item : items) {
      if (item.get("kind").asText().equals(kind)) {
        return item;
      }
    }
    throw new AssertionError("no " + kind + " in " + items);
  }
}
