package io.gpuspec.judges;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.gpuspec.manifest.platform.DevicePlugin;
import io.gpuspec.scheduling.NodeView;
import io.gpuspec.scheduling.Taint;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;
import net.jqwik.api.statistics.Statistics;
import net.jqwik.api.statistics.StatisticsReport;

/**
 * The plugin's pod is bound by the real scheduler to each node that we say it reaches, and to no
 * other; and a plugin that tolerates the nodes of a plan reaches each of them.
 */
class DevicePluginReachJudge {
  private static final ControlPlane PLANE = ControlPlane.shared();
  private static final List<String> KEYS = List.of("nvidia.com/gpu", "team", "pool.example/gpu");

  private static final Trial TRIAL =
      Trial.of("kube-scheduler", PLANE.version(), "binds the plugin's pod where we say it reaches");

  @BeforeContainer
  static void scheduler() {
    PLANE.start("kube-scheduler", "--leader-elect=false", "--secure-port=0");
  }

  @AfterContainer
  static void table() {
    TRIAL.close();
  }

  @StatisticsReport(StatisticsReport.StatisticsReportMode.OFF)
  @Property(tries = 60, seed = "20261129", shrinking = ShrinkingMode.BOUNDED)
  void itIsBoundWhereItReaches(
      @ForAll("nodes") NodeView node,
      @ForAll("nodes") NodeView other,
      @ForAll("choice") boolean planned) {
    DevicePlugin plugin = DevicePlugin.version("v0.19.3").tolerating(planned ? node : other);
    boolean reaches = plugin.reaches(node).get(0).fits();
    boolean bound = bound(plugin, node);
    Statistics.label("bound")
        .collect(bound)
        .coverage(
            each -> {
              each.check(true).percentage(share -> share > 10);
              each.check(false).percentage(share -> share > 5);
            });
    boolean labelled = !node.labels().isEmpty();
    boolean agreed = bound == reaches && (!planned || reaches == labelled);
    String counterExample = "%s%n%s%nbound: %s".formatted(plugin.reaches(node), node, bound);
    TRIAL.agreed(agreed, () -> counterExample);
    assertThat(agreed).as(counterExample).isTrue();
  }

  private static boolean bound(DevicePlugin plugin, NodeView node) {
    DaemonSet set = (DaemonSet) plugin.objects().objects().get(0);
    PodSpec pod = new PodSpecBuilder(set.getSpec().getTemplate().getSpec()).build();
    try (Cluster cluster = new Cluster(PLANE)) {
      cluster.add(Rendered.node(node));
      return cluster.schedule(Rendered.pod("plugin", pod)).node().isPresent();
    }
  }

  @Provide
  Arbitrary<Boolean> choice() {
    return Arbitraries.of(true, false);
  }

  @Provide
  Arbitrary<NodeView> nodes() {
    Arbitrary<Taint> taints =
        Combinators.combine(
                Arbitraries.of(KEYS),
                Arbitraries.of("", "true"),
                Arbitraries.of(Taint.Effect.values()))
            .as(Taint::new);
    return Combinators.combine(
            taints.list().uniqueElements(taint -> taint.key() + taint.effect()).ofMaxSize(2),
            Arbitraries.of(
                "nvidia.com/gpu.present", "feature.node.kubernetes.io/pci-10de.present", ""))
        .as(
            (some, label) -> {
              NodeView node = NodeView.of("gpu");
              if (!label.isEmpty()) {
                node = node.label(label, "true");
              }
              for (Taint taint : some) {
                node = node.taint(taint);
              }
              return node;
            });
  }
}
