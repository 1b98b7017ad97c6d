package io.gpuspec.cluster;

import io.gpuspec.internal.Arguments;
import io.gpuspec.value.Answer;
import io.gpuspec.value.Citation;
import io.gpuspec.value.Facts;
import io.gpuspec.value.Word;
import java.util.Locale;

/**
 * The status of one component's version.
 *
 * <pre>{@code
 * ComponentReport report = ClusterVersions.of().driver("470.182.03").cuda("12.4").check();
 * ComponentResult driver = report.results().get(0);
 *     // driver 470.182.03: below-minimum, CUDA 12.4 needs 525.60.13 or newer: ...
 * driver.works();    // false
 * }</pre>
 *
 * @param component such as {@code driver}
 * @param version as it was given
 * @param standing the status
 * @param reason why, in one sentence
 * @param citation where the rule comes from
 */
public record ComponentResult(
    String component, String version, Standing standing, String reason, Citation citation)
    implements Answer {

  /** The status of a version. */
  public enum Standing implements Word {
    /** As recommended, or newer. */
    OK,
    /** It works, but a text recommends a newer one. */
    BELOW_RECOMMENDED,
    /** Something else needs a newer one. */
    BELOW_MINIMUM,
    /** It is not compatible with another component, and no other version of it helps. */
    INCOMPATIBLE;

    /** Returns the word used in JSON, such as {@code below-minimum}. */
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /** Refuses null. */
  public ComponentResult {
    Arguments.notNull(
        "component, version, standing, reason, citation",
        component,
        version,
        standing,
        reason,
        citation);
  }

  /** Returns whether it works. */
  public boolean works() {
    return standing == Standing.OK || standing == Standing.BELOW_RECOMMENDED;
  }

  /** Adds {@code "component", "version", "standing", "reason", "citation"}. */
  @Override
  public void describe(Facts out) {
    out.put("component", component)
        .put("version", version)
        .put("standing", standing)
        .put("reason", reason)
        .put("citation", citation);
  }

  /**
   * Returns text such as {@code driver 470.182.03: below-minimum, CUDA 12.4 needs 525.60.13 or
   * newer}.
   */
  @Override
  public String toString() {
    return component + " " + version + ": " + standing + ", " + reason;
  }
}
