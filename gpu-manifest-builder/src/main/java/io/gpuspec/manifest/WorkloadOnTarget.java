package io.gpuspec.manifest;

import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.JobSpecBuilder;
import io.gpuspec.Devices;
import io.gpuspec.GpuRequest;
import io.gpuspec.Match;
import io.gpuspec.Target;
import io.gpuspec.internal.dra.DriverNodes;
import io.gpuspec.manifest.error.InvalidWorkloadException;
import io.gpuspec.manifest.internal.fields.Problems;
import io.gpuspec.manifest.internal.tree.Checks;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.value.InvalidValueException;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Builds a workload for a target, and reports all of its problems together. */
final class WorkloadOnTarget {
  private final GpuWorkload workload;
  private final Target target;
  private final int count;
  private final UnplacedPods pods;
  private final Problems problems = new Problems();

  /**
   * @param count how many of its pods run at once
   */
  WorkloadOnTarget(GpuWorkload workload, Target target, int count) {
    this.workload = workload;
    this.target = Checks.given("target", target);
    this.count = count;
    this.pods = new UnplacedPods(workload);
  }

  /** Its pods alone, of a workload that says no more than these. */
  PlacedPods pods() {
    problems.check(this::requireNoService);
    problems.check(this::requirePodsAlone);
    return renderer().pods(count);
  }

  /**
   * Returns its pods; the workload can have job settings in addition.
   *
   * @param checks of the job before the target adds its part
   */
  PlacedPods pods(List<Consumer<Job>> checks) {
    problems.check(this::requireNoService);
    if (!(workload.kind() instanceof JobKind)) {
      problems.check(this::requirePodsAlone);
    }
    Job job = job();
    checks.forEach(check -> problems.check(() -> check.accept(job)));
    return renderer().pods(count);
  }

  private void requireNoService() {
    if (workload.service().isPresent()) {
      throw new InvalidValueException(
          "service.unsupported",
          "service: one was asked for, by port() or service(), and only pods are made here; open a port with main(c -> c.port(8000)), and give the Service to around()");
    }
  }

  private void requirePodsAlone() {
    if (!workload.kind().hasOnlyPods()
        || workload.budget().isPresent()
        || workload.kind().autoscaler().isPresent()) {
      throw new InvalidValueException(
          "workload.unsupported",
          "%s: it says more than its pods, and only pods are made here; leave out what runs them, such as replicas(), completions(), schedule or disruptionBudget(), and say it of the object around them"
              .formatted(workload));
    }
  }

  private Job job() {
    return new JobBuilder()
        .withMetadata(workload.meta())
        .withSpec(new JobSpecBuilder(workload.jobSpec()).withTemplate(pods.template()).build())
        .build();
  }

  /**
   * Returns what writes it.
   *
   * @throws io.gpuspec.value.GpuSpecException the only problem itself
   * @throws InvalidWorkloadException if there are several
   */
  Renderer renderer() {
    pods.check(problems);
    problems.check(() -> target.checkKind(workload.kind().kind()));
    if (workload.ask().claims().isPresent()) {
      problems.check(() -> DriverNodes.check(target.catalog(), "claims"));
    }
    Optional<Renderer> renderer = request().flatMap(this::matched);
    problems.orThrow();
    return renderer.orElseThrow();
  }

  /** Returns the request of the pods; where their amounts are wrong, one for any GPU. */
  private Optional<GpuRequest> request() {
    PodView view = pods.containers();
    GpuRequest need = problems.of(() -> target.request(view)).orElse(GpuRequest.of(Devices.any()));
    return problems.of(() -> workload.ask().request(view, need, count));
  }

  private Optional<Renderer> matched(GpuRequest asked) {
    Optional<Match.Found> found = problems.of(() -> target.match(asked).orThrow());
    if (found.isEmpty()) {
      problems.check(() -> placeAny(asked));
    }
    return found.flatMap(this::placed);
  }

  private Optional<Renderer> placed(Match.Found found) {
    return problems
        .of(() -> new Renderer(workload, pods, found, target.place(found)))
        .map(r -> r.checked(problems, read -> workload.ask().again(read, count)));
  }

  /** Options that contradict each other do so with any GPU; the requested ones may not exist. */
  private void placeAny(GpuRequest asked) {
    anyGpu(asked).ifPresent(target::place);
  }

  private Optional<Match.Found> anyGpu(GpuRequest asked) {
    return new Problems()
        .of(() -> target.match(asked.devices(Devices.any())))
        .flatMap(Match::found);
  }
}
