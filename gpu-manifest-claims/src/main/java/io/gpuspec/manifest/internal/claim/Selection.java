package io.gpuspec.manifest.internal.claim;

import io.gpuspec.manifest.error.ManifestException;
import io.gpuspec.manifest.internal.claim.Claim.DeviceClass;
import io.gpuspec.manifest.internal.claim.Claim.Request;
import io.gpuspec.manifest.internal.claim.Claim.Selector;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What the selectors of requests and their classes say of devices; each is asked once. */
final class Selection {
  /** What a selector says of a device. */
  private enum Answer {
    YES,
    NO,
    /** It reads an attribute whose value is not known. */
    UNKNOWN;

    static Answer of(boolean isYes) {
      return isYes ? YES : NO;
    }
  }

  private final Map<Device, Map<Request, Answer>> selected = new HashMap<>();
  private boolean isUncertain;

  /** Returns whether a selector read an attribute of a device whose value is not known. */
  boolean isUncertain() {
    return isUncertain;
  }

  /**
   * Returns whether a device is one that a request selects.
   *
   * @throws ManifestException where the scheduler would stop with an error
   */
  boolean has(DeviceClass deviceClass, Request request, Device device) {
    Map<Request, Answer> known = selected.computeIfAbsent(device, each -> new HashMap<>());
    Answer answer = known.get(request);
    if (answer == null) {
      answer = ofAll(deviceClass.selectors(), device);
      if (answer != Answer.NO) {
        Answer own = ofAll(request.selectors(), device);
        answer = own == Answer.YES ? answer : own;
      }
      isUncertain |= answer == Answer.UNKNOWN;
      known.put(request, answer);
    }
    return answer == Answer.YES;
  }

  /** Returns no where one selector says so, whatever another one reads that is not known. */
  private static Answer ofAll(List<Selector> selectors, Device device) {
    Answer answer = Answer.YES;
    for (Selector selector : selectors) {
      Answer one = matches(selector, device);
      if (one == Answer.NO) {
        return Answer.NO;
      }
      answer = one == Answer.UNKNOWN ? one : answer;
    }
    return answer;
  }

  private static Answer matches(Selector selector, Device device) {
    try {
      return Answer.of(selector.cel().matches(device.value(Optional.empty())));
    } catch (CelException e) {
      if (!Values.isUnknown(e)) {
        throw stopped(selector, device, e);
      }
      return ofEveryProduct(selector, device);
    }
  }

  /** Decided only where all products that are possible give the same answer. */
  private static Answer ofEveryProduct(Selector selector, Device device) {
    int matching = 0;
    for (String product : device.products()) {
      try {
        matching += selector.cel().matches(device.value(Optional.of(product))) ? 1 : 0;
      } catch (CelException e) {
        if (!Values.isUnknown(e)) {
          throw stopped(selector, device, e);
        }
        return Answer.UNKNOWN;
      }
    }
    boolean isSame = matching == 0 || matching == device.products().size();
    return device.products().isEmpty() || !isSame ? Answer.UNKNOWN : Answer.of(matching > 0);
  }

  private static ManifestException stopped(Selector selector, Device device, CelException e) {
    return selector
        .place()
        .problem(
            "CEL runtime error at the device %s: %s; the scheduler stops at it on every node, so ask first: has(...) or the type of the device"
                .formatted(device, e.text()));
  }

  /** Returns why a device is not selected; empty if it is. */
  static Optional<String> whyNot(List<Selector> selectors, Device device) {
    Optional<Selector> unknown = Optional.empty();
    for (Selector selector : selectors) {
      try {
        Answer answer = matches(selector, device);
        if (answer == Answer.NO) {
          return Optional.of(why(selector, device));
        }
        if (answer == Answer.UNKNOWN) {
          unknown = unknown.or(() -> Optional.of(selector));
        }
      } catch (ManifestException e) {
        return Optional.of(e.getMessage());
      }
    }
    return unknown.map(selector -> why(selector, device));
  }

  private static String why(Selector selector, Device device) {
    return device.products().isEmpty() || !selector.cel().toString().contains("productName")
        ? selector.cel().why(device)
        : "productName is one of %s, and which is not known"
            .formatted(String.join(", ", device.products()));
  }
}
