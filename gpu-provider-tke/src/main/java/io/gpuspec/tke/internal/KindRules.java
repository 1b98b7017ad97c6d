package io.gpuspec.tke.internal;

import io.gpuspec.InvalidValueException;
import io.gpuspec.spi.Options;
import io.gpuspec.tke.Tke;
import io.gpuspec.tke.TkeLifetime;
import io.gpuspec.tke.TkeNetwork;
import java.util.Optional;
import java.util.Set;

/**
 * Which annotations of a super node pod are for some kinds of workload alone.
 *
 * <p>Source: TKE, annotations (product doc 457/44173), 2023-06-30, for {@code retain-ip}; TKE,
 * image cache (product doc 457/44484), 2022-11-11, for {@code use-image-cache}; TKE, running
 * DaemonSets on super nodes (product doc 457/98730), 2025-07-01, for DaemonSets, which run there by
 * injection alone; TKE guide (imroc/tke-guide at 80449bd) for {@code ds-injection}.
 */
final class KindRules {
  private static final String DAEMON_SET = "DaemonSet";

  /** Of these a pod that is made anew has the name of the one before. */
  private static final Set<String> KEEP_NAMES = Set.of("Pod", "StatefulSet");

  private KindRules() {}

  /** Refuses the first option that does not go with the kind. */
  static void check(String kind, Options options) {
    if (options.get(TkeNetwork.RETAIN_IP) && !KEEP_NAMES.contains(kind)) {
      throw new InvalidValueException(
          "retain-ip: 'true' keeps the address for a pod of the same name, and those of a %s get other names; use a StatefulSet or a bare pod, or leave it out"
              .formatted(kind));
    }
    if (options.get(TkeLifetime.DS_INJECTION) && !kind.equals(DAEMON_SET)) {
      throw new InvalidValueException(
          "ds-injection: 'true' makes sidecars of a DaemonSet's pods, and this is a %s; use a DaemonSet, or leave it out"
              .formatted(kind));
    }
    if (kind.equals(DAEMON_SET) && !options.get(TkeLifetime.DS_INJECTION)) {
      throw new InvalidValueException(
          "kind: a 'DaemonSet' has no pods of its own on super nodes; add ds-injection with true, which runs it beside the pods there, or use a Deployment, or tke/qgpu, whose nodes run DaemonSets");
    }
    if (kind.equals(DAEMON_SET) && options.get(Tke.IMAGE_CACHE).equals(Optional.of("auto"))) {
      throw new InvalidValueException(
          "image-cache: 'auto' does not match the images of a DaemonSet; name a cache by its id, such as imc-abc123xyz");
    }
  }
}
