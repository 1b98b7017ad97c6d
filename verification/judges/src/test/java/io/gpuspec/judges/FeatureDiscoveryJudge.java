package io.gpuspec.judges;

import io.gpuspec.GpuModel;
import io.gpuspec.judges.FeatureDiscovery.Card;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Law 4: the labels that GPU Feature Discovery writes, and how we read them. */
class FeatureDiscoveryJudge {
  private static final String PRODUCT = "nvidia.com/gpu.product";

  @Test
  void aLabelIsReadAsTheCardItWasMadeOf() {
    List<Known> known = knownNames();
    try (Trial trial = trial("its product label is the model we read in it")) {
      List<Map<String, String>> labels =
          FeatureDiscovery.labels(known.stream().map(Known::card).toList());
      for (int i = 0; i < known.size(); i++) {
        GpuModel model = known.get(i).model();
        String label = PRODUCT + "=" + labels.get(i).get(PRODUCT);
        trial.agreed(
            GpuModel.find(label).equals(List.of(model)),
            () -> label + ": expected " + model + ", is " + GpuModel.find(label));
      }
    }
  }

  @Test
  void theFamilyIsOurArchitecture() {
    List<Known> known = knownNames();
    try (Trial trial = trial("its family is our architecture")) {
      List<Map<String, String>> labels =
          FeatureDiscovery.labels(known.stream().map(Known::card).toList());
      for (int i = 0; i < known.size(); i++) {
        GpuModel model = known.get(i).model();
        String family = labels.get(i).get("nvidia.com/gpu.family");
        String ours = model.architecture().toLowerCase(Locale.ROOT).replace(' ', '-');
        trial.agreed(ours.equals(family), () -> model + ": its family is " + family);
      }
    }
  }

  @Test
  void aShareOrAnInstanceIsNotReadAsTheCard() {
    List<Card> parts = new ArrayList<>();
    for (Known known : knownNames()) {
      parts.add(known.card().shared(4));
      if (known.model().hasMig()) {
        parts.add(known.card().instance("1g.5gb"));
        parts.add(known.card().instance("1g.5gb.me").shared(2));
      }
    }
    try (Trial trial = trial("a part of a card is not read as the card")) {
      for (Map<String, String> labels : FeatureDiscovery.labels(parts)) {
        String label = PRODUCT + "=" + labels.get(PRODUCT);
        trial.agreed(
            GpuModel.find(label).isEmpty(), () -> label + " is read as " + GpuModel.find(label));
      }
    }
  }

  /** Rubin has compute capability 13; go-nvlib knows the name, the plugin does from 0.20.0 on. */
  @Test
  void itHasNoFamilyForRubin() {
    try (Trial trial = trial("known errors: no family for Rubin")) {
      Map<String, String> labels = FeatureDiscovery.labels(Card.of("NVIDIA R100", "13.0", 1024));
      trial.agreed(
          "undefined".equals(labels.get("nvidia.com/gpu.family")),
          () -> "mended; take it from the list: " + labels);
    }
  }

  /** A model under one of the names that NVIDIA's driver has for it. */
  private record Known(GpuModel model, Card card) {}

  private static List<Known> knownNames() {
    List<Known> known = new ArrayList<>();
    for (GpuModel model : GpuModel.all()) {
      for (String name : model.aliases()) {
        if (name.startsWith("NVIDIA ") || name.startsWith("Tesla ")) {
          known.add(
              new Known(
                  model, Card.of(name, model.computeCapability(), model.memory().toBytes() >> 20)));
        }
      }
    }
    return known;
  }

  private static Trial trial(String law) {
    return Trial.of("GPU feature discovery", DevicePlugin.version(), law);
  }
}
