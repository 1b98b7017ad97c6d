package io.gpuspec.contract;

import io.gpuspec.Match;
import io.gpuspec.scheduling.NodeTerm;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.scheduling.Toleration;
import io.gpuspec.spi.Placement;
import io.gpuspec.spi.Placement.Entry;
import io.gpuspec.value.MemorySize;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A question, its match, and what the pod must carry for it. */
record Placed(Ask ask, Match.Found found, Placement placement) {

  /** Where cards are shared, whole ones are asked for by their compute, in percent. */
  private static final long CARD = 100;

  /** The question with its placement; nothing where it has no answer. */
  static Stream<Placed> of(Ask ask) {
    return ask.match().found().stream()
        .map(found -> new Placed(ask, found, ask.target().place(found)));
  }

  /**
   * Returns what the pod asks of its one kind of device: cards, their percents, or the GiB of their
   * shares.
   */
  long devices() {
    long gibibyte = MemorySize.ofGibibytes(1).toBytes();
    return found
        .request()
        .devices()
        .share()
        .map(share -> ask.devices() * share.memory().toBytes() / gibibyte)
        .orElse((long) ask.devices() * (ask.target().catalog().shares().isPresent() ? CARD : 1));
  }

  /** A pod that asks for what was asked and carries what the placement says. */
  PodView pod() {
    PodView pod = PodView.empty();
    Map<String, String> resources = new LinkedHashMap<>();
    resources.put("cpu", found.request().cpu().toString());
    resources.put("memory", found.request().memory().toString());
    for (Entry entry : placement.entries()) {
      String key = entry.field().key();
      switch (entry.field().kind()) {
        case ANNOTATION -> pod = pod.annotation(key, entry.value());
        case LABEL -> pod = pod.label(key, entry.value());
        case NODE_SELECTOR -> pod = pod.nodeSelector(key, entry.value());
        case DEVICE -> resources.put(key, entry.value());
        // Terms and tolerations are handled below; a placement must not write anything else.
        case NODE_AFFINITY, TOLERATION, REQUEST, LIMIT, CLAIM -> {}
      }
    }
    for (Toleration toleration : placement.tolerations()) {
      pod = pod.toleration(toleration);
    }
    for (List<Entry> term : placement.nodeTerms()) {
      pod = pod.nodeTerm(new NodeTerm(term.stream().map(Entry::requirement).toList()));
    }
    return pod.container("main", resources, resources);
  }

  @Override
  public String toString() {
    return ask + " with " + placement;
  }
}
