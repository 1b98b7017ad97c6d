package io.gpuspec.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.value.CpuAmount;
import io.gpuspec.value.MemorySize;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Amounts and lists as answers say them. */
class WordsTest {
  private static MemorySize bytes(long bytes) {
    return MemorySize.ofBytes(bytes);
  }

  @ParameterizedTest
  @CsvSource({
    "40Gi, 40Gi",
    "10Gi, 10Gi",
    "1536Mi, 1.5Gi",
    "1Gi, 1Gi",
    "1023Mi, 1023Mi",
    "512Mi, 512Mi",
    "1Mi, 1Mi",
    // 40000000000 / 1073741824 is 37.25; 1500000 / 1048576 is 1.43.
    "40G, about 37.3Gi",
    "1500k, about 1.4Mi",
    "1048577, about 1Mi",
    "1048575, 1048575 bytes",
    "2, 2 bytes",
    "1, 1 byte",
    "0, 0 bytes",
    "-2Gi, -2Gi",
    "-1Mi, -1Mi"
  })
  void memoryIsSaidInTheLargerUnitThatItFills(String memory, String words) {
    assertThat(Words.memory(MemorySize.parse(memory))).isEqualTo(words);
  }

  /** "16Gi requested, has 16Gi" would help nobody. */
  @Test
  void whatWouldLookTheSameIsSaidExactly() {
    MemorySize asked = MemorySize.parse("16Gi");

    assertThat(Words.memoryUnlike(asked, bytes((16L << 30) - 1))).isEqualTo("17179869183");
    assertThat(Words.memoryUnlike(asked, MemorySize.parse("12Gi"))).isEqualTo("12Gi");
    assertThat(Words.memoryUnlike(asked, MemorySize.parse("40G"))).isEqualTo("about 37.3Gi");
  }

  @Test
  void whatIsShortIsTheDifference() {
    assertThat(Words.shortOf(MemorySize.parse("16Gi"), MemorySize.parse("12Gi")))
        .isEqualTo("16Gi requested, has 12Gi, short 4Gi");
  }

  @Test
  void theMostIsInWholeMebibytes() {
    assertThat(Words.atMost(bytes((15109L << 20) + 1_048_575))).isEqualTo("15109Mi");
    assertThat(Words.atMost(bytes((16L << 30) - 1))).isEqualTo("16383Mi");
    assertThat(Words.atMost(MemorySize.parse("16Gi"))).isEqualTo("16Gi");
  }

  @ParameterizedTest
  @CsvSource({"1, 1 core", "1500m, 1.5 cores", "500m, 0.5 cores", "10, 10 cores", "0, 0 cores"})
  void oneCoreIsOne(String cpu, String words) {
    assertThat(Words.cores(CpuAmount.parse(cpu))).isEqualTo(words);
    assertThat(Words.plainCores(CpuAmount.parse(cpu))).isEqualTo(words.replaceFirst(" .*", ""));
  }

  @Test
  void manyAreMany() {
    assertThat(Words.count(0, "node")).isEqualTo("0 nodes");
    assertThat(Words.count(1, "node")).isEqualTo("1 node");
    assertThat(Words.count(2, "node")).isEqualTo("2 nodes");
    assertThat(Words.gpus(1)).isEqualTo("1 GPU");
    assertThat(Words.gpus(8)).isEqualTo("8 GPUs");
  }

  @Test
  void aLongListIsCutOffAndCounted() {
    List<Integer> three = List.of(1, 2, 3);

    assertThat(new Lines().head("answer").line("why", "it fits").lines("note", three).text())
        .hasToString(
            """
            answer
              why       it fits
              note      1
              note      2
              note      3\
            """);
    assertThat(new Lines().head("answer").lines("note", three, 2).text())
        .hasToString(
            """
            answer
              note      1
              note      2
                        ... and 1 more\
            """);
  }

  @ParameterizedTest
  @CsvSource({
    "T4, a T4",
    "A100-40GB, an A100-40GB",
    "H20, an H20",
    "L40S, an L40S",
    "GB200, a GB200",
    "RTX PRO 6000, an RTX PRO 6000",
    "Tesla-T4, a Tesla-T4",
    "rack-a, a rack-a",
    "NVIDIA-X, an NVIDIA-X"
  })
  void aNameHasItsArticleAsItIsSpoken(String name, String words) {
    assertThat(Words.a(name)).isEqualTo(words);
  }
}
