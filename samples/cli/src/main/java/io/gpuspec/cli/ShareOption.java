package io.gpuspec.cli;

import io.gpuspec.Devices;
import io.gpuspec.InvalidValueException;
import io.gpuspec.Share;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** That pods want a part of each card only. */
final class ShareOption {
  @Option(
      names = "--share",
      paramLabel = "MEMORY[:PERCENT]",
      description =
          "Of each card only so much memory, and perhaps so many percent of its compute, such as 5Gi:30; on targets whose cards are shared.")
  private @Nullable String share;

  boolean isGiven() {
    return share != null;
  }

  Devices on(Devices devices) {
    return share == null ? devices : devices.shared(parse("--share", share));
  }

  /** Reads {@code 5Gi} or {@code 5Gi:30}. */
  static Share parse(String what, String text) {
    String[] parts = text.split(":", -1);
    if (parts.length == 1) {
      return Share.of(parts[0]);
    }
    if (parts.length > 2 || !parts[1].matches("[0-9]{1,4}")) {
      throw new InvalidValueException(
          "%s: '%s' is not memory and a whole percentage; write it like 5Gi or 5Gi:30"
              .formatted(what, text));
    }
    return Share.of(parts[0], Integer.parseInt(parts[1]));
  }
}
