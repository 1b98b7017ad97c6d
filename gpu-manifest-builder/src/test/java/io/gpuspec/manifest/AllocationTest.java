package io.gpuspec.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.gpuspec.Devices;
import io.gpuspec.GpuRequest;
import io.gpuspec.Gpus;
import io.gpuspec.Share;
import io.gpuspec.SpecCatalog;
import io.gpuspec.Target;
import io.gpuspec.mig.MigGpu;
import io.gpuspec.share.Cards;
import io.gpuspec.share.SharePod;
import io.gpuspec.share.SharePolicy;
import java.io.ByteArrayInputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What one operation allocates, in bytes. It does not depend on the machine, unlike time; a bound
 * is about twice what was measured, a row's a little above: it fails for a pattern that is compiled
 * for each row, or a copy of a catalog, and not for an object more.
 */
class AllocationTest {
  private static final Gpus GPUS = Gpus.load();
  private static final Target EKS = GPUS.in("eks");
  private static final GpuRequest BY_NAME = GpuRequest.of("T4").cpu(6).memory("20Gi");
  private static final GpuRequest BY_MEMORY =
      GpuRequest.of(Devices.any().memoryAtLeast("40Gi")).cpu(6).memory("20Gi");
  private static final int PODS = 1_000;
  private static final int ROWS = 10_000;
  private static final int ROUNDS = 20;

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  static Stream<Arguments> operations() {
    MigGpu a100 = MigGpu.of("A100-40GB");
    List<String> profiles = List.of("3g.20gb", "1g.5gb", "1g.5gb", "1g.5gb", "1g.5gb");
    Cards cards = Cards.of(GPUS.in("tke/qgpu"), "V100", 13, 8);
    List<SharePod> pods = pods();
    byte[] catalog = catalog();
    return Stream.of(
        operation("match by name", 1, 200, () -> EKS.match(BY_NAME)),
        operation("match by memory", 1, 200, () -> EKS.match(BY_MEMORY)),
        operation("match and explain", 1, 80_000, () -> EKS.match(BY_NAME).explain()),
        operation("build to YAML", 1, 480_000, AllocationTest::built),
        operation("place of a pod", PODS, 6_500, () -> cards.pack(SharePolicy.BINPACK, pods)),
        operation("MIG profiles on a card", 1, 43_000, () -> a100.cards(1).fit(profiles).fits()),
        operation(
            "row that is read",
            ROWS,
            2_400,
            () -> SpecCatalog.read("a.json", new ByteArrayInputStream(catalog))));
  }

  /**
   * @param parts how many of it are in one call
   * @param most bytes of each
   */
  private static Arguments operation(String name, int parts, int most, Supplier<Object> call) {
    return Arguments.of(name, parts, most, call);
  }

  private static Object built() {
    return GpuWorkload.deployment("llm", "vllm/vllm-openai:v0.9")
        .gpu("T4")
        .requests("6", "20Gi")
        .limits("6", "20Gi")
        .replicas(3)
        .port(8000)
        .on(EKS)
        .yaml();
  }

  private static List<SharePod> pods() {
    return IntStream.range(0, PODS)
        .mapToObj(
            i ->
                SharePod.of(
                    "pod-" + i,
                    Devices.any().shared(Share.of((1 + i * 7 % 5) + "Gi", 5 * (1 + i * 11 % 3)))))
        .toList();
  }

  private static byte[] catalog() {
    String rows =
        IntStream.range(0, ROWS)
            .mapToObj(
                i ->
                    """
                    {"name": "r%s", "gpu": "T4", "gpus": %s, "policy": "fixed", "citation": "c",
                     "upward": [{"cpu": "%s", "memory": "%sGi"}]}
                    """
                        .formatted(i, 1 << i % 4, 4 + i % 200, 16 + i))
            .collect(Collectors.joining(","));
    return """
        {"target": "a", "edition": "2026-01", "unit": "node", "citation": "c",
         "citations": {"c": {"title": "t", "date": "2026", "status": "example"}},
         "gpus": [{"name": "T4", "card": "T4"}], "specs": [%s]}
        """
        .formatted(rows)
        .getBytes(StandardCharsets.UTF_8);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("operations")
  void anOperationAllocatesNoMoreThanItNeeds(
      String name, int parts, int most, Supplier<Object> call) {
    long least = Long.MAX_VALUE;
    for (int i = 0; i < ROUNDS; i++) {
      long before = THREADS.getThreadAllocatedBytes(Thread.currentThread().getId());
      Object answer = call.get();
      long used = THREADS.getThreadAllocatedBytes(Thread.currentThread().getId()) - before;
      assertThat(answer).isNotNull();
      least = Math.min(least, used / parts);
    }

    assertThat(least).as("bytes of a %s", name).isLessThanOrEqualTo(most);
  }
}
