package io.gpuspec.manifest;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;

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
import io.gpuspec.Target;
import io.gpuspec.manifest.internal.tree.Trees;
import io.gpuspec.manifest.read.WorkloadFile;
import io.gpuspec.value.Note;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
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

  // What the API server would refuse, or run otherwise than meant.

  @Test
  void cpuAndMemoryTheWrongWayRoundAreRecognised() {
    assertError(() -> pod().requests("16Gi", "4"), "resource.out-of-range", "16Gi");
    assertError(() -> pod().limits("32Gi", "8"), "resource.out-of-range");
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
    String id = named.startsWith("-") ? "resource.out-of-range" : "quantity.malformed";
    assertError(() -> pod().requests(cpu, memory), id, named);
    assertError(() -> pod().limits(cpu, memory), id, named);
  }

  @Test
  void showingTheContainerEveryGpuOfTheNodeIsRefused() {
    assertError(() -> pod().env("NVIDIA_VISIBLE_DEVICES", "all"), "env.unsupported", "all");
    // None is what a container without GPUs is told, and harmless.
    pod().env("NVIDIA_VISIBLE_DEVICES", "void").on(TKE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "P", "my_pod", "-p", "p-", "a..b", "pod/1", "é"})
  void namesThatAreNoDnsNamesAreRefused(String name) {
    assertError(
        () -> GpuWorkload.pod(name, WorkloadContainer.of("c", "i")), "name.malformed", name);
    assertError(() -> WorkloadContainer.of(name, "i"), "name.malformed", name);
    assertError(() -> pod().namespace(name), "name.malformed", name);
    assertError(() -> pod().serviceAccount(name), "name.malformed", name);
    assertError(() -> pod().priorityClass(name), "name.malformed", name);
    assertError(() -> pod().claim("v", name, "/v"), "name.malformed", name);
    assertError(() -> pod().claim(name, "c", "/v"), "name.malformed", name);
    assertError(() -> pod().emptyDir(name, "/v"), "name.malformed", name);
    assertError(() -> pod().main(c -> c.port(80, name)), "port.malformed", name);
    assertError(() -> pod().main(c -> c.mount(name, "/v")), "name.malformed", name);
    assertError(() -> WorkloadService.of(80).name(name), "service.malformed", name);
  }

  @Test
  void namesMayBeAsLongAsKubernetesTakesThemAndNoLonger() {
    GpuWorkload.pod("a".repeat(63), "i");
    assertError(() -> GpuWorkload.pod("a".repeat(64), "i"), "name.malformed");
    pod().serviceAccount("a".repeat(253)).gpu("T4").on(TKE);
    assertError(() -> pod().serviceAccount("a".repeat(254)), "name.malformed");
  }

  /** The API server was right: it warns of such names, and refuses a job's above 63 characters. */
  @Test
  void aWorkloadsNameIsOneThatItsPodsCanHaveAsHostName() {
    for (String name : List.of("llama-3.1", "a".repeat(64))) {
      assertError(
          () -> GpuWorkload.job(name, WorkloadContainer.of("c", "i")), "name.malformed", name);
    }
  }

  @Test
  void aServiceNameBeginsWithALetter() {
    assertError(() -> WorkloadService.of(80).name("3d"), "service.malformed");
    GpuWorkload digit = GpuWorkload.deployment("3d", "i").gpu("T4").port(80);
    assertError(() -> digit.on(TKE), "service.malformed", "3d");
    digit.service(WorkloadService.of(80).name("render")).on(TKE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"http-with-a-long-name", "8080", "a--b", "80-80"})
  void aPortNameIsShortAndNoNumber(String name) {
    assertError(() -> WorkloadContainer.of("c", "i").port(80, name), "port.malformed", name);
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
    assertError(() -> pod().label("gpu", value), "label.malformed", value);
    assertError(() -> pod().selector("gpu", value), "label.malformed", value);
    assertError(() -> pod().nodeAffinity("gpu", value), "label.malformed", value);
    pod().annotation("gpu", value);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "/a", "a/", "A.example/x", "a/b/c", "a b", "-a"})
  void whatIsNoKeyIsRefused(String key) {
    assertError(() -> pod().label(key, "v"), "name.malformed", key);
    assertError(() -> pod().selector(key, "v"), "name.malformed", key);
    assertError(() -> pod().annotation(key, "v"), "name.malformed", key);
    assertError(() -> pod().nodeAffinity(key, "v"), "name.malformed", key);
    assertError(() -> pod().podAntiAffinity(key), "name.malformed", key);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -1, 65536})
  void portsGoFrom1To65535(int port) {
    assertError(() -> pod().port(port), "port.out-of-range", port);
    assertError(() -> WorkloadContainer.of("c", "i").port(port), "port.out-of-range", port);
    assertError(() -> WorkloadService.of(80, port), "port.out-of-range", port);
    assertError(() -> WorkloadProbe.tcp(port), "port.out-of-range", port);
    assertError(() -> WorkloadProbe.http("/", port), "port.out-of-range", port);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "A=B", "A\n", "\u00c4"})
  void variablesHaveNamesOfAsciiWithoutEquals(String name) {
    assertError(() -> pod().env(name, "v"), "env.malformed");
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
    assertError(() -> GpuWorkload.pod("p", " "), "value.empty", " ");
    assertError(() -> pod().main(c -> c.mount("v", "")), "value.empty");
    assertError(() -> pod().nodeAffinity("zone"), "value.empty");
    assertError(WorkloadProbe::exec, "value.empty");
    assertError(() -> WorkloadProbe.http("ready", 80), "probe.malformed");
    assertError(() -> pod().gpu(), "gpus.empty");
    assertError(() -> pod().gpu("T4", ""), "gpus.empty");
    assertError(() -> pod().gpu(0, "T4"), "gpus.out-of-range", "0");
    assertError(() -> pod().gpu(2, "1/4*T4"), "gpus.conflict");
    assertError(() -> pod().main(c -> c.restricted(0)), "user.out-of-range", "0");
  }

  @ParameterizedTest
  @ValueSource(strings = {"r/i: v1", " r/i:v1", "r/i:v1\n", "r/i\u3000:v1"})
  void anImageHasNoBlanks(String image) {
    assertError(() -> GpuWorkload.pod("p", image), "image.malformed", image);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1Gi", "data", "./data"})
  void aMountPathIsAbsolute(String path) {
    assertError(() -> pod().emptyDir("cfg", path), "mount.malformed", path);
    assertError(() -> pod().claim("cfg", "c", path), "mount.malformed", path);
    assertError(() -> WorkloadContainer.of("c", "i").mount("v", path), "mount.malformed", path);
    assertError(
        () -> WorkloadContainer.of("c", "i").mountReadOnly("v", path), "mount.malformed", path);
  }

  @Test
  void aPortIsThereOnceInAContainer() {
    assertError(
        () -> pod().port(80).main(c -> c.port(80, "http")).on(TKE), "port.duplicate", "80", "p");
    assertError(
        () -> pod().container(WorkloadContainer.of("side", "i").port(1).port(1)).on(TKE),
        "port.duplicate",
        "side");
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

    assertError(() -> sides.on(TKE), "port.duplicate", "80", "p", "side");
  }

  /** The API server was right: it refuses them in a container, and warns of them in a pod. */
  @Test
  void aPortNameIsThereOnceInAPod() {
    assertError(
        () -> pod().main(c -> c.port(80, "http").port(81, "http")).on(TKE),
        "port.duplicate",
        "http",
        "p");
    assertError(
        () ->
            pod()
                .main(c -> c.port(80, "http"))
                .container(WorkloadContainer.of("side", "i").port(81, "http"))
                .on(TKE),
        "port.duplicate",
        "http",
        "p",
        "side");
  }

  /** The API server was right: it refuses them. */
  @Test
  void anInitContainerThatIsNoSidecarHasNoProbes() {
    WorkloadContainer probed =
        WorkloadContainer.of("fetch", "i").readinessProbe(WorkloadProbe.tcp(80));

    assertError(() -> pod().initContainer(probed).on(TKE), "probe.unsupported", "fetch");
    pod().initContainer(probed.sidecar()).on(TKE);
  }

  /** The API server takes it, and its reference says that it must not be. */
  @Test
  void aMountPathHasNoColon() {
    assertError(() -> pod().emptyDir("s", "/a:b"), "mount.malformed", "/a:b");
  }

  /** The API server was right: it refuses them. */
  @ParameterizedTest
  @ValueSource(strings = {"", "a b", ".", "..a", "a/b"})
  void theKeyOfASecretIsOneThatASecretCanHave(String key) {
    assertError(() -> pod().main(c -> c.envFromSecret("T", "s", key)), "key.malformed", key);
    assertError(() -> pod().main(c -> c.envFromConfigMap("T", "s", key)), "key.malformed", key);
    pod().main(c -> c.envFromSecret("T", "s", "hf_token.v-1"));
  }

  /** The API server was right: it refuses another value than its own. */
  @ParameterizedTest
  @ValueSource(strings = {"job-name", "batch.kubernetes.io/controller-uid"})
  void aJobsOwnLabelsAreLeftToKubernetes(String key) {
    GpuWorkload job = GpuWorkload.job("j", "i").gpu("T4");

    assertError(() -> job.label(key, "x").on(TKE), "label.conflict");
    assertError(() -> job.selector(key, "x").on(TKE), "label.conflict");
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
    assertError(() -> pod().annotation(key, "unconfined"), "annotation.deprecated", key);
  }

  /** The API server was right: a user is a number of 31 bits. */
  @Test
  void aUserIsOneThatLinuxHas() {
    assertError(() -> pod().main(c -> c.restricted(2_147_483_648L)), "user.out-of-range");
    pod().main(c -> c.restricted(2_147_483_647L)).on(TKE);
  }

  /** The API server was right: it refuses it. */
  @Test
  void sharedMemoryIsNotNegative() {
    assertError(() -> pod().sharedMemory("-1Gi"), "shared-memory.out-of-range", "-1Gi");
  }

  @Test
  void memoryWithoutAUnitIsRefusedWhereverItIsWritten() {
    assertError(() -> pod().sharedMemory("8"), "shared-memory.out-of-range", "8");
    assertError(() -> pod().requests("3", "512m"), "resource.out-of-range", "512m");
    assertError(
        () -> WorkloadContainer.of("side", "r/i:v1").limits("1", "12"),
        "resource.out-of-range",
        "12");
    assertError(() -> pod().explicit("8", "40"), "resource.out-of-range", "40");
  }

  /** The API server was right: it warns of labels that newer nodes do not have. */
  @Test
  void aNodeLabelIsOneThatNodesStillHave() {
    assertError(
        () -> pod().nodeAffinity("beta.kubernetes.io/arch", "amd64"),
        "label.deprecated",
        "beta.kubernetes.io/arch");
  }

  /** The API server was right: it refuses more, counted in bytes and over all annotations. */
  @Test
  void annotationsAreLimitedAllTogether() {
    GpuWorkload noted = pod().annotation("a", "\u00e9".repeat(65_535)).gpu("T4");
    noted.annotation("b", "x".repeat(131_000)).on(TKE);

    assertError(() -> noted.annotation("b", "x".repeat(131_073)).on(TKE), "annotation.too-long");
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
    assertError(
        () -> pod().requests("8", "16Gi").limits("4", "32Gi").on(TKE),
        "pod.limit-below-request",
        "8",
        "4");
    assertError(
        () -> pod().limits("4", "32Gi").requests("8", "16Gi").on(TKE),
        "pod.limit-below-request",
        "8",
        "4");
    assertError(
        () -> pod().requests("1", "16Gi").limits("4", "8Gi").on(TKE),
        "pod.limit-below-request",
        "resources.requests[memory]",
        "16Gi",
        "8Gi");
    WorkloadContainer side =
        WorkloadContainer.of("side", "i").requests("1", "0").limits("500m", "0");
    assertError(() -> pod().container(side).on(TKE), "pod.limit-below-request", "side");
    assertError(() -> pod().initContainer(side).on(TKE), "pod.limit-below-request", "side");
    pod().requests("1", "1Gi").limits("1000m", "1024Mi").on(TKE);
    // Zero is no limit.
    pod().requests("1", "1Gi").limits("0", "0").on(TKE);
  }

  @Test
  void sharedMemoryIsAtMostTheMemoryLimitBecauseThePodWouldBeKilled() {
    assertError(
        () -> pod().sharedMemory("16Gi").limits("2", "8Gi").on(TKE),
        "shared-memory.out-of-range",
        "16Gi",
        "8Gi");
    assertError(
        () -> pod().limits("2", "8Gi").sharedMemory("16Gi").on(TKE),
        "shared-memory.out-of-range",
        "16Gi",
        "8Gi");
    pod().sharedMemory("8Gi").limits("2", "8Gi").on(TKE);
    pod().sharedMemory("16Gi").requests("2", "8Gi").on(TKE);
  }

  @Test
  void probesTakeNoNegativeTimes() {
    assertError(() -> WorkloadProbe.tcp(80).initialDelaySeconds(-1), "value.out-of-range", "-1");
    assertError(() -> WorkloadProbe.tcp(80).periodSeconds(0), "value.out-of-range", "0");
    assertError(() -> WorkloadProbe.tcp(80).timeoutSeconds(0), "value.out-of-range", "0");
    assertError(() -> WorkloadProbe.tcp(80).failureThreshold(0), "value.out-of-range", "0");
  }

  @Test
  void onlyDeploymentsHaveReplicasAndNotLessThanNone() {
    assertError(() -> deployment().replicas(-1), "value.out-of-range", "-1");
    assertError(() -> pod().replicas(2), "workload.conflict", "2");
    assertError(() -> GpuWorkload.job("j", "i").replicas(2), "workload.conflict");
    assertThat(((Deployment) first(deployment().replicas(0).on(TKE))).getSpec().getReplicas())
        .isZero();
  }

  @Test
  void restartPoliciesThatTheKindDoesNotTakeAreRefused() {
    assertError(
        () -> GpuWorkload.job("j", "i").restartPolicy(RestartPolicy.ALWAYS), "workload.conflict");
    assertError(
        () -> deployment().restartPolicy(RestartPolicy.NEVER), "workload.conflict", "Never");
    assertError(
        () -> deployment().restartPolicy(RestartPolicy.ON_FAILURE),
        "workload.conflict",
        "OnFailure");
    for (RestartPolicy policy : RestartPolicy.values()) {
      pod().restartPolicy(policy).on(TKE);
    }
  }

  @Test
  void containersAndVolumesHaveNamesOfTheirOwn() {
    assertError(
        () -> pod().container(WorkloadContainer.of("p", "i")).on(TKE), "container.duplicate", "p");
    assertError(
        () -> pod().initContainer(WorkloadContainer.of("p", "i")).on(TKE),
        "container.duplicate",
        "p");
    assertError(
        () -> pod().emptyDir("v", "/a").claim("v", "c", "/b").on(TKE), "volume.duplicate", "v");
    assertError(() -> pod().volume(new VolumeBuilder().build()), "value.missing");
  }

  @Test
  void aMountOfNoVolumeIsRefusedWithASuggestion() {
    assertError(
        () ->
            pod()
                .emptyDir("models", "/models")
                .container(WorkloadContainer.of("side", "i").mount("model", "/m"))
                .on(TKE),
        "volume.unknown",
        "side",
        "model");
    assertError(
        () -> pod().main(c -> c.mountReadOnly("data", "/d")).on(TKE), "volume.unknown", "data");
  }

  @Test
  void anAnnotationThatContradictsTheTargetIsRefused() {
    assertError(
        () -> pod().annotation("eks.tke.cloud.tencent.com/gpu-type", "V100").on(TKE),
        "pod.conflict",
        "V100");
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

    assertError(() -> pod().main(two).on(TKE), "pod.conflict", "p", "2");
    assertError(() -> pod().container(side).on(TKE), "pod.conflict", "side", "2");
    assertError(() -> pod().initContainer(side).on(TKE), "pod.conflict", "side", "2");
  }

  @Test
  void anEditOfWhatIsNotThereIsRefused() {
    assertError(
        () -> pod().on(TKE).edit(ServiceBuilder.class, s -> {}),
        "manifest.unknown",
        "ServiceBuilder");
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
    assertError(() -> pod().gpu("T5").on(TKE), "gpu.unknown", "T5");
    assertError(() -> pod().gpu("L40").on(TKE), "match.none");
    assertError(() -> pod().requests("33", "1Gi").exactGpus().on(TKE), "match.none");
  }

  @Test
  void anExplicitShapeStatesBothOfItsAmounts() {
    assertError(() -> pod().requests("8", "0").explicit().on(TKE), "resource.missing");
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
    assertError(() -> pod().explicit("40Gi", "8"), "resource.out-of-range");
  }

  @Test
  void aSecondPortIsRefused() {
    assertError(() -> deployment().port(8080).port(9090), "port.duplicate", "9090");
  }

  @Test
  void aServiceIsHeadlessOrHasALoadBalancer() {
    assertError(() -> WorkloadService.of(80).headless().loadBalancer(), "service.conflict");
    assertError(() -> WorkloadService.of(80).loadBalancer().headless(), "service.conflict");
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
    assertError(
        () -> deployment().selector("app", "a").label("app", "b").on(TKE),
        "label.conflict",
        "a",
        "b");
    assertError(
        () -> deployment().label("app", "b").selector("app", "a").on(TKE),
        "label.conflict",
        "a",
        "b");
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
