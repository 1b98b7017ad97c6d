package io.gpuspec.share;

import io.gpuspec.Devices;
import io.gpuspec.internal.GpuProduct;
import io.gpuspec.internal.MigNames;
import io.gpuspec.mig.MigGpu;
import io.gpuspec.scheduling.NodeRequirement;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What labels say of nodes whose cards are divided.
 *
 * <p>Source: NVIDIA's GPU Feature Discovery, and the default configuration of its MIG manager.
 *
 * @param isSingle whether instances are called GPUs
 */
record CardLabels(boolean isSingle, Optional<Replicas> replicas) {
  static final String PRODUCT = Replicas.CARDS + ".product";
  static final String COUNT = Replicas.CARDS + ".replicas";
  static final String SHARING = Replicas.CARDS + ".sharing-strategy";
  static final String MIG_CONFIG = "nvidia.com/mig.config";
  static final String ALL = "all-";
  static final String BALANCED = ALL + "balanced";
  private static final String MIG_STRATEGY = "nvidia.com/mig.strategy";
  private static final String MIG_CAPABLE = "nvidia.com/mig.capable";
  private static final String ALL_WHOLE = ALL + "disabled";

  /** What the label says of nodes that have what a pod requests. */
  enum Verdict {
    /** All of them have such a value. */
    MET,
    /** It depends on who set the nodes up. */
    OPEN,
    /** None of them has such a value. */
    NEVER
  }

  /** Returns the requirements that no node with such devices meets. */
  List<NodeRequirement> never(List<NodeRequirement> all, Devices devices) {
    return all.stream().filter(asked -> verdict(asked, devices) == Verdict.NEVER).toList();
  }

  /** Returns what a requirement on a label of divided cards says of nodes with such devices. */
  Verdict verdict(NodeRequirement asked, Devices devices) {
    boolean isReplica = devices.isReplica();
    return switch (asked.key()) {
      case MIG_CONFIG -> config(asked, devices);
      case MIG_STRATEGY -> isReplica ? Verdict.OPEN : of(asked, isSingle ? "single" : "mixed");
      case MIG_CAPABLE -> isReplica ? Verdict.OPEN : of(asked, "true");
      case COUNT ->
          replicas
              .filter(each -> isReplica)
              .map(each -> of(asked, String.valueOf(each.count())))
              .orElse(isOneOf(asked, "0", "1"));
      case SHARING ->
          replicas
              .filter(each -> isReplica)
              .map(each -> of(asked, each.sharing()))
              .orElse(isOneOf(asked, "none"));
      default -> Verdict.OPEN;
    };
  }

  /** Returns the verdict where the nodes have this value, if anything writes the label. */
  private static Verdict of(NodeRequirement asked, String value) {
    return asked.matchesValue(value)
        ? Verdict.MET
        : asked.matches(Map.of()) ? Verdict.OPEN : Verdict.NEVER;
  }

  private static Verdict isOneOf(NodeRequirement asked, String... values) {
    return Stream.of(values).anyMatch(asked::matchesValue) ? Verdict.MET : Verdict.OPEN;
  }

  /** A configuration of another name than the default ones can have any instances. */
  private static Verdict config(NodeRequirement asked, Devices devices) {
    String wanted =
        devices.migProfile().map(profile -> ALL + MigNames.inKubernetes(profile)).orElse(ALL_WHOLE);
    if (asked.matchesValue(wanted)) {
      return Verdict.MET;
    }
    return asked.operator().equals("In")
            && asked.values().stream().allMatch(value -> hasNot(value, devices))
        ? Verdict.NEVER
        : Verdict.OPEN;
  }

  /** Returns whether no card has such an instance by a default configuration. */
  private static boolean hasNot(String config, Devices devices) {
    return config.equals(BALANCED)
        ? devices
            .migProfile()
            .filter(
                profile -> MigGpu.all().stream().anyMatch(gpu -> gpu.balanced().contains(profile)))
            .isEmpty()
        : isDefault(config);
  }

  /** Returns whether all cards are whole, or all of their instances of one profile. */
  private static boolean isDefault(String config) {
    return config.equals(ALL_WHOLE) || config.equals("all-enabled") || uniform(config).isPresent();
  }

  /** Returns the profile of a configuration that has one alone. */
  private static Optional<String> uniform(String config) {
    return Optional.of(config)
        .filter(name -> name.startsWith(ALL))
        .map(name -> MigNames.canonical(name.substring(ALL.length())))
        .filter(CutCards.profiles()::contains);
  }

  /** Returns a requirement as nodes with whole cards meet it; empty if it is met by the parts. */
  Optional<NodeRequirement> asWhole(NodeRequirement asked, Devices devices) {
    if (verdict(asked, devices) != Verdict.OPEN) {
      return Optional.empty();
    }
    return Optional.of(
        asked.key().equals(PRODUCT)
            ? new NodeRequirement(
                asked.key(),
                asked.operator(),
                // Nodes of your own have the product as it is, rows of a cloud that of the card.
                asked.values().stream()
                    .flatMap(value -> Stream.of(value, productOf(value)))
                    .distinct()
                    .toList())
            : asked);
  }

  private static String productOf(String value) {
    int mig = value.lastIndexOf(GpuProduct.MIG);
    return mig > 0
        ? value.substring(0, mig)
        : value.endsWith(GpuProduct.SHARED)
            ? value.substring(0, value.length() - GpuProduct.SHARED.length())
            : value;
  }

  static boolean isBalanced(NodeRequirement asked) {
    return asked.operator().equals("In")
        && asked.values().stream().allMatch(value -> value.equals(BALANCED) || isDefault(value));
  }

  /** Returns the profile that a value of a label names. */
  static Stream<String> profile(String key, String value) {
    if (key.equals(MIG_CONFIG) && value.matches(ALL + "[0-9].*")) {
      return Stream.of(value.substring(ALL.length()));
    }
    int mig = value.lastIndexOf(GpuProduct.MIG);
    return key.equals(PRODUCT) && mig > 0
        ? Stream.of(value.substring(mig + GpuProduct.MIG.length()))
        : Stream.empty();
  }
}
