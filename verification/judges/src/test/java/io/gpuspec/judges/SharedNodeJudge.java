package io.gpuspec.judges;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.gpuspec.Devices;
import io.gpuspec.Gpus;
import io.gpuspec.Share;
import io.gpuspec.Target;
import io.gpuspec.manifest.GpuWorkload;
import io.gpuspec.scheduling.NodeView;
import io.gpuspec.spi.SharedNode;
import io.gpuspec.spi.SharedNode.Writer;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A node that was labelled as planned is the one that pods get to, and shows what we say. */
class SharedNodeJudge {
  private static final ControlPlane PLANE = ControlPlane.shared();
  private static final Gpus GPUS = Gpus.load();
  private static final Devices T4 = Devices.of("T4").shared(Share.of("4Gi"));
  private static final Devices T4_WITH_COMPUTE = Devices.of("T4").shared(Share.of("4Gi", 30));
  private static final Devices EIGHT_V100 =
      Devices.of("ecs.gn6v-c8g1.16xlarge").count(2).shared(Share.of("4Gi"));

  private record Plan(Target target, Devices devices) {
    Pod pod() {
      Pod built =
          (Pod)
              GpuWorkload.pod("p", "r/i:v1").devices(devices).on(target).objects().stream()
                  .findFirst()
                  .orElseThrow();
      Pod pod = Rendered.pod("asked", built.getSpec());
      pod.getMetadata().setLabels(built.getMetadata().getLabels());
      pod.getMetadata().setAnnotations(built.getMetadata().getAnnotations());
      return pod;
    }

    SharedNode node() {
      return target.sharedNode(devices);
    }
  }

  @BeforeAll
  static void scheduler() {
    PLANE.start("kube-scheduler", "--leader-elect=false", "--secure-port=0");
  }

  private static List<Plan> plans() {
    Target qgpu = GPUS.in("tke/qgpu").with("node-gpus", "2");
    Target sized = qgpu.with("node-cpu", "31500m").with("node-memory", "118Gi");
    Target cgpu = GPUS.in("ack/cgpu");
    return List.of(
        new Plan(qgpu.with("qgpu-policy", "be"), T4_WITH_COMPUTE),
        new Plan(sized.with("qgpu-policy", "fs"), T4_WITH_COMPUTE),
        new Plan(sized.with("qgpu-policy", "bs").with("card-label", "x.y/card"), T4_WITH_COMPUTE),
        new Plan(sized.with("qgpu-app-class", "online").with("qgpu-policy", "fs"), T4),
        new Plan(sized.with("qgpu-app-class", "offline"), T4_WITH_COMPUTE),
        new Plan(sized.with("card-label", "card").edition("2022-01"), T4_WITH_COMPUTE),
        new Plan(sized.with("card-label", "card"), Devices.of(2, "T4")),
        new Plan(cgpu, T4),
        new Plan(cgpu, T4_WITH_COMPUTE),
        new Plan(cgpu.with("card-sharing", "mps").with("card-placement", "spread"), T4),
        new Plan(cgpu.with("card-sharing", "share").with("card-placement", "binpack"), T4),
        new Plan(cgpu, EIGHT_V100));
  }

  @Test
  void podsAreBoundOnceTheCommandsHaveRunAndNotBefore() {
    try (Trial trial =
        Trial.of("kube-scheduler", PLANE.version(), "binds pods to the nodes that were planned")) {
      for (Plan plan : plans()) {
        trial.agreed(!isBound(plan, false), () -> "bound without labels: " + plan);
        trial.agreed(isBound(plan, true), () -> "not bound: " + plan + plan.node().describe());
      }
    }
  }

  private static boolean isBound(Plan plan, boolean labelled) {
    try (Cluster cluster = new Cluster(PLANE)) {
      cluster.add(unlabelled(plan.node()));
      if (labelled) {
        plan.node().commands(cluster.name("planned")).forEach(CommandLine::shell);
      }
      return cluster.schedule(plan.pod()).node().isPresent();
    }
  }

  @Test
  void kubectlDescribeNodeShowsWhatWeSay() {
    try (Trial trial = Trial.of("kubectl", PLANE.version(), "describes nodes as planned")) {
      for (Plan plan : plans()) {
        try (Cluster cluster = new Cluster(PLANE)) {
          cluster.add(unlabelled(plan.node()));
          plan.node().commands(cluster.name("planned")).forEach(CommandLine::shell);
          String shown = CommandLine.shell("kubectl describe node " + cluster.name("planned"));
          trial.agreed(
              lines(shown).containsAll(lines(plan.node().describe().toString())),
              () -> plan.node().describe() + "\n" + shown);
        }
      }
    }
  }

  /** Each line without what only aligns it. */
  private static Set<String> lines(String text) {
    return Arrays.stream(text.replace("Labels:", "").split("\n"))
        .map(line -> line.strip().replaceAll(" +", " "))
        .collect(Collectors.toSet());
  }

  /** As the vendor hands it over. */
  private static Node unlabelled(SharedNode planned) {
    NodeView view = NodeView.of("planned").allocatable(planned.view("planned").allocatable());
    for (SharedNode.Label label : planned.labels()) {
      if (label.writer() == Writer.VENDOR) {
        view = view.label(label.key(), label.value());
      }
    }
    Node node = Rendered.node(view);
    return new NodeBuilder(node)
        .editStatus()
        .withCapacity(node.getStatus().getAllocatable())
        .endStatus()
        .build();
  }
}
