package io.gpuspec.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuspec.value.GpuSpecException;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.Note;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClusterBackupTest {
  private static final String CLUSTER = cluster();
  private static final ClusterBackup BACKUP = ClusterBackup.parse("cluster.json", CLUSTER);

  private static String cluster() {
    try (InputStream in = ClusterBackupTest.class.getResourceAsStream("cluster.json")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void aPluginIsKeptWithWhatItNeedsAndWithoutWhatTheServerAdds() {
    assertThat(BACKUP.objects())
        .hasToString(
            """
            apiVersion: v1
            kind: Namespace
            metadata:
              name: nvidia-device-plugin
              labels:
                kubernetes.io/metadata.name: nvidia-device-plugin
            ---
            apiVersion: node.k8s.io/v1
            kind: RuntimeClass
            metadata:
              name: nvidia
            handler: nvidia
            ---
            apiVersion: v1
            kind: ServiceAccount
            metadata:
              name: nvdp
              namespace: nvidia-device-plugin
            ---
            apiVersion: rbac.authorization.k8s.io/v1
            kind: ClusterRole
            metadata:
              name: nvdp
            rules:
            - apiGroups:
              - ""
              resources:
              - nodes
              verbs:
              - get
            ---
            apiVersion: rbac.authorization.k8s.io/v1
            kind: ClusterRoleBinding
            metadata:
              name: nvdp
            roleRef:
              kind: ClusterRole
              name: nvdp
              apiGroup: rbac.authorization.k8s.io
            subjects:
            - kind: ServiceAccount
              name: nvdp
              namespace: nvidia-device-plugin
            ---
            apiVersion: v1
            kind: ConfigMap
            metadata:
              name: plugin-config
              namespace: nvidia-device-plugin
            data:
              a100: |
                version: v1
            ---
            apiVersion: v1
            kind: ResourceQuota
            metadata:
              name: gpu-quota
              namespace: nvidia-device-plugin
            spec:
              hard:
                requests.nvidia.com/gpu: "16"
            ---
            apiVersion: apps/v1
            kind: DaemonSet
            metadata:
              name: nvdp
              namespace: nvidia-device-plugin
            spec:
              selector:
                matchLabels:
                  name: nvdp
              template:
                metadata:
                  labels:
                    name: nvdp
                spec:
                  priorityClassName: system-node-critical
                  runtimeClassName: nvidia
                  serviceAccountName: nvdp
                  containers:
                  - name: plugin
                    image: r/nvdp:v1
                    envFrom:
                    - configMapRef:
                        name: plugin-env
                  volumes:
                  - name: plugins
                    hostPath:
                      path: /var/lib/kubelet/device-plugins
                  - name: config
                    configMap:
                      name: plugin-config
            """);
    assertThat(BACKUP).hasToString("backup of 8 objects and the labels and taints of 2 nodes");
  }

  /** Without it, the plugin waits, and advertises no card that MPS shares. */
  @ParameterizedTest
  @CsvSource({"containers, true", "initContainers, true", "volumes, false"})
  void theDaemonOfMpsIsKeptWithThePlugin(String part, boolean isKept) {
    String daemon =
        """
        apiVersion: apps/v1
        kind: DaemonSet
        metadata: {name: mps, namespace: kube-system}
        spec: {template: {spec: {serviceAccountName: nvdp, %s: [{name: a, command: [mps-control-daemon]}]}}}
        ---
        apiVersion: v1
        kind: ServiceAccount
        metadata: {name: nvdp, namespace: kube-system}
        ---
        apiVersion: v1
        kind: ResourceQuota
        metadata: {name: q, namespace: kube-system}
        """
            .formatted(part);

    assertThat(ClusterBackup.parse("mps.yaml", daemon).objects().toString())
        .contains("kind: ResourceQuota")
        .matches(text -> text.contains("name: mps") == isKept)
        .matches(text -> text.contains("kind: ServiceAccount") == isKept);
  }

  @Test
  void eachLabelAndTaintOfAnAdministratorIsPutBackByACommandOfItsOwn() {
    assertThat(BACKUP.commands())
        .containsExactly(
            "kubectl label nodes gpu-1 accelerator=nvidia-a100 --overwrite",
            "kubectl label nodes gpu-1 node-role.kubernetes.io/gpu= --overwrite",
            "kubectl label nodes gpu-1 nvidia.com/device-plugin.config=a100 --overwrite",
            "kubectl label nodes gpu-1 workload=training --overwrite",
            "kubectl taint nodes gpu-1 workload=training:NoSchedule --overwrite",
            "kubectl label nodes gpu-2 accelerator=nvidia-t4 --overwrite",
            "kubectl label nodes gpu-2 gpu-count=4 --overwrite",
            "kubectl label nodes gpu-2 workload=inference --overwrite",
            "kubectl taint nodes gpu-2 workload=inference:PreferNoSchedule --overwrite");
  }

  @Test
  void whatIsLeftAloneAndWhatWasNotReadIsTold() {
    assertThat(BACKUP.notes())
        .extracting(Note::message)
        .containsExactly(
            "ConfigMap nvidia-device-plugin/plugin-env is needed by DaemonSet nvidia-device-plugin/nvdp and was not read; read it too",
            "node gpu-1: Node Feature Discovery writes feature.node.kubernetes.io/pci-10de.present, so it is left alone",
            "node gpu-1: the kubelet or a controller of Kubernetes writes kubernetes.io/hostname, kubernetes.io/os, so it is left alone",
            "node gpu-1: GPU Feature Discovery writes nvidia.com/gpu.product, so it is left alone",
            "node gpu-1: a controller of Kubernetes writes taint node.kubernetes.io/not-ready:NoExecute, so it is left alone");
  }

  private static final String PLUGIN =
      """
      apiVersion: apps/v1
      kind: DaemonSet
      metadata: {name: nvdp, namespace: gpu}
      spec:
        selector: {matchLabels: {name: nvdp}}
        template:
          metadata: {labels: {name: nvdp}}
          spec:
            %s
            containers: [{name: plugin, image: r/nvdp:v1, env: [{name: A, valueFrom: {secretKeyRef: {name: key, key: k}}}]}]
            volumes:
            - {name: plugins, hostPath: {path: /var/lib/kubelet/device-plugins}}
      ---
      apiVersion: v1
      kind: ServiceAccount
      metadata: {name: nvdp, namespace: gpu}
      imagePullSecrets: [{name: pull}]
      """;

  @Test
  void aNamespaceThatWasNotReadAndSecretsAreTold() {
    assertThat(ClusterBackup.parse("f", PLUGIN.formatted("serviceAccountName: nvdp")).notes())
        .extracting(Note::toString)
        .containsExactly(
            "backup.missing: Namespace gpu is needed by DaemonSet gpu/nvdp and was not read; read it too",
            "backup.secret: Secret gpu/key is needed by DaemonSet gpu/nvdp, and a backup has no Secrets; create it in the cluster yourself",
            "backup.secret: Secret gpu/pull is needed by ServiceAccount gpu/nvdp, and a backup has no Secrets; create it in the cluster yourself");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "serviceAccountName: nvdp | {kind: ServiceAccount, name: nvdp, namespace: gpu} | true",
        "serviceAccountName: nvdp | {kind: ServiceAccount, name: nvdp, namespace: web} | false",
        "serviceAccountName: nvdp | {kind: User, name: 'system:serviceaccount:gpu:nvdp'}  | true",
        "serviceAccountName: nvdp | {kind: Group, name: 'system:serviceaccounts:gpu'} | true",
        "serviceAccountName: nvdp | {kind: Group, name: 'system:serviceaccounts'} | true",
        "serviceAccountName: nvdp | {kind: Group, name: 'system:serviceaccounts:web'} | false",
        "'' | {kind: ServiceAccount, name: default, namespace: gpu} | true"
      })
  void whatBindsRightsToThePluginInAnyWayIsKept(String account, String subject, boolean isKept) {
    String binding =
        """
        ---
        apiVersion: rbac.authorization.k8s.io/v1
        kind: RoleBinding
        metadata: {name: b, namespace: gpu}
        roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: r}
        subjects: [%s]
        """
            .formatted(subject);
    ClusterBackup backup = ClusterBackup.parse("f", PLUGIN.formatted(account) + binding);

    assertThat(backup.objects().toString().contains("kind: RoleBinding")).isEqualTo(isKept);
    assertThat(backup.notes().stream().map(Note::message))
        .filteredOn(note -> note.startsWith("Role gpu/r is needed by DaemonSet gpu/nvdp"))
        .hasSize(isKept ? 1 : 0);
  }

  /** Where SnakeYAML Engine 2.10 fails, if it reads a text instead of bytes. */
  @Test
  void aPairOfSurrogatesAfterAThousandCharactersIsRead() {
    String node = "apiVersion: v1\nkind: Node\nmetadata:\n  name: gpu-1\n  annotations: {a: \"";
    String text = node + "b".repeat(1024 - node.length()) + "\uD83C\uDF89c\"}\n";

    assertThat(SavedObject.parse("nodes.yaml", text)).hasSize(1);
  }

  @Test
  void aBackupIsReadAsItself() {
    ClusterBackup again = ClusterBackup.parse("backup.yaml", BACKUP.yaml().toString());

    assertThat(again.yaml()).isEqualTo(BACKUP.yaml());
    assertThat(again.script()).isEqualTo(BACKUP.script());
    assertThat(BACKUP.yaml().toString()).doesNotContain("c2VjcmV0", "uid", "status", "timeAdded");
  }

  @Test
  void theScriptAppliesObjectsThenLabelsAndGoesOnWhereOneFails() {
    assertThat(BACKUP.script().toString())
        .startsWith(
            """
            #!/bin/sh
            # Puts back what was saved; nothing is deleted.
            failed=0
            kubectl apply -f - <<'GPUSPEC_END' || failed=1
            apiVersion: v1
            kind: Namespace
            """)
        .contains("kubectl label nodes gpu-2 gpu-count=4 --overwrite || failed=1\n")
        .endsWith("exit $failed\n")
        .doesNotContain("delete ");
  }

  @Test
  void whatAClusterLacksOfABackupIsADifference() {
    ClusterBackup now =
        ClusterBackup.parse(
            "now.json",
            CLUSTER
                .replace("\"accelerator\": \"nvidia-t4\", ", "")
                .replace("\"effect\": \"PreferNoSchedule\"", "\"effect\": \"NoSchedule\"")
                .replace(
                    "\"hard\": {\"requests.nvidia.com/gpu\": \"16\"}},\n",
                    "\"hard\": {\"requests.nvidia.com/gpu\": \"8\"}},\n")
                .replace(
                    "\"name\": \"plugin-config\", \"namespace\"",
                    "\"name\": \"c\", \"namespace\""));

    assertThat(BACKUP.differences(now))
        .containsExactly(
            "ConfigMap nvidia-device-plugin/plugin-config is not there",
            "ResourceQuota nvidia-device-plugin/gpu-quota is another in spec.hard.requests.nvidia.com/gpu",
            "Node gpu-2 lacks the label accelerator=nvidia-t4",
            "Node gpu-2 lacks the taint workload=inference:PreferNoSchedule");
    assertThat(BACKUP.differences(BACKUP)).isEmpty();
  }

  @Test
  void aNullInAListIsRefused() {
    ClusterBackup backup =
        ClusterBackup.parse(
            "f",
            """
            apiVersion: apps/v1
            kind: DaemonSet
            metadata: {name: nvidia-device-plugin, namespace: kube-system}
            spec:
              selector: {matchLabels: {name: plugin}}
              template:
                metadata: {labels: {name: plugin}}
                spec:
                  nodeSelector: {gpu: null}
                  imagePullSecrets: [{name: null}]
                  containers:
                  - name: plugin
                    image: nvcr.io/nvidia/k8s-device-plugin:v0.14.3
                    command: [null]
                    volumeMounts: [{name: plugins, mountPath: /var/lib/kubelet/device-plugins}]
                  volumes:
                  - name: plugins
                    hostPath: {path: /var/lib/kubelet/device-plugins}
            """);
    assertThatThrownBy(backup::yaml)
        .isInstanceOf(InvalidValueException.class)
        .hasMessageContaining("containers[0].command[0]: found null");
  }

  @Test
  void whatIsNoListOfObjectsIsRefused() {
    assertThatThrownBy(() -> ClusterBackup.parse("f", "{a: ["))
        .isInstanceOf(InvalidValueException.class)
        .hasMessageStartingWith("f: cannot be read as YAML or JSON; give what kubectl get");
    assertThatThrownBy(() -> ClusterBackup.parse("f", "a: 1"))
        .isInstanceOf(InvalidValueException.class)
        .hasMessageStartingWith("f: a document has no kind");
    assertThatThrownBy(() -> ClusterBackup.parse("f", "{kind: Node, metadata: {}}"))
        .isInstanceOf(InvalidValueException.class)
        .hasMessageStartingWith("f: a Node has no name; give what kubectl get");
    assertThatThrownBy(() -> ClusterBackup.parse("f", "kind: Node\nspec: {? : 1}"))
        .isInstanceOf(InvalidValueException.class)
        .hasMessageStartingWith("f: has a key that is not a string; give what kubectl get");
    assertThatThrownBy(() -> ClusterBackup.parse("f", "{apiVersion: v1, kind: List, items: []}"))
        .isInstanceOf(InvalidValueException.class)
        .hasMessageStartingWith("f: has no device plugin, quota, limit range or node; give what");
    assertThatThrownBy(() -> ClusterBackup.read(Path.of("no-such-file.json")))
        .isInstanceOf(GpuSpecException.class)
        .hasMessageContaining("no-such-file.json: cannot be read");
  }

  /** The script is for a shell, and whoever wrote the file need not have been an API server. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{name: 'gpu-1; reboot'}|node: 'gpu-1; reboot' is not a DNS name",
        "{name: gpu-1, labels: {'$(reboot)': a}}|node gpu-1: label: '$(reboot)' is not a key",
        "{name: gpu-1, labels: {pool: 'a b'}}|node gpu-1: label pool: 'a b' is not a value of a label",
        "{labels: {pool: a}}|f: a Node has no name"
      })
  void aNodeThatNoServerHasIsRefused(String metadata, String problem) {
    assertThatThrownBy(
            () ->
                ClusterBackup.parse(
                    "f", "{apiVersion: v1, kind: Node, metadata: " + metadata + "}"))
        .isInstanceOf(InvalidValueException.class)
        .hasMessageStartingWith(problem);
  }

  /** Found by the fuzzer: what has another type than the API server has there. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "livenessProbe: {exec: {command: [a]}, initialDelaySeconds: x}|initialDelaySeconds: the string 'x' is not an integer",
        "livenessProbe: {exec: {command: [a]}, periodSeconds: 1.5}|periodSeconds: 1.5 is not an integer",
        "livenessProbe: {exec: {command: [a]}, timeoutSeconds: [1]}|timeoutSeconds: a list is not an integer",
        "livenessProbe: {exec: {command: [a]}, failureThreshold: {a: 1}}|failureThreshold: a mapping is not an integer"
      })
  void aProbeOfAnotherTypeIsRefused(String container, String problem) {
    String plugin =
        "{apiVersion: apps/v1, kind: DaemonSet, metadata: {name: nvidia-device-plugin, namespace: n}, spec: {selector: {matchLabels: {a: b}}, template: {metadata: {labels: {a: b}}, spec: {volumes: [{name: d, hostPath: {path: /var/lib/kubelet/device-plugins}}], containers: [{name: c, image: nvcr.io/nvidia/k8s-device-plugin:v0.17.1, "
            + container
            + "}]}}}}";

    assertThatThrownBy(() -> ClusterBackup.parse("f", plugin).yaml())
        .isInstanceOf(GpuSpecException.class)
        .hasMessageContaining(problem);
  }

  @Test
  void aBackupWithoutADevicePluginSaysSo() {
    ClusterBackup nodes =
        ClusterBackup.parse("f", "{apiVersion: v1, kind: Node, metadata: {name: gpu-1}}");

    assertThat(nodes.notes()).extracting(Note::id).containsExactly("backup.no-plugin");
    assertThat(nodes.notes().get(0).message()).contains("daemonsets,configmaps");
  }

  @Test
  void aLabelOrTaintWithoutAValueIsPutBack() {
    ClusterBackup bare =
        ClusterBackup.parse(
            "f",
            """
            apiVersion: v1
            kind: Node
            metadata: {name: gpu-1, labels: {example.com/spare: ""}}
            spec: {taints: [{key: example.com/spare, effect: NoExecute}]}
            """);

    assertThat(bare.commands())
        .containsExactly(
            "kubectl label nodes gpu-1 example.com/spare= --overwrite",
            "kubectl taint nodes gpu-1 example.com/spare:NoExecute --overwrite");
  }

  @Test
  void aHeredocCannotBeEndedByWhatItHolds() {
    ClusterBackup odd =
        ClusterBackup.parse(
            "f",
            """
            apiVersion: v1
            kind: ResourceQuota
            metadata: {name: q, namespace: n, annotations: {a: "x\\nGPUSPEC_END\\n"}}
            """);

    assertThat(odd.script().toString().lines().filter(line -> line.equals("GPUSPEC_END")))
        .hasSize(1);
  }
}
