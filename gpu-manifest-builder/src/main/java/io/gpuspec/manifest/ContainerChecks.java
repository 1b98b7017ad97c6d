package io.gpuspec.manifest;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.EmptyDirVolumeSource;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Probe;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.Volume;
import io.gpuspec.kube.KubeNames;
import io.gpuspec.manifest.internal.fields.IntentPath;
import io.gpuspec.manifest.internal.fields.Problems;
import io.gpuspec.manifest.internal.tree.Checks;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.MemorySize;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Checks of a pod's containers, individually and together, that the API server would refuse. */
final class ContainerChecks {
  private static final String MESSAGE_OF_TWO = "%s: '%s' is a duplicate in %s; %s";

  private final WorkloadContainer main;
  private final PodSpec pod;
  private final PodView view;

  /**
   * @param main the container that gets the GPUs
   * @param pod the pod with all its containers
   * @param view the same as its target sees it
   */
  ContainerChecks(WorkloadContainer main, PodSpec pod, PodView view) {
    this.main = main;
    this.pod = pod;
    this.view = view;
  }

  /**
   * Finds what is wrong.
   *
   * @param workload the name that is judged already, which the main container has by default
   */
  void check(String workload, Problems problems) {
    containers()
        .forEach(
            (path, container) -> {
              if (!workload.equals(container.getName())) {
                problems.check(
                    () -> Checks.dnsLabel("container name", container.getName()),
                    path.child("name"),
                    IntentPath.NAME);
              }
              if (container.getImage() != null) {
                problems.check(() -> Checks.image(container.getImage()), path.child("image"));
              }
              checkEnv(container, path.child("env"), problems);
              checkProbes(container, path, problems);
            });
    checkPorts(problems);
    pod.getVolumes()
        .forEach(
            volume ->
                problems.check(() -> checkSharedMemory(volume), IntentPath.POD.child("volumes")));
    checkAmounts(problems);
  }

  /** Returns each with its path; init containers first, as they start first. */
  private Map<IntentPath, Container> containers() {
    Map<IntentPath, Container> all = new LinkedHashMap<>();
    for (int i = 0; i < pod.getInitContainers().size(); i++) {
      all.put(init(i), pod.getInitContainers().get(i));
    }
    for (int i = 0; i < pod.getContainers().size(); i++) {
      all.put(IntentPath.container(i), pod.getContainers().get(i));
    }
    return all;
  }

  private static IntentPath init(int index) {
    return IntentPath.POD.child("initContainers").child(Integer.valueOf(index));
  }

  private static void checkEnv(Container container, IntentPath path, Problems problems) {
    List<EnvVar> variables = container.getEnv();
    for (int i = 0; i < variables.size(); i++) {
      EnvVar variable = variables.get(i);
      problems.check(() -> checkEnv(container, variable), path.child(Integer.valueOf(i)));
    }
  }

  private static void checkProbes(Container container, IntentPath path, Problems problems) {
    Map<String, Probe> probes = new LinkedHashMap<>();
    probes.put("startupProbe", container.getStartupProbe());
    probes.put("livenessProbe", container.getLivenessProbe());
    probes.put("readinessProbe", container.getReadinessProbe());
    probes.forEach(
        (name, probe) -> {
          if (probe != null && probe.getExec() != null) {
            problems.check(
                () -> Checks.notEmpty("probe command", probe.getExec().getCommand()),
                path.child(name).child("exec"));
          }
        });
  }

  /** Kubernetes reads no value as an empty one, which is seldom meant. */
  private static void checkEnv(Container container, EnvVar variable) {
    if (variable.getName() != null && variable.getValue() != null) {
      Checks.variable(variable.getName(), variable.getValue());
    }
    if (variable.getValue() == null && variable.getValueFrom() == null) {
      throw new InvalidValueException(
          "env.missing",
          "env %s of container '%s': no value is given; give one, or \"\" for an empty one"
              .formatted(variable.getName(), container.getName()));
    }
  }

  /** The containers of a pod share one network, in which each port and its name must be unique. */
  private void checkPorts(Problems problems) {
    Map<String, String> ports = new HashMap<>();
    Map<String, String> names = new HashMap<>();
    containers()
        .forEach(
            (path, container) -> {
              List<ContainerPort> own = container.getPorts();
              for (int i = 0; i < own.size(); i++) {
                IntentPath at = path.child("ports").child(Integer.valueOf(i));
                ContainerPort port = own.get(i);
                problems.check(() -> checkPort(container, port, ports), at);
                problems.check(() -> checkPortName(container, port, names), at.child("name"));
              }
            });
  }

  private static void checkPort(
      Container container, ContainerPort port, Map<String, String> ports) {
    String protocol = port.getProtocol() == null ? "TCP" : port.getProtocol();
    String other = ports.put(port.getContainerPort() + "/" + protocol, container.getName());
    if (other != null) {
      throw new InvalidValueException(
          "port.duplicate",
          MESSAGE_OF_TWO.formatted(
              "port",
              port.getContainerPort(),
              both(other, container),
              "the containers of a pod share one network, so say each port once, with its name or without"));
    }
  }

  private static void checkPortName(
      Container container, ContainerPort port, Map<String, String> names) {
    String other = port.getName() == null ? null : names.put(port.getName(), container.getName());
    if (other != null) {
      throw new InvalidValueException(
          "port.duplicate",
          MESSAGE_OF_TWO.formatted(
              "port name",
              port.getName(),
              both(other, container),
              "give each port of the pod its own name"));
    }
  }

  private static String both(String one, Container other) {
    return one.equals(other.getName())
        ? "container '" + one + "'"
        : "containers '" + one + "' and '" + other.getName() + "'";
  }

  /** What a container writes into a volume in memory counts against the container's own limit. */
  private void checkSharedMemory(Volume volume) {
    Container container = main.model();
    Quantity limit =
        container.getResources() == null
            ? null
            : container.getResources().getLimits().get("memory");
    EmptyDirVolumeSource directory = volume.getEmptyDir();
    if (limit != null
        && directory != null
        && "Memory".equals(directory.getMedium())
        && directory.getSizeLimit() != null
        && container.getVolumeMounts().stream().anyMatch(m -> m.getName().equals(volume.getName()))
        && size(directory.getSizeLimit()).compareTo(size(limit)) > 0) {
      throw new InvalidValueException(
          "shared-memory.out-of-range",
          "sharedMemory: '%s' is more than the memory limit '%s' of container '%s'; what is written there counts against that limit and the pod would be killed, so give at most the limit, or raise it"
              .formatted(directory.getSizeLimit(), limit, container.getName()));
    }
  }

  private static MemorySize size(Quantity quantity) {
    return MemorySize.parse(quantity.toString());
  }

  private void checkAmounts(Problems problems) {
    Map<String, IntentPath> paths = new HashMap<>();
    containers().forEach((path, container) -> paths.putIfAbsent(container.getName(), path));
    view.containers()
        .forEach(
            container ->
                checkAmounts(
                    container, paths.getOrDefault(container.name(), IntentPath.POD), problems));
  }

  /** A request is at most its limit, and that of a device is its limit. */
  private static void checkAmounts(
      PodView.Container container, IntentPath path, Problems problems) {
    IntentPath requests = path.child("resources").child("requests");
    problems.check(container::cpuRequest, requests.child("cpu"));
    problems.check(container::memoryRequest, requests.child("memory"));
    Set<String> resources = new TreeSet<>(container.requests().keySet());
    resources.addAll(container.limits().keySet());
    for (String resource : resources) {
      if (KubeNames.isExtendedResource(resource)) {
        problems.check(() -> container.count(resource), requests.child(resource));
      }
    }
  }
}
