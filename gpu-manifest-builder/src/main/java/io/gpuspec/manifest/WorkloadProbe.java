package io.gpuspec.manifest;

import io.fabric8.kubernetes.api.model.Probe;
import io.fabric8.kubernetes.api.model.ProbeBuilder;
import io.gpuspec.manifest.internal.tree.Checks;
import io.gpuspec.value.InvalidValueException;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A probe with which Kubernetes checks a container.
 *
 * <pre>{@code
 * WorkloadProbe.http("/health", 8080).initialDelaySeconds(30).periodSeconds(10);
 * WorkloadProbe.exec("nvidia-smi");
 * }</pre>
 *
 * <p>What is not set is left to Kubernetes' own defaults. It is immutable.
 */
public final class WorkloadProbe {
  private final Probe model;

  private WorkloadProbe(Probe model) {
    this.model = model;
  }

  /**
   * An HTTP GET of a path on a port.
   *
   * @throws InvalidValueException if the path does not begin with a slash, or the port is not valid
   */
  public static WorkloadProbe http(String path, int port) {
    Checks.probePath(path);
    Checks.port("probe port", port);
    return new WorkloadProbe(
        new ProbeBuilder().withNewHttpGet().withPath(path).withNewPort(port).endHttpGet().build());
  }

  /** A TCP connection to a port. */
  public static WorkloadProbe tcp(int port) {
    Checks.port("probe port", port);
    return new WorkloadProbe(
        new ProbeBuilder().withNewTcpSocket().withNewPort(port).endTcpSocket().build());
  }

  /** A command in the container, which ends with 0 when all is well. */
  public static WorkloadProbe exec(String... command) {
    List<String> words = Checks.notEmpty("probe command", Checks.all("probe command", command));
    return new WorkloadProbe(new ProbeBuilder().withNewExec().withCommand(words).endExec().build());
  }

  /** Seconds to wait after the container's start. */
  public WorkloadProbe initialDelaySeconds(int seconds) {
    Checks.atLeast("initialDelaySeconds", 0, seconds);
    return with(probe -> probe.withInitialDelaySeconds(seconds));
  }

  /** Seconds from one check to the next. */
  public WorkloadProbe periodSeconds(int seconds) {
    Checks.fromOne("periodSeconds", seconds);
    return with(probe -> probe.withPeriodSeconds(seconds));
  }

  /** Seconds after which a check has failed. */
  public WorkloadProbe timeoutSeconds(int seconds) {
    Checks.fromOne("timeoutSeconds", seconds);
    return with(probe -> probe.withTimeoutSeconds(seconds));
  }

  /** Failures in a row that count. */
  public WorkloadProbe failureThreshold(int failures) {
    Checks.fromOne("failureThreshold", failures);
    return with(probe -> probe.withFailureThreshold(failures));
  }

  private WorkloadProbe with(UnaryOperator<ProbeBuilder> change) {
    return new WorkloadProbe(change.apply(new ProbeBuilder(model)).build());
  }

  /** The probe, as fabric8 has it. */
  public Probe model() {
    return model;
  }

  /**
   * Returns text such as {@code GET /health on port 8080, initialDelaySeconds 30, periodSeconds
   * 10}.
   */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(what());
    said(text, "initialDelaySeconds", model.getInitialDelaySeconds());
    said(text, "periodSeconds", model.getPeriodSeconds());
    said(text, "timeoutSeconds", model.getTimeoutSeconds());
    said(text, "failureThreshold", model.getFailureThreshold());
    return text.toString();
  }

  private String what() {
    if (model.getHttpGet() != null) {
      return "GET %s on port %s"
          .formatted(model.getHttpGet().getPath(), model.getHttpGet().getPort().getValue());
    }
    return model.getTcpSocket() != null
        ? "TCP connection to port " + model.getTcpSocket().getPort().getValue()
        : "command " + String.join(" ", model.getExec().getCommand());
  }

  private static void said(StringBuilder text, String name, @Nullable Integer value) {
    if (value != null) {
      text.append(", ").append(name).append(' ').append(value);
    }
  }
}
