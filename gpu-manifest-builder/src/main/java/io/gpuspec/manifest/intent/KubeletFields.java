package io.gpuspec.manifest.intent;

import io.gpuspec.Gpus;
import io.gpuspec.manifest.PlatformObjects;
import io.gpuspec.manifest.internal.fields.Part;
import io.gpuspec.manifest.internal.fields.Schema;
import io.gpuspec.manifest.internal.fields.Table;
import io.gpuspec.manifest.internal.tree.Pages;
import io.gpuspec.manifest.platform.KubeletSettings;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The fields for the part of a kubelet's file that concerns NUMA nodes and CPUs, with the kubelet's
 * own names: {@code kind: KubeletSettings}.
 */
final class KubeletFields {
  private static final String CPU_POLICY = "cpuManagerPolicy";
  private static final String CPU_OPTIONS = "cpuManagerPolicyOptions";
  private static final int FEWEST_MOST_NUMA_NODES = 8;

  /** The kubelet takes texts there, and people forget the quotes. */
  private static final Schema SWITCH =
      Schema.either(Schema.word("true", "false"), new Schema.Truth());

  private static final Table<KubeletSettings> TOPOLOGY_OPTIONS =
      Table.<KubeletSettings>of("topologyManagerPolicyOptions")
          .field(
              "prefer-closest-numa-nodes",
              SWITCH,
              "",
              (settings, closest) -> isOn(closest) ? settings.preferClosestNumaNodes() : settings)
          .whole(
              "max-allowable-numa-nodes",
              FEWEST_MOST_NUMA_NODES,
              "",
              KubeletSettings::maxAllowableNumaNodes);

  private static final Table<KubeletSettings> SPEC =
      Table.<KubeletSettings>of("kubeletSettings", "topologyManagerPolicy")
          .field(
              "topologyManagerPolicy",
              Schema.word(KubeletSettings.topologyPolicies().toArray()),
              "",
              (any, policy) -> KubeletSettings.of(policy.text()))
          .field(
              "topologyManagerScope",
              Schema.word("container", "pod"),
              "",
              (settings, scope) -> scope.text().equals("pod") ? settings.podScope() : settings)
          .group("topologyManagerPolicyOptions", TOPOLOGY_OPTIONS, "")
          .field(
              CPU_POLICY,
              Schema.word("none", "static"),
              "",
              (settings, policy) ->
                  policy.text().equals("static") ? settings.staticCpuManager() : settings)
          .field(CPU_OPTIONS, cpuOptions(), "", KubeletFields::staticCpus)
          .text("reservedSystemCPUs", "CPUs, for example 0-1,32-33.", KubeletSettings::reservedCpus)
          .entries(
              "systemReserved",
              new Schema.Amount(),
              "",
              (settings, resource, amount) -> settings.systemReserved(resource, amount.text()))
          .entries(
              "kubeReserved",
              new Schema.Amount(),
              "",
              (settings, resource, amount) -> settings.kubeReserved(resource, amount.text()));

  static final PlatformKind<KubeletSettings> KIND =
      new PlatformKind<>(
          "KubeletSettings",
          Pages.KUBELET,
          Table.clusterMetadata((settings, name) -> settings),
          SPEC,
          spec -> KubeletSettings.of("none"),
          (settings, document) -> {
            Function<Gpus, PlatformObjects> objects =
                PlatformKind.made(document, settings::objects);
            checkOptions(document.require("spec"));
            return objects;
          });

  private KubeletFields() {}

  private static Schema cpuOptions() {
    Table<KubeletSettings> options = Table.of(CPU_OPTIONS);
    KubeletSettings.cpuOptions().forEach(option -> options.field(option, SWITCH, ""));
    return options.schema();
  }

  /** Options without the policy are checked as if it were set, because it is required. */
  private static KubeletSettings staticCpus(KubeletSettings settings, Part options) {
    List<String> chosen = chosen(options);
    return chosen.isEmpty() ? settings : settings.staticCpuManager(chosen.toArray(String[]::new));
  }

  private static List<String> chosen(Part options) {
    return options.entries().entrySet().stream()
        .filter(option -> isOn(option.getValue()))
        .map(Map.Entry::getKey)
        .toList();
  }

  private static void checkOptions(Part spec) {
    boolean isStatic = spec.find(CPU_POLICY).filter(p -> p.text().equals("static")).isPresent();
    spec.find(CPU_OPTIONS)
        .filter(options -> !isStatic && !chosen(options).isEmpty())
        .ifPresent(
            options ->
                options.add(
                    "the kubelet does not start with them unless the policy is static; add cpuManagerPolicy: static"));
  }

  private static boolean isOn(Part option) {
    return option.text().equals("true");
  }
}
