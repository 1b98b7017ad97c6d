package io.gpuspec.manifest;

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
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.MemorySize;
import io.gpuspec.value.Note;
import io.gpuspec.value.UnknownNameException;
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
    assertThatThrownBy(() -> pod().gpu("T4").claims().on(GPUS.in("tke")))
        .isInstanceOf(InvalidValueException.class)
        .hasMessageContaining("'tke'")
        .hasMessageContaining("tke/gpu");
    assertThatThrownBy(() -> pod().claims(c -> c.mig("9g.90gb")).on(NODES))
        .hasMessageContaining("'9g.90gb'");
    assertThatThrownBy(() -> pod().gpu("T4").mig("1g.5gb").claims().on(NODES))
        .hasMessageContaining("no T4 holds");
    assertThatThrownBy(() -> pod().claims(c -> c.containers("other")).on(NODES))
        .hasMessageContaining("no container 'other'; it has p");
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
}
