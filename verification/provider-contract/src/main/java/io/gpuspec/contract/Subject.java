package io.gpuspec.contract;

import io.gpuspec.GpuSpec;
import io.gpuspec.GpuSpec.Lifecycle;
import io.gpuspec.Gpus;
import io.gpuspec.Target;
import io.gpuspec.share.NodeParts;
import io.gpuspec.spi.GpuProvider;
import io.gpuspec.spi.Option;
import java.io.IOException;
import java.io.InputStream;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The provider under test, with every choice for its target, and the questions to ask there. */
final class Subject {
  private final ProviderContract contract;
  private final GpuProvider provider;
  private final Target target;

  // What most clauses are about, and takes most of their time.
  private List<Target> editions = List.of();
  private List<Target> choices = List.of();
  private final Map<Target, List<Placed>> placed = new IdentityHashMap<>();

  Subject(ProviderContract contract) {
    this.contract = contract;
    this.provider = contract.provider();
    this.target = contract.prepared(Gpus.of(provider).in(provider.id()));
  }

  GpuProvider provider() {
    return provider;
  }

  /** The same provider once more, which has answered nothing yet. */
  Subject anew() {
    return new Subject(contract);
  }

  Optional<List<String>> broken(String manifest) {
    return contract.broken(manifest);
  }

  Optional<InputStream> catalogFile(String edition) throws IOException {
    return contract.catalogFile(edition);
  }

  /** The target in every edition, its options at their defaults. */
  List<Target> editions() {
    if (editions.isEmpty()) {
      editions = provider.editions().stream().map(target::edition).toList();
    }
    return editions;
  }

  /** The target in every edition, with no option chosen, or one. */
  List<Target> choices() {
    if (choices.isEmpty()) {
      choices = anyChoices();
    }
    return choices;
  }

  private List<Target> anyChoices() {
    return editions().stream()
        .flatMap(
            edition ->
                Stream.of(
                        Stream.of(edition),
                        provider.options().stream().flatMap(option -> with(option, edition)),
                        replicas(edition),
                        contract.choices(edition).stream())
                    .flatMap(each -> each))
        .toList();
  }

  /** The target with nodes that make replicas of cards, if it can have such. */
  private static Stream<Target> replicas(Target edition) {
    return edition.options().contains(NodeParts.REPLICAS)
        ? Stream.of("time-slicing:4", "mps:3:renamed")
            .map(how -> edition.with(NodeParts.REPLICAS, how))
        : Stream.of();
  }

  private static Stream<Target> with(Option<?> option, Target edition) {
    return option.words().stream().map(word -> edition.with(option.name(), word));
  }

  /** Returns every row that can be matched on a target. */
  static List<GpuSpec> rows(Target target) {
    return target.catalog().includeRetired().specs().stream()
        .filter(row -> row.lifecycle() != Lifecycle.UNAVAILABLE)
        .toList();
  }

  /** Returns, for every row, the questions that it answers. */
  static List<Ask> asks(Target target) {
    return Ask.of(target, rows(target)).toList();
  }

  /** The questions about available rows of these targets, as they are answered. */
  List<Placed> placed(List<Target> targets) {
    return targets.stream().flatMap(each -> placed(each).stream()).toList();
  }

  /** The questions about available rows of a target, as they are answered. */
  List<Placed> placed(Target target) {
    return placed.computeIfAbsent(
        target,
        each ->
            asks(each).stream()
                .filter(ask -> ask.row().lifecycle() == Lifecycle.CURRENT)
                .flatMap(Placed::of)
                .toList());
  }
}
