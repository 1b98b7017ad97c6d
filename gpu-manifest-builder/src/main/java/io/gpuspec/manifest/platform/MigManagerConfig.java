package io.gpuspec.manifest.platform;

import io.gpuspec.kube.KubeNames;
import io.gpuspec.manifest.PlatformObjects;
import io.gpuspec.manifest.internal.tree.Checks;
import io.gpuspec.mig.MigPartedConfig;
import java.util.Map;

/**
 * The ConfigMap with the layouts that NVIDIA's MIG manager applies to nodes.
 *
 * <pre>{@code
 * MigPartedConfig layouts = MigPartedConfig.of("small", a100.layouts("1g.5gb").maximal().get(0));
 * MigManagerConfig.of(layouts).namespace("gpu-operator").objects().yaml();
 *     // ... kind: ConfigMap ... mig-configs: all-disabled: ... small: ...
 *
 * // The label of a node that gets it.
 * layouts.label("small");    // nvidia.com/mig.config=small
 * }</pre>
 *
 * <p>It is immutable.
 */
public final class MigManagerConfig {
  /**
   * The layout that the GPU Operator gives nodes without a label, and the only way back to whole
   * cards; a config without it leaves such nodes in state {@code failed}.
   *
   * <p>Source: NVIDIA gpu-operator, {@code migManager.config.default} of the chart's values.
   */
  private static final String DISABLED = "all-disabled";

  private static final String MIG_CONFIGS = "mig-configs:\n";

  private final MigPartedConfig layouts;
  private final String name;
  private final String namespace;

  private MigManagerConfig(MigPartedConfig layouts, String name, String namespace) {
    this.layouts = layouts;
    this.name = name;
    this.namespace = namespace;
  }

  /** Returns these layouts, in the ConfigMap {@code mig-parted-config} of {@code default}. */
  public static MigManagerConfig of(MigPartedConfig layouts) {
    return new MigManagerConfig(Checks.given("layouts", layouts), "mig-parted-config", "default");
  }

  /** Returns a copy with other layouts. */
  public MigManagerConfig layouts(MigPartedConfig layouts) {
    return new MigManagerConfig(Checks.given("layouts", layouts), name, namespace);
  }

  /** Returns the layouts. */
  public MigPartedConfig layouts() {
    return layouts;
  }

  /** The same by another name, such as the one that a GPU operator's {@code migManager} names. */
  public MigManagerConfig name(String name) {
    return new MigManagerConfig(layouts, KubeNames.label("name", name), namespace);
  }

  /** The same in the namespace of the MIG manager. */
  public MigManagerConfig namespace(String namespace) {
    return new MigManagerConfig(layouts, name, KubeNames.label("namespace", namespace));
  }

  /** The ConfigMap, ready to apply, also with the layout {@code all-disabled}. */
  public PlatformObjects objects() {
    return Template.of("mig-parted-config.yaml")
        .objects(Map.of("name", name, "namespace", namespace, "layouts", withDisabled()));
  }

  private String withDisabled() {
    String config = layouts.yaml().toString();
    return layouts.names().contains(DISABLED)
        ? config
        : config.replace(
            MIG_CONFIGS,
            MIG_CONFIGS + "  " + DISABLED + ":\n  - devices: all\n    mig-enabled: false\n");
  }

  /** Returns text such as {@code MIG layouts [small]: default/mig-parted-config}. */
  @Override
  public String toString() {
    return "MIG layouts %s: %s/%s".formatted(layouts.names(), namespace, name);
  }
}
