package io.gpuspec.tke.internal;

import io.gpuspec.Devices;
import io.gpuspec.GpuRequest;
import io.gpuspec.Share;
import io.gpuspec.scheduling.PodField;
import io.gpuspec.scheduling.PodFieldException;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.scheduling.PodView.Container;
import io.gpuspec.spi.ShareRules;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.MemorySize;
import java.util.List;
import java.util.OptionalInt;

/**
 * The qGPU request of one container.
 *
 * @param container its name
 * @param memory in GiB; 0 for none
 * @param core in percent of a card; empty where it is not stated
 * @param greedy the same of an offline pod's compute
 */
record QgpuContainer(String container, int memory, OptionalInt core, OptionalInt greedy) {
  /** Returns a pod's request on a node in addition to cards: what the scheduler counts. */
  static GpuRequest onNode(PodView pod) {
    return GpuRequest.of(Devices.any()).cpu(pod.cpuRequest()).memory(pod.memoryRequest());
  }

  /** Returns the request of each container that has one. */
  static List<QgpuContainer> of(PodView pod) {
    return pod.containers().stream()
        .map(QgpuContainer::of)
        .filter(need -> !need.isNothing())
        .toList();
  }

  private static QgpuContainer of(Container container) {
    return new QgpuContainer(
        container.name(),
        ShareRules.gibibytes(container, QgpuShares.MEMORY),
        percent(container, QgpuShares.CORE),
        percent(container, QgpuShares.GREEDY));
  }

  /** A stated 0 is a mistake to report, not the absence of a request. */
  private static OptionalInt percent(Container container, String resource) {
    int percent = container.count(resource);
    return container.limits().containsKey(resource) ? OptionalInt.of(percent) : OptionalInt.empty();
  }

  private boolean isNothing() {
    return memory == 0 && core.isEmpty() && greedy.isEmpty();
  }

  /** Returns whether compute is asked and no memory with it, of less than whole cards. */
  boolean isComputeAlone() {
    return memory == 0 && wholeCards() == 0;
  }

  /** Returns how many whole cards are requested; 0 for a share. */
  int wholeCards() {
    int percent = core.orElse(0);
    return percent % QgpuShares.WHOLE == 0 && (memory == 0 || percent > QgpuShares.WHOLE)
        ? percent / QgpuShares.WHOLE
        : 0;
  }

  /**
   * The share of an online or offline pod, which has no whole cards.
   *
   * @throws PodFieldException if the rules forbid it
   */
  Share mixed(ShareRules rules) {
    if (greedy.isPresent() && (greedy.getAsInt() == 0 || greedy.getAsInt() > QgpuShares.WHOLE)) {
      throw new PodFieldException(
          "pod.out-of-range",
          PodField.limit(container, QgpuShares.GREEDY),
          "'%s' is no part of one card's compute, and an offline pod has no several cards: write %s (%s)"
              .formatted(greedy.getAsInt(), rules.computeAllowed(), rules.citation()));
    }
    return share(greedy, QgpuShares.GREEDY, rules);
  }

  /**
   * Whole cards, or a share of one.
   *
   * @throws PodFieldException if the rules forbid it
   */
  Devices of(Devices devices, ShareRules rules) {
    core.ifPresent(percent -> checkCore(percent, rules));
    if (wholeCards() > 0) {
      return devices.count(wholeCards());
    }
    return devices.shared(share(core, QgpuShares.CORE, rules));
  }

  private Share share(OptionalInt compute, String resource, ShareRules rules) {
    MemorySize each = MemorySize.ofGibibytes(memory);
    try {
      Share share = compute.isEmpty() ? Share.of(each) : Share.of(each, compute.getAsInt());
      rules.check(share, 1);
      return share;
    } catch (InvalidValueException e) {
      throw new PodFieldException(PodField.limit(container, resource), e);
    }
  }

  /** More than one card can only be whole ones. */
  private void checkCore(int percent, ShareRules rules) {
    boolean isWhole = percent > 0 && percent % QgpuShares.WHOLE == 0;
    if (percent > 0 && percent < QgpuShares.WHOLE || isWhole && rules.hasWholeCards()) {
      return;
    }
    throw new PodFieldException(
        "pod.out-of-range",
        PodField.limit(container, QgpuShares.CORE),
        "'%s' is no part of one card's compute%s: %s"
            .formatted(
                percent,
                rules.hasWholeCards() ? " and no number of whole cards" : "",
                rules.hasWholeCards()
                    ? "write %s, or a multiple of 100 for whole cards%s (%s)"
                        .formatted(rules.computeAllowed(), nearest(percent), rules.citation())
                    : "write %s; whole cards are had on tke, not on nodes with qGPU (%s)"
                        .formatted(rules.computeAllowed(), rules.citation())));
  }

  private static String nearest(int percent) {
    int below = percent / QgpuShares.WHOLE * QgpuShares.WHOLE;
    return below == 0 ? "" : "; %s or %s would do".formatted(below, below + QgpuShares.WHOLE);
  }
}
