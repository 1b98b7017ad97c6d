package io.gpuspec.gradle;

import io.gpuspec.Devices;
import io.gpuspec.gradle.batch.DeclaredWorkload;
import io.gpuspec.manifest.GpuWorkload;
import java.util.List;
import javax.inject.Inject;
import org.gradle.api.Named;
import org.gradle.api.provider.ListProperty;
import org.gradle.api.provider.MapProperty;
import org.gradle.api.provider.Property;
import org.gradle.api.provider.Provider;
import org.gradle.api.tasks.Input;
import org.gradle.api.tasks.Optional;

/**
 * A workload that a build script declares, with the words of an intent; for anything else, use a
 * file of intents.
 */
public abstract class GpuWorkloadSpec implements Named {
  private final String name;

  /** A workload with this name. */
  // Gradle's subclass makes each property when it is first asked for.
  @SuppressWarnings("this-escape")
  @Inject
  public GpuWorkloadSpec(String name) {
    this.name = name;
    getGpuCount().convention(1);
  }

  @Override
  @Input
  public String getName() {
    return name;
  }

  /** Pod, Deployment, StatefulSet, DaemonSet, Job or CronJob. */
  @Input
  public abstract Property<String> getKind();

  /** The image of the container that gets the GPUs. */
  @Input
  public abstract Property<String> getImage();

  /** The namespace; where it is applied unless set. */
  @Input
  @Optional
  public abstract Property<String> getNamespace();

  /** Names of GPUs in order of preference; any kind unless set. */
  @Input
  public abstract ListProperty<String> getGpus();

  /** Returns how many GPUs; 1 unless set. */
  @Input
  public abstract Property<Integer> getGpuCount();

  /** CPU that the container requests, such as {@code 3} or {@code 500m}. */
  @Input
  @Optional
  public abstract Property<String> getCpu();

  /** Memory that the container requests, such as {@code 12Gi}. */
  @Input
  @Optional
  public abstract Property<String> getMemory();

  /** CPU that the container is limited to. */
  @Input
  @Optional
  public abstract Property<String> getCpuLimit();

  /** Memory that the container is limited to. */
  @Input
  @Optional
  public abstract Property<String> getMemoryLimit();

  /** Returns how many pods run. */
  @Input
  @Optional
  public abstract Property<Integer> getReplicas();

  /** The port of the container, and of a Service of the workload's name. */
  @Input
  @Optional
  public abstract Property<Integer> getPort();

  /** Returns the schedule of a CronJob, such as {@code 30 2 * * *}. */
  @Input
  @Optional
  public abstract Property<String> getSchedule();

  /** Returns what the container runs instead of its image's entry point. */
  @Input
  public abstract ListProperty<String> getCommand();

  /** Environment variables of the container. */
  @Input
  public abstract MapProperty<String, String> getEnv();

  /** Labels of the pods. */
  @Input
  public abstract MapProperty<String, String> getLabels();

  DeclaredWorkload declared() {
    DeclaredWorkload declared =
        DeclaredWorkload.of(name, getKind().get(), getImage().get(), given(getSchedule()))
            .with(given(getNamespace()), GpuWorkload::namespace)
            .with(given(getGpus()), (w, gpus) -> w.devices(devices(gpus)))
            .with(amounts(getCpu(), getMemory()), (w, both) -> w.requests(both[0], both[1]))
            .with(amounts(getCpuLimit(), getMemoryLimit()), (w, both) -> w.limits(both[0], both[1]))
            .with(given(getReplicas()), GpuWorkload::replicas)
            .with(given(getPort()), GpuWorkload::port)
            .with(
                given(getCommand()).filter(words -> !words.isEmpty()),
                (w, words) -> w.command(words.toArray(String[]::new)));
    for (var variable : getEnv().get().entrySet()) {
      declared =
          declared.with(
              java.util.Optional.of(variable), (w, one) -> w.env(one.getKey(), one.getValue()));
    }
    for (var label : getLabels().get().entrySet()) {
      declared =
          declared.with(
              java.util.Optional.of(label), (w, one) -> w.label(one.getKey(), one.getValue()));
    }
    return declared;
  }

  private Devices devices(List<String> gpus) {
    return (gpus.isEmpty() ? Devices.any() : Devices.of(gpus.toArray(String[]::new)))
        .count(getGpuCount().get());
  }

  static <T> java.util.Optional<T> given(Provider<T> value) {
    return java.util.Optional.ofNullable(value.getOrNull());
  }

  /** CPU and memory; the library leaves zero out. */
  private static java.util.Optional<String[]> amounts(
      Provider<String> cpu, Provider<String> memory) {
    return cpu.isPresent() || memory.isPresent()
        ? java.util.Optional.of(new String[] {cpu.getOrElse("0"), memory.getOrElse("0")})
        : java.util.Optional.empty();
  }
}
