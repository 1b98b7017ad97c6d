package io.gpuspec.manifest.internal.claim;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.manifest.internal.tree.YamlDocuments;
import io.gpuspec.manifest.internal.tree.YamlTree;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SlicesTest {
  /** Returns the documents of a text as objects. */
  static List<Map<String, Object>> trees(String text) {
    List<Map<String, Object>> trees = new ArrayList<>();
    YamlDocuments.of("slices.yaml", text)
        .forEach(place -> trees.add(YamlTree.mapping(YamlTree.of(place.node()))));
    return trees;
  }

  private static String slice(String name, String driver, String pool, String more) {
    return """
        ---
        apiVersion: resource.k8s.io/v1
        kind: ResourceSlice
        metadata: {name: %s}
        spec: {driver: %s, pool: {%s}, %s}
        """
        .formatted(name, driver, pool, more);
  }

  private static String slice(String more) {
    return slice("s", "d", "name: p, generation: 1, resourceSliceCount: 1", more);
  }

  private static Slices slices(String... texts) {
    return Slices.of(trees(String.join("", texts)), Map.of());
  }

  private static List<String> devices(Slices slices) {
    return slices.pools().stream()
        .flatMap(pool -> pool.devices().stream())
        .map(device -> device.id().pool() + "/" + device.id().name())
        .toList();
  }

  @Test
  void devicesAreInTheOrderOfDriversPoolsAndSlices() {
    Slices slices =
        slices(
            slice("s4", "b", "name: p, resourceSliceCount: 1", "devices: [{name: y1}]"),
            slice("s3", "a", "name: q, resourceSliceCount: 1", "devices: [{name: x4}]"),
            slice("s2", "a", "name: p, resourceSliceCount: 2", "devices: [{name: x3}]"),
            slice(
                "s1", "a", "name: p, resourceSliceCount: 2", "devices: [{name: x2}, {name: x1}]"));

    assertThat(devices(slices)).containsExactly("p/x2", "p/x1", "p/x3", "q/x4", "p/y1");
    assertThat(slices.size()).isEqualTo(5);
    assertThat(slices.pools()).allMatch(pool -> pool.flaw().isEmpty());
  }

  @Test
  void slicesOfAnOlderGenerationDoNotCount() {
    Slices slices =
        slices(
            slice(
                "s1",
                "d",
                "name: p, generation: 2, resourceSliceCount: 1",
                "devices: [{name: old}]"),
            slice(
                "s2",
                "d",
                "name: p, generation: 3, resourceSliceCount: 1",
                "devices: [{name: new}]"));

    assertThat(devices(slices)).containsExactly("p/new");
    assertThat(slices.pools().get(0).flaw()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "devices: [{name: a}, {name: a}] | duplicate device name a",
        "sharedCounters: [{name: c, counters: {}}, {name: c, counters: {}}] | duplicate counter set name c",
        "devices: [{name: a, consumesCounters: [{counterSet: c, counters: {}}]}] | counter set c not found",
        "sharedCounters: [{name: c, counters: {u: {value: 1}}}], devices: [{name: a, consumesCounters: [{counterSet: c, counters: {v: {value: 1}}}]}] | counter set c not found",
        "sharedCounters: [{name: c, counters: {u: {value: 1}}}], devices: [{name: a, consumesCounters: [{counterSet: c, counters: {u: {value: 1}}}]}] | ",
      })
  void aPoolThatContradictsItselfHasAFlaw(String more, String flaw) {
    assertThat(slices(slice(more)).pools().get(0).flaw().orElse(null)).isEqualTo(flaw);
  }

  @Test
  void aPoolWithoutAllItsSlicesIsIncomplete() {
    assertThat(
            slices(slice("s", "d", "name: p, resourceSliceCount: 2", "devices: [{name: a}]"))
                .pools()
                .get(0)
                .flaw())
        .hasValue("the pool p is incomplete");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "devices: {name: a} | devices",
        "devices: [a] | devices",
        "devices: [{}] | name",
        "devices: [{name: a, attributes: {x: {}}}] | x",
        "devices: [{name: a, attributes: {x: 1}}] | x",
        "devices: [{name: a, attributes: {x: {version: '8.9'}}}] | x",
        "devices: [{name: a, capacity: {m: {value: 1GB}}}] | m",
        "devices: [{name: a, capacity: {m: {value: 2, requestPolicy: {validValues: [1GB]}}}}] | m",
        "devices: [{name: a, capacity: {m: {value: 2, requestPolicy: {default: 1GB}}}}] | default",
        "devices: [{name: a, capacity: {m: {value: 2, requestPolicy: {validRange: {max: 1}}}}}] | min",
        "devices: [{name: a, capacity: {m: {value: 2, requestPolicy: {validRange: {min: 1, step: 0}}}}}] | step",
      })
  void whatADriverCannotPublishIsRefused(String more, String value) {
    assertError(() -> slices(slice(more)), "slices.malformed", value);
  }

  @Test
  void onlyResourceSlicesOfTheVersionAreRead() {
    String slice = slice("devices: []");

    assertError(() -> slices(slice.replace("ResourceSlice", "Node")), "slices.malformed");
    assertError(() -> slices(slice.replace("k8s.io/v1", "k8s.io/v1beta1")), "slices.malformed");
  }
}
