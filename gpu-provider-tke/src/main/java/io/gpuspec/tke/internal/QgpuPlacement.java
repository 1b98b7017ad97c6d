package io.gpuspec.tke.internal;

import io.gpuspec.GpuSpec;
import io.gpuspec.Isolation;
import io.gpuspec.Match;
import io.gpuspec.Shape;
import io.gpuspec.Share;
import io.gpuspec.scheduling.PodField;
import io.gpuspec.spi.Options;
import io.gpuspec.spi.Placement;
import io.gpuspec.spi.Placement.Entry;
import io.gpuspec.tke.Qgpu;
import io.gpuspec.tke.internal.rules.Documents;
import io.gpuspec.tke.internal.rules.Policies;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The entries that a pod must carry to get its share of a card, or whole cards, on a node with
 * qGPU.
 */
record QgpuPlacement(Match.Found found, Options options) {

  Placement placement() {
    Placement devices =
        found.request().devices().share().map(this::share).orElseGet(this::wholeCards);
    return withNodes(
        withPart(devices)
            .with(
                QgpuShares.ENABLED,
                QgpuShares.ENABLE,
                "what TKE writes on nodes with qGPU",
                Documents.QGPU_HYBRID)
            .requireScheduler(
                "the cluster's default scheduler",
                "qgpu-scheduler chooses the cards, as an extender of that one",
                Documents.QGPU));
  }

  private Placement share(Share share) {
    Placement memory =
        Placement.empty()
            .with(
                PodField.device(QgpuShares.MEMORY),
                String.valueOf(share.memory().toBytes() / QgpuShares.GIBIBYTE.toBytes()),
                "GiB of one card's memory",
                Documents.QGPU);
    return share.compute().isEmpty()
        ? memory
        : memory.with(
            PodField.device(isOffline() ? QgpuShares.GREEDY : QgpuShares.CORE),
            String.valueOf(share.compute().getAsInt()),
            isOffline()
                ? "percent of one card's compute, of what online pods leave"
                : "percent of one card's compute",
            isOffline() ? Documents.QGPU_MIXING : Documents.QGPU);
  }

  private boolean isOffline() {
    return QgpuAppClass.of(options).filter(QgpuAppClass.OFFLINE::equals).isPresent();
  }

  private Placement withPart(Placement before) {
    return QgpuAppClass.of(options)
        .map(
            part ->
                before
                    .with(
                        QgpuShares.APP_CLASS,
                        part.toString(),
                        switch (part) {
                          case ONLINE -> "it goes before the offline pods of its card";
                          case OFFLINE -> "it goes after the online pods of its card";
                        },
                        Documents.QGPU_MIXING)
                    .with(
                        QgpuShares.MIXED,
                        QgpuShares.ENABLE,
                        "what the owner of a node writes on it to have the two mixed there",
                        Documents.QGPU_HYBRID))
        .orElse(before);
  }

  private Placement wholeCards() {
    return Placement.empty()
        .with(
            PodField.device(QgpuShares.CORE),
            String.valueOf(QgpuShares.WHOLE * found.devicesPerPod()),
            "whole cards, each as 100 percent of compute",
            Documents.QGPU);
  }

  /** A requested card and policy must be available on the same node. */
  private Placement withNodes(Placement before) {
    Placement placement = before;
    GpuSpec row = found.shape().spec();
    if (row.isOwnNode()) {
      return placement.withNodeSelectors(Placement.ofOwnNode(row));
    }
    List<Entry> affinity = new ArrayList<>();
    options.get(Qgpu.POLICY).map(QgpuPlacement::policy).ifPresent(affinity::add);
    Optional<Entry> cards = options.get(Qgpu.CARD_LABEL).map(this::cards);
    if (cards.isPresent() && cards.get().values().size() == 1) {
      placement = placement.withNodeSelectors(List.of(cards.get()));
    } else {
      cards.ifPresent(affinity::add);
    }
    return affinity.isEmpty() ? placement : placement.withNodeTerm(affinity);
  }

  private static Entry policy(Isolation policy) {
    return new Entry(
        PodField.nodeAffinity(QgpuShares.POLICY),
        String.join(",", Policies.labels(policy)),
        switch (policy) {
          case BEST_EFFORT ->
              "nodes that say so; those without the label are best-effort too, and out of reach of it";
          case FIXED_SHARE -> "nodes whose pods have the compute that they ask for, and no more";
          case BURST_SHARE ->
              "nodes whose pods have the compute that they ask for, and what is idle";
        },
        Documents.QGPU);
  }

  private Entry cards(String label) {
    return new Entry(
        PodField.nodeAffinity(label),
        String.join(
            ",",
            found.preferences().stream()
                .map(Shape::spec)
                .map(GpuSpec::gpu)
                .sorted()
                .distinct()
                .toList()),
        "the label by which node pools say which card they have, as card-label names it",
        Documents.QGPU);
  }
}
