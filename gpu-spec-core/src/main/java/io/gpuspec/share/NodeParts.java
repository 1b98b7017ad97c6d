package io.gpuspec.share;

import io.gpuspec.internal.Arguments;
import io.gpuspec.spi.CardParts;
import io.gpuspec.spi.Option;
import io.gpuspec.spi.OptionFile;
import io.gpuspec.spi.Options;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.Note;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The parts into which nodes with NVIDIA's device plugin divide their cards: MIG instances, time
 * slices and MPS replicas.
 *
 * <pre>{@code
 * Target sliced = gpus.in("eks").with(NodeParts.REPLICAS, "time-slicing:4");
 * sliced.match(GpuRequest.of("T4").replica().replicas(4)).orThrow().plan().nodes();
 *     // 1
 * gpus.in("eks").match(GpuRequest.of("A100-40GB").mig("1g.5gb").replicas(60))
 *     .orThrow().plan();    // 2 x p4d.24xlarge · 96 cores · 1152Gi
 * }</pre>
 *
 * <p>The layout of the cards is optional: by default each is assumed to have as many instances of a
 * profile as it holds. Source: NVIDIA k8s-device-plugin 0.20.0 and MIG manager.
 */
public final class NodeParts {
  static final OptionFile FILE =
      OptionFile.read("node-parts.json", NodeParts.class.getResourceAsStream("node-parts.json"));

  /** How the device plugin advertises MIG instances; mixed by default. */
  public static final Option<String> MIG_STRATEGY = FILE.word("mig-strategy");

  /** The MIG instances of each card that can have them, such as {@code 3g.20gb,3g.20gb}. */
  public static final Option<Optional<String>> MIG_LAYOUT = FILE.text("mig-layout");

  /** The replicas of each card, such as {@code time-slicing:4} or {@code mps:3:renamed}. */
  public static final Option<Optional<String>> REPLICAS =
      FILE.optional("card-replicas", NodeParts::checked);

  /** The config of the device plugin that makes the replicas, as a label of the nodes names it. */
  public static final Option<Optional<String>> PLUGIN_CONFIG = FILE.text("device-plugin-config");

  private NodeParts() {}

  /** Returns the options, for a provider whose nodes run NVIDIA's device plugin. */
  public static List<Option<?>> options() {
    return List.of(MIG_STRATEGY, MIG_LAYOUT, REPLICAS, PLUGIN_CONFIG);
  }

  /**
   * Returns the parts that the options say.
   *
   * @param more what a target adds to the notes on parts
   * @throws InvalidValueException if the options contradict each other
   */
  public static CardParts of(Options options, Note... more) {
    Arguments.required("options", options, "Options");
    return DividedCards.of(
        options,
        Arguments.copied(
            "notes", Arrays.asList(Arguments.required("notes", more, "Notes")), "Notes"));
  }

  private static String checked(String text) {
    replicas(text);
    return text;
  }

  /** Returns the replicas of an option. */
  static Replicas replicas(String text) {
    String[] words = text.split(":", -1);
    int count = Integer.parseInt(words[1]);
    Replicas replicas = words[0].equals("mps") ? Replicas.mps(count) : Replicas.timeSlicing(count);
    return words.length > 2 ? replicas.renameByDefault() : replicas;
  }
}
