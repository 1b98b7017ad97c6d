package io.gpuspec.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.CapacityType;
import io.gpuspec.GpuRequest;
import io.gpuspec.Match;
import io.gpuspec.ProviderException;
import io.gpuspec.Shape;
import io.gpuspec.Target;
import io.gpuspec.scheduling.PodField.Kind;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.scheduling.PodView.Container;
import io.gpuspec.value.CpuAmount;
import io.gpuspec.value.Fraction;
import io.gpuspec.value.GpuSpecException;
import io.gpuspec.value.MemorySize;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * The clauses on reading pods: those that the provider placed, those of others, and broken ones.
 */
interface ReadingContract extends Clauses {
  /** Shares and devices of several vendors, without those that a target itself offers. */
  List<String> DEVICES =
      List.of(
          "nvidia.com/mig-1g.5gb",
          "nvidia.com/gpu.shared",
          "aliyun.com/gpu-mem",
          "nvidia.com/gpu",
          "tke.cloud.tencent.com/qgpu-memory",
          "amd.com/gpu");

  /** As many pods as requested, because several can share a larger node. */
  private static Optional<Match> match(Placed placed) {
    int replicas = placed.found().request().replicas();
    return placed.ask().target().match(placed.pod(), read -> read.replicas(replicas));
  }

  @Test
  @DisplayName("[read-1] a pod with its placement lands where the placement was made for")
  default void whatIsPlacedIsReadBack() {
    List<Placed> placed = subject().placed(subject().editions());
    assertThat(placed).isNotEmpty();
    Cases.all(placed, each -> lands(match(each), each.found().preferences()));
  }

  private static void lands(Optional<Match> match, List<Shape> preferences) {
    assertThat(match.flatMap(Match::found).map(Match.Found::shape))
        .as("%s", match)
        .hasValueSatisfying(shape -> assertThat(preferences).contains(shape));
  }

  @Test
  @DisplayName("[read-2] whatever is chosen, a pod with its placement is read as what was asked")
  default void whatIsPlacedIsReadAsAsked() {
    Cases.all(
        subject().placed(subject().choices()),
        each -> {
          Optional<Match> match = match(each);
          assertThat(match).isPresent();
          reads(match.orElseThrow().request(), each);
          // What only its name reaches is out of reach where a choice leaves the name out.
          if (each.found().shape().spec().fraction().filter(Fraction::isWhole).isPresent()) {
            assertThat(match.orElseThrow()).isInstanceOf(Match.Found.class);
          }
        });
  }

  private static void reads(GpuRequest read, Placed placed) {
    GpuRequest asked = placed.found().request();
    assertThat(read.devices().count()).isEqualTo(placed.ask().devices());
    assertThat(read.devices().share()).isEqualTo(asked.devices().share());
    assertThat(read.devices().migProfile()).isEqualTo(asked.devices().migProfile());
    assertThat(read.devices().isReplica()).isEqualTo(asked.devices().isReplica());
    assertThat(read.cpu()).isEqualTo(asked.cpu());
    assertThat(read.memory()).isEqualTo(asked.memory());
    if (asked.capacityType() == CapacityType.SPOT) {
      assertThat(read.capacityType()).isEqualTo(CapacityType.SPOT);
    }
  }

  @Test
  @DisplayName("[read-3] the same pod is read in the same way every time")
  default void podsAreReadTheSameEveryTime() {
    assertThat(readings(subject().anew())).isEqualTo(readings(subject()));
  }

  private static List<String> readings(Subject subject) {
    return subject.placed(subject.editions()).stream()
        .map(each -> match(each).map(Match::explain).toString())
        .toList();
  }

  @Test
  @DisplayName("[read-4] a pod that asks for no device is no GPU pod")
  default void otherPodsAreNoneOfOurs() {
    Map<String, String> some = Map.of("cpu", "4", "memory", "8Gi");
    Cases.all(
        subject().choices(),
        target -> {
          assertThat(target.match(PodView.empty())).isEmpty();
          assertThat(target.match(PodView.empty().container("c", some, some))).isEmpty();
        });
  }

  @Test
  @DisplayName("[read-5] a device that the target does not offer is named and never scheduled")
  default void foreignDevicesAreRefused() {
    for (Target target : subject().editions()) {
      List<Placed> own = subject().placed(target);
      foreign(own)
          .forEach(
              device -> {
                if (!isPart(target, device)) {
                  refuses(target, PodView.empty(), device);
                }
                own.stream().limit(1).forEach(each -> refuses(target, each.pod(), device));
              });
    }
  }

  /** Returns whether nodes can divide their cards into such devices. */
  private static boolean isPart(Target target, String device) {
    return target.catalog().parts().isPresent() && device.startsWith("nvidia.com/mig-");
  }

  private static Stream<String> foreign(List<Placed> own) {
    return DEVICES.stream()
        .filter(
            device ->
                own.stream()
                    .flatMap(each -> each.placement().entries(Kind.DEVICE).stream())
                    .noneMatch(entry -> entry.field().key().equals(device)));
  }

  private static void refuses(Target target, PodView pod, String device) {
    Map<String, String> one = Map.of(device, "1");
    Optional<Match> match = target.match(pod.container("other", one, one));
    assertThat(match.filter(each -> !each.isFound()))
        .as("refused for %s on %s: %s", device, target, match)
        .hasValueSatisfying(
            refused ->
                assertThat(refused.rejected().toString() + refused.notes()).contains(device));
  }

  /** Pods of all kinds. */
  @Provide
  default Arbitrary<SamplePod> pods() {
    return Arbitraries.oneOf(
        subject().editions().stream()
            .map(target -> new Pods(target, subject().placed(target)).any())
            .toList());
  }

  /** Pods that an API server takes. */
  @Provide
  default Arbitrary<SamplePod> soundPods() {
    return Arbitraries.oneOf(
        subject().editions().stream()
            .map(target -> new Pods(target, subject().placed(target)).sound())
            .toList());
  }

  @Property(tries = 300)
  @Label("[read-6] a pod needs no less than its containers request together")
  default void needsWhatContainersRequest(@ForAll("soundPods") SamplePod sample) {
    GpuRequest need = sample.need();
    PodView pod = sample.view();
    assertThat(need.cpu())
        .isGreaterThanOrEqualTo(
            pod.runningContainers().stream()
                .map(Container::cpuRequest)
                .reduce(CpuAmount.ZERO, CpuAmount::plus));
    assertThat(need.memory())
        .isGreaterThanOrEqualTo(
            pod.runningContainers().stream()
                .map(Container::memoryRequest)
                .reduce(MemorySize.ZERO, MemorySize::plus));
    assertThat(pod.initContainers())
        .allSatisfy(
            init -> {
              assertThat(need.cpu()).isGreaterThanOrEqualTo(init.cpuRequest());
              assertThat(need.memory()).isGreaterThanOrEqualTo(init.memoryRequest());
            });
  }

  @Property(tries = 500)
  @Label("[read-7] whatever a pod says, it is read, or refused with an error that says why")
  default void noPodBreaksTheReading(@ForAll("pods") SamplePod sample) {
    try {
      sample.need();
      sample.match();
    } catch (GpuSpecException e) {
      assertThat(e).isNotInstanceOf(ProviderException.class).message().isNotBlank();
    }
  }

  @Property(tries = 500)
  @Label("[read-8] a pod that lands nowhere has the reasons")
  default void refusalsAreExplained(@ForAll("pods") SamplePod sample) {
    Optional<Match> match;
    try {
      match = sample.match();
    } catch (ProviderException e) {
      throw e;
    } catch (GpuSpecException e) {
      return;
    }
    match.map(Answer::of).ifPresent(Answer::assertExplained);
  }
}
