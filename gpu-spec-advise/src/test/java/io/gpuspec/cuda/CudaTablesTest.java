package io.gpuspec.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.GpuModel;
import io.gpuspec.cuda.CudaFit.Compatibility;
import io.gpuspec.cuda.CudaTables.Toolkit;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** NVIDIA's tables, cell by cell, written out by hand a second time. */
class CudaTablesTest {
  private static final CudaTables TABLES = CudaTables.NVIDIA;

  /** CUDA Toolkit release notes, table 3, the column of Linux on x86_64. */
  private static final String TOOLKITS =
      """
      CUDA 13.4                                         | 13.4     | 615
      CUDA 13.3 Update 1                                | 13.3.1   | 610.43.02
      CUDA 13.3 GA                                      | 13.3.0   | 610.43.02
      CUDA 13.2 Update 2                                | 13.2.2   | 595.71.05
      CUDA 13.2 Update 1                                | 13.2.1   | 595.58.03
      CUDA 13.2 GA                                      | 13.2.0   | 595.45.04
      CUDA 13.1 Update 1                                | 13.1.1   | 590.48.01
      CUDA 13.1 GA                                      | 13.1.0   | 590.44.01
      CUDA 13.0 Update 2                                | 13.0.2   | 580.95.05
      CUDA 13.0 Update 1                                | 13.0.1   | 580.82.07
      CUDA 13.0 GA                                      | 13.0.0   | 580.65.06
      CUDA 12.9 Update 1                                | 12.9.1   | 575.57.08
      CUDA 12.9 GA                                      | 12.9.0   | 575.51.03
      CUDA 12.8 Update 1                                | 12.8.1   | 570.124.06
      CUDA 12.8 GA                                      | 12.8.0   | 570.26
      CUDA 12.6 Update 3                                | 12.6.3   | 560.35.05
      CUDA 12.6 Update 2                                | 12.6.2   | 560.35.03
      CUDA 12.6 Update 1                                | 12.6.1   | 560.35.03
      CUDA 12.6 GA                                      | 12.6.0   | 560.28.03
      CUDA 12.5 Update 1                                | 12.5.1   | 555.42.06
      CUDA 12.5 GA                                      | 12.5.0   | 555.42.02
      CUDA 12.4 Update 1                                | 12.4.1   | 550.54.15
      CUDA 12.4 GA                                      | 12.4.0   | 550.54.14
      CUDA 12.3 Update 1                                | 12.3.1   | 545.23.08
      CUDA 12.3 GA                                      | 12.3.0   | 545.23.06
      CUDA 12.2 Update 2                                | 12.2.2   | 535.104.05
      CUDA 12.2 Update 1                                | 12.2.1   | 535.86.09
      CUDA 12.2 GA                                      | 12.2.0   | 535.54.03
      CUDA 12.1 Update 1                                | 12.1.1   | 530.30.02
      CUDA 12.1 GA                                      | 12.1.0   | 530.30.02
      CUDA 12.0 Update 1                                | 12.0.1   | 525.85.12
      CUDA 12.0 GA                                      | 12.0.0   | 525.60.13
      CUDA 11.8 GA                                      | 11.8.0   | 520.61.05
      CUDA 11.7 Update 1                                | 11.7.1   | 515.48.07
      CUDA 11.7 GA                                      | 11.7.0   | 515.43.04
      CUDA 11.6 Update 2                                | 11.6.2   | 510.47.03
      CUDA 11.6 Update 1                                | 11.6.1   | 510.47.03
      CUDA 11.6 GA                                      | 11.6.0   | 510.39.01
      CUDA 11.5 Update 2                                | 11.5.2   | 495.29.05
      CUDA 11.5 Update 1                                | 11.5.1   | 495.29.05
      CUDA 11.5 GA                                      | 11.5.0   | 495.29.05
      CUDA 11.4 Update 4                                | 11.4.4   | 470.82.01
      CUDA 11.4 Update 3                                | 11.4.3   | 470.82.01
      CUDA 11.4 Update 2                                | 11.4.2   | 470.57.02
      CUDA 11.4 Update 1                                | 11.4.1   | 470.57.02
      CUDA 11.4.0 GA                                    | 11.4.0   | 470.42.01
      CUDA 11.3.1 Update 1                              | 11.3.1   | 465.19.01
      CUDA 11.3.0 GA                                    | 11.3.0   | 465.19.01
      CUDA 11.2.2 Update 2                              | 11.2.2   | 460.32.03
      CUDA 11.2.1 Update 1                              | 11.2.1   | 460.32.03
      CUDA 11.2.0 GA                                    | 11.2.0   | 460.27.03
      CUDA 11.1.1 Update 1                              | 11.1.1   | 455.32
      CUDA 11.1 GA                                      | 11.1.0   | 455.23
      CUDA 11.0.3 Update 1                              | 11.0.3   | 450.51.06
      CUDA 11.0.2 GA                                    | 11.0.2   | 450.51.05
      CUDA 11.0.1 RC                                    | 11.0.1   | 450.36.06
      CUDA 10.2.89                                      | 10.2.89  | 440.33
      CUDA 10.1 (10.1.105 general release, and updates) | 10.1.105 | 418.39
      CUDA 10.0.130                                     | 10.0.130 | 410.48
      """;

  @ParameterizedTest(name = "{0} | {2}")
  @CsvSource(delimiter = '|', textBlock = TOOLKITS)
  void aReleaseRunsOnTheDriverThatCameWithIt(String name, String cuda, String driver) {
    CudaFit fit = CudaImage.ofCuda(cuda).on(Driver.of(driver));

    assertThat(fit.by()).contains(Compatibility.BACKWARD);
    assertThat(fit.reason()).contains("not older than " + driver + ", the driver of " + name + ",");
    assertThat(fit.notes()).isEmpty();
  }

  @ParameterizedTest(name = "{0} | {2}")
  @CsvSource(delimiter = '|', textBlock = TOOLKITS)
  void aReleaseDoesNotRunByItselfOnTheDriverJustBefore(String name, String cuda, String driver) {
    CudaFit fit = CudaImage.ofCuda(cuda).on(justBefore(driver));

    assertThat(fit.by()).as(name).isNotEqualTo(Optional.of(Compatibility.BACKWARD));
  }

  /** 470.82.01 gives 470.82.0, and 615 gives 614.9999. */
  private static Driver justBefore(String driver) {
    int last = driver.lastIndexOf('.') + 1;
    int number = Integer.parseInt(driver.substring(last)) - 1;
    return Driver.of(last == 0 ? number + ".9999" : driver.substring(0, last) + number);
  }

  @Test
  void theTableHasNoOtherRelease() {
    List<String> written =
        TOOLKITS.lines().map(line -> line.substring(0, line.indexOf(" |")).strip()).toList();

    assertThat(TABLES.toolkits()).extracting(Toolkit::name).containsExactlyElementsOf(written);
    assertThat(TABLES.toolkits())
        .extracting(Toolkit::release)
        .isSortedAccordingTo(Comparator.reverseOrder());
  }

  /** CUDA Toolkit release notes, table 2; the versions below the branches from the guide. */
  @ParameterizedTest
  @CsvSource({
    "13.0, 580, 579.99",
    "13.1, 580, 579.99",
    "13.2, 580, 579.99",
    "13.3, 580, 579.99",
    "13.4, 580, 579.99",
    "12.0, 525.60.13, 525.60.12",
    "12.1, 525.60.13, 525.60.12",
    "12.2, 525.60.13, 525.60.12",
    "12.3, 525.60.13, 525.60.12",
    "12.4, 525.60.13, 525.60.12",
    "12.5, 525.60.13, 525.60.12",
    "12.6, 525.60.13, 525.60.12",
    "12.8, 525.60.13, 525.60.12",
    "12.9, 525.60.13, 525.60.12",
    // 11.0 needs no more than the driver that it came with.
    "11.0, 450.51.05, 450.51.04",
    "11.1, 450.80.02, 450.80.01",
    "11.2, 450.80.02, 450.80.01",
    "11.3, 450.80.02, 450.80.01",
    "11.4, 450.80.02, 450.80.01",
    "11.5, 450.80.02, 450.80.01",
    "11.6, 450.80.02, 450.80.01",
    "11.7, 450.80.02, 450.80.01",
    "11.8, 450.80.02, 450.80.01",
    // There was no such promise yet.
    "10.2, 440.33, 440.32",
    "10.1, 418.39, 418.38",
    "10.0, 410.48, 410.47",
  })
  void aReleaseRunsFromTheLeastDriverOfItsMajorVersionOn(String cuda, String least, String before) {
    CudaFit no = CudaImage.ofCuda(cuda).on(Driver.of(before));

    assertThat(CudaImage.ofCuda(cuda).on(Driver.of(least)).fits()).isTrue();
    assertThat(no.fits()).isFalse();
    assertThat(no.minimumDriver()).contains(Driver.of(least));
  }

  /** CUDA Compatibility, forward compatibility: C compatible, N/A not needed, X not compatible. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      useHeadersInDisplayName = true,
      textBlock =
          """
          package          | 535 | 570 | 580 | 590 | 595 | 610 | 615
          cuda-compat-13-4 | C   | C   | C   | C   | C   | C   | N/A
          cuda-compat-13-3 | C   | C   | C   | C   | C   | N/A | X
          cuda-compat-13-2 | C   | C   | C   | C   | N/A | X   | X
          cuda-compat-13-1 | C   | C   | C   | N/A | X   | X   | X
          cuda-compat-13-0 | C   | C   | N/A | X   | X   | X   | X
          cuda-compat-12-9 | C   | C   | X   | X   | X   | X   | X
          cuda-compat-12-8 | C   | N/A | X   | X   | X   | X   | X
          cuda-compat-12-6 | C   | X   | X   | X   | X   | X   | X
          cuda-compat-12-5 | C   | X   | X   | X   | X   | X   | X
          cuda-compat-12-4 | C   | X   | X   | X   | X   | X   | X
          cuda-compat-12-3 | C   | X   | X   | X   | X   | X   | X
          cuda-compat-12-2 | N/A | X   | X   | X   | X   | X   | X
          """)
  void aPackageIsCompatibleWithTheBranchesThatNvidiaLists(
      String name,
      String c535,
      String c570,
      String c580,
      String c590,
      String c595,
      String c610,
      String c615) {
    String[] words = name.split("-");
    CudaVersion cuda = CudaVersion.parse(words[2] + "." + words[3]);

    assertThat(
            List.of("535", "570", "580", "590", "595", "610", "615").stream()
                .map(branch -> TABLES.forwardPackages().list(cuda, Driver.of(branch))))
        .containsExactly(
            c535.equals("C"),
            c570.equals("C"),
            c580.equals("C"),
            c590.equals("C"),
            c595.equals("C"),
            c610.equals("C"),
            c615.equals("C"));
  }

  /** What NVIDIA's images ask for beside a driver of their own CUDA, for the brand tesla. */
  @ParameterizedTest
  @CsvSource({
    "13.3, 535 550 560 565 570 580",
    "13.1, 535 550 570 575 580",
    "13.0, 535 550 565 570 575",
    "12.9, 535 550 560 565 570",
    "12.8, 470 535 550 560 565",
    "12.6, 470 535 550",
    "12.4, 470 525 535",
    "12.3, 470 525 535",
    "12.2, 470 525",
    "12.1, 470 525",
    "12.0, 450 470 510 515 520",
    "11.8, 470",
    "11.7, 450 470",
    "11.6, 418 450 470",
    "11.4, 418 450",
    "10.1, 396 410 418",
    "12.5, ''",
    "13.2, ''",
  })
  void anImageOfNvidiasStartsOnTheBranchesThatItNames(String cuda, String branches) {
    List<String> named = branches.isEmpty() ? List.of() : List.of(branches.split(" "));

    assertThat(TABLES.images().of(CudaVersion.parse(cuda)))
        .extracting(String::valueOf)
        .containsExactlyElementsOf(named);
  }

  /** Data Center Drivers, architecture matrix; 8.6 and 10.3 from elsewhere. */
  @ParameterizedTest
  @CsvSource({
    "12.0, 12.8, none, none",
    "10.3, 12.9, none, none",
    "10.0, 12.8, none, none",
    "9.0, 11.8, none, none",
    "8.9, 11.8, none, none",
    "8.6, 11.1, none, none",
    "8.0, 11.0, none, none",
    "7.5, 10.0, none, none",
    "7.0, 9.0, 12, 580",
    "6.1, 8.0, 12, 580",
    "6.0, 8.0, 12, 580",
  })
  void anArchitectureHasAFirstToolkitAndPerhapsALast(
      String capability, String first, String lastMajor, String lastDriver) {
    var row =
        TABLES.architectures().stream()
            .filter(each -> each.computeCapability().toString().equals(capability))
            .findFirst()
            .orElseThrow();

    assertThat(row.firstCuda()).hasToString(first);
    assertThat(row.lastCudaMajor().isPresent() ? "" + row.lastCudaMajor().getAsInt() : "none")
        .isEqualTo(lastMajor);
    assertThat(row.lastDriver().map(Driver::toString).orElse("none")).isEqualTo(lastDriver);
  }

  @Test
  void everyModelHasAnArchitecture() {
    assertThat(GpuModel.all())
        .allSatisfy(model -> assertThat(TABLES.architecture(model)).as(model.name()).isPresent());
  }

  @Test
  void whatIsNoDataCenterGpuIsAModel() {
    assertThat(GpuModel.all().stream().filter(model -> !TABLES.isDataCenter(model)))
        .extracting(GpuModel::name)
        .containsExactlyInAnyOrder("RTX-PRO-6000-Server", "RTX-PRO-4500");
  }

  @ParameterizedTest
  @CsvSource({
    "11.4, 470",
    "11.0, 450",
    "12.2, 535",
    "12.4, 550",
    "12.7, 565",
    "13.0, 580",
  })
  void theCudaThatADriverReportsTellsItsBranch(String cuda, String branch) {
    assertThat(TABLES.driverThatReports(CudaVersion.parse(cuda))).contains(Driver.of(branch));
  }
}
