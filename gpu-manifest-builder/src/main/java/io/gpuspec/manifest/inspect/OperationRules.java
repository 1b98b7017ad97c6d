package io.gpuspec.manifest.inspect;

import io.gpuspec.manifest.inspect.InspectedPods.Box;
import io.gpuspec.manifest.internal.tree.YamlPlace;
import io.gpuspec.spi.KubeNames;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

/** Rules for objects that the API server refuses, and for what runs long or costs. */
final class OperationRules {
  static final Map<String, Check> ALL =
      Map.ofEntries(
          Map.entry("job-restarts-always", OperationRules::restarts),
          Map.entry("selector-without-pods", OperationRules::selector),
          Map.entry("object-name-malformed", OperationRules::name),
          Map.entry("container-name-malformed", boxes(OperationRules::containerName)),
          Map.entry("container-name-duplicate", OperationRules::duplicateName),
          Map.entry("container-image-missing", OperationRules::image),
          Map.entry("volume-not-declared", OperationRules::volume),
          Map.entry("mount-path-duplicate", boxes(OperationRules::mountPath)),
          Map.entry("env-two-sources", boxes(OperationRules::twoSources)),
          Map.entry("autoscaler-by-cpu", OperationRules::byCpu),
          Map.entry("probe-of-init-container", boxes(OperationRules::probes)),
          Map.entry("service-selects-no-pod", OperationRules::service));

  private static final List<String> PROBES =
      List.of("livenessProbe", "readinessProbe", "startupProbe", "lifecycle");

  private static final Set<String> KUBERNETES =
      Set.of(
          "Pod",
          "apps/Deployment",
          "apps/StatefulSet",
          "apps/DaemonSet",
          "apps/ReplicaSet",
          "batch/Job",
          "batch/CronJob");

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
        } else {
          report.suggest(pods.spec(), words, Edit.add(pods.spec(), "restartPolicy: Never"));
        }
      }
    }
  }

  private static void selector(Inspected object, Report report) {
    if (!object.is("apps/Deployment", "apps/StatefulSet", "apps/DaemonSet", "apps/ReplicaSet")) {
      return;
    }
    Map<String, YamlPlace> labels =
        Places.fields(object.place(), "spec", "template", "metadata", "labels");
    Places.fields(object.place(), "spec", "selector", "matchLabels")
        .forEach(
            (key, value) -> {
              YamlPlace label = labels.get(key);
              if (label == null || !Places.textOf(label).equals(Places.textOf(value))) {
                report.at(value, Map.of("key", key, "value", Places.textOf(value)));
              }
            });
  }

  private static void name(Inspected object, Report report) {
    boolean isService = object.is("Service");
    if (!isService && !KUBERNETES.contains(object.type())) {
      return;
    }
    Places.at(object.place(), "metadata", "name")
        .filter(name -> name.template().isEmpty() && !Places.textOf(name).startsWith("<"))
        .filter(name -> !Places.textOf(name).isEmpty())
        .filter(name -> !isName(Places.textOf(name), isService))
        .ifPresent(name -> report.at(name, Map.of("value", Places.textOf(name))));
  }

  private static boolean isName(String name, boolean isService) {
    return isService ? KubeNames.isLabel(name) : KubeNames.isSubdomain(name);
  }

  private static void containerName(Box box, Report report) {
    Places.at(box.place(), "name")
        .filter(name -> name.template().isEmpty() && !box.name().startsWith("<"))
        .filter(name -> !KubeNames.isLabel(box.name()))
        .ifPresent(name -> report.at(name, Map.of("value", box.name())));
  }

  private static void duplicateName(Inspected object, Report report) {
    for (InspectedPods pods : object.pods()) {
      Set<String> names = new HashSet<>();
      for (Box box : pods.boxes()) {
        if (!box.name().isEmpty() && !names.add(box.name())) {
          report.at(box.place().require("name"), Map.of("value", box.name()));
        }
      }
    }
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

  private static void volume(Inspected object, Report report) {
    if (!KUBERNETES.contains(object.type())) {
      return;
    }
    Set<String> names = new HashSet<>();
    Places.items(object.place(), "spec", "volumeClaimTemplates")
        .forEach(claim -> names.add(Places.text(claim, "metadata", "name")));
    for (InspectedPods pods : object.pods()) {
      Set<String> all = new HashSet<>(names);
      Places.items(pods.spec(), "volumes").forEach(each -> all.add(Places.text(each, "name")));
      for (Box box : pods.boxes()) {
        for (YamlPlace mount : Places.items(box.place(), "volumeMounts")) {
          String name = Places.text(mount, "name");
          if (!name.isEmpty() && !all.contains(name)) {
            report.at(mount.require("name"), Map.of("value", name, "name", box.name()));
          }
        }
      }
    }
  }

  private static void mountPath(Box box, Report report) {
    Set<String> paths = new HashSet<>();
    for (YamlPlace mount : Places.items(box.place(), "volumeMounts")) {
      String path = Places.text(mount, "mountPath");
      if (!path.isEmpty() && !paths.add(path)) {
        report.at(mount.require("mountPath"), Map.of("value", path, "name", box.name()));
      }
    }
  }

  private static void twoSources(Box box, Report report) {
    for (YamlPlace variable : Places.items(box.place(), "env")) {
      if (!Places.text(variable, "value").isEmpty()
          && Places.at(variable, "valueFrom").isPresent()) {
        report.at(variable.require("value"), Map.of("name", Places.text(variable, "name")));
      }
    }
  }

  private static void probes(Box box, Report report) {
    if (box.isInit() && !Places.text(box.place(), "restartPolicy").equals("Always")) {
      PROBES.stream()
          .flatMap(probe -> Places.at(box.place(), probe).stream())
          .forEach(at -> report.at(at, Map.of("name", box.name())));
    }
  }

  /** A Service that is for a GPU workload of its file: it has its name, or one of its labels. */
  private static void service(Inspected object, Report report) {
    Map<String, YamlPlace> selector = Places.fields(object.place(), "spec", "selector");
    if (!object.is("Service") || selector.isEmpty()) {
      return;
    }
    List<List<Inspected>> labelled =
        selector.entrySet().stream()
            .map(
                label ->
                    report
                        .around()
                        .labelled(object, label.getKey(), Places.textOf(label.getValue())))
            .sorted(Comparator.comparingInt(List::size))
            .toList();
    boolean isSelecting =
        labelled.get(0).stream()
            .flatMap(each -> each.pods().stream())
            .anyMatch(pods -> selector.entrySet().stream().allMatch(label -> has(pods, label)));
    if (isSelecting) {
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

  private static boolean has(InspectedPods pods, Map.Entry<String, YamlPlace> label) {
    YamlPlace value = pods.labels().get(label.getKey());
    return value != null && Places.textOf(value).equals(Places.textOf(label.getValue()));
  }

  private static void byCpu(Inspected object, Report report) {
    if (!object.is("autoscaling/HorizontalPodAutoscaler")) {
      return;
    }
    YamlPlace target = Places.at(object.place(), "spec", "scaleTargetRef").orElse(object.place());
    boolean isOfGpus =
        report.around().gpuWorkloads().stream()
            .filter(each -> each.effectiveNamespace().equals(object.effectiveNamespace()))
            .filter(each -> each.kind().equals(Places.text(target, "kind")))
            .anyMatch(each -> each.name().equals(Places.text(target, "name")));
    List<YamlPlace> metrics = Places.items(object.place(), "spec", "metrics");
    boolean isByResources =
        metrics.stream().allMatch(metric -> Places.text(metric, "type").equals("Resource"));
    if (isOfGpus && isByResources) {
      metrics.stream()
          .flatMap(metric -> Places.at(metric, "resource", "name").stream())
          .forEach(
              name ->
                  report.at(name, Map.of("name", object.called(), "value", Places.textOf(name))));
    }
  }
}
