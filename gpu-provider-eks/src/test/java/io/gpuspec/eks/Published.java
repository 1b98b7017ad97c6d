package io.gpuspec.eks;

import io.gpuspec.scheduling.Allocatable;
import io.gpuspec.value.CpuAmount;
import io.gpuspec.value.MemorySize;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A line of what Karpenter publishes of instance types.
 *
 * @param rest the other labels and resources, by what our catalog calls them; {@code -} for a label
 *     that is not there, {@code ""} for one without a value, 0 for a resource that is not there
 */
record Published(
    String type,
    String instanceCpu,
    String instanceMemory,
    String arch,
    String gpuName,
    String gpuCount,
    String gpuMemory,
    Allocatable allocatable,
    String pods,
    int gpus,
    Map<String, String> rest) {

  private static final List<String> REST =
      List.of(
          "hypervisor",
          "encryptionInTransit",
          "localNvme",
          "ebsBandwidth",
          "networkBandwidth",
          "cpuManufacturer",
          "cpuClock",
          "capabilityFlex",
          "efa",
          "podEni");

  static List<Published> all() {
    try (InputStream in =
        Objects.requireNonNull(
            Published.class.getResourceAsStream("karpenter-instance-types.tsv"))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(line -> of(line.split("\t")))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Published of(String[] cells) {
    return new Published(
        cells[0],
        cells[1],
        cells[2],
        cells[3],
        cells[4],
        cells[5],
        cells[6],
        new Allocatable(CpuAmount.parse(cells[7]), MemorySize.parse(cells[8])),
        cells[9],
        Integer.parseInt(cells[10]),
        rest(List.of(cells).subList(11, cells.length)));
  }

  private static Map<String, String> rest(List<String> cells) {
    if (cells.size() != REST.size()) {
      throw new IllegalArgumentException(cells + " is not about " + REST);
    }
    Map<String, String> rest = new LinkedHashMap<>();
    for (int i = 0; i < cells.size(); i++) {
      rest.put(REST.get(i), cells.get(i));
    }
    return rest;
  }

  @Override
  public String toString() {
    return type;
  }
}
