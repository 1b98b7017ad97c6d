package io.gpuspec.manifest;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.fabric8.kubernetes.api.model.ServicePort;
import io.fabric8.kubernetes.api.model.ServicePortBuilder;
import io.fabric8.kubernetes.api.model.ServiceSpec;
import io.fabric8.kubernetes.api.model.ServiceSpecBuilder;
import io.gpuspec.manifest.internal.tree.Checks;
import io.gpuspec.value.InvalidValueException;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * A Service for a workload's pods.
 *
 * <pre>{@code
 * WorkloadService.of(80, 8080).name("inference-service").loadBalancer();
 * }</pre>
 *
 * <p>It selects the workload's pods and has the workload's name unless named. It is immutable.
 */
public final class WorkloadService {
  private final Optional<String> name;
  private final ServiceSpec spec;
  private final boolean implied;

  private WorkloadService(Optional<String> name, ServiceSpec spec, boolean implied) {
    this.name = name;
    this.spec = spec;
    this.implied = implied;
  }

  /** The one that follows from a workload's port; one that is given takes its place. */
  static WorkloadService implied(int port) {
    return new WorkloadService(Optional.empty(), of(port).spec, true);
  }

  /** A port that leads to the same port of the pods, over TCP. */
  public static WorkloadService of(int port) {
    return of(port, port);
  }

  /** A port that leads to another port of the pods, over TCP. */
  public static WorkloadService of(int port, int targetPort) {
    return new WorkloadService(
        Optional.empty(),
        new ServiceSpecBuilder().withPorts(port(port, targetPort)).build(),
        false);
  }

  private static ServicePort port(int port, int targetPort) {
    return new ServicePortBuilder()
        .withPort(Checks.port("service port", port))
        .withNewTargetPort(Checks.port("target port", targetPort))
        .withProtocol("TCP")
        .build();
  }

  /** Under this name. */
  public WorkloadService name(String name) {
    return new WorkloadService(Optional.of(Checks.serviceName(name)), spec, false);
  }

  /**
   * Reached from outside, through the cloud's load balancer.
   *
   * @throws InvalidValueException if it is headless
   */
  public WorkloadService loadBalancer() {
    if (spec.getClusterIP() != null) {
      throw bothWays();
    }
    return with(service -> service.withType("LoadBalancer"));
  }

  /**
   * Returns a copy without a cluster IP: DNS returns the pods' addresses.
   *
   * @throws InvalidValueException if it is reached through a load balancer
   */
  public WorkloadService headless() {
    if (spec.getType() != null) {
      throw bothWays();
    }
    return with(service -> service.withClusterIP("None"));
  }

  private WorkloadService with(UnaryOperator<ServiceSpecBuilder> change) {
    return new WorkloadService(name, change.apply(new ServiceSpecBuilder(spec)).build(), false);
  }

  private static InvalidValueException bothWays() {
    return new InvalidValueException(
        "service.conflict",
        "service: 'headless' and 'loadBalancer' exclude each other; choose one");
  }

  /** Returns a headless Service that only gives pods their names. */
  static WorkloadService withoutPorts() {
    return new WorkloadService(Optional.empty(), new ServiceSpec(), false).headless();
  }

  boolean isImplied() {
    return implied;
  }

  boolean isHeadless() {
    return spec.getClusterIP() != null;
  }

  /** The same, under a name in any case. */
  WorkloadService namedOr(String other) {
    return new WorkloadService(Optional.of(name.orElse(other)), spec, implied);
  }

  /** Returns how it leads to the pods, but for the selector. */
  ServiceSpec spec() {
    return spec;
  }

  /** Empty until it is named. */
  String name() {
    return name.orElse("");
  }

  /** The object, in the workload's namespace. */
  HasMetadata object(ObjectMeta workload, Map<String, String> selector) {
    return new ServiceBuilder()
        .withMetadata(new ObjectMetaBuilder(workload).withName(name()).build())
        .withSpec(new ServiceSpecBuilder(spec).withSelector(selector).build())
        .build();
  }

  /** The port that it has, and where it leads: {@code 80 to 8080}. */
  @Override
  public String toString() {
    ServicePort port = spec.getPorts().get(0);
    return "%s to %s%s"
        .formatted(
            port.getPort(),
            port.getTargetPort().getValue(),
            name.map(each -> ", named " + each).orElse(""));
  }
}
