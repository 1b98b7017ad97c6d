package io.gpuspec.manifest;

import com.google.common.collect.ImmutableMap;
import java.util.Map;
import java.util.Set;

/** What a {@link io.gpuspec.manifest.gang.Gang} looks like in a file. */
final class GangShape {
  static final String KIND = "GpuGang";

  private static final IntentShape.Fields PYTORCH =
      WorkloadShape.fields(
          "pytorch", Set.of(), Map.of("script", IntentShape.some(IntentShape.text())));

  static final IntentShape.Fields SPEC =
      WorkloadShape.fields(
          "gang",
          Set.of("controller", "workers", "container"),
          ImmutableMap.<String, IntentShape>builder()
              .put("controller", IntentShape.word((Object[]) GangController.values()))
              .put("workers", IntentShape.from(1))
              .put("queue", IntentShape.text())
              .put("kueue", IntentShape.text())
              .put("minAvailable", IntentShape.from(1))
              .put("minMember", IntentShape.from(1))
              .put("maxRetry", IntentShape.from(1))
              .put("maxRestarts", IntentShape.from(0))
              .put("plugins", new IntentShape.Entries(new IntentShape.Items(IntentShape.text(), 0)))
              .put("pytorch", PYTORCH)
              .putAll(WorkloadShape.JOB)
              .putAll(WorkloadShape.PODS)
              .buildOrThrow());

  /** A whole document. */
  static final IntentShape.Fields DOCUMENT = WorkloadShape.document(KIND, SPEC);

  private GangShape() {}
}
