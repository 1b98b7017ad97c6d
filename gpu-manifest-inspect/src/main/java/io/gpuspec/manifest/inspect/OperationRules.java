package io.gpuspec.manifest.inspect;

import io.gpuspec.kube.KubeNames;
import io.gpuspec.manifest.inspect.InspectedPods.Box;
import io.gpuspec.manifest.internal.tree.YamlPlace;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Rules for objects that the API server refuses, and for what runs long or costs. */
final class OperationRules {
  static final Map<String, Check> ALL =
      Map.ofEntries(
          Map.entry("job-restarts-always", OperationRules::restarts),
          Map.entry("object-name-malformed", OperationRules::name),
          Map.entry("container-name-malformed", boxes(OperationRules::containerName)),
          Map.entry("container-image-missing", OperationRules::image),
          Map.entry("autoscaler-by-cpu", OperationRules::byCpu),
          Map.entry("autoscaler-min-above-max", OperationRules::minAboveMax),
          Map.entry("budget-blocks-drains", OperationRules::budget),
          Map.entry("port-name-unknown", OperationRules::portName),
          Map.entry("service-selects-no-pod", OperationRules::service));

  private static final Set<String> KUBERNETES =
      Set.of(
          "Pod",
          "apps/Deployment",
          "apps/StatefulSet",
          "apps/DaemonSet",
          "apps/ReplicaSet",
          "batch/Job",
          "batch/CronJob");

  /** The names of its Jobs have 11 characters more, and are labels. */
  private static final int LONGEST_OF_CRON_JOB = 52;

  private static final Pattern NUMBER = Pattern.compile("[0-9]{1,5}");
  private static final Pattern COUNT = Pattern.compile("([0-9]{1,9})(%?)");
  private static final int WHOLE_PERCENTAGE = 100;

  /** Labels that controllers give their pods, which no template has. */
  private static final Pattern OF_CONTROLLERS =
      Pattern.compile(
          "(batch|apps|statefulset)\\.kubernetes\\.io/.*|job-name|controller-uid|pod-template-hash"
              + "|controller-revision-hash|pod-template-generation"
              + "|(leaderworkerset\\.sigs\\.k8s|jobset\\.sigs\\.k8s|training\\.kubeflow|ray)\\.(io|org)/.*"
              + "|(volcano\\.sh|serving\\.knative\\.dev|serving\\.kserve\\.io)/.*");

  private static final String METRICS_OF_V1 = "autoscaling.alpha.kubernetes.io/metrics";
  private static final String AUTOSCALER = "autoscaling/HorizontalPodAutoscaler";

  private OperationRules() {}

  /** Kubernetes' own kinds alone: an operator may fill in what its pods lack. */
  private static Check boxes(BiConsumer<Box, Report> check) {
    return (object, report) -> {
      if (KUBERNETES.contains(object.type())) {
        object.pods().forEach(pods -> pods.boxes().forEach(box -> check.accept(box, report)));
      }
    };
  }

  private static void restarts(Inspected object, Report report) {
    if (!object.is("batch/Job", "batch/CronJob")) {
      return;
    }
    for (InspectedPods pods : object.pods()) {
      Optional<YamlPlace> policy = Places.at(pods.spec(), "restartPolicy");
      String value = policy.map(Places::textOf).orElse("Always");
      if (!List.of("OnFailure", "Never").contains(value)) {
        Map<String, String> words = Map.of("value", value);
        if (policy.isPresent()) {
          report.suggest(policy.get(), words, Edit.replace(policy.get(), "Never"));
        } else if (Places.fields(pods.spec()).containsKey("restartPolicy")) {
          report.at(pods.spec(), words);
        } else {
          report.suggest(pods.spec(), words, Edit.add(pods.spec(), "restartPolicy: Never"));
        }
      }
    }
  }

  private static void name(Inspected object, Report report) {
    if (!object.is("Service") && !KUBERNETES.contains(object.type())) {
      return;
    }
    Places.at(object.place(), "metadata", "name")
        .filter(name -> name.template().isEmpty() && !Places.textOf(name).startsWith("<"))
        .filter(name -> !Places.textOf(name).isEmpty())
        .filter(name -> !isName(Places.textOf(name), object))
        .ifPresent(name -> report.at(name, Map.of("value", Places.textOf(name))));
  }

  private static boolean isName(String name, Inspected object) {
    boolean isShort = !object.is("batch/CronJob") || name.length() <= LONGEST_OF_CRON_JOB;
    return object.is("Service") ? KubeNames.isLabel(name) : KubeNames.isSubdomain(name) && isShort;
  }

  private static void containerName(Box box, Report report) {
    Places.at(box.place(), "name")
        .filter(name -> name.template().isEmpty() && !box.name().startsWith("<"))
        .filter(name -> !KubeNames.isLabel(box.name()))
        .ifPresent(name -> report.at(name, Map.of("value", box.name())));
  }

  /** The API server takes a template without an image: a webhook may fill it in. */
  private static void image(Inspected object, Report report) {
    if (!KUBERNETES.contains(object.type())) {
      return;
    }
    for (InspectedPods pods : object.pods()) {
      for (Box box : pods.boxes()) {
        if (Places.text(box.place(), "image").isEmpty()) {
          report.at(box.place(), Map.of("value", box.name()));
        }
      }
    }
  }

  /** A Service that is for a GPU workload of its file: it has its name, or one of its labels. */
  private static void service(Inspected object, Report report) {
    Map<String, YamlPlace> selector = Places.fields(object.place(), "spec", "selector");
    if (!object.is("Service")
        || selector.isEmpty()
        || selector.keySet().stream().anyMatch(OF_CONTROLLERS.asMatchPredicate())) {
      return;
    }
    List<List<Inspected>> labelled = labelled(object, selector, report);
    if (labelled.get(0).stream().anyMatch(each -> isSelected(each, selector))) {
      return;
    }
    Stream.concat(labelled.stream(), Stream.of(report.around().namesakes(object)))
        .flatMap(List::stream)
        .filter(each -> !each.gpuPods().isEmpty())
        .min(Comparator.comparingInt(each -> each.place().node().line()))
        .ifPresent(
            each ->
                report.at(
                    object.place().require("spec").require("selector"),
                    Map.of("name", object.called(), "value", each.called())));
  }

  /** A budget for which no pod may be missing: none of them all, or of those beside it. */
  private static void budget(Inspected object, Report report) {
    if (!object.is("policy/PodDisruptionBudget")) {
      return;
    }
    Places.at(object.place(), "spec", "maxUnavailable")
        .filter(value -> needed(Places.textOf(value), WHOLE_PERCENTAGE).orElse(1) == 0)
        .ifPresent(value -> blocks("maxUnavailable", value, report));
    Places.at(object.place(), "spec", "minAvailable")
        .filter(value -> isAll(Places.textOf(value), replicas(object, report)))
        .ifPresent(value -> blocks("minAvailable", value, report));
  }

  private static void blocks(String key, YamlPlace value, Report report) {
    report.at(value, Map.of("key", key, "value", Places.textOf(value)));
  }

  private static boolean isAll(String available, OptionalLong replicas) {
    return available.equals(WHOLE_PERCENTAGE + "%")
        || (replicas.orElse(0) > 0
            && needed(available, replicas.getAsLong()).orElse(0) >= replicas.getAsLong());
  }

  /** Returns how many of some pods a number or percentage is, rounded up as Kubernetes does. */
  private static OptionalLong needed(String text, long pods) {
    Matcher count = COUNT.matcher(text);
    if (!count.matches()) {
      return OptionalLong.empty();
    }
    long number = Long.parseLong(count.group(1));
    return OptionalLong.of(
        count.group(2).isEmpty()
            ? number
            : (number * pods + WHOLE_PERCENTAGE - 1) / WHOLE_PERCENTAGE);
  }

  /** Returns how many pods a budget is for, if all of them state it and nothing changes it. */
  private static OptionalLong replicas(Inspected budget, Report report) {
    Map<String, YamlPlace> labels =
        Places.fields(budget.place(), "spec", "selector", "matchLabels");
    if (labels.isEmpty()
        || !Places.items(budget.place(), "spec", "selector", "matchExpressions").isEmpty()) {
      return OptionalLong.empty();
    }
    Map<String, String> selector = new TreeMap<>();
    labels.forEach((key, value) -> selector.put(key, Places.textOf(value)));
    return report.around().replicas(budget, selector, () -> counted(budget, labels, report));
  }

  private static OptionalLong counted(
      Inspected budget, Map<String, YamlPlace> labels, Report report) {
    long sum = 0;
    for (Inspected each : labelled(budget, labels, report).get(0)) {
      if (isSelected(each, labels)) {
        String replicas = Places.text(each.place(), "spec", "replicas");
        boolean isFixed =
            each.is("apps/Deployment", "apps/StatefulSet") && !report.around().isScaled(each);
        if (!isFixed || !COUNT.matcher(replicas).matches() || replicas.endsWith("%")) {
          return OptionalLong.empty();
        }
        sum += Long.parseLong(replicas);
      }
    }
    return OptionalLong.of(sum);
  }

  /** A probe looks for a name in its own container, a Service in all containers of its pods. */
  private static void portName(Inspected object, Report report) {
    FormRules.mistakes(object, report);
    if (object.is("Service")) {
      List<Inspected> selected = selected(object, report);
      for (YamlPlace port : Places.items(object.place(), "spec", "ports")) {
        Places.at(port, "targetPort")
            .filter(OperationRules::isName)
            .filter(name -> !selected.isEmpty())
            .filter(name -> selected.stream().noneMatch(each -> mayHavePort(each, name)))
            .ifPresent(name -> noPort(name, selected.get(0).called(), report));
      }
    }
  }

  private static void noPort(YamlPlace name, String where, Report report) {
    report.at(name, Map.of("name", where, "value", Places.textOf(name)));
  }

  private static boolean isName(YamlPlace port) {
    return !port.isOpen() && !NUMBER.matcher(Places.textOf(port)).matches();
  }

  /** An operator may give its pods more ports than their template has. */
  private static boolean mayHavePort(Inspected object, YamlPlace name) {
    return !KUBERNETES.contains(object.type())
        || object.pods().stream()
            .flatMap(pods -> pods.boxes().stream())
            .anyMatch(box -> hasPort(box, name));
  }

  private static boolean hasPort(Box box, YamlPlace name) {
    return Places.items(box.place(), "ports").stream()
        .anyMatch(
            port ->
                !port.template().isEmpty()
                    || Places.text(port, "name").equals(Places.textOf(name)));
  }

  /** Returns the objects whose pods a Service selects; none if it selects by nothing. */
  private static List<Inspected> selected(Inspected service, Report report) {
    Map<String, YamlPlace> selector = Places.fields(service.place(), "spec", "selector");
    return selector.isEmpty()
        ? List.of()
        : labelled(service, selector, report).get(0).stream()
            .filter(each -> isSelected(each, selector))
            .toList();
  }

  /**
   * Returns the objects with pods that have a label, for each one of a selector; the fewest first.
   */
  private static List<List<Inspected>> labelled(
      Inspected object, Map<String, YamlPlace> selector, Report report) {
    return selector.entrySet().stream()
        .map(
            label ->
                report.around().labelled(object, label.getKey(), Places.textOf(label.getValue())))
        .sorted(Comparator.comparingInt(List::size))
        .toList();
  }

  private static boolean isSelected(Inspected object, Map<String, YamlPlace> selector) {
    return object.pods().stream()
        .anyMatch(pods -> selector.entrySet().stream().allMatch(label -> has(pods, label)));
  }

  private static boolean has(InspectedPods pods, Map.Entry<String, YamlPlace> label) {
    YamlPlace value = pods.labels().get(label.getKey());
    return value != null && Places.textOf(value).equals(Places.textOf(label.getValue()));
  }

  private static void byCpu(Inspected object, Report report) {
    if (!object.is(AUTOSCALER)) {
      return;
    }
    YamlPlace target = Places.at(object.place(), "spec", "scaleTargetRef").orElse(object.place());
    if (report
        .around()
        .isOfGpus(object, Places.text(target, "kind"), Places.text(target, "name"))) {
      byResources(object)
          .forEach(
              (place, name) -> report.at(place, Map.of("name", object.called(), "value", name)));
    }
  }

  private static void minAboveMax(Inspected object, Report report) {
    if (object.is(AUTOSCALER)) {
      minAboveMax(object, "minReplicas", "1", "maxReplicas", "", report);
    } else if (object.is("keda.sh/ScaledObject")) {
      minAboveMax(object, "minReplicaCount", "0", "maxReplicaCount", "100", report);
    }
  }

  private static void minAboveMax(
      Inspected scaler,
      String least,
      String leastIfNone,
      String most,
      String mostIfNone,
      Report report) {
    Optional<YamlPlace> min = Places.at(scaler.place(), "spec", least);
    Optional<YamlPlace> max = Places.at(scaler.place(), "spec", most);
    String from = min.map(Places::textOf).orElse(leastIfNone);
    String to = max.map(Places::textOf).orElse(mostIfNone);
    if (NUMBER.matcher(from).matches()
        && NUMBER.matcher(to).matches()
        && Integer.parseInt(from) > Integer.parseInt(to)) {
      report.at(
          min.or(() -> max).orElse(scaler.place()),
          Map.of("key", least, "value", from, "name", most, "limit", to));
    }
  }

  /** Returns where an autoscaler names a resource, if it scales by nothing else. */
  private static Map<YamlPlace, String> byResources(Inspected scaler) {
    Map<YamlPlace, String> names = new LinkedHashMap<>();
    List<YamlPlace> metrics = Places.items(scaler.place(), "spec", "metrics");
    for (YamlPlace metric : metrics) {
      Optional<YamlPlace> name =
          switch (Places.text(metric, "type")) {
            case "Resource" -> Places.at(metric, "resource", "name");
            case "ContainerResource" -> Places.at(metric, "containerResource", "name");
            default -> Optional.empty();
          };
      if (name.isEmpty()) {
        return Map.of();
      }
      names.put(name.get(), Places.textOf(name.get()));
    }
    boolean isElsewhere =
        Places.fields(scaler.place(), "metadata", "annotations").containsKey(METRICS_OF_V1);
    if (metrics.isEmpty() && !isElsewhere) {
      // Without metrics it is by 80 % of the CPU.
      names.put(
          Places.at(scaler.place(), "spec", "targetCPUUtilizationPercentage")
              .or(() -> Places.at(scaler.place(), "spec"))
              .orElse(scaler.place()),
          "cpu");
    }
    return names;
  }
}
