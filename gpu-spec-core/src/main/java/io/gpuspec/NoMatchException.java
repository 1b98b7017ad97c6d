package io.gpuspec;

import io.gpuspec.value.GpuSpecException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Thrown if a match is required but nothing matches; the message contains every candidate's
 * reasons.
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

  private final transient @Nullable Match match;

  NoMatchException(Match match) {
    super("match.none", match.explain() + "\n  see       docs/matching.md");
    this.match = match;
  }

  /**
   * Returns the answer: a {@link Match.None} with the request, the rejections and what comes near,
   * or a {@link Match.NotJudged}. Empty in another process, because a serialized exception carries
   * only what its message says.
   */
  public Optional<Match> match() {
    return Optional.ofNullable(match);
  }
}
