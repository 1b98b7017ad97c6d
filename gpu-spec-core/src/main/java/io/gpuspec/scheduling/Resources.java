package io.gpuspec.scheduling;

import com.google.common.collect.ImmutableMap;
import io.gpuspec.internal.Arguments;
import io.gpuspec.internal.ExtendedResources;
import io.gpuspec.value.CpuAmount;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.MemorySize;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The resources of a container or of a whole pod, as written; each amount is read on first use.
 *
 * @param container whose they are; empty for the pod's own
 */
record Resources(
    Optional<String> container, Map<String, String> requests, Map<String, String> limits) {

  static final Resources NONE = new Resources(Optional.empty(), Map.of(), Map.of());

  private static final int MORE_THAN_ANY_NODE_HAS = 100_000;

  /** A count with the unit of an amount of memory, such as 4Gi. */
  private static final Pattern WITH_UNIT = Pattern.compile("([0-9]+)Gi?");

  /** Only for these resources, a container can have a limit above its request. */
  private static final Set<String> OVERCOMMITTED = Set.of("cpu", "memory", "ephemeral-storage");

  Resources {
    requests = copied(PodField.Kind.REQUEST, container, requests);
    limits = copied(PodField.Kind.LIMIT, container, limits);
  }

  /** A copy; a resource without a value is an error that names the field. */
  private static Map<String, String> copied(
      PodField.Kind part, Optional<String> container, Map<String, String> stated) {
    if (stated instanceof ImmutableMap) {
      // It contains no null; a container passes its maps each time it is asked for an amount.
      return stated;
    }
    Arguments.required("resources", stated, "a map of quantities, empty for none");
    stated.forEach(
        (resource, quantity) -> {
          if (resource == null || quantity == null) {
            String field = new PodField(part, String.valueOf(resource), container).toString();
            Arguments.required(field, null, "a quantity");
          }
        });
    return ImmutableMap.copyOf(stated);
  }

  boolean states(String resource) {
    return requests.containsKey(resource) || limits.containsKey(resource);
  }

  CpuAmount cpuRequest() {
    return requested("cpu", cpu(PodField.Kind.REQUEST), cpu(PodField.Kind.LIMIT))
        .orElse(CpuAmount.ZERO);
  }

  CpuAmount cpuLimit() {
    return cpu(PodField.Kind.LIMIT).orElse(CpuAmount.ZERO);
  }

  MemorySize memoryRequest() {
    return requested("memory", memory(PodField.Kind.REQUEST), memory(PodField.Kind.LIMIT))
        .orElse(MemorySize.ZERO);
  }

  MemorySize memoryLimit() {
    return memory(PodField.Kind.LIMIT).orElse(MemorySize.ZERO);
  }

  int count(String resource) {
    Arguments.required("resource", resource, "a resource's name");
    return alike(
            resource, count(PodField.Kind.REQUEST, resource), count(PodField.Kind.LIMIT, resource))
        .orElse(0);
  }

  /** Returns what is requested of any resource; its limit where only that is stated. */
  Amount request(String resource) {
    Optional<Amount> request = amount(PodField.Kind.REQUEST, resource);
    Optional<Amount> limit = amount(PodField.Kind.LIMIT, resource);
    return (OVERCOMMITTED.contains(resource)
            ? requested(resource, request, limit)
            : alike(resource, request, limit))
        .orElse(Amount.ZERO);
  }

  private <T extends Comparable<T>> Optional<T> requested(
      String resource, Optional<T> request, Optional<T> limit) {
    if (request.isPresent() && limit.isPresent() && request.get().compareTo(limit.get()) > 0) {
      throw new PodFieldException(
          "pod.limit-below-request",
          new PodField(PodField.Kind.REQUEST, resource, container),
          "'%s' is above the limit '%s'; raise the limit or lower the request"
              .formatted(requests.get(resource), limits.get(resource)));
    }
    return request.or(() -> limit);
  }

  private <T> Optional<T> alike(String resource, Optional<T> request, Optional<T> limit) {
    if (request.isPresent() && !request.equals(limit)) {
      String stated = requests.get(resource);
      throw new PodFieldException(
          "pod.limit-not-request",
          new PodField(PodField.Kind.LIMIT, resource, container),
          limit.isEmpty()
              ? "limits has no %s, while requests has '%s'; an extended resource needs its limit, so add %s: %s to limits, where it alone is enough"
                  .formatted(resource, stated, resource, stated)
              : "'%s' differs from the request '%s'; for an extended resource both are equal"
                  .formatted(limits.get(resource), stated));
    }
    return limit;
  }

  private Optional<CpuAmount> cpu(PodField.Kind part) {
    return quantity(part, "cpu", CpuAmount::parse, CpuAmount::isNegative);
  }

  private Optional<MemorySize> memory(PodField.Kind part) {
    return quantity(part, "memory", MemorySize::parse, MemorySize::isNegative);
  }

  private Optional<Integer> count(PodField.Kind part, String resource) {
    return quantity(part, resource, text -> wholeNumber(resource, text), count -> count < 0);
  }

  private Optional<Amount> amount(PodField.Kind part, String resource) {
    boolean whole = !OVERCOMMITTED.contains(resource) && !ExtendedResources.isHugePages(resource);
    return quantity(
        part,
        resource,
        text -> whole ? whole(resource, text) : Amount.parse(resource, text),
        Amount::isNegative);
  }

  private static int wholeNumber(String resource, String text) {
    Amount amount = whole(resource, text);
    if (amount.compareTo(Amount.of(MORE_THAN_ANY_NODE_HAS)) > 0
        || amount.compareTo(Amount.of(-MORE_THAN_ANY_NODE_HAS)) < 0) {
      throw new InvalidValueException(
          "pod.out-of-range",
          "'%s' is more than any node has; write what one pod needs%s"
              .formatted(text, withoutUnit(text)));
    }
    return amount.whole().intValueExact();
  }

  private static String withoutUnit(String text) {
    Matcher written = WITH_UNIT.matcher(text);
    return written.matches() ? ", without a unit, such as " + written.group(1) : "";
  }

  /** The quantity grammar holds for counts too: "1k" is a thousand, "500m" no whole number. */
  private static Amount whole(String resource, String text) {
    Amount amount = Amount.parse(resource, text);
    if (!amount.isWhole()) {
      throw new InvalidValueException(
          "pod.malformed",
          "'" + text + "' is not a whole number; devices are asked for whole, so write 1 or more");
    }
    return amount;
  }

  private <T> Optional<T> quantity(
      PodField.Kind part, String resource, Function<String, T> parser, Predicate<T> negative) {
    Map<String, String> stated = part == PodField.Kind.REQUEST ? requests : limits;
    String text = stated.get(resource);
    if (text == null) {
      return Optional.empty();
    }
    PodField field = new PodField(part, resource, container);
    try {
      T value = parser.apply(text);
      if (negative.test(value)) {
        throw new PodFieldException(
            "pod.out-of-range", field, "'" + text + "' is negative; write 0 or more");
      }
      return Optional.of(value);
    } catch (InvalidValueException e) {
      throw new PodFieldException(field, e);
    }
  }
}
