package io.gpuspec.manifest;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.gpuspec.InvalidValueException;
import java.util.List;
import java.util.Map;

/**
 * Reads a container of an intent file. What the steps of {@link WorkloadContainer} refuse is
 * refused here, at its line.
 */
final class ContainerReader {
  private static final List<String> PROBES =
      List.of("startupProbe", "livenessProbe", "readinessProbe");

  /** Steps are tried on it for what they refuse. */
  private static final WorkloadContainer TRIED = WorkloadContainer.of("tried", "tried");

  private static final WorkloadProbe PROBE = WorkloadProbe.tcp(1);

  private final Part part;

  private ContainerReader(Part part) {
    this.part = part;
  }

  /**
   * Reads one.
   *
   * @param otherName its name where it has none itself
   */
  static WorkloadContainer read(Part part, String otherName) {
    return new ContainerReader(part).read(otherName);
  }

  private WorkloadContainer read(String otherName) {
    check();
    Container model =
        part.with(ContainerForm.kubernetes(part.map())).as(Container.class).orElse(TRIED.model());
    String name = part.find("name").map(Part::text).orElse(otherName);
    WorkloadContainer container = TRIED.edit(any -> new ContainerBuilder(model).withName(name));
    container = amounts(container, "requests", WorkloadContainer::requests);
    return amounts(container, "limits", WorkloadContainer::limits);
  }

  /** A step that takes CPU and memory. */
  private interface Amounts {
    WorkloadContainer apply(WorkloadContainer container, String cpu, String memory);
  }

  private WorkloadContainer amounts(WorkloadContainer before, String field, Amounts step) {
    WorkloadContainer container = before;
    for (Part given : stated(field)) {
      Map<String, Object> amounts = given.map();
      // What is not given is zero, which the step leaves out.
      String cpu = String.valueOf(amounts.getOrDefault("cpu", "0"));
      String memory = String.valueOf(amounts.getOrDefault("memory", "0"));
      container = given.step(container, c -> step.apply(c, cpu, memory));
    }
    return container;
  }

  /** Where the amounts stand; twice is a problem. */
  private List<Part> stated(String field) {
    List<Part> inside = part.find("resources").flatMap(all -> all.find(field)).stream().toList();
    if (part.find(field).isEmpty()) {
      return inside;
    }
    inside.forEach(
        twice ->
            twice.check(
                () -> {
                  throw new InvalidValueException(
                      "'%s' stands in the container itself too; leave one of them out"
                          .formatted(field));
                }));
    return part.find(field).stream().toList();
  }

  private void check() {
    part.find("name").ifPresent(n -> n.check(() -> Checks.dnsLabel("container name", n.text())));
    part.find("image").ifPresent(i -> i.check(() -> Checks.image(i.text())));
    part.find("env").ifPresent(this::checkEnv);
    for (Part port : items("ports")) {
      port.step(TRIED, c -> port(c, port));
    }
    for (Part mount : items("volumeMounts")) {
      mount.step(TRIED, c -> c.mount(text(mount, "name"), text(mount, "mountPath")));
    }
    PROBES.forEach(probe -> part.find(probe).ifPresent(ContainerReader::checkProbe));
  }

  private List<Part> items(String field) {
    return part.find(field).map(Part::items).orElse(List.of());
  }

  private static String text(Part part, String field) {
    return part.find(field)
        .map(Part::text)
        .orElseThrow(() -> new InvalidValueException("'%s' is missing; add it".formatted(field)));
  }

  private static WorkloadContainer port(WorkloadContainer container, Part port) {
    int number =
        port.find("containerPort")
            .map(Part::number)
            .orElseThrow(() -> new InvalidValueException("'containerPort' is missing; add it"));
    return port.find("name")
        .map(name -> container.port(number, name.text()))
        .orElseGet(() -> container.port(number));
  }

  private void checkEnv(Part env) {
    if (env.tree() instanceof Map) {
      env.entries().forEach((name, value) -> value.step(TRIED, c -> variable(c, name, value)));
      return;
    }
    for (Part variable : env.items()) {
      variable.step(
          TRIED,
          c ->
              variable
                  .find("value")
                  .or(() -> variable.find("valueFrom"))
                  .map(value -> variable(c, text(variable, "name"), value))
                  .orElseGet(() -> c.env(text(variable, "name"), "")));
    }
  }

  private static WorkloadContainer variable(WorkloadContainer container, String name, Part value) {
    if (!(value.tree() instanceof Map)) {
      return container.env(name, value.text());
    }
    WorkloadContainer named = container.env(name, "");
    value.step(
        "secretKeyRef",
        named,
        (c, ref) -> c.envFromSecret(name, text(ref, "name"), text(ref, "key")));
    value.step(
        "configMapKeyRef",
        named,
        (c, ref) -> c.envFromConfigMap(name, text(ref, "name"), text(ref, "key")));
    return named;
  }

  private static void checkProbe(Part probe) {
    probe.find("httpGet").ifPresent(get -> get.step(PROBE, p -> http(p, get)));
    probe
        .find("exec")
        .ifPresent(
            exec ->
                exec.step(
                    PROBE,
                    p ->
                        WorkloadProbe.exec(
                            exec.find("command").map(Part::texts).orElse(new String[0]))));
    probe.step("initialDelaySeconds", PROBE, (p, n) -> p.initialDelaySeconds(n.number()));
    probe.step("periodSeconds", PROBE, (p, n) -> p.periodSeconds(n.number()));
    probe.step("timeoutSeconds", PROBE, (p, n) -> p.timeoutSeconds(n.number()));
    probe.step("failureThreshold", PROBE, (p, n) -> p.failureThreshold(n.number()));
  }

  /** A port may be named instead, and a path left out. */
  private static WorkloadProbe http(WorkloadProbe probe, Part get) {
    String path = get.find("path").map(Part::text).orElse("/");
    return get.find("port")
        .filter(port -> port.tree() instanceof Integer)
        .map(port -> WorkloadProbe.http(path, port.number()))
        .orElse(probe);
  }
}
