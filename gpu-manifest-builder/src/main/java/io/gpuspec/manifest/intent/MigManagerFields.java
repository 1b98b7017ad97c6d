package io.gpuspec.manifest.intent;

import io.gpuspec.Gpus;
import io.gpuspec.manifest.PlatformObjects;
import io.gpuspec.manifest.internal.fields.Part;
import io.gpuspec.manifest.internal.fields.Schema;
import io.gpuspec.manifest.internal.fields.Table;
import io.gpuspec.manifest.internal.tree.Pages;
import io.gpuspec.manifest.platform.MigManagerConfig;
import io.gpuspec.mig.MigFit;
import io.gpuspec.mig.MigGpu;
import io.gpuspec.mig.MigLayout;
import io.gpuspec.mig.MigPartedConfig;
import io.gpuspec.value.InvalidValueException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The fields of the layouts for NVIDIA's MIG manager: {@code kind: MigManagerConfig}. */
final class MigManagerFields {
  private static final Schema INSTANCES = Schema.some(Schema.text());

  private static final Schema.Fields LAYOUT =
      Table.of("migConfig", "name", "gpu")
          .field("name", Schema.text(), "What the label nvidia.com/mig.config of a node says.")
          .field("gpu", Schema.text(), "The product, for example A100-40GB.")
          .field(
              "instances",
              INSTANCES,
              "The instances of every card: profiles, or placements such as 2g.10gb@0.")
          .field("cards", Schema.some(INSTANCES), "Instead, the instances card by card.")
          .schema();

  private static final Table<MigManagerConfig> SPEC =
      Table.<MigManagerConfig>of("migManagerConfig", "configs")
          .field("configs", Schema.some(LAYOUT), "Layouts by name.");

  static final PlatformKind<MigManagerConfig> KIND =
      new PlatformKind<>(
          "MigManagerConfig",
          Pages.DEVICE_PLUGIN,
          Table.metadata(MigManagerConfig::name, MigManagerConfig::namespace),
          SPEC,
          spec -> MigManagerConfig.of(MigPartedConfig.of("none", MigGpu.of("A100-40GB").layout())),
          MigManagerFields::objects);

  private MigManagerFields() {}

  private static Function<Gpus, PlatformObjects> objects(MigManagerConfig named, Part document) {
    Optional<MigPartedConfig> all = Optional.empty();
    for (Part part : document.require("spec").require("configs").items()) {
      Optional<MigPartedConfig> before = all;
      all =
          part.step(
              all,
              any ->
                  Optional.of(
                      before.map(these -> these.and(config(part))).orElseGet(() -> config(part))));
    }
    MigManagerConfig config = all.map(named::layouts).orElse(named);
    return PlatformKind.made(document, () -> config.objects().withNotes(config.layouts().notes()));
  }

  private static MigPartedConfig config(Part part) {
    String name = part.require("name").text();
    MigGpu gpu = MigGpu.of(part.require("gpu").text());
    Optional<Part> cards = part.find("cards");
    if (cards.isPresent() == part.find("instances").isPresent()) {
      throw new InvalidValueException(
          "intent.conflict",
          "config: it has %s instances and cards; write one of them"
              .formatted(cards.isPresent() ? "both" : "neither"));
    }
    if (cards.isEmpty()) {
      return MigPartedConfig.of(name, layout(gpu, part.require("instances").texts()));
    }
    List<MigLayout> layouts = new ArrayList<>();
    cards.get().items().forEach(card -> layouts.add(layout(gpu, card.texts())));
    return MigPartedConfig.of(name, layouts);
  }

  /** Placements as they are written; profiles where they fit on one card. */
  private static MigLayout layout(MigGpu gpu, String... instances) {
    if (Arrays.stream(instances).anyMatch(instance -> instance.contains("@"))) {
      return gpu.layout(instances);
    }
    MigFit fit = gpu.fit(instances);
    if (!fit.fits()) {
      throw new InvalidValueException(
          "mig.conflict",
          "instances: '%s' do not fit on one %s: %s; remove some"
              .formatted(
                  String.join(", ", instances), gpu.name(), String.join("; ", fit.reasons())));
    }
    return fit.layouts().get(0);
  }
}
