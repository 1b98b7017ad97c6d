package io.gpuspec.judges;

import io.gpuspec.manifest.platform.KubeletSettings;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Law 6: what the kubelet makes of our KubeletConfiguration. */
class KubeletJudge {
  private static final String HEAD =
      """
      apiVersion: kubelet.config.k8s.io/v1beta1
      kind: KubeletConfiguration
      """;

  /** What the ACK document shows for GPUs and CPUs on one NUMA node. */
  private static final String OF_THE_DOCUMENT =
      HEAD
          + """
          cpuManagerPolicy: static
          topologyManagerPolicy: best-effort
          topologyManagerScope: container
          reservedSystemCPUs: "0-1"
          """;

  @Test
  void aRightConfigurationIsTakenAndHeld() {
    List<String> right =
        List.of(
            HEAD,
            OF_THE_DOCUMENT,
            HEAD + "topologyManagerPolicy: single-numa-node\ntopologyManagerScope: pod\n",
            HEAD + "topologyManagerPolicy: restricted\n",
            HEAD + "cpuManagerPolicy: static\nkubeReserved: {cpu: 500m}\n",
            HEAD + "cpuManagerPolicy: static\nsystemReserved: {cpu: '1'}\n");
    try (Trial trial =
        Trial.of("kubelet", Kubelet.version(), "takes a right configuration and keeps it")) {
      for (String config : right) {
        Kubelet kubelet = Kubelet.reading(config);
        List<String> lost = Fields.lost(Trees.read(config), kubelet.config());
        trial.agreed(
            kubelet.complaints().isEmpty() && lost.isEmpty(),
            () -> config + kubelet.complaints() + "\nlost: " + lost);
      }
    }
  }

  @Test
  void ourSettingsAreTakenAndHeld() {
    try (Trial trial = Trial.of("kubelet", Kubelet.version(), "starts with our settings")) {
      for (String policy : KubeletSettings.topologyPolicies()) {
        for (String option : KubeletSettings.cpuOptions()) {
          held(trial, KubeletSettings.of(policy).staticCpuManager(option).reservedCpus("0-1,8"));
        }
        held(trial, KubeletSettings.of(policy));
        held(trial, KubeletSettings.of(policy).reservedCpus("0").systemReserved("memory", "1Gi"));
        held(trial, KubeletSettings.of(policy).staticCpuManager().systemReserved("cpu", "500m"));
        held(
            trial,
            KubeletSettings.of(policy)
                .staticCpuManager()
                .kubeReserved("cpu", "1500m")
                .kubeReserved("memory", "2Gi")
                .kubeReserved("ephemeral-storage", "10Gi"));
      }
      for (String policy : List.of("best-effort", "restricted", "single-numa-node")) {
        held(
            trial,
            KubeletSettings.of(policy)
                .podScope()
                .preferClosestNumaNodes()
                .maxAllowableNumaNodes(16));
      }
    }
  }

  private static void held(Trial trial, KubeletSettings settings) {
    String file = settings.yamlWithComments().toString();
    Kubelet kubelet = Kubelet.reading(file);
    List<String> lost = Fields.lost(Trees.read(file), kubelet.config());
    trial.agreed(
        kubelet.complaints().isEmpty() && lost.isEmpty(),
        () -> file + kubelet.complaints() + "\nlost: " + lost);
  }

  @Test
  void whatOurSettingsRefuseTheKubeletRefusesOrIgnores() {
    String isStatic = HEAD + "cpuManagerPolicy: static\nkubeReserved: {cpu: '1'}\n";
    try (Trial trial =
        Trial.of("kubelet", Kubelet.version(), "does not start with what our settings refuse")) {
      onlyAtTheStart(
          trial,
          isStatic
              + "cpuManagerPolicyOptions: {prefer-align-cpus-by-uncorecache: 'true', distribute-cpus-across-numa: 'true'}\n",
          "can not be used at the same time");
      onlyAtTheStart(
          trial,
          HEAD + "cpuManagerPolicyOptions: {full-pcpus-only: 'true'}\n",
          "None policy: received unsupported options");
      onlyAtTheStart(
          trial,
          HEAD
              + "topologyManagerPolicy: restricted\ntopologyManagerPolicyOptions: {max-allowable-numa-nodes: '7'}\n",
          "should not be less than 8");
      refused(trial, HEAD + "reservedSystemCPUs: 1-0\n", "unable to parse reservedSystemCPUs");
      Kubelet none =
          Kubelet.reading(
              HEAD
                  + "topologyManagerPolicy: none\ntopologyManagerPolicyOptions: {max-allowable-numa-nodes: '7'}\n");
      trial.agreed(none.complaints().isEmpty(), () -> "ignored under none: " + none);
    }
  }

  @Test
  void aWrongConfigurationIsRefusedWithItsReason() {
    try (Trial trial = Trial.of("kubelet", Kubelet.version(), "refuses a wrong configuration")) {
      refused(
          trial,
          HEAD + "topologyManagerPolicy: besteffort\n",
          "topologyManagerPolicy (--topology-manager-policy) \"besteffort\" must be one of");
      refused(
          trial,
          HEAD + "topologyManagerScope: node\n",
          "topologyManagerScope (--topology-manager-scope) \"node\" must be one of");
      refused(trial, HEAD + "reservedSystemCPUs: two\n", "unable to parse reservedSystemCPUs");
      refused(trial, HEAD + "topologyManager: best-effort\n", "unknown field \"topologyManager\"");
      refused(
          trial,
          HEAD + "cpuManagerPolicy: static\ncpuManagerPolicy: none\n",
          "key \"cpuManagerPolicy\" already set in map");
      refused(trial, HEAD + "maxPods: many\n", "maxPods of type int32");
      refused(trial, HEAD.replace("v1beta1", "v1beta9"), "no kind \"KubeletConfiguration\"");
    }
  }

  @Test
  void whatTheValidationPackageLetsPassIsRefusedAtTheStart() {
    try (Trial trial =
        Trial.of("kubelet", Kubelet.version(), "does not start with a wrong CPU policy")) {
      onlyAtTheStart(
          trial,
          HEAD + "cpuManagerPolicy: static\n",
          "static policy requires systemreserved.cpu + kubereserved.cpu to be greater than zero");
      onlyAtTheStart(trial, HEAD + "cpuManagerPolicy: pinned\n", "unknown policy: \"pinned\"");
    }
  }

  private static void refused(Trial trial, String config, String reason) {
    List<String> complaints = Kubelet.reading(config).complaints();
    trial.agreed(
        complaints.stream().anyMatch(complaint -> complaint.contains(reason)),
        () -> config + "expected: " + reason + "\nsaid: " + complaints);
  }

  private static void onlyAtTheStart(Trial trial, String config, String reason) {
    Kubelet kubelet = Kubelet.reading(config);
    trial.agreed(
        kubelet.decoding().isEmpty()
            && kubelet.validation().isEmpty()
            && kubelet.start().stream().anyMatch(complaint -> complaint.contains(reason)),
        () -> config + "expected at the start: " + reason + "\nsaid: " + kubelet);
  }
}
