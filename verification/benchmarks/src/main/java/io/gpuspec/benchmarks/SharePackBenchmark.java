package io.gpuspec.benchmarks;

import io.gpuspec.Devices;
import io.gpuspec.Gpus;
import io.gpuspec.Share;
import io.gpuspec.share.Cards;
import io.gpuspec.share.Packing;
import io.gpuspec.share.Placed;
import io.gpuspec.share.SharePod;
import io.gpuspec.share.SharePolicy;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * A benchmark of 10000 pods on 1000 cards with qGPU, compared with a packer that checks every card
 * for each pod.
 */
@State(Scope.Benchmark)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@BenchmarkMode(Mode.AverageTime)
@Fork(2)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class SharePackBenchmark {
  private static final int PODS = 10_000;
  private static final int NODES = 125;
  private static final int CARDS = 8;

  /** The size of the shares: with 1, nearly all pods fit; with 2, about half. */
  @Param({"1", "2"})
  private int scale;

  @Param private SharePolicy policy;

  private Cards cards;
  private List<SharePod> pods;
  private List<PlainPacker.Pod> plain;

  /** A card has 30 GiB and 100 percent; a pod asks 1 to 5 GiB and 5, 10 or 15 percent. */
  @Setup
  public void draw() {
    cards = Cards.of(Gpus.load().in("tke/qgpu"), "V100", NODES, CARDS);
    plain =
        IntStream.range(0, PODS)
            .mapToObj(
                i -> new PlainPacker.Pod(scale * (1 + i * 7 % 5), scale * 5 * (1 + i * 11 % 3)))
            .toList();
    pods =
        IntStream.range(0, PODS)
            .mapToObj(
                i ->
                    SharePod.of(
                        "pod-" + i,
                        Devices.any()
                            .shared(
                                Share.of(plain.get(i).memory() + "Gi", plain.get(i).compute()))))
            .toList();
    List<String> same = plainly().stream().filter(place -> !place.isEmpty()).toList();
    if (!pack().placed().stream().map(SharePackBenchmark::place).toList().equals(same)) {
      throw new IllegalStateException("the two packers differ");
    }
  }

  private static String place(Placed placed) {
    return placed.node() + "/" + placed.cards().get(0);
  }

  @Benchmark
  public Packing pack() {
    return cards.pack(policy, pods);
  }

  /** Without the reasons of pods that do not fit. */
  @Benchmark
  public List<String> plainly() {
    return new PlainPacker(NODES, CARDS, 30).pack(policy == SharePolicy.BINPACK, plain);
  }
}
