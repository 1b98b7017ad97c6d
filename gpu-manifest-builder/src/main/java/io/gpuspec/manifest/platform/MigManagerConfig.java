package io.gpuspec.manifest.platform;

import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.gpuspec.Citation;
import io.gpuspec.manifest.PlatformObjects;
import io.gpuspec.manifest.Reason;
import io.gpuspec.mig.MigPartedConfig;
import java.util.List;

/**
 * The layouts that NVIDIA's MIG manager puts on nodes, as the ConfigMap that it reads.
 *
 * <pre>{@code
 * MigPartedConfig layouts = MigPartedConfig.of("small", a100.layouts("1g.5gb").maximal().get(0));
 * MigManagerConfig.of(layouts).namespace("gpu-operator").objects().yaml();
 *     // ... kind: ConfigMap ... mig-configs: small: ...
 *
 * // The label of a node that gets it.
 * layouts.label("small");    // nvidia.com/mig.config=small
 * }</pre>
 *
 * <p>It is immutable.
 */
public final class MigManagerConfig {
  /** The key that the manager reads, in the example that comes with mig-parted. */
  private static final String KEY = "config.yaml";

  private static final Citation SOURCE =
      new Citation(
          "NVIDIA mig-parted 0.13.1, deployments/container/nvidia-mig-manager-example.yaml",
          "2026",
          Citation.Status.DOCUMENTED);

  private final MigPartedConfig layouts;
  private final String name;
  private final String namespace;

  private MigManagerConfig(MigPartedConfig layouts, String name, String namespace) {
    this.layouts = layouts;
    this.name = name;
    this.namespace = namespace;
  }

  /** These layouts, in the ConfigMap {@code mig-parted-config} of {@code default}. */
  public static MigManagerConfig of(MigPartedConfig layouts) {
    return new MigManagerConfig(
        PlatformChecks.given("layouts", layouts), "mig-parted-config", "default");
  }

  /** The same by another name, such as the one that a GPU operator's {@code migManager} names. */
  public MigManagerConfig name(String name) {
    return new MigManagerConfig(layouts, PlatformChecks.dnsLabel("name", name), namespace);
  }

  /** The same in the namespace of the MIG manager. */
  public MigManagerConfig namespace(String namespace) {
    return new MigManagerConfig(layouts, name, PlatformChecks.dnsLabel("namespace", namespace));
  }

  /** The ConfigMap, ready to apply. */
  public PlatformObjects objects() {
    return PlatformObjects.of(
        List.of(
            new ConfigMapBuilder()
                .withNewMetadata()
                .withName(name)
                .withNamespace(namespace)
                .endMetadata()
                .addToData(KEY, layouts.yaml().toString())
                .build()),
        List.of(
            new Reason(
                "ConfigMap",
                "data",
                "a node gets the layouts that its label %s names"
                    .formatted(MigPartedConfig.NODE_LABEL),
                SOURCE)));
  }

  /** Such as {@code MIG layouts [small]: default/mig-parted-config}. */
  @Override
  public String toString() {
    return "MIG layouts %s: %s/%s".formatted(layouts.names(), namespace, name);
  }
}
