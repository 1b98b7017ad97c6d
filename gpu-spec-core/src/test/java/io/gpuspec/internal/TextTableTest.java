package io.gpuspec.internal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TextTableTest {
  @ParameterizedTest
  @CsvSource({
    "T4, 2",
    "显存, 4",
    "节点 A, 6",
    "（共享）, 8",
    "·…—°, 4",
    "e\u0301, 1",
    "\uFF21\uFF22, 4",
    "한국, 4",
    "カード, 6",
    "\uD840\uDC00, 2",
    "'', 0"
  })
  void wideCharactersTakeTwoColumnsAndMarksNone(String text, int columns) {
    assertThat(TextWidth.of(text)).isEqualTo(columns);
  }

  @Test
  void columnsAreAlignedWhateverTheNamesAreWrittenIn() {
    TextTable table = new TextTable("NAME", "GPU", "MEMORY");
    table.row("训练节点", "T4", "16Gi");
    table.row("a100-pool", "A100", "40Gi");

    assertThat(table)
        .hasToString(
            """
            NAME       GPU   MEMORY
            训练节点   T4    16Gi
            a100-pool  A100  40Gi""");
  }
}
