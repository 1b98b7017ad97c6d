package io.gpuspec.ack;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.GpuRequest;
import io.gpuspec.Gpus;
import io.gpuspec.Match;
import io.gpuspec.Target;
import io.gpuspec.scheduling.Allocatable;
import io.gpuspec.spi.Option;
import io.gpuspec.value.Note;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What pods can use, worked out by hand from the rule and its parameters. */
class AllocatableTest {
  private static final Target ACK = Gpus.load().in("ack");

  private static void assertAllocatable(Target target, String row, long millicores, long mib) {
    Allocatable allocatable =
        target.catalog().gpu(row).specs().get(0).shapes().get(0).allocatable();

    assertThat(allocatable.cpu().toMillicores()).isEqualTo(millicores);
    assertThat(allocatable.memory().toBytes()).isEqualTo(mib << 20);
  }

  @ParameterizedTest
  @CsvSource({
    // 2 cores: 60m + 10m is less than 100m. 6144Mi - 7 % (431) - a quarter (1536) - 300.
    "ecs.vgn5i-m1.large, 1900, 3877",
    // 4 cores: 80m is less than 100m. 15360Mi - 7 % (1076) - (11 * 256 + 255) - 300.
    "ecs.gn6i-c4g1.xlarge, 3900, 10913",
    // 8 cores: 80m + 0.25 % of 4 (10m). 30720Mi - 7 % (2151) - 3071 - 300.
    "ecs.gn7i-c8g1.2xlarge, 7900, 25198",
    // 104 cores: 80m + 0.25 % of 100 (250m). 774144Mi - 7 % (54191) - 3071 - 300.
    "ecs.gn7-c13g1.26xlarge, 103670, 716582",
    // 54 cores: 80m + 125m. 491520Mi - 7 % (34407) - 3071 - 300.
    "ecs.gn5-c8g1.14xlarge, 53795, 453742",
    // 256 cores: 80m + 630m. 1572864Mi - 7 % (110101) - 3071 - 300.
    "ecs.ebmgn8ia.64xlarge, 255290, 1459392"
  })
  void isTheCapacityLessWhatTheNodeKeeps(String row, long millicores, long mib) {
    assertAllocatable(ACK, row, millicores, mib);
  }

  @Test
  void everyParameterCounts() {
    String row = "ecs.gn7i-c8g1.2xlarge";

    assertAllocatable(ACK.with("max-pods", "64"), row, 7900, 30720 - 2151 - 959 - 300);
    assertAllocatable(ACK.with("vm-memory-overhead-percent", "0"), row, 7900, 30720 - 3071 - 300);
    assertAllocatable(
        ACK.with("vm-memory-overhead-percent", "2.5"), row, 7900, 30720 - 768 - 3071 - 300);
    assertAllocatable(ACK.with("reserved-cpu", "512m"), row, 7488, 25198);
    assertAllocatable(ACK.with("reserved-cpu", "0"), row, 8000, 25198);
    assertAllocatable(ACK.with("reserved-memory", "2Gi"), row, 7900, 30720 - 2151 - 2048 - 300);
    assertAllocatable(ACK.with("eviction-memory", "100Mi"), row, 7900, 25398);
    assertAllocatable(ACK.with("daemonset-cpu", "250m"), row, 7650, 25198);
    assertAllocatable(ACK.with("daemonset-memory", "1Gi"), row, 7900, 24174);
  }

  /** What the option says, 256 by default, less the pods of DaemonSets. */
  @ParameterizedTest
  @CsvSource({"256, 0, 256", "64, 0, 64", "64, 3, 61", "3, 4, 0"})
  void aNodeTakesSoManyPods(String most, String daemonSets, int pods) {
    for (String id : List.of("ack", "ack/cgpu")) {
      Target target = Gpus.load().in(id).with("max-pods", most).with("daemonset-pods", daemonSets);

      assertThat(target.podsPerNode(target.catalog().specs().get(0))).hasValue(pods);
    }
  }

  @Test
  void aNodeThatKeepsEverythingHasNothingLeft() {
    assertAllocatable(ACK.with("reserved-memory", "30Gi"), "ecs.gn7i-c8g1.2xlarge", 7900, 0);
    assertAllocatable(ACK.with("reserved-cpu", "9"), "ecs.gn7i-c8g1.2xlarge", 0, 25198);
  }

  @Test
  void fourCoresAndFifteenGibibytesHoldNoPodOfFourCores() {
    Match.Found found = ACK.match(GpuRequest.of("T4").cpu(4).memory("8Gi")).orThrow();

    assertThat(found.shape().spec().name()).isEqualTo("ecs.gn6i-c8g1.2xlarge");
    assertThat(found.rejected().stream().map(Object::toString))
        .anyMatch(
            line ->
                line.startsWith("ecs.gn6i-c4g1.xlarge")
                    && line.contains("cpu: 4 requested, 3.9 allocatable of 4, short 0.1"));
  }

  @Test
  void everyAnswerSaysHowItWasReckoned() {
    Note note =
        ACK
            .with("max-pods", "64")
            .with("daemonset-memory", "512Mi")
            .match(GpuRequest.of("T4"))
            .notes()
            .stream()
            .filter(n -> n.id().equals("allocatable"))
            .findFirst()
            .orElseThrow();

    assertThat(note.message())
        .contains("minus 7% (kernel)")
        .contains("11Mi for each of 64 pods plus 255Mi, at most 25%")
        .contains("minus 300Mi (eviction threshold), minus 512Mi (DaemonSets)")
        .contains("CPU minus 6% of the first core, 1% of the second,")
        .contains("0.25% of the others (at least 100m);")
        .contains("ACK may reserve other amounts");
    assertThat(note.citation())
        .hasValueSatisfying(c -> assertThat(c.title()).contains("product doc 330995"));
  }

  @Test
  void whatIsReservedInsteadIsSaidInItsPlace() {
    Note note =
        ACK
            .with("reserved-cpu", "500m")
            .with("reserved-memory", "2Gi")
            .with("daemonset-cpu", "250m")
            .match(GpuRequest.of("T4"))
            .notes()
            .stream()
            .filter(n -> n.id().equals("allocatable"))
            .findFirst()
            .orElseThrow();

    assertThat(note.message())
        .isEqualTo(
            "allocatable memory is the node's memory minus 7% (kernel), minus the reservation (2Gi), minus 300Mi (eviction threshold); allocatable CPU is the node's CPU minus 500m, minus 250m (DaemonSets); ACK may reserve other amounts: compare with kubectl describe node, and set the options");
  }

  @Test
  void anInstanceOfAPodKeepsMemoryForItsSystemAndNoCpu() {
    Target eci = Gpus.load().in("ack/eci");

    assertAllocatable(eci, "ecs.gn6i-c4g1.xlarge", 4000, 15360 - 2048);
    assertAllocatable(eci.with("system-overhead", "512Mi"), "ecs.gn6i-c4g1.xlarge", 4000, 14848);
    assertAllocatable(eci.with("system-overhead", "20Gi"), "ecs.gn6i-c4g1.xlarge", 4000, 0);
    assertThat(eci.match(GpuRequest.of("T4")).notes()).extracting(Note::id).contains("allocatable");
  }

  @ParameterizedTest
  @CsvSource({
    "max-pods, 0",
    "vm-memory-overhead-percent, 100",
    "vm-memory-overhead-percent, 7%",
    "reserved-cpu, -1",
    "eviction-memory, -1Mi",
    "node-selection, gpu"
  })
  void anOptionRefusesWhatItDoesNotTake(String option, String value) {
    assertError(() -> ACK.with(option, value), "option.malformed", option, value);
  }

  @Test
  void theOptionsAreListed() {
    assertThat(ACK.options())
        .extracting(Option::name)
        .containsExactly(
            "node-selection",
            "gpu-scheduling",
            "nvidia-driver-version",
            "gang-name",
            "gang-min-available",
            "max-pods",
            "vm-memory-overhead-percent",
            "reserved-cpu",
            "reserved-memory",
            "eviction-memory",
            "daemonset-cpu",
            "daemonset-memory",
            "daemonset-pods",
            "mig-strategy",
            "mig-layout",
            "card-replicas",
            "device-plugin-config");
    assertThat(Ack.options()).isEqualTo(ACK.options());
  }
}
