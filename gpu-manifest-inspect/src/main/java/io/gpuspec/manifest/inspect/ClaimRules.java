package io.gpuspec.manifest.inspect;

import io.gpuspec.internal.dra.NvidiaDriver;
import io.gpuspec.manifest.inspect.InspectedPods.Box;
import io.gpuspec.manifest.internal.claim.Cel;
import io.gpuspec.manifest.internal.tree.YamlPlace;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Rules for claims of Dynamic Resource Allocation. */
final class ClaimRules {
  static final Map<String, Check> ALL =
      Map.ofEntries(
          Map.entry("claim-two-names", ClaimRules::twoNames),
          Map.entry("claim-not-in-pod", ClaimRules::notInPod),
          Map.entry("claim-not-used", ClaimRules::notUsed),
          Map.entry("claim-count-zero", requests(ClaimRules::countZero)),
          Map.entry("claim-exactly-and-first", requests(ClaimRules::twoForms)),
          Map.entry("claim-too-many-alternatives", requests(ClaimRules::tooMany)),
          Map.entry("claim-selector-refused", ClaimRules::refused),
          Map.entry("claim-quantity-malformed", requests(selectors(ClaimRules::quantity))),
          Map.entry("claim-version-malformed", requests(selectors(ClaimRules::version))),
          Map.entry("claim-attribute-unknown", requests(selectors(ClaimRules::attribute))),
          Map.entry("claim-attribute-unguarded", requests(ClaimRules::unguarded)),
          Map.entry("claim-beside-plugin", ClaimRules::besidePlugin),
          Map.entry("claim-template-not-there", ClaimRules::noTemplate),
          Map.entry("claim-class-not-known", ClaimRules::noClass));

  private static final String TEMPLATE = "resource.k8s.io/ResourceClaimTemplate";
  private static final String CLAIM = "resource.k8s.io/ResourceClaim";
  private static final String DEVICE_CLASS = "resource.k8s.io/DeviceClass";
  private static final int MOST_ALTERNATIVES = 8;

  private static final Pattern OF_MIG = Pattern.compile("\\]\\.(profile|parentUUID)\\b");
  private static final Pattern GUARD =
      Pattern.compile("\\]\\.type\\b| in device\\.attributes|has\\(|orValue\\(");
  private static final Pattern ATTRIBUTE =
      Pattern.compile(
          "attributes\\[['\"]" + Pattern.quote(NvidiaDriver.NAME) + "['\"]]\\.([A-Za-z0-9_]+)");

  private ClaimRules() {}

  private static List<YamlPlace> requests(Inspected object) {
    String[] path =
        object.is(TEMPLATE)
            ? new String[] {"spec", "spec", "devices", "requests"}
            : new String[] {"spec", "devices", "requests"};
    return object.is(TEMPLATE, CLAIM) ? Places.items(object.place(), path) : List.of();
  }

  private static Check requests(BiConsumer<YamlPlace, Report> check) {
    return (object, report) -> requests(object).forEach(request -> check.accept(request, report));
  }

  /** Returns the forms of a request: itself in old versions, exactly, and each alternative. */
  private static Stream<YamlPlace> forms(YamlPlace request) {
    return Stream.concat(
        Stream.concat(Stream.of(request), Places.at(request, "exactly").stream()),
        Places.items(request, "firstAvailable").stream());
  }

  private static BiConsumer<YamlPlace, Report> selectors(BiConsumer<YamlPlace, Report> check) {
    return (request, report) ->
        forms(request)
            .flatMap(form -> expressions(form, "selectors"))
            .forEach(expression -> check.accept(expression, report));
  }

  private static Stream<YamlPlace> expressions(YamlPlace place, String... selectors) {
    return Places.items(place, selectors).stream()
        .flatMap(selector -> Places.at(selector, "cel", "expression").stream());
  }

  private static void twoNames(Inspected object, Report report) {
    for (InspectedPods pods : object.pods()) {
      for (YamlPlace claim : pods.claims()) {
        if (Places.at(claim, "resourceClaimName").isPresent()
            && Places.at(claim, "resourceClaimTemplateName").isPresent()) {
          report.at(claim, Map.of());
        }
      }
    }
  }

  private static Set<String> names(InspectedPods pods) {
    return pods.claims().stream()
        .map(claim -> Places.text(claim, "name"))
        .collect(Collectors.toSet());
  }

  private static List<YamlPlace> uses(Box box) {
    return Places.items(box.place(), "resources", "claims");
  }

  private static void notInPod(Inspected object, Report report) {
    for (InspectedPods pods : object.pods()) {
      Set<String> names = names(pods);
      for (Box box : pods.boxes()) {
        for (YamlPlace use : uses(box)) {
          String name = Places.text(use, "name");
          if (!name.isEmpty() && !names.contains(name)) {
            report.at(use, Map.of("value", name));
          }
        }
      }
    }
  }

  /** A misspelt name is reported where it is used, not at the claim. */
  private static void notUsed(Inspected object, Report report) {
    for (InspectedPods pods : object.pods()) {
      Set<String> used =
          pods.boxes().stream()
              .flatMap(box -> uses(box).stream())
              .map(use -> Places.text(use, "name"))
              .collect(Collectors.toSet());
      for (YamlPlace claim : pods.claims()) {
        String name = Places.text(claim, "name");
        if (!used.contains(name) && names(pods).containsAll(used)) {
          report.at(claim, Map.of("value", name));
        }
      }
    }
  }

  private static void countZero(YamlPlace request, Report report) {
    forms(request)
        .flatMap(form -> Places.at(form, "count").stream())
        .filter(count -> Places.textOf(count).equals("0"))
        .forEach(count -> report.at(count, Map.of("value", "0")));
  }

  private static void twoForms(YamlPlace request, Report report) {
    if (Places.at(request, "exactly").isPresent()
        && Places.at(request, "firstAvailable").isPresent()) {
      report.at(request, Map.of());
    }
  }

  private static void tooMany(YamlPlace request, Report report) {
    int size = Places.items(request, "firstAvailable").size();
    if (size > MOST_ALTERNATIVES) {
      report.at(request.require("firstAvailable"), Map.of("value", String.valueOf(size)));
    }
  }

  /** What a template leaves open is not compiled. */
  private static void refused(Inspected object, Report report) {
    Stream<YamlPlace> expressions =
        object.is(DEVICE_CLASS)
            ? expressions(object.place(), "spec", "selectors")
            : requests(object).stream()
                .flatMap(ClaimRules::forms)
                .flatMap(form -> expressions(form, "selectors"));
    expressions
        .filter(expression -> expression.template().isEmpty())
        .forEach(
            expression ->
                Cel.refusal(Places.textOf(expression))
                    .ifPresent(why -> report.at(expression, Map.of("message", why))));
  }

  private static void quantity(YamlPlace expression, Report report) {
    wrong(expression, "quantity", report);
  }

  private static void version(YamlPlace expression, Report report) {
    wrong(expression, "semver", report);
  }

  private static void wrong(YamlPlace expression, String function, Report report) {
    Cel.wrongConstants(Places.textOf(expression)).stream()
        .filter(wrong -> wrong.function().equals(function))
        .findFirst()
        .ifPresent(wrong -> report.at(expression, Map.of("value", wrong.text())));
  }

  private static void attribute(YamlPlace expression, Report report) {
    Matcher names = ATTRIBUTE.matcher(Places.textOf(expression));
    while (names.find()) {
      if (!NvidiaDriver.PUBLISHED.contains(names.group(1))) {
        report.at(expression, Map.of("value", names.group(1)));
        return;
      }
    }
  }

  /** A class of MIG devices has looked at the type before the request's own selectors do. */
  private static void unguarded(YamlPlace request, Report report) {
    forms(request)
        .filter(
            form -> !Places.text(form, "deviceClassName").equals(NvidiaDriver.ofType("mig").name()))
        .flatMap(form -> expressions(form, "selectors"))
        .filter(expression -> !GUARD.matcher(Places.textOf(expression)).find())
        .forEach(
            expression -> {
              Matcher read = OF_MIG.matcher(Places.textOf(expression));
              if (read.find()) {
                report.at(expression, Map.of("value", read.group(1)));
              }
            });
  }

  private static void besidePlugin(Inspected object, Report report) {
    for (InspectedPods pods : object.pods()) {
      Optional<YamlPlace> first =
          pods.claims().stream()
              .filter(claim -> !isOfOthers(claim, object, report.around()))
              .findFirst();
      if (first.isEmpty()) {
        continue;
      }
      for (Box box : pods.gpuBoxes()) {
        box.gpus()
            .forEach(
                (name, amount) -> {
                  if (name.startsWith("nvidia.com/")) {
                    String claim = Places.text(first.get(), "name");
                    report.at(amount, Map.of("key", name, "value", claim));
                  }
                });
      }
      onNodesOfPlugin(pods, object, report);
    }
  }

  /** A claim for GPUs of nodes of which the device plugin gives out the same. */
  private static void onNodesOfPlugin(InspectedPods pods, Inspected object, Report report) {
    pods.claims().stream()
        .filter(claim -> isOfGpus(claim, object, report.around()))
        .findFirst()
        .ifPresent(
            claim ->
                PoolRules.pluginOnNodesOf(pods, object, report)
                    .ifPresent(
                        plugin ->
                            report.at(
                                claim,
                                Map.of(
                                    "key", plugin.called(), "value", Places.text(claim, "name")))));
  }

  private static boolean isOfGpus(YamlPlace claim, Inspected object, Surroundings around) {
    List<String> classes = classes(claim, object, around);
    return !classes.isEmpty()
        && classes.stream()
            .allMatch(
                each ->
                    NvidiaDriver.CLASSES.stream()
                        .anyMatch(known -> known.isOfGpus() && known.name().equals(each)));
  }

  /** Returns whether pods have claims, and the input says that none of these are for GPUs. */
  static boolean hasOnlyOthers(InspectedPods pods, Inspected object, Surroundings around) {
    List<YamlPlace> claims = pods.claims();
    return !claims.isEmpty()
        && claims.stream().allMatch(claim -> isOfOthers(claim, object, around));
  }

  /**
   * Returns whether the input says that a claim is not for GPUs, such as one for a network card.
   */
  private static boolean isOfOthers(YamlPlace claim, Inspected object, Surroundings around) {
    List<String> classes = classes(claim, object, around);
    return !classes.isEmpty() && classes.stream().allMatch(each -> excludesNvidia(each, around));
  }

  /** Returns the classes that a claim names; none if the input does not have it. */
  private static List<String> classes(YamlPlace claim, Inspected object, Surroundings around) {
    boolean isTemplate = Places.at(claim, "resourceClaimTemplateName").isPresent();
    String name =
        Places.text(claim, isTemplate ? "resourceClaimTemplateName" : "resourceClaimName");
    return around.of(isTemplate ? TEMPLATE : CLAIM).stream()
        .filter(each -> each.name().equals(name))
        .filter(each -> each.effectiveNamespace().equals(object.effectiveNamespace()))
        .flatMap(each -> requests(each).stream())
        .flatMap(ClaimRules::forms)
        .flatMap(form -> Places.at(form, "deviceClassName").stream())
        .map(Places::textOf)
        .toList();
  }

  private static boolean excludesNvidia(String deviceClass, Surroundings around) {
    return around.of(DEVICE_CLASS).stream()
        .filter(each -> each.name().equals(deviceClass))
        .flatMap(each -> expressions(each.place(), "spec", "selectors"))
        .anyMatch(expression -> Cel.excludesNvidia(Places.textOf(expression)));
  }

  private static void noTemplate(Inspected object, Report report) {
    Set<String> templates =
        report.around().of(TEMPLATE).stream()
            .filter(each -> each.effectiveNamespace().equals(object.effectiveNamespace()))
            .map(Inspected::name)
            .collect(Collectors.toSet());
    if (templates.isEmpty()) {
      return;
    }
    for (InspectedPods pods : object.pods()) {
      for (YamlPlace claim : pods.claims()) {
        Places.at(claim, "resourceClaimTemplateName")
            .filter(name -> !templates.contains(Places.textOf(name)))
            .ifPresent(name -> report.at(name, Map.of("value", Places.textOf(name))));
      }
    }
  }

  private static void noClass(Inspected object, Report report) {
    for (YamlPlace request : requests(object)) {
      forms(request)
          .flatMap(form -> Places.at(form, "deviceClassName").stream())
          .filter(
              name ->
                  NvidiaDriver.CLASSES.stream()
                      .noneMatch(each -> each.name().equals(Places.textOf(name))))
          .filter(
              name ->
                  report.around().of(DEVICE_CLASS).stream()
                      .noneMatch(each -> each.name().equals(Places.textOf(name))))
          .forEach(name -> report.at(name, Map.of("value", Places.textOf(name))));
    }
  }
}
