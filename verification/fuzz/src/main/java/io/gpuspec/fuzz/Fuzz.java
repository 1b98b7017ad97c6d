package io.gpuspec.fuzz;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * What Jazzer calls: one of the targets, chosen by the property {@code gpuspec.fuzz.target}.
 *
 * <p>Inputs are bytes that are read as UTF-8, so that any text file is a seed. What a target
 * chooses besides, such as a cloud, it takes from the text: the same input does the same again.
 */
public final class Fuzz {
  private static final Map<String, Consumer<String>> TARGETS =
      new TreeMap<>(
          Map.ofEntries(
              Map.entry("quantities", Values::quantities),
              Map.entry("names", Values::names),
              Map.entry("mig", Values::mig),
              Map.entry("diagnosis", Values::diagnosis),
              Map.entry("catalogs", Files::catalogs),
              Map.entry("overlays", Files::overlays),
              Map.entry("nodes", Files::nodes),
              Map.entry("backups", Files::backups),
              Map.entry("lines", Files::lines),
              Map.entry("manifests", Manifests::workloads),
              Map.entry("intents", Manifests::intents),
              Map.entry("claims", Manifests::claims),
              Map.entry("migrations", Manifests::migrations),
              Map.entry("inspector", Manifests::inspector),
              Map.entry("mutated", Mutated::manifest),
              Map.entry("service", Bodies::answer),
              Map.entry("growth", Growth::linear)));

  /** Read when the first input comes, so that the names can be printed without one. */
  private static final class Chosen {
    static final Consumer<String> TARGET = target();
  }

  private Fuzz() {}

  private static Consumer<String> target() {
    String name = System.getProperty("gpuspec.fuzz.target", "");
    Consumer<String> target = TARGETS.get(name);
    if (target == null) {
      throw new IllegalArgumentException(
          "no target '" + name + "'; use one of " + TARGETS.keySet());
    }
    return target;
  }

  /** Gives an input to the target. */
  public static void fuzzerTestOneInput(byte[] input) {
    Chosen.TARGET.accept(new String(input, StandardCharsets.UTF_8));
  }

  /** Prints the names of the targets. */
  public static void main(String[] arguments) {
    TARGETS.keySet().forEach(System.out::println);
  }
}
