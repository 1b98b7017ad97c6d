package io.gpuspec.manifest.gang;

import com.google.common.collect.ImmutableMap;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpecBuilder;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.gpuspec.Target;
import io.gpuspec.manifest.GpuWorkload;
import io.gpuspec.manifest.Manifests;
import io.gpuspec.manifest.Reason;
import io.gpuspec.manifest.internal.tree.Checks;
import io.gpuspec.value.InvalidValueException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A gang as a LeaderWorkerSet ({@code leaderworkerset.x-k8s.io/v1}): one or more groups of pods,
 * each serving a model that is too large for one node.
 *
 * <pre>{@code
 * GpuWorkload server = GpuWorkload.deployment("llm", "vllm/vllm-openai:v0.8.5").gpu(8, "A100");
 * LeaderWorkerSet set =
 *     GangJob.of(2, server)
 *         .leaderWorkerSet()
 *         .replicas(3)
 *         .leader("sh", "-c", "multi-node-serving.sh leader --ray_cluster_size=2; vllm serve m")
 *         .port(8000);
 * set.on(gpus.in("eks")).match().plan();    // 6 x p4d.24xlarge · 96 cores · 1152Gi
 * }</pre>
 *
 * <p>The pods of a group are {@code llm-0}, its leader, {@code llm-0-1} and so on. Each container
 * has the leader's address, the size of its group and its own number in {@code
 * $(LWS_LEADER_ADDRESS)}, {@code $(LWS_GROUP_SIZE)} and {@code $(LWS_WORKER_INDEX)}. If one pod of
 * a group restarts, the whole group does.
 */
public final class LeaderWorkerSet implements Gang {
  private static final String VERSION = "leaderworkerset.x-k8s.io/v1";
  private static final String KIND = "LeaderWorkerSet";
  private static final String LABELS = "leaderworkerset.sigs.k8s.io/";
  private static final String WORKERS = "spec.leaderWorkerTemplate.workerTemplate";
  private static final String LEADER = "spec.leaderWorkerTemplate.leaderTemplate";
  private static final int HIGHEST_PORT = 65_535;

  /** A label of pods is their StatefulSet's name and a hash of at most ten characters. */
  private static final String HASH = "-0123456789";

  private final GangJob gang;
  private final int replicas;
  private final List<String> leader;
  private final OptionalInt port;
  private final Optional<String> queue;

  private LeaderWorkerSet(
      GangJob gang, int replicas, List<String> leader, OptionalInt port, Optional<String> queue) {
    this.gang = gang;
    this.replicas = replicas;
    this.leader = leader;
    this.port = port;
    this.queue = queue;
  }

  static LeaderWorkerSet of(GangJob gang) {
    return new LeaderWorkerSet(gang, 1, List.of(), OptionalInt.empty(), Optional.empty());
  }

  /** Returns a copy with this many groups, each of all workers; the default is 1. */
  public LeaderWorkerSet replicas(int groups) {
    int most = Integer.MAX_VALUE / gang.workers();
    int given = Checks.atLeast("replicas", 1, groups);
    if (given > most) {
      throw new InvalidValueException(
          "gang.out-of-range",
          "replicas: '%s' groups of %s are more pods than the %s that a LeaderWorkerSet can have; give at most %s"
              .formatted(given, gang.workers(), Integer.MAX_VALUE, most));
    }
    return new LeaderWorkerSet(gang, given, leader, port, queue);
  }

  /**
   * Returns a copy whose leaders run this command; by default they run that of the workers.
   *
   * @throws InvalidValueException if torchrun runs in every pod, or there is no word
   */
  public LeaderWorkerSet leader(String... command) {
    List<String> words = Checks.all("leader", command);
    if (words.isEmpty()) {
      throw new InvalidValueException(
          "gang.missing",
          "leader: '[]' is no command; give one, or leave the step out for the workers' command");
    }
    if (gang.script().filter(script -> !script.isEmpty()).isPresent()) {
      throw new InvalidValueException(
          "gang.conflict",
          "leader: '%s' was given, and pytorch() runs torchrun in every pod; remove it, or give pytorch() no script"
              .formatted(String.join(" ", words)));
    }
    return new LeaderWorkerSet(gang, replicas, words, port, queue);
  }

  /**
   * Returns a copy with a Service, {@code NAME-leader}, for this port of the leaders, which are
   * ready once it accepts connections.
   */
  public LeaderWorkerSet port(int port) {
    int given = Checks.atLeast("port", 1, port);
    if (given > HIGHEST_PORT) {
      throw new InvalidValueException(
          "gang.out-of-range",
          "port: '%s' is above %s; give %s or less".formatted(given, HIGHEST_PORT, HIGHEST_PORT));
    }
    return new LeaderWorkerSet(gang, replicas, leader, OptionalInt.of(given), queue);
  }

  /** Returns a copy whose groups each wait until this LocalQueue of Kueue admits them. */
  public LeaderWorkerSet kueue(String queue) {
    return new LeaderWorkerSet(
        gang, replicas, leader, port, Optional.of(GangChecks.shortName("queue", queue)));
  }

  @Override
  public Manifests on(Target target) {
    PlacedGang placed =
        gang.placeServers(
            target, replicas, List.of(server -> checkName(server.getMetadata().getName())));
    withReasons(placed);
    List<HasMetadata> objects = new ArrayList<>();
    objects.add(PlacedGang.object(VERSION, KIND, placed.metadata(queue), spec(placed)));
    port.ifPresent(number -> objects.add(service(placed, number)));
    return placed.around(objects);
  }

  private void checkName(String name) {
    String lastLeader = name + "-" + (replicas - 1);
    String lastWorker = lastLeader + "-" + (gang.workers() - 1);
    String label = lastLeader + HASH;
    GangChecks.gangName(name, lastWorker.length() > label.length() ? lastWorker : label);
  }

  @Override
  public GpuWorkload worker() {
    return gang.worker();
  }

  @Override
  public Map<String, Object> settings() {
    GangSettings settings = GangSettings.of("leader-worker-set", gang).with("kueue", queue);
    if (replicas > 1) {
      settings.with("replicas", replicas);
    }
    if (!leader.isEmpty()) {
      settings.with("leader", leader);
    }
    port.ifPresent(number -> settings.with("port", number));
    return settings.fields();
  }

  private Map<String, Object> spec(PlacedGang placed) {
    PodTemplateSpec worker = placed.servingTemplate();
    Map<String, Object> group = new LinkedHashMap<>();
    group.put("size", gang.workers());
    group.put("restartPolicy", "RecreateGroupOnPodRestart");
    if (hasOwnLeader()) {
      group.put("leaderTemplate", leader(worker));
    }
    group.put("workerTemplate", worker);
    return ImmutableMap.of("replicas", replicas, "leaderWorkerTemplate", group);
  }

  private boolean hasOwnLeader() {
    return !leader.isEmpty() || port.isPresent();
  }

  private PodTemplateSpec leader(PodTemplateSpec worker) {
    ContainerBuilder main = new ContainerBuilder(worker.getSpec().getContainers().get(0));
    if (!leader.isEmpty()) {
      main.withCommand(leader).withArgs();
    }
    port.ifPresent(number -> opens(main, number));
    return new PodTemplateSpecBuilder(worker)
        .editSpec()
        .setToContainers(0, main.build())
        .endSpec()
        .build();
  }

  /** Ports and readiness probes that the worker states are kept. */
  private static void opens(ContainerBuilder main, int number) {
    Container said = main.build();
    if (said.getPorts().stream().map(ContainerPort::getContainerPort).noneMatch(p -> p == number)) {
      main.addNewPort().withContainerPort(number).endPort();
    }
    if (said.getReadinessProbe() == null) {
      main.withNewReadinessProbe()
          .withNewTcpSocket()
          .withNewPort(number)
          .endTcpSocket()
          .endReadinessProbe();
    }
  }

  /** The headless Service, which LeaderWorkerSet makes, has the name of the set. */
  private static HasMetadata service(PlacedGang placed, int number) {
    return new ServiceBuilder()
        .withMetadata(
            new ObjectMetaBuilder(placed.metadata()).withName(placed.name() + "-leader").build())
        .withNewSpec()
        .withSelector(ImmutableMap.of(LABELS + "name", placed.name(), LABELS + "worker-index", "0"))
        .addNewPort()
        .withPort(number)
        .withNewTargetPort(number)
        .endPort()
        .endSpec()
        .build();
  }

  private void withReasons(PlacedGang placed) {
    placed
        .withReason(reason("spec.replicas", howGroupsStart()))
        .withReason(
            reason(
                "spec.leaderWorkerTemplate.restartPolicy",
                "when one pod of a group restarts the others have lost it, so the group starts"
                    + " again"));
    if (port.isPresent()) {
      placed.withReason(
          reason(
              LEADER + ".spec.containers[0].readinessProbe",
              "only the leader serves; without a probe of its own it would get requests before the"
                  + " model is loaded"));
      placed.withReason(
          new Reason(
              "Service",
              "spec.selector",
              "the leader is worker 0 of each group; the headless Service %s, which LeaderWorkerSet makes, has every pod"
                  .formatted(placed.name()),
              Sources.LEADER_WORKER_SET));
    }
    placed.withTorchReasons(KIND, WORKERS);
    queue.ifPresent(
        name ->
            placed.withReason(
                new Reason(
                    KIND,
                    "metadata.labels['kueue.x-k8s.io/queue-name']",
                    "Kueue lets the pods of a group start once queue %s has quota for all of them"
                        .formatted(name),
                    Sources.KUEUE_LEADER_WORKER_SET)));
  }

  private String howGroupsStart() {
    String each = "each group serves by itself, and is what an autoscaler adds or removes";
    return gang.workers() == 1 || queue.isPresent()
        ? each
        : each
            + "; Kubernetes schedules its pods one by one, so some may wait for others and hold"
            + " GPUs meanwhile: kueue(...) starts all or none";
  }

  private static Reason reason(String path, String why) {
    return new Reason(KIND, path, why, Sources.LEADER_WORKER_SET);
  }

  /** Returns text such as {@code LeaderWorkerSet of 2 workers, deployment llm: A100 x8}. */
  @Override
  public String toString() {
    return "LeaderWorkerSet of " + (replicas == 1 ? "" : replicas + " times ") + gang;
  }
}
