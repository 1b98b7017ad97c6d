package io.gpuspec.value;

import java.util.Map;

/** The page of the documentation that explains the errors of an area, by the start of their ids. */
final class ErrorPages {
  private static final Map<String, String> BY_AREA =
      Map.ofEntries(
          Map.entry("advice", "docs/advice.md"),
          Map.entry("alert", "docs/alerts.md"),
          Map.entry("baseline", "docs/inspect.md"),
          Map.entry("components", "docs/components.md"),
          Map.entry("cuda", "docs/cuda-fit.md"),
          Map.entry("device-plugin", "docs/device-plugin.md"),
          Map.entry("diagnosis", "docs/diagnose.md"),
          Map.entry("explicit", "docs/matching.md"),
          Map.entry("fleet", "docs/fleet.md"),
          Map.entry("gang", "docs/gang.md"),
          Map.entry("gpu", "docs/gpu-names.md"),
          Map.entry("kubelet", "docs/kubelet.md"),
          Map.entry("mig", "docs/mig.md"),
          Map.entry("node-pool", "docs/node-plan.md"),
          Map.entry("overlay", "docs/overlays.md"),
          Map.entry("providers", "docs/new-provider.md"),
          Map.entry("rate", "docs/matching.md"),
          Map.entry("recommend", "docs/recommend.md"),
          Map.entry("rule", "docs/inspect.md"),
          Map.entry("share", "docs/sharing.md"),
          Map.entry("sharing", "docs/choose-sharing.md"),
          Map.entry("template", "docs/manifests.md"),
          Map.entry("tenancy", "docs/tenancy.md"));

  private ErrorPages() {}

  /** Returns the page of an error's area; empty if it has none. */
  static String of(String id) {
    return BY_AREA.getOrDefault(id.substring(0, Math.max(0, id.indexOf('.'))), "");
  }
}
