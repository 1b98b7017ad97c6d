package io.gpuspec.manifest.migrate;

import io.gpuspec.internal.yaml.YamlMapping;
import io.gpuspec.internal.yaml.YamlScalar;
import io.gpuspec.internal.yaml.YamlSequence;
import io.gpuspec.internal.yaml.YamlText;
import io.gpuspec.manifest.internal.claim.ClaimObjects;
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
 * Quotas, limit ranges and queues that count what migrated pods no longer ask for, so that they
 * limit nothing, or admit none of these pods. They are kept, and told.
 */
final class OldLimits {
  private static final String DEFAULT = "default";

  /** How an object limits pods. */
  private enum Form {
    QUOTA,
    /** By the names of resources, in its own namespace. */
    RANGE,
    /** By the names of resources, in every namespace. */
    QUEUE,
    /** By the names of resources, and pods with any other resource are not admitted. */
    COVER;

    boolean isOfCluster() {
      return this == QUEUE || this == COVER;
    }

    /** Returns the word for a resource, or for the devices of a class. */
    String key(String name) {
      return this == QUOTA && !isOfClass(name) ? "requests." + name : name;
    }

    String instead(Set<String> now) {
      boolean isOfClaims = now.stream().anyMatch(OldLimits::isOfClass);
      if (this == COVER) {
        return isOfClaims
            ? "it was left as it is and counts none of them; cover the name that deviceClassMappings of Kueue's configuration give %s"
                .formatted(
                    joined(now.stream().filter(OldLimits::isOfClass).map(OldLimits::className)))
            : "it was left as it is and admits none of them; cover %s"
                .formatted(joined(now.stream()));
      }
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
          "v1ResourceQuota", Form.QUOTA,
          "v1LimitRange", Form.RANGE,
          "scheduling.volcano.sh/Queue", Form.QUEUE,
          "kueue.x-k8s.io/ClusterQueue", Form.COVER,
          "kueue.x-k8s.io/Cohort", Form.COVER);

  /** What pods asked for before, and what they ask for now. */
  private record Replaced(String namespace, String before, Set<String> after) {}

  private final ClaimTemplates templates;
  private final List<Replaced> replaced = new ArrayList<>();
  private final List<MigrationResult.Loss> losses = new ArrayList<>();

  /**
   * @param templates those of the file, and those that are written
   */
  OldLimits(ClaimTemplates templates) {
    this.templates = templates;
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
        replaced.add(new Replaced(workload.namespace().orElse(DEFAULT), name, now));
      }
    }
  }

  /** Returns the resources of GPUs, and the quota keys of classes, that pods ask for. */
  private Set<String> counted(FoundWorkload workload, Map<String, Object> pod) {
    Set<String> counted = new LinkedHashSet<>();
    PodDocument pods = new PodDocument(YamlTree.place(workload.pods().place().source(), pod));
    PlacedPod.gpus(pods.view()).stream().map(PodField::key).forEach(counted::add);
    for (Map<String, Object> claim : YamlTree.maps(YamlTree.map(pod, "spec"), "resourceClaims")) {
      templates
          .classes(workload.namespace(), String.valueOf(claim.get("resourceClaimTemplateName")))
          .forEach(each -> counted.add(each + ClaimObjects.QUOTA_OF_CLASS));
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
    String kind = text(object, "apiVersion").replaceFirst("/.*", "/") + text(object, "kind");
    YamlPlace spec = object.fields().get("spec");
    Form form = FORMS.get(kind);
    if (form != null && spec != null) {
      lose(object, spec, form);
    }
  }

  private void lose(YamlPlace object, YamlPlace spec, Form form) {
    Map<String, YamlPlace> names = new LinkedHashMap<>();
    names(spec, names);
    YamlPlace metadata = object.fields().get("metadata");
    String namespace = metadata == null ? "" : text(metadata, "namespace");
    Map<String, Set<String>> after = new LinkedHashMap<>();
    for (Replaced each : replaced) {
      boolean isCounted =
          form.isOfCluster() || each.namespace().equals(namespace.isEmpty() ? DEFAULT : namespace);
      if (isCounted && names.containsKey(form.key(each.before()))) {
        after.computeIfAbsent(each.before(), none -> new LinkedHashSet<>()).addAll(each.after());
      }
    }
    after.forEach(
        (before, now) -> {
          String key = form.key(before);
          if (!now.stream().map(form::key).allMatch(names::containsKey)) {
            losses.add(
                MigrationResult.Loss.at(
                        Objects.requireNonNull(names.get(key)),
                        "%s of %s %s"
                            .formatted(
                                key,
                                text(object, "kind"),
                                metadata == null ? "" : text(metadata, "name")),
                        "pods that were migrated ask for %s in its place".formatted(asked(now)),
                        form.instead(now))
                    .asBreaking());
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
    return name.endsWith(ClaimObjects.QUOTA_OF_CLASS);
  }

  private static String className(String key) {
    return key.substring(0, key.length() - ClaimObjects.QUOTA_OF_CLASS.length());
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
