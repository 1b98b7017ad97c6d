package io.gpuspec.eks;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuspec.GpuRequest;
import io.gpuspec.GpuSpec;
import io.gpuspec.Gpus;
import io.gpuspec.Overlay;
import io.gpuspec.OverlayException;
import io.gpuspec.Target;
import io.gpuspec.scheduling.Allocatable;
import io.gpuspec.value.CpuAmount;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.MemorySize;
import io.gpuspec.value.Note;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What pods can use of an instance, against figures worked out by hand and Karpenter's own. */
class AllocatableTest {
  private static final Target EKS = Gpus.load().in("eks");

  private static Allocatable of(Target eks, String type) {
    List<GpuSpec> rows = eks.catalog().includeRetired().gpu(type).specs();
    assertThat(rows).hasSize(1);
    return rows.get(0).shapes().get(0).allocatable();
  }

  private static Allocatable allocatable(String cpu, String memory) {
    return new Allocatable(CpuAmount.parse(cpu), MemorySize.parse(memory));
  }

  @ParameterizedTest
  @ValueSource(strings = {"many", "99999999999", "0", "-3", "5.5"})
  void aNumberOfPodsThatIsNoneIsRefusedWhereTheOverlayStatesIt(String maxPods) {
    Target row =
        EKS.overlay(
            overlay("specs: [{name: G5.xlarge, attributes: {maxPods: '" + maxPods + "'}}]"));
    String problem =
        ": attribute maxPods: '"
            + maxPods
            + "' is not allowed; write a number of pods from 1 to 99999";

    assertThatThrownBy(row::catalog)
        .isInstanceOf(OverlayException.class)
        .hasMessage("o.yaml:4:9: /specs/0: row 'g5.xlarge'" + problem + "; see docs/overlays.md");
    assertThatThrownBy(row.with(Eks.KUBE_RESERVED_MEMORY, Optional.of(MemorySize.ZERO))::catalog)
        .isInstanceOf(OverlayException.class);
  }

  private static Overlay overlay(String stated) {
    return Overlay.parse(
        "o.yaml",
        """
        target: eks
        citation: ours
        citations: {ours: {title: Ours, date: "2026", status: third-party}}
        """
            + stated);
  }

  /**
   * In MiB. Unseen: 7.5 % rounded up. Kubelet: 255 + 11 for each pod. Eviction: 100. Of a CPU: 60 m
   * of the first core, 10 m of the second, 5 m of each of the next two, 2.5 m of each of the rest.
   */
  @ParameterizedTest
  @CsvSource({
    // 16384 - 1229 (1228.8) - (255 + 29 * 11 = 574) - 100; 4000 - 60 - 10 - 2 * 5
    "g4dn.xlarge,   3920m,   14481Mi",
    // 16384 - 1229 - (255 + 58 * 11 = 893) - 100
    "g5.xlarge,     3920m,   14162Mi",
    // 32768 - 2458 (2457.6) - 893 - 100; 8000 - 80 - 4 * 2.5
    "g5.2xlarge,    7910m,   29317Mi",
    // arm64: 8192 - 64 = 8128; - 610 (609.6) - 893 - 100
    "g5g.xlarge,    3920m,   6525Mi",
    // arm64: 131072 - 64 = 131008; - 9826 (9825.6) - (255 + 737 * 11 = 8362) - 100; 64 cores
    "g5g.metal,     63770m,  112720Mi",
    // 8192 - 615 (614.4) - (255 + 20 * 11 = 475) - 100; 2000 - 60 - 10
    "g6f.large,     1930m,   7002Mi",
    // 62464 - 4685 (4684.8) - 893 - 100, retired as it is
    "p3.2xlarge,    7910m,   56786Mi",
    // 1179648 - 88474 (88473.6) - 8362 - 100; 96000 - 80 - 92 * 2.5
    "p4d.24xlarge,  95690m,  1082712Mi",
    // 262144 - 19661 (19660.8) - (255 + 118 * 11 = 1553) - 100; 16000 - 80 - 30
    "p5.4xlarge,    15890m,  240830Mi",
    // 2097152 - 157287 (157286.4) - (255 + 100 * 11 = 1355) - 100; 192000 - 80 - 470
    "p5.48xlarge,   191450m, 1938410Mi",
    // 393216 - 29492 (29491.2) - (255 + 1514 * 11 = 16909) - 100
    "g7.24xlarge,   95690m,  346715Mi"
  })
  void whatIsLeftWorkedOutByHand(String type, String cpu, String memory) {
    assertThat(of(EKS, type)).isEqualTo(allocatable(cpu, memory));
  }

  static List<Published> published() {
    return Published.all();
  }

  @ParameterizedTest
  @MethodSource("published")
  void whatKarpenterPublishesOfAType(Published published) {
    assertThat(of(EKS, published.type())).isEqualTo(published.allocatable());
    GpuSpec row = EKS.catalog().includeRetired().gpu(published.type()).specs().get(0);
    assertThat(row.attribute("maxPods")).contains(published.pods());
  }

  @Test
  void karpenterPublishesEveryTypeOfTheCatalog() {
    assertThat(published().stream().map(Published::type))
        .containsExactlyInAnyOrderElementsOf(
            EKS.catalog().includeRetired().specs().stream().map(GpuSpec::name).toList());
  }

  /** g5.xlarge has 4 cores and 16384 MiB; the defaults leave 3920 m and 14162 MiB. */
  @ParameterizedTest
  @CsvSource({
    // 16384 - 0 - 893 - 100
    "vm-memory-overhead-percent, 0,      3920m, 15391Mi",
    // 16384 - 1639 (1638.4) - 893 - 100
    "vm-memory-overhead-percent, 10,     3920m, 13752Mi",
    // 16384 - 1024 (exactly 6.25 %) - 893 - 100
    "vm-memory-overhead-percent, 6.25,   3920m, 14367Mi",
    "kube-reserved-cpu,          100m,   3900m, 14162Mi",
    // 15155 - 1024 - 100
    "kube-reserved-memory,       1Gi,    3920m, 14031Mi",
    "system-reserved-cpu,        100m,   3820m, 14162Mi",
    "system-reserved-memory,     100Mi,  3920m, 14062Mi",
    // 15155 - 893 - 500
    "eviction-memory,            500Mi,  3920m, 13762Mi",
    "eviction-memory,            100%,   3920m, 14262Mi",
    "daemonset-cpu,              250m,   3670m, 14162Mi",
    "daemonset-memory,           162Mi,  3920m, 14000Mi",
    "daemonset-memory,           1Ti,    3920m, 0",
    "daemonset-cpu,              64,     0,     14162Mi"
  })
  void anOptionChangesItsOwnPart(String option, String value, String cpu, String memory) {
    assertThat(of(EKS.with(option, value), "g5.xlarge")).isEqualTo(allocatable(cpu, memory));
  }

  @Test
  void aPercentageOfEvictionIsOfWhatTheVmSeesInBytesRoundedUp() {
    // 5 % of 15155 MiB = 15891169280 bytes is 794558464 exactly; 0.3 % is 47673507.84.
    assertThat(of(EKS.with("eviction-memory", "5%"), "g5.xlarge").memory().toBytes())
        .isEqualTo((15155L - 893) * 1048576 - 794558464);
    assertThat(of(EKS.with("eviction-memory", "0.3%"), "g5.xlarge").memory().toBytes())
        .isEqualTo((15155L - 893) * 1048576 - 47673508);
  }

  /**
   * Karpenter was right, as the rule is its own: it works in floating point, where 50 % of 15155
   * MiB (g4dn.xlarge too) is a byte more than the half, 7945584640.
   */
  @Test
  void aPercentageOfEvictionIsWhatKarpenterMakesOfIt() {
    assertThat(of(EKS.with("eviction-memory", "50%"), "g4dn.xlarge").memory().toBytes())
        .isEqualTo((15155L - 574) * 1048576 - 7945584641L);
  }

  /** Karpenter was right, as above: 7 % of 100000 MiB is a little more than 7000 to it. */
  @Test
  void aShareThatTheVmDoesNotSeeIsWhatKarpenterMakesOfIt() {
    Target large =
        EKS.overlay(overlay("specs: [{name: g5.xlarge, upward: [{cpu: '4', memory: 100000Mi}]}]"))
            .with("vm-memory-overhead-percent", "7");

    assertThat(of(large, "g5.xlarge").memory())
        .isEqualTo(MemorySize.ofMebibytes(100000 - 7001 - 893 - 100));
  }

  @Test
  void maxPodsCountsWithBottlerocketAlone() {
    Target thirty = EKS.with(Eks.MAX_PODS, Optional.of(30));

    assertThat(of(thirty, "g5.xlarge")).isEqualTo(of(EKS, "g5.xlarge"));
    // 15155 - (255 + 30 * 11 = 585) - 100
    assertThat(of(thirty.with(Eks.AMI_FAMILY, AmiFamily.BOTTLEROCKET), "g5.xlarge"))
        .isEqualTo(allocatable("3920m", "14470Mi"));
    assertThat(of(EKS.with(Eks.AMI_FAMILY, AmiFamily.BOTTLEROCKET), "g5.xlarge"))
        .isEqualTo(of(EKS, "g5.xlarge"));
  }

  /**
   * Karpenter's pods: what the kubelet's maxPods says with every AMI, else what the network
   * interfaces allow, 58 on a g5.xlarge.
   */
  @ParameterizedTest
  @CsvSource({
    "al2023, , , 58",
    "al2023, 30, , 30",
    "bottlerocket, 30, , 30",
    "al2023, 110, , 110",
    "al2023, , 3, 55",
    "al2023, 30, 3, 27",
    "al2023, 5, 6, 0"
  })
  void aNodeTakesAsManyPodsAsItsKubelet(
      String family, String maxPods, String daemonSets, int pods) {
    for (String target : List.of("eks", "eks/nodegroup")) {
      Target set = Gpus.load().in(target).with("ami-family", family);
      set = maxPods == null ? set : set.with("max-pods", maxPods);
      set = daemonSets == null ? set : set.with("daemonset-pods", daemonSets);

      assertThat(set.podsPerNode(set.catalog().row("g5.xlarge"))).hasValue(pods);
    }
  }

  /** Of 20 GiB, 1 GiB is 5 %; at 100 % the kubelet evicts nothing. */
  @ParameterizedTest
  @CsvSource({"100Mi, 100Mi", "5%, 1Gi", "12.5%, 2560Mi", "0%, 0", "100%, 0", "100.00%, 0"})
  void anEvictionThresholdIsAnAmountOrAPartOfANode(String text, String amount) {
    assertThat(EvictionThreshold.parse(text).of(MemorySize.parse("20Gi")))
        .isEqualTo(MemorySize.parse(amount));
  }

  @Test
  void theAnswerSaysHowItWasWorkedOut() {
    assertThat(allocatableNote(EKS))
        .isEqualTo(
            "pods get a node's memory less 7.5 % (VM), 255Mi and 11Mi per pod (kubelet), 100Mi"
                + " (eviction); its CPU less 6 % of core 1, 1 % of core 2, 0.5 % of cores 3 and 4,"
                + " 0.25 % of the rest (kubelet)");
    assertThat(
            allocatableNote(
                EKS.with("vm-memory-overhead-percent", "5")
                    .with("ami-family", "bottlerocket")
                    .with("max-pods", "30")
                    .with("kube-reserved-cpu", "100m")
                    .with("eviction-memory", "5%")
                    .with("system-reserved-memory", "64Mi")
                    .with("daemonset-memory", "512Mi")
                    .with("system-reserved-cpu", "50m")
                    .with("daemonset-cpu", "250m")))
        .isEqualTo(
            "pods get a node's memory less 5 % (VM), 585Mi for 30 pods (kubelet), 5% (eviction), 64Mi"
                + " (system), 512Mi (DaemonSets); its CPU less 100m (kubelet), 50m (system), 250m"
                + " (DaemonSets)");
  }

  private static String allocatableNote(Target eks) {
    return eks.match(GpuRequest.of("A10G")).notes().stream()
        .filter(note -> note.id().equals("allocatable"))
        .map(Note::message)
        .findFirst()
        .orElseThrow();
  }

  @ParameterizedTest
  @CsvSource({
    "vm-memory-overhead-percent, 0.075,  for 0.075 write 7.5",
    "vm-memory-overhead-percent, 101,    write 100 at most",
    "vm-memory-overhead-percent, 7.5%,   write a percentage without a sign",
    "vm-memory-overhead-percent, -1,     write a percentage without a sign",
    "max-pods,                   0,      'write a number of pods, such as 110'",
    "system-reserved-cpu,        -1,     write 0 or more",
    "daemonset-memory,           -1Gi,   write 0 or more",
    "kube-reserved-memory,       1GB,    1GB",
    "eviction-memory,            101%,   write 100% at most",
    "eviction-memory,            -1Mi,   write 0 or more",
    "ami-family,                 ubuntu, 'write one of al2023, al2, bottlerocket, custom'"
  })
  void aValueThatIsNoneIsRefusedWithTheFix(String option, String value, String fix) {
    assertThatThrownBy(() -> EKS.with(option, value))
        .isInstanceOf(InvalidValueException.class)
        .hasMessageContaining("'" + value + "'")
        .hasMessageContaining(fix);
  }

  /** The API server was right: an EC2NodeClass with three decimals is refused by its CRD. */
  @Test
  void aPercentageThatAnEc2NodeClassDoesNotTakeIsRefused() {
    assertThat(EvictionThreshold.parse("37.56%")).hasToString("37.56%");
    assertThat(EvictionThreshold.parse("100.00%")).hasToString("100.00%");
    for (String percentage : List.of("37.559%", "099%", "1.%")) {
      assertError(() -> EvictionThreshold.parse(percentage), "eviction.malformed");
    }
  }

  @Test
  void typedValuesAreHeldToTheSameRules() {
    assertThatThrownBy(() -> EKS.with(Eks.DAEMONSET_CPU, CpuAmount.ofCores(-1)))
        .isInstanceOf(InvalidValueException.class);
    assertThat(EvictionThreshold.parse("100Mi"))
        .isEqualTo(EvictionThreshold.parse("102400Ki"))
        .hasSameHashCodeAs(EvictionThreshold.parse("102400Ki"));
    assertThat(Set.of(EvictionThreshold.parse("5%")))
        .contains(EvictionThreshold.parse("5%"))
        .doesNotContain(EvictionThreshold.parse("6%"));
    assertThat(EvictionThreshold.parse("100Mi")).isNotEqualTo(EvictionThreshold.parse("5%"));
  }
}
