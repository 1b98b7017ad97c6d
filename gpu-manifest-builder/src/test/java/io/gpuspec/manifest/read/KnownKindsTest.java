package io.gpuspec.manifest.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.manifest.internal.found.PodRange;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The pods of every kind of workload, as {@code kinds.yaml} states them above each document. */
class KnownKindsTest {
  private static final Pattern EXPECTED = Pattern.compile("# (.+) (\\d+) (\\d+)( \\d+\\.\\.\\d+)?");

  @TestFactory
  Stream<DynamicTest> thePodsOfEachKindAreFoundAndCounted() throws IOException {
    return documents("kinds.yaml")
        .map(
            document ->
                DynamicTest.dynamicTest(
                    name(document),
                    () -> {
                      WorkloadFile file = WorkloadFile.parse("f.yaml", document);

                      assertThat(file.problems()).isEmpty();
                      assertThat(file.notJudged()).isEmpty();
                      assertThat(found(file)).containsExactlyElementsOf(expected(document));
                    }));
  }

  private static Stream<String> documents(String file) throws IOException {
    try (InputStream in = Objects.requireNonNull(KnownKindsTest.class.getResourceAsStream(file))) {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return Stream.of(text.split("(?m)^---\n")).skip(1);
    }
  }

  private static String name(String document) {
    return document.lines().filter(line -> line.startsWith("kind:")).findFirst().orElseThrow();
  }

  private static List<String> expected(String document) {
    return document
        .lines()
        .filter(line -> EXPECTED.matcher(line).matches())
        .map(line -> line.substring(2))
        .toList();
  }

  private static List<String> found(WorkloadFile file) {
    return file.workloads().stream()
        .filter(workload -> gpus(workload) > 0)
        .map(
            workload ->
                "%s %d %d%s"
                    .formatted(
                        workload.task().orElse("-"),
                        workload.found().count(),
                        gpus(workload),
                        workload.found().range().map(KnownKindsTest::text).orElse("")))
        .toList();
  }

  private static String text(PodRange range) {
    return " " + range.least() + ".." + range.most();
  }

  private static long gpus(Workload workload) {
    return workload.pod().containers().stream()
        .flatMap(container -> container.limits().entrySet().stream())
        .filter(amount -> amount.getKey().equals("nvidia.com/gpu"))
        .mapToLong(amount -> Long.parseLong(amount.getValue()))
        .sum();
  }
}
