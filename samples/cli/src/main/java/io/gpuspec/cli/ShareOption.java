package io.gpuspec.cli;

import io.gpuspec.Devices;
import io.gpuspec.Target;
import io.gpuspec.share.CardKind;
import io.gpuspec.share.ShareAmount;
import io.gpuspec.value.InvalidValueException;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The option for a part of each card. */
final class ShareOption {
  @Option(
      names = "--share",
      paramLabel = "MEMORY[:COMPUTE]",
      description =
          "Only this much memory, and optionally compute, of each card, for example "
              + "5Gi:30, 4.5G:25%% or, of one named card, 1/4:1/4; on targets whose cards are "
              + "shared.")
  private @Nullable String share;

  @Mixin private final RoundUpOption roundUp = new RoundUpOption();

  boolean isGiven() {
    return share != null || roundUp.isGiven();
  }

  /** The devices, shared as asked, where they land. */
  Devices on(Devices devices, Supplier<Optional<Target>> where) {
    if (share == null) {
      return roundUp.withoutAmount(devices);
    }
    ShareAmount amount = ShareAmount.parse(share);
    return devices.shared(
        amount.needsCard() || roundUp.isGiven()
            ? roundUp.share(amount.on(card(devices, where)))
            : amount.toShare());
  }

  private CardKind card(Devices devices, Supplier<Optional<Target>> where) {
    Optional<Target> target = where.get();
    if (target.isEmpty() || devices.names().size() != 1) {
      throw new InvalidValueException(
          "usage.missing",
          "--share: '%s' depends on the card; name its target with --provider and one card with --gpu"
              .formatted(share));
    }
    return CardKind.of(target.get(), devices.names().get(0));
  }
}
