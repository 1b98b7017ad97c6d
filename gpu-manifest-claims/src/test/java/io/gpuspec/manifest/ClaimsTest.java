package io.gpuspec.manifest;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceSubRequest;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimTemplate;
import io.gpuspec.Devices;
import io.gpuspec.Gpus;
import io.gpuspec.Match;
import io.gpuspec.Target;
import io.gpuspec.value.MemorySize;
import io.gpuspec.value.Note;
import io.gpuspec.value.UnknownNameException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClaimsTest {
  private static final Gpus GPUS = Gpus.load();
  private static final Target NODES = GPUS.in("eks/nodegroup");

  private static GpuWorkload pod() {
    return GpuWorkload.pod("p", "registry.example/p:v1").requests("2", "8Gi");
  }

  private static DeviceClaim claim(GpuWorkload workload) {
    return ((ResourceClaimTemplate) workload.on(NODES).objects().get(0))
        .getSpec()
        .getSpec()
        .getDevices();
  }

  private static String cel(DeviceClaim claim) {
    return claim.getRequests().get(0).getExactly().getSelectors().get(0).getCel().getExpression();
  }

  @Test
  void aClaimTakesThePlaceOfTheResource() {
    Manifests manifests =
        GpuWorkload.deployment("llm", "registry.example/llm:v1")
            .gpu(2, "A100-40G")
            .claims()
            .on(NODES);
    assertThat(manifests.objects().get(0).getKind()).isEqualTo("ResourceClaimTemplate");
    Deployment deployment = (Deployment) manifests.objects().get(1);
    var spec = deployment.getSpec().getTemplate().getSpec();
    assertThat(spec.getResourceClaims().get(0).getResourceClaimTemplateName())
        .isEqualTo(manifests.objects().get(0).getMetadata().getName());
    assertThat(spec.getContainers().get(0).getResources().getClaims().get(0).getName())
        .isEqualTo("gpu");
    assertThat(manifests.yaml().toString()).doesNotContain("nvidia.com/gpu:");
    assertThat(spec.getTolerations().get(0).getKey()).isEqualTo("nvidia.com/gpu");
  }

  @Test
  void aSelectorAsksForDriverAndTypeFirst() {
    assertThat(cel(claim(pod().gpu(2, "L4").claims())))
        .isEqualTo(
            "device.driver == 'gpu.nvidia.com' && device.attributes['gpu.nvidia.com'].type == 'gpu' && device.attributes['gpu.nvidia.com'].productName == 'NVIDIA L4'");
  }

  @Test
  void theBoundOnMemoryIsWhatADriverReports() {
    assertThat(
            cel(
                claim(
                    pod()
                        .devices(Devices.of("H100").memoryAtLeast(MemorySize.parse("80Gi")))
                        .claims())))
        .contains("'memory' in device.capacity", "quantity('81152Mi')");
    assertThat(cel(claim(pod().devices(Devices.any().memoryAtLeast("16Gi")).claims())))
        .contains("quantity('15Gi')");
  }

  @Test
  void aListKeepsItsOrder() {
    DeviceClaim claim = claim(pod().gpu("H100", "A100-40G", "L40S").claims());
    assertThat(claim.getRequests().get(0).getFirstAvailable())
        .extracting(DeviceSubRequest::getName)
        .containsExactly("h100-80g", "a100-40g", "l40s");
  }

  @Test
  void anAlternativeHasTheCountThatItsOwnCardNeeds() {
    Devices devices = Devices.of("H100", "A100-40G").totalMemoryAtLeast(MemorySize.parse("70Gi"));
    assertThat(claim(pod().devices(devices).claims()).getRequests().get(0).getFirstAvailable())
        .extracting(DeviceSubRequest::getName, DeviceSubRequest::getCount)
        .containsExactly(tuple("h100-80g", 1L), tuple("a100-40g", 2L));
  }

  @Test
  void rowsWithTheSameGpuAreOneAlternative() {
    assertThat(
            claim(pod().gpu("g6.xlarge", "g6.2xlarge", "g5.xlarge").claims())
                .getRequests()
                .get(0)
                .getFirstAvailable())
        .extracting(DeviceSubRequest::getName)
        .containsExactly("l4", "a10g");
    assertThat(
            claim(pod().gpu("g6.xlarge", "g6.2xlarge").claims()).getRequests().get(0).getExactly())
        .isNotNull();
  }

  @Test
  void instancesOfOneCardAreBoundAndEachContainerHasItsOwn() {
    Manifests manifests =
        pod()
            .container(WorkloadContainer.of("side", "registry.example/s:v1").requests("1", "1Gi"))
            .claims(c -> c.mig("3g.20gb", "2g.10gb").containers("side"))
            .on(NODES);
    DeviceClaim claim =
        ((ResourceClaimTemplate) manifests.objects().get(0)).getSpec().getSpec().getDevices();
    assertThat(claim.getConstraints().get(0).getMatchAttribute())
        .isEqualTo("gpu.nvidia.com/parentUUID");
    Pod built = (Pod) manifests.objects().get(1);
    assertThat(built.getSpec().getContainers())
        .extracting(c -> c.getResources().getClaims().get(0).getRequest())
        .containsExactly("mig-0", "mig-1");
  }

  @Test
  void aShareIsAPartOfTheMemory() {
    assertThat(
            claim(pod().share("4Gi").claims())
                .getRequests()
                .get(0)
                .getExactly()
                .getCapacity()
                .getRequests())
        .hasToString("{memory=4Gi}");
  }

  @Test
  void aShareOfTheComputeIsByMps() {
    String yaml = pod().gpu("A100-40G").share("4Gi", 50).claims().on(NODES).yaml().toString();
    assertThat(yaml)
        .contains("strategy: MPS", "defaultActiveThreadPercentage: 50", "kind: GpuConfig", "4Gi");
  }

  @Test
  void aReplicaIsByTimeSlicing() {
    String yaml =
        pod().gpu("A10G").replica().claims(c -> c.timeSlicing("Long")).on(NODES).yaml().toString();
    assertThat(yaml).contains("strategy: TimeSlicing", "interval: Long");
  }

  @Test
  void karpenterIgnoresClaims() {
    assertThat(pod().gpu("L4").claims().on(GPUS.in("eks")).match().notes().all().toString())
        .contains("--ignore-dra-requests=false");
    assertThat(pod().gpu("L4").on(GPUS.in("eks")).match().notes().all().toString())
        .doesNotContain("--ignore-dra-requests");
  }

  @Test
  void badInputNamesTheFix() {
    assertError(() -> pod().gpu("T4").claims().on(GPUS.in("tke")), "claim.unsupported", "tke");
    assertError(() -> pod().claims(c -> c.mig("9g.90gb")).on(NODES), "mig.unknown", "9g.90gb");
    assertError(() -> pod().gpu("T4").mig("1g.5gb").claims().on(NODES), "mig.unknown");
    assertError(() -> pod().claims(c -> c.containers("other")).on(NODES), "claim.unknown", "other");
    assertThatThrownBy(() -> pod().claims(c -> c.timeSlicing("Fast")))
        .isInstanceOf(UnknownNameException.class);
  }

  /** The gates of NVIDIA's driver are off by default, and the scheduler knows nothing of them. */
  @ParameterizedTest
  @CsvSource({
    "4Gi, 0, ConsumableShares, claim.gate",
    "4Gi, 50, MPSSupport, claim.gate claim.alone",
  })
  void aShareByClaimNamesTheGateThatItNeeds(String memory, int percent, String gate, String notes) {
    var pod = pod().gpu("A10G");
    Match match =
        (percent == 0 ? pod.share(memory) : pod.share(memory, percent)).claims().on(NODES).match();

    assertThat(match.notes())
        .filteredOn(note -> note.id().startsWith("claim."))
        .extracting(Note::id)
        .containsExactly(notes.split(" "));
    assertThat(match.notes().toString()).contains("the claim needs the driver's gate " + gate);
  }

  private static final String CARD =
      "device.driver == 'gpu.nvidia.com' && device.attributes['gpu.nvidia.com'].type == 'gpu' && ";

  private static final String ATTRIBUTES = "device.attributes['gpu.nvidia.com'].";

  @Test
  void aSelectorHasEachWish() {
    assertThat(cel(claim(pod().devices(Devices.any().architecture("Hopper")).claims())))
        .isEqualTo(CARD + ATTRIBUTES + "architecture == 'Hopper'");
    assertThat(cel(claim(pod().devices(Devices.any().computeCapabilityAtLeast("8.9")).claims())))
        .isEqualTo(CARD + ATTRIBUTES + "cudaComputeCapability.compareTo(semver('8.9.0')) >= 0");
    assertThat(cel(claim(pod().gpu("A100-40G").claims())))
        .isEqualTo(
            CARD
                + ATTRIBUTES
                + "productName in ['NVIDIA A100-SXM4-40GB', 'NVIDIA A100-PCIE-40GB']");
    assertThat(
            claim(pod().devices(Devices.any()).claims())
                .getRequests()
                .get(0)
                .getExactly()
                .getSelectors())
        .isEmpty();
  }

  @Test
  void anInstanceIsAskedForByItsProfile() {
    DeviceClaim claim = claim(pod().gpu("A100-40G").mig("3g.20gb").claims());

    assertThat(claim.getRequests().get(0).getExactly().getDeviceClassName())
        .isEqualTo("mig.nvidia.com");
    assertThat(cel(claim))
        .isEqualTo(CARD.replace("'gpu' ", "'mig' ") + ATTRIBUTES + "profile == '3g.20gb'");
  }

  @Test
  void aContainerMoreThanInstancesHasThemAll() {
    Pod built =
        (Pod)
            pod()
                .container(
                    WorkloadContainer.of("side", "registry.example/s:v1").requests("1", "1Gi"))
                .container(
                    WorkloadContainer.of("log", "registry.example/s:v1").requests("1", "1Gi"))
                .claims(c -> c.mig("3g.20gb", "2g.10gb").containers("side", "log"))
                .on(NODES)
                .objects()
                .get(1);

    assertThat(built.getSpec().getContainers())
        .extracting(c -> c.getResources().getClaims().get(0).getRequest())
        .containsExactly("mig-0", "mig-1", null);
  }

  @Test
  void theTemplateIsInTheNamespaceOfTheWorkload() {
    Manifests manifests = pod().namespace("team").gpu("L4").claims().on(NODES);

    assertThat(manifests.objects().get(0).getMetadata().getNamespace()).isEqualTo("team");
  }

  private static List<String> reasons(GpuWorkload workload) {
    return workload.on(NODES).reasons().stream()
        .filter(reason -> reason.kind().equals("ResourceClaimTemplate"))
        .map(reason -> reason.field().replace("spec.spec.devices.", "") + ": " + reason.text())
        .toList();
  }

  @Test
  void aFieldOfTheTemplateHasItsReason() {
    assertThat(reasons(pod().gpu("L4").claims()))
        .containsExactly("requests[0]: in place of the resource of a device plugin");
    assertThat(reasons(pod().gpu("H100", "L4").claims()))
        .containsExactly(
            "requests[0]: tried in this order on each node; a node affinity alone would not keep the order");
    assertThat(reasons(pod().gpu("A100-40G").mig("3g.20gb").claims()))
        .containsExactly("requests[0]: MIG instances by their profile, in place of a resource");
    assertThat(reasons(pod().claims(c -> c.mig("3g.20gb", "2g.10gb"))))
        .containsExactly("constraints[0]: all instances are of one card");
    assertThat(reasons(pod().gpu("A10G").share("4Gi").claims()))
        .singleElement()
        .asString()
        .startsWith("requests[0].exactly.capacity: a part of the memory of each card;");
    assertThat(reasons(pod().gpu("A10G").share("4Gi", 50).claims()))
        .singleElement()
        .asString()
        .startsWith("config[0]: the containers of a pod share the card by MPS;");
    assertThat(reasons(pod().gpu("A10G").replica().claims()))
        .singleElement()
        .asString()
        .startsWith("config[0]: the containers of a pod take turns on the card;");
    assertThat(reasons(pod().devices(Devices.of("H100").memoryAtLeast("70Gi")).claims()))
        .contains("requests[0].exactly.selectors: the memory that was asked for");
    // 81152Mi are 79.25Gi.
    assertThat(reasons(pod().devices(Devices.of("H100").memoryAtLeast("80Gi")).claims()))
        .contains(
            "requests[0].exactly.selectors: 80Gi of memory was asked for; a card sold with it has 81152Mi in its slice, or more");
  }

  @Test
  void containersThatShareACardAreNotSaidToBeAlone() {
    Match match =
        pod()
            .container(WorkloadContainer.of("side", "registry.example/s:v1").requests("1", "1Gi"))
            .gpu("A10G")
            .replica()
            .claims(c -> c.containers("side"))
            .on(NODES)
            .match();

    assertThat(match.notes())
        .extracting(Note::id)
        .contains("claim.gate")
        .doesNotContain("claim.alone");
    assertThat(pod().gpu("A10G").replica().claims().on(NODES).match().notes())
        .extracting(Note::id)
        .contains("claim.gate", "claim.alone");
  }

  @Test
  void aShareOfSeveralCardsHasTheirCount() {
    assertThat(
            claim(pod().gpu(2, "A10G").share("4Gi", 50).claims())
                .getRequests()
                .get(0)
                .getExactly()
                .getCount())
        .isEqualTo(2);
    assertThat(
            claim(pod().gpu("A10G").replica().claims())
                .getRequests()
                .get(0)
                .getExactly()
                .getCount())
        .isEqualTo(1);
  }

  @Test
  void atMostEightGpusAreAlternatives() {
    String[] eight = {"H200", "H100", "A100-80G", "A100-40G", "L40S", "L4", "A10G", "T4"};
    String[] nine = {"B200", "H200", "H100", "A100-80G", "A100-40G", "L40S", "L4", "A10G", "T4"};

    assertThat(claim(pod().gpu(eight).claims()).getRequests().get(0).getFirstAvailable())
        .hasSize(8);
    assertError(() -> pod().gpu(nine).claims().on(NODES), "claim.out-of-range");
  }
}
