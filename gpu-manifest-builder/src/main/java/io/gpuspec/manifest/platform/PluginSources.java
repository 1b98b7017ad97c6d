package io.gpuspec.manifest.platform;

import io.gpuspec.Citation;
import io.gpuspec.Citation.Status;

/** Where the rules of the device plugin's objects come from. */
final class PluginSources {
  static final Citation CHART =
      new Citation(
          "NVIDIA k8s-device-plugin 0.20.0, deployments/helm/nvidia-device-plugin",
          "2026-08-19",
          Status.DOCUMENTED);
  static final Citation README =
      new Citation("NVIDIA k8s-device-plugin 0.19.3, README", "2026", Status.DOCUMENTED);
  static final Citation MAIN =
      new Citation(
          "NVIDIA k8s-device-plugin 0.20.0, cmd/nvidia-device-plugin/main.go",
          "2026-08-19",
          Status.DOCUMENTED);
  static final Citation CONFIG_MANAGER =
      new Citation(
          "NVIDIA k8s-device-plugin 0.20.0, cmd/config-manager", "2026-08-19", Status.DOCUMENTED);
  static final Citation TAINTS =
      new Citation("Kubernetes, Taints and Tolerations", "2026", Status.DOCUMENTED);
  static final Citation CRITICAL =
      new Citation(
          "Kubernetes, Guaranteed Scheduling For Critical Add-On Pods", "2026", Status.DOCUMENTED);

  private PluginSources() {}
}
