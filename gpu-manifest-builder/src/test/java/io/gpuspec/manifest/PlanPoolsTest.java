package io.gpuspec.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.GpuSpec;
import io.gpuspec.Gpus;
import io.gpuspec.Target;
import io.gpuspec.eks.NodePool;
import io.gpuspec.fleet.Fleet;
import io.gpuspec.fleet.FleetNode;
import io.gpuspec.fleet.FleetPlan;
import io.gpuspec.manifest.read.FileMatches;
import io.gpuspec.manifest.read.WorkloadFile;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.value.Listing;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import org.junit.jupiter.api.Test;

/** The node pools of a plan buy nodes on which the plan's pods can be. */
class PlanPoolsTest {
  private static final Target EKS = Gpus.load().in("eks");

  private static String job(String name, String device, String... selects) {
    return """
        apiVersion: batch/v1
        kind: Job
        metadata: {name: %s}
        spec:
          template:
            spec:
              restartPolicy: Never
              nodeSelector: {%s}
              tolerations: [{key: nvidia.com/gpu, operator: Exists}]
              containers:
              - name: c
                image: registry.example/c:v1
                resources: {requests: {cpu: 1, memory: 2Gi}, limits: {%s: 1}}
        ---
        """
        .formatted(name, String.join(", ", selects), device);
  }

  private static FleetPlan plan(FileMatches matches) {
    return Fleet.of(EKS).demands(matches.demands()).objective(Fleet.Objective.FEWEST_NODES).plan();
  }

  private static FileMatches on(String manifests) {
    return WorkloadFile.parse("jobs.yaml", manifests).on(EKS);
  }

  @Test
  void aPoolIsBoughtAsThePlanIsAndHasTheLabelsThatItsPodsSelect() {
    FleetPlan plan =
        plan(
            on(
                job("a", "nvidia.com/gpu", "karpenter.sh/capacity-type: spot", "team: a")
                    + job(
                        "b", "nvidia.com/mig-1g.5gb", "topology.kubernetes.io/zone: us-east-1b")));

    assertThat(plan.isComplete()).isTrue();
    Listing<NodePool> pools = NodePool.allOf(plan.target(), plan.nodes());
    assertThat(pools).hasSize(2);
    assertThat(pools.toString())
        .contains("-spot-team-a: ", ", spot")
        .contains("us-east-1b-mig-1g-5gb: ", ", on-demand");
    assertThat(plan.nodes())
        .extracting(FleetNode::labels)
        .extracting(Object::toString)
        .containsExactlyInAnyOrder("{team=a}", "{nvidia.com/mig.config=all-1g.5gb}");
  }

  @Test
  void noPoolIsBoughtForAHostName() {
    FleetPlan plan = plan(on(job("a", "nvidia.com/gpu", "kubernetes.io/hostname: ip-10-0-0-1")));

    assertThat(plan.isComplete()).isFalse();
    assertThat(NodePool.allOf(plan.target(), plan.nodes())).isEmpty();
  }

  @Tag("slow")
  @Property(tries = 25)
  void everyPodOfAPlanFitsANodeOfAPool(@ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    StringBuilder manifests = new StringBuilder();
    for (int i = 0; i < 1 + random.nextInt(5); i++) {
      List<String> selects = new ArrayList<>();
      if (random.nextBoolean()) {
        selects.add("karpenter.sh/capacity-type: " + (random.nextBoolean() ? "spot" : "on-demand"));
      }
      if (random.nextBoolean()) {
        selects.add("example.com/team: " + (random.nextBoolean() ? "a" : "b"));
      }
      if (random.nextBoolean()) {
        selects.add("stage: test");
      }
      if (random.nextInt(3) == 0) {
        selects.add("topology.kubernetes.io/zone: us-east-1" + (random.nextBoolean() ? "a" : "b"));
      }
      String device =
          random.nextInt(3) == 0
              ? "nvidia.com/mig-" + (random.nextBoolean() ? "1g.5gb" : "3g.20gb")
              : "nvidia.com/gpu";
      manifests.append(job("j" + i, device, selects.toArray(String[]::new)));
    }
    FileMatches matches = on(manifests.toString());
    FleetPlan plan = plan(matches);
    Listing<NodePool> pools = NodePool.allOf(plan.target(), plan.nodes());

    assertThat(plan.isComplete()).isTrue();
    assertThat(pools.stream().map(NodePool::name)).doesNotHaveDuplicates();
    for (FileMatches.WorkloadMatch each : matches.matches()) {
      PodView pod = each.workload().pod();
      assertThat(pools).as(pod.toString()).anyMatch(pool -> takes(pool, pod));
    }
  }

  private static boolean takes(NodePool pool, PodView pod) {
    return pool.instanceTypes().stream()
        .map(GpuSpec::name)
        .anyMatch(type -> pod.fits(pool.node(type)).fits());
  }
}
