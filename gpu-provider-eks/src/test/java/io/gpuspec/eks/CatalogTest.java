package io.gpuspec.eks;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.CapacityType;
import io.gpuspec.GpuModel;
import io.gpuspec.GpuSpec;
import io.gpuspec.GpuSpec.Lifecycle;
import io.gpuspec.Gpus;
import io.gpuspec.Price;
import io.gpuspec.Shape;
import io.gpuspec.SpecCatalog;
import io.gpuspec.value.Citation.Status;
import io.gpuspec.value.Fraction;
import io.gpuspec.value.MemorySize;
import io.gpuspec.value.Note;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The catalog against the list that it was made from, read here without the generator. */
class CatalogTest {
  private static final Gpus GPUS = Gpus.load();

  private static final Path LIST = Path.of("src", "catalog", "aws-gpu-instances.csv");

  private static final Map<String, GpuSpec> ROWS =
      catalog().includeRetired().specs().stream()
          .collect(Collectors.toMap(GpuSpec::name, row -> row));

  /** Columns that are attributes as they stand, where they are not empty. */
  private static final Map<String, String> ATTRIBUTES =
      Map.ofEntries(
          Map.entry("max_pods_eni", "maxPods"),
          Map.entry("network_performance", "network"),
          Map.entry("hypervisor", "hypervisor"),
          Map.entry("encryption_in_transit", "encryptionInTransit"),
          Map.entry("local_nvme_gb", "localNvme"),
          Map.entry("ebs_mbps", "ebsBandwidth"),
          Map.entry("network_mbps", "networkBandwidth"),
          Map.entry("cpu_manufacturer", "cpuManufacturer"),
          Map.entry("cpu_mhz", "cpuClock"),
          Map.entry("flex", "capabilityFlex"));

  private static final Map<String, String> RESOURCES =
      Map.of("efa_interfaces", "vpc.amazonaws.com/efa", "pod_eni", "vpc.amazonaws.com/pod-eni");

  private static SpecCatalog catalog() {
    return GPUS.in("eks").catalog();
  }

  static List<Map<String, String>> list() {
    try {
      List<String> lines = Files.readAllLines(LIST);
      String[] columns = lines.get(0).split(",");
      return lines.stream().skip(1).map(line -> cells(columns, line)).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Map<String, String> cells(String[] columns, String line) {
    String[] cells = line.split(",", columns.length);
    Map<String, String> row = new HashMap<>();
    for (int i = 0; i < columns.length; i++) {
      row.put(columns[i], cells[i]);
    }
    return row;
  }

  @Test
  void thereIsARowForEveryLineAndNoOther() {
    assertThat(ROWS).hasSize(68);
    assertThat(ROWS.keySet())
        .containsExactlyInAnyOrderElementsOf(
            list().stream().map(line -> line.get("instance_type")).toList());
  }

  @ParameterizedTest
  @MethodSource("list")
  void aRowSaysWhatItsLineSays(Map<String, String> line) {
    GpuSpec row = ROWS.get(line.get("instance_type"));
    boolean slice = line.get("gpu_count").startsWith("0.");

    assertThat(row.gpus()).isEqualTo(slice ? 1 : Integer.parseInt(line.get("gpu_count")));
    assertThat(row.fraction().map(CatalogTest::decimal))
        .hasValueSatisfying(
            share -> assertThat(share).isEqualByComparingTo(slice ? line.get("gpu_count") : "1"));
    assertThat(row.gpuMemoryReported())
        .contains(MemorySize.parse(line.get("gpu_mem_mib_each") + "Mi"));
    assertThat(row.arch()).hasToString(line.get("arch").replace("x86_64", "amd64"));
    assertThat(row.shapes()).hasSize(1);
    Shape machine = row.shapes().get(0);
    assertThat(machine.cpu()).hasToString(line.get("vcpu"));
    assertThat(machine.memory()).isEqualTo(MemorySize.parse(line.get("mem_mib") + "Mi"));
    ATTRIBUTES.forEach(
        (column, name) ->
            assertThat(row.attribute(name))
                .as(name)
                .isEqualTo(Optional.of(line.get(column)).filter(cell -> !cell.isEmpty())));
    Map<String, Long> resources = new HashMap<>();
    RESOURCES.forEach(
        (column, name) -> {
          if (!line.get(column).isEmpty()) {
            resources.put(name, Long.valueOf(line.get(column)));
          }
        });
    assertThat(row.resources()).isEqualTo(resources);
    assertThat(row.attribute("family")).contains(line.get("instance_type").split("\\.")[0]);
    assertThat(row.lifecycle()).hasToString(line.get("lifecycle"));
    assertThat(row.policy()).isEqualTo("fixed");
  }

  static List<Published> published() {
    return Published.all();
  }

  /** A metal instance has the label of the hypervisor, and no value there; the list has none. */
  @ParameterizedTest
  @MethodSource("published")
  void aRowSaysWhatKarpenterPublishesOfItsType(Published published) {
    List<GpuSpec> rows =
        Stream.of("eks", "eks/nodegroup")
            .map(target -> GPUS.in(target).catalog().includeRetired())
            .map(catalog -> catalog.gpu(published.type()).specs().get(0))
            .toList();

    published
        .rest()
        .forEach(
            (name, value) ->
                assertThat(rows)
                    .allSatisfy(
                        row ->
                            assertThat(said(row, name))
                                .as(name)
                                .isEqualTo(
                                    Optional.of(value)
                                        .filter(
                                            said -> !Set.of("-", "\"\"", "0").contains(said)))));
    assertThat(published.rest().get("hypervisor").equals("\"\""))
        .isEqualTo(published.type().endsWith(".metal"));
  }

  private static Optional<String> said(GpuSpec row, String name) {
    return switch (name) {
      case "efa" ->
          Optional.ofNullable(row.resources().get("vpc.amazonaws.com/efa")).map(String::valueOf);
      case "podEni" ->
          Optional.ofNullable(row.resources().get("vpc.amazonaws.com/pod-eni"))
              .map(String::valueOf);
      default -> row.attribute(name);
    };
  }

  private static BigDecimal decimal(Fraction share) {
    return BigDecimal.valueOf(share.numerator()).divide(BigDecimal.valueOf(share.denominator()));
  }

  @ParameterizedTest
  @MethodSource("list")
  void aRowHasThePriceOfItsLineOrNone(Map<String, String> line) {
    GpuSpec row = ROWS.get(line.get("instance_type"));
    String amount = line.get("price_usd_od_hour_us_east_1");

    if (amount.isEmpty()) {
      assertThat(row.prices()).isEmpty();
      return;
    }
    assertThat(row.prices()).hasSize(1);
    Price price = row.price().orElseThrow();
    assertThat(price.amount()).isEqualTo(new BigDecimal(amount));
    assertThat(price.currency()).isEqualTo("USD");
    assertThat(price.per()).isEqualTo("hour");
    assertThat(price.region()).isEqualTo("us-east-1");
    assertThat(price.capacityType()).isEqualTo(CapacityType.ON_DEMAND);
    assertThat(line.get("source")).contains(price.citation().date());
  }

  @ParameterizedTest
  @MethodSource("list")
  void aRowCitesTheRecordThatItsLineNames(Map<String, String> line) {
    GpuSpec row = ROWS.get(line.get("instance_type"));

    assertThat(line.get("source"))
        .contains(row.citation().date())
        .contains(row.citation().title().replaceFirst(".* at ([0-9a-f]+).*", "$1"));
    assertThat(row.citation().status()).isEqualTo(Status.THIRD_PARTY);
  }

  /** The API's names, with its memory in MiB, and what this project calls them. */
  @ParameterizedTest
  @CsvSource({
    "g4dn.xlarge,      T4,                  T4",
    "g5.xlarge,        A10G,                A10G",
    "g5g.xlarge,       T4g,                 T4g",
    "g6.xlarge,        L4,                  L4",
    "g6e.xlarge,       L40S,                L40S",
    "g6f.large,        1/8*L4,              L4",
    "g6f.xlarge,       1/8*L4,              L4",
    "g6f.2xlarge,      1/4*L4,              L4",
    "g6f.4xlarge,      1/2*L4,              L4",
    "gr6f.4xlarge,     1/2*L4,              L4",
    "g7.2xlarge,       RTX-PRO-4500,        RTX-PRO-4500",
    "g7e.2xlarge,      RTX-PRO-6000-Server, RTX-PRO-6000-Server",
    "p3.2xlarge,       V100-16G,            V100-16G",
    "p3dn.24xlarge,    V100-32G,            V100-32G",
    "p4d.24xlarge,     A100-40G,            A100-40G",
    "p4de.24xlarge,    A100-80G,            A100-80G",
    "p5.4xlarge,       H100-80G,            H100-80G",
    "p5e.48xlarge,     H200,                H200",
    "p6-b200.48xlarge, B200,                B200",
    "p6-b300.48xlarge, B300,                B300"
  })
  void aRowNamesItsGpuAndTheCardBehindIt(String type, String gpu, String card) {
    assertThat(ROWS.get(type).gpu()).isEqualTo(gpu);
    assertThat(ROWS.get(type).model().map(GpuModel::name)).contains(card);
  }

  @Test
  void twentyFourGigabytesAreAnL4AndAnA10GWhateverTheApiReports() {
    assertThat(
            catalog().gpuMemoryAtLeast("24Gi").gpus(1).specs().stream()
                .filter(row -> row.gpuMemory().orElseThrow().equals(MemorySize.parse("24Gi")))
                .map(GpuSpec::gpu)
                .distinct())
        .containsExactly("A10G", "L4");
    assertThat(ROWS.get("g6.xlarge").gpuMemoryReported()).contains(MemorySize.parse("22888Mi"));
  }

  @Test
  void aNodeServesSeveralPodsSoNoPodStatesItsShape() {
    assertThat(catalog().unit()).isEqualTo(GpuSpec.Unit.NODE);
    assertThat(catalog().edition()).isEqualTo("2026-08");
  }

  @Test
  void onlyTheP3AreRetired() {
    assertThat(
            ROWS.values().stream()
                .filter(row -> row.lifecycle() == Lifecycle.RETIRED)
                .map(GpuSpec::name))
        .containsExactlyInAnyOrder("p3.2xlarge", "p3.8xlarge", "p3.16xlarge");
    assertThat(catalog().gpu("V100-16G").specs()).isEmpty();
  }

  /** The families of the guide, the slices, and the one family with another CPU. */
  @ParameterizedTest
  @CsvSource({
    "g4dn.xlarge,  family.use",
    "g5.48xlarge,  family.use",
    "p3.8xlarge,   family.use lifecycle.retired",
    "g5g.metal,    cpu.arm",
    "g6f.large,    gpu.slice gpu.uncounted",
    "gr6f.4xlarge, gpu.slice gpu.uncounted",
    "g6.xlarge,    ''",
    "p3dn.24xlarge,''"
  })
  void whatShouldBeKnownOfARow(String type, String notes) {
    assertThat(ROWS.get(type).notes().stream().map(Note::id))
        .containsExactlyElementsOf(
            Arrays.stream(notes.split(" ")).filter(id -> !id.isEmpty()).toList());
    assertThat(ROWS.get(type).notes()).allSatisfy(note -> assertThat(note.citation()).isPresent());
  }
}
