package io.gpuspec.value;

/**
 * A result that describes itself as facts with names, which JSON is written from.
 *
 * <pre>{@code
 * Match match = gpus.in("tke").match(GpuRequest.of("T4"));
 * Answer answer = out -> out.put("team", "ml").put("match", match);
 * GpuJson.write(answer);    // {... "team": "ml", ...}
 * }</pre>
 */
@FunctionalInterface
public interface Answer {
  /** Adds every fact, in the order in which they are written. */
  void describe(Facts out);
}
