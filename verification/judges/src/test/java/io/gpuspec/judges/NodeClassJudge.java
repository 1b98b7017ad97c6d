package io.gpuspec.judges;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.Gpus;
import io.gpuspec.manifest.inspect.Inspector;
import io.gpuspec.manifest.inspect.ManifestFinding;
import io.gpuspec.rule.Severity;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Node pools and node classes of Karpenter with one change: the API server rejects what has a
 * finding of severity error, and admits the rest.
 */
class NodeClassJudge {
  private static final Inspector INSPECTOR = Inspector.of(Gpus.load());

  private static final String CLASS =
      """
      apiVersion: karpenter.k8s.aws/v1
      kind: EC2NodeClass
      metadata: {name: gpu}
      spec:
        role: node
        amiSelectorTerms: [{alias: al2023@v20260810}]
        subnetSelectorTerms: [{tags: {k: v}}]
        securityGroupSelectorTerms: [{tags: {k: v}}]
      """;

  private static final String POOL =
      """
      apiVersion: karpenter.sh/v1
      kind: NodePool
      metadata: {name: gpu}
      spec:
        disruption: {consolidateAfter: 5m}
        template:
          spec:
            nodeClassRef: {group: karpenter.k8s.aws, kind: EC2NodeClass, name: gpu}
            requirements: [{key: karpenter.k8s.aws/instance-family, operator: In, values: [g5]}]
            taints: [{key: nvidia.com/gpu, effect: NoSchedule}]
      """;

  /** What is replaced, and by what, in turn. */
  private static final Map<String, List<String>> CHANGES =
      Map.of(
          CLASS,
          List.of(
              "role: node ->",
              "role: node -> instanceProfile: node",
              "role: node -> role: node\n  instanceProfile: node",
              "role: node -> role: node\n  amiFamily: AL2023",
              "role: node -> role: node\n  amiFamily: Ubuntu",
              "role: node -> role: node\n  amiSelector: {}",
              "role: node -> role: node\n  instanceStorePolicy: raid0",
              "role: node -> role: node\n  blockDeviceMappings: [{ebs: {encrypted: true}}]",
              "role: node -> role: node\n  blockDeviceMappings: [{ebs: {volumeSize: 9Gi}}]",
              "role: node -> role: node\n  blockDeviceMappings: [{ebs: {volumeSize: 9Gi, volumeType: ssd}}]",
              "role: node -> role: node\n  metadataOptions: {httpTokens: none}",
              "role: node -> role: node\n  metadataOptions: {httpPutResponseHopLimit: 65}",
              "role: node -> role: node\n  capacityReservationSelectorTerms: [{ownerID: '123456789012'}]",
              "role: node -> role: node\n  capacityReservationSelectorTerms: [{id: cr-1}]",
              "role: node -> role: node\n  networkInterfaces: [{deviceIndex: 0}]",
              "amiSelectorTerms: [{alias: al2023@v20260810}] ->",
              "{alias: al2023@v20260810} ->",
              "alias: al2023@v20260810 ->",
              "alias: al2023@v20260810 -> alias: al2023",
              "alias: al2023@v20260810 -> alias: ubuntu@latest",
              "alias: al2023@v20260810 -> alias: windows2022@v1",
              "alias: al2023@v20260810 -> alias: windows2022@latest",
              "alias: al2023@v20260810 -> name: mine",
              "alias: al2023@v20260810 -> id: ami-1",
              "alias: al2023@v20260810 -> alias: al2023@latest, name: mine",
              "alias: al2023@v20260810 -> alias: al2023@latest}, {id: ami-1",
              "role: node\n  amiSelectorTerms: [{alias: al2023@v20260810}] -> role: node\n  amiFamily: AL2023\n  amiSelectorTerms: [{name: a, owner: self}, {id: ami-1}]",
              "role: node\n  amiSelectorTerms: [{alias: al2023@v20260810}] -> role: node\n  amiFamily: AL2023\n  amiSelectorTerms: [{id: ami-1, owner: self}]",
              "role: node\n  amiSelectorTerms: [{alias: al2023@v20260810}] -> role: node\n  amiFamily: AL2023\n  amiSelectorTerms: [{owner: self}]",
              "subnetSelectorTerms: [{tags: {k: v}}] ->",
              "subnetSelectorTerms: [{tags: {k: v}}] -> subnetSelectorTerms: []",
              "subnetSelectorTerms: [{tags: {k: v}}] -> subnetSelectorTerms: [{}]",
              "subnetSelectorTerms: [{tags: {k: v}}] -> subnetSelectorTerms: [{id: vpc-1}]",
              "subnetSelectorTerms: [{tags: {k: v}}] -> subnetSelectorTerms: [{id: subnet-1, tags: {k: v}}]",
              "subnetSelectorTerms: [{tags: {k: v}}] -> subnetSelectorTerms: [{id: subnet-1, tags: {k: v}}, {id: subnet-2}]",
              "securityGroupSelectorTerms: [{tags: {k: v}}] ->",
              "securityGroupSelectorTerms: [{tags: {k: v}}] -> securityGroupSelectorTerms: []",
              "securityGroupSelectorTerms: [{tags: {k: v}}] -> securityGroupSelectorTerms: [{id: vpc-1}]",
              "securityGroupSelectorTerms: [{tags: {k: v}}] -> securityGroupSelectorTerms: [{name: a, tags: {k: v}}]",
              "securityGroupSelectorTerms: [{tags: {k: v}}] -> securityGroupSelectorTerms: [{id: sg-1, name: a}, {name: b}]",
              "securityGroupSelectorTerms: [{tags: {k: v}}] -> securityGroupSelectorTerms: [{id: sg-1, name: a}, {tags: {k: v}}]"),
          POOL,
          List.of(
              "consolidateAfter: 5m ->",
              "consolidateAfter: 5m -> consolidationPolicy: WhenEmpty",
              "disruption: {consolidateAfter: 5m} ->",
              "5m -> 5m, budgets: [{nodes: '0', schedule: 0 9 * * *}]",
              "5m -> 5m, budgets: [{nodes: '0', duration: 1h}]",
              "5m -> 5m, budgets: [{nodes: '0', schedule: 0 9 * * *, duration: 1h}]",
              "5m -> 5m, budgets: [{reasons: [Empty]}]",
              "nodeClassRef: {group: karpenter.k8s.aws, kind: EC2NodeClass, name: gpu} ->",
              "group: karpenter.k8s.aws, ->",
              "name: gpu} -> name: ''}",
              "requirements: [{key: karpenter.k8s.aws/instance-family, operator: In, values: [g5]}] ->",
              "requirements: [{key: karpenter.k8s.aws/instance-family, operator: In, values: [g5]}] -> requirements:",
              "requirements: [{key: karpenter.k8s.aws/instance-family, operator: In, values: [g5]}] -> requirements: []",
              "operator: In, ->",
              "effect: NoSchedule -> value: a"));

  @Test
  void theDefinitionsRefuseWhatTheInspectorFinds() {
    assertThat(CustomResources.installed()).isTrue();
    Admission admission = new Admission(ControlPlane.shared().client());
    try (Trial trial =
        Trial.of(
            "kube-apiserver",
            ControlPlane.shared().version(),
            "rejects a node pool or node class if the inspector says that it would")) {
      CHANGES.forEach(
          (object, changes) -> {
            judge(object, admission, trial);
            changes.stream()
                .filter(change -> !isOfNewKarpenter(change))
                .forEach(change -> judge(changed(object, change), admission, trial));
          });
    }
  }

  /** Since 1.15 a disruption needs no {@code consolidateAfter}; those of 1.14 require it. */
  private static boolean isOfNewKarpenter(String change) {
    return Tools.isOldKarpenter() && change.startsWith("consolidateAfter: 5m ->");
  }

  private static String changed(String object, String change) {
    String[] parts = change.split(" -> ?", 2);
    String changed = object.replace(parts[0], parts[1]);
    assertThat(changed).isNotEqualTo(object);
    return changed;
  }

  private static void judge(String object, Admission admission, Trial trial) {
    Admission.Verdict verdict = admission.of(object);
    List<ManifestFinding> errors =
        INSPECTOR.parse("f", object).findings().stream()
            .filter(each -> each.severity() == Severity.ERROR)
            .toList();
    trial.agreed(
        verdict.admitted() == errors.isEmpty(),
        () -> "server: %s\ninspector: %s\n%s".formatted(verdict.said(), errors, object));
  }
}
