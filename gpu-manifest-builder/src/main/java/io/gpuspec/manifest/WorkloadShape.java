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
  private static final Map<String, Shape> SHORT =
      Map.of(
          "requests",
          new Shape.Entries(new Shape.Amount()),
          "limits",
          new Shape.Entries(new Shape.Amount()),
          "env",
          Shape.either(
              new Shape.Entries(Shape.either(Shape.text(), KubeShapes.object(EnvVarSource.class))),
              new Shape.Items(KubeShapes.object(EnvVar.class), 0)));

  private static final Shape.Fields METADATA =
      fields("metadata", Set.of("name"), Map.of("name", Shape.text(), "namespace", Shape.text()));

  private static final Shape.Fields TARGET =
      fields(
          "target",
          Set.of("provider"),
          Map.of(
              "provider",
              Shape.text(),
              "edition",
              Shape.text(),
              "options",
              new Shape.Entries(
                  Shape.either(
                      Shape.text(),
                      new Shape.Truth(),
                      new Shape.Whole(Long.MIN_VALUE, Long.MAX_VALUE)))));

  private static final Shape.Fields GPU =
      fields(
          "gpu",
          Set.of(),
          ImmutableMap.<String, Shape>builder()
              .put("names", Shape.some(Shape.text()))
              .put("anyOf", Shape.some(Shape.text()))
              .put("count", Shape.from(1))
              .put("exact", new Shape.Truth())
              .put("minMemory", new Shape.Amount())
              .put("totalMemory", new Shape.Amount())
              .put("architecture", Shape.text())
              .put("minComputeCapability", Shape.text())
              .buildOrThrow());

  private static final Shape.Fields MATCH =
      fields(
          "match",
          Set.of(),
          ImmutableMap.<String, Shape>builder()
              .put("explicit", new Shape.Truth())
              .put("cpu", new Shape.Amount())
              .put("memory", new Shape.Amount())
              .put("prefer", Shape.word("smallest", "cheapest"))
              .put("capacityType", Shape.word((Object[]) CapacityType.values()))
              .put("arch", Shape.word((Object[]) Arch.values()))
              .put("includeRetired", new Shape.Truth())
              .buildOrThrow());

  private static final Shape.Fields SERVICE =
      fields(
          "service",
          Set.of("port"),
          Map.of(
              "name", Shape.text(),
              "port", Shape.port(),
              "targetPort", Shape.port(),
              "type", Shape.word("LoadBalancer"),
              "clusterIP", Shape.word("None")));

  private static final Shape.Fields CLAIM =
      fields(
          "volumeClaimTemplate",
          Set.of("name", "storage"),
          Map.of(
              "name", Shape.text(),
              "storage", new Shape.Amount(),
              "storageClassName", Shape.text()));

  /** The main container; its name is the workload's unless it has one. */
  static final Shape.Fields CONTAINER =
      fields("container", Set.of("image"), with(KubeShapes.fields(Container.class), SHORT));

  /** A container beside it. */
  static final Shape.Fields OTHER_CONTAINER =
      fields("otherContainer", Set.of("name", "image"), CONTAINER.fields());

  /** What the pods have beside the main container. */
  static final Shape.Fields POD =
      fields(
          "pod",
          Set.of(),
          with(
              KubeShapes.fields(PodSpec.class),
              Map.of(
                  "labels",
                  new Shape.Entries(Shape.text()),
                  "annotations",
                  new Shape.Entries(Shape.text()),
                  "hardened",
                  fields("hardened", Set.of("runAsUser"), Map.of("runAsUser", Shape.from(1))),
                  "containers",
                  new Shape.Items(OTHER_CONTAINER, 0),
                  "initContainers",
                  new Shape.Items(OTHER_CONTAINER, 0),
                  "restartPolicy",
                  Shape.word((Object[]) RestartPolicy.values()))));

  private static final Shape.Fields SPEC =
      fields(
          "spec",
          Set.of("kind", "container"),
          ImmutableMap.<String, Shape>builder()
              .put("kind", Shape.word(kinds()))
              .put("schedule", Shape.text())
              .put("timeZone", Shape.text())
              .put("concurrencyPolicy", Shape.word((Object[]) ConcurrencyPolicy.values()))
              .put("suspend", new Shape.Truth())
              .put("replicas", Shape.from(0))
              .put("parallelism", Shape.from(0))
              .put("completions", Shape.from(0))
              .put("completionMode", Shape.word("NonIndexed", "Indexed"))
              .put("backoffLimit", Shape.from(0))
              .put("activeDeadlineSeconds", new Shape.Whole(1, Long.MAX_VALUE))
              .put("ttlSecondsAfterFinished", Shape.from(0))
              .put(
                  "selector",
                  fields(
                      "selector",
                      Set.of("matchLabels"),
                      Map.of("matchLabels", new Shape.Entries(Shape.text()))))
              .put("volumeClaimTemplates", new Shape.Items(CLAIM, 0))
              .put("target", TARGET)
              .put("gpu", GPU)
              .put("match", MATCH)
              .put("container", CONTAINER)
              .put("pod", POD)
              .put("port", Shape.port())
              .put("service", SERVICE)
              .put(
                  "disruptionBudget",
                  fields(
                      "disruptionBudget",
                      Set.of("maxUnavailable"),
                      Map.of("maxUnavailable", Shape.either(Shape.from(0), Shape.text()))))
              .buildOrThrow());

  /** A whole document. */
  static final Shape.Fields DOCUMENT =
      fields(
          KIND,
          Set.of("apiVersion", "kind", "metadata", "spec"),
          Map.of(
              "apiVersion",
              Shape.word(API_VERSION),
              "kind",
              Shape.word(KIND),
              "metadata",
              METADATA,
              "spec",
              SPEC));

  private WorkloadShape() {}

  private static Object[] kinds() {
    return Arrays.stream(IntentKind.values()).map(IntentKind::toString).toArray();
  }

  private static Shape.Fields fields(String name, Set<String> required, Map<String, Shape> fields) {
    return new Shape.Fields(name, fields, required);
  }

  private static Map<String, Shape> with(Map<String, Shape> fields, Map<String, Shape> more) {
    Map<String, Shape> all = new TreeMap<>(fields);
    all.putAll(more);
    return all;
  }
}
