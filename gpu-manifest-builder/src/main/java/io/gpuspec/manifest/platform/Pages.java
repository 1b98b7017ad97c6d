package io.gpuspec.manifest.platform;

/** The pages that the errors of this package refer to. */
final class Pages {
  static final String ALERTS = "docs/alerts.md";
  static final String DEVICE_PLUGIN = "docs/device-plugin.md";
  static final String GPU_NAMES = "docs/gpu-names.md";
  static final String KUBELET = "docs/kubelet.md";
  static final String NODE_PLAN = "docs/node-plan.md";
  static final String TENANCY = "docs/tenancy.md";

  private Pages() {}
}
