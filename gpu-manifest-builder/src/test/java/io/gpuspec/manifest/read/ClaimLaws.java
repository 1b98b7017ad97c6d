package io.gpuspec.manifest.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.claim.NodeDevices;
import io.gpuspec.mig.MigGpu;
import io.gpuspec.mig.MigProfile;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class ClaimLaws {

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
}
