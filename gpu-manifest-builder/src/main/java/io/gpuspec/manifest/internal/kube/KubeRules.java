package io.gpuspec.manifest.internal.kube;

import io.gpuspec.kube.KubeNames;
import io.gpuspec.kube.Tree.Kind;
import io.gpuspec.manifest.internal.kube.KubeFinding.Fix;
import io.gpuspec.manifest.internal.tree.Checks;
import io.gpuspec.manifest.internal.tree.KubeTree;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.UnknownNameException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The rules that more than one field of a type decides, by the type.
 *
 * <p>Source: Kubernetes 1.37, {@code pkg/apis/core/validation/validation.go} and {@code
 * pkg/apis/apps/validation/validation.go}; the functions are named at the rules. What the API
 * server takes, and no workload should have, is advice: it has no rule of the inspector here, and a
 * reason.
 */
final class KubeRules {
  private static final Pattern PORT = Pattern.compile("[0-9]{1,5}");
  private static final Pattern INTEGER = Pattern.compile("0|-?[1-9][0-9]{0,18}");
  private static final List<String> HANDLERS = List.of("httpGet", "tcpSocket");
  private static final List<String> PROBES =
      List.of("startupProbe", "livenessProbe", "readinessProbe");
  private static final List<String> HOOKS = List.of("postStart", "preStop");
  private static final String OPERATOR = "operator";
  private static final String VALUE = "value";
  private static final String NAME = "name";

  private static final Map<String, List<KubeRule>> ALL =
      Map.ofEntries(
          Map.entry(
              "Toleration",
              List.of(
                  always(KubeRules::tolerationValue),
                  always(KubeRules::tolerationKey),
                  KubeRules::tolerationSeconds,
                  KubeRules::tolerationNumber)),
          Map.entry("NodeSelector", List.of(always(KubeRules::nodeSelectorTerms))),
          Map.entry(
              "NodeSelectorRequirement",
              List.of(always(KubeRules::nodeValues), advice("key", Checks::nodeLabel))),
          Map.entry("LabelSelectorRequirement", List.of(KubeRules::labelValues)),
          Map.entry("EnvVar", List.of(KubeRules::sources)),
          Map.entry(
              "PodSpec",
              List.of(
                  always(KubeRules::containerNames),
                  KubeRules::probesOfInits,
                  KubeRules::hostPorts,
                  KubeRules::ephemeralContainers,
                  KubeRules::gracePeriod,
                  KubeRules::wholePod,
                  KubeRules::renamedLabels,
                  KubeRules::volumes)),
          Map.entry("Container", List.of(KubeRules::mountPaths, KubeRules::portNames)),
          Map.entry("SecurityContext", List.of(KubeRules::privileges)),
          Map.entry("DeploymentSpec", List.of(KubeRules::selector)),
          Map.entry("StatefulSetSpec", List.of(KubeRules::selector)),
          Map.entry("DaemonSetSpec", List.of(KubeRules::selector)),
          Map.entry("ReplicaSetSpec", List.of(KubeRules::selector)),
          Map.entry("Volume", List.of(KubeRules::volumeSource)),
          Map.entry("VolumeMount", List.of(advice("mountPath", Checks::mountPath))),
          Map.entry("HTTPGetAction", List.of(advice("path", Checks::probePath))),
          Map.entry("PodAffinityTerm", List.of(advice("topologyKey", Checks::topologyKey))),
          Map.entry(
              "TopologySpreadConstraint", List.of(advice("topologyKey", Checks::topologyKey))),
          Map.entry(
              "Probe",
              List.of(
                  notZero("failureThreshold"),
                  notZero("periodSeconds"),
                  notZero("timeoutSeconds"))));

  private KubeRules() {}

  /** Returns the types that have rules. */
  static Set<String> types() {
    return ALL.keySet();
  }

  /** Returns the rules of a type, in the order in which they report. */
  static List<KubeRule> of(String type) {
    return ALL.getOrDefault(type, List.of());
  }

  /** A rule that holds for the pods of an operator too, which may fill in what they lack. */
  private static KubeRule always(KubeRule rule) {
    return new KubeRule() {
      @Override
      public void check(KubeTree mapping, KubeType type, KubeCheck check) {
        rule.check(mapping, type, check);
      }

      @Override
      public boolean isForOperators() {
        return true;
      }
    };
  }

  /** Advice on the value of a field. */
  private static KubeRule advice(String field, Consumer<String> advice) {
    return (mapping, type, check) -> {
      KubeTree value = mapping.child(field);
      if (value != null && !value.text().isEmpty()) {
        try {
          advice.accept(value.text());
        } catch (InvalidValueException e) {
          check.advise(value, "", String.valueOf(e.getMessage()));
        }
      }
    };
  }

  /** Advice: Kubernetes reads 0 as its own default. */
  private static KubeRule notZero(String field) {
    return (mapping, type, check) -> {
      KubeTree value = mapping.child(field);
      if (value != null && value.text().equals("0")) {
        check.advise(
            value,
            "",
            "'0' is below 1; Kubernetes reads 0 as its own default, so leave the step out for that");
      }
    };
  }

  /** ValidateTolerations: no value with Exists. */
  private static void tolerationValue(KubeTree toleration, KubeType type, KubeCheck check) {
    KubeTree value = toleration.child(VALUE);
    if (value != null && !value.text().isEmpty() && toleration.text(OPERATOR).equals("Exists")) {
      check.add(
          KubeFinding.of("toleration-value-with-exists", toleration, value)
              .words(Map.of("value", value.text()))
              .fix(Fix.REMOVE)
              .problem(
                  "'%s' goes with no operator Exists, which takes any value; write Equal, or leave the value out"
                      .formatted(value.text())));
    }
  }

  /** ValidateTolerations: without a key the operator is Exists. */
  private static void tolerationKey(KubeTree toleration, KubeType type, KubeCheck check) {
    if (KubeRule.isEmpty(toleration, "key") && !toleration.text(OPERATOR).equals("Exists")) {
      check.add(
          KubeFinding.of("toleration-without-key", toleration, toleration)
              .problem("'key' is missing; add it, or write operator: Exists for every taint"));
    }
  }

  /** ValidateTolerations: tolerationSeconds with the effect NoExecute alone. */
  private static void tolerationSeconds(KubeTree toleration, KubeType type, KubeCheck check) {
    KubeTree seconds = toleration.child("tolerationSeconds");
    if (seconds != null && !toleration.text("effect").equals("NoExecute")) {
      check.refused(
          seconds,
          "tolerationSeconds",
          "the effect NoExecute with it",
          "'%s' has a meaning with effect: NoExecute only; write that, or remove it"
              .formatted(seconds.text()));
    }
  }

  /** ValidateTolerations: Lt and Gt compare with an integer of 64 bits. */
  private static void tolerationNumber(KubeTree toleration, KubeType type, KubeCheck check) {
    String operator = toleration.text(OPERATOR);
    if (List.of("Lt", "Gt").contains(operator)
        && !INTEGER.matcher(toleration.text(VALUE)).matches()) {
      KubeTree value = toleration.child(VALUE);
      check.refused(
          value == null ? toleration : value,
          VALUE,
          "a whole number with operator " + operator,
          "'%s' is not a whole number; operator %s compares with one"
              .formatted(toleration.text(VALUE), operator));
    }
  }

  /** ValidateNodeSelector: at least one term. */
  private static void nodeSelectorTerms(KubeTree selector, KubeType type, KubeCheck check) {
    if (selector.elements("nodeSelectorTerms").isEmpty()) {
      check.add(
          KubeFinding.of("node-affinity-terms-empty", selector, selector)
              .problem("'nodeSelectorTerms' is missing; add it"));
    }
  }

  /** ValidateNodeSelectorRequirement: how many values each operator has. */
  private static void nodeValues(KubeTree requirement, KubeType type, KubeCheck check) {
    String problem = valuesProblem(requirement);
    if (!problem.isEmpty()) {
      check.add(
          KubeFinding.of("node-requirement-values", requirement, requirement)
              .words(
                  Map.of(
                      "key", requirement.text("key"),
                      "value", requirement.text(OPERATOR),
                      "count", String.valueOf(requirement.elements("values").size())))
              .problem(problem));
    }
  }

  /** ValidateLabelSelectorRequirement: how many values each operator has. */
  private static void labelValues(KubeTree requirement, KubeType type, KubeCheck check) {
    String problem = valuesProblem(requirement);
    if (!problem.isEmpty()) {
      check.refused(
          requirement,
          OPERATOR,
          requirement.text(OPERATOR),
          "values with In and NotIn, and none with Exists and DoesNotExist",
          problem);
    }
  }

  private static String valuesProblem(KubeTree requirement) {
    int values = requirement.elements("values").size();
    String operator = requirement.text(OPERATOR);
    String problem =
        switch (operator) {
          case "In", "NotIn" -> values == 0 ? "needs values; add them, or write Exists" : "";
          case "Exists", "DoesNotExist" ->
              values > 0 ? "has no values; remove them, or write In" : "";
          case "Gt", "Lt" -> values != 1 ? "needs one value; give one whole number" : "";
          default -> "";
        };
    return problem.isEmpty() ? "" : "operator: '" + operator + "' " + problem;
  }

  /** ValidateEnv: a value, or where it is from. */
  private static void sources(KubeTree variable, KubeType type, KubeCheck check) {
    KubeTree value = variable.child(VALUE);
    if (value != null && !value.text().isEmpty() && variable.has("valueFrom")) {
      check.add(
          KubeFinding.of("env-two-sources", variable, value)
              .atOwner()
              .words(Map.of("name", variable.text(NAME)))
              .problem("value and valueFrom exclude each other; leave all but one out"));
    }
  }

  private static List<KubeTree> containers(KubeTree pod) {
    List<KubeTree> all = new ArrayList<>(pod.elements("initContainers"));
    all.addAll(pod.elements("containers"));
    return all;
  }

  /** validateContainers, validateInitContainers: each name once. */
  private static void containerNames(KubeTree pod, KubeType type, KubeCheck check) {
    Set<String> names = new HashSet<>();
    for (KubeTree container : containers(pod)) {
      KubeTree name = container.child(NAME);
      if (name != null && !name.text().isEmpty() && !names.add(name.text())) {
        check.add(
            KubeFinding.of("container-name-duplicate", container, name)
                .words(Map.of("value", name.text()))
                .id("container.duplicate")
                .problem(
                    "container: '%s' is a duplicate; give each container its own name"
                        .formatted(name.text())));
      }
    }
  }

  /** validateInitContainers: probes and hooks for sidecars alone. */
  private static void probesOfInits(KubeTree pod, KubeType type, KubeCheck check) {
    for (KubeTree init : pod.elements("initContainers")) {
      if (!init.text("restartPolicy").equals("Always")) {
        Stream.of("livenessProbe", "readinessProbe", "startupProbe", "lifecycle")
            .flatMap(probe -> Stream.ofNullable(init.child(probe)))
            .forEach(
                probe ->
                    check.add(
                        KubeFinding.of("probe-of-init-container", init, probe)
                            .atOwner()
                            .words(Map.of("name", init.text(NAME)))
                            .id("probe.unsupported")
                            .problem(
                                "probe: init container '%s' runs to its end and can have none; leave the probes out, or make it a sidecar()"
                                    .formatted(init.text(NAME)))));
      }
    }
  }

  /**
   * validatePodHostNetworkDeps: with the host's network, the ports of a container are those of the
   * node. It does not look at init containers.
   */
  private static void hostPorts(KubeTree pod, KubeType type, KubeCheck check) {
    if (!pod.text("hostNetwork").equals("true")) {
      return;
    }
    for (KubeTree container : pod.elements("containers")) {
      for (KubeTree port : container.elements("ports")) {
        String own = port.text("containerPort");
        KubeTree host = port.child("hostPort");
        if (host != null
            && PORT.matcher(own).matches()
            && PORT.matcher(host.text()).matches()
            && !host.text().equals(own)
            && !host.text().equals("0")) {
          check.add(
              KubeFinding.of("host-port-unlike-container-port", port, host)
                  .words(Map.of("key", own, "value", host.text()))
                  .problem(
                      "'%s' is not the containerPort '%s', which it is with hostNetwork; write that, or leave it out"
                          .formatted(host.text(), own)));
        }
      }
    }
  }

  /** ValidatePodCreate: ephemeral containers are added to a pod that runs. */
  private static void ephemeralContainers(KubeTree pod, KubeType type, KubeCheck check) {
    KubeTree ephemeral = pod.child("ephemeralContainers");
    if (ephemeral != null && !ephemeral.elements().isEmpty()) {
      check.refusedOwner(
          pod,
          ephemeral,
          "ephemeralContainers",
          "none in a pod that does not run",
          "ephemeralContainers: they are added to pods that run, with kubectl debug; remove them");
    }
  }

  /** validatePodResources: CPU, memory and huge pages alone. */
  private static void wholePod(KubeTree pod, KubeType type, KubeCheck check) {
    Map<String, KubeTree> amounts = new HashMap<>();
    for (String section : List.of("limits", "requests")) {
      pod.entries("resources", section).forEach(amounts::putIfAbsent);
    }
    for (String name : new TreeSet<>(amounts.keySet())) {
      if (!name.equals("cpu") && !name.equals("memory") && !KubeNames.isHugePages(name)) {
        check.refusedOwner(
            pod,
            Objects.requireNonNull(amounts.get(name)),
            name,
            "cpu, memory and hugepages-* alone",
            "resources: '%s' is not a resource of a whole pod, which has cpu, memory and hugepages; say it of a container, and GPUs with gpu"
                .formatted(name));
      }
    }
  }

  /** Advice: the API server warns of labels that were renamed. */
  private static void renamedLabels(KubeTree pod, KubeType type, KubeCheck check) {
    pod.entries("nodeSelector")
        .keySet()
        .forEach(
            key ->
                KubeNames.renamed(key)
                    .ifPresent(
                        now ->
                            check.advise(
                                Objects.requireNonNull(pod.child("nodeSelector")).keyOf(key),
                                "label.deprecated",
                                "node label: '%s' is deprecated; write %s".formatted(key, now))));
  }

  /** Advice: Kubernetes makes 1 of a negative number. */
  private static void gracePeriod(KubeTree pod, KubeType type, KubeCheck check) {
    KubeTree seconds = pod.child("terminationGracePeriodSeconds");
    if (seconds != null && seconds.text().startsWith("-")) {
      check.advise(
          seconds,
          "workload.out-of-range",
          "terminationGracePeriodSeconds: '%s' is below 0, of which Kubernetes makes 1; write how many seconds containers have to end"
              .formatted(seconds.text()));
    }
  }

  /** ValidateVolumeMounts: the pod, or the StatefulSet, has the volume. */
  private static void volumes(KubeTree pod, KubeType type, KubeCheck check) {
    Set<String> names = new TreeSet<>(check.volumesOfOwner());
    pod.elements("volumes").forEach(volume -> names.add(volume.text(NAME)));
    for (KubeTree container : containers(pod)) {
      for (KubeTree mount : container.elements("volumeMounts")) {
        KubeTree name = mount.child(NAME);
        if (name != null && !name.text().isEmpty() && !names.contains(name.text())) {
          String what = "volume of container '" + container.text(NAME) + "'";
          check.add(
              KubeFinding.of("volume-not-declared", mount, name)
                  .words(Map.of("value", name.text(), "name", container.text(NAME)))
                  .id("volume.unknown")
                  .problem(
                      new UnknownNameException("volume.unknown", what, name.text(), names)
                              .getMessage()
                          + "; add a volume of that name to the pod, or mount one that is there"));
        }
      }
    }
  }

  /** ValidateVolumeMounts: each path once. */
  private static void mountPaths(KubeTree container, KubeType type, KubeCheck check) {
    Set<String> paths = new HashSet<>();
    for (KubeTree mount : container.elements("volumeMounts")) {
      KubeTree path = mount.child("mountPath");
      if (path != null && !path.text().isEmpty() && !paths.add(path.text())) {
        check.add(
            KubeFinding.of("mount-path-duplicate", mount, path)
                .words(Map.of("value", path.text(), "name", container.text(NAME)))
                .id("mount.duplicate")
                .problem(
                    "mount path: '%s' is a duplicate in container '%s'; mount each volume at its own path"
                        .formatted(path.text(), container.text(NAME))));
      }
    }
  }

  /** The kubelet looks for the name in the container's own ports, and the API server does not. */
  private static void portNames(KubeTree container, KubeType type, KubeCheck check) {
    if (container.elements("ports").stream().anyMatch(KubeTree::isOpen)) {
      return;
    }
    Set<String> names = new HashSet<>();
    container.elements("ports").forEach(port -> names.add(port.text(NAME)));
    Stream.concat(
            PROBES.stream().flatMap(probe -> Stream.ofNullable(container.child(probe))),
            HOOKS.stream().flatMap(hook -> Stream.ofNullable(container.child("lifecycle", hook))))
        .flatMap(
            parent ->
                HANDLERS.stream().flatMap(way -> Stream.ofNullable(parent.child(way, "port"))))
        .filter(port -> port.kind() == Kind.STRING && !port.isOpen())
        .filter(port -> !PORT.matcher(port.text()).matches())
        .filter(port -> !port.text().isEmpty() && !names.contains(port.text()))
        .forEach(
            port ->
                check.add(
                    KubeFinding.of("port-name-unknown", container, port)
                        .atOwner()
                        .words(Map.of("name", container.text(NAME), "value", port.text()))
                        .problem(
                            "port: '%s' is the name of none of its ports; give a port that name, or write the number"
                                .formatted(port.text()))));
  }

  /** ValidateSecurityContext: what contradicts allowPrivilegeEscalation: false. */
  private static void privileges(KubeTree context, KubeType type, KubeCheck check) {
    if (!context.text("allowPrivilegeEscalation").equals("false")) {
      return;
    }
    KubeTree privileged = context.child("privileged");
    if (privileged != null && privileged.text().equals("true")) {
      check.refusedOwner(
          context,
          privileged,
          "privileged",
          "no true beside allowPrivilegeEscalation: false",
          "privileged: 'true' contradicts allowPrivilegeEscalation: false, which restricted writes too; remove one of them");
      return;
    }
    context.elements("capabilities", "add").stream()
        .filter(each -> each.text().equals("CAP_SYS_ADMIN"))
        .limit(1)
        .forEach(
            each ->
                check.refusedOwner(
                    context,
                    each,
                    "capabilities",
                    "no CAP_SYS_ADMIN beside allowPrivilegeEscalation: false",
                    "capabilities: 'CAP_SYS_ADMIN' contradicts allowPrivilegeEscalation: false; remove one of them"));
  }

  /** ValidateDeploymentSpec and those like it: the selector selects the template's pods. */
  private static void selector(KubeTree spec, KubeType type, KubeCheck check) {
    Map<String, ? extends KubeTree> labels = spec.entries("template", "metadata", "labels");
    spec.entries("selector", "matchLabels")
        .forEach(
            (key, value) -> {
              KubeTree label = labels.get(key);
              if (label == null || !label.text().equals(value.text())) {
                check.add(
                    KubeFinding.of("selector-without-pods", spec, value)
                        .words(Map.of("key", key, "value", value.text()))
                        .problem(
                            "label %s: '%s' is not a label of the pods; write it there too"
                                .formatted(key, value.text())));
              }
            });
  }

  /**
   * ValidateVolumes: one source at most; advice: the API server makes an empty directory of none.
   */
  private static void volumeSource(KubeTree volume, KubeType type, KubeCheck check) {
    List<String> given = new ArrayList<>();
    type.fields().keySet().stream()
        .filter(field -> !field.equals(NAME) && volume.has(field))
        .sorted()
        .forEach(given::add);
    if (given.isEmpty()) {
      check.advise(
          volume,
          "",
          "it has no source, and Kubernetes makes an empty directory of it; write emptyDir: {} where that is meant");
    } else if (given.size() > 1) {
      check.refused(
          volume,
          NAME,
          "one source",
          "%s exclude each other; leave all but one out".formatted(String.join(" and ", given)));
    }
  }
}
