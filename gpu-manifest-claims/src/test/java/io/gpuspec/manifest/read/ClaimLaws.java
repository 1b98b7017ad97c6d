package io.gpuspec.manifest.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.Devices;
import io.gpuspec.GpuRequest;
import io.gpuspec.Gpus;
import io.gpuspec.Target;
import io.gpuspec.claim.NodeDevices;
import io.gpuspec.manifest.GpuWorkload;
import io.gpuspec.manifest.Manifests;
import io.gpuspec.manifest.claim.Allocation;
import io.gpuspec.manifest.claim.ClaimFile;
import io.gpuspec.mig.MigGpu;
import io.gpuspec.mig.MigProfile;
import io.gpuspec.value.MemorySize;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

class ClaimLaws {
  private static final Target NODES = Gpus.load().in("eks/nodegroup");

  /** A card and some of its profiles. */
  record Instances(MigGpu gpu, List<String> profiles) {}

  @Provide
  Arbitrary<Instances> instances() {
    List<MigGpu> known =
        MigGpu.all().stream().filter(gpu -> gpu.geometry() != MigGpu.Geometry.UNVERIFIED).toList();
    return Arbitraries.of(known)
        .flatMap(
            gpu ->
                Arbitraries.of(gpu.profiles().stream().map(MigProfile::name).toList())
                    .list()
                    .ofMinSize(1)
                    .ofMaxSize(5)
                    .map(profiles -> new Instances(gpu, profiles)));
  }

  private static ClaimFile claim(List<String> profiles) {
    StringBuilder requests = new StringBuilder();
    for (String profile : profiles) {
      requests.append(
          """
              - name: r%d
                exactly:
                  deviceClassName: mig.nvidia.com
                  selectors: [{cel: {expression: "device.attributes['gpu.nvidia.com'].profile == '%s'"}}]
          """
              .formatted(requests.toString().lines().count() / 4, profile)
              .indent(2));
    }
    return ClaimFile.parse(
        "claim.yaml",
        """
        apiVersion: resource.k8s.io/v1
        kind: ResourceClaim
        metadata: {name: c}
        spec:
          devices:
            requests:
        """
            + requests);
  }

  /** The counters of the slices and the placements of the table say the same. */
  @Property(tries = 150)
  @Label("a claim for MIG instances of one card is given them exactly if they fit on it")
  void migFit(@ForAll("instances") Instances one) {
    Allocation allocation =
        claim(one.profiles()).allocate(NodeDevices.of(one.gpu(), 1).dynamicMig());

    assertThat(allocation.isFound())
        .as(one.toString())
        .isEqualTo(one.gpu().fit(one.profiles().toArray(String[]::new)).fits());
    assertThat(allocation.isJudged()).isTrue();
  }

  /** No device is given twice, and each request is given what it asks for. */
  @Property(tries = 50)
  @Label("the instances that are given are those that were asked for, each once")
  void given(@ForAll("instances") Instances one) {
    Allocation allocation =
        claim(one.profiles()).allocate(NodeDevices.of(one.gpu(), 2).dynamicMig());

    List<String> names = new ArrayList<>();
    allocation.devices().forEach(device -> names.add(device.device()));
    Set<String> distinct = new HashSet<>(names);
    assertThat(names).hasSameSizeAs(distinct);
    if (allocation.isFound()) {
      assertThat(names).hasSameSizeAs(one.profiles());
    }
  }

  /** Up to eight names of GPUs and rows, in an order of preference. */
  @Provide
  Arbitrary<List<String>> names() {
    return Arbitraries.of(
            NODES.catalog().specs().stream()
                .flatMap(row -> Stream.of(row.name(), row.gpu()))
                .distinct()
                .toList())
        .list()
        .uniqueElements()
        .ofMinSize(1)
        .ofMaxSize(8);
  }

  @Property(tries = 100)
  @Label("a claim that is built is one that is read, and a row that was named meets it")
  void built(
      @ForAll("names") List<String> names, @ForAll @IntRange(min = 0, max = 200) int totalGib) {
    Devices devices =
        Devices.of(names.toArray(String[]::new))
            .totalMemoryAtLeast(MemorySize.parse(totalGib + "Gi"));
    if (!NODES.match(GpuRequest.of(devices)).isFound()) {
      return;
    }
    Manifests built =
        GpuWorkload.pod("p", "registry.example/p:v1").devices(devices).claims().on(NODES);
    String yaml = built.yaml().toString();

    Allocation allocation =
        ClaimFile.parse("built.yaml", yaml).allocate(NodeDevices.of(built.match().shape().spec()));
    assertThat(allocation.isFound() || !allocation.isJudged()).as(yaml).isTrue();
  }
}
