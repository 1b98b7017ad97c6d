package io.gpuspec.manifest.migrate;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.GpuModel;
import io.gpuspec.Gpus;
import io.gpuspec.Match;
import io.gpuspec.manifest.internal.tree.Trees;
import io.gpuspec.manifest.internal.tree.YamlTree;
import io.gpuspec.manifest.internal.tree.YamlWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.statistics.Statistics;
import net.jqwik.api.statistics.StatisticsReport;

/** What holds for what people write of nodes and labels, wherever it moves. */
class MigrationNodeLaws {
  private static final Gpus GPUS = Gpus.load();

  private static final List<String> TARGETS =
      List.of("tke", "tke/qgpu", "eks", "eks/nodegroup", "ack", "ack/cgpu", "ack/eci");

  /** Labels that a cloud reads, and such as are anybody's. */
  private static final List<String> LABELS =
      List.of(
          "app",
          "alibabacloud.com/eci",
          "ack.node.gpu.schedule",
          "eks.tke.cloud.tencent.com/gpu-type",
          "karpenter.sh/nodepool",
          "team");

  private static String deployment(String selector, Object podLabels, Object annotations) {
    Map<String, Object> pod =
        Map.of(
            "metadata", Map.of("labels", podLabels, "annotations", annotations),
            "spec",
                Map.of(
                    "nodeSelector",
                    selector.isEmpty() ? Map.of() : selectorOf(selector),
                    "containers",
                    List.of(
                        Map.of(
                            "name", "c",
                            "image", "r/i",
                            "resources", Map.of("limits", Map.of("nvidia.com/gpu", "1"))))));
    return YamlWriter.write(
        Map.of(
            "apiVersion",
            "apps/v1",
            "kind",
            "Deployment",
            "metadata",
            Map.of("name", "d"),
            "spec",
            Map.of("selector", Map.of("matchLabels", podLabels), "template", pod)));
  }

  private static Map<String, String> selectorOf(String selector) {
    String[] parts = selector.split("=", 2);
    return Map.of(parts[0], parts[1]);
  }

  @Property
  @StatisticsReport(StatisticsReport.StatisticsReportMode.OFF)
  void theTemplateHasTheLabelsOfTheSelector(
      @ForAll("labels") Map<String, String> labels,
      @ForAll("targets") String from,
      @ForAll("targets") String to) {
    Map<String, String> annotations =
        Map.of(
            "eks.tke.cloud.tencent.com/gpu-type", "T4",
            "k8s.aliyun.com/eci-use-specs", "ecs.gn6i-c4g1.xlarge");

    MigrationResult migrated =
        Migration.from(GPUS.in(from))
            .to(GPUS.in(to))
            .parse("f", deployment("", labels, annotations));

    List<Object> objects = Trees.read(migrated.yaml().toString());
    Statistics.label("moves")
        .collect(!objects.isEmpty())
        .coverage(moves -> moves.check(true).percentage(percent -> percent > 20));
    for (Object object : objects) {
      Map<String, Object> tree = YamlTree.mapping(object);
      assertThat(YamlTree.map(tree, "spec", "selector", "matchLabels")).isEqualTo(labels);
      assertThat(YamlTree.map(tree, "spec", "template", "metadata", "labels"))
          .containsAllEntriesOf(YamlTree.map(tree, "spec", "selector", "matchLabels"));
    }
  }

  /** Whoever names an architecture, or a card, gets it or a reason. */
  @Property
  @StatisticsReport(StatisticsReport.StatisticsReportMode.OFF)
  void whatNamesAFamilyLandsOnItOrIsNotComplete(
      @ForAll("models") String model,
      @ForAll("targets") String from,
      @ForAll("targets") String to) {
    GpuModel gpu = GpuModel.find(model).iterator().next();
    String family = gpu.architecture().toLowerCase(Locale.ROOT).replace(' ', '-');
    MigrationResult migrated =
        Migration.from(GPUS.in(from))
            .to(GPUS.in(to))
            .parse(
                "f", deployment("nvidia.com/gpu.family=" + family, Map.of("app", "d"), Map.of()));

    Statistics.label("complete")
        .collect(migrated.isComplete() && !migrated.matches().isEmpty())
        .coverage(complete -> complete.check(true).count(count -> count > 0));
    if (migrated.isComplete()) {
      for (Match.Found found : migrated.matches()) {
        assertThat(found.shape().spec().model().map(GpuModel::architecture))
            .hasValue(gpu.architecture());
      }
    }
  }

  @Provide
  Arbitrary<String> targets() {
    return Arbitraries.of(TARGETS);
  }

  @Provide
  Arbitrary<String> models() {
    return Arbitraries.of(
        "T4", "P4", "V100-16G", "A10", "A100-80G", "L40S", "L20", "L4", "H100-80G");
  }

  @Provide
  Arbitrary<Map<String, String>> labels() {
    Arbitrary<Set<String>> keys = Arbitraries.of(LABELS).set().ofMinSize(1);
    return keys.flatMap(
        chosen ->
            Arbitraries.of("true", "false", "d", "default", "T4")
                .list()
                .ofSize(chosen.size())
                .map(values -> zipped(chosen, values)));
  }

  private static Map<String, String> zipped(Set<String> keys, List<String> values) {
    Map<String, String> map = new LinkedHashMap<>();
    int at = 0;
    for (String key : keys.stream().sorted().toList()) {
      map.put(key, values.get(at++));
    }
    return map;
  }
}
