package io.gpuspec.manifest.inspect;

import io.gpuspec.manifest.inspect.InspectedPods.Box;
import io.gpuspec.manifest.internal.tree.DeviceNotes;
import io.gpuspec.manifest.internal.tree.YamlPlace;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.MemorySize;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** Rules for variables and devices of containers. */
final class EnvironmentRules {
  static final Map<String, Check> ALL =
      Map.of(
          "env-every-card", variable("NVIDIA_VISIBLE_DEVICES", "all"::equals),
          "env-cuda-devices", EnvironmentRules::cudaDevices,
          "env-health-checks-off", EnvironmentRules::healthChecks,
          "env-requirement-off",
              variable("NVIDIA_DISABLE_REQUIRE", value -> value.matches("1|true|yes")),
          "env-capabilities-without-compute",
              variable(
                  "NVIDIA_DRIVER_CAPABILITIES",
                  value -> !value.isEmpty() && !value.matches("(.*,)?(compute|all)(,.*)?")),
          "runtime-class-without-gpu", EnvironmentRules::runtimeClass,
          "shared-memory-unlimited", EnvironmentRules::unlimited,
          "shared-memory-above-limit", EnvironmentRules::aboveLimit,
          "shared-memory-default", EnvironmentRules::byDefault);

  private static final String SHARED_MEMORY = "/dev/shm";
  private static final Predicate<String> PLUGIN_IMAGE =
      Pattern.compile("device-plugin|gpu-operator|dcgm").asPredicate();

  private EnvironmentRules() {}

  /** A variable whose value is wrong; without it nothing else changes but that. */
  private static Check variable(String name, Predicate<String> isWrong) {
    return (object, report) -> {
      for (InspectedPods pods : object.pods()) {
        for (Box box : pods.boxes()) {
          Optional<YamlPlace> item = Places.named(box.place(), name, "env");
          Optional<YamlPlace> value = item.flatMap(each -> Places.at(each, "value"));
          if (value.isPresent()
              && isWrong.test(Places.textOf(value.get()))
              && !isWatcher(object, box)
              && !PLUGIN_IMAGE.test(Places.text(box.place(), "image"))) {
            report.suggest(
                value.get(),
                Map.of("key", name, "value", Places.textOf(value.get())),
                Edit.remove(item.get()));
          }
        }
      }
    };
  }

  /** Runs nvidia-smi or NVML on each node: it sees every card, and can compute on none. */
  private static boolean isWatcher(Inspected object, Box box) {
    return object.kind().equals("DaemonSet")
        && box.gpus().isEmpty()
        && box.env("NVIDIA_DRIVER_CAPABILITIES").equals("utility");
  }

  private static void cudaDevices(Inspected object, Report report) {
    for (InspectedPods pods : object.gpuPods()) {
      for (Box box : pods.gpuBoxes()) {
        Optional<YamlPlace> item = Places.named(box.place(), "CUDA_VISIBLE_DEVICES", "env");
        Optional<YamlPlace> value = item.flatMap(each -> Places.at(each, "value"));
        YamlPlace gpus = box.gpus().get("nvidia.com/gpu");
        String count = gpus == null ? "" : Places.textOf(gpus);
        if (value.isPresent()
            && count.matches("[0-9]{1,4}")
            && DeviceNotes.namesMore(Places.textOf(value.get()), Integer.parseInt(count))) {
          report.suggest(
              value.get(),
              Map.of("value", Places.textOf(value.get()), "count", count),
              Edit.remove(item.get()));
        }
      }
    }
  }

  private static void healthChecks(Inspected object, Report report) {
    for (InspectedPods pods : object.pods()) {
      for (Box box : pods.boxes()) {
        if (!PLUGIN_IMAGE.test(Places.text(box.place(), "image"))) {
          Places.named(box.place(), "DP_DISABLE_HEALTHCHECKS", "env")
              .ifPresent(
                  item ->
                      report.safe(
                          item.require("name"),
                          Map.of("value", "DP_DISABLE_HEALTHCHECKS"),
                          Edit.remove(item)));
        }
      }
    }
  }

  /** Those that watch the GPUs of their node are DaemonSets. */
  private static void runtimeClass(Inspected object, Report report) {
    if (object.kind().equals("DaemonSet")) {
      return;
    }
    for (InspectedPods pods : object.pods()) {
      Places.at(pods.spec(), "runtimeClassName")
          .filter(name -> Places.textOf(name).equals("nvidia") && !pods.asksForGpu())
          .ifPresent(name -> report.at(name, Map.of("value", Places.textOf(name))));
    }
  }

  private static List<YamlPlace> memoryVolumes(InspectedPods pods) {
    return Places.items(pods.spec(), "volumes").stream()
        .filter(volume -> Places.text(volume, "emptyDir", "medium").equals("Memory"))
        .toList();
  }

  private static void unlimited(Inspected object, Report report) {
    for (InspectedPods pods : object.gpuPods()) {
      for (YamlPlace volume : memoryVolumes(pods)) {
        if (Places.at(volume, "emptyDir", "sizeLimit").isEmpty()) {
          report.at(volume.require("emptyDir"), Map.of("value", Places.text(volume, "name")));
        }
      }
    }
  }

  private static void aboveLimit(Inspected object, Report report) {
    for (InspectedPods pods : object.gpuPods()) {
      for (YamlPlace volume : memoryVolumes(pods)) {
        Optional<YamlPlace> size = Places.at(volume, "emptyDir", "sizeLimit");
        String name = Places.text(volume, "name");
        for (Box box : pods.boxes()) {
          String limit = Places.text(box.place(), "resources", "limits", "memory");
          if (size.isPresent() && mounts(box, name) && isMore(Places.textOf(size.get()), limit)) {
            report.at(
                size.get(),
                Map.of(
                    "value",
                    Places.textOf(size.get()),
                    "name",
                    name,
                    "limit",
                    limit,
                    "key",
                    box.name()));
          }
        }
      }
    }
  }

  private static boolean mounts(Box box, String volume) {
    return Places.named(box.place(), volume, "volumeMounts").isPresent();
  }

  private static boolean isMore(String size, String limit) {
    try {
      return !limit.isEmpty() && MemorySize.parse(size).compareTo(MemorySize.parse(limit)) > 0;
    } catch (InvalidValueException e) {
      return false;
    }
  }

  private static void byDefault(Inspected object, Report report) {
    for (InspectedPods pods : object.gpuPods()) {
      if (Places.text(pods.spec(), "hostIPC").equals("true")) {
        continue;
      }
      for (Box box : pods.gpuBoxes()) {
        boolean isMounted =
            Places.items(box.place(), "volumeMounts").stream()
                .anyMatch(mount -> Places.text(mount, "mountPath").equals(SHARED_MEMORY));
        YamlPlace gpus = box.gpus().get("nvidia.com/gpu");
        String count = gpus == null ? "" : Places.textOf(gpus);
        if (!isMounted && gpus != null && count.matches("[2-9]|[1-9][0-9]{1,2}")) {
          report.at(gpus, Map.of("value", count));
        }
      }
    }
  }
}
