package io.gpuspec.value;

import io.gpuspec.internal.text.MessageText;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A candidate that does not match a request, with every reason.
 *
 * <pre>{@code
 * Match none = gpus.in("tke").match(GpuRequest.of("T4").cpu(64).exactGpus());
 * Rejection first = none.rejected().get(0);    // T4 x1: cpu: 64 requested, has 32, short 32
 * first.toFit();                               // Optional[request at most 32 cores]
 * }</pre>
 *
 * @param name the candidate: a catalog row, one size of it, or a GPU that has no row
 * @param reasons why not; never empty
 */
public record Rejection(String name, List<Finding> reasons) implements Answer {

  /** Keeps an unmodifiable copy of the reasons, and the name as messages show it. */
  public Rejection {
    InvalidValueException.requireNonNull("name", name, "the candidate's name");
    name = MessageText.of(name);
    reasons = Listing.copied("reasons", reasons, "a list of Findings");
  }

  /** Returns a rejection with one reason that no change of the request would remove. */
  public static Rejection of(String name, String resource, String message) {
    return new Rejection(name, List.of(Finding.unmet(resource, message)));
  }

  /**
   * Returns how to change the request to get this candidate, such as {@code request at most 14963Mi
   * of memory}; empty if nothing would help.
   */
  public Optional<String> toFit() {
    return reasons.stream().allMatch(reason -> reason.fix().isPresent()) && !reasons.isEmpty()
        ? Optional.of(
            reasons.stream()
                .map(Finding::fix)
                .flatMap(Optional::stream)
                .collect(Collectors.joining(", and ")))
        : Optional.empty();
  }

  /** Adds {@code "name", "reasons", "toFit"?}. */
  @Override
  public void describe(Facts out) {
    out.put("name", name)
        .put("reasons", reasons.stream().map(Finding::text).toList())
        .put("toFit", toFit());
  }

  @Override
  public String toString() {
    return name + ": " + reasons.stream().map(Finding::text).collect(Collectors.joining("; "));
  }
}
