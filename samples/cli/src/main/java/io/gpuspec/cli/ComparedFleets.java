package io.gpuspec.cli;

import io.gpuspec.CapacityType;
import io.gpuspec.Gpus;
import io.gpuspec.Target;
import io.gpuspec.fleet.Fleet;
import io.gpuspec.fleet.WhatIf;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Other plans for the same pods, which are compared with the plan. */
final class ComparedFleets {
  @Option(
      names = "--with-timeslices",
      paramLabel = "N",
      description = "Also plan with N pods sharing each card in time, and compare.")
  private @Nullable Integer timeSlices;

  @Option(
      names = "--with-mig",
      description =
          "Also plan with MIG instances where they cost less, for pods that state their GPU memory,"
              + " and compare.")
  private boolean mig;

  @Option(
      names = "--with-share",
      paramLabel = "TECH",
      description =
          "Also plan with shares of cards, for example qgpu, for pods that state their GPU memory,"
              + " and compare.")
  private @Nullable String share;

  @Option(names = "--with-spot", description = "Also plan on spot nodes, and compare.")
  private boolean spot;

  /** Its first name. */
  @Option(names = "--spot", hidden = true)
  private boolean spotBefore;

  /** Returns these plans, in the order of the options. */
  List<WhatIf> plans(Fleet fleet, Gpus gpus, TargetOptions where) {
    List<WhatIf> others = new ArrayList<>();
    if (mig) {
      others.add(new WhatIf("with MIG", fleet.withMig().plan()));
    }
    String tech = share;
    if (tech != null) {
      Target sharing = where.sharing(gpus, where.required(gpus, "fleet plan"), tech);
      others.add(new WhatIf("with " + tech, fleet.shared(sharing).plan()));
    }
    if (spot || spotBefore) {
      others.add(new WhatIf("on spot", fleet.capacityType(CapacityType.SPOT).plan()));
    }
    Integer slices = timeSlices;
    if (slices != null) {
      others.add(new WhatIf(slices + " pods a card", fleet.timeSliced(slices).plan()));
    }
    return others;
  }
}
