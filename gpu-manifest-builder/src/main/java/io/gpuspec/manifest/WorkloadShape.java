package io.gpuspec.manifest;

import com.google.common.collect.ImmutableMap;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.EnvVarSource;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.gpuspec.Arch;
import io.gpuspec.CapacityType;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What a {@link GpuWorkload} looks like in a file. */
final class WorkloadShape {
  static final String API_VERSION = "gpuspec.io/v1";
  static final String KIND = "GpuWorkload";

  /** The fields of a pod that Kubernetes has not, or otherwise. */
  static final Set<String> OWN_FIELDS_OF_PODS =
      Set.of("labels", "annotations", "hardened", "containers", "initContainers");

  /** A container's amounts and variables are written shorter than Kubernetes has them. */
  private static final Map<String, IntentShape> SHORT =
      Map.of(
          "requests",
          new IntentShape.Entries(new IntentShape.Amount()),
          "limits",
          new IntentShape.Entries(new IntentShape.Amount()),
          "env",
          IntentShape.either(
              new IntentShape.Entries(
                  IntentShape.either(IntentShape.text(), KubeShapes.object(EnvVarSource.class))),
              new IntentShape.Items(KubeShapes.object(EnvVar.class), 0)));

  private static final IntentShape.Fields METADATA =
      fields(
          "metadata",
          Set.of("name"),
          Map.of("name", IntentShape.text(), "namespace", IntentShape.text()));

  /** Where something is, or is to run. */
  static final IntentShape.Fields TARGET =
      fields(
          "target",
          Set.of("provider"),
          Map.of(
              "provider",
              IntentShape.text(),
              "edition",
              IntentShape.text(),
              "options",
              new IntentShape.Entries(
                  IntentShape.either(
                      IntentShape.text(),
                      new IntentShape.Truth(),
                      new IntentShape.Whole(Long.MIN_VALUE, Long.MAX_VALUE)))));

  private static final IntentShape.Fields GPU =
      fields(
          "gpu",
          Set.of(),
          ImmutableMap.<String, IntentShape>builder()
              .put("names", IntentShape.some(IntentShape.text()))
              .put("anyOf", IntentShape.some(IntentShape.text()))
              .put("count", IntentShape.from(1))
              .put("exact", new IntentShape.Truth())
              .put("minMemory", new IntentShape.Amount())
              .put("totalMemory", new IntentShape.Amount())
              .put("architecture", IntentShape.text())
              .put("minComputeCapability", IntentShape.text())
              .put(
                  "share",
                  fields(
                      "share",
                      Set.of("memory"),
                      Map.of(
                          "memory",
                          new IntentShape.Amount(),
                          "compute",
                          new IntentShape.Whole(1, 100))))
              .buildOrThrow());

  private static final IntentShape.Fields MATCH =
      fields(
          "match",
          Set.of(),
          ImmutableMap.<String, IntentShape>builder()
              .put("explicit", new IntentShape.Truth())
              .put("cpu", new IntentShape.Amount())
              .put("memory", new IntentShape.Amount())
              .put("prefer", IntentShape.word("smallest", "cheapest"))
              .put("capacityType", IntentShape.word((Object[]) CapacityType.values()))
              .put("arch", IntentShape.word((Object[]) Arch.values()))
              .put("includeRetired", new IntentShape.Truth())
              .buildOrThrow());

  private static final IntentShape.Fields SERVICE =
      fields(
          "service",
          Set.of("port"),
          Map.of(
              "name", IntentShape.text(),
              "port", IntentShape.port(),
              "targetPort", IntentShape.port(),
              "type", IntentShape.word("LoadBalancer"),
              "clusterIP", IntentShape.word("None")));

  private static final IntentShape.Fields CLAIM =
      fields(
          "volumeClaimTemplate",
          Set.of("name", "storage"),
          Map.of(
              "name", IntentShape.text(),
              "storage", new IntentShape.Amount(),
              "storageClassName", IntentShape.text()));

  /** The main container; its name is the workload's unless it has one. */
  static final IntentShape.Fields CONTAINER =
      fields("container", Set.of("image"), with(KubeShapes.fields(Container.class), SHORT));

  /** A container beside it. */
  static final IntentShape.Fields OTHER_CONTAINER =
      fields("otherContainer", Set.of("name", "image"), CONTAINER.fields());

  /** What the pods have beside the main container. */
  static final IntentShape.Fields POD =
      fields(
          "pod",
          Set.of(),
          with(
              KubeShapes.fields(PodSpec.class),
              Map.of(
                  "labels",
                  new IntentShape.Entries(IntentShape.text()),
                  "annotations",
                  new IntentShape.Entries(IntentShape.text()),
                  "hardened",
                  fields("hardened", Set.of("runAsUser"), Map.of("runAsUser", IntentShape.from(1))),
                  "containers",
                  new IntentShape.Items(OTHER_CONTAINER, 0),
                  "initContainers",
                  new IntentShape.Items(OTHER_CONTAINER, 0),
                  "restartPolicy",
                  IntentShape.word((Object[]) RestartPolicy.values()))));

  /** What a job says beside its pods and their number. */
  static final Map<String, IntentShape> JOB =
      Map.of(
          "suspend",
          new IntentShape.Truth(),
          "backoffLimit",
          IntentShape.from(0),
          "activeDeadlineSeconds",
          new IntentShape.Whole(1, Long.MAX_VALUE),
          "ttlSecondsAfterFinished",
          IntentShape.from(0));

  /** What pods are, which GPUs they get, and where. */
  static final Map<String, IntentShape> PODS =
      ImmutableMap.<String, IntentShape>builder()
          .put("target", TARGET)
          .put("gpu", GPU)
          .put("match", MATCH)
          .put("container", CONTAINER)
          .put("pod", POD)
          .put(
              "selector",
              fields(
                  "selector",
                  Set.of("matchLabels"),
                  Map.of("matchLabels", new IntentShape.Entries(IntentShape.text()))))
          .buildOrThrow();

  private static final IntentShape.Fields SPEC =
      fields(
          "spec",
          Set.of("kind", "container"),
          ImmutableMap.<String, IntentShape>builder()
              .put("kind", IntentShape.word(kinds()))
              .put("schedule", IntentShape.text())
              .put("timeZone", IntentShape.text())
              .put("concurrencyPolicy", IntentShape.word((Object[]) ConcurrencyPolicy.values()))
              .put("replicas", IntentShape.from(0))
              .put("parallelism", IntentShape.from(0))
              .put("completions", IntentShape.from(0))
              .put("completionMode", IntentShape.word("NonIndexed", "Indexed"))
              .putAll(JOB)
              .putAll(PODS)
              .put("volumeClaimTemplates", new IntentShape.Items(CLAIM, 0))
              .put("port", IntentShape.port())
              .put("service", SERVICE)
              .put(
                  "disruptionBudget",
                  fields(
                      "disruptionBudget",
                      Set.of("maxUnavailable"),
                      Map.of(
                          "maxUnavailable",
                          IntentShape.either(IntentShape.from(0), IntentShape.text()))))
              .buildOrThrow());

  /** A whole document. */
  static final IntentShape.Fields DOCUMENT = document(KIND, SPEC);

  /** A document of a kind whose objects are in a namespace. */
  static IntentShape.Fields document(String kind, IntentShape.Fields spec) {
    return document(kind, METADATA, spec);
  }

  /** A document of a kind. */
  static IntentShape.Fields document(
      String kind, IntentShape.Fields metadata, IntentShape.Fields spec) {
    return fields(
        kind,
        Set.of("apiVersion", "kind", "metadata", "spec"),
        Map.of(
            "apiVersion",
            IntentShape.word(API_VERSION),
            "kind",
            IntentShape.word(kind),
            "metadata",
            metadata,
            "spec",
            spec));
  }

  private WorkloadShape() {}

  private static Object[] kinds() {
    return Arrays.stream(IntentKind.values()).map(IntentKind::toString).toArray();
  }

  static IntentShape.Fields fields(
      String name, Set<String> required, Map<String, IntentShape> fields) {
    return new IntentShape.Fields(name, fields, required);
  }

  private static Map<String, IntentShape> with(
      Map<String, IntentShape> fields, Map<String, IntentShape> more) {
    Map<String, IntentShape> all = new TreeMap<>(fields);
    all.putAll(more);
    return all;
  }
}
