package io.gpuspec.tke;

import io.gpuspec.spi.Option;
import io.gpuspec.tke.internal.Documents;
import io.gpuspec.tke.internal.Form;
import io.gpuspec.tke.internal.Names;
import java.util.List;
import java.util.Optional;

/**
 * What can be chosen about the end of a super node pod: what happens when its host is lost, and
 * what is kept of it. Each option is called as its annotation is, after {@code
 * eks.tke.cloud.tencent.com/}.
 *
 * <pre>{@code
 * Target target = gpus.in("tke").with(TkeLifetime.HEARTBEAT_LOST_PERIOD, Optional.of("5m"));
 * workload.on(target).yaml();    // ... eks.tke.cloud.tencent.com/heartbeat-lost-period: "5m" ...
 * }</pre>
 */
public final class TkeLifetime {
  /** Whether a pod whose host is lost is made anew; yes unless chosen. */
  public static final Option<Optional<Boolean>> RECREATE_NODE_LOST_POD =
      Form.trueOrFalse()
          .option(
              "recreate-node-lost-pod",
              "whether a pod whose host is lost is made anew; true otherwise");

  /** After how long without a sign of life a host is lost; five minutes unless chosen. */
  public static final Option<Optional<String>> HEARTBEAT_LOST_PERIOD =
      Form.duration()
          .option(
              "heartbeat-lost-period",
              "after how long without a sign of life a host is lost; 5m otherwise");

  /** How long a pod that has failed is kept, for its logs and files. */
  public static final Option<Optional<String>> RESERVE_SANDBOX_DURATION =
      Form.duration()
          .option(
              "reserve-sandbox-duration",
              "how long a pod that has failed is kept, for its logs and files");

  /** Whether a pod that has succeeded is kept as well. */
  public static final Option<Optional<Boolean>> RESERVE_SUCCEEDED_SANDBOX =
      Form.trueOrFalse()
          .option("reserve-succeeded-sandbox", "whether a pod that has succeeded is kept as well");

  /** Keep only pods of which a container ran for less than this. */
  public static final Option<Optional<String>> RESERVE_TASK_SHORTER_THAN =
      Form.duration()
          .option(
              "reserve-task-shorter-than",
              "keeps only pods of which a container ran for less than this");

  /** For a DaemonSet: run its pods as sidecars of the super node's pods. */
  public static final Option<Boolean> DS_INJECTION =
      Option.flag(
          "ds-injection",
          "for a DaemonSet: its pods run as sidecars of the super node's pods, and their own resources do not count",
          Documents.GUIDE);

  /** For a DaemonSet that is injected: only into pods with this label. */
  public static final Option<Optional<String>> DS_INJECT_BY_LABEL =
      Form.matching(Names.LABEL_AND_VALUE, "a label and its value, such as app:training")
          .option(
              "ds-inject-by-label",
              "for a DaemonSet that is injected: only into pods with this label",
              Documents.GUIDE);

  private TkeLifetime() {}

  static List<Option<?>> options() {
    return List.of(
        RECREATE_NODE_LOST_POD,
        HEARTBEAT_LOST_PERIOD,
        RESERVE_SANDBOX_DURATION,
        RESERVE_SUCCEEDED_SANDBOX,
        RESERVE_TASK_SHORTER_THAN,
        DS_INJECTION,
        DS_INJECT_BY_LABEL);
  }
}
