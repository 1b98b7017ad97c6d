package io.gpuspec;

import com.google.common.base.Suppliers;
import com.google.common.collect.ImmutableList;
import io.gpuspec.internal.Arguments;
import io.gpuspec.internal.DeviceName;
import io.gpuspec.internal.TargetId;
import io.gpuspec.rule.Rule;
import io.gpuspec.scheduling.NodeAgents;
import io.gpuspec.scheduling.NodeView;
import io.gpuspec.scheduling.PodField;
import io.gpuspec.scheduling.PodFieldException;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.scheduling.Taint;
import io.gpuspec.spi.CloudFacts;
import io.gpuspec.spi.FieldMeaning;
import io.gpuspec.spi.GpuProvider;
import io.gpuspec.spi.ObjectKind;
import io.gpuspec.spi.Option;
import io.gpuspec.spi.Options;
import io.gpuspec.spi.Placement;
import io.gpuspec.spi.SharedNode;
import io.gpuspec.value.Answer;
import io.gpuspec.value.GpuSpecException;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.Listing;
import io.gpuspec.value.Note;
import io.gpuspec.value.Rejection;
import io.gpuspec.value.UnknownNameException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * One place where pods can run, with its edition and options.
 *
 * <pre>{@code
 * Target tke = gpus.in("tke");
 * tke.match(GpuRequest.of("V100").cpu(6).memory("32Gi"));
 *     // V100 x1 · 8 cores · 40Gi  on tke (over by 2 cores, 8Gi)
 * tke.edition("2023-06").catalog().gpu("V100").gpus(1).specs();
 *     // V100 x1 · 8 cores · 40Gi on tke 2023-06
 * }</pre>
 *
 * <p>It is immutable: choosing gives another target.
 */
public final class Target {
  private final Catalogs catalogs;
  private final AllNames names;
  private final Supplier<Listing<Target>> all;
  private final GpuProvider provider;
  private final Options options;
  private final ImmutableList<Layer> layers;
  private final Supplier<SpecCatalog> published;
  private final boolean isCheapestFirst;

  /**
   * @param catalogs those of the provider
   * @param names the names in all catalogs
   * @param all every target with its defaults
   */
  Target(
      Catalogs catalogs,
      AllNames names,
      Supplier<Listing<Target>> all,
      GpuProvider provider,
      Options options,
      List<Layer> layers) {
    this.catalogs = catalogs;
    this.names = names;
    this.all = all;
    this.provider = provider;
    this.options = options;
    this.layers = ImmutableList.copyOf(layers);
    this.published = Suppliers.memoize(() -> catalogs.get(options).among(names));
    this.isCheapestFirst = provider.cheapestFirst(options).isPresent();
  }

  private Target with(Options others) {
    return new Target(catalogs, names, all, provider, others, layers);
  }

  private Target with(Layer layer) {
    if (!layer.target().equals(id())) {
      throw new InvalidValueException(
          "provider.conflict",
          "overlay: it is for '%s', not for '%s'; lay it over gpus.in(\"%s\")"
              .formatted(layer.target(), id(), layer.target()));
    }
    return new Target(
        catalogs,
        names,
        all,
        provider,
        options,
        ImmutableList.<Layer>builder().addAll(layers).add(layer).build());
  }

  /** The id, such as {@code tke} or {@code tke/qgpu}. */
  public String id() {
    return provider.id();
  }

  /** Returns whether there are no rows until an overlay adds some. */
  boolean isEmpty() {
    return layers.isEmpty() && published.get().rows().all().isEmpty();
  }

  /** The cloud, which is the beginning of the id: {@code tke} of {@code tke/qgpu}. */
  public String cloud() {
    return TargetId.cloud(id());
  }

  /** The other targets of the same cloud, by id: of {@code ack} these are its {@code ack/...}. */
  public Listing<Target> siblings() {
    return all.get().stream()
        .filter(each -> each.cloud().equals(cloud()))
        .filter(each -> !each.id().equals(id()))
        .collect(Listing.collector());
  }

  /** Returns the other targets that have something: those of the same cloud, or all if none. */
  private List<String> having(Predicate<CatalogRows> it) {
    List<Target> having =
        all.get().stream()
            .filter(each -> !each.id().equals(id()))
            .filter(each -> it.test(each.published.get().rows()))
            .toList();
    List<Target> same = having.stream().filter(each -> each.cloud().equals(cloud())).toList();
    return (same.isEmpty() ? having : same).stream().map(Target::id).toList();
  }

  /** The edition of the catalog that is chosen. */
  public String edition() {
    return options.edition();
  }

  /** The editions that there are, the default first. */
  public Listing<String> editions() {
    return Listing.copyOf(provider.editions());
  }

  /** Returns what can be chosen with {@code with}. */
  public Listing<Option<?>> options() {
    return Listing.copyOf(provider.options());
  }

  /** Returns whether the option was set explicitly, even to its default. */
  public boolean isChosen(Option<?> option) {
    return options.isChosen(option);
  }

  /**
   * The same target in another edition of its catalog.
   *
   * @throws UnknownNameException if the edition does not exist
   */
  public Target edition(String edition) {
    Arguments.required("edition", edition, "one of " + provider.editions());
    if (!provider.editions().contains(edition)) {
      throw explained(
          new UnknownNameException(
              "edition.unknown", id() + " edition", edition, provider.editions()));
    }
    return with(options.edition(edition));
  }

  /**
   * The same target with an option chosen.
   *
   * @throws UnknownNameException if the target has no such option
   */
  public <T> Target with(Option<T> option, T value) {
    Arguments.required("option", option, "an option of " + id());
    Arguments.required("option " + option.name(), value, option.allowed());
    if (!provider.options().contains(option)) {
      throw unknownOption(option.name());
    }
    return with(explained(() -> options.with(option, value)));
  }

  /**
   * The same target with an option chosen that need not be given, written as on the command line:
   * {@code tke.with(Tke.IMAGE_CACHE, "auto")}.
   *
   * @throws UnknownNameException if the target has no such option
   * @throws InvalidValueException if the option does not take the value
   */
  public <T> Target with(Option<Optional<T>> option, String value) {
    Arguments.required("option", option, "an option of " + id());
    Arguments.required("option " + option.name(), value, option.allowed());
    return with(option, explained(() -> option.parse(value)));
  }

  /**
   * The same target with an option chosen by name, as the command line does.
   *
   * @throws UnknownNameException if the target has no such option
   * @throws InvalidValueException if the option does not take the value
   */
  public Target with(String option, String value) {
    return chosen(named(option, value), value);
  }

  private <T> Target chosen(Option<T> option, String value) {
    return with(explained(() -> options.with(option, option.parse(value))));
  }

  /**
   * Returns a copy with a different default for an option that is not set, such as what is known of
   * a cluster.
   *
   * @throws UnknownNameException if the target has no such option
   * @throws InvalidValueException if the option does not take the value
   */
  public Target withDefault(String option, String value) {
    return byDefault(named(option, value), value);
  }

  private <T> Target byDefault(Option<T> option, String value) {
    return with(explained(() -> options.withDefault(option, option.parse(value))));
  }

  private Option<?> named(String option, String value) {
    Arguments.required("option", option, "the name of an option of " + id());
    Arguments.required("option " + option, value, "what the option takes");
    return provider.options().stream()
        .filter(known -> known.name().equals(option))
        .findFirst()
        .orElseThrow(() -> unknownOption(option));
  }

  /** Where users give what is not an option. */
  private static final Map<String, String> NO_OPTIONS =
      Map.of(
          "spot",
          "--capacity-type spot, in Java capacityType(CapacityType.SPOT)",
          "region",
          "an overlay with the prices of your region (docs/overlays.md)");

  private GpuSpecException unknownOption(String name) {
    List<String> known = provider.options().stream().map(Option::name).toList();
    String what = id() + " option";
    String elsewhere = NO_OPTIONS.get(name.toLowerCase(Locale.ROOT));
    return explained(
        elsewhere == null
            ? new UnknownNameException("option.unknown", what, name, known)
            : UnknownNameException.suggesting(
                "option.unknown", what, name, known, List.of(elsewhere)));
  }

  /** Returns the same error, with the target's own page where it has one. */
  private GpuSpecException explained(GpuSpecException refusal) {
    return provider.page().map(refusal::see).orElse(refusal);
  }

  private <T> T explained(Supplier<T> answer) {
    try {
      return answer.get();
    } catch (GpuSpecException e) {
      throw explained(e);
    }
  }

  /**
   * The same target with an overlay over its catalog; of two that state the same, the later one
   * holds. Notes about other editions refer to the published catalogs.
   *
   * @throws InvalidValueException if the overlay is for another target
   */
  public Target overlay(Overlay overlay) {
    return with(Layer.of(Arguments.required("overlay", overlay, "an Overlay")));
  }

  /**
   * Returns a copy with the overlay in the file, as it changes.
   *
   * @throws InvalidValueException if the overlay is for another target
   */
  public Target overlay(OverlayFile overlay) {
    return with(Layer.of(Arguments.required("overlay", overlay, "an OverlayFile")));
  }

  /**
   * The catalog, in the chosen edition and with the overlays over it.
   *
   * @throws OverlayException if an overlay does not fit it
   */
  public SpecCatalog catalog() {
    try {
      return layers.isEmpty() ? published.get() : catalogs.get(options, layers).among(names);
    } catch (GpuSpecException e) {
      throw explained(e);
    }
  }

  /** Returns what is known of clouds, its own among them: labels, storage classes and more. */
  public List<CloudFacts> cloudFacts() {
    return names.cloudFacts();
  }

  /** Returns the kinds of objects that files can describe by name, such as node pools. */
  public List<ObjectKind<?>> objectKinds() {
    return List.copyOf(provider.objectKinds());
  }

  /** Returns the provider's own rules for manifests. */
  public List<Rule> rules() {
    return List.copyOf(provider.rules());
  }

  /**
   * Returns a node whose cards such pods share: its labels and its capacity.
   *
   * @throws InvalidValueException if no cards are shared here, or the rules forbid what is asked
   * @throws NoMatchException if the target has no such card
   */
  public SharedNode sharedNode(Devices devices) {
    return sharedNode(match(GpuRequest.of(devices)).orThrow());
  }

  /**
   * A node of the shape found, which takes pods that carry what {@link #place} says.
   *
   * @throws InvalidValueException if the match was found on another target, edition or options, or
   *     no cards are shared here
   */
  public SharedNode sharedNode(Match.Found found) {
    checkFoundHere("sharedNode", found);
    return explained(() -> provider.sharedNode(found, options))
        .orElseThrow(
            () ->
                new InvalidValueException(
                    "share.unsupported",
                    "sharedNode: no node of '%s' is described whose cards pods share; take a target that has them, such as tke/qgpu"
                        .formatted(id())));
  }

  /**
   * Returns an empty node of the shape found, as the scheduler sees it: {@code
   * pod.fits(target.node(found))}. Labels of your own, and taints that only you know, are not on
   * it.
   *
   * @throws InvalidValueException if the match was found on another target, edition or options
   */
  public NodeView node(Match.Found found) {
    checkFoundHere("node", found);
    return explained(() -> provider.node(found, options));
  }

  /** Returns how DaemonSets that serve GPUs, such as a device plugin, find the target's nodes. */
  public NodeAgents nodeAgents() {
    return provider.nodeAgents(catalog(), options);
  }

  /**
   * Returns how many pods of yours a node of the row takes; empty if that is not known. A shape
   * that is made for one pod takes one.
   */
  public OptionalInt podsPerNode(GpuSpec row) {
    Arguments.required("row", row, "a GpuSpec");
    return explained(() -> catalog().rows().podsPerNode(row));
  }

  /** Returns a note on resource claims on this target, if there is something to know. */
  public Optional<Note> claimsNote() {
    return provider.claimsNote(options);
  }

  /**
   * Returns the answer no to a request, for reasons that were found elsewhere, such as the devices
   * that a resource claim needs.
   *
   * @param why what was not possible, at least one
   */
  public Match none(GpuRequest request, List<Rejection> why) {
    SpecCatalog catalog = catalog();
    return new Match.None(
        this,
        byTargetsRule(Arguments.required("request", request, "a GpuRequest")),
        catalog,
        Match.Reading.of(catalog.notesAnd(ImmutableList.of())),
        Arguments.copied("why", why, "Rejections"));
  }

  /** Returns why the cheapest shape is chosen by default; empty if the default is the smallest. */
  Optional<Note> cheapestFirst() {
    return provider.cheapestFirst(options);
  }

  /**
   * Returns the match for a request.
   *
   * @throws UnknownNameException if it names a GPU that no catalog and no list of models knows
   * @throws InvalidValueException if it is explicit and lacks CPU or memory, or requests the
   *     devices themselves as another resource
   * @throws OverlayException if an overlay does not fit the catalog
   */
  public Match match(GpuRequest request) {
    for (String name :
        Arguments.required("request", request, "a GpuRequest").resources().keySet()) {
      if (provider.devices().contains(name)) {
        throw new InvalidValueException(
            "resource.malformed",
            "resource: '%s' is what the devices of '%s' are counted by; ask for GPUs by their number"
                .formatted(name, id()));
      }
    }
    return match(request, catalog());
  }

  /**
   * Returns the match for an existing pod; empty if it requests no GPU.
   *
   * @throws PodFieldException if a field of the pod cannot be read, or names an unknown GPU
   * @throws OverlayException if an overlay does not fit the catalog
   */
  public Optional<Match> match(PodView pod) {
    return match(pod, UnaryOperator.identity());
  }

  /**
   * Returns the match for an existing pod with preferences that a pod cannot state, such as {@code
   * GpuRequest::exactGpus}; empty if it requests no GPU.
   *
   * @throws PodFieldException if a field of the pod cannot be read, or names an unknown GPU
   * @throws OverlayException if an overlay does not fit the catalog
   */
  public Optional<Match> match(PodView pod, UnaryOperator<GpuRequest> wishes) {
    Arguments.required("wishes", wishes, "a function on requests");
    return new PodMatch(this, provider, options, catalog(), required(pod)).match(wishes);
  }

  /**
   * Returns a pod as the API server of the cloud stores it: where that adds tolerations, with one
   * for each extended resource that the pod requests. Of nodes of your own, their labels tell
   * whether they are of such a cloud.
   *
   * <pre>{@code
   * Map<String, String> one = Map.of("nvidia.com/gpu", "1");
   * PodView pod = PodView.empty().container("llm", one, one);
   * gpus.in("eks").admitted(pod).tolerations();    // [nvidia.com/gpu Exists NoSchedule]
   * gpus.in("tke").admitted(pod).tolerations();    // []
   * }</pre>
   */
  public PodView admitted(PodView pod) {
    boolean isTolerated =
        provider.resourceTolerations().or(() -> catalog().resourceTolerations()).isPresent();
    return isTolerated ? required(pod).withResourceTolerations() : required(pod);
  }

  /** Returns the taints of a node of a row, as far as they are known. */
  public List<Taint> taints(GpuSpec row) {
    return Arguments.required("row", row, "a GpuSpec").isOwnNode()
        ? row.taints()
        : provider.taints(options);
  }

  /** Returns the match for a request in a catalog of this target. */
  Match match(GpuRequest request, SpecCatalog catalog) {
    return match(request, catalog, Match.Reading.of(ImmutableList.of()), List.of());
  }

  /**
   * Returns the match for a request as it was read from a pod.
   *
   * @param refusals why the target refuses the pod, whatever its rows hold
   */
  Match match(
      GpuRequest asked, SpecCatalog catalog, Match.Reading reading, List<Rejection> refusals) {
    GpuRequest request = byTargetsRule(asked);
    CatalogRows rows = catalog.rows();
    for (DeviceName name : request.devices().parsedNames()) {
      if (!rows.knows(name) && !names.has(name)) {
        throw names.unknown(name, catalog.gpuNames());
      }
    }
    request.checkExplicit();
    check(rows, request.devices());
    List<Rejection> refused =
        !refusals.isEmpty() || Refusals.isNone(rows, request.devices())
            ? refusals
            : new Refusals(id(), toString(), rows, this::having).of(request.devices());
    Match.Reading known =
        new Match.Reading(catalog.notesAnd(reading.notes()), reading.written(), reading.leftOut());
    Shape best = refused.isEmpty() ? Matcher.best(rows, request) : null;
    return best == null
        ? new Match.None(this, request, catalog, known, refused)
        : new Match.Found(this, request, catalog, known, best);
  }

  /** Returns the request with the target's default, if it states no preference. */
  private GpuRequest byTargetsRule(GpuRequest request) {
    return isCheapestFirst ? request.cheapestByDefault() : request.asAsked();
  }

  private static void check(CatalogRows rows, Devices devices) {
    if (rows.shares().isPresent()) {
      devices.share().ifPresent(share -> rows.shares().get().check(share, devices.count()));
    }
    if (devices.use().isPart() && rows.parts().isPresent()) {
      rows.parts().get().check(devices);
    }
  }

  /** Returns the table that maps uses to suitable GPUs; {@code Need.on(target)} reads it. */
  public GpuUses uses() {
    return catalogs.uses(options);
  }

  /**
   * Returns what the containers of a pod add up to by this target's rule, on any GPU.
   *
   * @throws PodFieldException if a field of the pod cannot be read
   */
  public GpuRequest request(PodView pod) {
    return new PodMatch(this, provider, options, catalog(), required(pod)).request();
  }

  /** Returns whether a field asks for this target's own devices. */
  boolean takes(PodField field) {
    return field.kind() == PodField.Kind.LIMIT && provider.devices().contains(field.key());
  }

  private static PodView required(PodView pod) {
    return Arguments.required("pod", pod, "a PodView");
  }

  /**
   * Throws an exception for options that do not apply to this kind of workload, such as one that is
   * only for DaemonSets.
   *
   * @param kind Kubernetes' kind, such as {@code Deployment}
   * @throws InvalidValueException if an option does not, with what does
   */
  public void checkKind(String kind) {
    Arguments.required("kind", kind, "such as Deployment");
    try {
      provider.checkKind(kind, options);
    } catch (GpuSpecException e) {
      throw explained(e);
    }
  }

  /**
   * Returns what a part of an existing pod means here, such as an annotation of the vendor's.
   *
   * @param value its value; of a node affinity the values, with commas between, none for an
   *     operator other than {@code In}
   */
  public FieldMeaning meaning(PodField field, String value) {
    return provider.meaning(
        Arguments.required("field", field, "a PodField"),
        Arguments.required("value", value, "a text"));
  }

  /**
   * Returns what an object other than a pod means here, such as a node pool.
   *
   * @param apiVersion such as {@code karpenter.sh/v1}
   * @param kind such as {@code NodePool}
   */
  public FieldMeaning meaning(String apiVersion, String kind) {
    return provider.meaning(
        Arguments.required("apiVersion", apiVersion, "such as karpenter.sh/v1"),
        Arguments.required("kind", kind, "such as NodePool"));
  }

  /**
   * Returns what a pod must carry to run on the matching shape.
   *
   * @throws InvalidValueException if the match was found on another target, edition or options
   */
  public Placement place(Match.Found found) {
    checkFoundHere("place", found);
    return explained(() -> provider.place(found, options));
  }

  /** Refuses a match of another target, which one with another edition or other options is too. */
  private void checkFoundHere(String step, Match.Found found) {
    Target where = Arguments.required("found", found, "a Match.Found of this target").target();
    if (!where.id().equals(id())) {
      throw foundElsewhere(step, where.id(), id());
    }
    if (!where.options.equals(options)) {
      throw foundElsewhere(step, where.id() + " " + where.options, id() + " " + options);
    }
  }

  private static InvalidValueException foundElsewhere(String step, String there, String here) {
    return new InvalidValueException(
        "match.conflict",
        "%s: the match was found on '%s', not on '%s'; match the request here first"
            .formatted(step, there, here));
  }

  /** A note for each other edition that has a shape where this one has none. */
  List<Note> editionsWith(GpuRequest request) {
    List<Note> notes = new ArrayList<>();
    for (String other : provider.editions()) {
      if (!other.equals(edition())) {
        SpecCatalog catalog = catalogs.get(options.edition(other));
        Shape shape = Matcher.best(catalog.rows(), request);
        if (shape != null) {
          notes.add(
              Note.of(
                  "match.other-edition",
                  "%s edition %s would give %s".formatted(id(), other, shape),
                  catalog.citation()));
        }
      }
    }
    return notes;
  }

  /** A note for each other edition in which an explicit shape does not exist. */
  List<Note> editionsWithout(Shape shape) {
    List<Note> notes = new ArrayList<>();
    for (String other : provider.editions()) {
      if (other.equals(edition())) {
        continue;
      }
      SpecCatalog catalog = catalogs.get(options.edition(other));
      if (!catalog.offers(shape)) {
        notes.add(
            Note.of(
                "shape.other-edition",
                "%s edition %s has no %s; under its rule a pod that states this shape would be refused"
                    .formatted(id(), other, shape),
                catalog.citation()));
      }
    }
    return notes;
  }

  /** Returns {@code "provider", "cloud"}: of which target an answer is. */
  Answer named() {
    return out -> out.put("provider", id()).put("cloud", cloud());
  }

  /** Returns text such as {@code tke 2026-01}. */
  @Override
  public String toString() {
    return id() + " " + edition();
  }
}
