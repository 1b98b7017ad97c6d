package io.gpuspec.manifest.inspect;

import io.gpuspec.internal.admission.ResourceTolerations;
import io.gpuspec.manifest.inspect.InspectedPods.Box;
import io.gpuspec.manifest.internal.tree.YamlPlace;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.scheduling.Taint;
import io.gpuspec.scheduling.Toleration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Rules for node pools. */
final class PoolRules {
  static final Map<String, Check> ALL =
      Map.ofEntries(
          Map.entry("nodepool-without-taint", PoolRules::withoutTaint),
          Map.entry("nodepool-limit-below-pods", PoolRules::limit),
          Map.entry("nodepool-limit-below-node", PoolBuying::limitBelowNode),
          Map.entry("nodepool-field-refused", PoolBuying::refused),
          Map.entry("nodepool-taint-not-tolerated", PoolRules::notTolerated),
          Map.entry("nodepool-label-not-offered", PoolRules::label),
          Map.entry("nodepool-does-not-hold-pods", PoolBuying::holdsNot),
          Map.entry("plugin-kept-off-pool", PoolRules::keptOff),
          Map.entry("slices-without-overlay", PoolRules::slices),
          Map.entry("nodeclass-not-there", PoolRules::noClass));

  static final String NODE_POOL = "karpenter.sh/NodePool";
  static final String OVERLAY = "karpenter.sh/NodeOverlay";
  private static final String NODE_CLASS = "karpenter.k8s.aws/EC2NodeClass";
  private static final String GPU = "nvidia.com/gpu";
  private static final String SHARED = "nvidia.com/gpu.shared";
  private static final String OF_CARDS = "nvidia.com/";
  private static final String OF_AWS = "karpenter.k8s.aws";

  private static final Pattern GPU_FAMILY = Pattern.compile("(gr?|p)[0-9][a-z0-9-]*");
  private static final Pattern GPU_TYPE = Pattern.compile(GPU_FAMILY + "\\.[a-z0-9-]+");
  private static final Pattern GPU_CATEGORY = Pattern.compile("gr?|p");

  /** What a requirement says of a label that instances without GPUs do not have. */
  private static final Set<String> STATED = Set.of("In", "Exists", "Gt", "Gte", "Lt", "Lte");

  private PoolRules() {}

  static YamlPlace template(Inspected pool) {
    return Places.at(pool.place(), "spec", "template", "spec").orElse(pool.place());
  }

  /** Returns whether a pool buys nodes with GPUs only, as far as its requirements say. */
  static boolean hasGpus(Inspected pool) {
    return Places.items(template(pool), "requirements").stream().anyMatch(PoolRules::isOfGpus);
  }

  /** Returns whether a pool buys no nodes with GPUs, as far as its requirements say. */
  static boolean hasNoGpus(Inspected pool) {
    return Places.items(template(pool), "requirements").stream()
        .filter(each -> Places.text(each, "operator").equals("In"))
        .anyMatch(
            each ->
                switch (Places.text(each, "key")) {
                  case "node.kubernetes.io/instance-type" -> areNone(each, GPU_TYPE);
                  case OF_AWS + "/instance-family" -> areNone(each, GPU_FAMILY);
                  case OF_AWS + "/instance-category" -> areNone(each, GPU_CATEGORY);
                  default -> false;
                });
  }

  private static boolean areNone(YamlPlace requirement, Pattern unwanted) {
    return Places.items(requirement, "values").stream()
        .map(Places::textOf)
        .noneMatch(unwanted.asMatchPredicate());
  }

  private static boolean isOfGpus(YamlPlace requirement) {
    String key = Places.text(requirement, "key");
    String operator = Places.text(requirement, "operator");
    if (key.startsWith(OF_AWS + "/instance-gpu-")) {
      return STATED.contains(operator);
    }
    return operator.equals("In")
        && switch (key) {
          case "node.kubernetes.io/instance-type" -> areAll(requirement, GPU_TYPE);
          case OF_AWS + "/instance-family" -> areAll(requirement, GPU_FAMILY);
          case OF_AWS + "/instance-category" -> areAll(requirement, GPU_CATEGORY);
          default -> false;
        };
  }

  private static boolean areAll(YamlPlace requirement, Pattern wanted) {
    List<YamlPlace> values = Places.items(requirement, "values");
    return !values.isEmpty()
        && values.stream().map(Places::textOf).allMatch(wanted.asMatchPredicate());
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
    limitBelowPods(object, report)
        .ifPresent(
            each ->
                report.at(
                    each,
                    Map.of(
                        "value",
                        String.valueOf(most(object, report)),
                        "limit",
                        Places.textOf(each))));
  }

  /** Returns the GPU limit of the only pool of a file, if a pod of the file requests more. */
  static Optional<YamlPlace> limitBelowPods(Inspected object, Report report) {
    if (!object.is(NODE_POOL) || report.around().of(NODE_POOL, object).size() != 1) {
      return Optional.empty();
    }
    long most = most(object, report);
    return Places.at(object.place(), "spec", "limits", GPU)
        .filter(each -> Places.textOf(each).matches("[0-9]{1,9}"))
        .filter(each -> Long.parseLong(Places.textOf(each)) < most);
  }

  private static long most(Inspected beside, Report report) {
    return report.around().gpuWorkloads().stream()
        .filter(one -> one.place().source().equals(beside.place().source()))
        .flatMap(one -> one.gpuPods().stream())
        .mapToLong(pods -> pods.count(GPU))
        .max()
        .orElse(0);
  }

  /** Returns the taints of a pool that keep pods off its nodes. */
  private static List<Taint> taints(Inspected pool) {
    List<Taint> taints = new ArrayList<>();
    for (YamlPlace each : Places.items(template(pool), "taints")) {
      for (Taint.Effect effect : Taint.Effect.values()) {
        if (effect != Taint.Effect.PREFER_NO_SCHEDULE
            && effect.toString().equals(Places.text(each, "effect"))) {
          taints.add(new Taint(Places.text(each, "key"), Places.text(each, "value"), effect));
        }
      }
    }
    return taints;
  }

  /** Returns the tolerations of pods, with those that the API server of a pool's cloud adds. */
  private static List<Toleration> tolerations(InspectedPods pods, Inspected pool) {
    YamlPlace nodeClass = Places.at(template(pool), "nodeClassRef").orElse(pool.place());
    String group =
        Places.text(nodeClass, "kind").equals("EC2NodeClass")
            ? OF_AWS
            : Places.text(nodeClass, "group");
    if (ResourceTolerations.ofGroup(group).isEmpty()) {
      return pods.tolerations();
    }
    PodView pod = PodView.empty().tolerations(pods.tolerations());
    for (Box box : pods.boxes()) {
      pod = pod.container(box.name(), resources(box, "requests"), resources(box, "limits"));
    }
    return pod.withResourceTolerations().tolerations();
  }

  private static Map<String, String> resources(Box box, String section) {
    Map<String, String> amounts = new HashMap<>();
    Places.fields(box.place(), "resources", section)
        .forEach((resource, amount) -> amounts.put(resource, Places.textOf(amount)));
    return amounts;
  }

  static Optional<Taint> notTolerated(InspectedPods pods, Inspected pool) {
    List<Toleration> tolerations = tolerations(pods, pool);
    return taints(pool).stream()
        .filter(taint -> tolerations.stream().noneMatch(each -> each.tolerates(taint)))
        .findFirst();
  }

  private static void notTolerated(Inspected object, Report report) {
    List<Inspected> pools = pools(object, report);
    for (InspectedPods pods : object.gpuPods()) {
      if (pools.isEmpty()
          || pods.count(GPU) == 0
          || pools.stream().anyMatch(pool -> notTolerated(pods, pool).isEmpty())) {
        continue;
      }
      notTolerated(pods, pools.get(0))
          .ifPresent(
              taint ->
                  report.at(pods.spec(), Map.of("key", taint.key(), "value", taint.toString())));
    }
  }

  /**
   * The device plugin of the file, which no node of the pool takes. Pods of a DaemonSet tolerate
   * what Kubernetes itself taints nodes with; one without any toleration of GPU nodes is told by
   * another rule.
   */
  private static void keptOff(Inspected object, Report report) {
    List<InspectedPods> plugins =
        report.around().of("apps/DaemonSet", object).stream()
            .flatMap(each -> each.pods().stream())
            .filter(PluginRules::hasPlugin)
            .toList();
    if (!object.is(NODE_POOL)
        || !hasGpus(object)
        || plugins.isEmpty()
        || isBottlerocket(object, report)) {
      return;
    }
    List<YamlPlace> places = Places.items(template(object), "taints");
    List<Taint> taints = taints(object);
    boolean isTaken =
        plugins.stream()
            .anyMatch(
                pods ->
                    taints.stream()
                        .allMatch(
                            taint ->
                                taint.key().startsWith("node.kubernetes.io/")
                                    || tolerates(pods, taint)));
    if (isTaken) {
      return;
    }
    for (Taint taint : taints) {
      boolean isToldAlready =
          taint.key().equals(GPU) && plugins.stream().noneMatch(PoolRules::isOfGpuNodes);
      if (!isToldAlready && !tolerates(plugins.get(0), taint)) {
        YamlPlace at =
            places.stream()
                .filter(each -> Places.text(each, "key").equals(taint.key()))
                .findFirst()
                .orElse(object.place());
        report.at(at, Map.of("value", taint.toString(), "key", taint.key()));
        return;
      }
    }
  }

  /**
   * Returns the device plugin of the file that runs on the nodes of each of its pools that may take
   * pods for GPUs, as the labels and taints of the pools say.
   */
  static Optional<Inspected> pluginOnNodesOf(InspectedPods pods, Inspected object, Report report) {
    List<Inspected> pools =
        report.around().of(NODE_POOL, object).stream()
            .filter(pool -> !hasNoGpus(pool) && notTolerated(pods, pool).isEmpty())
            .toList();
    return report.around().of("apps/DaemonSet", object).stream()
        .filter(
            set ->
                set.pods().stream()
                    .filter(each -> PluginRules.pluginOfAllCards(each).isPresent())
                    .anyMatch(each -> pools.stream().allMatch(pool -> isRunOn(each, pool))))
        .findFirst()
        .filter(set -> !pools.isEmpty());
  }

  private static boolean isRunOn(InspectedPods pods, Inspected pool) {
    Map<String, String> labels = new HashMap<>();
    Places.fields(pool.place(), "spec", "template", "metadata", "labels")
        .forEach((key, value) -> labels.put(key, Places.textOf(value)));
    return taints(pool).stream().allMatch(taint -> tolerates(pods, taint))
        && PodAmounts.view(pods).filter(view -> view.selects(labels)).isPresent();
  }

  private static boolean tolerates(InspectedPods pods, Taint taint) {
    return pods.tolerations().stream().anyMatch(each -> each.tolerates(taint));
  }

  private static boolean isOfGpuNodes(InspectedPods pods) {
    return Places.items(pods.spec(), "tolerations").stream()
        .map(each -> Places.text(each, "key"))
        .anyMatch(key -> key.isEmpty() || key.equals(GPU));
  }

  /** The images of Bottlerocket for GPUs have the device plugin in them. */
  private static boolean isBottlerocket(Inspected pool, Report report) {
    String name = Places.text(template(pool), "nodeClassRef", "name");
    return report.around().of(NODE_CLASS).stream()
        .filter(each -> each.name().equals(name))
        .flatMap(each -> Places.items(each.place(), "spec", "amiSelectorTerms").stream())
        .anyMatch(term -> Places.text(term, "alias").startsWith("bottlerocket"));
  }

  /**
   * Labels of a cloud or of Kubernetes are given by others than pools. Those of GPU Feature
   * Discovery are written on nodes that are there, and Karpenter buys none for them.
   */
  private static void label(Inspected object, Report report) {
    List<Inspected> pools = report.around().of(NODE_POOL, object);
    if (pools.isEmpty()) {
      return;
    }
    boolean isOfCards =
        pools.stream().anyMatch(PoolRules::hasGpus)
            && pools.stream().allMatch(pool -> hasGpus(pool) || hasNoGpus(pool));
    for (InspectedPods pods : object.gpuPods()) {
      Places.fields(pods.spec(), "nodeSelector")
          .forEach(
              (key, value) -> {
                String text = Places.textOf(value);
                boolean isOwn = !key.contains(".") || (isOfCards && key.startsWith(OF_CARDS));
                if (isOwn
                    && !text.isEmpty()
                    && pools.stream().noneMatch(pool -> gives(pool, key, text))) {
                  report.at(value, Map.of("key", key, "value", text));
                }
              });
    }
  }

  static boolean gives(Inspected pool, String key, String value) {
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

  /** A class of another kind, such as those of EKS Auto Mode, is not in a file. */
  private static void noClass(Inspected object, Report report) {
    List<String> classes =
        report.around().of(NODE_CLASS, object).stream().map(Inspected::name).toList();
    boolean isEc2 = Places.text(template(object), "nodeClassRef", "kind").equals("EC2NodeClass");
    if (object.is(NODE_POOL) && isEc2 && !classes.isEmpty()) {
      Places.at(template(object), "nodeClassRef", "name")
          .filter(name -> !classes.contains(Places.textOf(name)))
          .ifPresent(name -> report.at(name, Map.of("value", Places.textOf(name))));
    }
  }
}
