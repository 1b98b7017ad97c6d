package io.gpuspec.fleet;

import io.gpuspec.value.Rejection;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Keeps workloads even over zones where a plan has no node for some of their pods: the last ones
 * are left out, so that the first ones, as many as it has nodes for, are even.
 */
final class EvenZones {
  /**
   * A pod that was left out.
   *
   * @param others of its workload, those that were not
   */
  private record LeftOut(String pod, int cls, List<String> others) {}

  private final PodClasses classes;
  private final String target;
  private final List<LeftOut> leftOut = new ArrayList<>();

  /**
   * @param target its id
   */
  EvenZones(PodClasses classes, String target) {
    this.classes = classes;
    this.target = target;
  }

  /**
   * Leaves out the last pods of workloads that a plan does not spread evenly.
   *
   * @param left how many pods of each class have no node
   * @return whether there are such workloads
   */
  boolean leaveOut(int[] left) {
    Map<String, Integer> placed = placed(left);
    Map<String, List<String>> out = new HashMap<>();
    for (List<String> pods : classes.even()) {
      List<Integer> there = classes(pods, placed);
      if (!isEven(there)) {
        List<String> last = pods.subList(there.size(), pods.size());
        last.forEach(pod -> out.put(pod, pods));
        last.clear();
      }
    }
    if (out.isEmpty()) {
      return false;
    }
    for (int c = 0; c < left.length; c++) {
      for (String pod : classes.pods(c)) {
        if (out.containsKey(pod)) {
          leftOut.add(new LeftOut(pod, c, out.get(pod)));
        }
      }
      classes.pods(c).removeAll(out.keySet());
    }
    return true;
  }

  /**
   * Returns the pods that were left out. One that could be added alone, and all would still be
   * even, has no node itself.
   *
   * @param left how many pods of each class have no node in the plan of the others
   * @param whyLeft why pods of a class have no node
   */
  List<Unplaced> leftOut(int[] left, IntFunction<List<Rejection>> whyLeft) {
    Map<String, Integer> placed = placed(left);
    // The same for all pods of one class of a workload, of which there can be many.
    Map<List<String>, Map<Integer, List<Rejection>>> reasons = new IdentityHashMap<>();
    return leftOut.stream()
        .map(
            each ->
                new Unplaced(
                    each.pod(),
                    reasons
                        .computeIfAbsent(each.others(), pods -> new HashMap<>())
                        .computeIfAbsent(
                            each.cls(),
                            cls ->
                                isEvenWith(cls, each.others(), placed)
                                    ? whyLeft.apply(cls)
                                    : List.of(uneven()))))
        .toList();
  }

  private boolean isEvenWith(int cls, List<String> others, Map<String, Integer> placed) {
    List<Integer> there = classes(others, placed);
    there.add(cls);
    return isEven(there);
  }

  /** The pods that have a node, with their classes. */
  private Map<String, Integer> placed(int[] left) {
    Map<String, Integer> placed = new HashMap<>();
    for (int c = 0; c < left.length; c++) {
      List<String> pods = classes.pods(c);
      for (String pod : pods.subList(0, pods.size() - left[c])) {
        placed.put(pod, c);
      }
    }
    return placed;
  }

  private static List<Integer> classes(List<String> pods, Map<String, Integer> placed) {
    return pods.stream()
        .flatMap(pod -> Stream.ofNullable(placed.get(pod)))
        .collect(Collectors.toCollection(ArrayList::new));
  }

  /** Returns whether no zone has two more pods than another, of these classes. */
  private boolean isEven(List<Integer> there) {
    Map<String, Integer> counts = new HashMap<>();
    classes.zones().names().forEach(zone -> counts.put(zone, 0));
    there.forEach(c -> counts.merge(classes.needs(c).zone(), 1, Integer::sum));
    return Collections.max(counts.values()) - Collections.min(counts.values()) <= 1;
  }

  private Rejection uneven() {
    return Rejection.of(
        target,
        "zone",
        "another zone has no node for more of its pods, and none may have two more than another");
  }
}
