package io.gpuspec.manifest.inspect;

import io.gpuspec.kube.KubeNames;
import io.gpuspec.manifest.error.ManifestException;
import io.gpuspec.manifest.inspect.InspectedPods.Box;
import io.gpuspec.manifest.internal.kube.PodFields;
import io.gpuspec.manifest.internal.tree.YamlPlace;
import io.gpuspec.scheduling.GpuResource;
import io.gpuspec.value.CpuAmount;
import io.gpuspec.value.GpuSpecException;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.MemorySize;
import io.gpuspec.value.UnknownNameException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;

/** Rules for the amounts that containers request. */
final class RequestRules {
  static final Map<String, Check> ALL =
      Map.ofEntries(
          Map.entry("request-unlike-limit", eachBox(RequestRules::unlikeLimit)),
          Map.entry("request-without-limit", eachBox(RequestRules::withoutLimit)),
          Map.entry("request-not-whole", eachBox(RequestRules::notWhole)),
          Map.entry("request-above-limit", eachBox(RequestRules::aboveLimit)),
          Map.entry("quantity-malformed", eachBox(RequestRules::malformed)),
          Map.entry("memory-in-thousandths", eachBox(RequestRules::thousandths)),
          Map.entry("resource-not-real", eachBox(RequestRules::notReal)),
          Map.entry("resource-misspelt", eachBox(RequestRules::misspelt)),
          Map.entry("whole-pod-refused", RequestRules::wholePod),
          Map.entry("gpu-count-zero", RequestRules::zero),
          Map.entry("gpus-in-two-containers", RequestRules::twoContainers),
          Map.entry("gpu-in-init-container-only", RequestRules::initOnly));

  private static final Pattern THOUSANDTHS = Pattern.compile("[0-9]+m");

  /** Above it thousandths are what a program wrote that divides amounts, such as a recommender. */
  private static final MemorySize FEW_BYTES = MemorySize.ofMebibytes(1);

  private static final int THOUSANDTHS_OF_ONE = 1000;

  /** Amounts in the units of a share; their rules are those of its software. */
  private static final Pattern NVIDIA =
      Pattern.compile("(nvidia|amd)\\.com/.*|gpu\\.intel\\.com/.*");

  private RequestRules() {}

  private static Check eachBox(BiConsumer<Box, Report> check) {
    return (object, report) ->
        object.pods().forEach(pods -> pods.containers().forEach(box -> check.accept(box, report)));
  }

  private static Map<String, String> words(String key, YamlPlace value, String... more) {
    return more.length == 0
        ? Map.of("key", key, "value", Places.textOf(value))
        : Map.of("key", key, "value", Places.textOf(value), more[0], more[1]);
  }

  /** Returns whether an amount is no whole number for the API server; false if it is none. */
  static boolean isPart(YamlPlace amount) {
    return thousandths(amount).stream().anyMatch(each -> each % THOUSANDTHS_OF_ONE != 0);
  }

  private static boolean isQuantity(YamlPlace amount) {
    return MemorySize.isQuantity(Places.textOf(amount));
  }

  private static void unlikeLimit(Box box, Report report) {
    Map<String, YamlPlace> limits = box.gpus("limits");
    box.gpus("requests")
        .forEach(
            (name, request) -> {
              YamlPlace limit = limits.get(name);
              if (limit != null
                  && isQuantity(request)
                  && isQuantity(limit)
                  && !isSame(Places.textOf(request), Places.textOf(limit))) {
                report.at(request, words(name, request, "limit", Places.textOf(limit)));
              }
            });
  }

  private static boolean isSame(String one, String other) {
    try {
      return one.equals(other) || MemorySize.parse(one).equals(MemorySize.parse(other));
    } catch (InvalidValueException e) {
      return false;
    }
  }

  private static void withoutLimit(Box box, Report report) {
    Set<String> limits = box.gpus("limits").keySet();
    box.gpus("requests")
        .forEach(
            (name, request) -> {
              if (!limits.contains(name)) {
                report.at(request, words(name, request));
              }
            });
  }

  private static void notWhole(Box box, Report report) {
    for (String section : InspectedPods.sections()) {
      box.gpus(section)
          .forEach(
              (name, amount) -> {
                if (isPart(amount)) {
                  report.at(amount, words(name, amount));
                }
              });
    }
  }

  /** Returns an amount as the API server asks whether it is whole; empty if it is none. */
  private static OptionalLong thousandths(YamlPlace amount) {
    try {
      return OptionalLong.of(CpuAmount.parse(Places.textOf(amount)).toMillicores());
    } catch (InvalidValueException e) {
      return OptionalLong.empty();
    }
  }

  /** The API server refuses a request without its limit, so both go together. */
  private static void zero(Inspected object, Report report) {
    object.pods().forEach(pods -> pods.containers().forEach(box -> zero(object, box, report)));
  }

  /** Where a LimitRange gives GPUs to containers that state none, 0 is how one refuses them. */
  private static void zero(Inspected object, Box box, Report report) {
    box.gpus("limits")
        .forEach(
            (name, limit) -> {
              Optional<YamlPlace> request = Optional.ofNullable(box.gpus("requests").get(name));
              boolean isZero = isZero(limit) && request.stream().allMatch(RequestRules::isZero);
              if (isZero
                  && NVIDIA.matcher(name).matches()
                  && !report.around().hasDefault(object, name)) {
                List<Edit> edits = new ArrayList<>();
                edits.add(Edit.remove(box.section("limits").key(name)));
                request.ifPresent(
                    each -> edits.add(Edit.remove(box.section("requests").key(name))));
                report.suggest(limit, words(name, limit), edits.toArray(Edit[]::new));
              }
            });
  }

  /** Returns whether an amount is 0. */
  static boolean isZero(YamlPlace amount) {
    return thousandths(amount).stream().anyMatch(each -> each == 0);
  }

  private static void aboveLimit(Box box, Report report) {
    Map<String, YamlPlace> limits = box.all("limits");
    box.all("requests")
        .forEach(
            (name, request) -> {
              YamlPlace limit = limits.get(name);
              if (limit != null && isLess(name, Places.textOf(limit), Places.textOf(request))) {
                report.at(request, words(name, request, "limit", Places.textOf(limit)));
              }
            });
  }

  private static boolean isLess(String name, String limit, String request) {
    try {
      if (name.equals("cpu")) {
        return CpuAmount.parse(limit).compareTo(CpuAmount.parse(request)) < 0;
      }
      return (name.equals("memory") || KubeNames.isHugePages(name) || name.startsWith("ephemeral"))
          && MemorySize.parse(limit).compareTo(MemorySize.parse(request)) < 0;
    } catch (InvalidValueException e) {
      return false;
    }
  }

  private static void malformed(Box box, Report report) {
    for (String section : InspectedPods.sections()) {
      box.all(section)
          .forEach(
              (name, amount) -> {
                String text = Places.textOf(amount);
                if (!isQuantity(amount)
                    && amount.template().isEmpty()
                    && !amount.node().isNull()
                    && !text.startsWith("<")) {
                  report.at(amount, words(name, amount));
                }
              });
    }
  }

  private static void thousandths(Box box, Report report) {
    for (String section : InspectedPods.sections()) {
      Optional.ofNullable(box.all(section).get("memory"))
          .filter(amount -> THOUSANDTHS.matcher(Places.textOf(amount)).matches())
          .filter(amount -> isFew(Places.textOf(amount)))
          .ifPresent(
              amount -> {
                String text = Places.textOf(amount);
                report.suggest(
                    amount, words("memory", amount), Edit.replace(amount, text.replace("m", "Mi")));
              });
    }
  }

  private static boolean isFew(String memory) {
    try {
      return MemorySize.parse(memory).compareTo(FEW_BYTES) < 0;
    } catch (InvalidValueException e) {
      return false;
    }
  }

  private static void notReal(Box box, Report report) {
    for (String section : InspectedPods.sections()) {
      box.gpus(section)
          .forEach(
              (name, amount) ->
                  GpuResource.find(name)
                      .filter(resource -> !resource.isReal())
                      .ifPresent(
                          resource -> {
                            String instead = resource.instead().orElse("the name of a plugin");
                            report.suggest(
                                box.section(section).key(name),
                                words(name, amount, "instead", instead),
                                renamed(box, section, name, instead));
                          }));
    }
  }

  private static Edit[] renamed(Box box, String section, String name, String wanted) {
    return Edit.rename(box.section(section), name, wanted).stream().toArray(Edit[]::new);
  }

  private static void misspelt(Box box, Report report) {
    for (String section : InspectedPods.sections()) {
      box.gpus(section)
          .forEach(
              (name, amount) ->
                  meant(name)
                      .ifPresent(
                          meant ->
                              report.suggest(
                                  box.section(section).key(name),
                                  words(name, amount, "meant", meant),
                                  renamed(box, section, name, meant))));
    }
  }

  /** Returns the name that is near one that nothing is known to offer. */
  private static Optional<String> meant(String name) {
    if (GpuResource.find(name).isPresent() || name.startsWith("nvidia.com/mig-")) {
      return Optional.empty();
    }
    if (MISSPELT_NVIDIA.matcher(name).matches()) {
      return Optional.of("nvidia.com/gpu");
    }
    try {
      return Optional.of(GpuResource.of(name).name());
    } catch (UnknownNameException e) {
      return e.suggestions().stream().filter(near -> PodFields.isSlip(name, near)).findFirst();
    }
  }

  /** NVIDIA's resource with a slip in its domain, or without one. */
  private static final Pattern MISSPELT_NVIDIA =
      Pattern.compile("(?i)((requests|limits)\\.)?([a-z.]*n[vdia]{3,6}[a-z.]*/)?gpus?");

  /** What is refused is known where pods are read. */
  private static void wholePod(Inspected object, Report report) {
    for (InspectedPods pods : object.pods()) {
      if (Places.at(pods.spec(), "resources").isEmpty()) {
        continue;
      }
      try {
        pods.workload().pod();
      } catch (ManifestException e) {
        YamlPlace at = PlaceAt.of(object.place(), e.line(), e.column()).orElse(pods.pod());
        if (at.path().startsWith(pods.spec().path() + ".resources")) {
          report.at(at, Map.of("message", YamlPlace.withoutPlace(e)));
        }
      } catch (GpuSpecException e) {
        // It is of another field, and told where the pod is matched.
        continue;
      }
    }
  }

  private static void twoContainers(Inspected object, Report report) {
    for (InspectedPods pods : object.pods()) {
      List<Box> boxes = pods.mains().stream().filter(box -> !box.gpus().isEmpty()).toList();
      Set<String> names = new TreeSet<>();
      boxes.forEach(box -> names.addAll(box.gpus().keySet()));
      for (String name : names) {
        List<Box> asking = boxes.stream().filter(box -> box.gpus().containsKey(name)).toList();
        if (asking.size() > 1 && NVIDIA.matcher(name).matches()) {
          report.at(
              asking.get(1).gpu(name),
              Map.of(
                  "key", name,
                  "count", String.valueOf(asking.size()),
                  "value", String.valueOf(pods.count(name))));
        }
      }
    }
  }

  private static void initOnly(Inspected object, Report report) {
    for (InspectedPods pods : object.pods()) {
      List<Box> asking = pods.gpuBoxes();
      if (!asking.isEmpty() && asking.stream().allMatch(box -> box.isInit() && !box.isSidecar())) {
        Box box = asking.get(0);
        report.at(box.gpus().values().iterator().next(), Map.of("value", box.name()));
      }
    }
  }
}
