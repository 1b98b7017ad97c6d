package io.gpuspec.manifest;

import io.gpuspec.manifest.platform.CpuOption;
import io.gpuspec.manifest.platform.KubeletSettings;
import io.gpuspec.manifest.platform.TopologyPolicy;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads the settings of a kubelet: each field is a step of {@link KubeletSettings}. */
final class KubeletReader {
  private static final String CPU_OPTIONS = "cpuManagerPolicyOptions";

  private KubeletReader() {}

  /** Reserves so much of a resource. */
  private interface Reserving {
    KubeletSettings reserve(KubeletSettings settings, String resource, String amount);
  }

  /** Nothing comes of one with problems. */
  static Optional<PlatformIntent> read(YamlPlace place, List<ManifestException> problems) {
    Optional<Object> tree = KubeletShape.DOCUMENT.read(place, problems);
    if (tree.isEmpty() || !problems.isEmpty()) {
      return Optional.empty();
    }
    Part document = new Part(place, tree.get(), problems);
    Part spec = document.require("spec");
    KubeletSettings settings = settings(spec);
    spec.check(settings::objects);
    checkOptions(spec);
    return problems.isEmpty()
        ? Optional.of(
            new PlatformIntent(
                KubeletShape.KIND,
                document.require("metadata").require("name").text(),
                gpus -> settings.objects()))
        : Optional.empty();
  }

  private static KubeletSettings settings(Part spec) {
    KubeletSettings read =
        KubeletSettings.of(spec.require("topologyManagerPolicy").word(TopologyPolicy.class));
    read =
        spec.step(
            "topologyManagerScope",
            read,
            (s, scope) -> scope.text().equals("pod") ? s.perPod() : s);
    Part options = spec.orEmpty("topologyManagerPolicyOptions");
    read =
        options.step(
            "prefer-closest-numa-nodes",
            read,
            (s, closest) -> isOn(closest) ? s.preferClosestNumaNodes() : s);
    read =
        options.step("max-allowable-numa-nodes", read, (s, most) -> s.mostNumaNodes(most.number()));
    read = cpus(spec, read);
    read = spec.step("reservedSystemCPUs", read, (s, list) -> s.reservedCpus(list.text()));
    read = reserved(spec.orEmpty("systemReserved"), read, KubeletSettings::systemReserved);
    return reserved(spec.orEmpty("kubeReserved"), read, KubeletSettings::kubeReserved);
  }

  /** Options without the policy are judged as if it were there too: it has to be. */
  private static KubeletSettings cpus(Part spec, KubeletSettings settings) {
    CpuOption[] chosen = options(spec);
    return isStatic(spec) || chosen.length > 0 ? settings.staticCpus(chosen) : settings;
  }

  private static void checkOptions(Part spec) {
    if (options(spec).length > 0 && !isStatic(spec)) {
      spec.require(CPU_OPTIONS)
          .add(
              "the kubelet does not start with them unless the policy is static; add cpuManagerPolicy: static");
    }
  }

  private static CpuOption[] options(Part spec) {
    return spec.orEmpty(CPU_OPTIONS).entries().entrySet().stream()
        .filter(option -> isOn(option.getValue()))
        .map(option -> Part.constant(CpuOption.class, option.getKey()))
        .toArray(CpuOption[]::new);
  }

  private static boolean isStatic(Part spec) {
    return spec.find("cpuManagerPolicy").map(Part::text).orElse("none").equals("static");
  }

  private static KubeletSettings reserved(
      Part amounts, KubeletSettings settings, Reserving reserving) {
    KubeletSettings read = settings;
    for (Map.Entry<String, Part> entry : amounts.entries().entrySet()) {
      Part amount = entry.getValue();
      read = amount.step(read, s -> reserving.reserve(s, entry.getKey(), amount.text()));
    }
    return read;
  }

  private static boolean isOn(Part option) {
    return option.text().equals("true");
  }
}
