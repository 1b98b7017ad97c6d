package io.gpuspec.spi;

import com.google.common.collect.ImmutableMap;
import io.gpuspec.CapacityType;
import io.gpuspec.GpuSpec;
import io.gpuspec.scheduling.NodeRequirement;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The labels of a target's nodes, as far as the catalog row and the capacity type determine them.
 *
 * <pre>{@code
 * NodeLabels.NONE.isDecided("kubernetes.io/arch");    // false
 * NodeLabels.NONE.keys();                             // []
 * }</pre>
 *
 * <p>Deprecated keys, such as {@code beta.kubernetes.io/arch}, never get here: they are read as
 * those that replaced them.
 */
public interface NodeLabels {
  /** Unknown labels. */
  NodeLabels NONE =
      new NodeLabels() {
        @Override
        public Set<String> keys() {
          return Set.of();
        }

        @Override
        public Optional<String> value(String key, GpuSpec row, CapacityType capacityType) {
          return Optional.empty();
        }
      };

  /** Returns the labels of a node of your own, and those that the kubelet writes there. */
  static Map<String, String> ofOwnNode(GpuSpec row) {
    return ImmutableMap.<String, String>builder()
        .put("kubernetes.io/arch", row.arch().toString())
        .put("kubernetes.io/os", "linux")
        .putAll(row.nodeLabels())
        .putAll(row.labels())
        .buildKeepingLast();
  }

  /** Returns the keys of the labels that nodes have. */
  Set<String> keys();

  /**
   * Returns the label's value on a node of this row, bought in this way; empty if such a node does
   * not have the label.
   */
  Optional<String> value(String key, GpuSpec row, CapacityType capacityType);

  /**
   * Returns whether the row determines the value of a label, or its absence; by default, this holds
   * for labels that nodes have, and for those with {@link #absence}.
   */
  default boolean isDecided(String key) {
    return keys().contains(key) || absence(key).isPresent();
  }

  /**
   * Returns whether a node of this row, bought in this way, meets a requirement on a label that is
   * decided.
   */
  default boolean matches(NodeRequirement requirement, GpuSpec row, CapacityType capacityType) {
    return requirement.matchesValue(value(requirement.key(), row, capacityType).orElse(null));
  }

  /**
   * Returns whether a label that is not decided can have a value at all, such as a zone of this
   * cloud.
   */
  default boolean isPossible(String key, String value) {
    return true;
  }

  /** Returns whether users choose the label, so that a node of your own can have it too. */
  default boolean isChosen(String key) {
    return false;
  }

  /** Returns who can write a label that is not decided, as the subject of a sentence. */
  default String writers() {
    return "nobody writes this label by default, so the nodes need it from you";
  }

  /** Returns a reason for a decided label that no node has at all, which names what to do. */
  default Optional<String> absence(String key) {
    return Optional.empty();
  }
}
