package io.gpuspec;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.value.Arch;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class GpuRequestLaws {

  @Property(tries = 100)
  void noStepDependsOnTheOrder(@ForAll long seed) {
    List<UnaryOperator<GpuRequest>> steps =
        new ArrayList<>(
            List.of(
                r -> r.cpu(6),
                r -> r.memory("32Gi"),
                r -> r.arch(Arch.ARM64),
                r -> r.devices(Devices.of(2, "V100")),
                GpuRequest::explicit,
                GpuRequest::exactGpus,
                GpuRequest::cheapest,
                GpuRequest::includeRetired));
    Collections.shuffle(steps, new Random(seed));
    GpuRequest request = GpuRequest.of("T4");
    for (UnaryOperator<GpuRequest> step : steps) {
      request = step.apply(request);
    }

    assertThat(request)
        .hasToString(
            "V100 x2, 6 cores, 32Gi, arm64, explicit, exact GPU count, cheapest, retired rows too");
  }
}
