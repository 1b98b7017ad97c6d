package io.gpuspec.judges;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.gpuspec.GpuSpec;
import io.gpuspec.Gpus;
import io.gpuspec.claim.NodeDevices;
import io.gpuspec.value.MemorySize;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;

/**
 * The devices of an instance type that Karpenter for AWS will expect, collected from ResourceSlices
 * of nodes, are those that we say its driver publishes. Its source is read, and no program is
 * built.
 */
class KarpenterDevicesJudge {
  private static final String MODULE = "github.com/aws/karpenter-provider-aws";

  /** The first that knows devices, newer than the judge that launches. */
  private static final String VERSION = "v1.15.1";

  private static final String FILE =
      MODULE + "@" + VERSION + "/pkg/providers/drametadata/zz_generated_gpu_metadata.go";

  private static final Pattern TYPE = Pattern.compile("\t\"([^\"]++)\": \\{");
  private static final Pattern DEVICE = Pattern.compile("\t\t\t\\{");
  private static final Pattern VALUE =
      Pattern.compile("\\s++\"([^\"]++)\":\\s++\\{\\w++: \\w++\\(\"?([^\")]++)\"?\\)},");
  private static final Pattern CAPACITY =
      Pattern.compile("\\s++\"(memory)\":\\s++\\{Value: resource\\.MustParse\\(\"([^\"]++)\"\\)},");

  @Test
  void aTypeHasTheDevicesThatKarpenterExpects() throws IOException {
    Map<String, List<Map<String, String>>> theirs = types();
    int known = 0;
    try (Trial trial =
        Trial.of("Karpenter for AWS", VERSION.substring(1), "expects the devices that we say")) {
      for (GpuSpec row : Gpus.load().in("eks").catalog().specs()) {
        List<Map<String, String>> devices = theirs.get(row.name());
        if (devices == null) {
          continue;
        }
        known++;
        Map<String, String> ours = ours(row);
        Map<String, String> its = its(row, devices);
        trial.agreed(
            ours.equals(its),
            () -> "%s%n// ours: %s%n// Karpenter's: %s".formatted(row.name(), ours, its));
      }
    }
    assertThat(known).isGreaterThan(50);
  }

  /** What a row's node publishes of its cards, as far as it is known. */
  private static Map<String, String> ours(GpuSpec row) {
    NodeDevices node = NodeDevices.of(row);
    JsonNode devices = ClaimObjectTexts.tree(node.slices().get(0)).path("spec").path("devices");
    JsonNode attributes = devices.path(0).path("attributes");
    Map<String, String> all = new LinkedHashMap<>();
    all.put("devices", String.valueOf(devices.size()));
    all.put("architecture", attributes.path("architecture").path("string").asText());
    all.put(
        "cudaComputeCapability", attributes.path("cudaComputeCapability").path("version").asText());
    Optional.of(attributes.path("productName").path("string").asText())
        .filter(name -> !name.isEmpty())
        .ifPresent(name -> all.put("productName", name));
    node.leastMemory().ifPresent(memory -> all.put("memory", memory.toString()));
    return all;
  }

  /** The same of Karpenter's devices, which are all alike. */
  private static Map<String, String> its(GpuSpec row, List<Map<String, String>> devices) {
    NodeDevices node = NodeDevices.of(row);
    Map<String, String> first = devices.get(0);
    Map<String, String> all = new LinkedHashMap<>();
    all.put("devices", String.valueOf(devices.size()));
    all.put("architecture", first.getOrDefault("architecture", ""));
    all.put("cudaComputeCapability", first.getOrDefault("cudaComputeCapability", ""));
    List<String> possible = node.unknown().getOrDefault("productName", List.of());
    if (!node.unknown().containsKey("productName")) {
      all.put("productName", first.getOrDefault("productName", ""));
    } else if (!possible.isEmpty() && !possible.contains(first.get("productName"))) {
      all.put("productName", "not one of " + possible);
    }
    if (node.memory().isPresent()) {
      all.put("memory", MemorySize.parse(first.getOrDefault("memory", "0")).toString());
    }
    return all;
  }

  private static Map<String, List<Map<String, String>>> types() throws IOException {
    Map<String, List<Map<String, String>>> types = new LinkedHashMap<>();
    List<Map<String, String>> devices = new ArrayList<>();
    for (String line : (Iterable<String>) source().lines()::iterator) {
      Matcher type = TYPE.matcher(line);
      Matcher value = VALUE.matcher(line);
      Matcher capacity = CAPACITY.matcher(line);
      if (type.matches()) {
        devices = types.computeIfAbsent(type.group(1), name -> new ArrayList<>());
      } else if (DEVICE.matcher(line).matches()) {
        devices.add(new LinkedHashMap<>());
      } else if (value.matches()) {
        devices.get(devices.size() - 1).put(value.group(1), value.group(2));
      } else if (capacity.matches()) {
        devices.get(devices.size() - 1).put(capacity.group(1), capacity.group(2));
      }
    }
    return types;
  }

  /**
   * Of the module's archive: with an older Go than it asks for, the go command does not unpack it.
   */
  private static String source() throws IOException {
    try (ZipFile module = new ZipFile(zip().toFile());
        InputStream in = module.getInputStream(module.getEntry(FILE))) {
      return new String(in.readAllBytes(), UTF_8);
    }
  }

  private static Path zip() throws IOException {
    Path empty = Files.createTempDirectory("judges");
    Process go =
        new ProcessBuilder("go", "mod", "download", "-json", MODULE + "@" + VERSION)
            .directory(empty.toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (InputStream about = go.getInputStream()) {
      return Path.of(new ObjectMapper().readTree(about).path("Zip").asText());
    } finally {
      Files.delete(empty);
    }
  }
}
