package io.gpuspec.judges;

import io.gpuspec.cli.ClusterBackup;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What was saved of a real cluster and wiped is put back, and nothing beside it is touched. */
class ClusterBackupJudge {
  private static final ControlPlane PLANE = ControlPlane.shared();
  private static final Kubectl KUBECTL = new Kubectl(PLANE, "");

  private static final String PLATFORM =
      """
      kubectl apply -f - <<'END'
      apiVersion: v1
      kind: Namespace
      metadata: {name: backup-plugin, labels: {team: platform}}
      ---
      apiVersion: v1
      kind: Namespace
      metadata: {name: backup-team}
      ---
      apiVersion: v1
      kind: ServiceAccount
      metadata: {name: nvdp, namespace: backup-plugin}
      ---
      apiVersion: rbac.authorization.k8s.io/v1
      kind: ClusterRole
      metadata: {name: backup-nvdp}
      rules:
      - {apiGroups: [''], resources: [nodes], verbs: [get, list, watch]}
      ---
      apiVersion: rbac.authorization.k8s.io/v1
      kind: ClusterRoleBinding
      metadata: {name: backup-nvdp}
      roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: backup-nvdp}
      subjects:
      - {kind: ServiceAccount, name: nvdp, namespace: backup-plugin}
      ---
      apiVersion: v1
      kind: ConfigMap
      metadata: {name: plugin-configs, namespace: backup-plugin}
      data:
        shared: |
          version: v1
          sharing:
            timeSlicing:
              resources:
              - {name: nvidia.com/gpu, replicas: 4}
      ---
      apiVersion: apps/v1
      kind: DaemonSet
      metadata: {name: nvidia-device-plugin-daemonset, namespace: backup-plugin}
      spec:
        selector: {matchLabels: {name: nvidia-device-plugin-ds}}
        updateStrategy: {type: RollingUpdate}
        template:
          metadata: {labels: {name: nvidia-device-plugin-ds}}
          spec:
            serviceAccountName: nvdp
            tolerations:
            - {key: nvidia.com/gpu, operator: Exists, effect: NoSchedule}
            containers:
            - name: nvidia-device-plugin-ctr
              image: registry.example/k8s-device-plugin:v0.20.0
              env:
              - {name: FAIL_ON_INIT_ERROR, value: 'false'}
              volumeMounts:
              - {name: device-plugin, mountPath: /var/lib/kubelet/device-plugins}
              - {name: configs, mountPath: /configs}
            volumes:
            - {name: device-plugin, hostPath: {path: /var/lib/kubelet/device-plugins}}
            - {name: configs, configMap: {name: plugin-configs}}
      ---
      apiVersion: v1
      kind: ResourceQuota
      metadata: {name: gpu-quota, namespace: backup-team}
      spec: {hard: {requests.nvidia.com/gpu: '16', pods: '50'}}
      ---
      apiVersion: v1
      kind: LimitRange
      metadata: {name: gpu-limits, namespace: backup-team}
      spec:
        limits:
        - {type: Container, default: {nvidia.com/gpu: '0'}, defaultRequest: {nvidia.com/gpu: '0'}, max: {nvidia.com/gpu: '8'}}
      ---
      apiVersion: v1
      kind: Node
      metadata:
        name: backup-1
        labels: {kubernetes.io/hostname: backup-1, accelerator: nvidia-a100, workload: training, gpu-count: '8', node-role.kubernetes.io/gpu: ''}
      spec:
        taints:
        - {key: workload, value: training, effect: NoSchedule}
        - {key: nvidia.com/gpu, effect: NoExecute}
      ---
      apiVersion: v1
      kind: Node
      metadata:
        name: backup-2
        labels: {kubernetes.io/hostname: backup-2, accelerator: nvidia-t4, nvidia.com/gpu.product: Tesla-T4}
      spec:
        taints:
        - {key: workload, value: inference, effect: PreferNoSchedule}
      END
      """;

  private static final String WIPE =
      """
      set -e
      kubectl label nodes backup-1 accelerator- workload=other gpu-count- node-role.kubernetes.io/gpu- --overwrite
      kubectl taint nodes backup-1 workload:NoSchedule- nvidia.com/gpu:NoExecute-
      kubectl label nodes backup-2 accelerator- nvidia.com/gpu.product-
      kubectl taint nodes backup-2 workload:PreferNoSchedule-
      kubectl delete daemonset,serviceaccount,configmap -n backup-plugin nvidia-device-plugin-daemonset nvdp plugin-configs --ignore-not-found
      kubectl delete clusterrolebinding,clusterrole backup-nvdp
      kubectl delete limitrange -n backup-team gpu-limits
      kubectl patch resourcequota -n backup-team gpu-quota --type merge -p '{"spec":{"hard":{"requests.nvidia.com/gpu":"1","pods":null}}}'
      kubectl create quota beside -n backup-team --hard=services=3
      kubectl label nodes backup-2 beside=yes
      kubectl taint nodes backup-2 beside=yes:PreferNoSchedule
      """;

  @BeforeAll
  static void aPlatformIsThere() {
    KUBECTL.said(PLATFORM);
  }

  /** Other judges count the nodes. */
  @AfterAll
  static void itsNodesAreGone() {
    KUBECTL.said(
        "kubectl delete nodes backup-1 backup-2; kubectl delete clusterrolebinding,clusterrole backup-nvdp");
  }

  private static ClusterBackup backup(String source) {
    return ClusterBackup.parse(source, KUBECTL.said(ClusterBackup.command()));
  }

  @Test
  void whatWasSavedAndWipedIsPutBack() {
    ClusterBackup saved = backup("before");
    // What is kept is a file, so that is what comes back.
    ClusterBackup backup = ClusterBackup.parse("backup.yaml", saved.yaml().toString());
    try (Trial trial = trial("what is saved, wiped and restored is as it was")) {
      trial.agreed(backup.notes().size() >= 2, () -> "left alone: " + backup.notes());
      trial.agreed(
          backup.differences(backup("again")).isEmpty(), () -> "reading changed something");
      KUBECTL.said(WIPE);
      int lost = backup.differences(backup("wiped")).size();
      trial.agreed(lost == 15, () -> "lost: " + backup.differences(backup("wiped")));

      Tools.Output restored = KUBECTL.sh(backup.script().toString());
      trial.agreed(restored.exit() == 0, restored::toString);
      ClusterBackup now = backup("restored");
      trial.agreed(backup.differences(now).isEmpty(), () -> backup.differences(now).toString());

      Tools.Output twice = KUBECTL.sh(backup.script().toString());
      trial.agreed(twice.exit() == 0, twice::toString);
      ClusterBackup still = backup("restored twice");
      trial.agreed(
          still.yaml().equals(now.yaml()),
          () -> "a second time changed something: " + still.yaml());
    }
    try (Trial trial = trial("restoring deletes nothing and leaves what others write")) {
      String node =
          KUBECTL.said("kubectl get node backup-2 -o 'jsonpath={.metadata.labels} {.spec.taints}'");
      trial.agreed(node.contains("\"beside\":\"yes\""), () -> node);
      trial.agreed(node.contains("\"key\":\"beside\""), () -> node);
      trial.agreed(!node.contains("nvidia.com/gpu.product"), () -> node);
      trial.agreed(
          KUBECTL.sh("kubectl get quota -n backup-team beside").exit() == 0,
          () -> "the quota beside is gone");
    }
  }

  private static Trial trial(String law) {
    return Trial.of("kubectl and kube-apiserver", PLANE.version(), law);
  }
}
