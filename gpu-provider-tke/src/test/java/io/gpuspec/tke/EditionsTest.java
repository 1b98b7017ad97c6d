package io.gpuspec.tke;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.gpuspec.GpuSpec;
import io.gpuspec.Gpus;
import io.gpuspec.Shape;
import io.gpuspec.SpecCatalog;
import io.gpuspec.Target;
import io.gpuspec.value.Citation.Status;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Both editions against tables copied by hand from the documents that they were taken from. */
class EditionsTest {
  private static final Target TKE = Gpus.load().in("tke");

  /** The spec tables of the best-practice text of 2026-01-07: CPU options, range, typical. */
  private static final String BEST_PRACTICE =
      """
      V100          x1 | 2 4 8             | 2-40   | 8/40
      V100          x2 | 2 4 8 16 18       | 2-80   | 18/80
      V100          x4 | 32 36             | 32-160 | 36/160
      V100          x8 | 64 72             | 64-320 | 72/320
      1/4*T4        x1 | 2 4               | 2-16   | 4/16
      1/2*T4        x1 | 2 4 8             | 2-32   | 8/32
      T4            x1 | 2 4 8 16 20 32    | 2-128  | 8/32
      T4            x4 | 64 80             | 64-320 | 80/320
      A10*GNV4      x1 | 2 4 8 12          | 2-44   | 12/44
      1/2*A10*GNV4v x1 | 2 4 8 14          | 2-58   | 8/32
      A10*GNV4v     x1 | 2 4 8 16 28       | 2-116  | 28/116
      A10*PNV4      x1 | 2 4 8 16 28       | 2-116  | 28/116
      A10*PNV4      x2 | 2 4 8 16 32 56    | 2-232  | 56/232
      A10*PNV4      x4 | 2 4 8 16 32 64 112| 2-466  | 112/466
      L20           x1 | 2 4 8 16 32 48    | 2-192  | 48/192
      """;

  /** The resource specifications of 2023-06-30: one point each, three for one T4. */
  private static final String SPECIFICATIONS =
      """
      V100          x1 | 8   | 40
      V100          x2 | 18  | 80
      V100          x4 | 36  | 160
      V100          x8 | 72  | 320
      1/4*T4        x1 | 4   | 20
      1/2*T4        x1 | 10  | 40
      T4            x1 | 8   | 32
      T4            x1 | 20  | 80
      T4            x1 | 32  | 128
      T4            x2 | 40  | 160
      T4            x4 | 80  | 320
      A10*PNV4      x1 | 28  | 116
      A10*PNV4      x2 | 56  | 232
      A10*PNV4      x4 | 112 | 466
      A10*PNV4      x8 | 224 | 932
      A10*GNV4      x1 | 12  | 44
      1/4*A10*GNV4v x1 | 6   | 24
      1/2*A10*GNV4v x1 | 14  | 58
      A10*GNV4v     x1 | 28  | 116
      """;

  /** A line of a table. */
  private record Line(String gpu, int cards, List<Long> cpus, long min, long max, String typical) {
    static Line of(String line) {
      String[] cells = line.split("\\|");
      String[] head = cells[0].strip().split(" +x");
      List<Long> cpus = Stream.of(cells[1].strip().split(" +")).map(Long::valueOf).toList();
      String[] range = cells[2].strip().split("-");
      return new Line(
          head[0],
          Integer.parseInt(head[1]),
          cpus,
          Long.parseLong(range[0]),
          Long.parseLong(range[range.length - 1]),
          cells.length > 3 ? cells[3].strip() : "");
    }

    static Line of(GpuSpec row) {
      return new Line(
          row.gpu(),
          row.gpus(),
          row.shapes().stream().map(EditionsTest::cores).toList(),
          gibibytes(row.memoryMin().toBytes()),
          gibibytes(row.memoryMax().toBytes()),
          row.typical().map(EditionsTest::written).orElse(""));
    }
  }

  private static long cores(Shape shape) {
    assertThat(shape.cpu().toMillicores() % 1000).isZero();
    return shape.cpu().toMillicores() / 1000;
  }

  private static long gibibytes(long bytes) {
    assertThat(bytes % (1L << 30)).isZero();
    return bytes / (1L << 30);
  }

  private static String written(Shape shape) {
    return cores(shape) + "/" + gibibytes(shape.memory().toBytes());
  }

  private static SpecCatalog edition(String edition) {
    return TKE.edition(edition).catalog();
  }

  private static List<Line> lines(String table) {
    return table.lines().map(Line::of).toList();
  }

  @Test
  void theDefaultEditionHasTheRowsOfTheBestPracticeText() {
    List<GpuSpec> rows = edition("2026-01").includeRetired().specs();

    assertThat(rows.stream().filter(row -> row.policy().equals("proportional")).map(Line::of))
        .containsExactlyInAnyOrderElementsOf(lines(BEST_PRACTICE));
    assertThat(rows).hasSize(16);
    assertThat(rows)
        .filteredOn(row -> row.citation().status() != Status.UNCONFIRMED)
        .extracting(GpuSpec::name, row -> row.citation().status())
        .containsExactlyInAnyOrder(
            tuple("T4 x2", Status.EXAMPLE), tuple("1/2*A10*GNV4v x1", Status.EXAMPLE));
  }

  @Test
  void theOneRowThatOnlyAnExampleHasIsOneFixedPoint() {
    GpuSpec row = edition("2026-01").gpu("T4").gpus(2).specs().get(0);

    assertThat(Line.of(row)).isEqualTo(new Line("T4", 2, List.of(40L), 160, 160, ""));
    assertThat(row.policy()).isEqualTo("fixed");
    assertThat(row.shapes()).hasToString("T4 x2 · 40 cores · 160Gi");
    assertThat(row.notes()).extracting(note -> note.id()).containsExactly("shape.example");
  }

  @Test
  void theEditionOf2023HasThePointsOfTheSpecifications() {
    SpecCatalog catalog = edition("2023-06");

    assertThat(catalog.specs().stream().map(Line::of))
        .containsExactlyInAnyOrderElementsOf(lines(SPECIFICATIONS));
    assertThat(catalog.specs())
        .allSatisfy(
            row -> {
              assertThat(row.policy()).isEqualTo("fixed");
              assertThat(row.citation().status()).isEqualTo(Status.DOCUMENTED);
              assertThat(row.shapes()).hasSize(1);
              assertThat(row.shapes().get(0).memory()).isEqualTo(row.memoryMax());
            });
  }

  @Test
  void theWithdrawnFractionsOfAV100AreRetiredRows() {
    assertThat(
            edition("2023-06").includeRetired().specs().stream()
                .filter(row -> row.lifecycle() == GpuSpec.Lifecycle.RETIRED)
                .map(Line::of))
        .containsExactlyInAnyOrderElementsOf(lines("1/4*V100 x1 | 2 | 10\n1/2*V100 x1 | 4 | 20\n"));
    assertThat(edition("2023-06").gpu("1/4*V100").specs()).isEmpty();
  }

  static List<GpuSpec> proportional() {
    return edition("2026-01").specs().stream()
        .filter(row -> row.policy().equals("proportional"))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("proportional")
  void theLadderIsTheMemoryPerCoreOfTheLargestSizeRoundedDownToWholeGibibytes(GpuSpec row) {
    Line line = Line.of(row);
    long most = line.cpus().get(line.cpus().size() - 1);

    assertThat(row.shapes().stream().map(EditionsTest::written))
        .containsExactlyElementsOf(
            line.cpus().stream()
                .map(c -> c + "/" + Math.max(line.min(), c * line.max() / most))
                .toList());
  }

  @Test
  void fourRungsWrittenOutByHandStandWhereTheLawPutsThem() {
    SpecCatalog catalog = edition("2026-01");

    // 80 / 18 = 4.44 GiB a core; 44 / 12 = 3.67; 466 / 112 = 4.16.
    assertThat(ladder(catalog.gpu("V100").gpus(2))).isEqualTo("2/8 4/17 8/35 16/71 18/80");
    assertThat(ladder(catalog.gpu("A10*GNV4"))).isEqualTo("2/7 4/14 8/29 12/44");
    assertThat(ladder(catalog.gpu("A10*PNV4").gpus(4)))
        .isEqualTo("2/8 4/16 8/33 16/66 32/133 64/266 112/466");
    assertThat(ladder(catalog.gpu("V100").gpus(4))).isEqualTo("32/142 36/160");
  }

  private static String ladder(SpecCatalog one) {
    assertThat(one.specs()).hasSize(1);
    return one.specs().get(0).shapes().stream()
        .map(EditionsTest::written)
        .collect(Collectors.joining(" "));
  }

  /** The table of GPU types: memory in GB, CUDA; the last line stands in the spec table only. */
  private static final String TYPES =
      """
      V100          | 16 | 11.4
      T4            | 16 | 11.4
      1/4*T4        | 4  | 11.0
      1/2*T4        | 8  | 11.0
      A10*GNV4      | 24 | 11.4
      A10*GNV4v     | 24 | 11.4
      A10*PNV4      | 24 | 11.4
      L20           | 48 | 12.7
      1/2*A10*GNV4v | 12 |
      """;

  @Test
  void theTypesHaveTheMemoryAndTheCudaOfTheirTable() {
    SpecCatalog catalog = edition("2026-01");

    assertThat(catalog.gpuNames())
        .containsExactlyInAnyOrder(
            "V100",
            "T4",
            "1/4*T4",
            "1/2*T4",
            "A10*GNV4",
            "A10*GNV4v",
            "1/2*A10*GNV4v",
            "A10*PNV4",
            "L20",
            "L40");
    for (String line : TYPES.lines().toList()) {
      String[] cells = line.split("\\|");
      GpuSpec row = catalog.gpu(cells[0].strip()).specs().get(0);
      assertThat(row.gpuMemory())
          .as(line)
          .hasValueSatisfying(m -> assertThat(m).hasToString(cells[1].strip() + "Gi"));
      assertThat(row.cuda().orElse(""))
          .as(line)
          .isEqualTo(cells.length > 2 ? cells[2].strip() : "");
    }
  }

  @Test
  void aV100IsAnotherCardInEachEdition() {
    assertThat(edition("2026-01").gpu("V100").specs().get(0).model())
        .hasValueSatisfying(card -> assertThat(card.name()).isEqualTo("V100-16G"));
    assertThat(edition("2023-06").gpu("V100").specs().get(0).model())
        .hasValueSatisfying(card -> assertThat(card.name()).isEqualTo("V100-32G"));
  }

  @Test
  void theEditionsNameTheirDocuments() {
    assertThat(edition("2026-01").citation().toString())
        .startsWith("TKE best practice, GPU pods on super nodes")
        .endsWith(", 2026-01-07 (unconfirmed)");
    assertThat(edition("2023-06").citation().toString())
        .startsWith("TKE Serverless, resource specifications")
        .endsWith(", 2023-06-30 (documented)");
  }
}
