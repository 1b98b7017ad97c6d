package io.gpuspec.judges;

import io.gpuspec.Gpus;
import io.gpuspec.manifest.GpuWorkload;
import org.junit.jupiter.api.Test;

/** The API server admits what we build. */
class AdmissionJudge {

  @Test
  void a_deployment_on_a_super_node_is_admitted_without_a_warning() {
    ControlPlane plane = ControlPlane.shared();
    Admission admission = new Admission(plane.client());
    try (Trial trial = Trial.of("kube-apiserver", plane.version(), "admits what we build")) {
      String yaml =
          GpuWorkload.deployment("llm", "vllm/vllm-openai:v0.9")
              .gpu("T4")
              .requests("3", "10Gi")
              .limits("3", "12Gi")
              .port(8000)
              .on(Gpus.load().in("tke"))
              .yaml()
              .toString();
      Admission.Verdict verdict = admission.of(yaml);
      trial.agreed(verdict.withoutWarning(), () -> yaml + verdict.said());
    }
  }
}
