package io.gpuspec.judges;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.gpuspec.Gpus;
import io.gpuspec.Target;
import io.gpuspec.manifest.GpuWorkload;
import io.gpuspec.manifest.WorkloadContainer;
import io.gpuspec.manifest.intent.IntentFile;
import io.gpuspec.value.GpuSpecException;
import java.util.List;
import java.util.stream.Stream;

/**
 * Fields in Kubernetes' own form that are refused wherever they come from: each is put into an
 * intent file and, as fabric8 reads it, into an edit.
 */
final class FieldRefusals {
  private static final Target TKE = Gpus.load().in("tke");

  private FieldRefusals() {}

  static List<Refusal> all() {
    return Stream.of(tolerations(), selectors(), pods(), volumes(), containers(), handlers())
        .flatMap(List::stream)
        .toList();
  }

  private static List<Refusal> tolerations() {
    return List.of(
        pod(
            "a toleration's operator in small letters",
            "tolerations: [{key: a, operator: exists}]",
            "Unsupported value: \"exists\"",
            "word 'exists' is not known; did you mean Exists?"),
        pod(
            "a toleration's effect in small letters",
            "tolerations: [{key: a, operator: Exists, effect: noschedule}]",
            "Unsupported value: \"noschedule\"",
            "did you mean NoSchedule?"),
        pod(
            "a value that any value is beside",
            "tolerations: [{key: a, operator: Exists, value: x}]",
            "value must be empty when `operator` is 'Exists'",
            "'x' goes with no operator Exists"),
        pod(
            "a toleration of a value without a key",
            "tolerations: [{value: x}]",
            "operator must be Exists when `key` is empty",
            "'key' is missing"),
        pod(
            "seconds of a toleration that evicts nothing",
            "tolerations: [{key: a, operator: Exists, effect: NoSchedule, tolerationSeconds: 3}]",
            "effect must be 'NoExecute' when `tolerationSeconds` is set",
            "has a meaning with effect: NoExecute only"));
  }

  private static String nodes(String terms) {
    return "affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: ["
        + terms
        + "]}}}";
  }

  private static List<Refusal> selectors() {
    return List.of(
        pod(
            "a node affinity without a term",
            nodes(""),
            "must have at least one node selector term",
            "'nodeSelectorTerms' is missing"),
        pod(
            "a node label's operator in small letters",
            nodes("{matchExpressions: [{key: a, operator: in, values: [b]}]}"),
            "not a valid selector operator",
            "word 'in' is not known"),
        pod(
            "a node label in none of no values",
            nodes("{matchExpressions: [{key: a, operator: NotIn}]}"),
            "must be specified when `operator` is 'In' or 'NotIn'",
            "'NotIn' needs values"),
        pod(
            "a node label that exists with values",
            nodes("{matchExpressions: [{key: a, operator: Exists, values: [b]}]}"),
            "may not be specified when `operator` is 'Exists' or 'DoesNotExist'",
            "'Exists' has no values"),
        pod(
            "a node label above two values",
            nodes("{matchExpressions: [{key: a, operator: Gt, values: ['1', '2']}]}"),
            "must be specified single value when `operator` is 'Lt' or 'Gt'",
            "'Gt' needs one value"),
        pod(
            "a label's operator that only nodes have",
            "affinity: {podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: zone,"
                + " labelSelector: {matchExpressions: [{key: a, operator: Gt, values: ['1']}]}}]}}",
            "not a valid selector operator",
            "word 'Gt' is not known"),
        pod(
            "pods that are spread in no known way",
            "topologySpreadConstraints: [{maxSkew: 1, topologyKey: zone, whenUnsatisfiable: Wait, labelSelector: {}}]",
            "Unsupported value: \"Wait\"",
            "word 'Wait' is not known"));
  }

  private static List<Refusal> pods() {
    return List.of(
        pod(
            "a DNS policy that nobody knows",
            "dnsPolicy: foo",
            "Unsupported value: \"foo\"",
            "word 'foo' is not known"),
        pod(
            "a preemption policy in small letters",
            "preemptionPolicy: never",
            "never",
            "did you mean Never?"),
        pod(
            "ephemeral containers",
            "ephemeralContainers: [{name: e, image: r/i:v1}]",
            "ephemeralContainers",
            "they are added to pods that run"),
        pod(
            "GPUs of a whole pod",
            "resources: {limits: {nvidia.com/gpu: '1'}}",
            "nvidia.com/gpu",
            "is not a resource of a whole pod"),
        pod(
            "a seccomp profile in small letters",
            "securityContext: {seccompProfile: {type: runtimeDefault}}",
            "Unsupported value: \"runtimeDefault\"",
            "did you mean RuntimeDefault?"),
        pod(
            "a group's policy that nobody knows",
            "securityContext: {fsGroup: 1, fsGroupChangePolicy: Never}",
            "Unsupported value: \"Never\"",
            "word 'Never' is not known"),
        Refusal.accepted(
            "root in pods that are never root",
            HandWritten.spec("securityContext: {runAsNonRoot: true, runAsUser: 0}"),
            () ->
                refusedBoth(
                    PodPart.POD, "securityContext: {runAsNonRoot: true, runAsUser: 0}", "is root"),
            "is root"));
  }

  private static List<Refusal> volumes() {
    return List.of(
        Refusal.accepted(
            "a volume without a source",
            HandWritten.spec("volumes: [{name: v}]"),
            () -> refusedBoth(PodPart.POD, "volumes: [{name: v}]", "it has no source"),
            "Kubernetes makes an empty directory of it"),
        pod(
            "a volume with two sources",
            "volumes: [{name: v, emptyDir: {}, configMap: {name: c}}]",
            "may not specify more than 1 volume type",
            "exclude each other"),
        pod(
            "a size that is no quantity",
            "volumes: [{name: v, emptyDir: {sizeLimit: foo}}]",
            "quantities must match the regular expression",
            "'foo' is not a quantity"),
        pod(
            "a path of the node that is not given",
            "volumes: [{name: v, hostPath: {path: ''}}]",
            "path: Required value",
            "'path' is missing"));
  }

  private static List<Refusal> containers() {
    return List.of(
        container(
            "a pull policy in small letters",
            "imagePullPolicy: always",
            "Unsupported value: \"always\"",
            "did you mean Always?"),
        container(
            "a protocol in small letters",
            "ports: [{containerPort: 80, protocol: tcp}]",
            "Unsupported value: \"tcp\"",
            "did you mean TCP?"),
        container(
            "a message policy that nobody knows",
            "terminationMessagePolicy: Logs",
            "Unsupported value: \"Logs\"",
            "word 'Logs' is not known"),
        container(
            "variables from nowhere",
            "envFrom: [{prefix: A}]",
            "must specify one of: `configMapRef` or `secretRef`",
            "it says nothing"),
        container(
            "a variable with a value and from somewhere",
            "env: [{name: A, value: a, valueFrom: {fieldRef: {fieldPath: metadata.name}}}]",
            "may not be specified when `value` is not empty",
            "exclude each other"),
        container(
            "privileges without their escalation",
            "securityContext: {privileged: true, allowPrivilegeEscalation: false}",
            "cannot set `allowPrivilegeEscalation` to false and `privileged` to true",
            "'true' contradicts allowPrivilegeEscalation"),
        container(
            "an administrator without escalation",
            "securityContext: {allowPrivilegeEscalation: false, capabilities: {add: [CAP_SYS_ADMIN]}}",
            "`capabilities.Add` CAP_SYS_ADMIN",
            "'CAP_SYS_ADMIN' contradicts allowPrivilegeEscalation"),
        container(
            "an amount of storage that is no quantity",
            "resources: {requests: {ephemeral-storage: much}}",
            "quantities must match the regular expression",
            "'much' is not a quantity"));
  }

  private static List<Refusal> handlers() {
    String named =
        "ports: [{containerPort: 80, name: http}], readinessProbe: {httpGet: {port: web}}";
    return List.of(
        container(
            "a probe that does nothing",
            "readinessProbe: {periodSeconds: 3}",
            "must specify a handler type",
            "it says nothing"),
        container(
            "a probe that does two things",
            "readinessProbe: {exec: {command: [a]}, tcpSocket: {port: 1}}",
            "may not specify more than 1 handler type",
            "exclude each other"),
        container(
            "a hook that does nothing",
            "lifecycle: {preStop: {}}",
            "must specify a handler type",
            "it says nothing"),
        container(
            "a probe of port 65536",
            "readinessProbe: {tcpSocket: {port: 65536}}",
            "must be between 1 and 65535",
            "'65536' is not a port"),
        container(
            "a scheme in small letters",
            "readinessProbe: {httpGet: {port: 80, scheme: https}}",
            "Unsupported value: \"https\"",
            "did you mean HTTPS"),
        Refusal.accepted(
            "a probe of a port's name that no port has",
            HandWritten.container(named),
            () -> refusedBoth(PodPart.CONTAINER, named, "is the name of none of its ports"),
            "is the name of none of its ports"));
  }

  private static Refusal pod(String what, String fields, String said, String reason) {
    return Refusal.rejected(
        what,
        HandWritten.spec(fields),
        said,
        () -> refusedBoth(PodPart.POD, fields, reason),
        reason);
  }

  private static Refusal container(String what, String fields, String said, String reason) {
    return Refusal.rejected(
        what,
        HandWritten.container(fields),
        said,
        () -> refusedBoth(PodPart.CONTAINER, fields, reason),
        reason);
  }

  /** Where fields stand. */
  private enum PodPart {
    POD {
      @Override
      String manifest(String fields) {
        return HandWritten.spec(fields);
      }

      @Override
      String intent(String fields) {
        return "container: {image: r/i:v1}, pod: {" + fields + "}";
      }
    },
    CONTAINER {
      @Override
      String manifest(String fields) {
        return HandWritten.container(fields);
      }

      @Override
      String intent(String fields) {
        return "container: {image: r/i:v1, " + fields + "}";
      }
    };

    abstract String manifest(String fields);

    abstract String intent(String fields);
  }

  /** Refused in an edit; what is thrown is what the file says. */
  private static void refusedBoth(PodPart part, String fields, String reason) {
    assertThatThrownBy(() -> edited(part.manifest(fields)).on(TKE))
        .isInstanceOf(GpuSpecException.class)
        .hasMessageContaining(reason);
    IntentFile file =
        IntentFile.parse(
            "w.yaml",
            "{apiVersion: gpuspec.io/v1, kind: GpuWorkload, metadata: {name: p}, spec: {kind: Pod, "
                + part.intent(fields)
                + "}}");
    throw file.problems().get(0);
  }

  private static GpuWorkload edited(String manifest) {
    PodSpec spec = Serialization.unmarshal(manifest, Pod.class).getSpec();
    Container main = spec.getContainers().get(0);
    PodSpec rest = new PodSpecBuilder(spec).withContainers(List.of()).build();
    return GpuWorkload.pod(
            "p", WorkloadContainer.of("p", "r/i:v1").edit(any -> new ContainerBuilder(main)))
        .gpu("T4")
        .pods(p -> p.edit(any -> new PodSpecBuilder(rest)));
  }
}
