package io.gpuspec.manifest;

import io.fabric8.kubernetes.api.model.Volume;
import io.gpuspec.kube.KubeNames;
import io.gpuspec.manifest.internal.fields.KubeShapes;
import io.gpuspec.manifest.internal.tree.Checks;
import io.gpuspec.manifest.internal.tree.ContainerForm;
import io.gpuspec.manifest.internal.tree.CpuAndMemory;
import io.gpuspec.value.InvalidValueException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Rules for combinations of fields in a Kubernetes object.
 *
 * <p>Source: Kubernetes, API reference, Pod (v1). Two of the refused cases are accepted by the API
 * server: a reference to a port's name that no port has, which the kubelet then does not find, and
 * a volume without a source, which becomes an empty directory.
 */
final class KubeRules {

  /** A rule that reports a problem with an object's fields, if there is one. */
  private interface Rule {
    Stream<String> problems(Map<String, Object> object);
  }

  private static final String NO_SOURCE =
      "it has no source, and Kubernetes makes an empty directory of it; write emptyDir: {} where that is meant";

  private static final List<String> HANDLERS = List.of("exec", "grpc", "httpGet", "tcpSocket");

  /** The rules by the name of the object. */
  private static final Map<String, List<Rule>> RULES =
      Map.ofEntries(
          Map.entry(
              "ContainerPort",
              List.of(
                  required("containerPort"),
                  port("containerPort"),
                  text("name", Checks::portName))),
          Map.entry("EnvFromSource", List.of(oneOf(List.of("configMapRef", "secretRef")))),
          Map.entry(
              "ConfigMapKeySelector",
              List.of(required("name"), required("key"), keyOf("config map"))),
          Map.entry(
              "EnvVar",
              List.of(
                  required("name"),
                  oneAtMost("value", "valueFrom"),
                  text("name", Checks::envName))),
          Map.entry("GRPCAction", List.of(required("port"), port("port"))),
          Map.entry(
              "HTTPGetAction",
              List.of(required("port"), port("port"), text("path", Checks::probePath))),
          Map.entry("HostPathVolumeSource", List.of(required("path"))),
          Map.entry("LabelSelectorRequirement", requirement()),
          Map.entry(
              "LifecycleHandler", List.of(oneOf(List.of("exec", "httpGet", "sleep", "tcpSocket")))),
          Map.entry("NodeSelector", List.of(required("nodeSelectorTerms"))),
          Map.entry("NodeSelectorRequirement", requirement()),
          Map.entry("PersistentVolumeClaimVolumeSource", List.of(required("claimName"))),
          Map.entry("PodAffinityTerm", List.of(required("topologyKey"))),
          Map.entry(
              "PodSpec", List.of(KubeRules::noEphemeralContainers, KubeRules::cpuAndMemoryOnly)),
          Map.entry(
              "SecretKeySelector", List.of(required("name"), required("key"), keyOf("secret"))),
          Map.entry("PreferredSchedulingTerm", List.of(required("preference"), required("weight"))),
          Map.entry("Probe", List.of(oneOf(HANDLERS))),
          Map.entry("TCPSocketAction", List.of(required("port"), port("port"))),
          Map.entry("Toleration", List.of(KubeRules::toleration)),
          Map.entry(
              "TopologySpreadConstraint",
              List.of(required("maxSkew"), required("topologyKey"), required("whenUnsatisfiable"))),
          Map.entry(
              "Volume",
              List.of(
                  required("name"),
                  text("name", KubeRules::volumeName),
                  oneOf(sources(), NO_SOURCE))),
          Map.entry(
              "VolumeMount",
              List.of(
                  required("name"),
                  required("mountPath"),
                  text("name", KubeRules::volumeName),
                  text("mountPath", Checks::mountPath))),
          Map.entry(
              "WeightedPodAffinityTerm", List.of(required("podAffinityTerm"), required("weight"))),
          Map.entry("Container", List.of(KubeRules::portNames)),
          Map.entry("SecurityContext", List.of(KubeRules::privileges)));

  /** The checks of values, by object and field. */
  private static final Map<String, BiFunction<String, Object, Stream<String>>> VALUES =
      Map.ofEntries(
          Map.entry("NodeSelectorRequirement.key", word(Checks::nodeLabel)),
          Map.entry("PodAffinityTerm.topologyKey", word(Checks::topologyKey)),
          Map.entry(
              "PodSpec.activeDeadlineSeconds",
              number(seconds -> Checks.atLeast("activeDeadlineSeconds", 1, seconds))),
          Map.entry("PodSpec.hostname", word(name -> Checks.dnsLabel("hostname", name))),
          Map.entry("PodSpec.subdomain", word(name -> Checks.dnsLabel("subdomain", name))),
          name("PodSpec.priorityClassName", "priority class"),
          name("PodSpec.runtimeClassName", "runtime class"),
          name("PodSpec.serviceAccountName", "service account"),
          Map.entry("PodSpec.terminationGracePeriodSeconds", number(Checks::gracePeriod)),
          Map.entry("Probe.failureThreshold", fromOne("failureThreshold")),
          Map.entry(
              "Probe.initialDelaySeconds",
              number(seconds -> Checks.atLeast("initialDelaySeconds", 0, seconds))),
          Map.entry("Probe.periodSeconds", fromOne("periodSeconds")),
          Map.entry("Probe.timeoutSeconds", fromOne("timeoutSeconds")),
          Map.entry("Toleration.key", word(key -> Checks.key("toleration", key))),
          Map.entry(
              "TopologySpreadConstraint.maxSkew",
              number(skew -> Checks.atLeast("maxSkew", 1, skew))),
          Map.entry("TopologySpreadConstraint.topologyKey", word(Checks::topologyKey)));

  private KubeRules() {}

  private static Map.Entry<String, BiFunction<String, Object, Stream<String>>> name(
      String field, String what) {
    return Map.entry(field, word(name -> Checks.dnsSubdomain(what, name)));
  }

  private static BiFunction<String, Object, Stream<String>> fromOne(String what) {
    return number(times -> Checks.fromOne(what, (int) Math.min(times, Integer.MAX_VALUE)));
  }

  /** Objects of files can have anything where the schema has a string. */
  private static BiFunction<String, Object, Stream<String>> word(Consumer<String> check) {
    return (field, value) ->
        value instanceof String word
            ? refusals(() -> check.accept(word))
            : Stream.of("%s: '%s' is not a string; write it in quotes".formatted(field, value));
  }

  /** Objects of files can have anything where the schema has an integer of 32 bits. */
  private static BiFunction<String, Object, Stream<String>> number(LongConsumer check) {
    return (field, value) ->
        value instanceof Integer || value instanceof Long
            ? refusals(() -> check.accept(((Number) value).longValue()))
            : Stream.of(
                "%s: '%s' is not a whole number; write one without quotes, such as 10"
                    .formatted(field, value));
  }

  /** Returns the problems of the value of an object's field on its own. */
  static Stream<String> problems(String name, String field, Object value) {
    BiFunction<String, Object, Stream<String>> check = VALUES.get(name + "." + field);
    return check == null || value.equals("") ? Stream.of() : check.apply(field, value);
  }

  /**
   * Returns the problems of an object with this name, apart from those of its individual fields.
   */
  static Stream<String> problems(String name, Map<String, Object> object) {
    return RULES.getOrDefault(name, List.of()).stream().flatMap(rule -> rule.problems(object));
  }

  private static List<String> sources() {
    return KubeShapes.fields(Volume.class).keySet().stream()
        .filter(field -> !field.equals("name"))
        .sorted()
        .toList();
  }

  private static Rule required(String field) {
    return object ->
        isEmpty(object.get(field)) ? Stream.of("'" + field + "' is missing; add it") : Stream.of();
  }

  private static boolean isEmpty(@Nullable Object value) {
    return value == null || value.equals("") || (value instanceof List<?> list && list.isEmpty());
  }

  private static Rule oneOf(List<String> fields) {
    return oneOf(fields, "it says nothing; give one of " + String.join(", ", fields));
  }

  /**
   * Exactly one of some fields.
   *
   * @param none the message if there is none
   */
  private static Rule oneOf(List<String> fields, String none) {
    Rule atMost = oneAtMost(fields.toArray(String[]::new));
    return object ->
        fields.stream().noneMatch(object::containsKey) ? Stream.of(none) : atMost.problems(object);
  }

  private static Rule oneAtMost(String... fields) {
    return object -> {
      List<String> given = Stream.of(fields).filter(object::containsKey).toList();
      return given.size() > 1
          ? Stream.of(
              "%s exclude each other; leave all but one out".formatted(String.join(" and ", given)))
          : Stream.of();
    };
  }

  /** A port that is a number; a name is looked up where the ports are. */
  private static Rule port(String field) {
    return object ->
        object.get(field) instanceof Integer port
            ? refusals(() -> Checks.port(field, port))
            : Stream.of();
  }

  private static Rule text(String field, Consumer<String> check) {
    return object ->
        object.get(field) instanceof String text && !text.isEmpty()
            ? refusals(() -> check.accept(text))
            : Stream.of();
  }

  private static void volumeName(String name) {
    Checks.dnsLabel("volume name", name);
  }

  /** An entry of a Secret or ConfigMap. */
  private static Rule keyOf(String owner) {
    return object ->
        isEmpty(object.get("name")) || isEmpty(object.get("key"))
            ? Stream.of()
            : refusals(
                () ->
                    Checks.configKey(
                        owner
                            + " "
                            + Checks.dnsSubdomain(owner, String.valueOf(object.get("name"))),
                        String.valueOf(object.get("key"))));
  }

  private static Stream<String> refusals(Runnable check) {
    try {
      check.run();
      return Stream.of();
    } catch (InvalidValueException e) {
      return Stream.of(e.getMessage());
    }
  }

  private static List<Rule> requirement() {
    return List.of(required("key"), required("operator"), KubeRules::values);
  }

  /** Checks the number of values for an operator. */
  private static Stream<String> values(Map<String, Object> requirement) {
    int values = list(requirement.get("values")).size();
    return switch (String.valueOf(requirement.get("operator"))) {
      case "In", "NotIn" ->
          when(values == 0, "'%s' needs values; add them, or write Exists", requirement);
      case "Exists", "DoesNotExist" ->
          when(values > 0, "'%s' has no values; remove them, or write In", requirement);
      case "Gt", "Lt" ->
          when(values != 1, "'%s' needs one value; give one whole number", requirement);
      default -> Stream.of();
    };
  }

  private static Stream<String> when(boolean wrong, String problem, Map<String, Object> object) {
    return wrong
        ? Stream.of("operator: " + problem.formatted(object.get("operator")))
        : Stream.of();
  }

  private static Stream<String> toleration(Map<String, Object> toleration) {
    boolean any = "Exists".equals(toleration.get("operator"));
    boolean timed = toleration.containsKey("tolerationSeconds");
    return Stream.of(
            any && !isEmpty(toleration.get("value"))
                ? "value: '%s' goes with no operator Exists, which takes any value; write Equal, or leave the value out"
                    .formatted(toleration.get("value"))
                : "",
            !any && isEmpty(toleration.get("key"))
                ? "'key' is missing; add it, or write operator: Exists for every taint"
                : "",
            timed && !"NoExecute".equals(toleration.get("effect"))
                ? "tolerationSeconds: '%s' has a meaning with effect: NoExecute only; write that, or remove it"
                    .formatted(toleration.get("tolerationSeconds"))
                : "")
        .filter(Predicate.not(String::isEmpty));
  }

  private static Stream<String> noEphemeralContainers(Map<String, Object> pod) {
    return isEmpty(pod.get("ephemeralContainers"))
        ? Stream.of()
        : Stream.of(
            "ephemeralContainers: they are added to pods that run, with kubectl debug; remove them");
  }

  /** The resources of a pod as a whole. */
  private static Stream<String> cpuAndMemoryOnly(Map<String, Object> pod) {
    Map<String, Object> resources = ContainerForm.copy(pod.get("resources"));
    Set<String> names = new TreeSet<>(ContainerForm.copy(resources.get("limits")).keySet());
    names.addAll(ContainerForm.copy(resources.get("requests")).keySet());
    return names.stream()
        .filter(name -> !CpuAndMemory.NAMES.contains(name) && !KubeNames.isHugePages(name))
        .map(
            name ->
                "resources: '%s' is not a resource of a whole pod, which has cpu, memory and hugepages; say it of a container, and GPUs with gpu"
                    .formatted(name));
  }

  /** The names by which probes and hooks call ports are those of the container's own ports. */
  private static Stream<String> portNames(Map<String, Object> container) {
    Set<String> names = new TreeSet<>();
    for (Object port : list(container.get("ports"))) {
      names.add(String.valueOf(ContainerForm.copy(port).get("name")));
    }
    Map<String, Object> lifecycle = ContainerForm.copy(container.get("lifecycle"));
    return Stream.concat(
            Stream.of("startupProbe", "livenessProbe", "readinessProbe").map(container::get),
            lifecycle.values().stream())
        .filter(Objects::nonNull)
        .map(ContainerForm::copy)
        .flatMap(handler -> Stream.of("httpGet", "tcpSocket").map(handler::get))
        .filter(Objects::nonNull)
        .map(action -> ContainerForm.copy(action).get("port"))
        .filter(port -> port instanceof String name && !name.isEmpty() && !names.contains(name))
        .distinct()
        .map(
            port ->
                "port: '%s' is the name of none of its ports; give a port that name, or write the number"
                    .formatted(port));
  }

  private static Stream<String> privileges(Map<String, Object> context) {
    if (!Boolean.FALSE.equals(context.get("allowPrivilegeEscalation"))) {
      return Stream.of();
    }
    if (Boolean.TRUE.equals(context.get("privileged"))) {
      return Stream.of(
          "privileged: 'true' contradicts allowPrivilegeEscalation: false, which restricted writes too; remove one of them");
    }
    List<?> added = list(ContainerForm.copy(context.get("capabilities")).get("add"));
    return added.contains("CAP_SYS_ADMIN")
        ? Stream.of(
            "capabilities: 'CAP_SYS_ADMIN' contradicts allowPrivilegeEscalation: false; remove one of them")
        : Stream.of();
  }

  private static List<?> list(@Nullable Object value) {
    return value instanceof List<?> list ? list : List.of();
  }
}
