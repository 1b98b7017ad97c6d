package io.gpuspec.judges;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceQuota;
import io.gpuspec.Gpus;
import io.gpuspec.Target;
import io.gpuspec.manifest.GpuWorkload;
import io.gpuspec.manifest.WorkloadContainer;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What quotas and LimitRanges do to pods that we build: a real quota controller counts. */
class QuotaJudge {
  private static final ControlPlane PLANE = ControlPlane.shared();
  private static final Admission ADMISSION = new Admission(PLANE.client());
  private static final Target EKS = Gpus.load().in("eks");

  @BeforeAll
  static void somebodyCounts() {
    PLANE.startControllers();
  }

  @Test
  void aLimitRangeWithOnlyAMaximumGivesItToEveryContainerThatStatesNoGpus() {
    inNamespace("most-gpus");
    ADMISSION.create(
        """
        apiVersion: v1
        kind: LimitRange
        metadata:
          name: gpus
          namespace: most-gpus
        spec:
          limits:
          - type: Container
            max:
              nvidia.com/gpu: 8
        """);
    String withSide =
        yaml(
            GpuWorkload.pod("llm", "r/i:v1")
                .container(WorkloadContainer.of("metrics", "r/m:v1"))
                .namespace("most-gpus"));
    Poll.until("the LimitRange counts", () -> gpus(withSide, 1).equals("8"));

    try (Trial trial = trial("a LimitRange gives its maximum of GPUs to who states none")) {
      trial.agreed(gpus(withSide, 0).equals("1"), () -> withSide + gpus(withSide, 0));
      trial.agreed(gpus(withSide, 1).equals("8"), () -> withSide + gpus(withSide, 1));
    }
  }

  @Test
  void aQuotaCountsRequestsOfGpusAndNotLimits() {
    quota("limits-of-gpus", "limits.nvidia.com/gpu", "1");
    quota("requests-of-gpus", "requests.nvidia.com/gpu", "1");
    GpuWorkload two = GpuWorkload.pod("two", "r/i:v1").gpu(4, "A10G").requests("1", "1Gi");
    GpuWorkload one = GpuWorkload.pod("one", "r/i:v1").gpu("A10G").requests("1", "1Gi");

    try (Trial trial = trial("a quota counts requests of GPUs, and limits never")) {
      Admission.Verdict many = ADMISSION.of(yaml(two.namespace("limits-of-gpus")));
      trial.agreed(many.withoutWarning(), () -> "4 GPUs, limits quota: " + many.said());
      ADMISSION.create(yaml(one.namespace("limits-of-gpus")));
      ADMISSION.create(yaml(one.namespace("requests-of-gpus")));
      Poll.until(
          "the GPU is counted", () -> used("requests-of-gpus").containsValue(new Quantity("1")));
      Map<String, Quantity> uncounted = used("limits-of-gpus");
      trial.agreed(
          uncounted.values().stream().allMatch(new Quantity("0")::equals),
          () -> "used of the limits quota: " + uncounted);
      Admission.Verdict more =
          ADMISSION.of(
              yaml(GpuWorkload.pod("more", "r/i:v1").gpu("A10G").namespace("requests-of-gpus")));
      trial.agreed(
          more.said()
              .toString()
              .contains("exceeded quota: quota, requested: requests.nvidia.com/gpu=1"),
          () -> "one more GPU, requests quota: " + more.said());
    }
  }

  @Test
  void aQuotaOnRequestsOfCpuRefusesPodsThatStateNone() {
    quota("requests-of-cpu", "requests.cpu", "8");
    GpuWorkload silent = GpuWorkload.pod("llm", "r/i:v1").gpu("T4").namespace("requests-of-cpu");

    try (Trial trial = trial("a quota on CPU refuses pods that state none")) {
      Admission.Verdict refused = ADMISSION.of(yaml(silent));
      trial.agreed(
          refused.said().toString().contains("must specify requests.cpu for: llm"),
          () -> "no CPU stated: " + refused.said());
      Admission.Verdict stated = ADMISSION.of(yaml(silent.requests("2", "4Gi")));
      trial.agreed(stated.withoutWarning(), () -> "CPU stated: " + stated.said());
      Admission.Verdict limited = ADMISSION.of(yaml(silent.limits("2", "4Gi")));
      trial.agreed(limited.withoutWarning(), () -> "only a limit stated: " + limited.said());
      Admission.Verdict above = ADMISSION.of(yaml(silent.requests("8001m", "4Gi")));
      trial.agreed(!above.admitted(), () -> "above the quota, and admitted");
    }
  }

  private static Trial trial(String law) {
    return Trial.of("kube-apiserver", PLANE.version(), law);
  }

  private static String yaml(GpuWorkload workload) {
    return workload.on(EKS).yaml().toString();
  }

  private static void inNamespace(String name) {
    PLANE
        .client()
        .resource(new NamespaceBuilder().withNewMetadata().withName(name).endMetadata().build())
        .serverSideApply();
  }

  /** A quota of its own namespace, once its controller has begun to count. */
  private static void quota(String namespace, String resource, String hard) {
    inNamespace(namespace);
    ADMISSION.create(
        """
        apiVersion: v1
        kind: ResourceQuota
        metadata:
          name: quota
          namespace: %s
        spec:
          hard:
            %s: "%s"
        """
            .formatted(namespace, resource, hard));
    Poll.until(
        "the quota of " + namespace + " is counted",
        () -> {
          ResourceQuota quota = resource(namespace);
          return quota.getStatus() != null && !quota.getStatus().getHard().isEmpty();
        });
  }

  private static Map<String, Quantity> used(String namespace) {
    return resource(namespace).getStatus().getUsed();
  }

  private static ResourceQuota resource(String namespace) {
    return PLANE.client().resourceQuotas().inNamespace(namespace).withName("quota").get();
  }

  /** The GPUs to which a container of a pod is limited, as the server would keep it. */
  private static String gpus(String pod, int container) {
    JsonNode spec = ADMISSION.of(pod).kept().get(0).path("spec");
    return spec.path("containers")
        .path(container)
        .path("resources")
        .path("limits")
        .path("nvidia.com/gpu")
        .asText("none");
  }
}
