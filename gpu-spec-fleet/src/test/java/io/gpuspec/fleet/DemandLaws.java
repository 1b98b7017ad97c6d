package io.gpuspec.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.GpuRequest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** What is said of a demand holds together. */
class DemandLaws {

  @Property
  void theOrderOfConstraintsDoesNotMatter(@ForAll long seed) {
    Random random = new Random(seed);
    List<UnaryOperator<Demand>> steps = new ArrayList<>();
    int perNode = 1 + random.nextInt(4);
    int perZone = 1 + random.nextInt(4);
    steps.add(demand -> demand.maxPerNode(perNode));
    steps.add(demand -> demand.maxPerNode(2));
    steps.add(demand -> demand.maxPerZone(perZone));
    steps.add(demand -> demand.maxPerZone(3));
    steps.add(Demand::evenlyOverZones);
    steps.add(demand -> demand.inZone("a"));
    steps.add(demand -> demand.pool("team"));
    List<UnaryOperator<Demand>> some = steps.subList(0, random.nextInt(steps.size() + 1));
    Demand before = taken(some);
    Collections.shuffle(some, random);

    assertThat(taken(some)).hasToString(before.toString());
    assertThat(taken(some).zoning()).isEqualTo(before.zoning());
    assertThat(taken(some).maxPerNode()).isEqualTo(before.maxPerNode());
  }

  private static Demand taken(List<UnaryOperator<Demand>> steps) {
    Demand demand = Demand.of("api", GpuRequest.of("T4").replicas(5));
    for (UnaryOperator<Demand> step : steps) {
      demand = step.apply(demand);
    }
    return demand;
  }
}
