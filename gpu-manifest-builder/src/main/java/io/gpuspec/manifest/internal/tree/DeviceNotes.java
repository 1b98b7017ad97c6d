package io.gpuspec.manifest.internal.tree;

import io.gpuspec.Match;
import io.gpuspec.value.Citation;
import io.gpuspec.value.Note;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Notes about pods that choose GPUs by themselves, with variables or a runtime class. */
public final class DeviceNotes {
  private static final String SEEN = "CUDA_VISIBLE_DEVICES";
  private static final String GIVEN = "NVIDIA_VISIBLE_DEVICES";
  private static final Set<String> NO_GPUS = Set.of("", "void", "none");
  private static final int MOST_DIGITS = 6;

  private static final Citation CUDA =
      new Citation(
          "CUDA C++ Programming Guide, CUDA Environment Variables",
          "2026",
          Citation.Status.DOCUMENTED,
          Optional.of("https://docs.nvidia.com/cuda/cuda-c-programming-guide/index.html#env-vars"));

  private static final Citation TOOLKIT =
      new Citation(
          "NVIDIA Container Toolkit, environment variables NVIDIA_VISIBLE_DEVICES and"
              + " NVIDIA_DRIVER_CAPABILITIES",
          "2026",
          Citation.Status.DOCUMENTED,
          Optional.of(
              "https://docs.nvidia.com/datacenter/cloud-native/container-toolkit/latest/docker-specialized.html"));

  private DeviceNotes() {}

  /**
   * Returns notes on containers whose {@code CUDA_VISIBLE_DEVICES} names GPUs that their pod does
   * not get.
   *
   * @param spec the specification of one of the pods
   */
  public static List<Note> of(Match.Found found, Map<String, Object> spec) {
    int gpus = found.request().devices().count();
    return containers(spec)
        .flatMap(container -> value(container, SEEN).stream())
        .filter(devices -> namesMore(devices, gpus))
        .distinct()
        .map(
            devices ->
                Note.of(
                    "env.devices",
                    "%s=%s names GPUs that the pod does not get: it asks for %s, numbered from 0, and CUDA ignores the first number that is too high and all after it; leave the variable out"
                        .formatted(SEEN, devices, gpus),
                    CUDA))
        .toList();
  }

  /** Returns whether a value of CUDA_VISIBLE_DEVICES names more GPUs than there are. */
  public static boolean namesMore(String devices, int gpus) {
    List<String> named = Stream.of(devices.split(",")).map(String::strip).toList();
    return named.size() > gpus || named.stream().anyMatch(device -> isNumberFrom(gpus, device));
  }

  private static boolean isNumberFrom(int least, String device) {
    return device.matches("[0-9]{1," + MOST_DIGITS + "}") && Integer.parseInt(device) >= least;
  }

  /**
   * Returns a note on pods that get GPUs without a request for one.
   *
   * @param workload what has the pods
   * @param spec the specification of one of the pods, which request no GPU
   */
  public static List<Note> uncounted(String workload, Map<String, Object> spec) {
    Stream<String> variables =
        containers(spec)
            .flatMap(container -> value(container, GIVEN).stream())
            .filter(devices -> !NO_GPUS.contains(devices.strip()))
            .map(devices -> GIVEN + "=" + devices);
    Stream<String> runtime =
        Stream.of("runtimeClassName: nvidia")
            .filter(any -> "nvidia".equals(spec.get("runtimeClassName")));
    return Stream.concat(variables, runtime)
        .limit(1)
        .map(
            cause ->
                Note.of(
                    "gpu.uncounted",
                    "%s has %s: such pods can use GPUs that the scheduler does not count, and that other pods use too; request nvidia.com/gpu, unless they only watch the GPUs of their node"
                        .formatted(workload, cause),
                    TOOLKIT))
        .toList();
  }

  private static Stream<Map<String, Object>> containers(Map<String, Object> spec) {
    return Stream.of("containers", "initContainers")
        .flatMap(list -> YamlTree.maps(spec, list).stream());
  }

  private static Optional<String> value(Map<String, Object> container, String variable) {
    return YamlTree.maps(container, "env").stream()
        .filter(each -> variable.equals(each.get("name")))
        .flatMap(each -> Stream.ofNullable(each.get("value")))
        .map(String::valueOf)
        .findFirst();
  }
}
