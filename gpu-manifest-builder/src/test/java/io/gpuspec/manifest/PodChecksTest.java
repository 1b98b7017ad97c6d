package io.gpuspec.manifest;

import static io.gpuspec.testkit.Errors.assertError;
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
        "tolerations: [{key: a, operator: exists}] | exists | intent.unknown",
        "tolerations: [{key: a, operator: Exists, effect: noschedule}] | noschedule | intent.unknown",
        "tolerations: [{key: a, operator: Exists, value: x}] | x | intent.malformed",
        "tolerations: [{value: x}] | key | intent.malformed",
        "tolerations: [{key: a, value: x, tolerationSeconds: 3}] | 3 | intent.malformed",
        "dnsPolicy: foo | foo | intent.unknown",
        "preemptionPolicy: never | never | intent.unknown",
        "ephemeralContainers: [{name: e, image: x}] | pod | intent.malformed",
        "resources: {limits: {nvidia.com/gpu: 1}} | nvidia.com/gpu | intent.malformed",
        "volumes: [{name: v}] | volumes[0] | intent.malformed",
        "volumes: [{name: v, emptyDir: {}, configMap: {name: c}}] | volumes[0] | intent.malformed",
        "volumes: [{name: v, emptyDir: {sizeLimit: foo}}] | foo | intent.malformed",
        "volumes: [{name: v, hostPath: {}}] | path | intent.malformed",
        "affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: []}}} | nodeSelectorTerms | intent.malformed",
        "affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [{matchExpressions: [{key: a, operator: in, values: [b]}]}]}}} | in | intent.unknown",
        "affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [{matchExpressions: [{key: a, operator: In}]}]}}} | In | intent.malformed",
        "affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [{matchExpressions: [{key: a, operator: Exists, values: [b]}]}]}}} | Exists | intent.malformed",
        "affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [{matchExpressions: [{key: a, operator: Gt, values: ['1', '2']}]}]}}} | Gt | intent.malformed",
        "topologySpreadConstraints: [{maxSkew: 1, topologyKey: zone, whenUnsatisfiable: Wait}] | Wait | intent.unknown",
        "affinity: {podAntiAffinity: {preferredDuringSchedulingIgnoredDuringExecution: [{weight: 1}]}} | podAffinityTerm | intent.malformed",
        "'securityContext: {runAsNonRoot: true, runAsUser: 0}' | 0 | intent.malformed",
        "'restricted: {runAsUser: 1000}, initContainers: [{name: i, image: x, securityContext: {privileged: true}}]' | true | intent.malformed",
        "'restricted: {runAsUser: 1000}, containers: [{name: s, image: x, securityContext: {runAsUser: 0}}]' | 0 | intent.malformed",
      })
  void aFieldOfAPodIsToldAtItsLine(String pod, String value, String id) {
    IntentFile file = file("", pod);

    assertThat(file.problems()).hasSize(1);
    assertError(file.problems().get(0), id, "w.yaml:1:", value);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "imagePullPolicy: always | always | intent.unknown",
        "'ports: [{containerPort: 80, protocol: tcp}]' | tcp | intent.unknown",
        "readinessProbe: {} | spec.container.readinessProbe | intent.malformed",
        "'readinessProbe: {exec: {command: [a]}, tcpSocket: {port: 1}}' | readinessProbe | intent.malformed",
        "'ports: [{containerPort: 80, name: http}], readinessProbe: {httpGet: {port: web}}' | web | intent.malformed",
        "readinessProbe: {tcpSocket: {port: 65536}} | 65536 | intent.malformed",
        "lifecycle: {preStop: {}} | lifecycle.preStop | intent.malformed",
        "envFrom: [{prefix: A}] | envFrom[0] | intent.malformed",
        "'env: [{name: A, value: a, valueFrom: {fieldRef: {fieldPath: metadata.name}}}]' | env[0] | intent.malformed",
        "'securityContext: {privileged: true, allowPrivilegeEscalation: false}' | true | intent.malformed",
        "'securityContext: {allowPrivilegeEscalation: false, capabilities: {add: [CAP_SYS_ADMIN]}}' | CAP_SYS_ADMIN | intent.malformed",
        "'requests: {ephemeral-storage: much}' | much | intent.malformed",
      })
  void aFieldOfAContainerIsToldAtItsLine(String container, String value, String id) {
    IntentFile file = file(", " + container, "");

    assertThat(file.problems()).hasSize(1);
    assertError(file.problems().get(0), id, "w.yaml:1:", value);
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
