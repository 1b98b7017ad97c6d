package io.gpuspec.benchmarks;

import io.gpuspec.GpuSpec;
import io.gpuspec.Gpus;
import io.gpuspec.claim.NodeDevices;
import io.gpuspec.kube.KubeObject;
import io.gpuspec.manifest.claim.ClaimFile;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * A benchmark of one claim, two cards with a bound on their memory, that is tried on 1,000 nodes of
 * 8 cards each: on nodes that all take it, and on nodes of which none does.
 */
@State(Scope.Benchmark)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@BenchmarkMode(Mode.AverageTime)
@Fork(2)
@Warmup(iterations = 3)
@Measurement(iterations = 3)
public class ClaimBenchmark {
  static final int NODES = 1_000;

  /** What a p4d.24xlarge has, and what it does not have. */
  static final String FITS = "40Gi";

  static final String TOO_LARGE = "80Gi";

  private final List<List<KubeObject>> nodes = nodes();
  private final ClaimFile fits = ClaimFile.parse("claim.yaml", claim(FITS));
  private final ClaimFile tooLarge = ClaimFile.parse("claim.yaml", claim(TOO_LARGE));

  /** Returns the slices of each node. */
  static List<List<KubeObject>> nodes() {
    GpuSpec row = Gpus.load().in("eks/nodegroup").catalog().row("p4d.24xlarge");
    List<List<KubeObject>> nodes = new ArrayList<>();
    for (int i = 0; i < NODES; i++) {
      nodes.add(List.copyOf(NodeDevices.of(row).node("node-" + i).slices()));
    }
    return nodes;
  }

  /** Returns a claim of two cards with at least this memory, which is JSON and YAML. */
  static String claim(String memory) {
    return """
        {"apiVersion": "resource.k8s.io/v1", "kind": "ResourceClaim", "metadata": {"name": "two"},
         "spec": {"devices": {"requests": [{"name": "gpus", "exactly": {
           "deviceClassName": "gpu.nvidia.com", "count": 2, "selectors": [{"cel": {"expression":
           "device.capacity['gpu.nvidia.com'].memory.compareTo(quantity('%s')) >= 0"}}]}}]}}}
        """
        .formatted(memory);
  }

  /** Returns on how many of the nodes a claim is given its devices. */
  static int count(ClaimFile claim, List<List<KubeObject>> nodes) {
    int found = 0;
    for (List<KubeObject> node : nodes) {
      found += claim.allocate(node).isFound() ? 1 : 0;
    }
    return found;
  }

  @Setup
  public void check() {
    if (onAll() != NODES || onNone() != 0) {
      throw new IllegalStateException("all nodes take the one claim, and none the other");
    }
  }

  @Benchmark
  public int onAll() {
    return count(fits, nodes);
  }

  @Benchmark
  public int onNone() {
    return count(tooLarge, nodes);
  }
}
