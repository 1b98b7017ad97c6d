package io.gpuspec.fleet;

import io.gpuspec.internal.Arguments;
import io.gpuspec.internal.Words;
import io.gpuspec.scheduling.Allocatable;
import io.gpuspec.scheduling.NodeView;
import io.gpuspec.value.InvalidValueException;
import java.util.Map;
import java.util.Optional;

/**
 * A node that is there already, and what is free on it.
 *
 * <pre>{@code
 * new ExistingNode(
 *     "ip-10-0-0-1", "g5.xlarge", 1,
 *     new Allocatable(CpuAmount.parse("3920m"), MemorySize.parse("14162Mi")), 58);
 *     // ip-10-0-0-1 (g5.xlarge): 1 GPU, 3.92 cores · about 13.8Gi, 58 pods free
 * }</pre>
 *
 * @param name its name
 * @param spec the row of the catalog that it is, such as {@code g5.xlarge}
 * @param gpus how many GPUs are free
 * @param free the CPU and memory that are free
 * @param pods how many more pods it takes
 * @param zone its zone, if that is known
 * @param view its labels, taints and pods, if they are known; if not, every pod selects it that
 *     runs on nodes of its row
 * @param resources how much is free of other extended resources and huge pages, such as {@code
 *     vpc.amazonaws.com/efa}; of those without an amount it has none, but enough local disk if no
 *     {@code ephemeral-storage} is stated
 */
public record ExistingNode(
    String name,
    String spec,
    int gpus,
    Allocatable free,
    int pods,
    Optional<String> zone,
    Optional<NodeView> view,
    Map<String, Long> resources) {

  /**
   * A node whose zone is not known, without other extended resources.
   *
   * @throws InvalidValueException if a number is negative
   */
  public ExistingNode(String name, String spec, int gpus, Allocatable free, int pods) {
    this(name, spec, gpus, free, pods, Optional.empty(), Optional.empty(), Map.of());
  }

  /**
   * Refuses null.
   *
   * @throws InvalidValueException if a number is negative
   */
  public ExistingNode {
    Arguments.notNull("name, spec, free, zone, view", name, spec, free, zone, view);
    resources = Arguments.sorted("resources", resources, "a map of amounts");
    if (gpus < 0 || pods < 0) {
      throw new InvalidValueException(
          "fleet.out-of-range",
          "%s: '%s' GPUs and '%s' pods were given; write 0 or more".formatted(name, gpus, pods));
    }
    resources.forEach(
        (resource, amount) -> {
          if (amount < 0) {
            throw new InvalidValueException(
                "fleet.out-of-range",
                "%s: '%s' of %s was given; write 0 or more".formatted(name, amount, resource));
          }
        });
  }

  /**
   * Returns text such as {@code ip-10-0-0-1 (g5.xlarge): 1 GPU, 3.92 cores · ..., 58 pods free}.
   */
  @Override
  public String toString() {
    return "%s (%s%s): %s, %s, %s free"
        .formatted(
            name,
            spec,
            zone.map(each -> ", " + each).orElse(""),
            Words.gpus(gpus),
            free,
            Words.count(pods, "pod"));
  }
}
