package io.gpuspec.manifest;

/** The pages that errors refer to; for an intent file, by the kind of the document. */
final class Pages {
  static final String ALERTS = "docs/alerts.md";
  static final String DEVICE_PLUGIN = "docs/device-plugin.md";
  static final String GANG = "docs/gang.md";
  static final String INTENTS = "docs/intents.md";
  static final String KUBELET = "docs/kubelet.md";
  static final String NODE_PLAN = "docs/node-plan.md";
  static final String TENANCY = "docs/tenancy.md";

  private Pages() {}
}
