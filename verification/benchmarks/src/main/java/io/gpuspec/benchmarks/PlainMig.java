package io.gpuspec.benchmarks;

import io.gpuspec.mig.MigEngines;
import io.gpuspec.mig.MigGpu;
import io.gpuspec.mig.MigPlacement;
import io.gpuspec.mig.MigProfile;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Plain algorithms: instance by instance, without bit masks or tables, and by counts alone. */
final class PlainMig {
  private PlainMig() {}

  /** Returns how many legal layouts there are: every placement taken or not. */
  static int layouts(MigGpu gpu) {
    List<MigPlacement> all = new ArrayList<>();
    gpu.profiles().forEach(profile -> all.addAll(profile.placements()));
    return layouts(gpu, all, 0, new ArrayList<>());
  }

  private static int layouts(
      MigGpu gpu, List<MigPlacement> all, int next, List<MigPlacement> chosen) {
    if (next == all.size()) {
      return 1;
    }
    int found = layouts(gpu, all, next + 1, chosen);
    chosen.add(all.get(next));
    if (isLegal(gpu, chosen)) {
      found += layouts(gpu, all, next + 1, chosen);
    }
    chosen.remove(chosen.size() - 1);
    return found;
  }

  private static boolean isLegal(MigGpu gpu, Collection<MigPlacement> instances) {
    boolean[] taken = new boolean[gpu.memorySlices()];
    MigEngines all = gpu.engines();
    int[] left = {all.decoders(), all.encoders(), all.jpeg(), all.ofa()};
    for (MigPlacement instance : instances) {
      for (int slice = instance.start(); slice < instance.end(); slice++) {
        if (taken[slice]) {
          return false;
        }
        taken[slice] = true;
      }
      MigEngines has = gpu.profile(instance.profile()).engines();
      left[0] -= has.decoders();
      left[1] -= has.encoders();
      left[2] -= has.jpeg();
      left[3] -= has.ofa();
    }
    return left[0] >= 0 && left[1] >= 0 && left[2] >= 0 && left[3] >= 0;
  }

  /** Returns whether a card holds the profiles: each is tried at each of its placements. */
  static boolean fits(MigGpu gpu, List<String> profiles) {
    return fits(gpu, profiles, new ArrayList<>());
  }

  private static boolean fits(MigGpu gpu, List<String> profiles, List<MigPlacement> placed) {
    if (placed.size() == profiles.size()) {
      return true;
    }
    for (MigPlacement place : gpu.profile(profiles.get(placed.size())).placements()) {
      placed.add(place);
      if (isLegal(gpu, placed) && fits(gpu, profiles, placed)) {
        return true;
      }
      placed.remove(placed.size() - 1);
    }
    return false;
  }

  /**
   * Returns how many cards first-fit by counts of slices takes: what planners do that know no
   * placements.
   */
  static int cardsByCounts(MigGpu gpu, List<String> profiles) {
    List<int[]> cards = new ArrayList<>();
    for (String name : profiles) {
      MigProfile profile = gpu.profile(name);
      int[] card =
          cards.stream()
              .filter(left -> left[0] >= profile.memorySlices())
              .filter(left -> left[1] >= profile.computeSlices())
              .findFirst()
              .orElseGet(
                  () -> {
                    int[] empty = {gpu.memorySlices(), gpu.computeSlices()};
                    cards.add(empty);
                    return empty;
                  });
      card[0] -= profile.memorySlices();
      card[1] -= profile.computeSlices();
    }
    return cards.size();
  }
}
