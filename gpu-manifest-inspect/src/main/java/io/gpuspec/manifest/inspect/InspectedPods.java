package io.gpuspec.manifest.inspect;

import io.gpuspec.Match;
import io.gpuspec.Target;
import io.gpuspec.manifest.internal.found.FoundWorkload;
import io.gpuspec.manifest.internal.tree.YamlPlace;
import io.gpuspec.scheduling.GpuResource;
import io.gpuspec.scheduling.Toleration;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Identical pods of an object, as rules see them. */
final class InspectedPods {
  private static final String RESOURCES = "resources";
  private static final List<String> AMOUNTS = List.of("limits", "requests");

  /** Annotations of shares, such as {@code gpu-fraction} of KAI, or of TKE's super nodes. */
  private static final Pattern GPU_ANNOTATION =
      Pattern.compile("gpu-(fraction|memory)|.*\\.tke\\.cloud\\.tencent\\.com/gpu-.*|.*/gpu-type");

  private static final Pattern NUMBER = Pattern.compile("[0-9]{1,9}");

  /** A container with its place and name. */
  static final class Box {
    private final YamlPlace place;
    private final String name;
    private final boolean isInit;
    private final String resources;
    private final Map<String, YamlPlace> limits;
    private final Map<String, YamlPlace> requests;
    private final Map<String, YamlPlace> gpus = new TreeMap<>();

    private Box(YamlPlace place, boolean isInit, String resources) {
      this.place = place;
      this.name = Places.text(place, "name");
      this.isInit = isInit;
      this.resources = resources;
      this.limits = amounts("limits");
      this.requests = amounts("requests");
      gpus.putAll(requests);
      gpus.putAll(limits);
    }

    private Map<String, YamlPlace> amounts(String section) {
      Map<String, YamlPlace> amounts = new TreeMap<>();
      all(section)
          .forEach(
              (resource, amount) -> {
                if (GpuResource.isGpu(resource)) {
                  amounts.put(resource, amount);
                }
              });
      return amounts;
    }

    /** Returns its place. */
    YamlPlace place() {
      return place;
    }

    /** Returns its name; empty for none. */
    String name() {
      return name;
    }

    /** Returns all amounts under {@code limits} or {@code requests}. */
    Map<String, YamlPlace> all(String section) {
      return Places.fields(place, resources, section);
    }

    /** Returns the place of {@code limits} or {@code requests}, which it states. */
    YamlPlace section(String section) {
      return Places.at(place, resources, section).orElseThrow();
    }

    /** Returns whether it is an init container. */
    boolean isInit() {
      return isInit;
    }

    /** Returns whether it is an init container that runs beside all others. */
    boolean isSidecar() {
      return isInit && Places.text(place, "restartPolicy").equals("Always");
    }

    /** Returns the places of the amounts of GPUs under {@code limits} or {@code requests}. */
    Map<String, YamlPlace> gpus(String section) {
      return section.equals("limits") ? limits : requests;
    }

    /** Returns the GPUs that it asks for, by resource: the limit if there is one. */
    Map<String, YamlPlace> gpus() {
      return gpus;
    }

    /** Returns where it asks for a resource that it asks for. */
    YamlPlace gpu(String resource) {
      return Objects.requireNonNull(gpus.get(resource), resource);
    }

    /** Returns the value of a variable. */
    String env(String variable) {
      return Places.named(place, variable, "env")
          .map(each -> Places.text(each, "value"))
          .orElse("");
    }
  }

  private final FoundWorkload workload;
  private final YamlPlace pod;
  private final YamlPlace spec;
  private final List<Box> boxes;
  private final List<Box> gpuBoxes;
  private final List<Box> containers;
  private final boolean isForGpus;
  private final Map<Target, Optional<Match>> matches = new IdentityHashMap<>();

  InspectedPods(FoundWorkload workload) {
    this.workload = workload;
    this.pod = workload.pods().place();
    this.spec = Places.at(pod, "spec").orElse(pod);
    this.boxes = boxes(spec);
    this.gpuBoxes = boxes.stream().filter(box -> !box.gpus().isEmpty()).toList();
    this.containers = workload.isTemplate() ? boxes : written(workload);
    this.isForGpus =
        !gpuBoxes.isEmpty()
            || !claims().isEmpty()
            || annotations().keySet().stream().anyMatch(GPU_ANNOTATION.asMatchPredicate());
  }

  private static List<Box> boxes(YamlPlace spec) {
    List<Box> boxes = new ArrayList<>();
    for (String list : List.of("initContainers", "containers")) {
      for (YamlPlace each : Places.items(spec, list)) {
        boxes.add(new Box(each, list.startsWith("init"), RESOURCES));
      }
    }
    return List.copyOf(boxes);
  }

  private static List<Box> written(FoundWorkload workload) {
    return workload.pods().written().stream()
        .map(each -> new Box(each.place(), each.isInit(), each.resources()))
        .toList();
  }

  /** Returns the workload. */
  FoundWorkload workload() {
    return workload;
  }

  /** Returns the pod, or the template. */
  YamlPlace pod() {
    return pod;
  }

  /** Returns the match on a target, which is looked for once. */
  Optional<Match> match(Target target) {
    Optional<Match> known = matches.get(target);
    if (known == null) {
      known = workload.match(target);
      matches.put(target, known);
    }
    return known;
  }

  /** Returns the specification. */
  YamlPlace spec() {
    return spec;
  }

  /**
   * Returns all containers of their specification, those that start first before the others. Of
   * each the volumes, ports and neighbours are known, as a PodSpec has them.
   */
  List<Box> boxes() {
    return boxes;
  }

  /** Returns the containers that are not init containers. */
  List<Box> mains() {
    return boxes.stream().filter(box -> !box.isInit()).toList();
  }

  /** Returns the containers that ask for GPUs. */
  List<Box> gpuBoxes() {
    return gpuBoxes;
  }

  /**
   * Returns these and those that their kind writes in another form, such as the model of KServe,
   * whose image or volumes another object may give.
   */
  List<Box> containers() {
    return containers;
  }

  /** Returns its annotations, also those that its controller adds from the object. */
  Map<String, YamlPlace> annotations() {
    return workload.pods().annotations();
  }

  /** Returns its labels, as its annotations. */
  Map<String, YamlPlace> labels() {
    return workload.pods().labels();
  }

  /** Returns the places where it asks for GPUs by claims. */
  List<YamlPlace> claims() {
    return Places.items(spec(), "resourceClaims");
  }

  /** Returns whether its pods ask for a GPU in any way that a PodSpec has. */
  boolean asksForGpu() {
    return isForGpus;
  }

  /** Returns whether a target judges them: they ask for a GPU in a form of pods that is read. */
  boolean isJudged() {
    return isForGpus || (!workload.isTemplate() && workload.pods().asksForGpu());
  }

  /** Returns where it asks for its first GPU; the pod where that is nowhere. */
  YamlPlace firstGpu() {
    Stream<YamlPlace> amounts = containers.stream().flatMap(box -> box.gpus().values().stream());
    Stream<YamlPlace> annotated =
        annotations().entrySet().stream()
            .filter(each -> GPU_ANNOTATION.matcher(each.getKey()).matches())
            .map(Map.Entry::getValue);
    return Stream.of(amounts, annotated, claims().stream())
        .flatMap(each -> each)
        .findFirst()
        .orElse(pod);
  }

  /** Returns the tolerations that are stated. */
  List<Toleration> tolerations() {
    return Places.items(spec, "tolerations").stream()
        .filter(Places::isMapping)
        .map(Toleration::of)
        .toList();
  }

  /**
   * Returns how many GPUs of a resource each of its pods asks for: sidecars run beside the init
   * containers after them, and beside all others.
   */
  long count(String resource) {
    long most = 0;
    long sidecars = 0;
    long sum = 0;
    for (Box box : boxes) {
      long own = number(box.gpus().get(resource));
      if (!box.isInit()) {
        sum += own;
      } else if (box.isSidecar()) {
        sidecars += own;
      } else {
        most = Math.max(most, sidecars + own);
      }
    }
    return Math.max(most, sidecars + sum);
  }

  private static long number(@org.jspecify.annotations.Nullable YamlPlace amount) {
    String text = amount == null ? "" : Places.textOf(amount);
    return NUMBER.matcher(text).matches() ? Long.parseLong(text) : 0;
  }

  /** Returns all sections that state amounts, as {@link Box#gpus(String)} names them. */
  static List<String> sections() {
    return AMOUNTS;
  }
}
