package io.gpuspec.manifest.internal.tree;

/** The pages that errors refer to; for an intent file, by the kind of the document. */
public final class Pages {
  public static final String ALERTS = "docs/alerts.md";
  public static final String DEVICE_PLUGIN = "docs/device-plugin.md";
  public static final String GANG = "docs/gang.md";
  public static final String INTENTS = "docs/intents.md";
  public static final String KUBELET = "docs/kubelet.md";
  public static final String NODE_PLAN = "docs/node-plan.md";
  public static final String TENANCY = "docs/tenancy.md";

  private Pages() {}
}
