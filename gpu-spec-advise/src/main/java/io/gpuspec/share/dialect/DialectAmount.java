package io.gpuspec.share.dialect;

import com.fasterxml.jackson.databind.JsonNode;
import io.gpuspec.scheduling.GpuResource;
import java.util.Locale;
import java.util.Optional;

/**
 * A name for an amount of a card.
 *
 * @param step the multiple that the amount has to be
 * @param whole whether all of it is a whole card, which no other amount goes with
 */
record DialectAmount(String name, Of of, Unit unit, int step, boolean whole) {
  /** The part of a card that an amount is of. */
  enum Of {
    MEMORY,
    COMPUTE,
    /** A percentage of each. */
    BOTH
  }

  /** The unit of an amount. */
  enum Unit {
    MIB("MiB", 1L << 20),
    GIB("GiB", 1L << 30),
    BLOCK("256MiB", 256L << 20),
    BYTES("bytes", 1),
    PERCENT("percent", 0),
    FRACTION("fraction", 0);

    private final String word;
    private final long bytes;

    Unit(String word, long bytes) {
      this.word = word;
      this.bytes = bytes;
    }

    static Unit of(String word) {
      for (Unit unit : values()) {
        if (unit.word.equals(word)) {
          return unit;
        }
      }
      throw new IllegalStateException("no unit '" + word + "'");
    }

    /** Returns whether an amount is known without the card. */
    boolean isAbsolute() {
      return bytes > 0;
    }

    long bytes() {
      return bytes;
    }

    @Override
    public String toString() {
      return word;
    }
  }

  static DialectAmount of(JsonNode row) {
    String name = row.path("name").asText();
    Optional<GpuResource> resource = GpuResource.find(name);
    return new DialectAmount(
        name,
        Of.valueOf(row.path("of").asText().toUpperCase(Locale.ROOT)),
        Unit.of(row.path("unit").asText()),
        resource.map(GpuResource::step).orElse(1),
        resource.map(GpuResource::isOfWholeCards).orElse(false));
  }
}
