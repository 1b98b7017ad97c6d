package io.gpuspec.manifest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirementsBuilder;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.gpuspec.CapacityType;
import io.gpuspec.Devices;
import io.gpuspec.GpuRequest;
import io.gpuspec.Gpus;
import io.gpuspec.Match;
import io.gpuspec.NoMatchException;
import io.gpuspec.Target;
import io.gpuspec.manifest.internal.tree.Trees;
import io.gpuspec.manifest.read.WorkloadFile;
import io.gpuspec.value.GpuSpecException;
import io.gpuspec.value.Note;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GpuWorkloadTest {
  private static final Target TKE = Gpus.load().in("tke");

  private static GpuWorkload pod() {
    return GpuWorkload.pod("p", "r/i:v1").gpu("T4");
  }

  private static GpuWorkload deployment() {
    return GpuWorkload.deployment("d", "r/i:v1").gpu("T4");
  }

  private static AbstractThrowableAssert<?, ? extends Throwable> refused(ThrowingCallable bad) {
    return assertThatThrownBy(bad).isInstanceOf(GpuSpecException.class);
  }

  // What the API server would refuse, or run otherwise than meant.

  @Test
  void cpuAndMemoryTheWrongWayRoundAreRecognised() {
    refused(() -> pod().requests("16Gi", "4"))
        .hasMessage(
            "requests: cpu '16Gi' is more than any node has; were cpu and memory swapped? write requests(\"4\", \"16Gi\")");
    refused(() -> pod().limits("32Gi", "8")).hasMessageContaining("write limits(\"8\", \"32Gi\")");
  }

  @ParameterizedTest
  @CsvSource({
    "-1, 1Gi, '-1'",
    "1, -1Gi, '-1Gi'",
    "four, 1Gi, 'four'",
    "4, 16GB, '16GB'",
    "'', 1Gi, ''''''"
  })
  void amountsMustBeQuantitiesAndNotNegative(String cpu, String memory, String named) {
    refused(() -> pod().requests(cpu, memory)).hasMessageContaining(named);
    refused(() -> pod().limits(cpu, memory)).hasMessageContaining(named);
  }

  @Test
  void showingTheContainerEveryGpuOfTheNodeIsRefused() {
    refused(() -> pod().env("NVIDIA_VISIBLE_DEVICES", "all"))
        .hasMessageContaining("NVIDIA_VISIBLE_DEVICES: 'all'")
        .hasMessageContaining("leave the variable out");
    // None is what a container without GPUs is told, and harmless.
    pod().env("NVIDIA_VISIBLE_DEVICES", "void").on(TKE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "P", "my_pod", "-p", "p-", "a..b", "pod/1", "é"})
  void namesThatAreNoDnsNamesAreRefused(String name) {
    refused(() -> GpuWorkload.pod(name, WorkloadContainer.of("c", "i")))
        .hasMessageContaining("'" + name + "'");
    refused(() -> WorkloadContainer.of(name, "i")).hasMessageContaining("'" + name + "'");
    refused(() -> pod().namespace(name)).hasMessageContaining("'" + name + "'");
    refused(() -> pod().serviceAccount(name)).hasMessageContaining("'" + name + "'");
    refused(() -> pod().priorityClass(name)).hasMessageContaining("'" + name + "'");
    refused(() -> pod().claim("v", name, "/v")).hasMessageContaining("'" + name + "'");
    refused(() -> pod().claim(name, "c", "/v")).hasMessageContaining("'" + name + "'");
    refused(() -> pod().emptyDir(name, "/v")).hasMessageContaining("'" + name + "'");
    refused(() -> pod().main(c -> c.port(80, name))).hasMessageContaining("'" + name + "'");
    refused(() -> pod().main(c -> c.mount(name, "/v"))).hasMessageContaining("'" + name + "'");
    refused(() -> WorkloadService.of(80).name(name)).hasMessageContaining("'" + name + "'");
  }

  @Test
  void namesMayBeAsLongAsKubernetesTakesThemAndNoLonger() {
    GpuWorkload.pod("a".repeat(63), "i");
    refused(() -> GpuWorkload.pod("a".repeat(64), "i")).hasMessageContaining("at most 63");
    pod().serviceAccount("a".repeat(253)).gpu("T4").on(TKE);
    refused(() -> pod().serviceAccount("a".repeat(254))).hasMessageContaining("at most 253");
  }

  /** The API server was right: it warns of such names, and refuses a job's above 63 characters. */
  @Test
  void aWorkloadsNameIsOneThatItsPodsCanHaveAsHostName() {
    for (String name : List.of("llama-3.1", "a".repeat(64))) {
      refused(() -> GpuWorkload.job(name, WorkloadContainer.of("c", "i")))
          .hasMessageContaining("'" + name + "' is not a DNS label, and the pods' host names");
    }
  }

  @Test
  void aServiceNameBeginsWithALetter() {
    refused(() -> WorkloadService.of(80).name("3d"))
        .hasMessageContaining("beginning with a letter");
    GpuWorkload digit = GpuWorkload.deployment("3d", "i").gpu("T4").port(80);
    refused(() -> digit.on(TKE)).hasMessageContaining("service name: '3d'");
    digit.service(WorkloadService.of(80).name("render")).on(TKE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"http-with-a-long-name", "8080", "a--b", "80-80"})
  void aPortNameIsShortAndNoNumber(String name) {
    refused(() -> WorkloadContainer.of("c", "i").port(80, name))
        .hasMessageContaining("port name: '" + name + "'")
        .hasMessageContaining("at most 15");
  }

  @Test
  void portNamesThatKubernetesTakesPass() {
    for (String name : new String[] {"http", "grpc-web", "h2", "a23456789012345"}) {
      WorkloadContainer.of("c", "i").port(80, name);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"1/4*T4", "A10*GNV4", "a b", "-a", "ä"})
  void whatIsNoLabelValueIsRefusedAndSentToAnAnnotation(String value) {
    refused(() -> pod().label("gpu", value))
        .hasMessageContaining("label gpu: '" + value + "'")
        .hasMessageContaining("annotation");
    refused(() -> pod().selector("gpu", value)).hasMessageContaining("'" + value + "'");
    refused(() -> pod().nodeAffinity("gpu", value)).hasMessageContaining("'" + value + "'");
    pod().annotation("gpu", value);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "/a", "a/", "A.example/x", "a/b/c", "a b", "-a"})
  void whatIsNoKeyIsRefused(String key) {
    refused(() -> pod().label(key, "v")).hasMessageContaining("'" + key + "' is not a key");
    refused(() -> pod().selector(key, "v")).hasMessageContaining("'" + key + "' is not a key");
    refused(() -> pod().annotation(key, "v")).hasMessageContaining("'" + key + "' is not a key");
    refused(() -> pod().nodeAffinity(key, "v")).hasMessageContaining("'" + key + "' is not a key");
    refused(() -> pod().podAntiAffinity(key)).hasMessageContaining("'" + key + "' is not a key");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -1, 65536})
  void portsGoFrom1To65535(int port) {
    refused(() -> pod().port(port))
        .hasMessageContaining("'" + port + "' is not a port; write 1 to 65535");
    refused(() -> WorkloadContainer.of("c", "i").port(port)).hasMessageContaining("'" + port + "'");
    refused(() -> WorkloadService.of(80, port)).hasMessageContaining("'" + port + "'");
    refused(() -> WorkloadProbe.tcp(port)).hasMessageContaining("'" + port + "'");
    refused(() -> WorkloadProbe.http("/", port)).hasMessageContaining("'" + port + "'");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "A=B", "A\n", "\u00c4"})
  void variablesHaveNamesOfAsciiWithoutEquals(String name) {
    refused(() -> pod().env(name, "v")).hasMessageContaining("is not a name of a variable");
  }

  @Test
  void aProbeSaysWhatItAsks() {
    assertThat(WorkloadProbe.http("/health", 8080).initialDelaySeconds(30).periodSeconds(10))
        .hasToString("GET /health on port 8080, initialDelaySeconds 30, periodSeconds 10");
    assertThat(WorkloadProbe.tcp(8000).timeoutSeconds(2).failureThreshold(3))
        .hasToString("TCP connection to port 8000, timeoutSeconds 2, failureThreshold 3");
    assertThat(WorkloadProbe.exec("nvidia-smi", "-L")).hasToString("command nvidia-smi -L");
  }

  @Test
  void emptyImagesPathsListsAndCommandsAreRefused() {
    refused(() -> GpuWorkload.pod("p", " ")).hasMessageContaining("image: ' ' is empty");
    refused(() -> pod().main(c -> c.mount("v", ""))).hasMessageContaining("mount path: ''");
    refused(() -> pod().nodeAffinity("zone")).hasMessageContaining("the list is empty");
    refused(WorkloadProbe::exec).hasMessageContaining("the list is empty");
    refused(() -> WorkloadProbe.http("ready", 80)).hasMessageContaining("write /ready");
    refused(() -> pod().gpu()).hasMessageContaining("the list is empty");
    refused(() -> pod().gpu("T4", "")).hasMessageContaining("'T4,' is empty");
    refused(() -> pod().gpu(0, "T4")).hasMessageContaining("'0'");
    refused(() -> pod().gpu(2, "1/4*T4")).hasMessageContaining("1/4*T4");
    refused(() -> pod().main(c -> c.restricted(0))).hasMessageContaining("'0' is root");
  }

  @ParameterizedTest
  @ValueSource(strings = {"r/i: v1", " r/i:v1", "r/i:v1\n", "r/i\u3000:v1"})
  void anImageHasNoBlanks(String image) {
    refused(() -> GpuWorkload.pod("p", image))
        .hasMessage(
            "image: '"
                + image
                + "' has a blank in it; write it without, such as registry.example/llm:v1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"1Gi", "data", "./data"})
  void aMountPathIsAbsolute(String path) {
    String message =
        "mount path: '%s' is not absolute; write a path in the container that begins with /, such as /data"
            .formatted(path);

    refused(() -> pod().emptyDir("cfg", path)).hasMessage(message);
    refused(() -> pod().claim("cfg", "c", path)).hasMessage(message);
    refused(() -> WorkloadContainer.of("c", "i").mount("v", path)).hasMessage(message);
    refused(() -> WorkloadContainer.of("c", "i").mountReadOnly("v", path)).hasMessage(message);
  }

  @Test
  void aPortIsThereOnceInAContainer() {
    refused(() -> pod().port(80).main(c -> c.port(80, "http")).on(TKE))
        .hasMessage(
            "port: '80' is a duplicate in container 'p'; the containers of a pod share one network, so say each port once, with its name or without");
    refused(() -> pod().container(WorkloadContainer.of("side", "i").port(1).port(1)).on(TKE))
        .hasMessageContaining("container 'side'");
    pod()
        .port(53)
        .main(c -> c.edit(b -> b.addNewPort().withContainerPort(53).withProtocol("UDP").endPort()))
        .container(WorkloadContainer.of("side", "i").port(80))
        .on(TKE);
  }

  /** The API server was right: it warns that only one of the two can listen. */
  @Test
  void aPortIsThereOnceInAPod() {
    GpuWorkload sides =
        pod().port(80).container(WorkloadContainer.of("side", "i").port(80, "metrics"));

    refused(() -> sides.on(TKE))
        .hasMessageContaining("port: '80' is a duplicate in containers 'p' and 'side'");
  }

  /** The API server was right: it refuses them in a container, and warns of them in a pod. */
  @Test
  void aPortNameIsThereOnceInAPod() {
    refused(() -> pod().main(c -> c.port(80, "http").port(81, "http")).on(TKE))
        .hasMessageContaining("port name: 'http' is a duplicate in container 'p'");
    refused(
            () ->
                pod()
                    .main(c -> c.port(80, "http"))
                    .container(WorkloadContainer.of("side", "i").port(81, "http"))
                    .on(TKE))
        .hasMessageContaining("port name: 'http' is a duplicate in containers 'p' and 'side'");
  }

  /** The API server was right: it refuses them. */
  @Test
  void anInitContainerThatIsNoSidecarHasNoProbes() {
    WorkloadContainer probed =
        WorkloadContainer.of("fetch", "i").readinessProbe(WorkloadProbe.tcp(80));

    refused(() -> pod().initContainer(probed).on(TKE))
        .hasMessageContaining("probe: init container 'fetch' runs to its end");
    pod().initContainer(probed.sidecar()).on(TKE);
  }

  /** The API server takes it, and its reference says that it must not be. */
  @Test
  void aMountPathHasNoColon() {
    refused(() -> pod().emptyDir("s", "/a:b"))
        .hasMessage(
            "mount path: '/a:b' has a colon in it, which Kubernetes' API reference forbids; write a path without one");
  }

  /** The API server was right: it refuses them. */
  @ParameterizedTest
  @ValueSource(strings = {"", "a b", ".", "..a", "a/b"})
  void theKeyOfASecretIsOneThatASecretCanHave(String key) {
    refused(() -> pod().main(c -> c.envFromSecret("T", "s", key)))
        .hasMessageContaining("'" + key + "' is not a key of a Secret or ConfigMap");
    refused(() -> pod().main(c -> c.envFromConfigMap("T", "s", key)))
        .hasMessageContaining("'" + key + "' is not a key of a Secret or ConfigMap");
    pod().main(c -> c.envFromSecret("T", "s", "hf_token.v-1"));
  }

  /** The API server was right: it refuses another value than its own. */
  @ParameterizedTest
  @ValueSource(strings = {"job-name", "batch.kubernetes.io/controller-uid"})
  void aJobsOwnLabelsAreLeftToKubernetes(String key) {
    GpuWorkload job = GpuWorkload.job("j", "i").gpu("T4");

    refused(() -> job.label(key, "x").on(TKE)).hasMessageContaining("Kubernetes writes that label");
    refused(() -> job.selector(key, "x").on(TKE))
        .hasMessageContaining("Kubernetes writes that label");
    pod().label(key, "x").on(TKE);
  }

  /** The API server was right: it warns of annotations that it no longer goes by. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "scheduler.alpha.kubernetes.io/critical-pod",
        "container.apparmor.security.beta.kubernetes.io/p"
      })
  void anAnnotationThatBecameAFieldIsRefused(String key) {
    refused(() -> pod().annotation(key, "unconfined"))
        .hasMessageContaining("'" + key + "' is deprecated; Kubernetes has a field for it");
  }

  /** The API server was right: a user is a number of 31 bits. */
  @Test
  void aUserIsOneThatLinuxHas() {
    refused(() -> pod().main(c -> c.restricted(2_147_483_648L)))
        .hasMessage("user: '2147483648' is root or no user; give 1 to 2147483647");
    pod().main(c -> c.restricted(2_147_483_647L)).on(TKE);
  }

  /** The API server was right: it refuses it. */
  @Test
  void sharedMemoryIsNotNegative() {
    refused(() -> pod().sharedMemory("-1Gi"))
        .hasMessage("sharedMemory: '-1Gi' is negative; write 0 or more");
  }

  @Test
  void memoryWithoutAUnitIsRefusedWhereverItIsWritten() {
    refused(() -> pod().sharedMemory("8"))
        .hasMessage("sharedMemory: '8' is less than 1Mi; write the unit too, such as 8Gi");
    refused(() -> pod().requests("3", "512m"))
        .hasMessage(
            "requests: memory '512m' is less than 1Mi, and no container starts with so little; write the unit too, such as 8Gi");
    refused(() -> WorkloadContainer.of("side", "r/i:v1").limits("1", "12"))
        .hasMessageContaining("limits: memory '12' is less than 1Mi");
    refused(() -> pod().explicit("8", "40")).hasMessageContaining("explicit: memory '40'");
  }

  /** The API server was right: it warns of labels that newer nodes do not have. */
  @Test
  void aNodeLabelIsOneThatNodesStillHave() {
    refused(() -> pod().nodeAffinity("beta.kubernetes.io/arch", "amd64"))
        .hasMessage(
            "node label: 'beta.kubernetes.io/arch' is deprecated; write kubernetes.io/arch");
  }

  /** The API server was right: it refuses more, counted in bytes and over all annotations. */
  @Test
  void annotationsAreLimitedAllTogether() {
    GpuWorkload noted = pod().annotation("a", "\u00e9".repeat(65_535)).gpu("T4");
    noted.annotation("b", "x".repeat(131_000)).on(TKE);

    refused(() -> noted.annotation("b", "x".repeat(131_073)).on(TKE))
        .hasMessageContaining("bytes are more than the 262144 that an object may have");
  }

  /**
   * The API server was right: it reads YAML without such characters, and JSON may be sent as it.
   */
  @Test
  void jsonIsWrittenSoThatAReaderOfYamlTakesIt() {
    String json = pod().env("A", "\u007f\u0080\ufeff\uffff \u00e9").gpu("T4").on(TKE).json();

    assertThat(json).contains("\"\\u007F\\u0080\\uFEFF\\uFFFF \u00e9\"");
    assertThat(WorkloadFile.parse("built.json", json).on(TKE).problems()).isEmpty();
  }

  @Test
  void requestsAreAtMostTheirLimitsInEveryContainerAndEitherOrder() {
    String message =
        "container 'p' resources.requests[cpu]: '8' is above the limit '4'; raise the limit or lower the request";

    refused(() -> pod().requests("8", "16Gi").limits("4", "32Gi").on(TKE)).hasMessage(message);
    refused(() -> pod().limits("4", "32Gi").requests("8", "16Gi").on(TKE)).hasMessage(message);
    refused(() -> pod().requests("1", "16Gi").limits("4", "8Gi").on(TKE))
        .hasMessageContaining("resources.requests[memory]: '16Gi' is above the limit '8Gi'");
    WorkloadContainer side =
        WorkloadContainer.of("side", "i").requests("1", "0").limits("500m", "0");
    refused(() -> pod().container(side).on(TKE)).hasMessageContaining("container 'side'");
    refused(() -> pod().initContainer(side).on(TKE)).hasMessageContaining("container 'side'");
    pod().requests("1", "1Gi").limits("1000m", "1024Mi").on(TKE);
    // Zero is no limit.
    pod().requests("1", "1Gi").limits("0", "0").on(TKE);
  }

  @Test
  void sharedMemoryIsAtMostTheMemoryLimitBecauseThePodWouldBeKilled() {
    String message =
        "sharedMemory: '16Gi' is more than the memory limit '8Gi' of container 'p'; what is written there counts against that limit and the pod would be killed, so give at most the limit, or raise it";

    refused(() -> pod().sharedMemory("16Gi").limits("2", "8Gi").on(TKE)).hasMessage(message);
    refused(() -> pod().limits("2", "8Gi").sharedMemory("16Gi").on(TKE)).hasMessage(message);
    pod().sharedMemory("8Gi").limits("2", "8Gi").on(TKE);
    pod().sharedMemory("16Gi").requests("2", "8Gi").on(TKE);
  }

  @Test
  void probesTakeNoNegativeTimes() {
    refused(() -> WorkloadProbe.tcp(80).initialDelaySeconds(-1))
        .hasMessageContaining("'-1' is below 0");
    refused(() -> WorkloadProbe.tcp(80).periodSeconds(0)).hasMessageContaining("'0' is below 1");
    refused(() -> WorkloadProbe.tcp(80).timeoutSeconds(0)).hasMessageContaining("'0' is below 1");
    refused(() -> WorkloadProbe.tcp(80).failureThreshold(0)).hasMessageContaining("'0' is below 1");
  }

  @Test
  void onlyDeploymentsHaveReplicasAndNotLessThanNone() {
    refused(() -> deployment().replicas(-1))
        .hasMessage("replicas: '-1' is below 0; give 0 or more");
    refused(() -> pod().replicas(2))
        .hasMessage(
            "replicas: '2' was asked for pod p: T4 x1; only a deployment or stateful set has replicas; a job has parallelism(), and a daemon set one pod on every node");
    refused(() -> GpuWorkload.job("j", "i").replicas(2)).hasMessageContaining("job j");
    assertThat(((Deployment) first(deployment().replicas(0).on(TKE))).getSpec().getReplicas())
        .isZero();
  }

  @Test
  void restartPoliciesThatTheKindDoesNotTakeAreRefused() {
    refused(() -> GpuWorkload.job("j", "i").restartPolicy(RestartPolicy.ALWAYS))
        .hasMessageContaining("'Always' is not allowed for job j")
        .hasMessageContaining("OnFailure or Never");
    refused(() -> deployment().restartPolicy(RestartPolicy.NEVER)).hasMessageContaining("'Never'");
    refused(() -> deployment().restartPolicy(RestartPolicy.ON_FAILURE))
        .hasMessageContaining("'OnFailure'");
    for (RestartPolicy policy : RestartPolicy.values()) {
      pod().restartPolicy(policy).on(TKE);
    }
  }

  @Test
  void containersAndVolumesHaveNamesOfTheirOwn() {
    refused(() -> pod().container(WorkloadContainer.of("p", "i")).on(TKE))
        .hasMessage("container: 'p' is a duplicate; give each container its own name");
    refused(() -> pod().initContainer(WorkloadContainer.of("p", "i")).on(TKE))
        .hasMessageContaining("'p' is a duplicate");
    refused(() -> pod().emptyDir("v", "/a").claim("v", "c", "/b").on(TKE))
        .hasMessage("volume: 'v' is a duplicate; give each volume its own name");
    refused(() -> pod().volume(new VolumeBuilder().build())).hasMessageContaining("volume name");
  }

  @Test
  void aMountOfNoVolumeIsRefusedWithASuggestion() {
    refused(
            () ->
                pod()
                    .emptyDir("models", "/models")
                    .container(WorkloadContainer.of("side", "i").mount("model", "/m"))
                    .on(TKE))
        .hasMessage(
            "volume of container 'side' 'model' is not known; did you mean models? (known: models); add a volume of that name to the pod, or mount one that is there");
    refused(() -> pod().main(c -> c.mountReadOnly("data", "/d")).on(TKE))
        .hasMessageContaining("'data'");
  }

  @Test
  void anAnnotationThatContradictsTheTargetIsRefused() {
    refused(() -> pod().annotation("eks.tke.cloud.tencent.com/gpu-type", "V100").on(TKE))
        .hasMessage(
            "annotation eks.tke.cloud.tencent.com/gpu-type: 'V100' was given, and tke writes 'T4' there; remove it and say it with gpu(), explicit() or an option of the target");
    pod().annotation("eks.tke.cloud.tencent.com/gpu-type", "T4").on(TKE);
  }

  @Test
  void gpusThatAContainerStatesItselfAreRefusedBecauseNobodyMatchedThem() {
    UnaryOperator<WorkloadContainer> two =
        c ->
            c.edit(
                b ->
                    b.editOrNewResources()
                        .addToLimits("nvidia.com/gpu", new Quantity("2"))
                        .endResources());
    WorkloadContainer side = two.apply(WorkloadContainer.of("side", "i"));

    refused(() -> pod().main(two).on(TKE))
        .hasMessage(
            "nvidia.com/gpu of container 'p': '2' was given; remove it and say it with gpu(), the main container gets it");
    refused(() -> pod().container(side).on(TKE)).hasMessageContaining("container 'side': '2'");
    refused(() -> pod().initContainer(side).on(TKE)).hasMessageContaining("container 'side': '2'");
  }

  @Test
  void anEditOfWhatIsNotThereIsRefused() {
    refused(() -> pod().on(TKE).edit(ServiceBuilder.class, s -> {}))
        .hasMessageContaining("no 'ServiceBuilder' in these manifests")
        .hasMessageContaining("PodSpecBuilder");
  }

  @Test
  void wishesOfTheRequestReachTheMatchInTheirOrder() {
    Match.Found found =
        pod()
            .gpu("V100")
            .matched(GpuRequest::includeRetired)
            .matched(request -> request.capacityType(CapacityType.SPOT))
            .on(TKE)
            .match();

    assertThat(found.request().isIncludeRetired()).isTrue();
    assertThat(found.request().capacityType()).isEqualTo(CapacityType.SPOT);
  }

  @Test
  void anUnknownGpuOrOneWithoutShapeIsRefused() {
    refused(() -> pod().gpu("T5").on(TKE))
        .hasMessageContaining("GPU 'T5' is not known; did you mean T4");
    assertThatThrownBy(() -> pod().gpu("L40").on(TKE))
        .isInstanceOf(NoMatchException.class)
        .hasMessageContaining("L40")
        .hasMessageContaining("publishes no shape");
    assertThatThrownBy(() -> pod().requests("33", "1Gi").exactGpus().on(TKE))
        .isInstanceOf(NoMatchException.class)
        .hasMessageContaining("33 requested, has 32, short 1");
  }

  @Test
  void anExplicitShapeStatesBothOfItsAmounts() {
    refused(() -> pod().requests("8", "0").explicit().on(TKE))
        .hasMessageContaining("give both in requests or limits");
    assertThat(pod().requests("8", "32Gi").explicit().on(TKE).match().shape())
        .hasToString("T4 x1 · 8 cores · 32Gi");
  }

  // What the steps mean.

  @Test
  void anEditReachesWhatHasNoStep() {
    Manifests edited = pod().on(TKE).edit(PodSpecBuilder.class, p -> p.withHostname("gold"));

    assertThat(((Pod) first(edited)).getSpec().getHostname()).isEqualTo("gold");
    assertThat(edited.yaml().toString()).contains("\n  hostname: gold");
    assertThat(((Pod) first(pod().on(TKE))).getSpec().getHostname()).isNull();
  }

  @Test
  void theObjectsAreCopies() {
    Manifests manifests = pod().on(TKE);
    String yaml = manifests.yaml().toString();
    first(manifests).getMetadata().setName("other");
    manifests.edit(ContainerBuilder.class, c -> c.withImage("other"));

    assertThat(manifests.yaml()).hasToString(yaml);
  }

  @Test
  void theirQuantitiesAreCopiesToo() {
    Manifests manifests = pod().requests("4", "16Gi").on(TKE);
    String yaml = manifests.yaml().toString();
    quantity((Pod) first(manifests)).setAmount("99");
    manifests.edit(
        ResourceRequirementsBuilder.class, r -> r.getRequests().get("cpu").setAmount("5"));

    assertThat(manifests.yaml()).hasToString(yaml);
  }

  private static Quantity quantity(Pod pod) {
    return pod.getSpec().getContainers().get(0).getResources().getRequests().get("cpu");
  }

  @Test
  void aTextOfSeveralLinesKeepsItsLastLineBreak() {
    String yaml = pod().args("echo a\necho b\n").on(TKE).yaml().toString();

    assertThat(yaml).endsWith("\n");
    assertThat(Trees.read(yaml).toString()).contains("echo a\necho b\n");
  }

  @Test
  void aLaterPairTakesThePlaceOfTheFirst() {
    Pod pod = (Pod) first(pod().requests("4", "16Gi").requests("0", "8Gi").on(TKE));

    assertThat(pod.getSpec().getContainers().get(0).getResources().getRequests())
        .containsOnlyKeys("memory", "nvidia.com/gpu");
  }

  @Test
  void aStatedShapeBelowTheRequestsIsNoted() {
    assertThat(
            pod().requests("20", "100Gi").explicit("8", "40Gi").on(TKE).match().notes().stream()
                .map(Note::toString))
        .anyMatch(
            note ->
                note.startsWith(
                    "shape.below-requests: the containers request 20 cores and 100Gi, and the stated shape has 8 and 40Gi"));
  }

  @Test
  void aStatedShapeStaysWhateverTheOrder() {
    assertThat(pod().explicit("8", "40Gi").explicit().on(TKE).yaml())
        .isEqualTo(pod().explicit().explicit("8", "40Gi").on(TKE).yaml());
    refused(() -> pod().explicit("40Gi", "8")).hasMessageContaining("explicit(\"8\", \"40Gi\")");
  }

  @Test
  void aSecondPortIsRefused() {
    refused(() -> deployment().port(8080).port(9090))
        .hasMessageContaining("'9090'")
        .hasMessageContaining("service(...)");
  }

  @Test
  void aServiceIsHeadlessOrHasALoadBalancer() {
    refused(() -> WorkloadService.of(80).headless().loadBalancer()).hasMessageContaining("exclude");
    refused(() -> WorkloadService.of(80).loadBalancer().headless()).hasMessageContaining("exclude");
  }

  @Test
  void aPodAntiAffinityIsAboutTheseVeryPods() {
    String zone = "topology.kubernetes.io/zone";
    // The selector is the same on either side of it, and the pods carry it.
    assertThat(antiAffinity(deployment().podAntiAffinity(zone).selector("app", "x")))
        .isEqualTo(antiAffinity(deployment().selector("app", "x").podAntiAffinity(zone)))
        .isEqualTo(Map.of("app", "x"));
    assertThat(antiAffinity(GpuWorkload.job("j", "i").gpu("T4").podAntiAffinity(zone)))
        .isEqualTo(Map.of("app", "j"));
  }

  /** The labels that the anti-affinity looks for, once it is sure that the pods have them. */
  private static Map<?, ?> antiAffinity(GpuWorkload workload) {
    Object template = at(Trees.read(workload.on(TKE).yaml().toString()).get(0), "spec", "template");
    Object terms =
        at(
            template,
            "spec",
            "affinity",
            "podAntiAffinity",
            "preferredDuringSchedulingIgnoredDuringExecution");
    Object labels =
        at(((java.util.List<?>) terms).get(0), "podAffinityTerm", "labelSelector", "matchLabels");
    ((Map<?, ?>) labels)
        .forEach(
            (key, value) ->
                assertThat(at(template, "metadata", "labels", key.toString())).isEqualTo(value));
    return (Map<?, ?>) labels;
  }

  private static Object at(Object tree, String... steps) {
    Object here = tree;
    for (String step : steps) {
      here = ((Map<?, ?>) here).get(step);
    }
    return here;
  }

  @Test
  void aGivenServiceStandsWhereverThePortIsSaid() {
    WorkloadService service = WorkloadService.of(80, 8080);
    String before = deployment().service(service).port(8080).on(TKE).yaml().toString();

    assertThat(deployment().port(8080).service(service).on(TKE).yaml()).hasToString(before);
    assertThat(before).contains("port: 80\n    targetPort: 8080");
  }

  @Test
  void aLabelAppIsWhatTheDeploymentSelectsBy() {
    Deployment deployment = (Deployment) first(deployment().label("app", "mine").on(TKE));

    assertThat(deployment.getSpec().getSelector().getMatchLabels())
        .isEqualTo(Map.of("app", "mine"));
    assertThat(deployment.getSpec().getTemplate().getMetadata().getLabels())
        .isEqualTo(Map.of("app", "mine"));
  }

  @Test
  void aLabelThatContradictsTheSelectorIsRefusedInEitherOrder() {
    String message = "label app: 'b' was given, and the selector says 'a'; remove one of them";

    refused(() -> deployment().selector("app", "a").label("app", "b").on(TKE)).hasMessage(message);
    refused(() -> deployment().label("app", "b").selector("app", "a").on(TKE)).hasMessage(message);
  }

  @Test
  void theUsersNodeAffinityHoldsInEveryTermOfTheTarget() {
    Pod pod = (Pod) first(pod().nodeAffinity("zone", "a", "b").on(TKE));

    assertThat(
            pod.getSpec()
                .getAffinity()
                .getNodeAffinity()
                .getRequiredDuringSchedulingIgnoredDuringExecution()
                .getNodeSelectorTerms())
        .hasSize(2)
        .allSatisfy(
            term ->
                assertThat(term.getMatchExpressions())
                    .hasSize(2)
                    .anySatisfy(
                        need -> {
                          assertThat(need.getKey()).isEqualTo("zone");
                          assertThat(need.getValues()).containsExactly("a", "b");
                        }));
  }

  @Test
  void escalationBillsMoreCardsThanThePodAsksFor() {
    // The document's third matching example, settled by the rule: the next larger count.
    Manifests manifests =
        GpuWorkload.pod("p", "i").gpu(2, "A10*PNV4").requests("100", "400Gi").on(TKE);

    assertThat(manifests.match().shape()).hasToString("A10*PNV4 x4 · 112 cores · 466Gi");
    assertThat(manifests.match().wastedGpus()).isEqualTo(2);
    assertThat(manifests.yaml().toString()).contains("nvidia.com/gpu: \"2\"");
    assertThat(manifests.yamlWithComments().toString())
        .startsWith("# Lands on ")
        .contains(
            "\n# Note: 2 x A10*PNV4 holds less than was requested; the next count that serves is 4");
  }

  @Test
  void aGpuThatNothingServesIsLeftOutOfThePriorityList() {
    String yaml = pod().devices(Devices.of("L40", "V100", "T4")).on(TKE).yaml().toString();

    assertThat(yaml).contains("gpu-type: \"V100,T4\"");
  }

  private static HasMetadata first(Manifests manifests) {
    return manifests.objects().get(0);
  }

  @Test
  void itsTextHasThePartsOfCardsThatItAsksFor() {
    assertThat(pod().gpu("A100-40G").mig("1g.5gb")).hasToString("pod p: 1g.5gb of A100-40G x1");
    assertThat(pod().gpu("T4").share("4Gi")).hasToString("pod p: 4Gi of T4 x1");
    assertThat(pod().gpu("T4").matched(request -> request.share("4"))).hasToString("pod p: T4 x1");
  }
}
