package io.gpuspec;

import io.gpuspec.internal.Arguments;
import java.util.Optional;

/**
 * One reason why a candidate does not match a request.
 *
 * <pre>{@code
 * Match none = gpus.in("tke").match(GpuRequest.of("T4").cpu(64).exactGpus());
 * Shortfall cpu = none.rejected().get(0).reasons().get(0);    // cpu: 64 asked, has 32, short 32
 * cpu.resource();                                             // cpu
 * cpu.fix();                                                  // Optional[ask for at most 32 cores]
 * }</pre>
 *
 * @param resource what it is about: {@code cpu}, {@code memory}, {@code gpus}, {@code gpuMemory},
 *     {@code gpu}, {@code fraction}, {@code arch} or {@code lifecycle}
 * @param message what was asked, what there is, and how much is missing
 * @param fix what to ask for instead, as after "to fit it, ..."; empty where nothing asked
 *     otherwise would help
 */
public record Shortfall(String resource, String message, Optional<String> fix) {

  /** Refuses null. */
  public Shortfall {
    Arguments.required("resource", resource, "a resource, such as cpu");
    Arguments.required("message", message, "a text");
    Arguments.required("fix", fix, "an Optional, empty for none");
  }

  /** Creates a reason that no change of the request would remove. */
  public Shortfall(String resource, String message) {
    this(resource, message, Optional.empty());
  }

  /** Returns a reason with what to ask for instead. */
  public static Shortfall of(String resource, String message, String fix) {
    return new Shortfall(resource, message, Optional.of(Arguments.required("fix", fix, "a text")));
  }

  @Override
  public String toString() {
    return resource + ": " + message;
  }
}
