package io.gpuspec.ack;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.GpuSpec;
import io.gpuspec.Gpus;
import io.gpuspec.Price;
import io.gpuspec.SpecCatalog;
import io.gpuspec.value.Citation.Status;
import io.gpuspec.value.Note;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The catalogs against the list of instance types that they are made from. */
class EditionsTest {
  private static final Gpus ALL = Gpus.load();

  /** What the list's names of GPUs mean, written by hand; V100 goes by its memory. */
  private static final Map<String, String> GPUS =
      Map.ofEntries(
          Map.entry("V100 16384", "V100-16G"),
          Map.entry("V100 32768", "V100-32G"),
          Map.entry("V100-16G 16384", "V100-16G"),
          Map.entry("V100-32G 32768", "V100-32G"),
          Map.entry("T4 16384", "T4"),
          Map.entry("T4 8192", "1/2*T4"),
          Map.entry("T4 4096", "1/4*T4"),
          Map.entry("T4 0", "T4 vGPU"),
          Map.entry("A100 40960", "A100-40G"),
          Map.entry("A100-40G 40960", "A100-40G"),
          Map.entry("A100-80G 81920", "A100-80G"),
          Map.entry("A10 24576", "A10"),
          Map.entry("A10 12288", "1/2*A10"),
          Map.entry("A10 8192", "1/3*A10"),
          Map.entry("A10 4096", "1/6*A10"),
          Map.entry("A10 2048", "1/12*A10"),
          Map.entry("A16(GA107) 16384", "A16"),
          Map.entry("A30 24576", "A30"),
          Map.entry("P100 16384", "Tesla-P100-16G"),
          Map.entry("P4 8192", "Tesla-P4"),
          Map.entry("P4 4096", "1/2*Tesla-P4"),
          Map.entry("P4 2048", "1/4*Tesla-P4"),
          Map.entry("P4 1024", "1/8*Tesla-P4"),
          Map.entry("L20 49152", "L20"),
          Map.entry("NVIDIA L20 49152", "L20"),
          Map.entry("Hopper-96G 98304", "Hopper-96G"),
          Map.entry("Blackwell-72G 73728", "Blackwell-72G"),
          Map.entry("Lovelace-vGPU 49152", "Lovelace-vGPU"),
          Map.entry("Lovelace-vGPU 24576", "1/2*Lovelace-vGPU"),
          Map.entry("Lovelace-vGPU 16384", "1/3*Lovelace-vGPU"),
          Map.entry("Lovelace-vGPU 8192", "1/6*Lovelace-vGPU"),
          Map.entry("Lovelace-vGPU 4096", "1/12*Lovelace-vGPU"),
          Map.entry("Lovelace-vGPU 2048", "1/24*Lovelace-vGPU"),
          Map.entry("HBM3-96GB (model not named in doc) 98304", "HBM3-96GB"),
          Map.entry(
              "Blackwell professional (model not named) 49152", "Blackwell professional 48GB"),
          Map.entry(
              "Blackwell professional (model not named) 73728", "Blackwell professional 72GB"));

  /** A line of the list. */
  private record Line(
      String name, String gpu, String count, long gpuMib, long cpu, long mib, String price) {
    static Line of(String line) {
      String[] cells = line.split(",");
      return new Line(
          cells[0],
          GPUS.getOrDefault(cells[1] + " " + cells[3], "not known: " + cells[1]),
          cells[2].matches("[0-9]+") ? cells[2] : "1",
          Long.parseLong(cells[3]),
          Long.parseLong(cells[4]),
          Long.parseLong(cells[5]),
          cells[6].isEmpty() ? "" : cells[6] + " " + cells[7]);
    }

    static Line of(GpuSpec row) {
      assertThat(row.shapes()).hasSize(1);
      assertThat(row.policy()).isEqualTo("fixed");
      return new Line(
          row.name(),
          row.gpu(),
          String.valueOf(row.gpus()),
          row.gpuMemory().map(memory -> memory.toBytes() >> 20).orElse(0L),
          row.shapes().get(0).cpu().toMillicores() / 1000,
          row.shapes().get(0).memory().toBytes() >> 20,
          row.price().map(price -> price.amount() + " " + price.region()).orElse(""));
    }
  }

  private static List<Line> list() throws IOException {
    return Files.readAllLines(Path.of("src", "catalog", "aliyun-gpu-instances.csv")).stream()
        .skip(1)
        .map(Line::of)
        .toList();
  }

  private static SpecCatalog ack() {
    return ALL.in("ack").catalog();
  }

  private static SpecCatalog eci() {
    return ALL.in("ack/eci").catalog();
  }

  private static GpuSpec row(String name) {
    List<GpuSpec> rows = ack().gpu(name).specs();
    assertThat(rows).hasSize(1);
    return rows.get(0);
  }

  @Test
  void everyLineOfTheListIsARowOfTheNodePool() throws IOException {
    assertThat(list()).hasSize(123);
    assertThat(ack().includeRetired().specs().stream().map(Line::of))
        .containsExactlyInAnyOrderElementsOf(list());
  }

  @ParameterizedTest
  @ValueSource(strings = {"2026-01.json", "eci-2026-01.json"})
  void everyDocumentThatAFileListsIsCited(String file) throws IOException {
    String catalog =
        Files.readString(
            Path.of("src", "main", "resources", "io", "gpuspec", "ack", "internal", file));
    List<String> listed =
        catalog
            .lines()
            .dropWhile(line -> !line.startsWith("  \"citations\""))
            .skip(1)
            .takeWhile(line -> line.startsWith("    "))
            .map(line -> line.substring(0, line.indexOf(':')).strip())
            .toList();

    assertThat(listed).contains("\"prices\"", "\"reference\"");
    assertThat(listed).allSatisfy(key -> assertThat(catalog).contains("\"citation\": " + key));
  }

  @Test
  void elasticContainerInstanceHasTheFamiliesThatItsPageNames() throws IOException {
    // gn8ia is named there too, and has no line in the list.
    String families =
        "ecs\\.((gn7e|gn7i|gn7s|gn7|gn6v|gn6e|gn6i|gn5i|gn5|gn8is)[-.].*|[sv]gn[67]i-.*vws.*)";
    List<Line> expected =
        list().stream()
            .filter(line -> line.name().matches(families))
            .filter(line -> !line.name().startsWith("ecs.sgn6i"))
            .toList();

    assertThat(expected).hasSize(74);
    assertThat(eci().specs().stream().map(Line::of)).containsExactlyInAnyOrderElementsOf(expected);
    assertThat(eci().unit()).isEqualTo(GpuSpec.Unit.POD);
    assertThat(ack().unit()).isEqualTo(GpuSpec.Unit.NODE);
  }

  @Test
  void sharesOfACardAreExact() {
    assertThat(row("ecs.sgn7i-vws-m2.xlarge").fraction()).map(Object::toString).hasValue("1/12");
    assertThat(row("ecs.sgn8ia-m2.xlarge").fraction()).map(Object::toString).hasValue("1/24");
    assertThat(row("ecs.vgn5i-m1.large").fraction()).map(Object::toString).hasValue("1/8");
    assertThat(ack().fraction("1/3").specs().stream().map(GpuSpec::name))
        .containsExactly(
            "ecs.vgn7i-vws-m8.2xlarge",
            "ecs.sgn7i-vws-m8s.4xlarge",
            "ecs.sgn7i-vws-m8.4xlarge",
            "ecs.sgn8ia-m16.8xlarge");
    assertThat(ack().gpu("1/4*P4").specs().stream().map(GpuSpec::name))
        .containsExactly("ecs.vgn5i-m2.xlarge");
  }

  @ParameterizedTest
  @CsvSource({
    "ecs.sgn6i-vws-m2.xlarge, T4 vGPU,",
    "ecs.sgn6i-vws-m4.2xlarge, T4 vGPU,",
    "ecs.sgn6i-vws-m8.4xlarge, T4 vGPU,",
    "ecs.ebmgn8v.48xlarge, HBM3-96GB, 96Gi",
    "ecs.ebmgn9g.64xlarge, Blackwell professional 48GB, 48Gi",
    "ecs.ebmgn9ge.64xlarge, Blackwell professional 72GB, 72Gi",
    "ecs.ebmgn9gc.64xlarge, Blackwell professional 72GB, 72Gi"
  })
  void whatNoDocumentNamesIsNoShareOfAnything(String name, String gpu, String memory) {
    GpuSpec row = row(name);

    assertThat(row.gpu()).isEqualTo(gpu);
    assertThat(row.fraction()).isEmpty();
    assertThat(row.model()).isEmpty();
    assertThat(row.gpuMemory().map(Object::toString).orElse(null)).isEqualTo(memory);
    assertThat(row.notes()).extracting(Note::id).contains("gpu.unknown");
  }

  @Test
  void everyRowThatIsIdentifiedHasMemory() {
    assertThat(ack().specs())
        .filteredOn(row -> row.fraction().isPresent())
        .hasSize(116)
        .allSatisfy(row -> assertThat(row.gpuMemory()).isPresent());
  }

  @ParameterizedTest
  @CsvSource({
    "ecs.gn6i-c4g1.xlarge, 8.5, 11.63",
    "ecs.gn6v-c8g1.2xlarge, 26, 26.46",
    "ecs.gn7i-c8g1.2xlarge, 18, 9.5326",
    "ecs.gn7e-c16g1.4xlarge, 65, 34.742",
    "ecs.ebmgn7e.32xlarge, 520, 277.933"
  })
  void theFiveTypesOfTheTextHaveItsPricesBesideTheListPrices(
      String name, String reference, String list) {
    GpuSpec row = row(name);

    assertThat(row.referencePrice())
        .hasValueSatisfying(
            price -> {
              assertThat(price).hasToString(reference + " CNY per hour");
              assertThat(price.citation().status()).isEqualTo(Status.UNCONFIRMED);
            });
    assertThat(row.price())
        .map(Price::toString)
        .hasValue(list + " CNY per hour (cn-beijing, on-demand)");
    assertThat(ack().specs()).filteredOn(r -> r.referencePrice().isPresent()).hasSize(5);
  }

  @Test
  void pricesThatAreFarFromTheListAreNoted() {
    assertThat(
            ack().specs().stream()
                .filter(row -> row.notes().stream().anyMatch(n -> n.id().equals("price.reference")))
                .map(GpuSpec::name))
        .containsExactlyInAnyOrder(
            "ecs.gn6i-c4g1.xlarge",
            "ecs.gn7i-c8g1.2xlarge",
            "ecs.gn7e-c16g1.4xlarge",
            "ecs.ebmgn7e.32xlarge");
  }

  @Test
  void everyPriceIsAThirdPartysOfOctober2024() {
    assertThat(ack().specs().stream().flatMap(row -> row.prices().stream()))
        .hasSize(72)
        .allSatisfy(
            price -> {
              assertThat(price.citation().date()).isEqualTo("2024-10");
              assertThat(price.citation().status()).isEqualTo(Status.THIRD_PARTY);
            });
  }

  @Test
  void everyRowNamesTheDocumentThatTheListNames() throws IOException {
    Map<String, String> dates =
        ack().specs().stream().collect(Collectors.toMap(GpuSpec::name, r -> r.citation().date()));

    for (String line :
        Files.readAllLines(Path.of("src", "catalog", "aliyun-gpu-instances.csv")).stream()
            .skip(1)
            .toList()) {
      String date = dates.get(line.substring(0, line.indexOf(',')));
      switch (date) {
        case "2021-07" -> assertThat(line).contains("AlibabaCloudDocs/ecs@322eaab").contains(date);
        case "2025" -> assertThat(line).contains("help.aliyun.com").contains("~2025");
        case "2024-10" -> assertThat(line).contains("priceserver@de6fe92").contains(date);
        default -> assertThat(line).contains("ECS GPU family doc (" + date + " edition)");
      }
    }
  }

  static List<GpuSpec> wholeCards() {
    return ack().specs().stream().filter(row -> row.attribute("vgpu").isEmpty()).toList();
  }

  /** By the documented labels, and by what nodes were seen with. */
  @ParameterizedTest
  @MethodSource("wholeCards")
  void nodesWithWholeCardsHaveTheNameOfTheDriverWhereItIsKnown(GpuSpec row) {
    assertThat(row.attribute("nvidiaName").orElse("not known"))
        .isEqualTo(
            switch (row.gpu()) {
              case "V100-16G" -> "Tesla-V100-SXM2-16GB";
              case "V100-32G" -> "Tesla-V100-SXM2-32GB";
              case "Tesla-P100-16G" -> "Tesla-P100-PCIE-16GB";
              case "Tesla-P4" -> "Tesla-P4";
              case "T4" -> "Tesla-T4";
              case "A10" -> "NVIDIA-A10";
              case "L20" -> "NVIDIA-L20";
              default -> "not known";
            });
  }

  @Test
  void theVgpusAreThoseOfTheirFamilies() {
    assertThat(ack().specs())
        .filteredOn(row -> row.attribute("vgpu").isPresent())
        .hasSize(28)
        .extracting(GpuSpec::name)
        .allSatisfy(name -> assertThat(name).matches("ecs\\.[sv]gn.*"));
    assertThat(row("ecs.vgn5i-m2.xlarge").attribute("nvidiaName")).hasValue("GRID-P4-2Q");
  }
}
