package io.gpuspec.value;

/**
 * A result that describes itself as facts with names, which JSON is written from.
 *
 * <pre>{@code
 * Answer answer = out -> out.put("team", "ml").put("match", gpus.in("tke").match("T4"));
 * GpuJson.write(answer);    // {
 *                           //   "team": "ml",
 *                           //   "match": {
 *                           //     "matched": true,
 *                           //     ...
 * }</pre>
 */
@FunctionalInterface
public interface Answer {
  /** Adds every fact, in the order in which they are written. */
  void describe(Facts out);
}
