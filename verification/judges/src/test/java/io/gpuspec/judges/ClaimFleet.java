package io.gpuspec.judges;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gpuspec.GpuSpec;
import io.gpuspec.Gpus;
import io.gpuspec.claim.NodeDevices;
import io.gpuspec.kube.KubeObject;
import io.gpuspec.mig.MigGpu;
import io.gpuspec.mig.MigPlacement;
import io.gpuspec.mig.MigProfile;
import io.gpuspec.value.GpuSpecException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A node of a random row of a catalog with what its drivers publish: as {@link NodeDevices} has it,
 * and with what it leaves to who knows the node, such as the places on the bus and taints. Beside
 * the GPUs there can be network cards of another driver.
 *
 * @param node what the node and its pools are called
 */
record ClaimFleet(String node, NodeDevices devices, List<KubeObject> slices) {
  static final String NIC = "nic.example.com";
  static final List<String> TAINTS = List.of("gpu.nvidia.com/xid", "example.com/maintenance");

  private static final Pattern CARD = Pattern.compile("gpu-(\\d+).*");
  private static final List<String> MODES = List.of("memory", "memory", "unlimited", "4");

  /** Rows that differ in more than a name. */
  private static final List<GpuSpec> ROWS = rows();

  private static List<GpuSpec> rows() {
    Set<String> known = new TreeSet<>();
    return Stream.of("eks/nodegroup", "tke/gpu", "ack")
        .flatMap(target -> Gpus.load().in(target).catalog().specs().stream())
        .filter(row -> known.add(row.gpu() + " " + row.gpus()))
        .toList();
  }

  static ClaimFleet random(Random random, String node) {
    NodeDevices devices = some(random).node(node);
    List<String> products = devices.unknown().getOrDefault("productName", List.of());
    if (!products.isEmpty()) {
      devices = devices.attribute("productName", pick(random, products));
    }
    if (random.nextInt(10) > 0) {
      devices = devices.attribute("driverVersion", "580.126.20");
    }
    boolean hasPlaces = random.nextBoolean();
    boolean isTainted = random.nextInt(4) == 0;
    List<KubeObject> slices = new ArrayList<>();
    for (KubeObject slice : devices.slices()) {
      ObjectNode tree = ClaimObjectTexts.tree(slice);
      for (JsonNode device : tree.path("spec").path("devices")) {
        if (hasPlaces) {
          place((ObjectNode) device);
        }
        if (isTainted && random.nextInt(3) == 0) {
          taint((ObjectNode) device, random);
        }
      }
      slices.add(ClaimObjectTexts.object(tree));
    }
    if (random.nextInt(3) == 0) {
      slices.add(networkCards(node, 1 + random.nextInt(3)));
    }
    return new ClaimFleet(node, devices, List.copyOf(slices));
  }

  private static NodeDevices some(Random random) {
    NodeDevices whole = NodeDevices.of(pick(random, ROWS));
    int form = random.nextInt(10);
    if (form < 3) {
      return whole;
    }
    if (form < 5) {
      return whole.shares(pick(random, MODES));
    }
    // Few cards: the search is for ever where many instances fit none of many cards.
    MigGpu gpu = pick(random, divisible());
    NodeDevices divided = NodeDevices.of(gpu, 1 + random.nextInt(2));
    if (form < 8) {
      return divided.dynamicMig();
    }
    NodeDevices fixed = divided.mig(layout(gpu, random));
    return form == 8 ? fixed : fixed.shares("memory");
  }

  static List<MigGpu> divisible() {
    return MigGpu.all().stream()
        .filter(gpu -> gpu.geometry() != MigGpu.Geometry.UNVERIFIED)
        .toList();
  }

  private static String[] layout(MigGpu gpu, Random random) {
    List<String> layout = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      MigProfile profile = pick(random, gpu.profiles());
      MigPlacement placement = pick(random, profile.placements());
      List<String> more = new ArrayList<>(layout);
      more.add(placement.toString());
      try {
        gpu.layout(more.toArray(String[]::new));
        layout = more;
      } catch (GpuSpecException e) {
        // It does not go with the others.
      }
    }
    return layout.toArray(String[]::new);
  }

  private static void place(ObjectNode device) {
    Matcher card = CARD.matcher(device.path("name").asText());
    int number = card.matches() ? Integer.parseInt(card.group(1)) : 0;
    ObjectNode attributes = device.withObject("/attributes");
    attributes.putObject("resource.kubernetes.io/pcieRoot").put("string", root(number / 2));
    attributes.putObject("resource.kubernetes.io/numaNode").put("int", number / 4);
  }

  private static String root(int number) {
    return "pci0000:0" + number;
  }

  private static void taint(ObjectNode device, Random random) {
    ObjectNode taint = device.withArray("/taints").addObject();
    taint.put("key", pick(random, TAINTS));
    if (random.nextBoolean()) {
      taint.put("value", pick(random, List.of("a", "b")));
    }
    taint.put("effect", pick(random, List.of("NoSchedule", "NoExecute", "None")));
  }

  private static KubeObject networkCards(String node, int count) {
    ObjectNode slice = ClaimObjectTexts.object("ResourceSlice", node + "-" + NIC + "-0");
    ObjectNode spec = slice.putObject("spec").put("driver", NIC).put("nodeName", node);
    spec.putObject("pool").put("name", node).put("generation", 1).put("resourceSliceCount", 1);
    for (int i = 0; i < count; i++) {
      ObjectNode device = spec.withArray("/devices").addObject().put("name", "nic-" + i);
      ObjectNode attributes = device.putObject("attributes");
      attributes.putObject("speed").put("int", i == 0 ? 100 : 400);
      attributes.putObject("resource.kubernetes.io/pcieRoot").put("string", root(i));
    }
    return ClaimObjectTexts.object(slice);
  }

  /** The different values of an attribute of the GPUs. */
  List<String> attributes(String name) {
    return values("/attributes/" + name.replace("/", "~1"));
  }

  /** The different amounts of a capacity of the GPUs. */
  List<String> capacities(String name) {
    return values("/capacity/" + name);
  }

  private List<String> values(String path) {
    Set<String> values = new TreeSet<>();
    for (KubeObject slice : slices) {
      for (JsonNode device : ClaimObjectTexts.tree(slice).path("spec").path("devices")) {
        JsonNode value = device.at(path);
        if (!value.isMissingNode()) {
          values.add((value.has("value") ? value.get("value") : value.elements().next()).asText());
        }
      }
    }
    return List.copyOf(values);
  }

  /** How many devices a class of the driver has here, about. */
  int count(String type) {
    return (int)
        slices.stream()
            .flatMap(
                slice -> {
                  List<String> types = new ArrayList<>();
                  ClaimObjectTexts.tree(slice)
                      .path("spec")
                      .path("devices")
                      .forEach(
                          device -> types.add(device.at("/attributes/type/string").asText("nic")));
                  return types.stream();
                })
            .filter(type::equals)
            .count();
  }

  static <T> T pick(Random random, List<T> from) {
    return from.get(random.nextInt(from.size()));
  }
}
