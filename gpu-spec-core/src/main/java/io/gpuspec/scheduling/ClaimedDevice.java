package io.gpuspec.scheduling;

import com.google.common.collect.ImmutableMap;
import io.gpuspec.internal.Arguments;
import io.gpuspec.value.Answer;
import io.gpuspec.value.Facts;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A device that a request of a resource claim is given.
 *
 * <pre>{@code
 * new ClaimedDevice("two", "gpus", "gpu.nvidia.com", "gpu-1", "gpu-0", Map.of());    // gpus gpu-0
 * }</pre>
 *
 * @param claim the claim, or its template
 * @param request the request; of alternatives with the one that was taken, such as {@code gpu/a100}
 * @param driver the driver that publishes the device
 * @param pool the pool of the device, which is the node for NVIDIA's driver
 * @param device the device, such as {@code gpu-0}
 * @param consumed what the request uses of a device that can be allocated several times
 */
public record ClaimedDevice(
    String claim,
    String request,
    String driver,
    String pool,
    String device,
    Map<String, String> consumed)
    implements Answer {

  /** Refuses null, and keeps an unmodifiable copy. */
  public ClaimedDevice {
    Arguments.required("claim", claim, "the name of a claim or template");
    Arguments.required("request", request, "the name of a request");
    Arguments.required("driver", driver, "the name of a driver");
    Arguments.required("pool", pool, "the name of a pool");
    Arguments.required("device", device, "the name of a device");
    Arguments.sorted("consumed", consumed, "amounts by their capacities, empty for none");
    consumed = ImmutableMap.copyOf(consumed);
  }

  /** Adds {@code "claim", "request", "driver", "pool", "device", "consumed"?}. */
  @Override
  public void describe(Facts out) {
    out.put("claim", claim)
        .put("request", request)
        .put("driver", driver)
        .put("pool", pool)
        .put("device", device)
        .putUnlessEmpty("consumed", consumed);
  }

  /** Returns text such as {@code gpus gpu-0}. */
  @Override
  public String toString() {
    return request + " " + device + (consumed.isEmpty() ? "" : " " + sorted(consumed));
  }

  private static String sorted(Map<String, String> consumed) {
    return consumed.entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .map(each -> each.getKey() + " " + each.getValue())
        .collect(Collectors.joining(", ", "(", ")"));
  }
}
