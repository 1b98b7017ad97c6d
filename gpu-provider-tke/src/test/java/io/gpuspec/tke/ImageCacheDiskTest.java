package io.gpuspec.tke;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuspec.InvalidValueException;
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
    // GB, not GiB: 1.9Gi is 2.04 GB and 9.4Gi is 10.09 GB.
    "1.9Gi,       100",
    "9.4Gi,       300"
  })
  void theTierGoesByTheTotalSize(String images, int disk) {
    assertThat(ImageCacheDisk.byTier(images)).isEqualTo(disk);
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
    assertThat(ImageCacheDisk.byFormula(images, workspace)).isEqualTo(disk);
  }

  @Test
  void ofTheTwoRulesForTheDocumentsFiveGigabytesNeitherGivesItsHundredAndFifty() {
    assertThat(ImageCacheDisk.byTier("5G")).isEqualTo(200);
    assertThat(ImageCacheDisk.byFormula("5G", 50)).isLessThan(150);
  }

  @ParameterizedTest
  @ValueSource(ints = {19, 51, 0, -20})
  void theWorkspaceIsTwentyToFifty(int workspace) {
    assertThatThrownBy(() -> ImageCacheDisk.byFormula("5G", workspace))
        .isInstanceOf(InvalidValueException.class)
        .hasMessage("workspace: '" + workspace + "' GB is out of range; give 20 to 50");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-5G", "101T", "1E"})
  void refusesWhatIsNoSizeOfImages(String images) {
    assertThatThrownBy(() -> ImageCacheDisk.byTier(images))
        .isInstanceOf(InvalidValueException.class)
        .hasMessageStartingWith("images: '" + images + "' is no total size of images");
    assertThatThrownBy(() -> ImageCacheDisk.byFormula(images, 20))
        .isInstanceOf(InvalidValueException.class);
  }

  @Test
  void refusesNullAndWhatIsNoQuantity() {
    for (String images : new String[] {null, "", "5GB", "five"}) {
      assertThatThrownBy(() -> ImageCacheDisk.byTier(images))
          .isInstanceOf(InvalidValueException.class);
      assertThatThrownBy(() -> ImageCacheDisk.byFormula(images, 20))
          .isInstanceOf(InvalidValueException.class);
    }
  }
}
