package io.gpuspec.benchmarks;

import io.gpuspec.Devices;
import io.gpuspec.GpuRequest;
import io.gpuspec.Match;
import io.gpuspec.Target;
import io.gpuspec.manifest.read.WorkloadFile;
import io.gpuspec.scheduling.PodView;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** One question to EKS, as a request, and as one of the pods that Karpenter is also asked about. */
public enum Ask {
  /** One GPU, by name. */
  NAME("name", GpuRequest.of("T4").cpu(6)),
  /** The first of two names that serves; the pod takes either. */
  LIST("list", GpuRequest.of("A10G", "L4").cpu(6)),
  /** Any GPU with so much memory. */
  MEMORY("memory", GpuRequest.of(Devices.any().memoryAtLeast("40Gi")).cpu(6)),
  /** By price instead of size. */
  CHEAPEST("name", GpuRequest.of("T4").cpu(6), GpuRequest::cheapest),
  /** For ten pods together. */
  REPLICAS("name", GpuRequest.of("T4").cpu(6), request -> request.replicas(10)),
  /** More CPU than any type with this GPU has. */
  NONE("none", GpuRequest.of("H100").cpu(500));

  private final String pod;
  private final GpuRequest request;
  private final UnaryOperator<GpuRequest> wish;

  Ask(String pod, GpuRequest request) {
    this(pod, request, UnaryOperator.identity());
  }

  Ask(String pod, GpuRequest request, UnaryOperator<GpuRequest> wish) {
    this.pod = pod;
    this.request = request;
    this.wish = wish;
  }

  GpuRequest request() {
    return wish.apply(request.memory("20Gi"));
  }

  /** The pod, which with {@link #wish()} asks the same as {@link #request()}. */
  PodView pod() {
    try (InputStream in = Ask.class.getResourceAsStream(podFile())) {
      return WorkloadFile.read(podFile(), in).workloads().get(0).pod();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  String podFile() {
    return "pods/" + pod + ".json";
  }

  /** Returns what no pod can say. */
  UnaryOperator<GpuRequest> wish() {
    return wish;
  }

  /**
   * Returns the row that the request matches; empty for none.
   *
   * @throws IllegalStateException if the pod matches another one
   */
  Optional<String> matched(Target target) {
    Optional<String> ofRequest = row(target.match(request()));
    Optional<String> ofPod = target.match(pod(), wish).flatMap(Ask::row);
    if (!ofRequest.equals(ofPod)) {
      throw new IllegalStateException(
          "%s: the request lands on %s, the pod on %s".formatted(this, ofRequest, ofPod));
    }
    return ofRequest;
  }

  private static Optional<String> row(Match match) {
    return match.found().map(found -> found.shape().spec().name());
  }
}
