package io.gpuspec.testkit;

import io.gpuspec.GpuRequest;
import io.gpuspec.Target;
import io.gpuspec.spi.Placement;
import java.util.List;

/** What a placement writes into a pod, in lines. */
public final class Placements {
  private Placements() {}

  /** Returns what the shape that a request gets writes. */
  public static Placement place(Target target, GpuRequest request) {
    return target.place(target.match(request).orThrow());
  }

  /** Returns the fields with their values, such as {@code spec.nodeSelector[rack] = a}. */
  public static List<String> entries(Placement placement) {
    return placement.entries().stream()
        .map(entry -> entry.field() + " = " + entry.value())
        .toList();
  }

  /** Returns those of what a request gets. */
  public static List<String> entries(Target target, GpuRequest request) {
    return entries(place(target, request));
  }

  /** Returns the terms of the node affinity, each with its labels, such as {@code rack=a}. */
  public static List<List<String>> terms(Placement placement) {
    return placement.nodeTerms().stream()
        .map(term -> term.stream().map(e -> e.field().key() + "=" + e.value()).toList())
        .toList();
  }
}
