package io.gpuspec.share;

import io.gpuspec.GpuModel;
import io.gpuspec.GpuSpec;
import io.gpuspec.internal.GpuProduct;
import io.gpuspec.internal.MigNames;
import io.gpuspec.internal.Words;
import io.gpuspec.mig.MigGpu;
import io.gpuspec.value.Finding;
import io.gpuspec.value.UnknownNameException;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** Cards that are cut into MIG instances. */
final class CutCards {
  private final List<String> layout;
  private final Map<String, Boolean> cut = new ConcurrentHashMap<>();

  /**
   * Creates cards that are cut as an option says.
   *
   * @param option profiles, separated by commas; without it each card is cut as a pod needs it
   * @throws UnknownNameException if there is no such profile
   */
  CutCards(Optional<String> option) {
    this.layout = option.map(CutCards::layout).orElse(List.of());
    layout.forEach(CutCards::checkProfile);
  }

  private static List<String> layout(String text) {
    return Stream.of(text.split(",", -1)).map(MigNames::canonical).toList();
  }

  /** Returns the profiles that each card is cut into; none if the option does not say it. */
  List<String> layout() {
    return layout;
  }

  /** Returns the profiles of all GPUs. */
  static List<String> profiles() {
    return MigGpu.all().stream()
        .flatMap(gpu -> gpu.profiles().stream())
        .map(each -> each.name())
        .distinct()
        .toList();
  }

  /**
   * Checks the name of a profile.
   *
   * @throws UnknownNameException if no GPU has it
   */
  static void checkProfile(String profile) {
    List<String> known = profiles();
    if (!known.contains(profile)) {
      throw new UnknownNameException("mig.unknown", "MIG profile", profile, known);
    }
  }

  /** Returns the profile of the instances that nodes of your own advertise as GPUs, if they do. */
  static Optional<String> advertisedAsGpus(GpuSpec row) {
    int mig = row.isOwnNode() ? row.gpu().lastIndexOf(GpuProduct.MIG) : -1;
    return mig < 0
        ? Optional.empty()
        : Optional.of(MigNames.canonical(row.gpu().substring(mig + GpuProduct.MIG.length())));
  }

  /**
   * Returns how many instances of a profile each card of a row has.
   *
   * @param config the configuration of MIG manager that a pod selects, which is all-balanced
   */
  int instances(GpuSpec row, String profile, Optional<String> config) {
    if (config.isPresent()) {
      return Collections.frequency(balanced(row), profile);
    }
    return mig(row)
        .filter(gpu -> gpu.geometry() != MigGpu.Geometry.UNVERIFIED)
        .flatMap(gpu -> gpu.profiles().stream().filter(p -> p.name().equals(profile)).findFirst())
        .map(
            found ->
                layout.isEmpty()
                    ? found.maxInstances()
                    : isCut(row) ? Collections.frequency(layout, profile) : 0)
        .orElse(0);
  }

  /** Returns what all-balanced makes of each card of a row. */
  static List<String> balanced(GpuSpec row) {
    return mig(row).map(gpu -> gpu.balanced().stream().toList()).orElse(List.of());
  }

  /** Returns whether the cards of a row can be, and so are, cut as the layout says. */
  boolean isCut(GpuSpec row) {
    return !layout.isEmpty()
        && mig(row).filter(gpu -> cut.computeIfAbsent(gpu.name(), name -> holds(gpu))).isPresent();
  }

  private boolean holds(MigGpu gpu) {
    List<String> known = gpu.profiles().stream().map(each -> each.name()).toList();
    return known.containsAll(layout) && gpu.fit(layout.toArray(String[]::new)).fits();
  }

  private static Optional<MigGpu> mig(GpuSpec row) {
    return row.isWhole()
        ? row.model().filter(GpuModel::hasMig).flatMap(CutCards::mig)
        : Optional.empty();
  }

  private static Optional<MigGpu> mig(GpuModel model) {
    return MigGpu.all().stream().filter(gpu -> gpu.models().contains(model.name())).findFirst();
  }

  /** Returns why a row has no instance of a profile. */
  Finding whyNoInstance(GpuSpec row, String profile, Optional<String> config) {
    Optional<MigGpu> gpu = mig(row);
    Optional<String> advertised = advertisedAsGpus(row);
    if (advertised.isPresent()) {
      return Finding.unmet(
              "mig",
              "%s requested; with strategy single the nodes advertise instances %s as GPUs called %s"
                  .formatted(profile, advertised.get(), row.gpu()))
          .withFix(
              "ask for the GPU %s, or choose the option mig-strategy single and ask for %s"
                  .formatted(row.gpu(), advertised.get()));
    }
    if (row.isWhole() && row.model().isEmpty()) {
      return Finding.unmet(
          "mig",
          "%s requested; whether %s has that is not known here"
              .formatted(profile, Words.a(row.gpu())));
    }
    if (gpu.isEmpty()) {
      return Finding.unmet(
          "mig",
          "%s requested; %s has no MIG".formatted(profile, row.isWhole() ? row.gpu() : "a slice"));
    }
    List<String> known = gpu.get().profiles().stream().map(each -> each.name()).toList();
    if (!known.contains(profile)) {
      return Finding.unmet(
          "mig",
          "%s requested; %s has %s".formatted(profile, gpu.get().name(), String.join(", ", known)));
    }
    if (gpu.get().geometry() == MigGpu.Geometry.UNVERIFIED) {
      return Finding.unmet(
          "mig",
          "%s requested; how many of it %s holds is not verified"
              .formatted(profile, Words.a(gpu.get().name())));
    }
    if (config.isPresent()) {
      return Finding.unmet(
          "mig",
          "%s requested; %s cuts each card into %s"
              .formatted(profile, config.get(), String.join(", ", balanced(row))));
    }
    return Finding.unmet(
            "mig",
            isCut(row)
                ? "%s requested; each card is cut into %s"
                    .formatted(profile, String.join(", ", layout))
                : "%s requested; %s does not hold %s together, as mig-layout says"
                    .formatted(profile, Words.a(gpu.get().name()), String.join(", ", layout)))
        .withFix("ask for another profile, or choose another mig-layout");
  }
}
