package io.gpuspec.cuda;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.gpuspec.SpecCatalog;
import io.gpuspec.Target;
import io.gpuspec.TestCloud;
import io.gpuspec.cuda.CudaFit.Compatibility;
import io.gpuspec.internal.Json;
import io.gpuspec.json.GpuJson;
import io.gpuspec.value.Citation;
import io.gpuspec.value.Note;
import io.gpuspec.value.UnknownNameException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CudaFitTest {
  private static final String PYTORCH = "pytorch/pytorch:2.0.1-cuda11.7-cudnn8-runtime";

  private static CudaFit fit(String image, String driver) {
    return CudaImage.of(image).on(Driver.of(driver));
  }

  private static String ids(CudaFit fit) {
    return String.join(" ", fit.notes().stream().map(Note::id).toList());
  }

  // A driver that is known to its last number.

  @Test
  void theDocumentsImageRunsOnTheDocumentsDriver() {
    CudaFit fit = fit(PYTORCH, "470.182.03");

    assertThat(fit.fits()).isTrue();
    assertThat(fit.by()).contains(Compatibility.MINOR_VERSION);
    assertThat(fit)
        .hasToString("fits: CUDA 11.7 on driver 470.182.03 (minor-version compatibility)");
    assertThat(fit.reason())
        .isEqualTo(
            "driver 470.182.03 is not older than 450.80.02, from which on drivers run any CUDA"
                + " 11.x");
    assertThat(fit.minimumDriver()).contains(Driver.of("450.80.02"));
    assertThat(fit.citation().status()).isEqualTo(Citation.Status.DOCUMENTED);
    assertThat(fit.notes())
        .singleElement()
        .hasToString(
            "cuda.minor-version: what the driver compiles from PTX, and features of CUDA 11.7's"
                + " own driver, need driver 515.43.04 or newer");
  }

  @ParameterizedTest
  @CsvSource({
    // The other images and drivers of the documents.
    "nvidia/cuda:11.4.0-runtime-ubuntu20.04, 470.161.03, BACKWARD",
    "nvidia/cuda:12.4.0-base-ubuntu22.04, 550.54.15, BACKWARD",
    "nvidia/cuda:12.4.0-base-ubuntu22.04, 580.65.06, BACKWARD",
    "pytorch/pytorch:2.4.0-cuda12.4-cudnn9-devel, 525.60.13, MINOR_VERSION",
    "nvidia/cuda:12.0-base, 525.60.13, BACKWARD",
    "r/llm:cu118, 450.102.04, MINOR_VERSION",
    // An update may come with a newer driver than the first release.
    "nvidia/cuda:12.4.1-base, 550.54.14, MINOR_VERSION",
    "nvidia/cuda:12.4.0-base, 550.54.14, BACKWARD",
    "nvidia/cuda:12.4.9-base, 550.54.15, BACKWARD",
    // There is no 11.0.0, and 11.0.1 is a release candidate.
    "r/old:cuda-11.0.0, 450.51.05, BACKWARD",
    "r/old:cuda-11.0.1, 450.36.06, BACKWARD",
    "r/old:cuda-10.2.1, 440.33, BACKWARD",
    "r/old:cuda-11.0, 450.51.05, BACKWARD",
    "r/old:cuda-10.2, 440.33, BACKWARD",
  })
  void itRunsBy(String image, String driver, Compatibility by) {
    assertThat(fit(image, driver).by()).contains(by);
  }

  @ParameterizedTest
  @CsvSource({
    "pytorch/pytorch:2.4.0-cuda12.4-cudnn9-devel, 470.182.03, 525.60.13",
    "r/llm:cu130, 575.57.08, 580",
    "r/llm:cu118, 440.33, 450.80.02",
    "r/old:cuda-10.2, 418.39, 440.33",
    "r/old:cuda-11.0, 450.36.06, 450.51.05",
    "r/old:cuda-11.0.0, 450.36.06, 450.51.05",
  })
  void itDoesNotRunAndNamesTheDriverThatWould(String image, String driver, String least) {
    CudaFit fit = fit(image, driver);

    assertThat(fit.fits()).isFalse();
    assertThat(fit.by()).isEmpty();
    assertThat(fit.minimumDriver()).contains(Driver.of(least));
    assertThat(fit.reason()).contains("driver " + driver + " is older than " + least);
  }

  /** The rule that a driver is too old by is the one that asks least of it. */
  @ParameterizedTest
  @CsvSource({
    "12.4, 470.182.03, any CUDA 12.x, CUDA Compatibility",
    "11.0, 450.36.06, CUDA 11.0, table 3",
    "10.2, 418.39, CUDA 10.2, table 3",
  })
  void aDriverIsTooOldByTheRuleThatAsksLeast(
      String cuda, String driver, String runs, String source) {
    CudaFit fit = CudaImage.ofCuda(cuda).on(Driver.of(driver));

    assertThat(fit.reason()).endsWith(", from which on drivers run " + runs);
    assertThat(fit.citation().title()).contains(source);
  }

  @Test
  void aMinorVersionAfterTheTableIsTakenByTheRuleOfItsMajorVersion() {
    CudaFit fit = fit("r/llm:cuda-13.9", "580.65.06");

    assertThat(fit.by()).contains(Compatibility.MINOR_VERSION);
    assertThat(ids(fit)).isEqualTo("cuda.minor-version cuda.newer-than-table");
    assertThat(fit("r/llm:cuda-13.9", "575.57.08").fits()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"12.10", "14.0", "9.2", "11.9", "1.0"})
  void aVersionThatThereIsNotIsUnknown(String cuda) {
    assertError(() -> CudaImage.ofCuda(cuda), "cuda.unknown", cuda);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "12", "12.", "12.4.1.0", "twelve", "cuda12.4", "-12.4", "12.4000"})
  void aTextThatIsNoVersionIsRefused(String cuda) {
    assertError(() -> CudaImage.ofCuda(cuda), "cuda.malformed", cuda);
  }

  @Test
  void aVersionThatOnlyDriversReportIsNoImages() {
    assertError(() -> CudaImage.ofCuda("12.7"), "cuda.unknown", "12.7");
  }

  // A driver of which only the branch is known.

  @Test
  void aBranchFitsWhereEveryVersionOfItDoes() {
    CudaFit fit = fit(PYTORCH, "470");

    assertThat(fit)
        .hasToString("fits: CUDA 11.7 on driver branch 470 (minor-version compatibility)");
    assertThat(ids(fit)).isEqualTo("cuda.minor-version");
  }

  @Test
  void aBranchFitsUnderAConditionWhereOnlyItsLaterVersionsDo() {
    CudaFit fit = fit(PYTORCH, "450");

    assertThat(fit.fits()).isTrue();
    assertThat(fit.reason()).isEqualTo("drivers of branch 450 run CUDA 11.7 from 450.80.02 on");
    assertThat(fit.notes().get(0))
        .hasToString(
            "driver.branch: only the branch is known; whether a node's driver is 450.80.02 or"
                + " newer, nvidia-smi shows");
  }

  @ParameterizedTest
  @CsvSource({
    // The older of two drivers of the branch is enough.
    "11.0, 450, BACKWARD, 450.51.05",
    "12.0, 525, BACKWARD, 525.60.13",
    "12.1, 525, MINOR_VERSION, 525.60.13",
    "12.0.1, 525, MINOR_VERSION, 525.60.13",
    "10.2, 440, BACKWARD, 440.33",
    // Every version of branch 580 runs CUDA 13; one from 580.65.06 on would by itself.
    "13.0, 580, MINOR_VERSION, 580",
    "12.4, 550, MINOR_VERSION, 525.60.13",
    "12.4, 555, BACKWARD, 525.60.13",
  })
  void aBranchRunsBy(String cuda, String branch, Compatibility by, String least) {
    CudaFit fit = CudaImage.ofCuda(cuda).on(Driver.of(branch));

    assertThat(fit.by()).contains(by);
    assertThat(fit.minimumDriver()).contains(Driver.of(least));
  }

  // The package cuda-compat.

  @Test
  void anImageOfNvidiasCarriesTheLibrariesOfANewerDriver() {
    CudaFit fit =
        CudaImage.of("nvidia/cuda:13.0.0-base-ubuntu24.04").on(Driver.of("535.161.07"), "A10");

    assertThat(fit.by()).contains(Compatibility.FORWARD);
    assertThat(fit.reason())
        .isEqualTo(
            "driver 535.161.07 is too old by itself; the image carries cuda-compat-13-0, which"
                + " runs on branch 535");
    assertThat(fit.minimumDriver()).contains(Driver.of("580"));
    assertThat(fit.citation().title()).contains("forward compatibility");
    assertThat(ids(fit)).isEqualTo("cuda.container-toolkit");
  }

  @Test
  void anotherImageMightCarryThemAndTheAnswerSaysSo() {
    CudaFit fit = CudaImage.of("r/llm:cu130").on(Driver.of("535.161.07"), "A10");

    assertThat(fit.fits()).isFalse();
    assertThat(fit.notes())
        .singleElement()
        .hasToString(
            "cuda.forward-package: an image with the package cuda-compat-13-0 runs on branch 535"
                + " with a whole data-center GPU; this image is not known to have it");
  }

  @Test
  void withoutAGpuTheConditionIsNamed() {
    CudaFit fit = fit("nvidia/cuda:13.0.0-base", "570.26");

    assertThat(fit.fits()).isTrue();
    assertThat(ids(fit)).isEqualTo("cuda.container-toolkit cuda.data-center-gpu");
  }

  @Test
  void aBranchThatNvidiaNoLongerListsIsNamed() {
    CudaFit fit = CudaImage.of("nvidia/cuda:12.4.0-base").on(Driver.of("470.182.03"), "T4");

    assertThat(fit.by()).contains(Compatibility.FORWARD);
    assertThat(fit.citation().status()).isEqualTo(Citation.Status.THIRD_PARTY);
    assertThat(ids(fit)).isEqualTo("cuda.container-toolkit driver.end-of-life");
  }

  @ParameterizedTest
  @CsvSource({
    "1/4*T4, a share of one is not documented",
    "RTX-PRO-6000-Server, RTX-PRO-6000-Server is not known to be one",
  })
  void otherGpusAreNotServed(String gpu, String why) {
    CudaFit fit = CudaImage.of("nvidia/cuda:13.0.0-base").on(Driver.of("575.57.08"), gpu);

    assertThat(fit.fits()).isFalse();
    assertThat(fit.notes()).singleElement().asString().endsWith("; " + why);
  }

  @Test
  void aBranchBetweenThoseThatAreListedIsNotServed() {
    CudaFit fit = fit("nvidia/cuda:12.4.0-base", "510.47.03");

    assertThat(fit.fits()).isFalse();
    assertThat(fit.notes()).isEmpty();
  }

  @Test
  void whatAnImageOfNvidiasAsksForIsToldWhereTheDriverIsNotAmongIt() {
    assertThat(ids(fit("nvidia/cuda:12.4.1-base", "530.30.02")))
        .isEqualTo("cuda.minor-version image.required-drivers");
    assertThat(fit("nvidia/cuda:12.4.1-base", "530.30.02").notes().get(1).message())
        .isEqualTo(
            "the image asks for a driver of CUDA 12.4 or newer, or of branch 470, 525, 535; where"
                + " the container runtime refuses another, NVIDIA_DISABLE_REQUIRE=1 turns the"
                + " check off");
    assertThat(ids(fit("nvidia/cuda:12.4.1-base", "535.54.03"))).isEqualTo("cuda.minor-version");
    assertThat(ids(fit("r/llm:cu124", "530.30.02"))).isEqualTo("cuda.minor-version");
    assertThat(ids(fit("nvidia/cuda:12.5.0-base", "530.30.02"))).isEqualTo("cuda.minor-version");
  }

  // The GPU.

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "13.0 | 580.65.06  | V100-32G | CUDA 13.x no longer has code for V100-32G (compute capability 7.0); the last that has is CUDA 12.x",
        "12.4 | 590.44.01  | V100-32G | driver 590.44.01 no longer drives V100-32G (compute capability 7.0); the last that does is branch 580",
        "11.7 | 535.161.07 | H100-80G | CUDA 11.7 has no code for H100-80G (compute capability 9.0); the first that has is CUDA 11.8",
        "12.6 | 570.26     | B200     | CUDA 12.6 has no code for B200 (compute capability 10.0); the first that has is CUDA 12.8",
        "12.8 | 550        | B200     | driver branch 550 does not know B200 (compute capability 10.0); the first that does is 570.26, of CUDA 12.8",
        "11.8 | 470.182.03 | L4       | driver 470.182.03 does not know L4 (compute capability 8.9); the first that does is 520.61.05, of CUDA 11.8",
        "11.8 | 520.56.06  | L4       | driver 520.56.06 does not know L4 (compute capability 8.9); the first that does is 520.61.05, of CUDA 11.8",
        "10.2 | 470.182.03 | A100-40G | CUDA 10.2 has no code for A100-40G (compute capability 8.0); the first that has is CUDA 11.0",
      })
  void aGpuIsTooNewOrTooOld(String cuda, String driver, String gpu, String reason) {
    CudaFit fit = CudaImage.ofCuda(cuda).on(Driver.of(driver), gpu);

    assertThat(fit.fits()).isFalse();
    assertThat(fit.reason()).isEqualTo(reason);
    assertThat(fit.gpu()).contains(gpu);
    assertThat(CudaImage.ofCuda(cuda).on(Driver.of(driver)).fits()).as("the driver alone").isTrue();
  }

  /** The last branch for Volta, and the first for Blackwell and Ada. */
  @ParameterizedTest
  @CsvSource({
    "12.9, 580.65.06, V100-32G",
    "12.8, 570.26, B200",
    "12.9, 570.26, B200",
    "11.8, 520.61.05, L4",
    "11.8, 450.80.02, T4",
    "12.9, 590.44.01, T4",
  })
  void aGpuIsDrivenFromItsFirstBranchToItsLast(String cuda, String driver, String gpu) {
    assertThat(CudaImage.ofCuda(cuda).on(Driver.of(driver), gpu).fits()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({"H100, 11.8", "B200, 12.8", "L4, 11.8", "A100, 11.0", "T4, 10.0"})
  void theFirstCudaForAGpuIsTheFirstWithCodeForIt(String gpu, String cuda) {
    assertThat(CudaImage.firstFor(gpu)).map(CudaImage::cuda).contains(cuda);
  }

  /** CUDA 9.0, which is older than all that are listed. */
  @Test
  void theFirstCudaForAnOldGpuIsNotKnown() {
    assertThat(CudaImage.firstFor("V100")).isEmpty();
    assertThatThrownBy(() -> CudaImage.firstFor("T5")).isInstanceOf(UnknownNameException.class);
  }

  @Test
  void anOlderDriverThanTheGpuNeedsNamesTheOneThatItDoes() {
    assertThat(CudaImage.ofCuda("12.8").on(Driver.of("550"), "B200").minimumDriver())
        .contains(Driver.of("570.26"));
    assertThat(CudaImage.ofCuda("13.0").on(Driver.of("580"), "V100").minimumDriver()).isEmpty();
    // Of its first branch, the versions from that of its first toolkit on.
    CudaFit branch = CudaImage.ofCuda("11.8").on(Driver.of("520"), "L4");
    assertThat(branch.fits()).isTrue();
    assertThat(branch.minimumDriver()).contains(Driver.of("520.61.05"));
    assertThat(branch.notes())
        .extracting(Note::message)
        .contains(
            "only the branch is known; whether a node's driver is 520.61.05 or newer, nvidia-smi shows");
    // The family needs 525.60.13, the GPU more.
    assertThat(CudaImage.ofCuda("12.9").on(Driver.of("570.26"), "B200").minimumDriver())
        .contains(Driver.of("570.26"));
  }

  @ParameterizedTest
  @CsvSource({
    "11.7, 535, L40S, 8.6",
    "11.0, 535, L40S, 8.0",
    "11.0, 470, A10, 8.0",
    "12.8, 580, B300, 10.0",
  })
  void codeForALowerCapabilityOfTheSameMajorNumberRuns(
      String cuda, String driver, String gpu, String lower) {
    CudaFit fit = CudaImage.ofCuda(cuda).on(Driver.of(driver), gpu);

    assertThat(fit.fits()).isTrue();
    assertThat(fit.notes())
        .anySatisfy(
            note -> {
              assertThat(note.id()).isEqualTo("gpu.binary-compatibility");
              assertThat(note.message()).endsWith("what was built for " + lower + " runs on it");
            });
  }

  @Test
  void anAmbiguousNameIsAskedOfAllThatItMeans() {
    CudaFit fit = CudaImage.ofCuda("11.7").on(Driver.of("470"), "V100");

    assertThat(fit.fits()).isTrue();
    assertThat(fit.gpu()).contains("V100-16G");
    assertThat(fit.notes())
        .last()
        .hasToString(
            "gpu.several: asked of V100-16G, V100-32G; this is the answer for V100-16G, and none"
                + " is less favourable");
  }

  @Test
  void anUnknownGpuIsABadQuestion() {
    assertError(() -> CudaImage.ofCuda("11.7").on(Driver.of("470"), "T5"), "gpu.unknown", "T5");
  }

  // The rows of a catalog.

  private final Target cloud = TestCloud.ofResources("cloud").target();

  @Test
  void aRowAnswersWithTheDriverThatItsCloudDocuments() {
    SpecCatalog t4 = cloud.catalog().gpu("Tesla-T4");
    CudaFit fit = CudaImage.of(PYTORCH).on(t4);

    assertThat(fit.driver()).isEqualTo(Driver.of("470"));
    assertThat(fit.gpu()).contains("T4");
    assertThat(fit.fits()).isTrue();
    assertThat(CudaImage.of(PYTORCH).on(t4.specs().get(0))).hasToString(fit.toString());
    assertThat(CudaImage.of("r/llm:cu124").on(t4).fits()).isFalse();
  }

  @Test
  void aRowWithoutADocumentedDriverIsABadQuestionThatSaysHowToGiveIt() {
    SpecCatalog v100 = cloud.catalog().gpu("V100");

    assertError(() -> CudaImage.of(PYTORCH).on(v100), "cuda.missing", "V100");
  }

  @Test
  void aGpuWithoutARowIsABadQuestion() {
    SpecCatalog l40 = cloud.catalog().gpu("L40");

    assertError(() -> CudaImage.of(PYTORCH).on(l40), "cuda.unsupported");
    assertError(
        () -> CudaImage.of(PYTORCH).on(cloud.catalog().gpu("T4").gpus(7)),
        "cuda.unsupported",
        "cloud");
  }

  /** The driver to give is one that reports the CUDA version that the cloud documents. */
  @Test
  void aGpuWithoutARowMayHaveADocumentedVersionOfCuda() {
    String file =
        """
        {"target": "bare", "edition": "2024-05", "citation": "list",
         "citations": {"list": {"title": "List", "date": "2024", "status": "documented"}},
         "gpus": [{"name": "T4", "card": "T4"}, {"name": "L20", "card": "L20", "cuda": "12.7"}],
         "specs": [
           {"gpu": "T4", "gpus": 1, "upward": [{"cpu": "1", "memory": "1Gi"}], "policy": "fixed",
            "citation": "list", "attributes": {"drivers": "535 or 550"}}]}
        """;
    SpecCatalog rows = TestCloud.read(file);

    assertError(() -> CudaImage.ofCuda("12.4").on(rows.gpu("NVIDIA-L20")), "cuda.unsupported");
    assertError(() -> CudaImage.ofCuda("12.4").on(rows.gpu("T4")), "cuda.missing", "T4");
  }

  private static SpecCatalog twoTypes(String first, String second) {
    String file =
        """
        {"target": "two", "edition": "2024-05", "citation": "list",
         "citations": {"list": {"title": "List", "date": "2024", "status": "documented"}},
         "gpus": [{"name": "T4", "card": "T4", %s}, {"name": "L20", "card": "L20", %s}],
         "specs": [
           {"gpu": "T4", "gpus": 1, "upward": [{"cpu": "1", "memory": "1Gi"}], "policy": "fixed", "citation": "list"},
           {"gpu": "L20", "gpus": 1, "upward": [{"cpu": "1", "memory": "1Gi"}], "policy": "fixed", "citation": "list"}]}
        """;
    return TestCloud.read(file.formatted(first, second));
  }

  @Test
  void theLeastFavourableOfSeveralRowsIsTheAnswer() {
    SpecCatalog rows = twoTypes("\"driver\": \"550\"", "\"driver\": \"535\"");

    CudaFit yes = CudaImage.ofCuda("12.4").on(rows);
    CudaFit no =
        CudaImage.ofCuda("12.4").on(twoTypes("\"driver\": \"550\"", "\"driver\": \"520\""));

    assertThat(yes.gpu()).contains("T4");
    assertThat(ids(yes)).contains("gpu.several");
    assertThat(no.fits()).isFalse();
    assertThat(no.gpu()).contains("L20");
  }

  @Test
  void aRowThatOnlySaysItsCudaIsTakenForTheOldestDriverThatReportsIt() {
    SpecCatalog l20 = twoTypes("\"driver\": \"550\"", "\"cuda\": \"12.7\"").gpu("L20");
    CudaFit fit = CudaImage.ofCuda("12.8").on(l20);

    assertThat(fit.driver()).isEqualTo(Driver.of("565"));
    assertThat(fit.by()).contains(Compatibility.MINOR_VERSION);
    assertThat(fit.notes())
        .last()
        .hasToString(
            "driver.from-cuda: two documents CUDA 12.7 for L20 and no driver; branch 565 is the"
                + " oldest that reports it");
  }

  // The answer.

  @Test
  void theAnswerInLines() {
    assertThat(CudaImage.of(PYTORCH).on(Driver.of("470.182.03"), "T4").explain())
        .hasToString(
            """
            fits: CUDA 11.7 on driver 470.182.03 (minor-version compatibility)
              image     pytorch/pytorch:2.0.1-cuda11.7-cudnn8-runtime
              gpu       T4
              why       driver 470.182.03 is not older than 450.80.02, from which on drivers run any CUDA 11.x
              needs     driver 450.80.02 or newer
              source    NVIDIA CUDA Compatibility, minor version compatibility, 2026-09-09 (documented)
              note      cuda.minor-version: what the driver compiles from PTX, and features of CUDA 11.7's own driver, need driver 515.43.04 or newer\
            """);
  }

  @Test
  void theAnswerInJson() {
    JsonNode yes =
        Json.parse(GpuJson.write(CudaImage.ofCuda("12.4").on(Driver.of("550.54.14"), "L20")));
    JsonNode no = Json.parse(GpuJson.write(fit("r/llm:cu130", "470")));

    assertThat(yes)
        .isEqualTo(
            Json.parse(
                """
                {
                  "fits": true, "cuda": "12.4", "driver": "550.54.14", "gpu": "L20",
                  "by": "backward", "minimumDriver": "525.60.13",
                  "reason": "driver 550.54.14 is not older than 550.54.14, the driver of CUDA 12.4 GA, and a driver runs all CUDA up to its own",
                  "citation": {
                    "title": "NVIDIA CUDA Toolkit 13.2 Update 2, release notes, table 3",
                    "date": "2026", "status": "documented",
                    "url": "https://docs.nvidia.com/cuda/cuda-toolkit-release-notes/"
                  },
                  "notes": []
                }
                """));
    assertThat(no.fieldNames())
        .toIterable()
        .containsExactly(
            "fits", "cuda", "driver", "image", "minimumDriver", "reason", "citation", "notes");
    assertThat(no.path("fits").asBoolean(true)).isFalse();
  }
}
