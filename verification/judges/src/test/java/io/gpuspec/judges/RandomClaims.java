package io.gpuspec.judges;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Claims that the API server admits, of all the forms that users write: the examples of NVIDIA's
 * driver, of its end-to-end tests and of the guides, with values that the devices of a fleet have,
 * or nearly have.
 */
final class RandomClaims {
  /** The count of a request for more than one device. */
  static final Pattern SEVERAL = Pattern.compile("\"count\":(?!1\\b)\\d++");

  private static final String OWN_CLASS = "large.example.com";
  private static final List<String> QUANTITIES =
      List.of("1Gi", "4Gi", "10Gi", "15Gi", "22.5Gi", "40Gi", "80Gi", "4000000000", "1e10", "500M");
  private static final List<String> ATTRIBUTES =
      List.of(
          "gpu.nvidia.com/parentUUID",
          "gpu.nvidia.com/parentUUID",
          "gpu.nvidia.com/productName",
          "gpu.nvidia.com/uuid",
          "gpu.nvidia.com/profile",
          "resource.kubernetes.io/pcieRoot",
          "resource.kubernetes.io/pcieRoot",
          "resource.kubernetes.io/numaNode",
          "example.com/rack");
  private static final String GPU = "device.attributes['gpu.nvidia.com'].";
  private static final String MEMORY = "device.capacity['gpu.nvidia.com'].memory";
  private static final String PLACE = "device.attributes['resource.kubernetes.io'].";
  private static final Pattern READ =
      Pattern.compile("device\\.(attributes|capacity)\\[['\"][^'\"]+['\"]\\]\\.[A-Za-z]+");

  private final ClaimFleet fleet;
  private final Random random;
  private final boolean sharesAreAsked;

  RandomClaims(ClaimFleet fleet, Random random) {
    this.fleet = fleet;
    this.random = random;
    this.sharesAreAsked = fleet.devices().toString().contains("shares");
  }

  /** The classes that the claims name, beside NVIDIA's. */
  static List<ObjectNode> classes() {
    return List.of(
        ClaimObjectTexts.deviceClass(
            ClaimFleet.NIC, "device.driver == '%s'".formatted(ClaimFleet.NIC)),
        ClaimObjectTexts.deviceClass(
            OWN_CLASS,
            "device.driver == 'gpu.nvidia.com' && 'memory' in device.capacity['gpu.nvidia.com'] && %s.isGreaterThan(quantity('20Gi'))"
                .formatted(MEMORY)));
  }

  /** The claims of a pod. */
  List<ObjectNode> pod() {
    List<ObjectNode> claims = new ArrayList<>();
    int count = chance(25) ? 2 : 1;
    for (int i = 0; i < count; i++) {
      claims.add(claim("c" + i));
    }
    return claims;
  }

  private ObjectNode claim(String name) {
    ObjectNode claim = ClaimObjectTexts.object("ResourceClaim", name);
    ObjectNode devices = claim.putObject("spec").putObject("devices");
    ArrayNode requests = devices.putArray("requests");
    List<String> names = new ArrayList<>();
    int count = chance(65) ? 1 : 2 + random.nextInt(2);
    for (int i = 0; i < count; i++) {
      ObjectNode request = requests.addObject().put("name", "r" + i);
      names.add("r" + i);
      if (chance(25)) {
        int forms = 1 + random.nextInt(3);
        for (int form = 0; form < forms; form++) {
          ObjectNode alternative =
              request.withArray("/firstAvailable").addObject().put("name", "f" + form);
          names.add("r" + i + "/f" + form);
          form(alternative, false);
        }
      } else {
        form(request.putObject("exactly"), true);
      }
    }
    if (chance(count > 1 ? 50 : 15)) {
      constraint(devices, names);
      if (chance(20)) {
        constraint(devices, names);
      }
    }
    return claim;
  }

  private void constraint(ObjectNode devices, List<String> names) {
    ObjectNode constraint = devices.withArray("/constraints").addObject();
    if (chance(50)) {
      List<String> some = names.stream().filter(name -> random.nextBoolean()).toList();
      if (!some.isEmpty()) {
        some.forEach(constraint.putArray("requests")::add);
      }
    }
    constraint.put(
        chance(70) ? "matchAttribute" : "distinctAttribute", ClaimFleet.pick(random, ATTRIBUTES));
  }

  private void form(ObjectNode form, boolean isExact) {
    String type = type();
    form.put("deviceClassName", name(type));
    int selectors = chance(45) ? 1 : chance(25) ? 2 : 0;
    for (int i = 0; i < selectors; i++) {
      form.withArray("/selectors")
          .addObject()
          .putObject("cel")
          .put("expression", chance(15) ? composed(type) : selector(type));
    }
    if (chance(10)) {
      form.put("allocationMode", "All");
    } else if (chance(50)) {
      int most = Math.min(fleet.count(type.equals("own") ? "gpu" : type), 4);
      form.put("count", 1 + random.nextInt(most + 1));
    }
    if (isExact && chance(3)) {
      form.put("adminAccess", true);
    }
    if (chance(25)) {
      toleration(form);
    }
    if (chance(sharesAreAsked ? 60 : 4)) {
      capacity(form.putObject("capacity").putObject("requests"));
    }
  }

  private String type() {
    int roll = random.nextInt(100);
    if (roll < 55) {
      return fleet.count("mig") > 0 && chance(80) ? "mig" : "gpu";
    }
    if (roll < 80) {
      return "gpu";
    }
    if (roll < 90) {
      return fleet.count("nic") > 0 ? "nic" : "gpu";
    }
    return roll < 98 ? "own" : roll < 99 ? "vfio" : "none";
  }

  private static String name(String type) {
    return Map.of(
            "gpu", "gpu.nvidia.com",
            "mig", "mig.nvidia.com",
            "vfio", "vfio.gpu.nvidia.com",
            "nic", ClaimFleet.NIC,
            "own", OWN_CLASS)
        .getOrDefault(type, "no-such-class.example.com");
  }

  private void toleration(ObjectNode form) {
    ObjectNode toleration = form.withArray("/tolerations").addObject();
    boolean isExists = chance(60);
    if (!isExists || chance(70)) {
      toleration.put("key", ClaimFleet.pick(random, ClaimFleet.TAINTS));
    }
    if (isExists || chance(30)) {
      toleration.put("operator", isExists ? "Exists" : "Equal");
    }
    if (!isExists) {
      toleration.put("value", ClaimFleet.pick(random, List.of("a", "b", "")));
    }
    if (chance(50)) {
      toleration.put("effect", ClaimFleet.pick(random, List.of("NoSchedule", "NoExecute")));
    }
  }

  private void capacity(ObjectNode requests) {
    if (chance(85)) {
      requests.put("memory", quantity());
    }
    if (chance(fleet.devices().toString().contains("shares by 4") ? 60 : 5)) {
      requests.put("shares", String.valueOf(1 + random.nextInt(5)));
    }
    if (chance(3)) {
      requests.put("bandwidth", "1");
    }
  }

  private String quantity() {
    List<String> published = fleet.capacities("memory");
    return published.isEmpty() || chance(60)
        ? ClaimFleet.pick(random, QUANTITIES)
        : ClaimFleet.pick(random, published);
  }

  private String composed(String type) {
    return switch (random.nextInt(3)) {
      case 0 -> "!(%s)".formatted(selector(type));
      case 1 -> "(%s) || (%s)".formatted(selector(type), selector(type));
      default ->
          "%s ? %s : %s".formatted("device.driver == 'gpu.nvidia.com'", selector(type), "false");
    };
  }

  /** Mostly it asks first whether a device has what it reads, as whoever has seen it fail does. */
  private String selector(String type) {
    String selector = anySelector(type);
    Matcher read = READ.matcher(selector);
    return !read.find() || chance(8) ? selector : "has(%s) && %s".formatted(read.group(), selector);
  }

  private String anySelector(String type) {
    return switch (type) {
      case "nic" ->
          ClaimFleet.pick(
              random,
              List.of(
                  "device.attributes['nic.example.com'].speed >= 200",
                  "device.attributes[\"nic.example.com\"].speed == 100",
                  PLACE + "pcieRoot == 'pci0000:00'",
                  "device.driver == 'nic.example.com'"));
      case "mig" -> chance(60) ? profile() : ofGpus();
      default -> ofGpus();
    };
  }

  private String profile() {
    List<String> profiles = fleet.attributes("profile");
    String profile =
        profiles.isEmpty() || chance(10) ? "1g.5gb" : ClaimFleet.pick(random, profiles);
    return switch (random.nextInt(5)) {
      case 0 -> GPU + "profile.startsWith('1g.')";
      case 1 -> GPU + "profile in ['%s', '3g.20gb']".formatted(profile);
      case 2 ->
          "'multiprocessors' in device.capacity['gpu.nvidia.com'] && device.capacity['gpu.nvidia.com'].multiprocessors.compareTo(quantity('%d')) >= 0"
              .formatted(14 * (1 + random.nextInt(4)));
      default -> GPU + "profile == '%s'".formatted(profile);
    };
  }

  private String ofGpus() {
    return switch (random.nextInt(22)) {
      case 0, 1, 2 -> MEMORY + ".compareTo(quantity(\"%s\")) >= 0".formatted(quantity());
      case 3, 4 -> MEMORY + ".isGreaterThan(quantity('%s'))".formatted(quantity());
      case 5 -> MEMORY + ".isLessThan(quantity('%s'))".formatted(quantity());
      case 6 ->
          "'memory' in device.capacity['gpu.nvidia.com'] && %s.compareTo(quantity('%s')) >= 0"
              .formatted(MEMORY, quantity());
      case 7 -> MEMORY + ".sub(quantity('1Gi')).asInteger() > 10000000000";
      case 8 ->
          GPU
              + "productName.lowerAscii().matches('^.*%s.*$')"
                  .formatted(
                      ClaimFleet.pick(random, List.of("a100", "h100", "l4", "t4", "nvidia")));
      case 9 -> GPU + "productName == \"%s\"".formatted(value("productName", "NVIDIA L4"));
      case 10 ->
          GPU + "productName in ['%s', 'NVIDIA L4']".formatted(value("productName", "Tesla T4"));
      case 11, 12 ->
          GPU
              + "cudaComputeCapability.compareTo(semver('%s')) >= 0"
                  .formatted(ClaimFleet.pick(random, List.of("7.5.0", "8.0.0", "8.9.0", "9.0.0")));
      case 13 -> GPU + "cudaComputeCapability.major() == 8";
      case 14, 15 -> GPU + "architecture == '%s'".formatted(value("architecture", "Ampere"));
      case 16 -> GPU + "driverVersion.isGreaterThan(semver('570.124.6'))";
      case 17 -> PLACE + "pcieRoot == 'pci0000:0%d'".formatted(random.nextInt(2));
      case 18 -> "has(%snumaNode) && %snumaNode == %d".formatted(PLACE, PLACE, random.nextInt(2));
      case 19 -> "has(%sprofile) && %sprofile.contains('g')".formatted(GPU, GPU);
      case 20 ->
          chance(50)
              ? "device.allowMultipleAllocations == true"
              : "'gpu.nvidia.com' in device.attributes && device.driver.endsWith('.com')";
      default ->
          chance(20)
              ? "device.attributes['example.com'].rack == 'a'"
              : GPU
                  + "uuid.startsWith('GPU-') && %suuid.endsWith('%d')"
                      .formatted(GPU, random.nextInt(3));
    };
  }

  private String value(String attribute, String otherwise) {
    List<String> published = fleet.attributes(attribute);
    return published.isEmpty() || chance(30) ? otherwise : ClaimFleet.pick(random, published);
  }

  private boolean chance(int percent) {
    return random.nextInt(100) < percent;
  }
}
