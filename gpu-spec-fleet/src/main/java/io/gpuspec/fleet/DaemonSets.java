package io.gpuspec.fleet;

import io.gpuspec.Target;
import io.gpuspec.value.CpuAmount;
import io.gpuspec.value.MemorySize;
import io.gpuspec.value.Note;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What pods that belong to a node, such as of DaemonSets, take of one with GPUs: the most of any
 * that is there. They come to new nodes, too.
 */
record DaemonSets(CpuAmount cpu, MemorySize memory, int pods) {
  static final DaemonSets NONE = new DaemonSets(CpuAmount.ZERO, MemorySize.ZERO, 0);

  static DaemonSets of(ClusterItems items) {
    return items.nodes().entrySet().stream()
        .filter(
            node -> !node.getValue().allocatable().getOrDefault(ClusterState.GPU, "0").equals("0"))
        .map(node -> of(items.podsOf(node.getKey())))
        .reduce(NONE, DaemonSets::most);
  }

  private static DaemonSets of(List<ClusterItems.Pod> ofNode) {
    DaemonSets all = NONE;
    for (ClusterItems.Pod pod : ofNode) {
      if (pod.isOfNode()) {
        all =
            new DaemonSets(
                all.cpu.plus(pod.view().cpuRequest()),
                all.memory.plus(pod.view().memoryRequest()),
                all.pods + 1);
      }
    }
    return all;
  }

  DaemonSets most(DaemonSets other) {
    return new DaemonSets(
        CpuAmount.max(cpu, other.cpu),
        MemorySize.max(memory, other.memory),
        Math.max(pods, other.pods));
  }

  /** Returns the options of a target that say so, for which no value is chosen. */
  private Map<String, String> options(Target target) {
    Map<String, String> taken = new TreeMap<>();
    if (!cpu.isZero()) {
      taken.put("daemonset-cpu", cpu.toString());
    }
    if (!memory.isZero()) {
      taken.put("daemonset-memory", memory.toString());
    }
    if (pods > 0) {
      taken.put("daemonset-pods", String.valueOf(pods));
    }
    taken
        .keySet()
        .retainAll(
            target.options().stream()
                .filter(option -> !target.isChosen(option))
                .map(option -> option.name())
                .toList());
    return taken;
  }

  /**
   * Returns a target whose new nodes have room for them; what is chosen there, or later, counts.
   */
  Target on(Target target) {
    Target with = target;
    for (Map.Entry<String, String> option : options(target).entrySet()) {
      with = with.withDefault(option.getKey(), option.getValue());
    }
    return with;
  }

  Optional<Note> note(Target target) {
    String options =
        options(target).entrySet().stream()
            .map(option -> option.getKey() + "=" + option.getValue())
            .collect(Collectors.joining(", "));
    return options.isEmpty()
        ? Optional.empty()
        : Optional.of(
            Note.of(
                "fleet.daemonsets",
                "new nodes are planned with the most that DaemonSets request on any existing GPU node; to change it, set: "
                    + options));
  }
}
