import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Turns the list of Alibaba Cloud instance types beside it into the two catalogs in the jar: {@code
 * ack}, every row, and {@code ack/eci}, the families that Elastic Container Instance takes:
 *
 * <pre>
 * java gpu-provider-ack/src/catalog/GenerateCatalog.java \
 *     gpu-provider-ack/src/catalog/aliyun-gpu-instances.csv \
 *     gpu-provider-ack/src/main/resources/io/gpuspec/ack/internal
 * </pre>
 *
 * <p>A refreshed list has the same columns. A test compares the catalogs with the list, row by row,
 * without this program.
 */
final class GenerateCatalog {
  private static final String EDITION = "2026-01";
  private static final long MIB_PER_GIB = 1024;

  /** Canonical names of the cards; V100 goes by memory. */
  private static final Map<String, String> CARDS =
      Map.ofEntries(
          Map.entry("T4", "T4"),
          Map.entry("A10", "A10"),
          Map.entry("A16(GA107)", "A16"),
          Map.entry("A30", "A30"),
          Map.entry("A100", "A100-40G"),
          Map.entry("A100-40G", "A100-40G"),
          Map.entry("A100-80G", "A100-80G"),
          Map.entry("V100-16G", "V100-16G"),
          Map.entry("V100-32G", "V100-32G"),
          Map.entry("P100", "Tesla-P100-16G"),
          Map.entry("P4", "Tesla-P4"),
          Map.entry("L20", "L20"),
          Map.entry("NVIDIA L20", "L20"));

  /** GPUs of which the vendor publishes the generation and the memory, but not the model. */
  private static final Set<String> HALF_NAMED =
      Set.of("Hopper-96G", "Blackwell-72G", "Lovelace-vGPU");

  /** What a node with a whole card carries as {@code aliyun.accelerator/nvidia_name}, where seen. */
  private static final Map<String, String> NVIDIA_NAMES =
      Map.of(
          "Tesla-P4", "Tesla-P4",
          "Tesla-P100-16G", "Tesla-P100-PCIE-16GB",
          "V100-16G", "Tesla-V100-SXM2-16GB",
          "V100-32G", "Tesla-V100-SXM2-32GB",
          "T4", "Tesla-T4",
          "A10", "NVIDIA-A10",
          "L20", "NVIDIA-L20");

  /** A vGPU has its own name; only this one was seen. */
  private static final Map<String, String> VGPU_NAMES =
      Map.of("ecs.vgn5i-m2.xlarge", "GRID-P4-2Q");

  private static final Map<String, String> REFERENCE_PRICES =
      Map.of(
          "ecs.gn6i-c4g1.xlarge", "8.5",
          "ecs.gn6v-c8g1.2xlarge", "26",
          "ecs.gn7i-c8g1.2xlarge", "18",
          "ecs.gn7e-c16g1.4xlarge", "65",
          "ecs.ebmgn7e.32xlarge", "520");

  /** What should be known of single rows; an id and a message each. */
  private static final Map<String, List<String>> NOTES =
      Map.of(
          "ecs.gn6i-c4g1.xlarge",
          List.of("price.reference", "a text of 2026-01 gives 8.5 CNY per hour, below the list price"),
          "ecs.gn7i-c8g1.2xlarge",
          List.of(
              "price.reference",
              "a text of 2026-01 gives 18 CNY per hour, about twice the list price",
              "memory.odd",
              "has 30Gi, not the 32Gi that 8 vCPU usually come with"),
          "ecs.gn7e-c16g1.4xlarge",
          List.of(
              "price.reference", "a text of 2026-01 gives 65 CNY per hour, about twice the list price"),
          "ecs.ebmgn7e.32xlarge",
          List.of(
              "price.reference",
              "a text of 2026-01 gives 520 CNY per hour, about twice the list price"));

  private static final Set<String> ECI_FAMILIES =
      Set.of(
          "sgn7i-vws", "vgn7i-vws", "vgn6i-vws", "gn7e", "gn7i", "gn7s", "gn7", "gn6v", "gn6e",
          "gn6i", "gn5i", "gn5", "gn8ia", "gn8is");

  private GenerateCatalog() {}

  public static void main(String[] args) throws IOException {
    List<String> lines = Files.readAllLines(Path.of(args[0]));
    List<String> columns = List.of(lines.get(0).split(","));
    List<Map<String, String>> rows =
        lines.stream().skip(1).map(line -> row(columns, line)).toList();
    Path folder = Path.of(args[1]);
    Files.writeString(folder.resolve(EDITION + ".json"), catalog(NODE_POOL, rows, row -> true));
    Files.writeString(
        folder.resolve("eci-" + EDITION + ".json"),
        catalog(ECI, rows, row -> ECI_FAMILIES.contains(family(row.get("instance_type")))));
  }

  private static Map<String, String> row(List<String> columns, String line) {
    // Only the last cell, the source, has commas of its own.
    String[] cells = line.split(",", columns.size());
    Map<String, String> row = new TreeMap<>();
    for (int i = 0; i < cells.length; i++) {
      row.put(columns.get(i), cells[i].replace("\"", ""));
    }
    return row;
  }

  /** {@code ecs.vgn6i-m4-vws.xlarge} is of the family vgn6i-vws. */
  private static String family(String instanceType) {
    List<String> parts = List.of(instanceType.split("\\.")[1].split("-"));
    return parts.get(0) + (parts.contains("vws") ? "-vws" : "");
  }

  private static boolean isVgpu(String instanceType) {
    return instanceType.startsWith("ecs.vgn") || instanceType.startsWith("ecs.sgn");
  }

  /** A GPU, a share of one, or something that the vendor does not identify. */
  private record Gpu(String name, String base, boolean whole, String details) {
    String json() {
      return "    {\"name\": \"" + name + "\"" + details + "}";
    }
  }

  private static Gpu gpu(Map<String, String> row) {
    String count = row.get("gpu_count");
    String base = base(row);
    if (count.startsWith("?")) {
      return new Gpu("T4 vGPU", base, true, ", \"identified\": false");
    }
    boolean whole = !count.contains("/");
    String name = (whole ? "" : count + "*") + base;
    String memory = ", \"memory\": \"" + quantity(row.get("gpu_mem_mib_each")) + "\"";
    if (CARDS.containsValue(base)) {
      return new Gpu(name, base, whole, ", \"card\": \"" + base + "\"");
    }
    return new Gpu(
        name, base, whole, memory + (HALF_NAMED.contains(base) ? "" : ", \"identified\": false"));
  }

  private static String base(Map<String, String> row) {
    String name = row.get("gpu_name");
    String memory = row.get("gpu_mem_mib_each");
    if (name.equals("V100")) {
      return memory.equals("16384") ? "V100-16G" : "V100-32G";
    }
    if (CARDS.containsKey(name)) {
      return CARDS.get(name);
    }
    // "Blackwell professional (model not named)": what is in brackets is no name.
    String bare = name.replaceAll(" ?\\(.*", "");
    return HALF_NAMED.contains(bare) ? bare : unnamed(bare, memory);
  }

  private static String unnamed(String description, String mib) {
    String size = Long.parseLong(mib) / MIB_PER_GIB + "GB";
    return description.endsWith(size) ? description : description + " " + size;
  }

  private static String quantity(String mib) {
    long size = Long.parseLong(mib);
    return size % MIB_PER_GIB == 0 ? size / MIB_PER_GIB + "Gi" : size + "Mi";
  }

  private static String spec(Map<String, String> row, Gpu gpu) {
    String name = row.get("instance_type");
    StringBuilder json = new StringBuilder();
    json.append("{\"name\": \"").append(name);
    json.append("\", \"gpu\": \"").append(gpu.name());
    json.append("\", \"gpus\": ").append(count(row.get("gpu_count")));
    json.append(", \"upward\": [{\"cpu\": \"").append(row.get("vcpu"));
    json.append("\", \"memory\": \"").append(quantity(row.get("mem_mib")));
    json.append("\"}], \"policy\": \"fixed\"");
    json.append(attributes(name, gpu)).append(prices(row));
    return json.append(notes(row)).append(", \"citation\": \"").append(source(row)) + "\"}";
  }

  private static String count(String written) {
    return written.matches("[0-9]+") ? written : "1";
  }

  private static String attributes(String instanceType, Gpu gpu) {
    boolean vgpu = isVgpu(instanceType);
    String name = vgpu ? VGPU_NAMES.get(instanceType) : NVIDIA_NAMES.get(gpu.base());
    List<String> attributes = new ArrayList<>();
    if (vgpu) {
      attributes.add("\"vgpu\": \"true\"");
    }
    if (name != null) {
      attributes.add("\"nvidiaName\": \"" + name + "\"");
    }
    return attributes.isEmpty()
        ? ""
        : ", \"attributes\": {" + String.join(", ", attributes) + "}";
  }

  private static String prices(Map<String, String> row) {
    String json = "";
    if (!row.get("price_cny_od_hour").isEmpty()) {
      json +=
          """
          , "prices": [{"amount": "%s", "currency": "CNY", "per": "hour", "region": "%s", \
          "capacityType": "on-demand", "citation": "prices"}]"""
              .formatted(row.get("price_cny_od_hour"), row.get("price_region"));
    }
    String reference = REFERENCE_PRICES.get(row.get("instance_type"));
    if (reference != null) {
      json +=
          """
          , "referencePrice": {"amount": "%s", "currency": "CNY", "per": "hour", \
          "citation": "reference"}"""
              .formatted(reference);
    }
    return json;
  }

  private static String notes(Map<String, String> row) {
    String name = row.get("instance_type");
    List<String> notes = new ArrayList<>();
    if (row.get("gpu_count").startsWith("?")) {
      notes.add(
          note("gpu.unknown", "a vGPU of a T4; how large a share of it, no document at hand says"));
    } else if (isVgpu(name)) {
      notes.add(
          note("gpu.vgpu", "an NVIDIA vGPU; its driver is a GRID driver, its name one of its own"));
    } else if (row.get("gpu_name").contains("not named")) {
      notes.add(note("gpu.unknown", "no document at hand names the model of this GPU"));
    }
    if (row.get("source").contains("fraction derived")) {
      notes.add(
          note("fraction.derived", "the share is worked out: the vGPU's memory of the card's 48Gi"));
    }
    List<String> own = NOTES.getOrDefault(name, List.of());
    for (int i = 0; i < own.size(); i += 2) {
      notes.add(note(own.get(i), own.get(i + 1)));
    }
    return notes.isEmpty() ? "" : ", \"notes\": [" + String.join(", ", notes) + "]";
  }

  private static String note(String id, String message) {
    String citation = id.equals("price.reference") ? ", \"citation\": \"reference\"" : "";
    return "{\"id\": \"%s\", \"message\": \"%s\"%s}".formatted(id, message, citation);
  }

  private static String source(Map<String, String> row) {
    String source = row.get("source");
    if (source.startsWith("AlibabaCloudDocs/ecs")) {
      return "families-2021";
    }
    if (source.startsWith("help.aliyun.com")) {
      return "families-2025";
    }
    return source.startsWith("cloudpilot-ai") ? "prices" : "families-2026";
  }

  private static String catalog(
      String head, List<Map<String, String>> rows, Predicate<Map<String, String>> taken) {
    Map<String, String> gpus = new LinkedHashMap<>();
    List<String> specs = new ArrayList<>();
    for (Map<String, String> row : rows) {
      if (taken.test(row)) {
        Gpu gpu = gpu(row);
        gpus.put(gpu.name(), gpu.json());
        specs.add("    " + spec(row, gpu));
      }
    }
    String top = head.replace("EDITION", EDITION);
    String body =
        "  \"gpus\": [\n"
            + String.join(",\n", gpus.values())
            + "\n  ],\n  \"specs\": [\n"
            + String.join(",\n", specs)
            + "\n  ]\n}\n";
    return top + "  \"citations\": {\n" + citations(top + body) + "\n  },\n" + body;
  }

  /** The documents that a catalog cites, and no others. */
  private static String citations(String citing) {
    return CITATIONS
        .lines()
        .filter(line -> citing.contains("\"citation\": " + line.substring(0, line.indexOf(':'))))
        .map(line -> "    " + line)
        .collect(Collectors.joining(",\n"));
  }

  private static final String NODE_POOL =
      """
      {
        "target": "ack",
        "edition": "EDITION",
        "capacityTypes": ["on-demand", "spot"],
        "unit": "node",
        "citation": "families-2025",
      """;

  private static final String ECI =
      """
      {
        "target": "ack/eci",
        "edition": "EDITION",
        "capacityTypes": ["on-demand", "spot"],
        "citation": "eci",
      """;

  private static final String CITATIONS =
      """
      "eci": {"title": "Elastic Container Instance, create a GPU-accelerated ECI pod", "date": "2025-03", "status": "documented"}
      "families-2021": {"title": "Alibaba Cloud ECS, instance families (AlibabaCloudDocs/ecs at 322eaab)", "date": "2021-07", "status": "documented", "url": "https://github.com/AlibabaCloudDocs/ecs/tree/322eaab"}
      "families-2025": {"title": "Alibaba Cloud ECS, GPU-accelerated instance families", "date": "2025", "status": "documented", "url": "https://www.alibabacloud.com/help/en/ecs/user-guide/gpu-accelerated-compute-optimized-and-vgpu-accelerated-instance-families-1"}
      "families-2026": {"title": "Alibaba Cloud ECS, GPU instance families, edition of 2026", "date": "2026", "status": "documented", "url": "https://www.alibabacloud.com/help/en/ecs/user-guide/gpu-accelerated-compute-optimized-and-vgpu-accelerated-instance-families-1"}
      "prices": {"title": "Alibaba Cloud ECS pay-as-you-go prices, as recorded by cloudpilot-ai/priceserver at de6fe92", "date": "2024-10", "status": "third-party", "url": "https://github.com/cloudpilot-ai/priceserver/tree/de6fe92"}
      "reference": {"title": "GPU scheduling and management on ACK (GPU调度与管理)", "date": "2026-01", "status": "unconfirmed"}
      """;
}
