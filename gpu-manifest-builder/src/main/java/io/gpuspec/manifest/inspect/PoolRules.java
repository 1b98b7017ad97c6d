package io.gpuspec.manifest.inspect;

import io.gpuspec.manifest.inspect.InspectedPods.Box;
import io.gpuspec.manifest.internal.tree.YamlPlace;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Rules for node pools. */
final class PoolRules {
  static final Map<String, Check> ALL =
      Map.of(
          "nodepool-without-taint", PoolRules::withoutTaint,
          "nodepool-limit-below-pods", PoolRules::limit,
          "nodepool-taint-not-tolerated", PoolRules::notTolerated,
          "nodepool-label-not-offered", PoolRules::label,
          "slices-without-overlay", PoolRules::slices,
          "nodeclass-not-there", PoolRules::noClass);

  private static final String NODE_POOL = "karpenter.sh/NodePool";
  private static final String OVERLAY = "karpenter.sh/NodeOverlay";
  private static final String NODE_CLASS = "karpenter.k8s.aws/EC2NodeClass";
  private static final String GPU = "nvidia.com/gpu";
  private static final String SHARED = "nvidia.com/gpu.shared";
  private static final Pattern GPU_TYPE = Pattern.compile("(g|p)[0-9]\\w*\\.\\w+");
  private static final Set<String> GPU_CATEGORIES = Set.of("g", "p");

  private PoolRules() {}

  private static YamlPlace template(Inspected pool) {
    return Places.at(pool.place(), "spec", "template", "spec").orElse(pool.place());
  }

  /** Returns whether a pool buys nodes with GPUs only, as far as its requirements say. */
  private static boolean hasGpus(Inspected pool) {
    return Places.items(template(pool), "requirements").stream()
        .anyMatch(
            each -> {
              String key = Places.text(each, "key");
              List<String> values =
                  Places.items(each, "values").stream().map(Places::textOf).toList();
              return key.startsWith("karpenter.k8s.aws/instance-gpu-")
                  || (key.equals("node.kubernetes.io/instance-type")
                      && !values.isEmpty()
                      && values.stream().allMatch(GPU_TYPE.asMatchPredicate()))
                  || (key.equals("karpenter.k8s.aws/instance-category")
                      && !values.isEmpty()
                      && GPU_CATEGORIES.containsAll(values));
            });
  }

  private static List<Inspected> pools(Inspected object, Report report) {
    return report.around().of(NODE_POOL, object).stream().filter(PoolRules::hasGpus).toList();
  }

  private static void withoutTaint(Inspected object, Report report) {
    if (object.is(NODE_POOL)
        && hasGpus(object)
        && Places.items(template(object), "taints").isEmpty()) {
      report.at(template(object), Map.of());
    }
  }

  private static void limit(Inspected object, Report report) {
    List<Inspected> pools = report.around().of(NODE_POOL, object);
    if (!object.is(NODE_POOL) || pools.size() != 1) {
      return;
    }
    Optional<YamlPlace> limit = Places.at(object.place(), "spec", "limits", GPU);
    long most =
        report.around().gpuWorkloads().stream()
            .filter(one -> one.place().source().equals(object.place().source()))
            .flatMap(one -> one.gpuPods().stream())
            .mapToLong(pods -> pods.count(GPU))
            .max()
            .orElse(0);
    limit
        .filter(each -> Places.textOf(each).matches("[0-9]{1,9}"))
        .filter(each -> Long.parseLong(Places.textOf(each)) < most)
        .ifPresent(
            each ->
                report.at(
                    each, Map.of("value", String.valueOf(most), "limit", Places.textOf(each))));
  }

  private static boolean tolerates(YamlPlace toleration, String key) {
    String own = Places.text(toleration, "key");
    return own.equals(key) || own.isEmpty();
  }

  private static void notTolerated(Inspected object, Report report) {
    List<Inspected> pools = pools(object, report);
    for (InspectedPods pods : object.gpuPods()) {
      List<YamlPlace> tolerations = Places.items(pods.spec(), "tolerations");
      // Kubernetes adds the toleration of a resource's name where its admission plugin is on.
      boolean isTaken =
          pools.isEmpty()
              || pods.count(GPU) == 0
              || pools.stream()
                  .anyMatch(
                      pool ->
                          Places.items(template(pool), "taints").stream()
                              .map(taint -> Places.text(taint, "key"))
                              .allMatch(
                                  key -> tolerations.stream().anyMatch(t -> tolerates(t, key))));
      if (!isTaken) {
        String key =
            Places.items(template(pools.get(0)), "taints").stream()
                .map(taint -> Places.text(taint, "key"))
                .filter(each -> tolerations.stream().noneMatch(t -> tolerates(t, each)))
                .findFirst()
                .orElse(GPU);
        report.at(pods.spec(), Map.of("key", key, "value", key));
      }
    }
  }

  /** Labels of a cloud or of Kubernetes are given by others than pools. */
  private static void label(Inspected object, Report report) {
    List<Inspected> pools = report.around().of(NODE_POOL, object);
    if (pools.isEmpty()) {
      return;
    }
    for (InspectedPods pods : object.gpuPods()) {
      Places.fields(pods.spec(), "nodeSelector")
          .forEach(
              (key, value) -> {
                String text = Places.textOf(value);
                boolean isOwn = !key.contains(".") && !text.isEmpty();
                if (isOwn && pools.stream().noneMatch(pool -> gives(pool, key, text))) {
                  report.at(value, Map.of("key", key, "value", text));
                }
              });
    }
  }

  private static boolean gives(Inspected pool, String key, String value) {
    return Places.text(pool.place(), "spec", "template", "metadata", "labels", key).equals(value)
        || Places.items(template(pool), "requirements").stream()
            .anyMatch(each -> Places.text(each, "key").equals(key));
  }

  private static void slices(Inspected object, Report report) {
    boolean isStated =
        report.around().of(OVERLAY).stream()
            .anyMatch(
                overlay -> Places.at(overlay.place(), "spec", "capacity", SHARED).isPresent());
    if (report.around().of(NODE_POOL, object).isEmpty() || isStated) {
      return;
    }
    for (InspectedPods pods : object.gpuPods()) {
      for (Box box : pods.gpuBoxes()) {
        YamlPlace amount = box.gpus().get(SHARED);
        if (amount != null) {
          report.at(amount, Map.of("value", SHARED));
        }
      }
    }
  }

  private static void noClass(Inspected object, Report report) {
    List<String> classes =
        report.around().of(NODE_CLASS, object).stream().map(Inspected::name).toList();
    if (object.is(NODE_POOL) && !classes.isEmpty()) {
      Places.at(template(object), "nodeClassRef", "name")
          .filter(name -> !classes.contains(Places.textOf(name)))
          .ifPresent(name -> report.at(name, Map.of("value", Places.textOf(name))));
    }
  }
}
