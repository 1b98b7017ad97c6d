package io.gpuspec.judges;

import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.gpuspec.Gpus;
import io.gpuspec.diagnosis.Cause;
import io.gpuspec.diagnosis.Diagnosis;
import io.gpuspec.manifest.inspect.Inspector;
import io.gpuspec.scheduling.NodeView;
import io.gpuspec.scheduling.Taint;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * What the real scheduler and API server say of a pod is traced to the field that was made wrong.
 */
class DiagnosisJudge {
  private static final ControlPlane PLANE = ControlPlane.shared();
  private static final Admission ADMISSION = new Admission(PLANE.client());
  private static final Inspector INSPECTOR = Inspector.of(Gpus.load());
  private static final int PODS = Night.tries(200);
  private static final int QUOTAS = Night.tries(20);

  /**
   * A mistake in a pod that every node would take without it.
   *
   * @param id the problem that is diagnosed
   * @param path the path of the value that is named, with the number of the container
   * @param isOfNodes whether what is known of nodes shows it too
   */
  private enum Fault {
    GPUS("gpu-insufficient", "spec.containers[%d].resources.limits['nvidia.com/gpu']", true),
    RESOURCE("gpu-insufficient", "spec.containers[%d].resources.limits['nvidia.com/gpus']", true),
    CPU("cpu-insufficient", "spec.containers[%d].resources.requests.cpu", true),
    MEMORY("memory-insufficient", "spec.containers[%d].resources.requests.memory", true),
    STORAGE(
        "storage-insufficient", "spec.containers[%d].resources.requests.ephemeral-storage", true),
    SELECTOR("node-selector-unmatched", "spec.nodeSelector", true),
    AFFINITY("node-selector-unmatched", "spec.affinity.nodeAffinity", true),
    TOLERATION("taint-not-tolerated", "spec.tolerations", true),
    PORT("ports-taken", "spec.containers[%d].ports", false),
    POD_AFFINITY("pod-affinity", "spec.affinity.podAffinity", false);

    private final String id;
    private final String path;
    private final boolean isOfNodes;

    Fault(String id, String path, boolean isOfNodes) {
      this.id = id;
      this.path = path;
      this.isOfNodes = isOfNodes;
    }

    private boolean is(Fault other) {
      return this == other;
    }
  }

  @BeforeAll
  static void scheduler() {
    PLANE.start("kube-scheduler", "--leader-elect=false", "--secure-port=0");
    PLANE.startControllers();
  }

  @Test
  void aMessageOfTheSchedulerIsTracedToTheFault() {
    Random random = Night.random(17);
    try (Trial trial =
        Trial.of(
            "kube-scheduler",
            PLANE.version(),
            "gives the reason that is traced to the field that was made wrong")) {
      for (int i = 0; i < PODS; i++) {
        Fault fault = Fault.values()[i % Fault.values().length];
        judge(trial, fault, random);
      }
    }
  }

  private static void judge(Trial trial, Fault fault, Random random) {
    int containers = 1 + random.nextInt(3);
    int wrong = random.nextInt(containers);
    String yaml = pod(fault, containers, wrong);
    List<NodeView> nodes = new ArrayList<>();
    for (int i = 0; i <= random.nextInt(3); i++) {
      nodes.add(node("n" + i));
    }
    String said;
    try (Cluster cluster = new Cluster(PLANE)) {
      nodes.forEach(node -> cluster.add(Rendered.node(node)));
      if (fault.is(Fault.PORT)) {
        nodes.forEach(
            node -> cluster.run(node.name(), read("taken-" + node.name(), pod(fault, 1, 0))));
      }
      said = cluster.schedule(read("asked", yaml)).said();
    }
    Diagnosis traced = INSPECTOR.trace(Diagnosis.of(said), nodes, "pod.yaml", yaml);
    List<Cause> causes =
        traced.causes().stream().filter(each -> !each.problem().isSymptom()).toList();
    List<String> notes = traced.notes().stream().map(note -> note.id()).distinct().toList();
    boolean agreed =
        causes.size() == 1
            && causes.get(0).problem().id().equals(fault.id)
            && paths(causes.get(0)).equals(List.of(fault.path.formatted(wrong)))
            && notes.equals(
                List.of(fault.isOfNodes ? "diagnosis.node-change" : "diagnosis.node-fits"))
            && traced.notes().stream().allMatch(note -> isOneChange(fault, note.message()));
    trial.agreed(agreed, () -> "%s%n%s%n%s%n%s".formatted(fault, yaml, said, traced));
  }

  private static boolean isOneChange(Fault fault, String message) {
    return !fault.isOfNodes || message.contains(" after 1 change: ");
  }

  private static List<String> paths(Cause cause) {
    return cause.where().stream().map(Cause.Place::path).distinct().toList();
  }

  private static Pod read(String name, String yaml) {
    return Rendered.pod(name, Serialization.unmarshal(yaml, Pod.class).getSpec());
  }

  private static NodeView node(String name) {
    return NodeView.of(name)
        .label("accelerator", "nvidia-a10")
        .taint("nvidia.com/gpu", "true", Taint.Effect.NO_SCHEDULE)
        .allocatable(
            Map.of(
                "cpu", "16",
                "memory", "60Gi",
                "ephemeral-storage", "100Gi",
                "pods", "58",
                "nvidia.com/gpu", "4"));
  }

  /** A pod that the nodes take but for one mistake, in one of its containers if it is of those. */
  private static String pod(Fault fault, int containers, int wrong) {
    StringBuilder pod =
        new StringBuilder("apiVersion: v1\nkind: Pod\nmetadata: {name: asked}\nspec:\n");
    if (fault.is(Fault.SELECTOR)) {
      pod.append("  nodeSelector: {accelerator: nvidia-t4}\n");
    }
    if (fault.is(Fault.AFFINITY)) {
      pod.append(
          "  affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution:"
              + " {nodeSelectorTerms: [{matchExpressions: [{key: accelerator, operator: In,"
              + " values: [nvidia-t4]}]}]}}}\n");
    }
    if (fault.is(Fault.POD_AFFINITY)) {
      pod.append(
          "  affinity: {podAffinity: {requiredDuringSchedulingIgnoredDuringExecution:"
              + " [{topologyKey: accelerator, labelSelector: {matchLabels: {app: none}}}]}}\n");
    }
    pod.append("  tolerations:\n  - {key: node.kubernetes.io/not-ready, operator: Exists}\n");
    if (!fault.is(Fault.TOLERATION)) {
      pod.append("  - {key: nvidia.com/gpu, operator: Exists}\n");
    }
    pod.append("  containers:\n");
    for (int i = 0; i < containers; i++) {
      boolean isWrong = i == wrong;
      pod.append("  - name: c%d\n    image: r/i:v1\n".formatted(i));
      if (isWrong && fault.is(Fault.PORT)) {
        pod.append("    ports: [{containerPort: 80, hostPort: 8080}]\n");
      }
      pod.append("    resources:\n");
      if (isWrong) {
        pod.append("      requests: {%s}\n".formatted(requests(fault)));
        pod.append("      limits: {%s}\n".formatted(limits(fault)));
      } else {
        pod.append("      requests: {}\n");
      }
    }
    return pod.toString();
  }

  private static String requests(Fault fault) {
    return switch (fault) {
      case CPU -> "cpu: \"64\"";
      case MEMORY -> "memory: 900Gi";
      case STORAGE -> "ephemeral-storage: 1Ti";
      default -> "";
    };
  }

  private static String limits(Fault fault) {
    return switch (fault) {
      case GPUS -> "nvidia.com/gpu: 5";
      case RESOURCE -> "nvidia.com/gpus: 1";
      default -> "nvidia.com/gpu: 1";
    };
  }

  @Test
  void aMessageOfAQuotaIsTracedToWhatCountsAgainstIt() {
    Random random = Night.random(19);
    try (Trial trial =
        Trial.of(
            "kube-apiserver",
            PLANE.version(),
            "refuses a pod for its quota, which is traced to the pod and the quota")) {
      for (int i = 0; i < QUOTAS; i++) {
        String namespace = "diagnosed-" + i;
        int hard = 1 + random.nextInt(4);
        PLANE
            .client()
            .resource(
                new NamespaceBuilder().withNewMetadata().withName(namespace).endMetadata().build())
            .serverSideApply();
        String quota =
            """
            apiVersion: v1
            kind: ResourceQuota
            metadata: {name: team, namespace: %s}
            spec: {hard: {requests.nvidia.com/gpu: "%d", pods: "100"}}
            """
                .formatted(namespace, hard);
        ADMISSION.create(quota);
        Poll.until("the quota is counted", () -> isCounted(namespace));
        String pod =
            """
            apiVersion: v1
            kind: Pod
            metadata: {name: asked, namespace: %s}
            spec:
              containers:
              - {name: a, image: r/i:v1}
              - {name: b, image: r/i:v1, resources: {limits: {nvidia.com/gpu: %d}}}
            """
                .formatted(namespace, hard + 1 + random.nextInt(3));
        String said = ADMISSION.of(pod).said().toString();
        Diagnosis traced =
            INSPECTOR.trace(Diagnosis.of(said), List.of(), "team.yaml", quota + "---\n" + pod);
        trial.agreed(
            traced.causes().size() == 1
                && traced.causes().get(0).problem().id().equals("quota-exceeded")
                && traced.notes().isEmpty()
                && paths(traced.causes().get(0))
                    .equals(
                        List.of(
                            "spec.containers[1].resources.limits['nvidia.com/gpu']",
                            "spec.hard['requests.nvidia.com/gpu']")),
            () -> "%s%n%s%n%s".formatted(pod, said, traced));
      }
    }
  }

  private static boolean isCounted(String namespace) {
    var quota = PLANE.client().resourceQuotas().inNamespace(namespace).withName("team").get();
    return quota.getStatus() != null && !quota.getStatus().getHard().isEmpty();
  }
}
