package io.gpuspec.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.GpuModel;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.AlphaChars;
import net.jqwik.api.constraints.LowerChars;
import net.jqwik.api.constraints.StringLength;

class CudaFitLaws {

  @Provide
  Arbitrary<String> cudas() {
    return Arbitraries.of(
        "10.0", "10.1", "10.2", "11.0", "11.0.3", "11.1", "11.4", "11.4.4", "11.7", "11.8", "12.0",
        "12.0.1", "12.1", "12.4", "12.4.1", "12.6.3", "12.8", "12.9.1", "13.0", "13.0.2", "13.4",
        "13.8");
  }

  @Provide
  Arbitrary<Integer> branches() {
    return Arbitraries.of(
        410, 418, 440, 450, 455, 470, 495, 510, 515, 520, 525, 530, 535, 550, 560, 565, 570, 575,
        580, 590, 595, 610, 615, 620);
  }

  @Provide
  Arbitrary<Driver> drivers() {
    return Combinators.combine(
            branches(),
            Arbitraries.integers().between(0, 130),
            Arbitraries.integers().between(0, 99))
        .as((branch, minor, patch) -> Driver.of("%d.%d.%02d".formatted(branch, minor, patch)));
  }

  @Property
  void printingAndReadingGivesTheSameDriver(@ForAll("drivers") Driver driver) {
    assertThat(Driver.of(driver.toString())).isEqualTo(driver).hasToString(driver.toString());
  }

  /** Not so for an image with the package cuda-compat, which is for certain branches. */
  @Property
  void aNewerDriverNeverFitsLess(
      @ForAll("cudas") String cuda,
      @ForAll("drivers") Driver one,
      @ForAll("drivers") Driver another) {
    Driver older = one.isOlderThan(another) ? one : another;
    Driver newer = older == one ? another : one;
    Assume.that(CudaImage.ofCuda(cuda).on(older).fits());

    assertThat(CudaImage.ofCuda(cuda).on(newer).fits()).isTrue();
  }

  @Property
  void anOlderCudaNeverFitsLess(
      @ForAll("cudas") String one,
      @ForAll("cudas") String another,
      @ForAll("drivers") Driver driver) {
    boolean isOneOlder = CudaVersion.parse(one).compareTo(CudaVersion.parse(another)) < 0;
    Assume.that(CudaImage.ofCuda(isOneOlder ? another : one).on(driver).fits());

    assertThat(CudaImage.ofCuda(isOneOlder ? one : another).on(driver).fits()).isTrue();
  }

  @Property
  void itFitsFromItsMinimumDriverOnAndNotBefore(
      @ForAll("cudas") String cuda, @ForAll("drivers") Driver driver) {
    CudaFit fit = CudaImage.ofCuda(cuda).on(driver);
    Driver least = fit.minimumDriver().orElseThrow();

    assertThat(CudaImage.ofCuda(cuda).on(least).fits()).isTrue();
    assertThat(fit.fits()).isEqualTo(!driver.isOlderThan(least));
    assertThat(CudaImage.ofCuda(cuda).on(Driver.of("410")).minimumDriver()).contains(least);
  }

  @Property
  void aBranchFitsAsItsVersionsDo(@ForAll("cudas") String cuda, @ForAll("drivers") Driver driver) {
    CudaFit ofVersion = CudaImage.ofCuda(cuda).on(driver);
    CudaFit ofBranch = CudaImage.ofCuda(cuda).on(Driver.of("" + driver.branch()));
    boolean isConditional =
        ofBranch.notes().stream().anyMatch(note -> note.id().equals("driver.branch"));

    if (!isConditional) {
      assertThat(ofVersion.fits()).isEqualTo(ofBranch.fits());
    } else if (!driver.isOlderThan(ofBranch.minimumDriver().orElseThrow())) {
      assertThat(ofVersion.fits()).isTrue();
    }
  }

  /** Not where an image brings a newer driver's libraries, for which an older driver does. */
  @Property
  void onAGpuItFitsFromItsMinimumDriverOn(
      @ForAll("cudas") String cuda, @ForAll("drivers") Driver driver, @ForAll("gpus") String gpu) {
    CudaFit fit = CudaImage.ofCuda(cuda).on(driver, gpu);
    Assume.that(fit.minimumDriver().isPresent() && !driver.isBranch());

    if (fit.fits()) {
      assertThat(driver.isOlderThan(fit.minimumDriver().get())).isFalse();
    } else {
      assertThat(driver.isOlderThan(fit.minimumDriver().get())).isTrue();
    }
  }

  /** A GPU can only forbid. */
  @Property
  void whatFitsAGpuFitsWithoutOne(
      @ForAll("cudas") String cuda, @ForAll("drivers") Driver driver, @ForAll("gpus") String gpu) {
    Assume.that(CudaImage.ofCuda(cuda).on(driver, gpu).fits());

    assertThat(CudaImage.ofCuda(cuda).on(driver).fits()).isTrue();
  }

  @Provide
  Arbitrary<String> gpus() {
    List<String> names = GpuModel.all().stream().map(GpuModel::name).toList();
    return Arbitraries.of(names);
  }

  /** The package can only help. */
  @Property
  void whatFitsAnyImageFitsNvidias(
      @ForAll("cudas") String cuda, @ForAll("drivers") Driver driver, @ForAll("gpus") String gpu) {
    Assume.that(CudaImage.ofCuda(cuda).on(driver, gpu).fits());

    assertThat(CudaImage.of("nvidia/cuda:" + cuda + "-base").on(driver, gpu).fits()).isTrue();
  }

  @Property
  void whereAnImageLiesAndItsDigestSayNothing(
      @ForAll("cudas") String cuda,
      @ForAll @LowerChars @StringLength(min = 1, max = 9) String path) {
    String tag = "v1-cuda" + cuda;

    assertThat(
            CudaImage.of("registry.example:5000/%s/llm:%s@sha256:00".formatted(path, tag)).cuda())
        .isEqualTo(cuda);
    assertThat(CudaImage.of("registry.example/nvidia/cuda:%s-%s".formatted(cuda, path)).cuda())
        .isEqualTo(cuda);
  }

  @Property
  void noWordOfLettersSaysAVersion(
      @ForAll @AlphaChars @StringLength(min = 1, max = 12) String word) {
    ImageName image = ImageName.parse("r/app:" + word);

    assertThat(ImageTag.cuda(image, CudaTables.NVIDIA::isRelease)).isEmpty();
  }
}
