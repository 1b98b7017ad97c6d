package io.gpuspec.manifest.internal.found;

import io.gpuspec.Target;
import io.gpuspec.internal.yaml.YamlEntry;
import io.gpuspec.internal.yaml.YamlMapping;
import io.gpuspec.internal.yaml.YamlPath;
import io.gpuspec.internal.yaml.YamlScalar;
import io.gpuspec.internal.yaml.YamlSequence;
import io.gpuspec.internal.yaml.YamlText;
import io.gpuspec.kube.KubeNames;
import io.gpuspec.kube.Tree;
import io.gpuspec.manifest.internal.kube.PodFields;
import io.gpuspec.manifest.internal.tree.YamlPlace;
import io.gpuspec.manifest.internal.tree.YamlTree;
import io.gpuspec.scheduling.GpuResource;
import io.gpuspec.scheduling.PodField;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.scheduling.PodView.Role;
import io.gpuspec.scheduling.Toleration;
import io.gpuspec.spi.FieldMeaning;
import io.gpuspec.value.InvalidValueException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Pods as a file writes them, with the place of each of their parts. */
public final class PodDocument {
  private static final List<String> NODE_FIELDS =
      List.of("nodeSelector", "affinity", "tolerations");

  private final YamlPlace place;
  private final PodForm form;
  private final Optional<YamlPlace> defaults;
  private final List<YamlPlace> metadata;
  private @Nullable PodView view;
  private @Nullable Map<String, YamlPlace> byName;
  private @Nullable List<PodFields.Unknown> unknown;

  /** A pod, or a template of pods. */
  public PodDocument(YamlPlace place) {
    this(place, PodForm.template());
  }

  PodDocument(YamlPlace place, PodForm form) {
    this(place, form, Optional.empty(), List.of(), List.of());
  }

  /**
   * @param form how they are written
   * @param defaults where the file states what pods without it have
   * @param passed what has more labels and annotations of theirs; their own count before these
   * @param imposed the same, which count before their own
   */
  PodDocument(
      YamlPlace place,
      PodForm form,
      Optional<YamlPlace> defaults,
      List<YamlPlace> passed,
      List<YamlPlace> imposed) {
    this.place = place;
    this.form = form;
    this.defaults = defaults;
    this.metadata =
        Stream.of(passed.stream(), form.metadata().find(place).stream(), imposed.stream())
            .flatMap(each -> each)
            .toList();
  }

  /** Returns their place in the file. */
  public YamlPlace place() {
    return place;
  }

  /** Returns what has their node selector, affinity and tolerations. */
  public YamlPlace spec() {
    return form.isTemplate() ? place.require("spec") : form.spec().find(place).orElse(place);
  }

  /** Returns whether all fields of a PodTemplateSpec can be there, and no others. */
  public boolean isTemplate() {
    return form.isTemplate();
  }

  /** Returns fields that are not known, where all that can be there are. */
  public List<PodFields.Unknown> unknown() {
    List<PodFields.Unknown> known = unknown;
    if (known == null) {
      known = form.isTemplate() ? PodFields.unknown(place) : List.of();
      unknown = known;
    }
    return known;
  }

  /** Returns whether a place is among what is read of them. */
  boolean contains(YamlPlace part) {
    Stream<String> read =
        form.isTemplate()
            ? Stream.of(place.path())
            : Stream.concat(
                Stream.of(YamlPath.child(spec().path(), form.claims())),
                form.isSpark()
                    ? Stream.of(place.path())
                    : found().stream()
                        .map(found -> YamlPath.child(found.place().path(), form.resources())));
    return read.anyMatch(whole -> isWithin(part.path(), whole));
  }

  private static boolean isWithin(String part, String whole) {
    return whole.isEmpty()
        || (part.startsWith(whole)
            && (part.length() == whole.length() || ".[".indexOf(part.charAt(whole.length())) >= 0));
  }

  /** Returns what a provider sees of it. */
  public PodView view() {
    PodView known = view;
    if (known == null) {
      known = read();
      view = known;
    }
    return known;
  }

  private PodView read() {
    for (PodFields.Unknown field : unknown()) {
      if (field.meant().isPresent()) {
        throw field.problem();
      }
    }
    PodView read = withoutNodes();
    NodeLabelReader.selector(stating("nodeSelector"));
    NodeLabelReader.check(stating("affinity"));
    items("tolerations").forEach(PodDocument::toleration);
    return read.onNodes(Tree.of(ofNodes()));
  }

  /** Returns the fields that a pod's specification has for nodes, wherever the file has them. */
  private Map<String, Tree> ofNodes() {
    Map<String, Tree> fields = new LinkedHashMap<>();
    if (form.isTemplate()) {
      fields.putAll(spec().fields());
    }
    for (String field : NODE_FIELDS) {
      stating(field).find(field).ifPresent(value -> fields.put(field, value));
    }
    return fields;
  }

  /** Returns a toleration, of which no part is still to be filled in. */
  static Toleration toleration(YamlPlace entry) {
    for (String field : List.of("key", "operator", "value", "effect")) {
      entry.find(field).ifPresent(YamlPlace::rendered);
    }
    return Toleration.of(entry);
  }

  /** Returns whether a part of a template decides on which nodes they run. */
  boolean hasTemplateNodes() {
    return NODE_FIELDS.stream()
        .flatMap(field -> stating(field).find(field).stream())
        .anyMatch(PodDocument::hasTemplate);
  }

  private static boolean hasTemplate(YamlPlace part) {
    if (part.node() instanceof YamlMapping) {
      return part.fields().values().stream().anyMatch(PodDocument::hasTemplate);
    }
    return part.node() instanceof YamlSequence
        ? part.items().stream().anyMatch(PodDocument::hasTemplate)
        : part.template().isPresent();
  }

  /** Returns the node that they name, unless a part of a template does. */
  Optional<String> nodeName() {
    return form.isTemplate()
        ? spec()
            .find("nodeName")
            .filter(name -> name.template().isEmpty())
            .map(YamlPlace::string)
            .filter(name -> !name.isEmpty())
        : Optional.empty();
  }

  /** Returns the operating system that they state, unless a part of a template does. */
  Optional<YamlPlace> system() {
    return stated("os", "name");
  }

  /** Returns the RuntimeClass that they name, unless a part of a template does. */
  Optional<YamlPlace> runtimeClass() {
    return stated("runtimeClassName");
  }

  private Optional<YamlPlace> stated(String... path) {
    Optional<YamlPlace> field = form.isTemplate() ? place.find("spec") : Optional.empty();
    for (String step : path) {
      field = field.flatMap(here -> here.find(step));
    }
    return field.filter(
        text ->
            text.node() instanceof YamlScalar scalar
                && !scalar.text().isEmpty()
                && text.template().isEmpty());
  }

  /** The same without what it asks of a node's labels and taints. */
  PodView withoutNodes() {
    PodView view =
        PodView.empty()
            .annotations(texts("annotations"))
            .labels(texts("labels"))
            .containers(containers());
    for (YamlPlace claim : items(form.claims())) {
      view = view.claim(form.namesClaims() ? claim.require("name").string() : claim.path());
    }
    YamlPlace spec = spec();
    if (!form.isTemplate()) {
      return view;
    }
    PodView whole =
        view.resources(
            amounts(spec, "resources", "requests"), amounts(spec, "resources", "limits"));
    spec.find("resources").ifPresent(resources -> WholePod.check(whole, resources));
    return withOverhead(whole, spec);
  }

  /** Returns the specification, or the defaults where they alone state a field. */
  private YamlPlace stating(String field) {
    YamlPlace spec = spec();
    return spec.find(field).isPresent()
        ? spec
        : defaults.filter(all -> all.find(field).isPresent()).orElse(spec);
  }

  /**
   * A container of a file.
   *
   * @param name the name of one that has none of its own
   * @param path the path by which the form has it
   */
  private record Found(YamlPlace place, Role role, Optional<String> name, PlacePath path) {}

  /**
   * A container as the file has it.
   *
   * @param resources the field of its requests and limits
   */
  public record Written(YamlPlace place, boolean isInit, String resources) {}

  /** Returns the containers whose amounts have the names that those of a pod have. */
  public List<Written> written() {
    return form.amounts().isEmpty()
        ? found().stream()
            .filter(each -> each.place().node() instanceof YamlMapping)
            .map(
                each ->
                    new Written(each.place(), form.init().contains(each.path()), form.resources()))
            .toList()
        : List.of();
  }

  /** Returns whether one of their containers requests a GPU. */
  public boolean asksForGpu() {
    if (form.isSpark()) {
      return PlacePath.of("gpu").find(place).isPresent();
    }
    return found().stream()
        .flatMap(
            each ->
                Stream.of("requests", "limits")
                    .map(section -> PlacePath.of(form.resources() + " " + section))
                    .flatMap(path -> path.find(each.place()).stream()))
        .filter(amounts -> amounts.node() instanceof YamlMapping)
        .flatMap(amounts -> amounts.fields().keySet().stream())
        .anyMatch(name -> GpuResource.isGpu(form.amounts().getOrDefault(name, name)));
  }

  /** Returns whether anything runs in them. */
  boolean hasContainers() {
    return !found().isEmpty();
  }

  /** Returns their specification as a tree. */
  @SuppressWarnings("unchecked") // The keys of a mapping of YAML are texts here.
  Map<String, Object> specification() {
    return YamlTree.of(spec().node()) instanceof Map<?, ?> tree
        ? (Map<String, Object>) tree
        : Map.of();
  }

  /** Returns the images of what runs in them, as they are written. */
  List<String> images() {
    return found().stream()
        .flatMap(container -> container.place().find("image").stream())
        .flatMap(
            image ->
                image.node() instanceof YamlScalar text ? Stream.of(text.text()) : Stream.empty())
        .toList();
  }

  private List<PodView.Container> containers() {
    if (form.isSpark()) {
      return List.of(new SparkPod(place, defaults.orElse(place)).container());
    }
    List<Found> found = found();
    if (found.stream().noneMatch(container -> container.role() == Role.MAIN)) {
      throw spec().problem("a pod has at least one container; add containers");
    }
    return found.stream().map(this::container).toList();
  }

  private List<Found> found() {
    List<Found> found = new ArrayList<>();
    form.init().forEach(path -> add(found, path, Role.INIT));
    form.sidecars().forEach(path -> add(found, path, Role.SIDECAR));
    form.containers().forEach(path -> add(found, path, Role.MAIN));
    return found;
  }

  private void add(List<Found> found, PlacePath path, Role role) {
    for (PlacePath.Reached reached : path.in(place, false)) {
      YamlPlace container = reached.place();
      boolean always =
          role == Role.INIT
              && container
                  .find("restartPolicy")
                  .filter(p -> p.string().equals("Always"))
                  .isPresent();
      found.add(
          new Found(
              container,
              always ? Role.SIDECAR : role,
              form.isTemplate() ? Optional.empty() : Optional.of(path.last().orElse("main")),
              path));
    }
  }

  private static PodView withOverhead(PodView pod, YamlPlace spec) {
    try {
      return pod.overhead(amounts(spec, "overhead"));
    } catch (InvalidValueException e) {
      throw spec.require("overhead").problem(e);
    }
  }

  private Map<String, String> texts(String map) {
    Map<String, String> texts = new LinkedHashMap<>();
    metadata(map)
        .forEach(all -> all.fields().forEach((key, value) -> texts.put(key, value.string())));
    return texts;
  }

  /** Returns where they have labels or annotations; of two that have a key the last counts. */
  private Stream<YamlPlace> metadata(String map) {
    return metadata.stream().flatMap(found -> found.find(map).stream());
  }

  /** Returns where their annotations are, as far as they can be read. */
  public Map<String, YamlPlace> annotations() {
    return entries("annotations");
  }

  /** Returns where their labels are, as far as they can be read. */
  public Map<String, YamlPlace> labels() {
    return entries("labels");
  }

  private Map<String, YamlPlace> entries(String map) {
    Map<String, YamlPlace> entries = new LinkedHashMap<>();
    PlacePath path = PlacePath.of(map);
    for (YamlPlace each : metadata) {
      path.find(each)
          .filter(all -> all.node() instanceof YamlMapping)
          .ifPresent(all -> entries.putAll(all.fields()));
    }
    return entries;
  }

  /** The annotations of an object, as far as it has any that can be read. */
  public static Map<String, YamlEntry> annotationsOf(YamlPlace object) {
    return object
        .find("metadata")
        .flatMap(metadata -> metadata.find("annotations"))
        .filter(all -> all.node() instanceof YamlMapping)
        .map(all -> all.mapping().entries())
        .orElse(Map.of());
  }

  private List<YamlPlace> items(String list) {
    return stating(list).find(list).map(YamlPlace::items).orElse(List.of());
  }

  private PodView.Container container(Found container) {
    YamlPlace at = container.place();
    return new PodView.Container(
        name(container), container.role(), resources(at, "requests"), resources(at, "limits"));
  }

  private static String name(Found container) {
    YamlPlace at = container.place();
    return container
        .name()
        .flatMap(unnamed -> at.find("name").map(YamlPlace::string).or(() -> Optional.of(unnamed)))
        .orElseGet(() -> at.require("name").string());
  }

  /** Returns what a container requests, which the API server must take. */
  private Map<String, String> resources(YamlPlace container, String section) {
    Map<String, String> written = amounts(container, form.resources(), section);
    for (String name : written.keySet()) {
      if (!form.renamed(Map.of(name, "")).keySet().stream()
          .allMatch(KubeNames::isContainerResource)) {
        throw container
            .require(form.resources())
            .require(section)
            .key(name)
            .problem(
                "'%s' is not a resource that a container can request; write cpu, memory, another standard resource, or a name with a domain, such as nvidia.com/gpu"
                    .formatted(YamlText.shown(name)));
      }
    }
    return form.renamed(written);
  }

  static Map<String, String> amounts(YamlPlace from, String... path) {
    Optional<YamlPlace> found = Optional.of(from);
    for (String step : path) {
      found = found.flatMap(place -> place.find(step));
    }
    Map<String, String> amounts = new LinkedHashMap<>();
    found.ifPresent(
        all ->
            all.fields()
                .forEach(
                    (name, amount) -> {
                      all.key(name).checkRendered();
                      amounts.put(name, amount.quantity());
                    }));
    return amounts;
  }

  /** Refuses a part of a template where it decides what the target makes of the pods. */
  void checkRendered(Target target) {
    checkRendered("annotations", field -> target.meaning(PodField.annotation(field), ""));
    checkRendered("labels", field -> target.meaning(PodField.label(field), ""));
  }

  private void checkRendered(String map, Function<String, FieldMeaning> meaning) {
    metadata(map)
        .forEach(
            all ->
                all.fields()
                    .forEach(
                        (key, value) -> {
                          FieldMeaning means =
                              value.template().isEmpty()
                                  ? FieldMeaning.USER_FIELD
                                  : meaning.apply(key);
                          if (means == FieldMeaning.REQUEST
                              || means == FieldMeaning.NODE_SELECTION) {
                            value.checkRendered();
                          }
                        }));
  }

  /**
   * Returns where a container first requests a resource; the location of the containers if none
   * does.
   */
  public YamlPlace place(String resource) {
    for (Found container : mainFirst()) {
      for (String section : List.of("limits", "requests")) {
        Optional<YamlPlace> amount =
            container
                .place()
                .find(form.resources())
                .flatMap(resources -> resources.find(section))
                .flatMap(amounts -> amounts.find(form.written(resource)));
        if (amount.isPresent()) {
          return amount.get();
        }
      }
    }
    return nearest(spec(), "containers");
  }

  private List<Found> mainFirst() {
    return found().stream()
        .sorted(Comparator.comparing(container -> container.role() != Role.MAIN))
        .toList();
  }

  /** Returns the location of a field; the nearest location around it if it is missing. */
  public YamlPlace place(PodField field) {
    return switch (field.kind()) {
      case ANNOTATION -> metadata("annotations", field.key());
      case LABEL -> metadata("labels", field.key());
      case NODE_SELECTOR -> nearest(stating("nodeSelector"), "nodeSelector", field.key());
      case NODE_AFFINITY -> nearest(stating("affinity"), "affinity", "nodeAffinity");
      case TOLERATION -> nearest(stating("tolerations"), "tolerations");
      case REQUEST -> amount(field, "requests");
      case CLAIM -> nearest(spec(), form.claims());
      case DEVICE -> nearest(spec(), "containers");
      case LIMIT -> amount(field, "limits");
    };
  }

  private YamlPlace metadata(String map, String key) {
    YamlPlace value = entries(map).get(key);
    return value == null ? nearest(form.metadata().find(place).orElse(place), map) : value;
  }

  private YamlPlace amount(PodField field, String section) {
    return nearest(container(field), form.resources(), section, form.written(field.key()));
  }

  private YamlPlace container(PodField field) {
    return field.container().map(name -> byName().getOrDefault(name, place)).orElseGet(this::spec);
  }

  /** A pod can have hundreds of containers, each with a field to be placed. */
  private Map<String, YamlPlace> byName() {
    Map<String, YamlPlace> known = byName;
    if (known == null) {
      Map<String, YamlPlace> all = new LinkedHashMap<>();
      mainFirst().forEach(container -> all.putIfAbsent(name(container), container.place()));
      known = all;
      byName = known;
    }
    return known;
  }

  private static YamlPlace nearest(YamlPlace from, String... steps) {
    YamlPlace here = from;
    for (String step : steps) {
      Optional<YamlPlace> next = here.find(step);
      if (next.isEmpty()) {
        return here;
      }
      here = next.get();
    }
    return here;
  }
}
