package io.gpuspec.tke;

import io.gpuspec.spi.Option;
import io.gpuspec.tke.internal.Documents;
import io.gpuspec.tke.internal.Form;
import io.gpuspec.tke.internal.Names;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What can be chosen about the machine behind a super node pod. Each option is called as its
 * annotation is, after {@code eks.tke.cloud.tencent.com/}.
 *
 * <pre>{@code
 * Target amd =
 *     gpus.in("tke")
 *         .with(TkeMachine.CPU_TYPE, Optional.of("SA5,amd"))
 *         .with(TkeMachine.SPEC_AUTO_UPGRADE, true);
 * workload.on(amd).yaml();    // ... eks.tke.cloud.tencent.com/cpu-type: "SA5,amd" ...
 * }</pre>
 */
public final class TkeMachine {
  /** CPU makers and machine families in order of preference: {@code SA5,SA4,amd}. */
  public static final Option<Optional<String>> CPU_TYPE =
      Form.list(
              Names.CPU_TYPE,
              "intel, amd and machine families in order of preference, separated by commas, such as SA5,SA4,amd")
          .option(
              "cpu-type",
              "the CPU types in order of preference; the next is tried when one has no stock");

  /** Where the shape has no stock, take the next CPU size, once; that size is billed. */
  public static final Option<Boolean> SPEC_AUTO_UPGRADE =
      Option.flag(
          "spec-auto-upgrade",
          "where the shape has no stock, the next CPU size is taken, once, and billed",
          Documents.ANNOTATIONS);

  /**
   * The agent of the node, which brings the GPU driver: {@code nvidia-550}. The text that the
   * catalog's edition 2026-01 comes from names driver 470; its next revision names 535 for a pod
   * without this annotation.
   */
  public static final Option<Optional<String>> EKLET_VERSION =
      Form.matching(
              Pattern.compile("[a-z0-9]([-a-z0-9._]{0,61}[a-z0-9])?"),
              "the name of a version, such as nvidia-550, nvidia-580 or latest-tkex-ts4")
          .option(
              "eklet-version",
              "the version of the node's agent, which brings the GPU driver; driver 535 otherwise",
              Documents.BEST_PRACTICE_REVISED);

  /** The CAM role whose permissions the pod has. */
  public static final Option<Optional<String>> ROLE_NAME =
      Form.matching(Names.ROLE, "the name of a role: at most 128 letters, digits and _ + = , . @ -")
          .option("role-name", "the CAM role whose permissions the pod has");

  /** Kernel parameters of the host, as a JSON array of names and values. */
  public static final Option<Optional<String>> HOST_SYSCTLS =
      Form.kernelParameters().option("host-sysctls", "kernel parameters of the host");

  /** A kernel module that the host loads, such as {@code toa}. */
  public static final Option<Optional<String>> HOST_MODPROBE =
      Form.matching(Pattern.compile("[a-z0-9][a-z0-9_-]{0,62}"), "a kernel module, such as toa")
          .option("host-modprobe", "a kernel module that the host loads");

  /** The time zone of the pod; UTC unless chosen. */
  public static final Option<Optional<String>> HOST_TIMEZONE =
      Form.timeZone().option("host-timezone", "the time zone of the pod, UTC otherwise");

  /** The placement group that keeps machines of its pods apart. */
  public static final Option<Optional<String>> SPREAD_PLACEMENT_GROUP_ID =
      Form.matching(Names.PLACEMENT_GROUP, "the id of a placement group, such as ps-abc12345")
          .option(
              "spread-placement-group-id",
              "the placement group that keeps the machines of its pods apart",
              Documents.GUIDE);

  /** Tags that the cloud's bill shows, as a JSON object: {@code {"business": "A"}}. */
  public static final Option<Optional<String>> RESOURCE_TAG =
      Form.texts("a JSON object of texts, such as {\"business\": \"A\"}")
          .option("resource-tag", "tags of the cloud's resources behind the pod", Documents.GUIDE);

  private TkeMachine() {}

  static List<Option<?>> options() {
    return List.of(
        CPU_TYPE,
        SPEC_AUTO_UPGRADE,
        EKLET_VERSION,
        ROLE_NAME,
        HOST_SYSCTLS,
        HOST_MODPROBE,
        HOST_TIMEZONE,
        SPREAD_PLACEMENT_GROUP_ID,
        RESOURCE_TAG);
  }
}
