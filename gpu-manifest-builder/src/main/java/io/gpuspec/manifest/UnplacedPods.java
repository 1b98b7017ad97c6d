package io.gpuspec.manifest;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.EmptyDirVolumeSource;
import io.fabric8.kubernetes.api.model.PodAffinityTermBuilder;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpecBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.gpuspec.InvalidValueException;
import io.gpuspec.MemorySize;
import io.gpuspec.UnknownNameException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A workload's pods as they are anywhere, before a target adds its part. */
final class UnplacedPods {
  /** Labels by which a Job finds its pods; the API server writes them. */
  private static final Set<String> OF_JOBS =
      Set.of(
          "job-name",
          "controller-uid",
          "batch.kubernetes.io/job-name",
          "batch.kubernetes.io/controller-uid");

  private final GpuWorkload workload;
  private final PodTemplateSpec template;

  UnplacedPods(GpuWorkload workload) {
    this.workload = workload;
    this.template = completed();
  }

  /** The pods, with what follows from the workload's kind and from what has to find them. */
  PodTemplateSpec template() {
    return template;
  }

  private PodTemplateSpec completed() {
    PodTemplateSpecBuilder pod =
        new PodTemplateSpecBuilder(workload.template())
            .editSpec()
            .addToContainers(0, workload.main().model())
            .endSpec();
    if (isSelected()) {
      // Here and not in the step: the selector may be given after it.
      pod.accept(
          PodAffinityTermBuilder.class,
          term -> term.withNewLabelSelector().withMatchLabels(selector()).endLabelSelector());
      pod.editMetadata().withLabels(Maps.first(selector(), labels())).endMetadata();
    }
    if (workload.kind() == GpuWorkload.Kind.JOB
        && workload.template().getSpec().getRestartPolicy() == null) {
      pod.editSpec().withRestartPolicy(RestartPolicy.NEVER.toString()).endSpec();
    }
    return pod.build();
  }

  /** The labels by which pods are found, if anything has to find them. */
  Map<String, String> selector() {
    return workload.selector().isEmpty()
        ? Map.of("app", labels().getOrDefault("app", workload.meta().getName()))
        : workload.selector();
  }

  private Map<String, String> labels() {
    return workload.template().getMetadata().getLabels();
  }

  /** Whether anything finds the pods by their labels. */
  private boolean isSelected() {
    PodSpec spec = workload.template().getSpec();
    return workload.kind() == GpuWorkload.Kind.DEPLOYMENT
        || workload.service().isPresent()
        || !workload.selector().isEmpty()
        || (spec.getAffinity() != null && spec.getAffinity().getPodAntiAffinity() != null);
  }

  /**
   * Refuses what the API server would refuse of the parts together.
   *
   * @throws InvalidValueException if names or ports stand twice, labels contradict the selector, or
   *     shared memory is above its container's limit
   * @throws UnknownNameException if a container mounts a volume that is not there
   */
  void check() {
    workload
        .service()
        .ifPresent(service -> Checks.serviceName(service.nameOr(workload.meta().getName())));
    if (isSelected()) {
      selector().forEach(this::checkSelected);
    }
    if (workload.kind() == GpuWorkload.Kind.JOB) {
      template.getMetadata().getLabels().forEach(UnplacedPods::checkOfJob);
    }
    Set<String> volumes = new HashSet<>();
    for (Volume volume : workload.template().getSpec().getVolumes()) {
      volumes.add(volume.getName());
    }
    Set<String> names = new HashSet<>();
    for (Container container : containers()) {
      if (!names.add(container.getName())) {
        throw new InvalidValueException(
            "container: '%s' is there twice; give each container a name of its own"
                .formatted(container.getName()));
      }
      checkMounts(container, volumes);
    }
    checkPorts();
    workload.template().getSpec().getInitContainers().forEach(UnplacedPods::checkInit);
    checkSharedMemory();
  }

  private void checkSelected(String key, String value) {
    Checks.labelValue(key, value);
    if (!labels().getOrDefault(key, value).equals(value)) {
      throw new InvalidValueException(
          "label %s: '%s' was given, and the selector says '%s'; leave one of them out"
              .formatted(key, labels().get(key), value));
    }
  }

  private static void checkOfJob(String key, String value) {
    if (OF_JOBS.contains(key)) {
      throw new InvalidValueException(
          "label %s: '%s' was given, and Kubernetes writes that label of a job's pods itself; leave it out"
              .formatted(key, value));
    }
  }

  private List<Container> containers() {
    PodSpec spec = template.getSpec();
    List<Container> all = new ArrayList<>();
    all.addAll(spec.getInitContainers());
    all.addAll(spec.getContainers());
    return all;
  }

  /** The containers of a pod have one network, in which a port and its name are there once. */
  private void checkPorts() {
    Map<String, String> ports = new HashMap<>();
    Map<String, String> names = new HashMap<>();
    for (Container container : containers()) {
      for (ContainerPort port : container.getPorts()) {
        String protocol = port.getProtocol() == null ? "TCP" : port.getProtocol();
        String other = ports.put(port.getContainerPort() + "/" + protocol, container.getName());
        if (other != null) {
          throw new InvalidValueException(
              "port: '%d' is there twice in %s; the containers of a pod share one network, so say each port once, with its name or without"
                  .formatted(port.getContainerPort(), both(other, container)));
        }
        String named =
            port.getName() == null ? null : names.put(port.getName(), container.getName());
        if (named != null) {
          throw new InvalidValueException(
              "port name: '%s' is there twice in %s; give each port of the pod a name of its own"
                  .formatted(port.getName(), both(named, container)));
        }
      }
    }
  }

  private static String both(String one, Container other) {
    return one.equals(other.getName())
        ? "container '" + one + "'"
        : "containers '" + one + "' and '" + other.getName() + "'";
  }

  /** What runs to its end before the others is never asked whether it is well. */
  private static void checkInit(Container init) {
    boolean probed =
        init.getLivenessProbe() != null
            || init.getReadinessProbe() != null
            || init.getStartupProbe() != null;
    if (probed && !"Always".equals(init.getRestartPolicy())) {
      throw new InvalidValueException(
          "probe: init container '%s' runs to its end and can have none; leave the probes out, or make it a sidecar()"
              .formatted(init.getName()));
    }
  }

  /** What a container writes into a volume in memory counts against the container's own limit. */
  private void checkSharedMemory() {
    Container main = workload.main().model();
    Quantity limit =
        main.getResources() == null ? null : main.getResources().getLimits().get("memory");
    if (limit == null) {
      return;
    }
    for (Volume volume : workload.template().getSpec().getVolumes()) {
      EmptyDirVolumeSource directory = volume.getEmptyDir();
      if (directory != null
          && "Memory".equals(directory.getMedium())
          && directory.getSizeLimit() != null
          && main.getVolumeMounts().stream().anyMatch(m -> m.getName().equals(volume.getName()))
          && size(directory.getSizeLimit()).compareTo(size(limit)) > 0) {
        throw new InvalidValueException(
            "sharedMemory: '%s' is more than the memory limit '%s' of container '%s'; what is written there counts against that limit and the pod would be killed, so give at most the limit, or raise it"
                .formatted(directory.getSizeLimit(), limit, main.getName()));
      }
    }
  }

  private static MemorySize size(Quantity quantity) {
    return MemorySize.parse(quantity.toString());
  }

  private static void checkMounts(Container container, Set<String> volumes) {
    Set<String> paths = new HashSet<>();
    for (VolumeMount mount : container.getVolumeMounts()) {
      if (!volumes.contains(mount.getName())) {
        throw new UnknownNameException(
            "volume of container '" + container.getName() + "'", mount.getName(), volumes);
      }
      if (!paths.add(mount.getMountPath())) {
        throw new InvalidValueException(
            "mount path: '%s' is there twice in container '%s'; mount each volume at a path of its own"
                .formatted(mount.getMountPath(), container.getName()));
      }
    }
  }
}
