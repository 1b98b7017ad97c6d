package io.gpuspec.judges;

import static io.gpuspec.judges.HandWritten.container;
import static io.gpuspec.judges.HandWritten.containers;
import static io.gpuspec.judges.HandWritten.deployment;
import static io.gpuspec.judges.HandWritten.init;
import static io.gpuspec.judges.HandWritten.job;
import static io.gpuspec.judges.HandWritten.metadata;
import static io.gpuspec.judges.HandWritten.mounted;
import static io.gpuspec.judges.HandWritten.nodes;
import static io.gpuspec.judges.HandWritten.service;
import static io.gpuspec.judges.HandWritten.spec;
import static io.gpuspec.judges.Refusal.accepted;
import static io.gpuspec.judges.Refusal.rejected;
import static io.gpuspec.judges.Refusal.warned;

import io.fabric8.kubernetes.api.model.Quantity;
import io.gpuspec.Gpus;
import io.gpuspec.Target;
import io.gpuspec.manifest.GpuWorkload;
import io.gpuspec.manifest.RestartPolicy;
import io.gpuspec.manifest.WorkloadContainer;
import io.gpuspec.manifest.WorkloadProbe;
import io.gpuspec.manifest.WorkloadService;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Each class of input that the builder refuses. */
final class BuilderRefusals {
  private static final Target TKE = Gpus.load().in("tke");
  private static final String LONG = "a".repeat(64);

  private BuilderRefusals() {}

  static List<Refusal> all() {
    return Stream.of(
            names(),
            metadatas(),
            nodesAndPods(),
            environment(),
            volumes(),
            probes(),
            ports(),
            amounts(),
            kinds(),
            gpus())
        .flatMap(List::stream)
        .toList();
  }

  private static GpuWorkload pod() {
    return GpuWorkload.pod("p", "r/i:v1").gpu("T4");
  }

  private static GpuWorkload manyPods() {
    return GpuWorkload.deployment("d", "r/i:v1").gpu("T4");
  }

  private static WorkloadContainer side() {
    return WorkloadContainer.of("side", "r/i:v1");
  }

  private static List<Refusal> names() {
    return List.of(
        rejected(
            "a container's name with a capital letter",
            containers("{name: P, image: r/i:v1}"),
            "a lowercase RFC 1123 label",
            () -> WorkloadContainer.of("P", "r/i:v1"),
            "is not a DNS label"),
        rejected(
            "a namespace's name with a dot",
            "apiVersion: v1\nkind: Namespace\nmetadata: {name: my.team}\n",
            "must not contain dots",
            () -> pod().namespace("my.team"),
            "is not a DNS label"),
        rejected(
            "a workload's name with an underscore",
            job("my_job", "restartPolicy: Never"),
            "a lowercase RFC 1123 subdomain",
            () -> GpuWorkload.job("my_job", side()),
            "is not a DNS label"),
        warned(
            "a workload's name with a dot",
            job("llama-3.1", "restartPolicy: Never"),
            "a DNS label is recommended",
            () -> GpuWorkload.job("llama-3.1", side()),
            "the pods' host names are made of it"),
        rejected(
            "a job's name of 64 characters",
            job(LONG, "restartPolicy: Never"),
            "must be no more than 63",
            () -> GpuWorkload.job(LONG, side()),
            "at most 63"),
        rejected(
            "a service account's name with capital letters",
            spec("serviceAccountName: Me"),
            "a lowercase RFC 1123 subdomain",
            () -> pod().serviceAccount("Me"),
            "is not a DNS name"),
        rejected(
            "a priority class's name with capital letters",
            spec("priorityClassName: High"),
            "no PriorityClass with name High was found",
            () -> pod().priorityClass("High"),
            "is not a DNS name"),
        accepted(
            "a claim's name that no claim can have",
            spec("volumes: [{name: v, persistentVolumeClaim: {claimName: My_Claim}}]"),
            () -> pod().claim("v", "My_Claim", "/v"),
            "is not a DNS name"),
        rejected(
            "a secret's name with capital letters",
            container("env: [{name: T, valueFrom: {secretKeyRef: {name: My_Secret, key: k}}}]"),
            "a lowercase RFC 1123 subdomain",
            () -> side().envFromSecret("T", "My_Secret", "k"),
            "is not a DNS name"),
        digitFirst(),
        rejected(
            "a service's name of 64 characters",
            "apiVersion: v1\nkind: Service\nmetadata: {name: %s}\nspec: {ports: [{port: 80}]}\n"
                .formatted(LONG),
            "must be no more than 63",
            () -> WorkloadService.of(80).name(LONG),
            "at most 63"));
  }

  private static Refusal digitFirst() {
    String what = "a service's name that begins with a digit";
    String manifest =
        "apiVersion: v1\nkind: Service\nmetadata: {name: 3d}\nspec: {ports: [{port: 80}]}\n";
    Runnable ours = () -> WorkloadService.of(80).name("3d");
    String reason = "because Kubernetes before 1.36 takes nothing else";
    return Refusal.since(
        36,
        accepted(what, manifest, ours, reason),
        rejected(what, manifest, "start with an alphabetic character", ours, reason));
  }

  private static List<Refusal> metadatas() {
    return List.of(
        rejected(
            "a label's key with a blank",
            metadata("labels: {a b: c}"),
            "name part must consist of",
            () -> pod().label("a b", "c"),
            "is not a key"),
        rejected(
            "a label's value with a blank",
            metadata("labels: {a: b c}"),
            "a valid label must be",
            () -> pod().label("a", "b c"),
            "is not a label value"),
        rejected(
            "an annotation's key with a blank",
            metadata("annotations: {a b: c}"),
            "name part must consist of",
            () -> pod().annotation("a b", "c"),
            "is not a key"),
        accepted(
            "an annotation's key with capital letters before the slash",
            metadata("annotations: {Example.com/a: b}"),
            () -> pod().annotation("Example.com/a", "b"),
            "perhaps behind a domain"),
        rejected(
            "annotations of more than 256 KiB",
            metadata("annotations: {a: " + "x".repeat(262_144) + "}"),
            "Too long: may not be more than 262144",
            () -> pod().annotation("a", "x".repeat(262_144)).on(TKE),
            "bytes are more than the 262144"),
        accepted(
            "an annotation that the target writes, with another value",
            metadata("annotations: {eks.tke.cloud.tencent.com/gpu-type: V100}"),
            () -> pod().annotation("eks.tke.cloud.tencent.com/gpu-type", "V100").on(TKE),
            "and tke writes 'T4' there"),
        warned(
            "an annotation that has become a field",
            metadata("annotations: {scheduler.alpha.kubernetes.io/critical-pod: ''}"),
            "non-functional in v1.16+",
            () -> pod().annotation("scheduler.alpha.kubernetes.io/critical-pod", ""),
            "is deprecated; Kubernetes has a field for it"),
        rejected(
            "a label of a job's pods that Kubernetes writes",
            job("j", "restartPolicy: Never")
                .replace("  template:\n", "  template:\n    metadata: {labels: {job-name: x}}\n"),
            "must be 'j'",
            () -> GpuWorkload.job("j", "r/i:v1").gpu("T4").label("job-name", "x").on(TKE),
            "Kubernetes writes that label"),
        rejected(
            "a label that contradicts the selector",
            deployment("", "").replace("labels: {app: d}", "labels: {app: other}"),
            "`selector` does not match template `labels`",
            () -> manyPods().label("app", "other").selector("app", "d").on(TKE),
            "and the selector says 'd'"));
  }

  private static List<Refusal> nodesAndPods() {
    return List.of(
        rejected(
            "a node label's key with a blank",
            nodes("key: a b, operator: In, values: [c]"),
            "name part must consist of",
            () -> pod().nodeAffinity("a b", "c"),
            "is not a key"),
        rejected(
            "a node label's value with a blank",
            nodes("key: a, operator: In, values: [b c]"),
            "a valid label must be",
            () -> pod().nodeAffinity("a", "b c"),
            "is not a label value"),
        rejected(
            "a node label without values",
            nodes("key: a, operator: In, values: []"),
            "must be specified when `operator` is 'In'",
            () -> pod().nodeAffinity("a"),
            "the list is empty"),
        warned(
            "a node label that was renamed",
            nodes("key: beta.kubernetes.io/arch, operator: In, values: [amd64]"),
            "beta.kubernetes.io/arch is deprecated",
            () -> pod().nodeAffinity("beta.kubernetes.io/arch", "amd64"),
            "is deprecated; write kubernetes.io/arch"),
        rejected(
            "a topology key with a blank",
            spec(
                "affinity: {podAntiAffinity: {preferredDuringSchedulingIgnoredDuringExecution:"
                    + " [{weight: 1, podAffinityTerm: {labelSelector: {}, topologyKey: a b}}]}}"),
            "name part must consist of",
            () -> pod().podAntiAffinity("a b"),
            "is not a key"));
  }

  private static List<Refusal> environment() {
    return List.of(
        rejected(
            "a variable without a name",
            container("env: [{name: '', value: b}]"),
            "name: Required value",
            () -> side().env("", "b"),
            "is not a name of a variable"),
        rejected(
            "a variable with an equals sign in its name",
            container("env: [{name: A=B, value: c}]"),
            "printable ASCII characters other than '='",
            () -> side().env("A=B", "c"),
            "is not a name of a variable"),
        rejected(
            "a variable's name that is no ASCII",
            container("env: [{name: \u00c4, value: c}]"),
            "printable ASCII characters other than '='",
            () -> side().env("\u00c4", "c"),
            "is not a name of a variable"),
        rejected(
            "a secret's key with a blank",
            container("env: [{name: A, valueFrom: {secretKeyRef: {name: s, key: a b}}}]"),
            "a valid config key must consist of",
            () -> side().envFromSecret("A", "s", "a b"),
            "is not a key of a Secret"),
        accepted(
            "every GPU of the node by a variable",
            container("env: [{name: NVIDIA_VISIBLE_DEVICES, value: all}]"),
            () -> side().env("NVIDIA_VISIBLE_DEVICES", "all"),
            "shows the container every GPU of the node"),
        rejected(
            "no image",
            containers("{name: p, image: ''}"),
            "image: Required value",
            () -> WorkloadContainer.of("p", ""),
            "is empty"),
        accepted(
            "an image with a blank",
            containers("{name: p, image: 'r/i v1'}"),
            () -> WorkloadContainer.of("p", "r/i v1"),
            "has a blank in it"),
        rejected(
            "a user of more than 31 bits",
            container("securityContext: {runAsUser: 2147483648, runAsNonRoot: true}"),
            "must be between 0 and 2147483647",
            () -> side().restricted(2_147_483_648L),
            "give 1 to 2147483647"),
        accepted(
            "root as a user that is never root",
            container("securityContext: {runAsUser: 0, runAsNonRoot: true}"),
            () -> side().restricted(0),
            "is root or no user"));
  }

  private static List<Refusal> volumes() {
    return List.of(
        rejected(
            "a volume's name with a capital letter",
            spec("volumes: [{name: V, emptyDir: {}}]"),
            "a lowercase RFC 1123 label",
            () -> pod().emptyDir("V", "/v"),
            "is not a DNS label"),
        rejected(
            "two volumes of one name",
            spec("volumes: [{name: v, emptyDir: {}}, {name: v, emptyDir: {}}]"),
            "Duplicate value",
            () -> pod().emptyDir("v", "/a").emptyDir("v", "/b").on(TKE),
            "is a duplicate"),
        rejected(
            "a mount of a volume that is not there",
            container("volumeMounts: [{name: v, mountPath: /v}]"),
            "Not found: \"v\"",
            () -> pod().main(c -> c.mount("v", "/v")).on(TKE),
            "volume of container 'p' 'v' is not known"),
        accepted(
            "a mount path that is not absolute",
            mounted("data"),
            () -> side().mount("v", "data"),
            "is not absolute"),
        accepted(
            "a mount path with a colon",
            mounted("'/a:b'"),
            () -> side().mount("v", "/a:b"),
            "which Kubernetes' API reference forbids"),
        rejected(
            "no mount path",
            mounted("''"),
            "mountPath: Required value",
            () -> side().mount("v", ""),
            "is empty"),
        rejected(
            "two volumes at one path",
            mounted("/v}, {name: v, mountPath: /v"),
            "must be unique",
            () -> pod().emptyDir("v", "/v").main(c -> c.mount("v", "/v")).on(TKE),
            "is a duplicate in container 'p'"),
        rejected(
            "less than no shared memory",
            spec("volumes: [{name: shm, emptyDir: {medium: Memory, sizeLimit: -1Gi}}]"),
            "SizeLimit field must be a valid resource quantity",
            () -> pod().sharedMemory("-1Gi"),
            "is negative"),
        accepted(
            "more shared memory than the container's memory",
            """
            apiVersion: v1
            kind: Pod
            metadata: {name: p}
            spec:
              containers:
              - name: p
                image: r/i:v1
                resources: {limits: {memory: 8Gi}}
                volumeMounts: [{name: shm, mountPath: /dev/shm}]
              volumes: [{name: shm, emptyDir: {medium: Memory, sizeLimit: 16Gi}}]
            """,
            () -> pod().limits("2", "8Gi").sharedMemory("16Gi").on(TKE),
            "counts against that limit and the pod would be killed"));
  }

  private static List<Refusal> probes() {
    return List.of(
        rejected(
            "a probe without a command",
            container("livenessProbe: {exec: {command: []}}"),
            "command: Required value",
            WorkloadProbe::exec,
            "the list is empty"),
        accepted(
            "a probe's path without a slash",
            container("livenessProbe: {httpGet: {path: ready, port: 80}}"),
            () -> WorkloadProbe.http("ready", 80),
            "does not begin with a slash"),
        rejected(
            "a probe of port 0",
            container("livenessProbe: {tcpSocket: {port: 0}}"),
            "must be between 1 and 65535",
            () -> WorkloadProbe.tcp(0),
            "is not a port"),
        rejected(
            "a probe that waits less than no time",
            container("livenessProbe: {tcpSocket: {port: 1}, initialDelaySeconds: -1}"),
            "must be greater than or equal to 0",
            () -> WorkloadProbe.tcp(1).initialDelaySeconds(-1),
            "is below 0"),
        accepted(
            "a probe every 0 seconds",
            container("livenessProbe: {tcpSocket: {port: 1}, periodSeconds: 0}"),
            () -> WorkloadProbe.tcp(1).periodSeconds(0),
            "Kubernetes reads 0 as its own default"),
        rejected(
            "a probe of an init container that runs to its end",
            init("livenessProbe: {tcpSocket: {port: 1}}"),
            "may not be set for init containers",
            () -> pod().initContainer(side().livenessProbe(WorkloadProbe.tcp(1))).on(TKE),
            "runs to its end"));
  }

  private static List<Refusal> ports() {
    return List.of(
        rejected(
            "a container's port 0",
            container("ports: [{containerPort: 0}]"),
            "containerPort: Required value",
            () -> side().port(0),
            "is not a port"),
        rejected(
            "a service's port 65536",
            service("ports: [{port: 65536}]"),
            "must be between 1 and 65535",
            () -> WorkloadService.of(65536),
            "is not a port"),
        accepted(
            "a service's target port 0",
            service("ports: [{port: 80, targetPort: 0}]"),
            () -> WorkloadService.of(80, 0),
            "is not a port"),
        rejected(
            "a port's name that is a number",
            container("ports: [{containerPort: 80, name: '8080'}]"),
            "must contain at least one letter",
            () -> side().port(80, "8080"),
            "at least one of them a letter"),
        rejected(
            "a port's name with two hyphens in a row",
            container("ports: [{containerPort: 80, name: a--b}]"),
            "must not contain consecutive hyphens",
            () -> side().port(80, "a--b"),
            "single -"),
        warned(
            "a port twice in a container",
            container("ports: [{containerPort: 80}, {containerPort: 80, name: http}]"),
            "duplicate port definition",
            () -> pod().port(80).main(c -> c.port(80, "http")).on(TKE),
            "is a duplicate in container 'p'"),
        warned(
            "a port in two containers of a pod",
            containers(
                "{name: a, image: r/i, ports: [{containerPort: 80}]},"
                    + " {name: b, image: r/i, ports: [{containerPort: 80}]}"),
            "duplicate port definition",
            () -> pod().port(80).container(side().port(80)).on(TKE),
            "share one network"),
        rejected(
            "a port's name twice in a container",
            container("ports: [{containerPort: 1, name: a}, {containerPort: 2, name: a}]"),
            "Duplicate value: \"a\"",
            () -> pod().main(c -> c.port(1, "a").port(2, "a")).on(TKE),
            "port name: 'a' is a duplicate"),
        warned(
            "a port's name in two containers of a pod",
            containers(
                "{name: a, image: r/i, ports: [{containerPort: 1, name: x}]},"
                    + " {name: b, image: r/i, ports: [{containerPort: 2, name: x}]}"),
            "duplicate port name",
            () -> pod().main(c -> c.port(1, "x")).container(side().port(2, "x")).on(TKE),
            "give each port of the pod its own name"),
        rejected(
            "two ports of a Service without names",
            service("ports: [{port: 80}, {port: 81}]"),
            "name: Required value",
            () -> pod().port(80).port(81),
            "is a second one"),
        rejected(
            "a load balancer without an address of its own",
            service("type: LoadBalancer, clusterIP: None, ports: [{port: 80}]"),
            "may not be set to 'None' for LoadBalancer services",
            () -> WorkloadService.of(80).loadBalancer().headless(),
            "exclude each other"));
  }

  private static List<Refusal> amounts() {
    return List.of(
        rejected(
            "a unit that Kubernetes does not have",
            container("resources: {requests: {memory: 16GB}}"),
            "quantities must match the regular expression",
            () -> side().requests("1", "16GB"),
            "write 16G"),
        rejected(
            "less than no CPU",
            container("resources: {requests: {cpu: -1}}"),
            "must be greater than or equal to 0",
            () -> side().requests("-1", "1Gi"),
            "is negative"),
        accepted(
            "memory where the CPU belongs",
            container("resources: {requests: {cpu: 16Gi, memory: '4'}}"),
            () -> side().requests("16Gi", "4"),
            "were cpu and memory swapped?"),
        rejected(
            "a request above the limit",
            container("resources: {requests: {cpu: 8}, limits: {cpu: 4}}"),
            "must be less than or equal to cpu limit",
            () -> pod().requests("8", "1Gi").limits("4", "1Gi").on(TKE),
            "is above the limit '4'"));
  }

  private static List<Refusal> kinds() {
    return List.of(
        rejected(
            "less than no replicas",
            deployment("replicas: -1", ""),
            "must be greater than or equal to 0",
            () -> manyPods().replicas(-1),
            "is below 0"),
        accepted(
            "more replicas than any cluster runs",
            deployment("replicas: 1000001", ""),
            () -> manyPods().replicas(1_000_001).on(TKE),
            "ask for 1 to 1000000"),
        rejected(
            "replicas of a pod",
            spec("replicas: 2"),
            "unknown field \"spec.replicas\"",
            () -> pod().replicas(2),
            "only a deployment or stateful set has replicas"),
        rejected(
            "a job that restarts Always",
            job("j", "restartPolicy: Always"),
            "valid values: \"OnFailure\", \"Never\"",
            () -> GpuWorkload.job("j", "r/i:v1").restartPolicy(RestartPolicy.ALWAYS),
            "a job or cron job restart OnFailure or Never"),
        rejected(
            "a deployment that restarts Never",
            deployment("", "restartPolicy: Never"),
            "supported values: \"Always\"",
            () -> manyPods().restartPolicy(RestartPolicy.NEVER),
            "those of a deployment, stateful set or daemon set Always"),
        rejected(
            "two containers of one name",
            containers("{name: p, image: r/i}, {name: p, image: r/i}"),
            "Duplicate value: \"p\"",
            () -> pod().container(WorkloadContainer.of("p", "r/i")).on(TKE),
            "'p' is a duplicate"));
  }

  private static List<Refusal> gpus() {
    return List.of(
        accepted(
            "no GPUs for a GPU workload",
            container("resources: {limits: {nvidia.com/gpu: 0}}"),
            () -> pod().gpu(0, "T4"),
            "is not a number of GPUs"),
        accepted(
            "two fractions of a GPU",
            gpuType("1/4*T4", 2),
            () -> pod().gpu(2, "1/4*T4"),
            "a fraction is one device"),
        accepted(
            "a GPU that nobody knows",
            gpuType("T5", 1),
            () -> pod().gpu("T5").on(TKE),
            "is not known"),
        accepted("a GPU without a name", gpuType("''", 1), () -> pod().gpu(""), "is empty"),
        accepted(
            "more GPUs than any shape has",
            gpuType("T4", 64),
            () -> pod().gpu(64, "T4").on(TKE),
            "64 requested"),
        accepted(
            "GPUs of a container beside the main one",
            containers(
                "{name: p, image: r/i}, {name: side, image: r/i, resources: "
                    + "{requests: {nvidia.com/gpu: 2}, limits: {nvidia.com/gpu: 2}}}"),
            () -> pod().container(withTwoGpus()).on(TKE),
            "the main container gets it"),
        accepted(
            "a disk for an image cache, and no cache",
            metadata("annotations: {eks.tke.cloud.tencent.com/image-cache-disk-size: '200'}"),
            () -> pod().on(TKE.with("image-cache-disk", "200")),
            "no cache to make it from"),
        accepted(
            "a price for spot capacity, and no spot capacity",
            metadata("annotations: {k8s.aliyun.com/eci-spot-price-limit: '0.5'}"),
            () ->
                GpuWorkload.pod("p", "r/i:v1")
                    .gpu("T4")
                    .on(Gpus.load().in("ack/eci").with("spot-price-limit", "0.5")),
            "no spot capacity asked for"));
  }

  private static WorkloadContainer withTwoGpus() {
    Map<String, Quantity> two = Map.of("nvidia.com/gpu", new Quantity("2"));
    return side().edit(c -> c.withNewResources().withRequests(two).withLimits(two).endResources());
  }

  /** A pod on a super node, as TKE's guide writes it. */
  private static String gpuType(String name, int count) {
    return """
        apiVersion: v1
        kind: Pod
        metadata: {name: p, annotations: {eks.tke.cloud.tencent.com/gpu-type: %s}}
        spec:
          containers:
          - {name: p, image: r/i:v1, resources: {limits: {nvidia.com/gpu: %d}}}
        """
        .formatted(name, count);
  }
}
