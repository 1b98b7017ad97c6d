package io.gpuspec.cluster;

import com.google.common.collect.ImmutableList;
import io.gpuspec.GpuModel;
import io.gpuspec.internal.Arguments;
import io.gpuspec.internal.DataFile;
import io.gpuspec.value.Citation;
import io.gpuspec.value.Listing;

/**
 * The rated power of a board. One GPU is sold on several boards, and they differ: an A100 may draw
 * 400 W on an SXM4 board and 250 W as a PCIe card.
 *
 * <pre>{@code
 * RatedPower.find("A100-40G");    // NVIDIA A100-SXM4-40GB: 400 W
 *                               // NVIDIA A100-PCIE-40GB: 250 W
 * }</pre>
 *
 * @param model the GPU's canonical name, such as {@code A100-40G}
 * @param board the board as NVML and dcgm-exporter's label {@code modelName} name it
 * @param watts the power limit of a card as it is sold, in watts
 * @param citation where the figure comes from
 */
public record RatedPower(String model, String board, int watts, Citation citation) {
  private static final Listing<RatedPower> ALL = Listing.copyOf(read());

  /** Refuses null. */
  public RatedPower {
    Arguments.notNull("model, board, citation", model, board, citation);
  }

  /** Returns every board whose power is known. */
  public static Listing<RatedPower> all() {
    return ALL;
  }

  /**
   * The boards of a GPU; empty if no power is known.
   *
   * @param gpu any name that {@link GpuModel#find} knows; for an ambiguous one, all its boards are
   *     returned
   */
  public static Listing<RatedPower> find(String gpu) {
    Listing<GpuModel> models = GpuModel.find(Arguments.required("gpu", gpu, "a name, such as T4"));
    return Listing.copyOf(
        ALL.stream()
            .filter(board -> models.stream().anyMatch(model -> model.name().equals(board.model())))
            .toList());
  }

  private static ImmutableList<RatedPower> read() {
    DataFile file = new DataFile(RatedPower.class, "power.json");
    return file.rows(
        "boards",
        row ->
            new RatedPower(
                file.text(row, "model"),
                file.text(row, "board"),
                row.path("watts").asInt(),
                file.cited(row)));
  }

  /** Returns text such as {@code NVIDIA A100-SXM4-40GB: 400 W}. */
  @Override
  public String toString() {
    return board + ": " + watts + " W";
  }
}
