package io.gpuspec.manifest.gang;

import com.google.common.collect.ImmutableMap;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.gpuspec.InvalidValueException;
import io.gpuspec.manifest.PlatformObjects;
import io.gpuspec.manifest.Reason;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A queue of Volcano ({@code scheduling.volcano.sh/v1beta1}), which Volcano Jobs and PodGroups
 * name.
 *
 * <pre>{@code
 * VolcanoQueue.of("team-a").weight(4).capability("nvidia.com/gpu", 32).objects().yaml();
 * }</pre>
 *
 * <p>It is immutable.
 */
public final class VolcanoQueue {
  private static final String VERSION = "scheduling.volcano.sh/v1beta1";
  private static final int GREATEST_WEIGHT = 65_535;

  private final String name;
  private final int weight;
  private final boolean reclaimable;
  private final Map<String, Integer> capability;

  private VolcanoQueue(
      String name, int weight, boolean reclaimable, Map<String, Integer> capability) {
    this.name = name;
    this.weight = weight;
    this.reclaimable = reclaimable;
    this.capability = capability;
  }

  /** A queue that has no limit, and a share of weight 1 while others wait. */
  public static VolcanoQueue of(String name) {
    return new VolcanoQueue(GangChecks.name("queue", name), 1, true, ImmutableMap.of());
  }

  /**
   * Its share beside the other queues' weights, while they all wait.
   *
   * @throws InvalidValueException if it is not from 1 to 65535
   */
  public VolcanoQueue weight(int weight) {
    if (weight < 1 || weight > GREATEST_WEIGHT) {
      throw new InvalidValueException(
          "weight: '%d' is not from 1 to %d, which is what Volcano takes; give one in between"
              .formatted(weight, GREATEST_WEIGHT));
    }
    return new VolcanoQueue(name, weight, reclaimable, capability);
  }

  /** What it uses beyond its share is not taken back while others wait. */
  public VolcanoQueue keepsWhatItHas() {
    return new VolcanoQueue(name, weight, false, capability);
  }

  /** At most so many of a device, such as {@code nvidia.com/gpu}. */
  public VolcanoQueue capability(String device, int most) {
    Map<String, Integer> more = new LinkedHashMap<>(capability);
    more.put(
        GangChecks.resource("capability", device),
        GangChecks.atLeast("capability " + device, 0, most));
    return new VolcanoQueue(name, weight, reclaimable, more);
  }

  /** The Queue, ready to apply. */
  public PlatformObjects objects() {
    Map<String, Object> spec = new LinkedHashMap<>();
    spec.put("weight", weight);
    spec.put("reclaimable", reclaimable);
    List<Reason> reasons = new ArrayList<>();
    if (!capability.isEmpty()) {
      Map<String, String> most = new LinkedHashMap<>();
      capability.forEach((device, count) -> most.put(device, count.toString()));
      spec.put("capability", most);
      reasons.add(
          new Reason(
              "Queue",
              "spec.capability",
              "the jobs of the queue never have more than this together",
              Sources.VOLCANO_QUEUE));
    }
    return PlatformObjects.of(
        List.of(
            PlacedGang.object(
                VERSION, "Queue", new ObjectMetaBuilder().withName(name).build(), spec)),
        reasons);
  }

  /** Such as {@code queue team-a, weight 4, at most {nvidia.com/gpu=32}}. */
  @Override
  public String toString() {
    return "queue %s, weight %d".formatted(name, weight)
        + (capability.isEmpty() ? "" : ", at most " + capability);
  }
}
