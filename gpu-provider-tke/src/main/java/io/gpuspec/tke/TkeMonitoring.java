package io.gpuspec.tke;

import io.gpuspec.spi.Option;
import io.gpuspec.tke.internal.Documents;
import io.gpuspec.tke.internal.Form;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What can be chosen about the metrics and logs of a super node pod. Each option is called as its
 * annotation is, after {@code eks.tke.cloud.tencent.com/} or {@code
 * internal.eks.tke.cloud.tencent.com/}.
 *
 * <pre>{@code
 * Target target = gpus.in("tke").with(TkeMonitoring.METRICS_PORT, Optional.of(9101));
 * workload.on(target).yaml();    // ... eks.tke.cloud.tencent.com/metrics-port: "9101" ...
 * }</pre>
 */
public final class TkeMonitoring {
  private static final int HIGHEST_PORT = 65_535;

  /** The port of the metrics; 9100 unless chosen. */
  public static final Option<Optional<Integer>> METRICS_PORT =
      Form.whole(1, HIGHEST_PORT, "a port")
          .option("metrics-port", "the port of the metrics; 9100 otherwise");

  /** The path of the metrics. */
  public static final Option<Optional<String>> CUSTOM_METRICS_URL =
      Form.matching(
              Pattern.compile("/[!-~]{0,1023}"), "a path that begins with /, such as /metrics")
          .option("custom-metrics-url", "the path of the metrics; /metrics otherwise");

  /** How often the containers' metrics are taken; every 30 seconds unless chosen. */
  public static final Option<Optional<String>> CRI_STATS_INTERVAL =
      Form.duration()
          .option(
              "cri-stats-interval", "how often the containers' metrics are taken; 30s otherwise");

  /** The longest line of a log; 2 MB unless chosen, and what is longer is discarded. */
  public static final Option<Optional<String>> TAIL_BUFFER_MAX_SIZE =
      Form.matching(Pattern.compile("[1-9][0-9]{0,5}[KM]"), "a size in K or M, such as 2M")
          .option(
              "tail-buffer-max-size",
              "the longest line of a log, 2M otherwise; what is longer is discarded");

  /** Call the content of a log line {@code message}, not {@code log}. */
  public static final Option<Boolean> LOG_KEY_AS_MESSAGE =
      Option.flag(
          "log-key-as-message",
          "calls the content of a log line 'message', not 'log'",
          Documents.ANNOTATIONS);

  /** Write what a log says of its pod as JSON, not as a text. */
  public static final Option<Boolean> FILEBEAT_METADATA_FORMAT =
      Option.flag(
          "filebeat-metadata-format",
          "writes what a log says of its pod as JSON, not as a text",
          Documents.ANNOTATIONS);

  private TkeMonitoring() {}

  static List<Option<?>> options() {
    return List.of(
        METRICS_PORT,
        CUSTOM_METRICS_URL,
        CRI_STATS_INTERVAL,
        TAIL_BUFFER_MAX_SIZE,
        LOG_KEY_AS_MESSAGE,
        FILEBEAT_METADATA_FORMAT);
  }
}
