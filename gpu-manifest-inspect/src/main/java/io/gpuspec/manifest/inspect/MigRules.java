package io.gpuspec.manifest.inspect;

import io.gpuspec.manifest.inspect.InspectedPods.Box;
import io.gpuspec.manifest.internal.tree.YamlPlace;
import io.gpuspec.mig.MigGpu;
import io.gpuspec.mig.MigProfile;
import io.gpuspec.value.GpuSpecException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Rules for MIG instances. */
final class MigRules {
  static final Map<String, Check> ALL =
      Map.of(
          "mig-two-profiles", MigRules::twoProfiles,
          "mig-profile-unknown", MigRules::unknownProfile,
          "mig-profile-of-another-gpu", MigRules::otherGpu,
          "mig-strategy-without-profiles", MigRules::noProfiles,
          "mig-config-profile-unknown", MigRules::unknownInConfig,
          "mig-config-does-not-fit", MigRules::doesNotFit,
          "mig-config-disabled-with-devices", MigRules::disabled,
          "mig-config-leaves-cards", MigRules::leavesCards);

  private static final String MIG = "nvidia.com/mig-";
  private static final String SHARED = ".shared";
  private static final String PRODUCT = "nvidia.com/gpu.product";
  private static final String STRATEGY = "migStrategy";
  private static final Set<String> WITHOUT_PROFILES = Set.of("single", "none");
  private static final int CARDS = 8;
  private static final int DIGITS = 2;

  private static final Set<String> RESOURCES =
      MigGpu.all().stream()
          .flatMap(gpu -> gpu.profiles().stream())
          .map(MigProfile::resourceName)
          .collect(Collectors.toUnmodifiableSet());

  /**
   * What is added to a profile follows a plus, and what is left out a minus: {@code 1g.24gb-me}.
   *
   * <p>Source: mig-parted 0.14, {@code pkg/types/mig_profile.go}.
   */
  private static final Pattern PROFILE =
      Pattern.compile("(?:[0-9]++c\\.)?+[0-9]++g\\.[0-9]++gb(?:[+-].*+)?+");

  private MigRules() {}

  private static List<String> profiles(Box box) {
    return box.gpus().keySet().stream().filter(name -> name.startsWith(MIG)).toList();
  }

  private static void twoProfiles(Inspected object, Report report) {
    for (InspectedPods pods : object.pods()) {
      for (Box box : pods.containers()) {
        List<String> profiles = profiles(box);
        if (profiles.size() > 1) {
          YamlPlace second = box.gpu(profiles.get(1));
          report.at(second, Map.of("key", profiles.get(0), "value", profiles.get(1)));
        }
      }
    }
  }

  /** Returns the resource of a profile without the suffix of replicas. */
  private static String plain(String resource) {
    return resource.endsWith(SHARED)
        ? resource.substring(0, resource.length() - SHARED.length())
        : resource;
  }

  private static void unknownProfile(Inspected object, Report report) {
    for (InspectedPods pods : object.pods()) {
      for (Box box : pods.containers()) {
        for (String name : profiles(box)) {
          if (!RESOURCES.contains(plain(name))) {
            report.at(box.gpu(name), Map.of("value", name.substring(MIG.length())));
          }
        }
      }
    }
  }

  private static void otherGpu(Inspected object, Report report) {
    for (InspectedPods pods : object.pods()) {
      String product = Places.text(pods.spec(), "nodeSelector", PRODUCT);
      Optional<MigGpu> gpu = product.isEmpty() ? Optional.empty() : gpu(product);
      if (gpu.isEmpty()) {
        continue;
      }
      Set<String> has = new TreeSet<>();
      gpu.get().profiles().forEach(profile -> has.add(profile.resourceName()));
      for (Box box : pods.boxes()) {
        for (String name : profiles(box)) {
          if (RESOURCES.contains(plain(name)) && !has.contains(plain(name))) {
            report.at(
                box.gpu(name),
                Map.of(
                    "value",
                    product,
                    "key",
                    name.substring(MIG.length()),
                    "has",
                    has.stream()
                        .map(each -> each.substring(MIG.length()))
                        .collect(Collectors.joining(", "))));
          }
        }
      }
    }
  }

  /** All files of the device plugin say that instances have no names of their own. */
  private static void noProfiles(Inspected object, Report report) {
    List<String> strategies =
        PluginRules.configsOfNodes(report).stream()
            .map(config -> Places.text(config.place(), "flags", STRATEGY))
            .distinct()
            .toList();
    if (strategies.isEmpty() || !WITHOUT_PROFILES.containsAll(strategies) || isMixed(report)) {
      return;
    }
    for (InspectedPods pods : object.pods()) {
      for (Box box : pods.boxes()) {
        for (String name : profiles(box)) {
          report.at(box.gpu(name), Map.of("key", name, "value", strategies.get(0)));
        }
      }
    }
  }

  /** A variable or argument of the device plugin counts before its file; the operator gives one. */
  private static boolean isMixed(Report report) {
    boolean isOfOperator =
        report.around().of("nvidia.com/ClusterPolicy").stream()
            .map(policy -> Places.text(policy.place(), "spec", "mig", "strategy"))
            .anyMatch(strategy -> !WITHOUT_PROFILES.contains(strategy));
    return isOfOperator
        || report.around().of("apps/DaemonSet").stream()
            .flatMap(each -> each.pods().stream())
            .flatMap(pods -> pods.boxes().stream())
            .anyMatch(
                box ->
                    box.env("MIG_STRATEGY").equals("mixed")
                        || Stream.of("command", "args")
                            .flatMap(list -> Places.items(box.place(), list).stream())
                            .anyMatch(each -> Places.textOf(each).contains("mig-strategy")));
  }

  private static Optional<MigGpu> gpu(String product) {
    try {
      return Optional.of(MigGpu.of(product));
    } catch (GpuSpecException e) {
      return Optional.empty();
    }
  }

  /** Returns the parts of each configuration of mig-parted. */
  private static List<YamlPlace> parts(Inspected object) {
    List<YamlPlace> parts = new ArrayList<>();
    if (object.kind().equals(OtherFile.MIG_PARTED)) {
      Places.fields(object.place(), "mig-configs")
          .values()
          .forEach(config -> parts.addAll(Places.items(config)));
    }
    return parts;
  }

  /** With a dot in place of the plus it is the name of a resource, which mig-parted cannot read. */
  private static boolean isKnown(String profile) {
    return PROFILE.matcher(profile).matches()
        && RESOURCES.contains(MIG + profile.replace('+', '.'));
  }

  private static void unknownInConfig(Inspected object, Report report) {
    for (YamlPlace part : parts(object)) {
      Places.at(part, "mig-devices")
          .filter(Places::isMapping)
          .ifPresent(
              devices ->
                  devices.fields().keySet().stream()
                      .filter(profile -> !isKnown(profile))
                      .forEach(
                          profile -> report.at(devices.key(profile), Map.of("value", profile))));
    }
  }

  private static void doesNotFit(Inspected object, Report report) {
    for (YamlPlace part : parts(object)) {
      Map<String, YamlPlace> devices = Places.fields(part, "mig-devices");
      List<String> instances = new ArrayList<>();
      devices.forEach(
          (profile, number) -> {
            String text = Places.textOf(number);
            int count = text.matches("[0-9]{1," + DIGITS + "}") ? Integer.parseInt(text) : 0;
            for (int i = 0; i < count; i++) {
              instances.add(profile);
            }
          });
      if (!devices.isEmpty()
          && devices.keySet().stream().allMatch(MigRules::isKnown)
          && MigGpu.all().stream().noneMatch(gpu -> fits(gpu, instances))) {
        report.at(
            devices.values().iterator().next(), Map.of("value", String.join(", ", instances)));
      }
    }
  }

  private static boolean fits(MigGpu gpu, List<String> instances) {
    try {
      return gpu.fit(instances.toArray(String[]::new)).fits();
    } catch (GpuSpecException e) {
      return false;
    }
  }

  private static void disabled(Inspected object, Report report) {
    for (YamlPlace part : parts(object)) {
      Map<String, YamlPlace> devices = Places.fields(part, "mig-devices");
      if (Places.text(part, "mig-enabled").equals("false") && !devices.isEmpty()) {
        report.at(
            part.require("mig-enabled"), Map.of("value", String.join(", ", devices.keySet())));
      }
    }
  }

  private static void leavesCards(Inspected object, Report report) {
    if (!object.kind().equals(OtherFile.MIG_PARTED)) {
      return;
    }
    for (YamlPlace config : Places.fields(object.place(), "mig-configs").values()) {
      List<YamlPlace> parts = Places.items(config);
      Set<String> named = new TreeSet<>();
      boolean isAll = parts.isEmpty();
      for (YamlPlace part : parts) {
        isAll |= Places.text(part, "devices").equals("all");
        Places.items(part, "devices").forEach(each -> named.add(Places.textOf(each)));
      }
      if (!isAll && named.size() < CARDS && !named.isEmpty()) {
        report.at(parts.get(0).require("devices"), Map.of("value", String.join(", ", named)));
      }
    }
  }
}
