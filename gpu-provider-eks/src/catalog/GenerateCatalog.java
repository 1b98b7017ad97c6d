import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Turns the list of AWS instance types beside it into the two catalogs in the jar, {@code eks} and
 * {@code eks/nodegroup}, which differ in what is said of Karpenter:
 *
 * <pre>
 * java gpu-provider-eks/src/catalog/GenerateCatalog.java \
 *     gpu-provider-eks/src/catalog/aws-gpu-instances.csv \
 *     gpu-provider-eks/src/main/resources/io/gpuspec/eks/internal
 * </pre>
 *
 * <p>How to refresh the list: {@code docs/catalogs/eks.md}. A test compares the catalog with the
 * list, row by row, without this program.
 */
final class GenerateCatalog {
  private static final String EDITION = "2026-08";
  private static final int MIB_PER_GIB = 1024;

  /** The documents that are about Karpenter alone. */
  private static final List<String> KARPENTERS = List.of("karpenter", "overlay");

  /** The documents, each under the key that rows and notes refer to it by. */
  private static final Map<String, String> CITATIONS =
      ordered(
          "types",
          cited(
              "AWS EC2 DescribeInstanceTypes, as recorded by moto at 34d6cad5a",
              "2026-08-02",
              "third-party",
              "https://github.com/getmoto/moto/tree/34d6cad5a"),
          "dropped",
          cited(
              "AWS EC2 DescribeInstanceTypes, as recorded by moto at 95a01280b and dropped since",
              "2026-04-01",
              "third-party",
              "https://github.com/getmoto/moto/tree/95a01280b"),
          "prices",
          cited(
              "Karpenter for AWS, zz_generated.pricing_aws.go, on-demand prices of us-east-1",
              "2026-07-20",
              "third-party",
              "https://github.com/aws/karpenter-provider-aws/blob/v1.15.0/pkg/providers/pricing/zz_generated.pricing_aws.go"),
          "karpenter",
          cited("Karpenter for AWS v1.14, reference, instance types", "2026-07", "documented",
              "https://karpenter.sh/v1.14/reference/instance-types/"),
          "labels",
          cited(
              "Karpenter for AWS v1.14, reference, instance types, labels and resources of each",
              "2026-07",
              "documented",
              "https://karpenter.sh/v1.14/reference/instance-types/"),
          "overlay",
          cited(
              "Karpenter for AWS, node overlays, the example of g6f (pull request 9395)",
              "2026-07-13",
              "documented",
              "https://github.com/aws/karpenter-provider-aws/pull/9395"),
          "guide",
          cited("EKS GPU deployment guide (EKS GPU 支持部署指南)", "2024-08", "unconfirmed"));

  /** AWS's names of GPUs where they are not the canonical ones. */
  private static final Map<String, String> CARDS =
      Map.of(
          "H100", "H100-80G",
          "RTX PRO 4500", "RTX-PRO-4500",
          "RTX PRO Server 6000", "RTX-PRO-6000-Server");

  private static final Map<String, String> FAMILY_NOTES =
      Map.of(
          "g4dn",
          note("family.use", "G4dn: for inference, light training, development and tests", "guide"),
          "g5",
          note(
              "family.use",
              "G5: for medium training, demanding inference and graphics; 2.5 times a T4",
              "guide"),
          "p3",
          note("family.use", "P3: for large training and high-performance computing", "guide"),
          "g5g",
          note("cpu.arm", "a Graviton machine: arm64, so images must be built for it", "types"));

  private static final String GONE_NOTE =
      note("lifecycle.retired", "gone from newer records of the API", "dropped");

  private static final String RETIRED_NOTE =
      note("lifecycle.retired", "gone from Karpenter's list of instance types", "karpenter");

  private static final String SLICE_NOTE =
      note("gpu.slice", "a slice of an L4; the API counts no whole GPU", "types");

  private static final String SLICE_NOTES =
      SLICE_NOTE
          + ", "
          + note(
              "gpu.uncounted",
              "Karpenter therefore sees no nvidia.com/gpu here and launches none for a pod that asks for one, unless a NodeOverlay adds it",
              "overlay");

  /** Columns of the list that become attributes as they are, and how these are called. */
  private static final Map<String, String> ATTRIBUTES =
      ordered(
          "max_pods_eni", "maxPods",
          "network_performance", "network",
          "hypervisor", "hypervisor",
          "encryption_in_transit", "encryptionInTransit",
          "local_nvme_gb", "localNvme",
          "ebs_mbps", "ebsBandwidth",
          "network_mbps", "networkBandwidth",
          "cpu_manufacturer", "cpuManufacturer",
          "cpu_mhz", "cpuClock",
          "flex", "capabilityFlex");

  /** Columns of the list that are extended resources of a node. */
  private static final Map<String, String> RESOURCES =
      ordered(
          "efa_interfaces", "vpc.amazonaws.com/efa",
          "pod_eni", "vpc.amazonaws.com/pod-eni");

  private GenerateCatalog() {}

  public static void main(String[] args) throws IOException {
    List<String> lines = Files.readAllLines(Path.of(args[0]));
    List<String> columns = List.of(lines.get(0).split(","));
    Path folder = Path.of(args[1]);
    Files.writeString(folder.resolve(EDITION + ".json"), catalog("eks", columns, lines));
    Files.writeString(
        folder.resolve("nodegroup-" + EDITION + ".json"),
        catalog("eks/nodegroup", columns, lines));
  }

  private static String catalog(String target, List<String> columns, List<String> lines) {
    boolean karpenter = target.equals("eks");
    Map<String, String> gpus = new LinkedHashMap<>();
    List<String> specs = new ArrayList<>();
    for (String line : lines.subList(1, lines.size())) {
      Row row = new Row(cells(columns, line), karpenter);
      gpus.put(row.gpu(), row.gpuJson());
      specs.add(row.json());
    }
    return catalog(target, gpus.values(), specs);
  }

  private static Map<String, String> cells(List<String> columns, String line) {
    String[] cells = line.split(",", columns.size());
    Map<String, String> row = new HashMap<>();
    for (int i = 0; i < cells.length; i++) {
      row.put(columns.get(i), cells[i]);
    }
    return row;
  }

  /** An instance type. */
  private record Row(Map<String, String> cells, boolean karpenter) {

    private String cell(String column) {
      return cells.get(column);
    }

    private BigDecimal count() {
      return new BigDecimal(cell("gpu_count"));
    }

    private boolean isSlice() {
      return count().compareTo(BigDecimal.ONE) < 0;
    }

    /** The canonical name; what AWS calls V100 and A100 is two cards each, told by their memory. */
    private String card() {
      String name = cell("gpu_name");
      return switch (name) {
        case "V100", "A100" -> name + "-" + Integer.parseInt(cell("gpu_mem_mib_each")) / MIB_PER_GIB + "G";
        default -> CARDS.getOrDefault(name, name);
      };
    }

    /** The GPU as the catalog names it, a share of a card before a star. */
    private String gpu() {
      return isSlice()
          ? "1/" + BigDecimal.ONE.divide(count()).intValueExact() + "*" + card()
          : card();
    }

    private String gpuJson() {
      Map<String, String> json = new LinkedHashMap<>();
      json.put("name", text(gpu()));
      json.put("card", text(card()));
      if (isOnArmOnly()) {
        json.put("arch", text("arm64"));
      }
      json.put("memoryReported", text(cell("gpu_mem_mib_each") + "Mi"));
      json.put(
          "attributes",
          isModule()
              ? object("karpenterName", text(karpenterName()), "form", text("SXM"))
              : object("karpenterName", text(karpenterName())));
      return object(json);
    }

    /** Of the cards that are also sold for PCIe slots, AWS has modules with NVLink. */
    private boolean isModule() {
      return card().matches("(V100|A100|H100)-.*");
    }

    /** AWS has the T4g in Graviton machines only. */
    private boolean isOnArmOnly() {
      return card().equals("T4g");
    }

    /** Karpenter writes the API's name into a label: lower case, hyphens for spaces. */
    private String karpenterName() {
      return cell("gpu_name").toLowerCase(Locale.ROOT).replace(' ', '-');
    }

    private String family() {
      return cell("instance_type").split("\\.")[0];
    }

    private boolean isRetired() {
      return cell("lifecycle").equals("retired");
    }

    private String json() {
      Map<String, String> json = new LinkedHashMap<>();
      json.put("name", text(cell("instance_type")));
      json.put("gpu", text(gpu()));
      json.put("gpus", isSlice() ? "1" : cell("gpu_count"));
      if (cell("arch").equals("arm64")) {
        json.put("arch", text("arm64"));
      }
      json.put("upward", "[" + object("cpu", text(cell("vcpu")), "memory", text(memory())) + "]");
      json.put("policy", text("fixed"));
      if (!cell("price_usd_od_hour_us_east_1").isEmpty()) {
        json.put("prices", "[" + price() + "]");
      }
      if (isRetired()) {
        json.put("lifecycle", text("retired"));
      }
      json.put("attributes", attributes());
      Map<String, String> resources = texts(RESOURCES);
      if (!resources.isEmpty()) {
        json.put("resources", object(resources));
      }
      json.put("citation", text(isRetired() ? "dropped" : "types"));
      List<String> notes = notes();
      if (!notes.isEmpty()) {
        json.put("notes", "[" + String.join(", ", notes) + "]");
      }
      return object(json);
    }

    private String memory() {
      int mib = Integer.parseInt(cell("mem_mib"));
      return mib % MIB_PER_GIB == 0 ? mib / MIB_PER_GIB + "Gi" : mib + "Mi";
    }

    private String price() {
      return object(
          "amount",
          text(cell("price_usd_od_hour_us_east_1")),
          "currency",
          text("USD"),
          "per",
          text("hour"),
          "region",
          text("us-east-1"),
          "capacityType",
          text("on-demand"),
          "citation",
          text("prices"));
    }

    private String attributes() {
      Map<String, String> attributes = new LinkedHashMap<>();
      attributes.put("family", text(family()));
      attributes.putAll(texts(ATTRIBUTES));
      return object(attributes);
    }

    /** What the row says in some columns, under other names. */
    private Map<String, String> texts(Map<String, String> columns) {
      Map<String, String> texts = new LinkedHashMap<>();
      columns.forEach(
          (column, name) -> {
            if (!cell(column).isEmpty()) {
              texts.put(name, text(cell(column)));
            }
          });
      return texts;
    }

    private List<String> notes() {
      List<String> notes = new ArrayList<>();
      if (FAMILY_NOTES.containsKey(family())) {
        notes.add(FAMILY_NOTES.get(family()));
      }
      if (isRetired()) {
        notes.add(karpenter ? RETIRED_NOTE : GONE_NOTE);
      }
      if (isSlice()) {
        notes.add(karpenter ? SLICE_NOTES : SLICE_NOTE);
      }
      return notes;
    }
  }

  private static String catalog(String target, Collection<String> gpus, List<String> specs) {
    List<String> citations = new ArrayList<>();
    CITATIONS.forEach(
        (key, citation) -> {
          if (target.equals("eks") || !KARPENTERS.contains(key)) {
            citations.add(text(key) + ": " + citation);
          }
        });
    return """
        {
          "target": "%s",
          "edition": "%s",
          "unit": "node",
          "citation": "types",
          "citations": {
        %s
          },
          "gpus": [
        %s
          ],
          "specs": [
        %s
          ]
        }
        """
        .formatted(target, EDITION, lines(citations), lines(gpus), lines(specs));
  }

  private static String lines(Collection<String> entries) {
    return entries.stream().map(entry -> "    " + entry).collect(Collectors.joining(",\n"));
  }

  private static String cited(String title, String date, String status) {
    return object("title", text(title), "date", text(date), "status", text(status));
  }

  private static String cited(String title, String date, String status, String url) {
    return object(
        "title", text(title), "date", text(date), "status", text(status), "url", text(url));
  }

  private static String note(String id, String message, String citation) {
    return object("id", text(id), "message", text(message), "citation", text(citation));
  }

  private static Map<String, String> ordered(String... keysAndValues) {
    Map<String, String> map = new LinkedHashMap<>();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      map.put(keysAndValues[i], keysAndValues[i + 1]);
    }
    return map;
  }

  private static String object(String... keysAndValues) {
    return object(ordered(keysAndValues));
  }

  private static String object(Map<String, String> fields) {
    return fields.entrySet().stream()
        .map(field -> text(field.getKey()) + ": " + field.getValue())
        .collect(Collectors.joining(", ", "{", "}"));
  }

  /** Nothing in the list needs escaping. */
  private static String text(String value) {
    return "\"" + value + "\"";
  }
}
