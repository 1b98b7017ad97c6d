package io.gpuspec.service;

import com.fasterxml.jackson.annotation.JsonAnySetter;
import io.gpuspec.Devices;
import io.gpuspec.GpuRequest;
import io.gpuspec.json.RequestField;
import io.gpuspec.value.UnknownNameException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The body of {@code POST /match}: where, and the properties of the request, with the names that
 * the answer has under {@code requested}; everything is optional.
 */
record MatchQuestion(
    @Nullable String provider,
    @Nullable String edition,
    @Nullable Map<String, String> options,
    @Nullable String rate,
    @JsonAnySetter @Nullable Map<String, Object> wanted) {
  Place place() {
    return new Place(provider, edition, options);
  }

  /** The request, as far as nothing of it is a problem. */
  GpuRequest request(Problems problems) {
    Map<String, Object> known = wanted == null ? new HashMap<>() : new HashMap<>(wanted);
    known.keySet().removeIf(name -> !isKnown(name, problems));
    return RequestField.request(
        GpuRequest.of(Devices.any()), known, problem -> problems.add(problem.getMessage()));
  }

  private static boolean isKnown(String name, Problems problems) {
    Set<String> known = new TreeSet<>(Set.of("provider", "edition", "options", "rate"));
    RequestField.all().forEach(field -> known.add(field.name()));
    if (known.contains(name)) {
      return true;
    }
    problems.add(new UnknownNameException("body.unknown", "field", name, known).getMessage());
    return false;
  }
}
