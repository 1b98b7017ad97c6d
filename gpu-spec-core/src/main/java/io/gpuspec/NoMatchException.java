package io.gpuspec;

import io.gpuspec.value.GpuSpecException;

/**
 * Thrown if a match is required and there is none; the message contains every candidate's reasons.
 *
 * <pre>{@code
 * gpus.in("tke").match(GpuRequest.of("H100")).orThrow();
 *     // NoMatchException: no match on tke 2026-01
 *     //   request   H100 x1
 *     //   not       H100: gpu: tke 2026-01 has no H100; it has ...
 * }</pre>
 */
public final class NoMatchException extends GpuSpecException {
  private static final long serialVersionUID = 1L;

  NoMatchException(String explained) {
    super("match.none", explained + "\n  see       docs/matching.md");
  }
}
