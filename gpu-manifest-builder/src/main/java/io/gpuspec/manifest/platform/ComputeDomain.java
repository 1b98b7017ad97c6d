package io.gpuspec.manifest.platform;

import com.google.common.collect.ImmutableMap;
import io.gpuspec.kube.KubeNames;
import io.gpuspec.manifest.PlatformObjects;
import java.util.Optional;

/**
 * A ComputeDomain of NVIDIA's driver: nodes whose GPUs share memory over NVLink (IMEX), such as
 * those of a GB200 rack, for one multi-node workload.
 *
 * <pre>{@code
 * ComputeDomain.of("train").namespace("team-a").objects().yaml();
 *     // ... kind: ComputeDomain ... allocationMode: Single ... name: train-channel ...
 * }</pre>
 *
 * <p>The driver makes the ResourceClaimTemplate {@link #template}; each pod of the workload names
 * it in its {@code resourceClaims}, in addition to the claim for its GPUs.
 *
 * <p>It is immutable.
 */
public final class ComputeDomain {
  private final String name;
  private final Optional<String> namespace;
  private final boolean isAll;

  private ComputeDomain(String name, Optional<String> namespace, boolean isAll) {
    this.name = name;
    this.namespace = namespace;
    this.isAll = isAll;
  }

  /** A domain whose pods get one channel each. */
  public static ComputeDomain of(String name) {
    return new ComputeDomain(KubeNames.label("compute domain", name), Optional.empty(), false);
  }

  /** Returns a copy in a namespace, which is that of the workload. */
  public ComputeDomain namespace(String namespace) {
    return new ComputeDomain(name, Optional.of(KubeNames.label("namespace", namespace)), isAll);
  }

  /** Returns a copy whose pods get all channels of their node. */
  public ComputeDomain allChannels() {
    return new ComputeDomain(name, namespace, true);
  }

  /** The name of the ResourceClaimTemplate that the driver makes for it. */
  public String template() {
    return name + "-channel";
  }

  /** Returns the ComputeDomain, ready to apply; it cannot be changed later. */
  public PlatformObjects objects() {
    return Template.of("compute-domain.yaml")
        .objects(
            ImmutableMap.of(
                "name",
                name,
                "namespace",
                namespace,
                "template",
                template(),
                "mode",
                isAll ? "All" : "Single"));
  }

  /** Returns text such as {@code train, template train-channel}. */
  @Override
  public String toString() {
    return name + ", template " + template();
  }
}
