package io.gpuspec.fleet;

import io.gpuspec.internal.Arguments;
import io.gpuspec.value.Answer;
import io.gpuspec.value.Facts;
import io.gpuspec.value.Rejection;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A pod that a plan has no node for, and why.
 *
 * <pre>{@code
 * Demand large = Demand.of("large", GpuRequest.of("T4").cpu(500));
 * Fleet.of(gpus.in("eks")).demand(large).plan().unplaced();
 *     // large-0: g4dn.metal: cpu: 500 requested, ...
 * }</pre>
 *
 * @param pod the pod's name
 * @param reasons why no node takes it, of each row or limit
 */
public record Unplaced(String pod, List<Rejection> reasons) implements Answer {
  private static final int SHOWN = 3;

  /** Refuses null. */
  public Unplaced {
    Arguments.required("pod", pod, "the pod's name");
    reasons = Arguments.copied("reasons", reasons, "Rejections");
  }

  /** Adds {@code "pod", "reasons"}. */
  @Override
  public void describe(Facts out) {
    out.put("pod", pod).put("reasons", reasons.stream().map(Rejection::toString).toList());
  }

  /** Returns text such as {@code large-0: g4dn.metal: cpu: 500 requested, ...}. */
  @Override
  public String toString() {
    String more = reasons.size() > SHOWN ? "; and %s more".formatted(reasons.size() - SHOWN) : "";
    return pod
        + ": "
        + reasons.stream().limit(SHOWN).map(Rejection::toString).collect(Collectors.joining("; "))
        + more;
  }
}
