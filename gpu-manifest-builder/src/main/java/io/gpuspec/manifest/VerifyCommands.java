package io.gpuspec.manifest;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.fabric8.kubernetes.api.model.Service;
import io.gpuspec.manifest.internal.tree.ContainerForm;
import io.gpuspec.manifest.internal.tree.Json;
import io.gpuspec.manifest.internal.tree.PodTemplates;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The commands that check applied manifests: what runs, where, with which resources, and whether
 * its container sees the GPUs. Those of the best-practice pages for TKE super nodes, Karpenter and
 * the NVIDIA device plugin, with these manifests' names in them.
 */
final class VerifyCommands {
  /** Pods of a job have it from the job controller, since Kubernetes 1.27. */
  private static final String JOB_LABEL = "batch.kubernetes.io/job-name";

  /** JobSet 0.12.0, api/jobset/v1alpha2/jobset_types.go. */
  private static final String JOB_SET_LABEL = "jobset.sigs.k8s.io/jobset-name";

  /** LeaderWorkerSet 0.9.0, api/leaderworkerset/v1/leaderworkerset_types.go. */
  private static final String LEADER_WORKER_SET_LABEL = "leaderworkerset.sigs.k8s.io/name";

  /** Volcano 1.15.1, pkg/controllers/job/job_controller_util.go. */
  private static final String VOLCANO_LABEL = "volcano.sh/job-name";

  private static final String VOLCANO_GROUP = "batch.volcano.sh/";
  private static final String POD_GROUPS = "podgroups.scheduling.volcano.sh";
  private static final String KUEUE_LABEL = "kueue.x-k8s.io/queue-name";

  /** Kueue 0.19.2, pkg/controller/constants/constants.go. */
  private static final String KUEUE_UID_LABEL = "kueue.x-k8s.io/job-uid";

  private static final String CHECK = "-check";
  private static final String TORCH =
      "import torch; print(torch.cuda.is_available(), torch.cuda.device_count(), torch.version.cuda)";

  /** TKE best practice, GPU pods on super nodes: what its events say of image caches. */
  private static final String IMAGE_CACHE = "/use-image-cache";

  private static final String WHOLE_GPUS = "nvidia.com/gpu";

  private final HasMetadata workload;
  private final Container container;
  private final Map<String, String> annotations;
  private final List<String> lines = new ArrayList<>();

  private VerifyCommands(HasMetadata workload, PodTemplateSpec pods) {
    this.workload = workload;
    this.annotations =
        Optional.ofNullable(pods.getMetadata()).map(ObjectMeta::getAnnotations).orElse(Map.of());
    List<Container> containers = pods.getSpec().getContainers();
    this.container =
        containers.stream().filter(c -> gpus(c).isPresent()).findFirst().orElse(containers.get(0));
  }

  /** A line that says why above each command. */
  static String of(List<HasMetadata> objects) {
    for (HasMetadata object : objects) {
      Optional<PodTemplateSpec> pods = PodTemplates.of(object);
      if (pods.isPresent()) {
        VerifyCommands commands = new VerifyCommands(object, pods.get());
        commands.whatRuns();
        commands.wherePodsAre();
        commands.whatPodsHave();
        commands.imageCache();
        commands.whatHoldsIt();
        objects.forEach(commands::beside);
        return String.join("\n", commands.lines) + "\n";
      }
    }
    return "";
  }

  private static Optional<String> gpus(Container container) {
    return Optional.ofNullable(container.getResources())
        .map(ResourceRequirements::getLimits)
        .map(limits -> limits.get(WHOLE_GPUS))
        .map(Quantity::toString);
  }

  private void whatRuns() {
    String kind = kind();
    switch (kind) {
      case "deployment", "statefulset", "daemonset" ->
          add(
              "Waits until every pod runs and is ready.",
              "rollout status " + object() + " --timeout=15m");
      case "cronjob" -> {
        add("It is there, with its schedule.", "get " + object());
        add(
            "Starts one of its jobs now, to be looked at below.",
            "create job " + name() + CHECK + " --from=" + object());
      }
      case "job" -> add("How many pods have succeeded.", "get " + object());
      case "jobset" -> {
        add("Its state, and how often all workers were started again.", "get " + object());
        add("The Jobs of its workers.", "get jobs -l " + JOB_SET_LABEL + "=" + name());
      }
      case "leaderworkerset" ->
          add("How many of its groups there are, and how many are ready.", "get " + object());
      case "vcjob" -> {
        add("Its state, and how many workers run of those that must.", "get " + object());
        add(
            "The group that Volcano made for it: its events say why it does not start.",
            "describe " + POD_GROUPS + "/" + name() + "-$(" + uid() + ")");
      }
      default -> {
        // A pod's own line comes next.
      }
    }
  }

  private void wherePodsAre() {
    add("Which node each pod is on.", "get " + pods() + " -o wide");
    add(
        "A pod that stays Pending: its events say what the scheduler misses.",
        "describe " + pods());
    add("What happened lately, the newest last.", "get events --sort-by=.lastTimestamp");
    String first = isPod() ? "{.spec.nodeName}" : "{.items[0].spec.nodeName}";
    lines.add("# The GPUs that the node has, and how many of them are taken.");
    lines.add(
        kubectl("get " + pods() + " -o jsonpath='" + first + "'")
            + " | xargs kubectl describe node");
  }

  private void whatPodsHave() {
    String each =
        "{.metadata.name}{\"\\t\"}{.metadata.annotations}{\"\\t\"}{.spec.containers[*].resources}{\"\\n\"}";
    add(
        "The annotations and resources that the pods were admitted with.",
        "get "
            + pods()
            + " -o jsonpath='"
            + (isPod() ? each : "{range .items[*]}" + each + "{end}")
            + "'");
    String inside = running() + " -c " + container.getName();
    add("What the container prints.", "logs " + inside + " --tail=100");
    add(
        "The GPUs that the container sees"
            + gpus(container).map(count -> "; it was given " + count).orElse("")
            + ".",
        "exec " + inside + " -- nvidia-smi -L");
    add("Driver, CUDA version, memory and processes.", "exec " + inside + " -- nvidia-smi");
    if (String.valueOf(container.getImage()).contains("torch")) {
      add("The GPUs that PyTorch finds.", "exec " + inside + " -- python3 -c '" + TORCH + "'");
    }
  }

  /** The queue that it waits in. */
  private void whatHoldsIt() {
    Optional.ofNullable(workload.getMetadata().getLabels())
        .map(labels -> labels.get(KUEUE_LABEL))
        .ifPresent(this::kueue);
    if (kind().equals("vcjob")) {
      volcanoQueue(spec(workload));
    }
  }

  private void kueue(String queue) {
    add(
        "Whether Kueue has admitted it, and if not what is missing.",
        "describe workloads.kueue.x-k8s.io -l " + KUEUE_UID_LABEL + "=$(" + uid() + ")");
    add("How many wait in its queue.", "get localqueues.kueue.x-k8s.io/" + queue);
  }

  private void volcanoQueue(Map<String, Object> spec) {
    if (spec.get("queue") instanceof String queue) {
      add("Its queue, which has to be open.", "get queues.scheduling.volcano.sh/" + queue);
    }
  }

  private void beside(HasMetadata object) {
    service(object);
    String named = "/" + object.getMetadata().getName();
    switch (object.getKind()) {
      case "HorizontalPodAutoscaler" ->
          add("How many pods there are, and why.", "get horizontalpodautoscalers" + named);
      case "NodePool" -> {
        add(
            "The node pool: its nodes, and whether it is ready.",
            "get nodepools.karpenter.sh" + named);
        add(
            "The nodes that Karpenter launches, and why one does not come.",
            "describe nodeclaims.karpenter.sh -l karpenter.sh/nodepool="
                + object.getMetadata().getName());
      }
      case "EC2NodeClass" ->
          add(
              "Whether subnets, security groups, role and image of its nodes were found.",
              "describe ec2nodeclasses.karpenter.k8s.aws" + named);
      default -> {
        // Others are looked at below, or need no command.
      }
    }
    if (object.getKind().equals("PodGroup")) {
      add(
          "The group of its pods: its events say why it does not start.",
          "describe " + POD_GROUPS + "/" + object.getMetadata().getName());
      volcanoQueue(spec(object));
    }
  }

  private void service(HasMetadata object) {
    if (object instanceof Service) {
      String name = object.getMetadata().getName();
      add(
          "The pods that Service " + name + " leads to.",
          "get endpointslices -l kubernetes.io/service-name=" + name);
    }
  }

  private void imageCache() {
    if (annotations.keySet().stream().anyMatch(key -> key.endsWith(IMAGE_CACHE))) {
      add(
          "Whether the image came from a cache: Using image cache, or Pulling image where none has it.",
          "get events --field-selector=involvedObject.kind=Pod,reason=Pulling");
    }
  }

  private void add(String why, String command) {
    lines.add("# " + why);
    lines.add(kubectl(command));
  }

  /**
   * Returns what follows a double dash is the container's; the namespace comes first, out of its
   * way.
   */
  private String kubectl(String command) {
    return Optional.ofNullable(workload.getMetadata().getNamespace())
            .map(namespace -> "kubectl -n " + namespace + " ")
            .orElse("kubectl ")
        + command;
  }

  private String name() {
    return workload.getMetadata().getName();
  }

  /** Returns a word for each kind; Volcano's Job is called as Kubernetes' own. */
  private String kind() {
    return workload.getApiVersion().startsWith(VOLCANO_GROUP)
        ? "vcjob"
        : workload.getKind().toLowerCase(Locale.ROOT);
  }

  private boolean isPod() {
    return kind().equals("pod");
  }

  private String object() {
    return switch (kind()) {
      case "jobset" -> "jobsets.jobset.x-k8s.io/" + name();
      case "leaderworkerset" -> "leaderworkersets.leaderworkerset.x-k8s.io/" + name();
      case "vcjob" -> "jobs.batch.volcano.sh/" + name();
      default -> kind() + "/" + name();
    };
  }

  /** The command that prints its UID, of which controllers make names. */
  private String uid() {
    return kubectl("get " + object() + " -o jsonpath='{.metadata.uid}'");
  }

  /** Returns what {@code kubectl logs} and {@code exec} find a pod by. */
  private String running() {
    return switch (kind()) {
      case "cronjob" -> "job/" + name() + CHECK;
      case "jobset" -> "job/" + name() + "-" + firstOf("replicatedJobs") + "-0";
      case "leaderworkerset" -> "pod/" + name() + "-0";
      case "vcjob" -> "pod/" + name() + "-" + firstOf("tasks") + "-0";
      default -> object();
    };
  }

  /** The name of the first task. */
  private String firstOf(String tasks) {
    return spec(workload).get(tasks) instanceof List<?> all && !all.isEmpty()
        ? String.valueOf(ContainerForm.copy(all.get(0)).get("name"))
        : "";
  }

  private String pods() {
    return switch (kind()) {
      case "pod" -> "pod " + name();
      case "job" -> "pods -l " + JOB_LABEL + "=" + name();
      case "cronjob" -> "pods -l " + JOB_LABEL + "=" + name() + CHECK;
      case "jobset" -> "pods -l " + JOB_SET_LABEL + "=" + name();
      case "leaderworkerset" -> "pods -l " + LEADER_WORKER_SET_LABEL + "=" + name();
      case "vcjob" -> "pods -l " + VOLCANO_LABEL + "=" + name();
      default -> "pods -l " + selector();
    };
  }

  private String selector() {
    Map<String, Object> selector = ContainerForm.copy(spec(workload).get("selector"));
    return ContainerForm.copy(selector.get("matchLabels")).entrySet().stream()
        .map(label -> label.getKey() + "=" + label.getValue())
        .collect(Collectors.joining(","));
  }

  private static Map<String, Object> spec(HasMetadata object) {
    Map<String, Object> tree = ContainerForm.copy(Json.MAPPER.convertValue(object, Object.class));
    return ContainerForm.copy(tree.get("spec"));
  }
}
