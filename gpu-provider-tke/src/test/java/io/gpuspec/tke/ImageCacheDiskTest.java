package io.gpuspec.tke;

import static io.gpuspec.testkit.Errors.assertError;
import static io.gpuspec.tke.ImageCacheDisk.FORMULA;
import static io.gpuspec.tke.ImageCacheDisk.TIER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.MemorySize;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ImageCacheDiskTest {

  @ParameterizedTest
  @CsvSource({
    "1,           50",
    "1999999999,  50",
    "1.99G,       50",
    "2G,          100",
    "2000M,       100",
    "4999999999,  100",
    "5G,          200",
    "10G,         200",
    "10000000001, 300",
    "40G,         300",
    "100T,        300",
    // GB, not GiB: 1.9Gi is 2.04 GB and 9.4Gi is 10.09 GB.
    "1.9Gi,       100",
    "9.4Gi,       300"
  })
  void theTierGoesByTheTotalSize(String images, int disk) {
    assertThat(TIER.gigabytes(MemorySize.parse(images))).isEqualTo(disk);
  }

  @ParameterizedTest
  @CsvSource({
    "5G,   20, 28", // 27.5
    "5G,   50, 58", // 57.5
    "6G,   50, 59",
    "4G,   20, 26",
    "1,    20, 21",
    "100G, 35, 185"
  })
  void theFormulaIsHalfAsMuchAgainAndAWorkspaceRoundedUp(String images, int workspace, int disk) {
    assertThat(ImageCacheDisk.byFormula(MemorySize.parse(images), workspace)).isEqualTo(disk);
  }

  @Test
  void ofTheTwoRulesForTheDocumentsFiveGigabytesNeitherGivesItsHundredAndFifty() {
    assertThat(TIER.gigabytes(MemorySize.parse("5G"))).isEqualTo(200);
    assertThat(FORMULA.gigabytes(MemorySize.parse("5G"))).isLessThan(150);
  }

  @ParameterizedTest
  @ValueSource(ints = {19, 51, 0, -20})
  void theWorkspaceIsTwentyToFifty(int workspace) {
    assertError(
        () -> ImageCacheDisk.byFormula(MemorySize.parse("5G"), workspace),
        "image-cache.out-of-range",
        workspace);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-5G", "100000000000001", "101T", "1E"})
  void refusesWhatIsNoSizeOfImages(String images) {
    assertThatThrownBy(() -> TIER.gigabytes(MemorySize.parse(images)))
        .isInstanceOf(InvalidValueException.class)
        .hasMessageStartingWith("images: '" + images + "' is not a total size of images");
    assertThatThrownBy(() -> ImageCacheDisk.byFormula(MemorySize.parse(images), 20))
        .isInstanceOf(InvalidValueException.class);
  }

  @Test
  void theFormulaAloneTakesTheMostWorkspace() {
    assertThat(FORMULA.gigabytes(MemorySize.parse("6G"))).isEqualTo(59);
  }
}
