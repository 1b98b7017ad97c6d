package io.gpuspec.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.CapacityType;
import io.gpuspec.Gpus;
import io.gpuspec.Match;
import io.gpuspec.Target;
import io.gpuspec.ack.Ack;
import io.gpuspec.ack.Ack.NodeSelection;
import io.gpuspec.ack.Eci;
import io.gpuspec.manifest.read.FileMatches;
import io.gpuspec.manifest.read.WorkloadFile;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Manifests for ACK's node pools and for Elastic Container Instance. */
class AckManifestsTest {
  private static final Target ACK = Gpus.load().in("ack");
  private static final Target ECI = Gpus.load().in("ack/eci");

  /** The inference service of the other clouds' examples, on T4 nodes. */
  private static GpuWorkload service() {
    return GpuWorkload.deployment("llm", "registry.example/llm:v1")
        .gpu("T4")
        .requests("4", "16Gi")
        .limits("8", "24Gi")
        .replicas(2)
        .port(8080);
  }

  /** Eight A100 of whichever memory, for a job. */
  private static GpuWorkload training() {
    return GpuWorkload.job("train", "registry.example/train:v1")
        .gpu(8, "A100-80G", "V100-32G")
        .requests("90", "600Gi")
        .command("python3", "train.py");
  }

  private static GpuWorkload slice() {
    return GpuWorkload.pod("try", "registry.example/try:v1").gpu("1/4*T4").requests("2", "8Gi");
  }

  private static GpuWorkload spot(GpuWorkload workload) {
    return workload.matched(request -> request.capacityType(CapacityType.SPOT));
  }

  private static void assertApproved(String name, Object yaml) {
    assertThat(yaml.toString()).isEqualTo(Documents.resource("approved/" + name + ".approved.yml"));
  }

  @Test
  void deploymentWithServiceOnANodePool() {
    assertApproved("ack-deployment", service().on(ACK).yamlWithComments());
  }

  @Test
  void jobOnEitherOfTwoGpus() {
    assertApproved("ack-job", training().on(ACK).yaml());
  }

  @Test
  void podOnAVgpu() {
    assertApproved("ack-pod-vgpu", slice().on(ACK).yaml());
  }

  @Test
  void deploymentOnElasticContainerInstance() {
    assertApproved("eci-deployment", service().on(ECI).yamlWithComments());
  }

  static Stream<Arguments> built() {
    return Stream.of(
        Arguments.of(service(), ACK),
        Arguments.of(slice(), ACK),
        Arguments.of(service(), ACK.with(Ack.NODE_SELECTION, NodeSelection.INSTANCE_TYPE)),
        Arguments.of(training().exactGpus(), ACK.with(Ack.MAX_PODS, 64)),
        Arguments.of(service(), ECI),
        Arguments.of(training(), ECI.with(Eci.GPU_DRIVER_VERSION, Optional.of("tesla=535"))),
        Arguments.of(slice(), ECI),
        Arguments.of(spot(service()), ACK),
        Arguments.of(spot(training()), ECI.with("spot-price-limit", "90.5")));
  }

  @ParameterizedTest
  @MethodSource("built")
  void whatIsBuiltLandsWhereItWasSaid(GpuWorkload workload, Target target) {
    Manifests built = workload.on(target);
    FileMatches read = WorkloadFile.parse("built.yaml", built.yaml().toString()).on(target);

    assertThat(read.problems()).isEmpty();
    assertThat(read.matches()).hasSize(1);
    Match.Found found = read.matches().get(0).match().orElseThrow().orThrow();
    assertThat(built.match().preferences()).contains(found.shape());
    assertThat(found.request().capacityType()).isEqualTo(built.match().request().capacityType());
    assertThat(found.request().cpu()).isEqualTo(built.match().request().cpu());
    assertThat(found.request().memory()).isEqualTo(built.match().request().memory());
  }
}
