package io.gpuspec.tke;

import static io.gpuspec.testkit.Pods.ONE_GPU;
import static io.gpuspec.testkit.Pods.ids;
import static io.gpuspec.testkit.Pods.pod;
import static io.gpuspec.testkit.Pods.resources;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuspec.GpuRequest;
import io.gpuspec.Gpus;
import io.gpuspec.Match;
import io.gpuspec.Target;
import io.gpuspec.scheduling.PodField;
import io.gpuspec.scheduling.PodFieldException;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.value.Note;
import io.gpuspec.value.UnknownNameException;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What an existing pod asks of a super node, by the rules of product doc 457/44174. */
class PodTest {
  private static final String PREFIX = "eks.tke.cloud.tencent.com/";

  private static final Target TKE = Gpus.load().in("tke");

  private static PodView annotated(PodView pod, String... keysAndValues) {
    PodView result = pod;
    for (int i = 0; i < keysAndValues.length; i += 2) {
      result = result.annotation(PREFIX + keysAndValues[i], keysAndValues[i + 1]);
    }
    return result;
  }

  private Match match(PodView pod) {
    return TKE.match(pod).orElseThrow();
  }

  private String shape(PodView pod) {
    return match(pod).orThrow().shape().toString();
  }

  private static PodField field(String annotation) {
    return PodField.annotation(PREFIX + annotation);
  }

  private void refused(PodView pod, PodField field, String problem) {
    assertThatThrownBy(() -> TKE.match(pod))
        .isInstanceOf(PodFieldException.class)
        .hasMessageStartingWith(field + ": ")
        .hasMessageContaining(problem)
        .extracting(e -> ((PodFieldException) e).field())
        .isEqualTo(field);
  }

  /** What the containers add up to. */
  @Nested
  class Need {

    static Stream<Arguments> needs() {
      return Stream.of(
          need(
              "limit above request",
              "8 40Gi 1",
              "MAIN | cpu 6 memory 32Gi gpu 1 | cpu 8 memory 40Gi gpu 1"),
          need(
              "the sum of requests where it is more than every limit",
              "6 12Gi 1",
              "MAIN | cpu 4 memory 8Gi gpu 1 | cpu 5 memory 9Gi gpu 1",
              "MAIN | cpu 2 memory 4Gi | cpu 5 memory 9Gi"),
          need(
              "the largest limit where it is more than the sum of requests",
              "16 64Gi 1",
              "MAIN | cpu 4 memory 8Gi gpu 1 | cpu 16 memory 9Gi gpu 1",
              "MAIN | cpu 2 memory 4Gi | cpu 5 memory 64Gi"),
          need(
              "CPU by its requests and memory by its limits",
              "6 64Gi 1",
              "MAIN | cpu 3 memory 1Gi gpu 1 | cpu 3 memory 64Gi gpu 1",
              "MAIN | cpu 3 memory 1Gi | cpu 3 memory 1Gi"),
          need(
              "a limit without a request counts as a request",
              "12 3Gi 1",
              "MAIN | | cpu 8 memory 2Gi gpu 1",
              "MAIN | cpu 4 | memory 1Gi"),
          need("nothing but a GPU is one core and 2 GiB", "1 2Gi 1", ONE_GPU),
          need("CPU alone leaves memory open", "3 0 1", "MAIN | cpu 3 gpu 1 | gpu 1"),
          need("memory alone leaves CPU open", "0 8Gi 1", "MAIN | memory 8Gi gpu 1 | gpu 1"),
          need("a zero is nothing", "1 2Gi 1", "MAIN | cpu 0 memory 0 gpu 1 | gpu 1"),
          need("GPUs add up", "1 2Gi 3", ONE_GPU, "MAIN | gpu 2 | gpu 2"),
          need("a GPU in the limits alone counts", "1 2Gi 1", "MAIN | | gpu 1"),
          need(
              "an init container counts alone, as the larger of its request and limit",
              "20 64Gi 1",
              "MAIN | cpu 4 memory 8Gi gpu 1 | cpu 4 memory 8Gi gpu 1",
              "INIT | cpu 2 memory 64Gi | cpu 20 memory 64Gi"),
          need(
              "init containers do not add up",
              "6 8Gi 1",
              "MAIN | cpu 4 memory 8Gi gpu 1 | gpu 1",
              "INIT | cpu 6 memory 1Gi | ",
              "INIT | cpu 5 memory 7Gi | "),
          need(
              "an init container that states nothing is one core and 2 GiB",
              "1 2Gi 1",
              "MAIN | cpu 500m memory 1Gi gpu 1 | gpu 1",
              "INIT | | "),
          need(
              "an init container that states CPU alone has 2 GiB",
              "4 2Gi 1",
              "MAIN | cpu 500m memory 1Gi gpu 1 | gpu 1",
              "INIT | cpu 4 | "),
          need(
              "a sidecar counts with the containers, not with the init containers",
              "7 12Gi 1",
              "MAIN | cpu 4 memory 8Gi gpu 1 | gpu 1",
              "SIDECAR | cpu 3 memory 4Gi | "),
          need(
              "a small init container makes no pod smaller",
              "1 2Gi 1",
              ONE_GPU,
              "INIT | cpu 100m memory 64Mi | "),
          need(
              "GPUs of an init container are the same cards",
              "1 2Gi 2",
              ONE_GPU,
              "INIT | gpu 2 | gpu 2"),
          need(
              "millicores and mebibytes",
              "1500m 1536Mi 1",
              "MAIN | cpu 1500m memory 1.5Gi gpu 1 | gpu 1"));
    }

    private static Arguments need(String rule, String total, String... containers) {
      return Arguments.of(rule, total, containers);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("needs")
    void addsUpTo(String rule, String total, String[] containers) {
      GpuRequest need = TKE.request(pod(containers));

      assertThat(need.cpu() + " " + need.memory() + " " + need.devices().count()).isEqualTo(total);
      assertThat(need.devices().names()).isEmpty();
    }

    @Test
    void annotationsAreNotLookedAt() {
      PodView pod = annotated(pod(ONE_GPU), "gpu-type", "V100", "cpu", "8", "mem", "40Gi");

      assertThat(TKE.request(pod)).hasToString("any GPU x1, 1 core, 2Gi");
    }
  }

  /** Method B: the shape is matched upward from the containers. */
  @Nested
  class Computed {

    @ParameterizedTest
    @CsvSource(
        delimiter = ';',
        value = {
          // Examples 1, 2 and 2b of the best-practice text.
          "V100;   cpu 6 memory 30Gi gpu 1;  cpu 8 memory 40Gi gpu 1;  V100 x1 · 8 cores · 40Gi",
          "1/4*T4; cpu 2 memory 8Gi gpu 1;   cpu 4 memory 16Gi gpu 1;  1/4*T4 x1 · 4 cores · 16Gi",
          "1/2*T4; cpu 4 memory 16Gi gpu 1;  cpu 8 memory 32Gi gpu 1;  1/2*T4 x1 · 8 cores · 32Gi",
          // Its scenarios of method B.
          "T4;     cpu 4 memory 16Gi gpu 1;  cpu 8 memory 32Gi gpu 1;  T4 x1 · 8 cores · 32Gi",
          "V100;   cpu 16 memory 64Gi gpu 2; cpu 18 memory 80Gi gpu 2; V100 x2 · 18 cores · 80Gi",
          "A10*GNV4; gpu 1;                  gpu 1;                    A10*GNV4 x1 · 2 cores · 7Gi"
        })
    void landsWhereTheDocumentSays(String types, String requests, String limits, String shape) {
      PodView pod =
          annotated(PodView.empty(), "gpu-type", types)
              .container("c", resources(requests), resources(limits));

      assertThat(shape(pod)).isEqualTo(shape);
      assertThat(match(pod).request().isExplicit()).isFalse();
    }

    @Test
    void theListIsOrdered() {
      Match.Found found =
          match(annotated(pod("MAIN | | cpu 8 memory 32Gi gpu 1"), "gpu-type", "T4,V100"))
              .orThrow();

      assertThat(found.shape()).hasToString("T4 x1 · 8 cores · 32Gi");
      assertThat(found.preferences()).hasSize(2);
      assertThat(shape(annotated(pod(ONE_GPU), "gpu-type", " V100 , T4 ")))
          .isEqualTo("V100 x1 · 2 cores · 10Gi");
    }

    @Test
    void twoContainersThatShareAPodAddTheirGpus() {
      assertThat(shape(annotated(pod(ONE_GPU, ONE_GPU), "gpu-type", "V100")))
          .isEqualTo("V100 x2 · 2 cores · 8Gi");
    }

    @Test
    void twoSharesOfACardInOnePodAreAnErrorThatNamesTheAnnotation() {
      refused(
          annotated(pod(ONE_GPU, ONE_GPU), "gpu-type", "1/4*T4"),
          field("gpu-type"),
          "2 x '1/4*T4' was asked for; a fraction is one device");
    }

    @Test
    void theAnnotatedCountWinsOverTheContainers() {
      Match match = match(annotated(pod(ONE_GPU), "gpu-type", "V100", "gpu-count", "2"));

      assertThat(match.orThrow().shape().gpus()).isEqualTo(2);
      assertThat(ids(match)).contains("gpus.differ").doesNotContain("gpus.defaulted");
    }

    @Test
    void aTypeWithoutAnyCountIsOneGpuAndSaysSo() {
      Match match = match(annotated(pod("MAIN | cpu 2 | "), "gpu-type", "T4"));

      assertThat(match.orThrow().shape()).hasToString("T4 x1 · 2 cores · 8Gi");
      assertThat(ids(match)).contains("gpus.defaulted");
      assertThat(ids(match(annotated(pod(ONE_GPU), "gpu-type", "T4"))))
          .doesNotContain("gpus.defaulted");
    }

    @Test
    void aPodWithoutTypeIsANoMatchThatNamesTheAnnotationAndWhatWouldDo() {
      Match none = match(pod("MAIN | | cpu 8 memory 32Gi gpu 1"));

      assertThat(none.isFound()).isFalse();
      assertThat(none.rejected()).hasSize(1);
      assertThat(none.rejected().get(0).name())
          .isEqualTo("metadata.annotations[eks.tke.cloud.tencent.com/gpu-type]");
      assertThat(none.rejected().get(0).reasons().get(0).message())
          .contains("the annotation is missing");
      assertThat(none.alternatives())
          .extracting(Object::toString)
          .contains("T4 x1 · 8 cores · 32Gi");
      assertThat(match(annotated(PodView.empty(), "gpu-count", "1")).isFound()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"aliyun.com/gpu-mem", "tke.cloud.tencent.com/qgpu-core"})
    void aDeviceThatNoSuperNodeOffersIsANoMatch(String resource) {
      Map<String, String> one = Map.of(resource, "1");
      PodView pod = PodView.empty().container("c", one, one);

      for (PodView each : List.of(pod, annotated(pod, "gpu-type", "T4"))) {
        Match none = match(each);
        assertThat(none.isFound()).isFalse();
        assertThat(none.rejected().get(0).name())
            .isEqualTo("container 'c' resources.limits[" + resource + "]");
        assertThat(none.rejected().get(0).reasons().get(0).message())
            .startsWith("a super node offers nvidia.com/gpu and nothing else");
      }
    }

    @Test
    void aPodThatAsksForNoGpuIsNoneOfOurs() {
      assertThat(TKE.match(PodView.empty())).isEmpty();
      assertThat(TKE.match(pod("MAIN | cpu 8 memory 32Gi | cpu 8 memory 32Gi"))).isEmpty();
      assertThat(TKE.match(annotated(pod("MAIN | gpu 0 | gpu 0"), "cpu", "8", "mem", "16Gi")))
          .isEmpty();
    }
  }

  /** Method A: the annotations state the shape. */
  @Nested
  class Stated {

    @ParameterizedTest
    @CsvSource({
      "V100,     1, 8,   40Gi,  V100 x1 · 8 cores · 40Gi",
      "T4,       2, 40,  160Gi, T4 x2 · 40 cores · 160Gi",
      "PNV5b,    1, 48,  192Gi, L20 x1 · 48 cores · 192Gi",
      "A10*PNV4, 4, 112, 466Gi, A10*PNV4 x4 · 112 cores · 466Gi",
      "V100,     1, 2,   2Gi,   V100 x1 · 2 cores · 2Gi",
      "T4,       1, 16,  128Gi, T4 x1 · 16 cores · 128Gi",
      "T4,       1, 8,   2048Mi, T4 x1 · 8 cores · 2Gi",
      "T4,       1, 8.0, 32Gi,  T4 x1 · 8 cores · 32Gi"
    })
    void landsWhereTheDocumentSays(
        String type, String count, String cpu, String mem, String shape) {
      PodView pod =
          annotated(PodView.empty(), "gpu-type", type, "gpu-count", count, "cpu", cpu, "mem", mem);

      assertThat(shape(pod)).isEqualTo(shape);
      assertThat(match(pod).request().isExplicit()).isTrue();
    }

    @Test
    void theContainersRequestsAreNotComputed() {
      PodView pod =
          annotated(
              pod("MAIN | cpu 60 memory 300Gi gpu 1 | gpu 1"),
              "gpu-type",
              "V100",
              "gpu-count",
              "1",
              "cpu",
              "8",
              "mem",
              "40Gi");

      assertThat(match(pod).orThrow()).hasToString("V100 x1 · 8 cores · 40Gi  on tke (exact)");
    }

    @Test
    void aMissingCountIsOneAndSaysSo() {
      Match match =
          match(annotated(PodView.empty(), "gpu-type", "V100", "cpu", "8", "mem", "40Gi"));

      assertThat(match.orThrow().shape()).hasToString("V100 x1 · 8 cores · 40Gi");
      assertThat(match.notes().get(0))
          .hasToString(
              "gpus.defaulted: eks.tke.cloud.tencent.com/gpu-count is not set; it counts as 1");
      assertThat(match.notes().get(0).citation()).isPresent();
    }

    @Test
    void aMissingCountIsOneEvenWhereTheContainersAskForMore() {
      PodView pod =
          annotated(pod("MAIN | gpu 2 | gpu 2"), "gpu-type", "V100", "cpu", "8", "mem", "40Gi");

      assertThat(match(pod).orThrow().shape()).hasToString("V100 x1 · 8 cores · 40Gi");
      assertThat(ids(match(pod))).contains("gpus.defaulted", "gpus.differ");
    }

    @Test
    void aLimitAboveTheStatedShapeIsNotedByContainerAndResource() {
      PodView pod =
          annotated(
              pod("MAIN | gpu 1 | cpu 9 memory 41Gi gpu 1", "SIDECAR | | cpu 8 memory 40Gi"),
              "gpu-type",
              "V100",
              "gpu-count",
              "1",
              "cpu",
              "8",
              "mem",
              "40Gi");

      assertThat(match(pod).notes())
          .filteredOn(note -> note.id().equals("limit.above-shape"))
          .extracting(Note::message)
          .containsExactly(
              "container 'c0' may use 9 cpu, and the stated shape has only 8",
              "container 'c0' may use 41Gi memory, and the stated shape has only 40Gi");
    }

    @Test
    void aNameOfAFamilyIsToBeWrittenAsTheGpu() {
      PodView pod = annotated(pod("MAIN | gpu 1 | gpu 1"), "gpu-type", "PNV5b");

      assertThat(match(pod).notes())
          .filteredOn(note -> note.id().equals("annotation.alias"))
          .extracting(Note::message)
          .containsExactly(
              "eks.tke.cloud.tencent.com/gpu-type: 'PNV5b' is not a value that TKE documents; write L20");
      assertThat(match(annotated(pod("MAIN | gpu 1 | gpu 1"), "gpu-type", "1/4*T4")).notes())
          .noneMatch(note -> note.id().equals("annotation.alias"));
    }

    @ParameterizedTest
    @CsvSource({"500, true", "200, false", "abc, false"})
    void aDiskThatIsLargerThanTheImagesTakeIsNoted(String disk, boolean isNoted) {
      PodView pod =
          annotated(
              pod("MAIN | gpu 1 | gpu 1"),
              "gpu-type",
              "T4",
              "use-image-cache",
              "auto",
              "image-cache-disk-size",
              disk);

      assertThat(
              TKE.with(Tke.IMAGES_SIZE, "6G").match(pod).orElseThrow().notes().stream()
                  .anyMatch(
                      note ->
                          note.id().equals("image-cache.disk")
                              && note.message().contains("200 GB would do for 6G of images")))
          .isEqualTo(isNoted);
      assertThat(match(pod).notes()).noneMatch(note -> note.id().equals("image-cache.disk"));
    }

    @Test
    void requestsAboveTheStatedShapeAreNoted() {
      PodView pod =
          annotated(
              pod("MAIN | cpu 20 memory 100Gi gpu 1 | gpu 1"),
              "gpu-type",
              "V100",
              "gpu-count",
              "1",
              "cpu",
              "8",
              "mem",
              "40Gi");

      assertThat(match(pod).notes())
          .filteredOn(note -> note.id().equals("shape.below-requests"))
          .extracting(Note::message)
          .containsExactly(
              "the containers request 20 cores and 100Gi, and the stated shape has 8 and 40Gi; state a larger one, or only the GPU type");
    }

    @ParameterizedTest
    @CsvSource({
      "cpu 9 memory 40Gi, true",
      "cpu 8 memory 41Gi, true",
      "cpu 8 memory 40Gi, false",
      "cpu 1, false"
    })
    void eitherOfTheRequestsMayBeAboveTheStatedShape(String requests, boolean isNoted) {
      PodView pod =
          annotated(
              pod("MAIN | " + requests + " gpu 1 | gpu 1"),
              "gpu-type",
              "V100",
              "gpu-count",
              "1",
              "cpu",
              "8",
              "mem",
              "40Gi");

      assertThat(ids(match(pod)).contains("shape.below-requests")).isEqualTo(isNoted);
    }

    @Test
    void aLimitOfAnInitContainerAboveTheStatedShapeIsNotedToo() {
      PodView pod =
          annotated(
              pod(ONE_GPU, "INIT | | cpu 9 memory 1Gi"),
              "gpu-type",
              "V100",
              "gpu-count",
              "1",
              "cpu",
              "8",
              "mem",
              "40Gi");

      assertThat(ids(match(pod))).contains("limit.above-shape");
    }

    @Test
    void aShapeThatIsNotOfferedIsANoMatch() {
      Match none =
          match(
              annotated(
                  PodView.empty(),
                  "gpu-type",
                  "V100",
                  "gpu-count",
                  "1",
                  "cpu",
                  "6",
                  "mem",
                  "32Gi"));

      assertThat(none.isFound()).isFalse();
      assertThat(none.rejected().get(0))
          .hasToString("V100 x1: cpu: exactly 6 requested; it can be 2, 4, 8");
    }

    @Test
    void cpuAndMemGoTogether() {
      refused(
          annotated(pod(ONE_GPU), "gpu-type", "V100", "cpu", "8"),
          field("cpu"),
          "'8' stands alone; cpu and mem go together, so add eks.tke.cloud.tencent.com/mem");
      refused(
          annotated(pod(ONE_GPU), "gpu-type", "V100", "mem", "40Gi"),
          field("mem"),
          "'40Gi' stands alone; cpu and mem go together, so add eks.tke.cloud.tencent.com/cpu");
    }

    @ParameterizedTest
    @ValueSource(strings = {"40G", "40", "40GiB", "40gi", "40 Gi", "1e3Gi", "-40Gi", "1Ti", ""})
    void memNeedsABinaryUnit(String mem) {
      refused(
          annotated(PodView.empty(), "gpu-type", "V100", "cpu", "8", "mem", mem),
          field("mem"),
          "'" + mem + "' is not in a unit that TKE takes; write Gi or Mi: '40Gi'");
    }

    @ParameterizedTest
    @ValueSource(strings = {"8c", "8000m", "-8", "eight", "8 ", ""})
    void cpuIsANumberOfCoresWithoutAUnit(String cpu) {
      refused(
          annotated(PodView.empty(), "gpu-type", "V100", "cpu", cpu, "mem", "40Gi"),
          field("cpu"),
          "'" + cpu + "' is not a number of cores; write it without a unit: '8'");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "1.5", "two", "", "01"})
    void theCountIsAWholeNumberFromOne(String count) {
      refused(
          annotated(PodView.empty(), "gpu-type", "V100", "gpu-count", count),
          field("gpu-count"),
          "'" + count + "' is not a number of cards; write '1' or more");
    }
  }

  /** What cannot be read. */
  @Nested
  class Errors {

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "T4,", ",T4", "T4,,V100"})
    void anEmptyEntryInTheListIsAnErrorThatNamesTheAnnotation(String types) {
      refused(annotated(pod(ONE_GPU), "gpu-type", types), field("gpu-type"), "is empty");
    }

    @Test
    void aFractionOfNothingIsAnErrorThatNamesTheAnnotation() {
      refused(annotated(pod(ONE_GPU), "gpu-type", "1/4*"), field("gpu-type"), "names no GPU");
      refused(annotated(pod(ONE_GPU), "gpu-type", "5/4*T4"), field("gpu-type"), "not a share");
    }

    @Test
    void anUnknownGpuIsAnErrorWithASuggestion() {
      assertThatThrownBy(() -> TKE.match(annotated(pod(ONE_GPU), "gpu-type", "V10O")))
          .isInstanceOf(PodFieldException.class)
          .hasCauseInstanceOf(UnknownNameException.class)
          .hasMessageStartingWith(
              "metadata.annotations[eks.tke.cloud.tencent.com/gpu-type]: GPU 'V10O' is not known;"
                  + " did you mean V100");
      assertThatThrownBy(() -> TKE.match(annotated(pod(ONE_GPU), "gpu-type", "T4,A10*PNV")))
          .hasCauseInstanceOf(UnknownNameException.class)
          .hasMessageContaining("did you mean A10*PNV4");
    }

    static Stream<Arguments> unreadable() {
      PodField gpuLimit = PodField.limit("c0", "nvidia.com/gpu");
      PodField gpuRequest = PodField.request("c0", "nvidia.com/gpu");
      return Stream.of(
          Arguments.of("MAIN | | gpu 0.5", gpuLimit, "not a whole number"),
          Arguments.of("MAIN | | gpu 500m", gpuLimit, "not a whole number"),
          Arguments.of("MAIN | gpu 1.5 | gpu 1.5", gpuRequest, "not a whole number"),
          Arguments.of("MAIN | | gpu -1", gpuLimit, "negative"),
          Arguments.of("MAIN | | gpu -3000000000", gpuLimit, "more than any node has"),
          Arguments.of("MAIN | | gpu 2147483647", gpuLimit, "more than any node has"),
          Arguments.of(
              "MAIN | cpu 6 | cpu 4 gpu 1", PodField.request("c0", "cpu"), "above the limit '4'"),
          Arguments.of(
              "MAIN | memory 2Gi | memory 1Gi gpu 1",
              PodField.request("c0", "memory"),
              "above the limit '1Gi'"),
          Arguments.of("MAIN | | gpu one", gpuLimit, "'one' is not a number"),
          Arguments.of("MAIN | gpu 1 | gpu 2", gpuLimit, "'2' differs from the request '1'"),
          Arguments.of(
              "MAIN | gpu 1 | ", gpuLimit, "limits has no nvidia.com/gpu, while requests has '1'"),
          Arguments.of(
              "MAIN | cpu 4c gpu 1 | gpu 1", PodField.request("c0", "cpu"), "not a quantity"),
          Arguments.of(
              "MAIN | | memory 8GB gpu 1", PodField.limit("c0", "memory"), "not a quantity"),
          Arguments.of(
              "INIT | memory -1Gi | ", PodField.request("c0", "memory"), "'-1Gi' is negative"));
    }

    @ParameterizedTest
    @MethodSource("unreadable")
    void aQuantityThatNoApiServerTakesNamesItsField(
        String container, PodField field, String problem) {
      refused(annotated(pod(container), "gpu-type", "T4"), field, problem);
    }

    @Test
    void aWholeNumberOfGpusMayBeWrittenAsAnyQuantity() {
      assertThat(TKE.request(pod("MAIN | | gpu 2000m")).devices().count()).isEqualTo(2);
    }
  }
}
