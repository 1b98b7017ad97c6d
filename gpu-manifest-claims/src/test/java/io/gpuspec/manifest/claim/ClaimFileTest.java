package io.gpuspec.manifest.claim;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuspec.GpuSpec;
import io.gpuspec.Gpus;
import io.gpuspec.claim.NodeDevices;
import io.gpuspec.kube.KubeObject;
import io.gpuspec.manifest.error.ManifestException;
import io.gpuspec.mig.MigGpu;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ClaimFileTest {
  private static final NodeDevices A100_NODE = NodeDevices.of(row("p4d.24xlarge")).node("n");

  private static GpuSpec row(String name) {
    return Gpus.load().in("eks/nodegroup").catalog().gpu(name).specs().get(0);
  }

  /** A claim whose requests are given, indented as a list at the left. */
  private static ClaimFile claim(String requests, String more) {
    return ClaimFile.parse("claim.yaml", text(requests, more));
  }

  private static String text(String requests, String more) {
    return """
        apiVersion: resource.k8s.io/v1
        kind: ResourceClaimTemplate
        metadata: {name: c}
        spec:
          spec:
            devices:
              requests:
        %s%s"""
        .formatted(requests.indent(6), more.indent(6));
  }

  private static String exactly(String fields) {
    return "- name: gpu\n  exactly: {deviceClassName: gpu.nvidia.com" + fields + "}";
  }

  private static String cel(String expression) {
    return ", selectors: [{cel: {expression: \"" + expression + "\"}}]";
  }

  @Test
  void theFirstDevicesOfTheNodeAreGiven() {
    assertThat(claim(exactly(", count: 2"), "").allocate(A100_NODE))
        .hasToString("c: gpu gpu-0, gpu gpu-1");
  }

  @Test
  void aBoundOnMemoryIsComparedWithWhatIsReported() {
    ClaimFile file =
        claim(
            exactly(
                cel("device.capacity['gpu.nvidia.com'].memory.compareTo(quantity('80Gi')) >= 0")),
            "");
    Allocation none = file.allocate(A100_NODE);
    assertThat(none.isFound()).isFalse();
    assertThat(none.isJudged()).isTrue();
    assertThat(none.rejected()).hasSize(8);
    assertThat(none.rejected().get(0).toString()).contains("gpu-0", "memory 40Gi < 80Gi");
    assertThat(file.allocate(NodeDevices.of(row("p4de.24xlarge"))).isFound()).isTrue();
  }

  @Test
  void moreDevicesThanTheNodeHasAreNotGiven() {
    Allocation none = claim(exactly(", count: 9"), "").allocate(A100_NODE);
    assertThat(none.isFound()).isFalse();
    assertThat(none.rejected().get(0).toString()).contains("cannot be had together");
  }

  /** Each is possible by itself, so only the number says no; there are 2^24 choices of these. */
  @Test
  void moreInstancesThanThereArePlacesForAreNotGiven() {
    for (String count : new String[] {"25", "32"}) {
      Allocation none =
          claim(
                  mig("a", "2g.10gb")
                      .replace("mig.nvidia.com\n", "mig.nvidia.com\n    count: " + count + "\n"),
                  "")
              .allocate(A100_NODE.dynamicMig());
      assertThat(none.isFound()).isFalse();
      assertThat(none.isJudged()).isTrue();
    }
  }

  /** 40 places would do for 25, and eight cards have room for 24: the counters of all say no. */
  @Test
  void aSearchThatIsTooLongIsGivenUpAndNotJudged() {
    String any = "2g.10gb' || device.attributes['gpu.nvidia.com'].profile == '3g.20gb";
    Allocation unknown =
        claim(mig("a", any).replace("mig.nvidia.com\n", "mig.nvidia.com\n    count: 25\n"), "")
            .allocate(A100_NODE.dynamicMig());
    assertThat(unknown.isFound()).isFalse();
    assertThat(unknown.isJudged()).isFalse();
    assertThat(unknown.toString()).startsWith("not judged: the devices can be combined");
    assertThat(unknown.explain().toString()).contains("was not found out");
  }

  @Test
  void aSliceThatIsNotOneIsRefused() {
    KubeObject slice =
        KubeObject.of("resource.k8s.io/v1", "ResourceSlice", "s")
            .with(
                "spec",
                Map.of(
                    "driver",
                    "gpu.nvidia.com",
                    "nodeName",
                    "n",
                    "pool",
                    Map.of("name", "n", "generation", 1, "resourceSliceCount", 1),
                    "devices",
                    List.of(Map.of("name", "gpu-0", "attributes", Map.of("type", "gpu")))));
    assertError(() -> claim(exactly(""), "").allocate(List.of(slice)), "slices.malformed", "type");
  }

  @Test
  void allTakesEveryDevice() {
    assertThat(claim(exactly(", allocationMode: All"), "").allocate(A100_NODE).devices())
        .hasSize(8);
  }

  @Test
  void theFirstAlternativeThatCanBeHadIsTaken() {
    ClaimFile file =
        claim(
            """
            - name: gpu
              firstAvailable:
              - name: big
                deviceClassName: gpu.nvidia.com
                selectors: [{cel: {expression: "device.attributes['gpu.nvidia.com'].architecture == 'Hopper'"}}]
              - {name: two, deviceClassName: gpu.nvidia.com, count: 2}
            """,
            "");
    assertThat(file.allocate(A100_NODE)).hasToString("c: gpu/two gpu-0, gpu/two gpu-1");
  }

  @Test
  void migInstancesOfOneCardAreFoundByTryingAgain() {
    ClaimFile file =
        claim(
            mig("a", "3g.20gb") + mig("b", "2g.10gb") + mig("c", "1g.5gb") + mig("d", "1g.5gb"),
            "constraints:\n- matchAttribute: gpu.nvidia.com/parentUUID");
    assertThat(file.allocate(NodeDevices.of(MigGpu.of("A100-40GB"), 2).node("n").dynamicMig()))
        .hasToString(
            "c: a gpu-0-mig-3g20gb-9-4, b gpu-0-mig-2g10gb-14-0, c gpu-0-mig-1g5gb-19-2, d gpu-0-mig-1g5gb-19-3");
  }

  private static String mig(String name, String profile) {
    return """
        - name: %s
          exactly:
            deviceClassName: mig.nvidia.com
            selectors: [{cel: {expression: "device.attributes['gpu.nvidia.com'].profile == '%s'"}}]
        """
        .formatted(name, profile);
  }

  @Test
  void sevenAndNotEightOfTheSmallestInstancesFitACard() {
    NodeDevices card = NodeDevices.of(MigGpu.of("H100-80GB"), 1).dynamicMig();
    String seven =
        mig("a", "1g.10gb").replace("mig.nvidia.com\n", "mig.nvidia.com\n    count: 7\n");
    assertThat(claim(seven, "").allocate(card).isFound()).isTrue();
    assertThat(claim(seven.replace("7", "8"), "").allocate(card).isFound()).isFalse();
  }

  @Test
  void aShareTakesAPartOfADevice() {
    ClaimFile file =
        claim(
            exactly(", capacity: {requests: {memory: \"4000000000\"}}")
                + "\n"
                + exactly(", capacity: {requests: {memory: 30Gi}}").replace("gpu\n", "more\n"),
            "");
    assertThat(file.allocate(A100_NODE.shares("memory")))
        .hasToString("c: gpu gpu-0 (memory 3815Mi), more gpu-0 (memory 30Gi)");
    assertThat(file.allocate(A100_NODE).toString()).contains("gpu-0, more gpu-1");
  }

  @Test
  void oneOfSeveralProductNamesIsNotJudged() {
    ClaimFile sxm =
        claim(
            exactly(
                cel("device.attributes['gpu.nvidia.com'].productName == 'NVIDIA A100-SXM4-40GB'")),
            "");
    assertThat(sxm.allocate(A100_NODE).isJudged()).isFalse();
    assertThat(sxm.allocate(A100_NODE.attribute("productName", "NVIDIA A100-SXM4-40GB")).isFound())
        .isTrue();
    assertThat(
            claim(
                    exactly(
                        cel(
                            "device.attributes['gpu.nvidia.com'].productName.lowerAscii().matches('^.*a100.*$')")),
                    "")
                .allocate(A100_NODE)
                .isFound())
        .isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "N.driverVersion.isGreaterThan(semver('550.0.0'))",
        "N['driverVersion'].major() > 500",
        "N.cudaDriverVersion.compareTo(semver('12.4.0')) >= 0",
        "N.brand == 'Nvidia'",
        "'Nvidia' == N.brand",
        "N.brand == 'Nvidia' ? true : false",
        "N.uuid == 'GPU-00000000-0000-0000-0000-000000000000'",
        "K.numaNode == 0",
        "'numaNode' in K && K.numaNode == 0",
        "has(N.addressingMode)",
        "N.brand == 'Nvidia' && N.architecture == 'Ampere'",
      })
  void whatTheDriverPublishesAndIsNotKnownHereIsNotJudged(String expression) {
    Allocation allocation = claim(exactly(cel(onDevice(expression))), "").allocate(A100_NODE);
    assertThat(allocation.isFound()).isFalse();
    assertThat(allocation.isJudged()).isFalse();
    assertThat(allocation.rejected().get(0).toString()).contains("its value is not known here: ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "true  ; has(N.driverVersion)",
        "true  ; N.brand == 'Nvidia' || N.architecture == 'Ampere'",
        "false ; N.brand == 'Nvidia' && N.architecture == 'Hopper'",
        "false ; N.brand == 'Nvidia' && N.productName == 'NVIDIA L4'",
      })
  void whatDecidesWithoutAnUnknownValueIsJudged(boolean isFound, String expression) {
    Allocation allocation = claim(exactly(cel(onDevice(expression))), "").allocate(A100_NODE);
    assertThat(allocation.isJudged()).isTrue();
    assertThat(allocation.isFound()).isEqualTo(isFound);
  }

  @Test
  void aSelectorThatSaysNoDecidesBesideOneThatIsNotKnown() {
    String both =
        cel(onDevice("N.brand == 'Nvidia'\"}}, {cel: {expression: \"N.architecture == 'Hopper'"));
    Allocation allocation = claim(exactly(both), "").allocate(A100_NODE);
    assertThat(allocation.isJudged()).isTrue();
    assertThat(allocation.rejected().get(0).toString()).contains("architecture is Ampere");
  }

  private static String onDevice(String expression) {
    return expression
        .replace("N.", "device.attributes['gpu.nvidia.com'].")
        .replace("N['", "device.attributes['gpu.nvidia.com']['")
        .replaceAll("\\bK\\b", "device.attributes['resource.kubernetes.io']");
  }

  @Test
  void anAttributeOfOtherDevicesStopsTheScheduler() {
    ClaimFile file =
        claim(exactly(cel("device.attributes['gpu.nvidia.com'].profile == '1g.5gb'")), "");
    assertError(() -> file.allocate(A100_NODE), "manifest.malformed");
  }

  @Test
  void anAttributeThatNoDeviceHasIsToldWithThoseOfItsDomain() {
    String index = exactly(cel("device.attributes['gpu.nvidia.com'].index == 0"));
    assertThatThrownBy(() -> claim(index, ""))
        .hasMessageContaining("no such key: index")
        .hasMessageContaining("productName")
        .hasMessageNotContaining("resource.kubernetes.io");
  }

  @Test
  void badInputIsToldWithItsPlace() {
    refused(exactly(cel("device.foo == 1")), "", "undefined field 'foo'");
    refused(exactly(cel("device.driver ==")), "", "does not compile at 1:17");
    refused(
        exactly(cel("device.attributes['gpu.nvidia.com'].index == 0")), "", "no such key: index");
    refused(
        exactly(cel("device.capacity['gpu.nvidia.com'].memory.compareTo(quantity('80GiB')) >= 0")),
        "",
        "quantity('80GiB') is not a quantity");
    refused(
        exactly(
            cel(
                "device.attributes['gpu.nvidia.com'].cudaComputeCapability.isGreaterThan(semver('8.9'))")),
        "",
        "semver('8.9') is not a version with three parts");
    refused(
        exactly(
            cel(
                "device.attributes['gpu.nvidia.com'].cudaComputeCapability.isGreaterThan(semver('v8.9', false))")),
        "",
        "semver('v8.9') is not a version with three parts");
    refused(exactly("") + "\n  firstAvailable: []", "", "exclude each other");
    refused(
        exactly(""),
        "constraints:\n- {requests: [other], matchAttribute: gpu.nvidia.com/parentUUID}",
        "'other' is not a request of the claim; allowed: gpu");
    refused(
        "- {name: gpu, deviceClassName: gpu.nvidia.com}",
        "",
        "'deviceClassName' is not a field here");
    refused(exactly(", count: -1"), "", "'-1' is not a number of devices");
    refused(exactly(", allocationMode: Some"), "", "'Some' is not an allocation mode");
  }

  @Test
  void whatTheServerRefusesIsRefused() {
    refused(
        exactly("").replace("gpu.nvidia.com", "GPU.nvidia.com"), "", "is not the name of a device");
    refused(
        exactly(", tolerations: [{key: a, operator: Exists, value: b}]"),
        "",
        "'b': a value does not go with operator Exists");
    refused(exactly(", tolerations: [{key: a, effect: Prefer}]"), "", "'Prefer' is not an effect");
    refused(exactly(", tolerations: [{key: a b}]"), "", "'a b' is not the key of a taint");
    refused(exactly(", tolerations: [{value: a b}]"), "", "'a b' is not the value of a taint");
    refused(exactly(""), "config: [{requests: [gpu]}]", "opaque");
    refused(
        exactly(""),
        "config: [{opaque: {driver: No_Driver, parameters: {}}}]",
        "'No_Driver' is not the name of a driver");
    refused(
        exactly(", selectors: [" + "{cel: {expression: 'true'}},".repeat(33) + "]"),
        "",
        "it has 33 items; write 32 at most");
  }

  @Test
  void moreThanEightAlternativesAreRefused() {
    StringBuilder nine = new StringBuilder("- name: gpu\n  firstAvailable:\n");
    for (int i = 0; i < 9; i++) {
      nine.append("  - {name: a%d, deviceClassName: gpu.nvidia.com}\n".formatted(i));
    }
    refused(nine.toString(), "", "it has 9 alternatives; write 1 to 8");
  }

  @Test
  void aVersionOfTheApiThatIsNotReadIsRefused() {
    assertError(
        () ->
            ClaimFile.parse(
                "claim.yaml", text(exactly(""), "").replace("k8s.io/v1", "k8s.io/v1alpha3")),
        "manifest.malformed");
  }

  private static void refused(String requests, String more, String message) {
    assertThatThrownBy(() -> claim(requests, more))
        .isInstanceOf(ManifestException.class)
        .hasMessageMatching("(?s)claim.yaml:\\d+:\\d+: .*")
        .hasMessageContaining(message);
  }

  /** A claim of the cluster, as {@code kubectl get resourceclaims -o yaml} prints it. */
  private static String allocated(String name, String results) {
    return """
        ---
        apiVersion: resource.k8s.io/v1
        kind: ResourceClaim
        metadata: {name: %s, namespace: other}
        spec:
          devices:
            requests:
            - name: gpu
              exactly: {deviceClassName: gpu.nvidia.com, allocationMode: ExactCount, count: 1}
        status:
          allocation:
            devices:
              results: [%s]
            nodeSelector:
              nodeSelectorTerms:
              - matchFields: [{key: metadata.name, operator: In, values: ['n']}]
          reservedFor: [{name: p, resource: pods, uid: 1e7c}]
        """
        .formatted(name, results);
  }

  private static String result(String device) {
    return "{request: gpu, driver: gpu.nvidia.com, pool: 'n', device: %s}".formatted(device);
  }

  @Test
  void aDeviceThatAClaimHasIsNotGivenAgain() {
    ClaimFile file =
        ClaimFile.parse(
            "claims.yaml",
            text(exactly(", count: 2"), "")
                + allocated("a", result("gpu-0") + ", " + result("gpu-2")));
    assertThat(file.claims()).containsExactly("c");
    Allocation allocation = file.allocate(A100_NODE);
    assertThat(allocation).hasToString("c: gpu gpu-1, gpu gpu-3");
    assertThat(allocation.rejected().get(0).toString()).contains("gpu-0", "the claim a has it");
    assertThat(file.allocate(A100_NODE.node("m"))).hasToString("c: gpu gpu-0, gpu gpu-1");
  }

  @Test
  void adminAccessLeavesADeviceToOthers() {
    String monitor =
        allocated(
            "a",
            "{request: gpu, driver: gpu.nvidia.com, pool: 'n', device: gpu-0, adminAccess: true}");
    assertThat(ClaimFile.parse("claims.yaml", text(exactly(""), "") + monitor).allocate(A100_NODE))
        .hasToString("c: gpu gpu-0");
  }

  /** All devices must be free, as the scheduler's allocator has it. */
  @Test
  void allIsNotGivenWhereOneIsInUse() {
    Allocation none =
        ClaimFile.parse(
                "claims.yaml",
                text(exactly(", allocationMode: All"), "") + allocated("a", result("gpu-7")))
            .allocate(A100_NODE);
    assertThat(none.isFound()).isFalse();
  }

  @Test
  void aShareLeavesTheRestOfACard() {
    NodeDevices node = NodeDevices.of(row("p4d.24xlarge")).node("n").shares("memory");
    StringBuilder shares = new StringBuilder();
    for (int card = 0; card < 8; card++) {
      shares
          .append(card == 0 ? "" : ", ")
          .append(
              "{request: gpu, driver: gpu.nvidia.com, pool: 'n', device: gpu-%s, shareID: s%s, consumedCapacity: {memory: %sGi}}"
                  .formatted(card, card, card == 5 ? 36 : 38));
    }
    ClaimFile file =
        ClaimFile.parse(
            "claims.yaml",
            text(exactly(", capacity: {requests: {memory: 4Gi}}"), "")
                + allocated("a", shares.toString()));
    assertThat(file.allocate(node)).hasToString("c: gpu gpu-5 (memory 4Gi)");
    assertThat(file.allocate(node).rejected().get(0).toString())
        .contains("gpu-0", "memory 2Gi < 4Gi");
  }

  /** An instance that exists takes its part of the card's counters. */
  @Test
  void aMigInstanceInUseTakesItsPartOfTheCard() {
    NodeDevices node = NodeDevices.of(MigGpu.of("A100-40GB"), 1).node("n").dynamicMig();
    String half =
        node.slices().stream()
            .flatMap(slice -> slice.tree().toString().lines())
            .flatMap(text -> Pattern.compile("gpu-0-mig-3g20gb-\\d+-0").matcher(text).results())
            .map(MatchResult::group)
            .findFirst()
            .orElseThrow();
    String request =
        "- name: gpu\n  exactly: {deviceClassName: mig.nvidia.com, count: %s, selectors: [{cel: {expression: \"device.attributes['gpu.nvidia.com'].profile == '3g.20gb'\"}}]}";
    String inUse = allocated("a", result(half));
    assertThat(
            ClaimFile.parse("claims.yaml", text(request.formatted(1), "") + inUse)
                .allocate(node)
                .devices()
                .get(0)
                .device())
        .startsWith("gpu-0-mig-3g20gb")
        .isNotEqualTo(half);
    assertThat(
            ClaimFile.parse("claims.yaml", text(request.formatted(2), "") + inUse)
                .allocate(node)
                .isFound())
        .isFalse();
  }
}
