package io.gpuspec.manifest.gang;

import com.google.common.collect.ImmutableMap;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.gpuspec.kube.KubeNames;
import io.gpuspec.manifest.PlatformObjects;
import io.gpuspec.manifest.Reason;
import io.gpuspec.manifest.internal.tree.Checks;
import io.gpuspec.value.InvalidValueException;
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
 *     // apiVersion: scheduling.volcano.sh/v1beta1
 *     // kind: Queue
 *     // metadata:
 *     //   name: team-a
 *     // spec:
 *     //   weight: 4
 *     //   capability:
 *     //     nvidia.com/gpu: "32"
 *     //   reclaimable: true
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
  private final Map<String, Integer> deserved;

  private VolcanoQueue(
      String name,
      int weight,
      boolean reclaimable,
      Map<String, Integer> capability,
      Map<String, Integer> deserved) {
    this.name = name;
    this.weight = weight;
    this.reclaimable = reclaimable;
    this.capability = capability;
    this.deserved = deserved;
  }

  /** A queue that has no limit, and a share of weight 1 while others wait. */
  public static VolcanoQueue of(String name) {
    return new VolcanoQueue(
        KubeNames.subdomain("queue", name), 1, true, ImmutableMap.of(), ImmutableMap.of());
  }

  /**
   * Returns a copy with this share relative to the other queues' weights, while all of them wait.
   *
   * @throws InvalidValueException if it is not from 1 to 65535
   */
  public VolcanoQueue weight(int weight) {
    if (weight < 1 || weight > GREATEST_WEIGHT) {
      throw new InvalidValueException(
          "gang.out-of-range",
          "weight: '%s' is not from 1 to %s, which is what Volcano takes; give one in between"
              .formatted(weight, GREATEST_WEIGHT));
    }
    return new VolcanoQueue(name, weight, reclaimable, capability, deserved);
  }

  /** Returns a copy whose use beyond its share is not reclaimed while others wait. */
  public VolcanoQueue notReclaimable() {
    return new VolcanoQueue(name, weight, false, capability, deserved);
  }

  /** Returns a copy with this maximum of a device, such as {@code nvidia.com/gpu}. */
  public VolcanoQueue capability(String device, int most) {
    return new VolcanoQueue(
        name, weight, reclaimable, with(capability, "capability", device, most), deserved);
  }

  /**
   * Returns a copy with this number of a device as its own: others can use what is left, and the
   * queue reclaims it. Volcano's capacity plugin reads this; the proportion plugin only uses {@link
   * #weight}.
   */
  public VolcanoQueue deserved(String device, int own) {
    return new VolcanoQueue(
        name, weight, reclaimable, capability, with(deserved, "deserved", device, own));
  }

  private static Map<String, Integer> with(
      Map<String, Integer> before, String what, String device, int count) {
    Map<String, Integer> more = new LinkedHashMap<>(before);
    more.put(GangChecks.resource(what, device), Checks.atLeast(what + " " + device, 0, count));
    return more;
  }

  /**
   * The Queue, ready to apply.
   *
   * @throws InvalidValueException if more of a device is its own than it may have
   */
  public PlatformObjects objects() {
    deserved.forEach(
        (device, own) -> {
          int most = capability.getOrDefault(device, own);
          if (own > most) {
            throw new InvalidValueException(
                "gang.out-of-range",
                "deserved %s: '%s' is more than the capability of %s; give at most as many"
                    .formatted(device, own, most));
          }
        });
    Map<String, Object> spec = new LinkedHashMap<>();
    spec.put("weight", weight);
    spec.put("reclaimable", reclaimable);
    List<Reason> reasons = new ArrayList<>();
    if (!capability.isEmpty()) {
      spec.put("capability", texts(capability));
      reasons.add(
          new Reason(
              "Queue",
              "spec.capability",
              "the jobs of the queue never have more than this together",
              Sources.VOLCANO_QUEUE));
    }
    if (!deserved.isEmpty()) {
      spec.put("deserved", texts(deserved));
      reasons.add(
          new Reason(
              "Queue",
              "spec.deserved",
              "its own under the capacity plugin, which lends what it leaves and takes it back; the"
                  + " proportion plugin shares by weight",
              Sources.VOLCANO_CAPACITY));
    }
    return PlatformObjects.of(
        List.of(
            PlacedGang.object(
                VERSION, "Queue", new ObjectMetaBuilder().withName(name).build(), spec)),
        reasons);
  }

  private static Map<String, String> texts(Map<String, Integer> counts) {
    Map<String, String> texts = new LinkedHashMap<>();
    counts.forEach((device, count) -> texts.put(device, count.toString()));
    return texts;
  }

  /** Returns text such as {@code queue team-a, weight 4, at most {nvidia.com/gpu=32}}. */
  @Override
  public String toString() {
    return "queue %s, weight %s".formatted(name, weight)
        + (capability.isEmpty() ? "" : ", at most " + capability);
  }
}
