package io.gpuspec.ack.internal;

import io.gpuspec.ack.Eci;
import io.gpuspec.ack.internal.rules.Documents;
import io.gpuspec.scheduling.PodField;
import io.gpuspec.spi.Options;
import io.gpuspec.spi.Placement;
import io.gpuspec.value.Citation;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.MemorySize;
import java.util.Optional;

/** The options for an instance other than its type: its images, storage, zones and network. */
record InstanceSettings(Options options) {

  Placement on(Placement before) {
    return withFaultHandling(withNetwork(withStorage(withImages(before))));
  }

  private Placement withImages(Placement before) {
    Optional<String> id = options.get(Eci.IMAGE_CACHE_ID);
    if (!options.get(Eci.IMAGE_CACHE)) {
      return with(
          before,
          EciLabels.IMAGE_CACHE_ID,
          id,
          "the image cache to start from",
          Documents.ECI_ANNOTATIONS);
    }
    if (id.isPresent()) {
      throw new InvalidValueException(
          "option.conflict",
          "image-cache-id: '%s' was given, and image-cache looks for one that fits; remove one of them"
              .formatted(id.get()));
    }
    return before.with(
        EciLabels.IMAGE_CACHE,
        "true",
        "looks for an image cache that fits the images",
        Documents.ECI_ANNOTATIONS);
  }

  private Placement withStorage(Placement before) {
    return with(
        before,
        EciLabels.EXTRA_STORAGE,
        options.get(Eci.EXTRA_EPHEMERAL_STORAGE).map(MemorySize::toString),
        "storage beyond the 30 GiB that a pod has; images take twice their size of it",
        Documents.ECI_STORAGE);
  }

  private Placement withNetwork(Placement before) {
    Optional<String> vswitches = options.get(Eci.VSWITCHES);
    Placement placement =
        with(
            before,
            EciLabels.VSWITCHES,
            vswitches,
            "the vSwitches, and by them the zones, in which the pod may be made",
            Documents.ECI_ZONES);
    return with(
        withZoneOrder(placement, vswitches),
        EciLabels.SECURITY_GROUPS,
        options.get(Eci.SECURITY_GROUPS),
        "the security groups of the pod",
        Documents.ECI_SECURITY_GROUP);
  }

  /** An order of zones requires several. */
  private Placement withZoneOrder(Placement before, Optional<String> vswitches) {
    Optional<String> order = options.get(Eci.ZONE_ORDER);
    if (order.isEmpty()) {
      return before;
    }
    if (vswitches.filter(list -> list.contains(",")).isEmpty()) {
      throw new InvalidValueException(
          "option.conflict",
          "zone-order: '%s' was chosen with %s; list two or more in vswitches"
              .formatted(
                  order.get(),
                  vswitches.map("the one vSwitch '%s'"::formatted).orElse("no vswitches")));
    }
    return before.with(
        EciLabels.ZONE_ORDER,
        order.get().equals("ordered") ? "VSwitchOrdered" : "VSwitchRandom",
        order.get().equals("ordered")
            ? "the first of the vSwitches whose zone has stock"
            : "any of the vSwitches",
        Documents.ECI_ZONES);
  }

  private Placement withFaultHandling(Placement before) {
    return options.get(Eci.FAULT_HANDLING).equals("fail-back")
        ? before
        : before.with(
            EciLabels.FAULT_HANDLING,
            "fail-fast",
            "fails at once where no instance can be made, instead of trying again",
            Documents.ECI_FAULTS);
  }

  private static Placement with(
      Placement before, PodField field, Optional<String> value, String reason, Citation citation) {
    return value.map(text -> before.with(field, text, reason, citation)).orElse(before);
  }
}
