package io.gpuspec.mig;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The same questions answered without a bit mask: from the facts of a GPU, instance by instance.
 * Placements are texts such as {@code 3g.20gb@4}, a layout is the set of them.
 */
final class BruteForce {
  private static final Map<String, BruteForce> KEPT = new ConcurrentHashMap<>();

  private final MigGpu gpu;
  private final List<MigPlacement> placements = new ArrayList<>();
  private final Set<Set<String>> legal = new HashSet<>();

  BruteForce(MigGpu gpu, Collection<String> profiles) {
    this.gpu = gpu;
    profiles.forEach(profile -> placements.addAll(gpu.profile(profile).placements()));
    choose(0, new ArrayList<>());
  }

  /** Of all its profiles; kept, as it takes a while. */
  static BruteForce of(MigGpu gpu) {
    return KEPT.computeIfAbsent(
        gpu.name(),
        name -> new BruteForce(gpu, gpu.profiles().stream().map(MigProfile::name).toList()));
  }

  private void choose(int next, List<MigPlacement> chosen) {
    if (next == placements.size()) {
      legal.add(texts(chosen));
      return;
    }
    choose(next + 1, chosen);
    List<MigPlacement> more = new ArrayList<>(chosen);
    more.add(placements.get(next));
    if (isLegal(more)) {
      choose(next + 1, more);
    }
  }

  boolean isLegal(Collection<MigPlacement> instances) {
    boolean[] taken = new boolean[gpu.memorySlices()];
    int[] engines = new int[4];
    for (MigPlacement instance : instances) {
      for (int slice = instance.start(); slice < instance.start() + instance.size(); slice++) {
        if (taken[slice]) {
          return false;
        }
        taken[slice] = true;
      }
      MigEngines has = gpu.profile(instance.profile()).engines();
      engines[0] += has.decoders();
      engines[1] += has.encoders();
      engines[2] += has.jpeg();
      engines[3] += has.ofa();
    }
    return engines[0] <= gpu.engines().decoders()
        && engines[1] <= gpu.engines().encoders()
        && engines[2] <= gpu.engines().jpeg()
        && engines[3] <= gpu.engines().ofa();
  }

  static Set<String> texts(Collection<MigPlacement> instances) {
    Set<String> texts = new TreeSet<>();
    instances.forEach(instance -> texts.add(instance.toString()));
    return texts;
  }

  static Set<String> texts(MigLayout layout) {
    return texts(layout.instances());
  }

  Set<Set<String>> legal() {
    return legal;
  }

  /** The legal layouts that are not another one without one of its instances. */
  Set<Set<String>> maximal() {
    Set<Set<String>> maximal = new HashSet<>(legal);
    for (Set<String> layout : legal) {
      for (String instance : layout) {
        Set<String> less = new TreeSet<>(layout);
        less.remove(instance);
        maximal.remove(less);
      }
    }
    return maximal;
  }

  /** The legal layouts with one instance more. */
  List<Set<String>> neighboursAbove(Set<String> layout) {
    List<Set<String>> found = new ArrayList<>();
    for (MigPlacement placement : placements) {
      Set<String> more = new TreeSet<>(layout);
      if (more.add(placement.toString()) && legal.contains(more)) {
        found.add(more);
      }
    }
    return found;
  }

  /** Its profiles, sorted, each as often as it stands there. */
  static List<String> profiles(Set<String> layout) {
    return layout.stream().map(each -> each.substring(0, each.indexOf('@'))).sorted().toList();
  }

  /** Every sorted list of profiles that one card holds. */
  Set<List<String>> combinations() {
    Set<List<String>> found = new HashSet<>();
    legal.forEach(layout -> found.add(profiles(layout)));
    return found;
  }
}
