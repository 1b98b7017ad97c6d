package io.gpuspec.share;

import com.fasterxml.jackson.databind.JsonNode;
import io.gpuspec.GpuModel;
import io.gpuspec.internal.Citations;
import io.gpuspec.internal.Json;
import io.gpuspec.internal.Words;
import io.gpuspec.value.Citation;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.Note;
import java.util.List;
import java.util.stream.StreamSupport;

/** The limits and defaults in {@code replicas.json}. */
final class ReplicaRules {
  private static final JsonNode FILE = Json.resource(ReplicaRules.class, "replicas.json");
  private static final int LEAST = FILE.at("/leastReplicas/value").asInt();
  private static final JsonNode CLIENTS = FILE.path("mpsClients");

  private ReplicaRules() {}

  /** The number itself, if the strategy can have it on some card. */
  static int checked(SharingStrategy strategy, int replicas) {
    if (replicas < LEAST) {
      throw new InvalidValueException(
          "share.out-of-range",
          "replicas: '%s' is below %s: number of replicas must be >= %s, says NVIDIA's device plugin; give %s or more, or share no card"
              .formatted(replicas, LEAST, LEAST, LEAST));
    }
    if (strategy == SharingStrategy.MPS) {
      requireAtMost(CLIENTS.path("most").asInt(), replicas, "a card");
    }
    return replicas;
  }

  /** Returns how many clients MPS has at most on a card of the model. */
  static int most(GpuModel model) {
    boolean isRecent =
        model.isComputeCapabilityAtLeast(CLIENTS.path("belowComputeCapability").asText());
    return CLIENTS.path(isRecent ? "most" : "mostBelow").asInt();
  }

  /** Refuses more than the model can have. */
  static void checkOn(GpuModel model, SharingStrategy strategy, int replicas) {
    if (strategy == SharingStrategy.MPS) {
      requireAtMost(
          most(model),
          replicas,
          "%s, of compute capability %s"
              .formatted(Words.a(model.name()), model.computeCapability()));
    }
  }

  private static void requireAtMost(int most, int replicas, String card) {
    if (replicas > most) {
      throw new InvalidValueException(
          "share.out-of-range",
          "replicas: '%s' is above the %s clients that MPS has at most on %s (maximum allowed replicas exceeded: %s > %s); give at most %s, or use time slicing"
              .formatted(replicas, most, card, replicas, most, most));
    }
  }

  /** Returns whether a request for several replicas fails where the config says nothing of it. */
  static boolean failsByDefault(SharingStrategy strategy) {
    return of(strategy).at("/failRequestsGreaterThanOne/value").asBoolean();
  }

  /** The first version of the plugin that shares cards so. */
  static String since(SharingStrategy strategy) {
    return of(strategy).at("/since/value").asText();
  }

  /** The first version of the plugin that gives a container several replicas. */
  static String severalSince(SharingStrategy strategy) {
    return of(strategy).at("/severalSince/value").asText();
  }

  /** Returns what a container is not promised. */
  static List<Note> notGuaranteed(SharingStrategy strategy) {
    return StreamSupport.stream(of(strategy).path("notGuaranteed").spliterator(), false)
        .map(
            note ->
                Note.of(
                    note.path("id").asText(),
                    note.path("message").asText(),
                    citation(note.path("source").asText())))
        .toList();
  }

  /** Returns where the limits of the strategy's config come from. */
  static Citation config() {
    return citation(FILE.at("/leastReplicas/source").asText());
  }

  private static JsonNode of(SharingStrategy strategy) {
    return FILE.path("strategies").path(strategy.toString());
  }

  private static Citation citation(String key) {
    return Citations.read(FILE.path("citations").path(key));
  }
}
