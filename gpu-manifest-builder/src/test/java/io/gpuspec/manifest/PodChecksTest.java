package io.gpuspec.manifest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.Quantity;
import io.gpuspec.Gpus;
import io.gpuspec.Target;
import io.gpuspec.manifest.intent.IntentFile;
import io.gpuspec.value.GpuSpecException;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the API server would refuse of a field of the pods, in a file and in an edit alike. */
class PodChecksTest {
  private static final Target TKE = Gpus.load().in("tke");

  private static final String HEAD =
      "{apiVersion: gpuspec.io/v1, kind: GpuWorkload, metadata: {name: w}, spec: {kind: Pod, ";

  private static IntentFile file(String container, String pod) {
    return IntentFile.parse(
        "w.yaml", HEAD + "container: {image: r/i:v1" + container + "}, pod: {" + pod + "}}}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "tolerations: [{key: a, operator: exists}]|tolerations[0].operator: word 'exists' is not known; did you mean Exists?",
        "tolerations: [{key: a, operator: Exists, effect: noschedule}]|tolerations[0].effect: word 'noschedule' is not known; did you mean NoSchedule?",
        "tolerations: [{key: a, operator: Exists, value: x}]|tolerations[0]: value: 'x' goes with no operator Exists",
        "tolerations: [{value: x}]|tolerations[0]: 'key' is missing",
        "tolerations: [{key: a, value: x, tolerationSeconds: 3}]|tolerations[0]: tolerationSeconds: '3' has a meaning with effect: NoExecute only",
        "dnsPolicy: foo|dnsPolicy: word 'foo' is not known",
        "preemptionPolicy: never|preemptionPolicy: word 'never' is not known; did you mean Never?",
        "ephemeralContainers: [{name: e, image: x}]|pod: ephemeralContainers: they are added to pods that run",
        "resources: {limits: {nvidia.com/gpu: 1}}|pod: resources: 'nvidia.com/gpu' is not a resource of a whole pod",
        "volumes: [{name: v}]|volumes[0]: it has no source",
        "volumes: [{name: v, emptyDir: {}, configMap: {name: c}}]|volumes[0]: configMap and emptyDir exclude each other",
        "volumes: [{name: v, emptyDir: {sizeLimit: foo}}]|volumes[0].emptyDir.sizeLimit: 'foo' is not a quantity",
        "volumes: [{name: v, hostPath: {}}]|volumes[0].hostPath: 'path' is missing",
        "affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: []}}}|'nodeSelectorTerms' is missing",
        "affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [{matchExpressions: [{key: a, operator: in, values: [b]}]}]}}}|matchExpressions[0].operator: word 'in' is not known; did you mean In or Lt?",
        "affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [{matchExpressions: [{key: a, operator: In}]}]}}}|matchExpressions[0]: operator: 'In' needs values",
        "affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [{matchExpressions: [{key: a, operator: Exists, values: [b]}]}]}}}|operator: 'Exists' has no values",
        "affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [{matchExpressions: [{key: a, operator: Gt, values: ['1', '2']}]}]}}}|operator: 'Gt' needs one value",
        "topologySpreadConstraints: [{maxSkew: 1, topologyKey: zone, whenUnsatisfiable: Wait}]|whenUnsatisfiable: word 'Wait' is not known",
        "affinity: {podAntiAffinity: {preferredDuringSchedulingIgnoredDuringExecution: [{weight: 1}]}}|preferredDuringSchedulingIgnoredDuringExecution[0]: 'podAffinityTerm' is missing",
        "'securityContext: {runAsNonRoot: true, runAsUser: 0}'|runAsUser: '0' is root",
        "'restricted: {runAsUser: 1000}, initContainers: [{name: i, image: x, securityContext: {privileged: true}}]'|initContainers[0].securityContext: privileged: 'true' contradicts",
        "'restricted: {runAsUser: 1000}, containers: [{name: s, image: x, securityContext: {runAsUser: 0}}]'|containers[0].securityContext: runAsUser: '0' is root",
      })
  void aFieldOfAPodIsToldAtItsLine(String pod, String problem) {
    IntentFile file = file("", pod);

    assertThat(file.problems()).hasSize(1);
    assertThat(file.problems().get(0))
        .hasMessageStartingWith("w.yaml:1:")
        .hasMessageContaining(problem);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "imagePullPolicy: always|spec.container.imagePullPolicy: word 'always' is not known; did you mean Always?",
        "'ports: [{containerPort: 80, protocol: tcp}]'|ports[0].protocol: word 'tcp' is not known; did you mean TCP?",
        "readinessProbe: {}|spec.container.readinessProbe: it says nothing; give one of exec, grpc, httpGet, tcpSocket",
        "'readinessProbe: {exec: {command: [a]}, tcpSocket: {port: 1}}'|readinessProbe: exec and tcpSocket exclude each other",
        "'ports: [{containerPort: 80, name: http}], readinessProbe: {httpGet: {port: web}}'|spec.container: port: 'web' is the name of none of its ports",
        "readinessProbe: {tcpSocket: {port: 65536}}|port: '65536' is not a port",
        "lifecycle: {preStop: {}}|lifecycle.preStop: it says nothing",
        "envFrom: [{prefix: A}]|envFrom[0]: it says nothing; give one of configMapRef, secretRef",
        "'env: [{name: A, value: a, valueFrom: {fieldRef: {fieldPath: metadata.name}}}]'|env[0]: value and valueFrom exclude each other",
        "'securityContext: {privileged: true, allowPrivilegeEscalation: false}'|securityContext: privileged: 'true' contradicts",
        "'securityContext: {allowPrivilegeEscalation: false, capabilities: {add: [CAP_SYS_ADMIN]}}'|capabilities: 'CAP_SYS_ADMIN' contradicts",
        "'requests: {ephemeral-storage: much}'|ephemeral-storage: 'much' is not a quantity",
      })
  void aFieldOfAContainerIsToldAtItsLine(String container, String problem) {
    IntentFile file = file(", " + container, "");

    assertThat(file.problems()).hasSize(1);
    assertThat(file.problems().get(0))
        .hasMessageStartingWith("w.yaml:1:")
        .hasMessageContaining(problem);
  }

  private static GpuWorkload pod() {
    return GpuWorkload.pod("p", "r/i:v1").gpu("T4");
  }

  private static void refused(GpuWorkload workload, String message) {
    assertThatThrownBy(() -> workload.on(TKE))
        .isInstanceOf(GpuSpecException.class)
        .hasMessage(message);
  }

  private static GpuWorkload main(UnaryOperator<WorkloadContainer> change) {
    return pod().main(change);
  }

  @Test
  void anEditIsHeldToTheSameWords() {
    refused(
        pod()
            .pods(
                p ->
                    p.edit(
                        s ->
                            s.addNewToleration()
                                .withKey("a")
                                .withOperator("exists")
                                .endToleration())),
        "pod.tolerations[0].operator: word 'exists' is not known; did you mean Exists? (known: Equal, Exists, Lt, Gt)");
    refused(
        main(c -> c.edit(b -> b.withImagePullPolicy("always"))),
        "container.imagePullPolicy: word 'always' is not known; did you mean Always? (known: Always, IfNotPresent, Never)");
  }

  @Test
  void anEditIsHeldToTheSameRules() {
    refused(
        pod().pods(p -> p.edit(s -> s.addNewVolume().withName("v").endVolume())),
        "pod.volumes[0]: it has no source, and Kubernetes makes an empty directory of it; write emptyDir: {} where that is meant");
    refused(
        pod()
            .pods(
                p ->
                    p.edit(
                        s ->
                            s.addNewVolume()
                                .withName("v")
                                .withNewEmptyDir()
                                .withSizeLimit(new Quantity("foo"))
                                .endEmptyDir()
                                .endVolume())),
        "pod.volumes[0].emptyDir.sizeLimit: 'foo' is not a quantity; write a number and a unit, such as 10Gi");
    refused(
        main(c -> c.edit(b -> b.withNewReadinessProbe().endReadinessProbe())),
        "container.readinessProbe: it says nothing; give one of exec, grpc, httpGet, tcpSocket");
    refused(
        main(
            c ->
                c.edit(
                    b ->
                        b.withNewReadinessProbe()
                            .withNewTcpSocket()
                            .withPort(new IntOrString("web"))
                            .endTcpSocket()
                            .endReadinessProbe())),
        "container: port: 'web' is the name of none of its ports; give a port that name, or write the number");
  }

  @Test
  void aHardenedPodHasNoContainerWithPrivilegesOrRoot() {
    refused(
        main(c -> c.edit(b -> b.withNewSecurityContext().withPrivileged(true).endSecurityContext()))
            .restricted(1000),
        "container.securityContext: privileged: 'true' contradicts allowPrivilegeEscalation: false, which restricted writes too; remove one of them");
    refused(
        main(c -> c.edit(b -> b.withNewSecurityContext().withRunAsUser(0L).endSecurityContext()))
            .restricted(1000),
        "container.securityContext: runAsUser: '0' is root, and runAsNonRoot, which restricted writes too, forbids that; give another user, or remove one of them");
  }

  @Test
  void rootIsAllowedWhereNobodyForbidsIt() {
    GpuWorkload root =
        main(
            c ->
                c.edit(
                    b ->
                        b.withNewSecurityContext()
                            .withPrivileged(true)
                            .withRunAsUser(0L)
                            .endSecurityContext()));

    assertThatCode(() -> root.on(TKE)).doesNotThrowAnyException();
  }

  @Test
  void aWholePodHasNoGpus() {
    refused(
        pod()
            .pods(
                p ->
                    p.edit(
                        s ->
                            s.withNewResources()
                                .withLimits(Map.of("nvidia.com/gpu", new Quantity("1")))
                                .endResources())),
        "pod: resources: 'nvidia.com/gpu' is not a resource of a whole pod, which has cpu, memory and hugepages; say it of a container, and GPUs with gpu");
  }
}
