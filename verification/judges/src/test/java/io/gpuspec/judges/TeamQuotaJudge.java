package io.gpuspec.judges;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.ResourceQuota;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.gpuspec.Gpus;
import io.gpuspec.Target;
import io.gpuspec.manifest.GpuWorkload;
import io.gpuspec.manifest.WorkloadContainer;
import io.gpuspec.manifest.platform.GpuTeam;
import io.gpuspec.manifest.platform.Tenancy;
import io.gpuspec.scheduling.NodeView;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What the quotas and limits that we build for teams do to pods: a real controller counts. */
class TeamQuotaJudge {
  private static final ControlPlane PLANE = ControlPlane.shared();
  private static final Admission ADMISSION = new Admission(PLANE.client());
  private static final Target EKS = Gpus.load().in("eks");
  private static final String GPU = "nvidia.com/gpu";

  @BeforeAll
  static void somebodyCountsAndBinds() {
    PLANE.startControllers();
    PLANE.start("kube-scheduler", "--leader-elect=false", "--secure-port=0");
  }

  @Test
  void aTeamGetsItsCardsAndNoMoreAndWhoAsksForNoneGetsNone() {
    apply(
        Tenancy.of(GPU, 4)
            .team(GpuTeam.of("small", 3).perPod(2).requests("8", "16Gi").unstated("1", "1Gi"))
            .exclude("left-out"));
    try (Trial trial =
        trial("a team gets its cards and no more, and who asks for none gets none")) {
      String plain = plain("plain", "small");
      Poll.until("the LimitRange counts", () -> limit(plain, 0).equals("0"));
      Admission.Verdict none = ADMISSION.of(plain);
      trial.agreed(none.withoutWarning(), () -> "no GPU requested: " + none.said());
      String withSide =
          GpuWorkload.pod("llm", "r/i:v1")
              .container(WorkloadContainer.of("metrics", "r/m:v1"))
              .namespace("small")
              .on(EKS)
              .yaml()
              .toString();
      trial.agreed(limit(withSide, 0).equals("1"), () -> "the main one: " + limit(withSide, 0));
      trial.agreed(limit(withSide, 1).equals("0"), () -> "beside it: " + limit(withSide, 1));
      refused(trial, gpus("too-many", "small", 4), "maximum nvidia.com/gpu usage per Pod is 2");

      ADMISSION.create(gpus("two", "small", 2));
      refused(trial, gpus("two-more", "small", 2), "exceeded quota: gpu-quota");
      Admission.Verdict last = ADMISSION.of(gpus("last", "small", 1));
      trial.agreed(last.withoutWarning(), () -> "the third card: " + last.said());
      refused(trial, gpus("elsewhere", "left-out", 1), "limited: requests.nvidia.com/gpu=0");
      for (String deviceClass : List.of("gpu.nvidia.com", "mig.nvidia.com")) {
        refused(
            trial,
            claim("left-out", deviceClass),
            "limited: %s.deviceclass.resource.k8s.io/devices=0".formatted(deviceClass));
      }
      Admission.Verdict other = ADMISSION.of(claim("left-out", "other.example.com"));
      trial.agreed(other.withoutWarning(), () -> "a claim of another class: " + other.said());
    }
  }

  @Test
  void aQuotaOfCpuRefusesWhoStatesNoneUnlessALimitRangeStatesIt() {
    apply(Tenancy.of(GPU, 8).team(GpuTeam.of("strict", 4).requests("8", "16Gi")));
    apply(
        Tenancy.of(GPU, 8).team(GpuTeam.of("kind", 4).requests("8", "16Gi").unstated("1", "1Gi")));
    apply(Tenancy.of(GPU, 8).team("silent", 4));
    try (Trial trial = trial("a quota of CPU refuses who states none, and unstated() states it")) {
      refused(trial, plain("a", "strict"), "must specify requests.cpu for: main");
      Poll.until("the LimitRange counts", () -> ADMISSION.of(plain("a", "kind")).admitted());
      for (String namespace : List.of("kind", "silent")) {
        Admission.Verdict verdict = ADMISSION.of(plain("a", namespace));
        trial.agreed(verdict.withoutWarning(), () -> namespace + ": " + verdict.said());
      }
    }
  }

  @Test
  void aPodThatGotNoGpuIsBoundWhereThereIsNone() {
    apply(Tenancy.of(GPU, 4).team(GpuTeam.of("nothing", 1).perPod(1)));
    String plain = plain("plain", "nothing");
    Poll.until("the LimitRange counts", () -> limit(plain, 0).equals("0"));
    Pod pod = Serialization.unmarshal(ADMISSION.of(plain).kept().get(0).toString(), Pod.class);
    pod.getMetadata().setNamespace("default");
    pod.getMetadata().setUid(null);
    pod.getMetadata().setCreationTimestamp(null);
    try (Trial trial =
            Trial.of(
                "kube-scheduler", PLANE.version(), "binds a pod of 0 GPUs where there is none");
        Cluster cluster = new Cluster(PLANE)) {
      cluster.add(
          Rendered.node(
              NodeView.of("plain").allocatable(Map.of("cpu", "4", "memory", "8Gi", "pods", "10"))));
      Cluster.Outcome outcome = cluster.schedule(pod);
      trial.agreed(outcome.node().isPresent(), outcome::said);
    }
  }

  private static Trial trial(String law) {
    return Trial.of("kube-apiserver", PLANE.version(), law);
  }

  private static void refused(Trial trial, String pod, String reason) {
    String said = ADMISSION.of(pod).said().toString();
    trial.agreed(said.contains(reason), () -> pod + "expected: " + reason + "\nsaid: " + said);
  }

  /** As kubectl applies them, in their order, once every quota is counted. */
  private static void apply(Tenancy tenancy) {
    for (JsonNode object : Trees.read(tenancy.objects().json()).path("items")) {
      String namespace = object.path("metadata").path("namespace").asText("");
      if (!namespace.isEmpty()) {
        namespace(namespace);
      }
      if (object.path("kind").asText().equals("Namespace")) {
        namespace(object.path("metadata").path("name").asText());
      } else {
        ADMISSION.create(object.toString());
      }
      if (object.path("kind").asText().equals("ResourceQuota")) {
        Poll.until("the quota of " + namespace + " is counted", () -> isCounted(namespace));
      }
    }
  }

  private static boolean isCounted(String namespace) {
    ResourceQuota quota =
        PLANE.client().resourceQuotas().inNamespace(namespace).withName("gpu-quota").get();
    return quota.getStatus() != null && !quota.getStatus().getHard().isEmpty();
  }

  private static void namespace(String name) {
    PLANE
        .client()
        .resource(new NamespaceBuilder().withNewMetadata().withName(name).endMetadata().build())
        .serverSideApply();
  }

  private static String gpus(String name, String namespace, int count) {
    return plain(name, namespace)
        + "    resources: {limits: {nvidia.com/gpu: %d}}\n".formatted(count);
  }

  private static String claim(String namespace, String deviceClass) {
    return """
        apiVersion: resource.k8s.io/v1
        kind: ResourceClaim
        metadata:
          name: claim
          namespace: %s
        spec:
          devices:
            requests:
            - name: gpu
              exactly:
                deviceClassName: %s
        """
        .formatted(namespace, deviceClass);
  }

  /** A pod that says nothing of CPU, memory or GPUs. */
  private static String plain(String name, String namespace) {
    return """
        apiVersion: v1
        kind: Pod
        metadata:
          name: %s
          namespace: %s
        spec:
          containers:
          - name: main
            image: r/i:v1
        """
        .formatted(name, namespace);
  }

  /** The GPUs to which a container of a pod is limited, as the server would keep it. */
  private static String limit(String pod, int container) {
    List<JsonNode> kept = ADMISSION.of(pod).kept();
    return kept.isEmpty()
        ? "refused"
        : kept.get(0)
            .path("spec")
            .path("containers")
            .path(container)
            .path("resources")
            .path("limits")
            .path(GPU)
            .asText("none");
  }
}
