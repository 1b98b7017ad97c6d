package io.gpuspec.cli;

import io.gpuspec.Devices;
import io.gpuspec.Share;
import io.gpuspec.share.ShareOffer;
import io.gpuspec.value.InvalidValueException;
import picocli.CommandLine.Option;

/** The option {@code --round-up}, without which nothing is rounded. */
final class RoundUpOption {
  @Option(
      names = "--round-up",
      description = "Round up to the next valid share if a request is between two.")
  private boolean given;

  boolean isGiven() {
    return given;
  }

  /** The devices of which no share is asked, so that there is nothing to round. */
  Devices withoutAmount(Devices devices) {
    if (given) {
      throw new InvalidValueException(
          "usage.missing", "--round-up: no share is given; add --share, such as --share 1/4:25%");
    }
    return devices;
  }

  Share share(ShareOffer offer) {
    return given ? offer.roundedUp() : offer.share();
  }
}
