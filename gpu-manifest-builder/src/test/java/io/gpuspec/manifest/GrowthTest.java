package io.gpuspec.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.gpuspec.Gpus;
import io.gpuspec.Overlay;
import io.gpuspec.manifest.intent.IntentFile;
import io.gpuspec.manifest.migrate.Migration;
import io.gpuspec.manifest.read.WorkloadFile;
import io.gpuspec.value.Citation;
import io.gpuspec.value.CpuAmount;
import io.gpuspec.value.MemorySize;
import java.lang.management.ManagementFactory;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What four times as much costs: about four times as much. Bytes are counted, because they are the
 * same on any machine; what copies a list or a map in each step allocates its square, which would
 * be sixteen times as much.
 */
class GrowthTest {
  private static final Gpus GPUS = Gpus.load();
  private static final int SMALL = 400;
  private static final int TIMES = 4;

  /** Room for tables that are doubled, and for numbers with a digit more. */
  private static final double MOST = 1.5 * TIMES;

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /** Does something with so many parts. */
  private interface Work {
    Object with(int parts);
  }

  static Stream<Arguments> works() {
    return Stream.of(
        work(
            "containers of an intent",
            n -> built("", "containers: [" + each(n, i -> "{name: c" + i + ", image: i}") + "]")),
        work(
            "variables of an intent",
            n -> built(", env: {" + each(n, i -> "E" + i + ": v") + "}", "")),
        work(
            "labels of an intent",
            n -> built("", "labels: {" + each(n, i -> "l" + i + ": v") + "}")),
        work(
            "annotations of an intent",
            n -> built("", "annotations: {" + each(n, i -> "l" + i + ": v") + "}")),
        work(
            "node selector of an intent",
            n -> built("", "nodeSelector: {" + each(n, i -> "l" + i + ": v") + "}")),
        work(
            "problems of an intent",
            n ->
                IntentFile.parse(
                        "f", intent("", "labels: {" + each(n, i -> "-l" + i + ": v") + "}"))
                    .problems()),
        work(
            "node selector of a pod",
            n -> matched("eks", "", "nodeSelector: {" + each(n, i -> "l" + i + ": v") + "},", "")),
        work(
            "annotations of a pod",
            n -> matched("tke", "annotations: {" + each(n, i -> "a" + i + ": v") + "},", "", "")),
        work(
            "labels of a pod",
            n -> matched("ack", "labels: {" + each(n, i -> "a" + i + ": v") + "},", "", "")),
        work(
            "tolerations of a pod",
            n ->
                matched(
                    "eks",
                    "",
                    "tolerations: [" + each(n, i -> "{key: k" + i + ", operator: Exists}") + "],",
                    "")),
        work(
            "containers that share a card",
            n ->
                matched(
                    "tke/qgpu",
                    "",
                    "",
                    each(
                        n,
                        i ->
                            "{name: c"
                                + i
                                + ", image: i, resources: {limits:"
                                + " {tke.cloud.tencent.com/qgpu-core: 10,"
                                + " tke.cloud.tencent.com/qgpu-memory: 2}}}"))),
        work(
            "a node selector that is migrated",
            n ->
                Migration.from(GPUS.in("eks"))
                    .to(GPUS.in("ack"))
                    .parse(
                        "f", pod("", "nodeSelector: {" + each(n, i -> "l" + i + ": v") + "},", ""))
                    .toString()),
        work(
            "GPUs of an overlay",
            n -> laidOver("\"gpus\": [" + each(n, i -> "{\"name\": \"g" + i + "\"}") + "]")),
        work("steps of an overlay", GrowthTest::inSteps),
        work(
            "notes of an overlay",
            n ->
                laidOver(
                    "\"specs\": [{\"name\": \"g5.xlarge\", \"notes\": ["
                        + each(n, i -> "{\"id\": \"a.b\", \"message\": \"m" + i + "\"}")
                        + "]}]")),
        work(
            "rows of an overlay",
            n ->
                laidOver(
                    "\"specs\": ["
                        + each(
                            n,
                            i ->
                                "{\"name\": \"r"
                                    + i
                                    + "\", \"gpu\": \"T4\", \"gpus\": 1, \"policy\": \"fixed\","
                                    + " \"upward\": [{\"cpu\": \"4\", \"memory\": \"16Gi\"}]}")
                        + "]")));
  }

  private static Arguments work(String name, Work work) {
    return Arguments.of(name, work);
  }

  private static String each(int parts, IntFunction<String> part) {
    return IntStream.range(0, parts).mapToObj(part).collect(Collectors.joining(", "));
  }

  private static String intent(String container, String pod) {
    return """
    apiVersion: gpuspec.io/v1
    kind: GpuWorkload
    metadata: {name: p}
    spec: {kind: Pod, gpu: {names: [T4]}, container: {image: i%s}, pod: {%s}}
    """
        .formatted(container, pod);
  }

  private static Object built(String container, String pod) {
    return IntentFile.parse("f", intent(container, pod)).intents().get(0).on(GPUS.in("tke")).yaml();
  }

  private static String pod(String metadata, String spec, String containers) {
    return """
    apiVersion: v1
    kind: Pod
    metadata: {%s name: p}
    spec: {%s containers: [%s]}
    """
        .formatted(
            metadata,
            spec,
            containers.isEmpty()
                ? "{name: m, image: i, resources: {limits: {nvidia.com/gpu: 1}}}"
                : containers);
  }

  private static Object matched(String target, String metadata, String spec, String containers) {
    return WorkloadFile.parse("f", pod(metadata, spec, containers)).on(GPUS.in(target)).toString();
  }

  private static Object inSteps(int rows) {
    Citation ours = new Citation("Our machines", "2026-03", Citation.Status.EXAMPLE);
    Overlay overlay = Overlay.of("eks", ours);
    for (int i = 0; i < rows; i++) {
      overlay = overlay.row("own-" + i, 1, "T4", CpuAmount.parse("4"), MemorySize.parse("16Gi"));
    }
    return overlay.toString();
  }

  private static Object laidOver(String parts) {
    return GPUS.in("eks")
        .overlay(
            Overlay.parse(
                "o",
                """
                {"target": "eks", "citation": "c",
                 "citations": {"c": {"title": "t", "date": "2026-01", "status": "third-party"}},
                 %s}
                """
                    .formatted(parts)))
        .catalog()
        .specs();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("works")
  void fourTimesAsMuchCostsAboutFourTimesAsMuch(String name, Work work) {
    allocated(work, SMALL / TIMES);
    long small = allocated(work, SMALL);
    long large = allocated(work, SMALL * TIMES);

    assertThat((double) large / small)
        .as("%s: %s, then %s bytes", name, small, large)
        .isLessThan(MOST);
  }

  private static long allocated(Work work, int parts) {
    long thread = Thread.currentThread().getId();
    long before = THREADS.getThreadAllocatedBytes(thread);
    assertThat(work.with(parts)).isNotNull();
    return THREADS.getThreadAllocatedBytes(thread) - before;
  }
}
