package io.gpuspec.judges;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.gpuspec.GpuRequest;
import io.gpuspec.Gpus;
import io.gpuspec.Target;
import io.gpuspec.eks.NodePool;
import io.gpuspec.fleet.Demand;
import io.gpuspec.fleet.Fleet;
import io.gpuspec.fleet.FleetNode;
import io.gpuspec.fleet.FleetPlan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The nodes and pods of plans are put before the real scheduler, which binds every pod. */
class FleetJudge {
  private static final ControlPlane PLANE = ControlPlane.shared();
  private static final Target EKS = Gpus.load().in("eks");
  private static final int PLANS = Night.tries(200);

  /** Plans that are before the scheduler at once, on nodes and with labels of their own. */
  private static final int AT_ONCE = 50;

  private static final String PLAN = "gpuspec.io/plan";
  private static final String NODE = "gpuspec.io/node";
  private static final String WORKLOAD = "gpuspec.io/workload";
  private static final String ZONE = "topology.kubernetes.io/zone";
  private static final List<String> ZONES = List.of("us-east-1a", "us-east-1b", "us-east-1c");
  private static final List<String> MODELS = List.of("T4", "A10G", "L4", "L40S");

  @BeforeAll
  static void scheduler() {
    PLANE.start("kube-scheduler", "--leader-elect=false", "--secure-port=0");
  }

  @Test
  void everyPodOfAPlanIsBound() {
    Random random = Night.random(29);
    try (Trial trial =
        Trial.of("kube-scheduler", PLANE.version(), "binds every pod of a plan of a fleet")) {
      for (int first = 0; first < PLANS; first += AT_ONCE) {
        judge(trial, first, Math.min(PLANS, first + AT_ONCE), random);
      }
    }
  }

  private static void judge(Trial trial, int first, int end, Random random) {
    Map<String, FleetPlan> plans = new HashMap<>();
    List<Pod> pods = new ArrayList<>();
    try (Cluster cluster = new Cluster(PLANE)) {
      for (int number = first; number < end; number++) {
        String id = "plan-" + number;
        List<Demand> demands = demands(random);
        FleetPlan plan = Fleet.of(EKS).demands(demands).zones(ZONES.toArray(String[]::new)).plan();
        plans.put(id, plan);
        Map<String, Demand> byName = new HashMap<>();
        demands.forEach(demand -> byName.put(demand.name(), demand));
        for (FleetNode node : plan.nodes()) {
          cluster.add(node(id, plan, node));
          node.pods().forEach(pod -> pods.add(pod(id, node, pod, byName)));
        }
      }
      Map<String, String> unbound = cluster.unbound(pods);
      plans.forEach(
          (id, plan) ->
              trial.agreed(
                  plan.isComplete()
                      && unbound.keySet().stream().noneMatch(pod -> pod.startsWith(id + "-")),
                  () -> plan.explain() + "\n" + unbound));
    }
  }

  private static List<Demand> demands(Random random) {
    List<Demand> demands = new ArrayList<>();
    int workloads = 1 + random.nextInt(3);
    for (int i = 0; i < workloads; i++) {
      int gpus = random.nextInt(5) == 0 ? 4 : 1;
      Demand demand =
          Demand.of(
              "w" + i,
              GpuRequest.of(gpus, MODELS.get(random.nextInt(MODELS.size())))
                  .cpu(1 + random.nextInt(3 * gpus) + "")
                  .memory(1 + random.nextInt(10 * gpus) + "Gi")
                  .replicas(1 + random.nextInt(3)));
      demands.add(
          switch (random.nextInt(5)) {
            case 0 -> demand.maxPerNode(1);
            case 1 -> demand.maxPerZone(1);
            case 2 -> demand.evenlyOverZones();
            default -> demand;
          });
    }
    return demands;
  }

  /** A node as the NodePool that the plan gives makes it. */
  private static Node node(String id, FleetPlan plan, FleetNode node) {
    NodePool pool =
        NodePool.allOf(plan.target(), plan.nodes()).stream()
            .filter(each -> each.instanceTypes().get(0).name().equals(node.spec()))
            .findFirst()
            .orElseThrow();
    return new NodeBuilder(Rendered.node(pool.node(node.spec())))
        .editMetadata()
        .withName(id + "-" + node.name())
        .addToLabels(PLAN, id)
        .addToLabels(NODE, node.name())
        .addToLabels(ZONE, node.zone().orElse(ZONES.get(0)))
        .endMetadata()
        .build();
  }

  private static Pod pod(String id, FleetNode node, String name, Map<String, Demand> demands) {
    String workload = name.substring(0, name.lastIndexOf('-'));
    Demand demand = Optional.ofNullable(demands.get(workload)).orElseThrow();
    GpuRequest request = demand.request();
    PodBuilder pod =
        new PodBuilder()
            .withNewMetadata()
            .withName(id + "-" + name)
            .addToLabels(WORKLOAD, id + "-" + workload)
            .endMetadata()
            .withNewSpec()
            .addToNodeSelector(PLAN, id)
            .addToNodeSelector(NODE, node.name())
            .addNewToleration()
            .withOperator("Exists")
            .endToleration()
            .addNewContainer()
            .withName("c")
            .withImage("r/i:v1")
            .withNewResources()
            .addToRequests("cpu", new Quantity(request.cpu().toString()))
            .addToRequests("memory", new Quantity(request.memory().toString()))
            .addToLimits("nvidia.com/gpu", new Quantity(String.valueOf(request.devices().count())))
            .endResources()
            .endContainer()
            .endSpec();
    if (demand.maxPerNode().isPresent()) {
      apart(pod, "kubernetes.io/hostname");
    }
    if (demand.maxPerZone().isPresent()) {
      apart(pod, ZONE);
    }
    if (demand.isEvenlyOverZones()) {
      spread(pod);
    }
    return pod.build();
  }

  private static void apart(PodBuilder pod, String domain) {
    Map<String, String> own = pod.buildMetadata().getLabels();
    pod.editSpec()
        .withNewAffinity()
        .withNewPodAntiAffinity()
        .addNewRequiredDuringSchedulingIgnoredDuringExecution()
        .withTopologyKey(domain)
        .withNewLabelSelector()
        .withMatchLabels(own)
        .endLabelSelector()
        .endRequiredDuringSchedulingIgnoredDuringExecution()
        .endPodAntiAffinity()
        .endAffinity()
        .endSpec();
  }

  /** Over the zones of all nodes, not only of the one that the pod selects. */
  private static void spread(PodBuilder pod) {
    Map<String, String> own = pod.buildMetadata().getLabels();
    pod.editSpec()
        .addNewTopologySpreadConstraint()
        .withMaxSkew(1)
        .withTopologyKey(ZONE)
        .withWhenUnsatisfiable("DoNotSchedule")
        .withNodeAffinityPolicy("Ignore")
        .withNewLabelSelector()
        .withMatchLabels(own)
        .endLabelSelector()
        .endTopologySpreadConstraint()
        .endSpec();
  }
}
