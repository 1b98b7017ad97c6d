package io.gpuspec.judges;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gpuspec.CapacityType;
import io.gpuspec.Devices;
import io.gpuspec.GpuRequest;
import io.gpuspec.manifest.GpuWorkload;
import io.gpuspec.value.Arch;
import io.gpuspec.value.CpuAmount;
import io.gpuspec.value.MemorySize;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * One request, as the library takes it and as pods that say the same to Karpenter.
 *
 * @param wishes in order of preference
 * @param millicores 0 for no CPU
 * @param bytes 0 for no memory
 * @param nodeSelection what a built pod selects its node by
 */
record KarpenterCase(
    KarpenterSettings settings,
    List<KarpenterWish> wishes,
    int gpus,
    boolean exactGpus,
    long millicores,
    long bytes,
    Optional<Arch> arch,
    CapacityType capacityType,
    String nodeSelection) {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  KarpenterCase onDemand() {
    return new KarpenterCase(
        settings,
        wishes,
        gpus,
        exactGpus,
        millicores,
        bytes,
        arch,
        CapacityType.ON_DEMAND,
        nodeSelection);
  }

  GpuRequest request() {
    return with(GpuRequest.of(devices())).cpu(cpu()).memory(memory());
  }

  /** The same as a workload whose only container asks for it. */
  GpuWorkload workload() {
    return GpuWorkload.pod("judged", "example.com/judged:v1")
        .devices(devices())
        .requests(cpu().toString(), memory().toString())
        .matched(this::with);
  }

  private Devices devices() {
    return wishes.contains(KarpenterWish.ANY)
        ? Devices.any().count(gpus)
        : Devices.of(gpus, wishes.stream().map(KarpenterWish::name).toArray(String[]::new));
  }

  private GpuRequest with(GpuRequest request) {
    GpuRequest asked = request.capacityType(capacityType);
    UnaryOperator<GpuRequest> exact = exactGpus ? GpuRequest::exactGpus : UnaryOperator.identity();
    return exact.apply(arch.map(asked::arch).orElse(asked));
  }

  private CpuAmount cpu() {
    return CpuAmount.ofMillicores(millicores);
  }

  private MemorySize memory() {
    return MemorySize.ofBytes(bytes);
  }

  /** A pod for each wish, in order. */
  List<JsonNode> pods() {
    return wishes.stream().map(this::pod).toList();
  }

  private JsonNode pod(KarpenterWish wish) {
    ArrayNode requirements = selecting(wish);
    if (exactGpus) {
      requirements.add(in("karpenter.k8s.aws/instance-gpu-count", Set.of(String.valueOf(gpus))));
    }
    Set<Arch> archs = arch.map(Set::of).orElse(wish.archs());
    if (!archs.isEmpty()) {
      requirements.add(
          in("kubernetes.io/arch", archs.stream().map(Arch::toString).collect(Collectors.toSet())));
    }
    requirements.add(in("karpenter.sh/capacity-type", Set.of(capacityType.toString())));
    ObjectNode requests = JSON.objectNode().put("nvidia.com/gpu", String.valueOf(gpus));
    if (millicores > 0) {
      requests.put("cpu", millicores + "m");
    }
    if (bytes > 0) {
      requests.put("memory", String.valueOf(bytes));
    }
    return pod(requirements, requests);
  }

  /** A pod that asks for a wish and for nothing of the node. */
  static JsonNode plainPod(KarpenterWish wish) {
    return pod(selecting(wish), JSON.objectNode());
  }

  private static ArrayNode selecting(KarpenterWish wish) {
    ArrayNode requirements = JSON.arrayNode();
    wish.labels().forEach((key, value) -> requirements.add(in(key, Set.of(value))));
    return requirements;
  }

  private static ObjectNode in(String key, Set<String> values) {
    ObjectNode requirement = JSON.objectNode().put("key", key).put("operator", "In");
    values.forEach(requirement.putArray("values")::add);
    return requirement;
  }

  private static JsonNode pod(ArrayNode requirements, ObjectNode requests) {
    ObjectNode pod = JSON.objectNode();
    ObjectNode spec = pod.putObject("spec");
    spec.putArray("tolerations").addObject().put("key", "nvidia.com/gpu").put("operator", "Exists");
    spec.putObject("affinity")
        .putObject("nodeAffinity")
        .putObject("requiredDuringSchedulingIgnoredDuringExecution")
        .putArray("nodeSelectorTerms")
        .addObject()
        .set("matchExpressions", requirements);
    ObjectNode container = spec.putArray("containers").addObject();
    container.put("name", "judged").put("image", "example.com/judged:v1");
    container.putObject("resources").set("requests", requests);
    return pod;
  }

  /** To be pasted into JShell. */
  @Override
  public String toString() {
    String devices =
        wishes.contains(KarpenterWish.ANY)
            ? "Devices.any().count(%d)".formatted(gpus)
            : "Devices.of(%d, %s)"
                .formatted(
                    gpus,
                    wishes.stream()
                        .map(wish -> '"' + wish.name() + '"')
                        .collect(Collectors.joining(", ")));
    return """
        import io.gpuspec.*;
        var eks = %s.with("node-selection", "%s");
        var request = GpuRequest.of(%s).cpu("%s").memory("%s").capacityType(CapacityType.%s)%s%s;
        eks.match(request).explain();
        """
        .formatted(
            settings,
            nodeSelection,
            devices,
            cpu(),
            memory(),
            capacityType.name(),
            arch.map(asked -> ".arch(Arch." + asked.name() + ")").orElse(""),
            exactGpus ? ".exactGpus()" : "");
  }
}
