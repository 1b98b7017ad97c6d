package io.gpuspec.judges;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.gpuspec.CapacityType;
import io.gpuspec.GpuRequest;
import io.gpuspec.GpuSpec;
import io.gpuspec.Gpus;
import io.gpuspec.Match;
import io.gpuspec.eks.AmiFamily;
import io.gpuspec.eks.Disruption;
import io.gpuspec.eks.Ec2NodeClass;
import io.gpuspec.eks.Eks;
import io.gpuspec.eks.GpuTier;
import io.gpuspec.eks.NodePool;
import io.gpuspec.kube.KubeObject;
import io.gpuspec.manifest.Manifests;
import io.gpuspec.scheduling.NodeView;
import io.gpuspec.scheduling.Taint;
import io.gpuspec.value.MemorySize;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Our NodePools before Karpenter, the API server and the scheduler. */
class NodePoolJudge {
  private static final long SEED = 20261121;
  private static final int OBJECTS = 300;
  private static final int SCHEDULED = 60;
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Gpus GPUS = Gpus.load();

  /** A request that lands somewhere, and what is built for it. */
  private record Built(KarpenterCase asked, Match.Found found, Manifests manifests) {
    private static List<Built> list() {
      List<Built> all = new ArrayList<>();
      for (KarpenterCase c : KarpenterJudge.cases()) {
        c.settings()
            .on(GPUS)
            .match(c.request())
            .found()
            .ifPresent(found -> all.add(new Built(c, found, built(c, true))));
      }
      return all;
    }

    private static Manifests built(KarpenterCase c, boolean pool) {
      return c.workload()
          .on(
              c.settings()
                  .on(GPUS)
                  .with("node-selection", c.nodeSelection())
                  .with(Eks.NODE_POOL, pool));
    }

    NodePool pool() {
      return NodePool.of(found);
    }

    JsonNode object(String kind) {
      for (JsonNode object : KarpenterFilter.parse(manifests.json()).get("items")) {
        if (object.get("kind").asText().equals(kind)) {
          return object;
        }
      }
      throw new AssertionError("no " + kind + " in " + manifests.json());
    }

    /** What the pod alone would land on, and of that what the pool buys. */
    Set<String> types() {
      Set<String> types =
          new TreeSet<>(
              KarpenterJudge.held(
                  KarpenterJudge.read(built(asked, false).yaml().toString(), asked.settings())));
      types.retainAll(pool().instanceTypes().stream().map(GpuSpec::name).toList());
      return types;
    }
  }

  /** Built by the first law that needs them. */
  private static final class Cases {
    static final List<Built> ALL = Built.list();
  }

  @Test
  void theNodePoolOfAPodLeavesExactlyTheTypesThatWeSay() {
    try (Trial trial =
        Trial.of("Karpenter", Tools.karpenter(), "types that our NodePool leaves a pod")) {
      List<Built> cases = Cases.ALL;
      assertThat(cases).hasSizeGreaterThan(1_000);
      List<JsonNode> answers =
          KarpenterFilter.ask(
              cases.stream()
                  .map(
                      c ->
                          KarpenterFilter.forPod(
                              c.asked().settings(),
                              c.object("Pod"),
                              c.object("NodePool"),
                              c.object("EC2NodeClass")))
                  .toList());
      for (int i = 0; i < cases.size(); i++) {
        Built c = cases.get(i);
        Set<String> karpenters = KarpenterWish.judged(KarpenterFilter.types(answers.get(i)));
        Set<String> ours = KarpenterWish.judged(c.types());
        trial.agreed(
            ours.equals(karpenters)
                && karpenters.contains(c.found().shape().spec().name())
                && buysNothingElse(c),
            () ->
                "%s// ours: %s%n// Karpenter: %s%n%s"
                    .formatted(c.asked(), ours, karpenters, c.manifests().yaml()));
      }
    }
  }

  /** Every GPU of the pool is one that the pod may land on. */
  private static boolean buysNothingElse(Built c) {
    Set<String> wished =
        new TreeSet<>(c.found().preferences().stream().map(shape -> shape.spec().gpu()).toList());
    return c.pool().instanceTypes().stream().map(GpuSpec::gpu).allMatch(wished::contains);
  }

  @Test
  void theApiServerAdmitsAndKeepsOurObjects() {
    CustomResources.installed();
    ControlPlane plane = ControlPlane.shared();
    Admission admission = new Admission(plane.client());
    try (Trial trial =
        Trial.of("kube-apiserver", plane.version(), "admits and keeps our NodePools and classes")) {
      for (KubeObject object : objects()) {
        JsonNode tree = JSON.valueToTree(object.tree());
        Admission.Verdict verdict = admission.of(tree.toString());
        trial.agreed(
            verdict.withoutWarning() && Kept.lost(tree, verdict.kept().get(0)).isEmpty(),
            () -> tree.toPrettyString() + "\n" + verdict.said());
      }
    }
  }

  private static List<KubeObject> objects() {
    Random random = new Random(SEED);
    List<KubeObject> objects = new ArrayList<>();
    for (Built c : Cases.ALL.subList(0, OBJECTS)) {
      c.manifests().placement().companions().forEach(each -> objects.add(each.object()));
      objects.add(changed(c.pool(), random).toObject());
      objects.add(changed(Ec2NodeClass.of("gpu", "ml"), random).toObject());
    }
    for (GpuTier tier : GpuTier.values()) {
      objects.add(tier.nodePool(GPUS.in("eks")).toObject());
    }
    var slices = GPUS.in("eks").with(Eks.NODE_POOL, true);
    slices
        .place(slices.match(GpuRequest.of("1/4*L4")).orThrow())
        .companions()
        .forEach(each -> objects.add(each.object()));
    return objects;
  }

  private static NodePool changed(NodePool pool, Random random) {
    return pool.weight(1 + random.nextInt(100))
        .limit("nvidia.com/gpu", String.valueOf(8 + random.nextInt(1000)))
        .limit("memory", (9000 + random.nextInt(900)) + "Gi")
        .limit("cpu", (900_000 + random.nextInt(9000)) + "m")
        .label("example.com/team", random.nextBoolean() ? "" : "ml")
        .taint(new Taint("example.com/ml", "", pick(random, Taint.Effect.values())))
        .requirement("topology.kubernetes.io/zone", "us-east-1a", "us-east-1b")
        .capacityTypes(pick(random, CapacityType.values()), CapacityType.ON_DEMAND)
        .expireAfter(pick(random, "Never", "720h", "1h30m", "90s"))
        .nodeClass(pick(random, "gpu", "a.b-c"))
        .disruption(
            Disruption.of(
                    pick(random, "WhenEmpty", "WhenEmptyOrUnderutilized", "Balanced"),
                    pick(random, "0s", "30s", "Never", "1h5m"))
                .budget(random.nextInt(101) + "%")
                .budget(
                    String.valueOf(random.nextInt(50)),
                    pick(random, "@daily", "0 9 * * mon-fri"),
                    pick(random, "8h", "30m", "1h30m")));
  }

  private static Ec2NodeClass changed(Ec2NodeClass plain, Random random) {
    Ec2NodeClass nodeClass =
        (random.nextBoolean()
                ? plain.disk(MemorySize.ofGibibytes(20 + random.nextInt(9_980)))
                : plain.diskForImages(MemorySize.ofGibibytes(1 + random.nextInt(9_000))))
            .tag("team", "ml");
    AmiFamily family = pick(random, AmiFamily.values());
    nodeClass =
        family == AmiFamily.CUSTOM || random.nextBoolean()
            ? nodeClass
                .amiByTags(family, Map.of("Name", "gpu-*", "team", "*"))
                .userData("#!/bin/sh\necho ready")
            : nodeClass.ami(family, pick(random, "latest", "v20260710", "v1.50.0"));
    nodeClass =
        random.nextBoolean() ? nodeClass.instanceProfile("gpu") : nodeClass.role("role+=,.@-_");
    return random.nextBoolean()
        ? nodeClass.instanceStore()
        : nodeClass.discoveredBy(Map.of("k", "*"));
  }

  @SafeVarargs
  private static <T> T pick(Random random, T... of) {
    return of[random.nextInt(of.length)];
  }

  /**
   * One thing wrong.
   *
   * @param right a part of our object as JSON
   * @param wrong what our types refuse to put there
   */
  private record Wrong(KubeObject object, String right, String wrong) {}

  private static List<Wrong> wrong() {
    KubeObject pool =
        NodePool.of("gpu", GPUS.in("eks"), "T4")
            .weight(7)
            .label("example.com/team", "ml")
            .disruption(Disruption.whenEmpty("30s").budget("10%"))
            .toObject();
    KubeObject nodeClass = Ec2NodeClass.of("gpu", "ml").tag("team", "ml").toObject();
    List<Wrong> wrong = new ArrayList<>();
    if (Tools.isOldKarpenter()) {
      // 1.15 takes it for 0s.
      wrong.add(new Wrong(pool, "\"consolidateAfter\":\"30s\",", ""));
    }
    wrong.addAll(ofAllVersions(pool, nodeClass));
    return wrong;
  }

  private static List<Wrong> ofAllVersions(KubeObject pool, KubeObject nodeClass) {
    return List.of(
        new Wrong(pool, "\"weight\":7", "\"weight\":0"),
        new Wrong(pool, "\"weight\":7", "\"weight\":101"),
        new Wrong(pool, "\"WhenEmpty\"", "\"WhenUnderutilized\""),
        new Wrong(pool, "\"30s\"", "\"30\""),
        new Wrong(pool, "\"720h\"", "\"30d\""),
        new Wrong(pool, "\"10%\"", "\"101%\""),
        new Wrong(pool, "\"10%\"", "\"10%\",\"schedule\":\"@daily\""),
        new Wrong(pool, "\"10%\"", "\"1\",\"schedule\":\"0 9 * *\",\"duration\":\"8h\""),
        new Wrong(pool, "\"10%\"", "\"1\",\"schedule\":\"@daily\",\"duration\":\"30s\""),
        new Wrong(pool, "example.com/team", "karpenter.sh/nodepool"),
        new Wrong(pool, "example.com/team", "team.karpenter.sh/x"),
        new Wrong(pool, "example.com/team", "kubernetes.io/hostname"),
        new Wrong(pool, "instance-gpu-name", "instance-gpu-nam"),
        new Wrong(pool, "[\"on-demand\"]", "[]"),
        new Wrong(nodeClass, "\"role\":\"KarpenterNodeRole-ml\",", ""),
        new Wrong(nodeClass, "\"KarpenterNodeRole-ml\"", "\"\""),
        new Wrong(
            nodeClass, "\"KarpenterNodeRole-ml\"", "\"r\",\"instanceProfile\":\"KarpenterNode\""),
        new Wrong(nodeClass, "[{\"alias\":\"al2023@latest\"}]", "[]"),
        new Wrong(nodeClass, "al2023@latest", "ubuntu@latest"),
        new Wrong(nodeClass, "{\"alias\":\"al2023@latest\"}", "{\"tags\":{\"team\":\"ml\"}}"),
        new Wrong(nodeClass, "\"karpenter.sh/discovery\":\"ml\"", "\"k\":\"\""),
        new Wrong(nodeClass, "\"team\":\"ml\"", "\"kubernetes.io/cluster/ml\":\"owned\""),
        new Wrong(nodeClass, "100Gi", "512Mi"));
  }

  @Test
  void theApiServerRefusesWhatWeRefuse() {
    CustomResources.installed();
    ControlPlane plane = ControlPlane.shared();
    Admission admission = new Admission(plane.client());
    try (Trial trial =
        Trial.of("kube-apiserver", plane.version(), "refuses the NodePools that we refuse")) {
      for (Wrong each : wrong()) {
        String right = JSON.valueToTree(each.object().tree()).toString();
        String wrong = right.replace(each.right(), each.wrong());
        assertThat(wrong).isNotEqualTo(right);
        trial.agreed(
            admission.of(right).admitted() && !admission.of(wrong).admitted(), () -> wrong);
      }
    }
  }

  @Test
  void aNodeOfThePoolTakesThePod() {
    ControlPlane plane = ControlPlane.shared();
    plane.start("kube-scheduler", "--leader-elect=false", "--secure-port=0");
    List<Built> cases = Cases.ALL;
    try (Trial trial =
        Trial.of("kube-scheduler", plane.version(), "binds to the nodes of our NodePools")) {
      for (int i = 0; i < SCHEDULED; i++) {
        judgeScheduled(trial, plane, "node-" + i, cases.get(i * cases.size() / SCHEDULED));
      }
    }
  }

  /**
   * @param name another for each case: the scheduler may still count the pod of the last one
   */
  private static void judgeScheduled(Trial trial, ControlPlane plane, String name, Built c) {
    NodeView node = c.pool().node(c.found().shape().spec().name());
    Pod pod =
        c.manifests().objects().stream()
            .filter(Pod.class::isInstance)
            .map(Pod.class::cast)
            .findFirst()
            .orElseThrow();
    try (Cluster cluster = new Cluster(plane)) {
      Node rendered = Rendered.node(node);
      rendered.getMetadata().setName(name);
      cluster.add(rendered);
      Cluster.Outcome outcome = cluster.bind(Rendered.pod("asked", pod.getSpec()));
      trial.agreed(
          outcome.node().isPresent() && c.manifests().pod().fits(node).fits(),
          () -> "%s// on %s%n// %s".formatted(c.asked(), node, outcome));
    }
  }
}
