package io.gpuspec.manifest.migrate;

import io.gpuspec.internal.yaml.YamlMapping;
import io.gpuspec.internal.yaml.YamlScalar;
import io.gpuspec.internal.yaml.YamlSequence;
import io.gpuspec.internal.yaml.YamlText;
import io.gpuspec.manifest.internal.dra.DeviceClasses;
import io.gpuspec.manifest.internal.found.FoundWorkload;
import io.gpuspec.manifest.internal.found.PodDocument;
import io.gpuspec.manifest.internal.tree.PlacedPod;
import io.gpuspec.manifest.internal.tree.YamlPlace;
import io.gpuspec.manifest.internal.tree.YamlTree;
import io.gpuspec.scheduling.PodField;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Quotas, limit ranges and queues that count what migrated pods no longer request, so that they
 * limit nothing, or admit none of these pods. They are kept and reported as losses.
 */
final class OldLimits {
  private static final String DEFAULT = "default";

  /** How an object limits pods. */
  private enum Form {
    QUOTA,
    /** By the names of resources, in its own namespace. */
    RANGE,
    /** By the names of resources, the pods that wait in it. */
    QUEUE,
    /** As a queue, and Kueue's configuration names what claims are counted as. */
    COHORT,
    /** As a cohort, and pods with any other resource are not admitted. */
    COVER;

    /** Returns whether it is known that the pods' new requests are not counted. */
    boolean isKnown(Set<String> now) {
      return this != COHORT && this != COVER || now.stream().noneMatch(OldLimits::isOfClass);
    }

    /** Returns the word for a resource, or for the devices of a class. */
    String key(String name) {
      return this == QUOTA && !isOfClass(name) ? "requests." + name : name;
    }

    String instead(Set<String> now) {
      if (!isKnown(now)) {
        return "it was left as it is; it counts them if it covers the name that deviceClassMappings of Kueue's configuration give %s"
            .formatted(joined(now.stream().filter(OldLimits::isOfClass).map(OldLimits::className)));
      }
      if (this == COVER) {
        return "it was left as it is and admits none of them; cover %s"
            .formatted(joined(now.stream()));
      }
      boolean isOfClaims = now.stream().anyMatch(OldLimits::isOfClass);
      return "it was left as it is and limits none of them; limit %s%s"
          .formatted(
              joined(now.stream().map(name -> isOfClaims ? QUOTA.key(name) : key(name))),
              this != QUOTA && isOfClaims ? " in a ResourceQuota" : "");
    }
  }

  /**
   * The objects by the group of their API and their kind.
   *
   * <p>Source: Kubernetes, Resource Quotas and Limit Ranges; Volcano, Queue; Kueue, ClusterQueue
   * and Cohort, and its KEP-2941 for claims.
   */
  private static final Map<String, Form> FORMS =
      Map.of(
          "v1ResourceQuota",
          Form.QUOTA,
          "v1LimitRange",
          Form.RANGE,
          Queues.VOLCANO_QUEUE,
          Form.QUEUE,
          Queues.COHORT,
          Form.COHORT,
          Queues.CLUSTER_QUEUE,
          Form.COVER);

  /**
   * What pods requested before, and what they request now.
   *
   * @param queues the keys of those in which they wait
   */
  private record Replaced(String namespace, Set<String> queues, String before, Set<String> after) {}

  private final ClaimTemplates templates;
  private final Queues queues;
  private final List<Replaced> replaced = new ArrayList<>();
  private final List<MigrationResult.Loss> losses = new ArrayList<>();

  /**
   * @param templates those of the file, and those that are written
   * @param queues those of the file
   */
  OldLimits(ClaimTemplates templates, Queues queues) {
    this.templates = templates;
    this.queues = queues;
  }

  /** Adds pods that were migrated. */
  void add(FoundWorkload workload, Map<String, Object> after) {
    Map<String, Object> before = YamlTree.mapping(YamlTree.of(workload.pods().place().node()));
    if (YamlTree.isSame(before, after)) {
      return;
    }
    Set<String> now = counted(workload, after);
    for (String name : counted(workload, before)) {
      if (!now.contains(name) && !now.isEmpty()) {
        replaced.add(
            new Replaced(workload.namespace().orElse(DEFAULT), queues.of(workload), name, now));
      }
    }
  }

  /** Returns the resources of GPUs, and the quota keys of classes, that pods request. */
  private Set<String> counted(FoundWorkload workload, Map<String, Object> pod) {
    Set<String> counted = new LinkedHashSet<>();
    PodDocument pods = new PodDocument(YamlTree.place(workload.pods().place().source(), pod));
    PlacedPod.gpus(pods.view()).stream().map(PodField::key).forEach(counted::add);
    for (Map<String, Object> claim : YamlTree.maps(YamlTree.map(pod, "spec"), "resourceClaims")) {
      templates
          .classes(workload.namespace(), String.valueOf(claim.get("resourceClaimTemplateName")))
          .forEach(each -> counted.add(each + DeviceClasses.QUOTA));
    }
    return counted;
  }

  /** Returns what objects of a document limit in vain. */
  List<MigrationResult.Loss> in(YamlPlace document) {
    losses.clear();
    if (!replaced.isEmpty()) {
      look(document);
    }
    return List.copyOf(losses);
  }

  private void look(YamlPlace object) {
    if (!(object.node() instanceof YamlMapping)) {
      return;
    }
    YamlPlace items = object.fields().get("items");
    if (items != null && items.node() instanceof YamlSequence) {
      items.items().forEach(this::look);
    }
    String type = Queues.type(text(object, "apiVersion"), text(object, "kind"));
    YamlPlace spec = object.fields().get("spec");
    Form form = FORMS.get(type);
    if (form != null && spec != null) {
      lose(object, type, spec, form);
    }
  }

  private void lose(YamlPlace object, String type, YamlPlace spec, Form form) {
    Map<String, YamlPlace> names = new LinkedHashMap<>();
    names(spec, names);
    YamlPlace metadata = object.fields().get("metadata");
    String namespace = metadata == null ? "" : text(metadata, "namespace");
    String queue = Queues.key(type, metadata == null ? "" : text(metadata, "name"));
    Map<String, Set<String>> after = new LinkedHashMap<>();
    for (Replaced each : replaced) {
      boolean isCounted =
          form == Form.QUOTA || form == Form.RANGE
              ? each.namespace().equals(namespace.isEmpty() ? DEFAULT : namespace)
              : each.queues().contains(queue);
      if (isCounted && names.containsKey(form.key(each.before()))) {
        after.computeIfAbsent(each.before(), none -> new LinkedHashSet<>()).addAll(each.after());
      }
    }
    after.forEach(
        (before, now) -> {
          String key = form.key(before);
          if (!now.stream().map(form::key).allMatch(names::containsKey)) {
            MigrationResult.Loss loss =
                MigrationResult.Loss.at(
                    Objects.requireNonNull(names.get(key)),
                    "%s of %s %s"
                        .formatted(
                            key,
                            text(object, "kind"),
                            metadata == null ? "" : text(metadata, "name")),
                    "pods that were migrated ask for %s in its place".formatted(asked(now)),
                    form.instead(now));
            losses.add(form.isKnown(now) ? loss.asBreaking() : loss);
          }
        });
  }

  private static String asked(Set<String> now) {
    return joined(
        now.stream().map(each -> isOfClass(each) ? "claims of " + className(each) : each));
  }

  private static String joined(Stream<String> names) {
    return names.collect(Collectors.joining(", "));
  }

  private static boolean isOfClass(String name) {
    return name.endsWith(DeviceClasses.QUOTA);
  }

  private static String className(String key) {
    return key.substring(0, key.length() - DeviceClasses.QUOTA.length());
  }

  /** Collects the keys and the texts of a tree, each where it is first. */
  private static void names(YamlPlace value, Map<String, YamlPlace> names) {
    if (value.node() instanceof YamlMapping) {
      value
          .fields()
          .forEach(
              (key, each) -> {
                names.putIfAbsent(key, value.key(key));
                names(each, names);
              });
    } else if (value.node() instanceof YamlSequence) {
      value.items().forEach(item -> names(item, names));
    } else if (value.node() instanceof YamlScalar scalar) {
      names.putIfAbsent(scalar.text(), value);
    }
  }

  private static String text(YamlPlace object, String key) {
    YamlPlace value = object.node() instanceof YamlMapping ? object.fields().get(key) : null;
    return value != null && value.node() instanceof YamlScalar scalar
        ? YamlText.printable(scalar.text(), 253)
        : "";
  }
}
