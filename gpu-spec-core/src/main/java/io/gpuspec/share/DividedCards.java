package io.gpuspec.share;

import io.gpuspec.Devices;
import io.gpuspec.GpuModel;
import io.gpuspec.GpuSpec;
import io.gpuspec.internal.Arguments;
import io.gpuspec.internal.GpuProduct;
import io.gpuspec.internal.MigNames;
import io.gpuspec.internal.Words;
import io.gpuspec.mig.MigGpu;
import io.gpuspec.mig.MigStrategy;
import io.gpuspec.scheduling.NodeRequirement;
import io.gpuspec.scheduling.NodeTerm;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.spi.CardParts;
import io.gpuspec.spi.Options;
import io.gpuspec.value.Explained;
import io.gpuspec.value.Finding;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.Note;
import io.gpuspec.value.Rejection;
import io.gpuspec.value.UnknownNameException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The parts of cards on nodes with NVIDIA's device plugin. */
final class DividedCards implements CardParts {

  private static final String CARDS = Replicas.CARDS;
  private static final String PRODUCT = CARDS + ".product";
  private static final String COUNT = CARDS + ".replicas";
  private static final String SHARING = CARDS + ".sharing-strategy";
  private static final String PLUGIN_CONFIG = "nvidia.com/device-plugin.config";
  private static final String MIG_CONFIG = "nvidia.com/mig.config";
  private static final String MIG_STRATEGY_LABEL = "nvidia.com/mig.strategy";
  private static final String MIG_CAPABLE = "nvidia.com/mig.capable";
  private static final String ALL = "all-";
  private static final String ALL_WHOLE = ALL + "disabled";
  private static final String BALANCED = ALL + "balanced";

  /** What the label says of nodes that have what a pod requests. */
  private enum Verdict {
    /** All of them have such a value. */
    MET,
    /** It depends on who set the nodes up. */
    OPEN,
    /** None of them has such a value. */
    NEVER
  }

  /**
   * The replicas of each card, by the labels of a node.
   *
   * @param sharing how, if a label says it
   * @param renamed whether they have another resource than whole cards, if a label says it
   */
  private record Told(Optional<String> sharing, int count, Optional<Boolean> renamed) {
    boolean isRenamed() {
      return renamed.orElse(false);
    }

    /** Returns whether the device plugin refuses so many at once, unless it is told otherwise. */
    boolean isRefusing(Devices devices) {
      return sharing.filter("mps"::equals).isPresent()
          && Replicas.mps(count).refusal(devices.count()).isPresent();
    }

    /** Returns whether the labels say nothing else than the option. */
    boolean isThat(Replicas chosen) {
      return count == chosen.count()
          && sharing.filter(word -> !word.equals(chosen.sharing())).isEmpty()
          && renamed.filter(is -> is != chosen.isRenamedByDefault()).isEmpty();
    }

    /** Returns how the option says it, such as {@code time-slicing:4}. */
    @Override
    public String toString() {
      return "%s:%s%s"
          .formatted(sharing.orElse("time-slicing"), count, isRenamed() ? ":renamed" : "");
    }
  }

  private final boolean isSingle;
  private final List<String> layout;
  private final Optional<Replicas> replicas;
  private final Optional<String> pluginConfig;
  private final List<Note> more;
  private final Map<String, Boolean> cut = new ConcurrentHashMap<>();

  private DividedCards(
      boolean isSingle,
      List<String> layout,
      Optional<Replicas> replicas,
      Optional<String> pluginConfig,
      List<Note> more) {
    this.isSingle = isSingle;
    this.layout = layout;
    this.replicas = replicas;
    this.pluginConfig = pluginConfig;
    this.more = more;
  }

  /**
   * Returns the parts that the options say.
   *
   * @param more what a target adds to the notes on parts
   * @throws InvalidValueException if the options contradict each other
   */
  static DividedCards of(Options options, List<Note> more) {
    boolean isSingle = options.get(NodeParts.MIG_STRATEGY).equals(MigStrategy.SINGLE.toString());
    List<String> layout =
        options.get(NodeParts.MIG_LAYOUT).map(DividedCards::layout).orElse(List.of());
    Optional<Replicas> replicas =
        options.get(NodeParts.REPLICAS).map(text -> NodeParts.replicas(text));
    layout.forEach(DividedCards::checkProfile);
    if (isSingle && Set.copyOf(layout).size() > 1) {
      throw new InvalidValueException(
          "option.conflict",
          "option mig-layout: '%s' with mig-strategy single was given; with that strategy all instances of a node are of one profile, so give one, or take mixed"
              .formatted(String.join(",", layout)));
    }
    if (isSingle && replicas.isPresent()) {
      throw new InvalidValueException(
          "option.conflict",
          "option card-replicas: '%s' with mig-strategy single was given; instances and replicas of cards would have one name, so take mixed, or remove one"
              .formatted(options.get(NodeParts.REPLICAS).orElseThrow()));
    }
    Optional<String> pluginConfig = options.get(NodeParts.PLUGIN_CONFIG);
    if (pluginConfig.isPresent() && replicas.isEmpty()) {
      throw new InvalidValueException(
          "option.conflict",
          "option device-plugin-config: '%s' without card-replicas was given; say how many replicas that config makes of a card, such as card-replicas time-slicing:4, or remove it"
              .formatted(pluginConfig.get()));
    }
    return new DividedCards(isSingle, layout, replicas, pluginConfig, more);
  }

  private static List<String> layout(String text) {
    return Stream.of(text.split(",", -1)).map(MigNames::canonical).toList();
  }

  @Override
  public void check(Devices devices) {
    required(devices);
    devices.migProfile().ifPresent(DividedCards::checkProfile);
    if (devices.isReplica()) {
      Replicas of =
          replicas.orElseThrow(
              () ->
                  new InvalidValueException(
                      "share.missing",
                      "gpus: '%s' was asked for, and how many replicas the nodes make of a card is not known; choose the option card-replicas, such as time-slicing:4"
                          .formatted(devices)));
      of.refusal(devices.count())
          .ifPresent(
              answer -> {
                throw new InvalidValueException(
                    "share.out-of-range",
                    "gpus: %s replicas were asked for, and the device plugin refuses that (%s); ask for 1"
                        .formatted(devices.count(), answer));
              });
    }
  }

  private static List<String> profiles() {
    return MigGpu.all().stream()
        .flatMap(gpu -> gpu.profiles().stream())
        .map(each -> each.name())
        .distinct()
        .toList();
  }

  private static void checkProfile(String profile) {
    List<String> known = profiles();
    if (!known.contains(profile)) {
      throw new UnknownNameException("mig.unknown", "MIG profile", profile, known);
    }
  }

  @Override
  public int count(GpuSpec row, Devices devices) {
    Optional<String> profile = required(devices).migProfile();
    if (isStated(required(row))) {
      return row.resources().getOrDefault(resource(devices), 0L).intValue();
    }
    Optional<String> advertised = advertisedAsGpus(row);
    if (advertised.isPresent() && !devices.isReplica()) {
      boolean isThat = profile.isEmpty() || isSingle && profile.equals(advertised);
      return isThat ? row.gpus() : 0;
    }
    if (profile.isPresent()) {
      return row.gpus() * instances(row, profile.get(), devices.migConfig());
    }
    if (devices.isReplica()) {
      return row.isWhole() && isReplicable(row) && isAsTold(row)
          ? row.gpus() * replicas.map(Replicas::count).orElse(0)
          : 0;
    }
    if (replicas.isPresent() || isCut(row)) {
      return 0;
    }
    // The scheduler counts replicas as GPUs, where they have the same name.
    Optional<Told> told = told(row);
    return told.isEmpty()
        ? row.gpus()
        : told.get().isRenamed() || told.get().isRefusing(devices)
            ? 0
            : row.gpus() * told.get().count();
  }

  /** Returns the profile of the instances that nodes of your own advertise as GPUs, if they do. */
  private static Optional<String> advertisedAsGpus(GpuSpec row) {
    int mig = row.isOwnNode() ? row.gpu().lastIndexOf(GpuProduct.MIG) : -1;
    return mig < 0
        ? Optional.empty()
        : Optional.of(MigNames.canonical(row.gpu().substring(mig + GpuProduct.MIG.length())));
  }

  /** Returns the replicas that GPU Feature Discovery wrote on nodes of your own, if it did. */
  private static Optional<Told> told(GpuSpec row) {
    // Asked of every row by every match: the vendor's rows have no labels to look at.
    if (!row.isOwnNode()) {
      return Optional.empty();
    }
    Map<String, String> labels = row.nodeLabels();
    String count = labels.getOrDefault(COUNT, "1");
    return count.matches("[1-9][0-9]{0,3}") && !count.equals("1")
        ? Optional.of(
            new Told(
                Optional.ofNullable(labels.get(SHARING)),
                Integer.parseInt(count),
                Optional.ofNullable(labels.get(PRODUCT))
                    .map(product -> !product.endsWith(GpuProduct.SHARED))))
        : Optional.empty();
  }

  /** Returns whether the labels of nodes of your own do not say other replicas than the option. */
  private boolean isAsTold(GpuSpec row) {
    return told(row).map(of -> replicas.filter(of::isThat).isPresent()).orElse(true);
  }

  /** Returns whether the row of a node of your own says how many instances it advertises. */
  private static boolean isStated(GpuSpec row) {
    return row.isOwnNode()
        && row.resources().keySet().stream()
            .anyMatch(resource -> resource.startsWith(MigNames.RESOURCE_PREFIX));
  }

  private int instances(GpuSpec row, String profile, Optional<String> config) {
    if (config.isPresent()) {
      return Collections.frequency(balanced(row), profile);
    }
    return mig(row)
        .filter(gpu -> gpu.geometry() != MigGpu.Geometry.UNVERIFIED)
        .flatMap(gpu -> gpu.profiles().stream().filter(p -> p.name().equals(profile)).findFirst())
        .map(
            found ->
                layout.isEmpty()
                    ? found.maxInstances()
                    : isCut(row) ? Collections.frequency(layout, profile) : 0)
        .orElse(0);
  }

  private static List<String> balanced(GpuSpec row) {
    return mig(row).map(gpu -> gpu.balanced().stream().toList()).orElse(List.of());
  }

  /** Returns whether the cards of a row can be, and so are, cut as the layout says. */
  private boolean isCut(GpuSpec row) {
    return !layout.isEmpty()
        && mig(row).filter(gpu -> cut.computeIfAbsent(gpu.name(), name -> holds(gpu))).isPresent();
  }

  private boolean holds(MigGpu gpu) {
    List<String> known = gpu.profiles().stream().map(each -> each.name()).toList();
    return known.containsAll(layout) && gpu.fit(layout.toArray(String[]::new)).fits();
  }

  private static Optional<MigGpu> mig(GpuSpec row) {
    return row.isWhole()
        ? row.model().filter(GpuModel::hasMig).flatMap(DividedCards::mig)
        : Optional.empty();
  }

  private static Optional<MigGpu> mig(GpuModel model) {
    return MigGpu.all().stream().filter(gpu -> gpu.models().contains(model.name())).findFirst();
  }

  private boolean isReplicable(GpuSpec row) {
    return replicas
        .filter(of -> of.isMps() && row.model().isPresent())
        .map(of -> of.count() <= ReplicaRules.most(row.model().orElseThrow()))
        .orElse(true);
  }

  @Override
  public Finding whyNone(GpuSpec row, Devices devices) {
    required(devices);
    if (isStated(required(row))) {
      return Finding.unmet(
          "gpus", "%s requested; the nodes have %s".formatted(devices, row.resources()));
    }
    return devices
        .migProfile()
        .map(profile -> whyNoInstance(row, profile, devices.migConfig()))
        .orElseGet(() -> devices.isReplica() ? whyNoReplica(row) : whyNotWhole(row, devices));
  }

  private Finding whyNoInstance(GpuSpec row, String profile, Optional<String> config) {
    Optional<MigGpu> gpu = mig(row);
    Optional<String> advertised = advertisedAsGpus(row);
    if (advertised.isPresent()) {
      return Finding.unmet(
              "mig",
              "%s requested; with strategy single the nodes advertise instances %s as GPUs called %s"
                  .formatted(profile, advertised.get(), row.gpu()))
          .withFix(
              "ask for the GPU %s, or choose the option mig-strategy single and ask for %s"
                  .formatted(row.gpu(), advertised.get()));
    }
    if (row.isWhole() && row.model().isEmpty()) {
      return Finding.unmet(
          "mig",
          "%s requested; whether %s has that is not known here"
              .formatted(profile, Words.a(row.gpu())));
    }
    if (gpu.isEmpty()) {
      return Finding.unmet(
          "mig",
          "%s requested; %s has no MIG".formatted(profile, row.isWhole() ? row.gpu() : "a slice"));
    }
    List<String> known = gpu.get().profiles().stream().map(each -> each.name()).toList();
    if (!known.contains(profile)) {
      return Finding.unmet(
          "mig",
          "%s requested; %s has %s".formatted(profile, gpu.get().name(), String.join(", ", known)));
    }
    if (gpu.get().geometry() == MigGpu.Geometry.UNVERIFIED) {
      return Finding.unmet(
          "mig",
          "%s requested; how many of it %s holds is not verified"
              .formatted(profile, Words.a(gpu.get().name())));
    }
    if (config.isPresent()) {
      return Finding.unmet(
          "mig",
          "%s requested; %s cuts each card into %s"
              .formatted(profile, config.get(), String.join(", ", balanced(row))));
    }
    return Finding.unmet(
            "mig",
            isCut(row)
                ? "%s requested; each card is cut into %s"
                    .formatted(profile, String.join(", ", layout))
                : "%s requested; %s does not hold %s together, as mig-layout says"
                    .formatted(profile, Words.a(gpu.get().name()), String.join(", ", layout)))
        .withFix("ask for another profile, or choose another mig-layout");
  }

  private Finding whyNoReplica(GpuSpec row) {
    Optional<Told> told = told(row).filter(of -> !isAsTold(row));
    if (told.isPresent()) {
      return Finding.unmet(
              "replicas",
              "%s requested; the labels of the nodes say %s"
                  .formatted(replicas.map(Replicas::toString).orElse("replicas"), told.get()))
          .withFix("choose the option card-replicas " + told.get());
    }
    return Finding.unmet(
        "replicas",
        row.isWhole()
            ? "%s requested; MPS has at most %s clients on %s"
                .formatted(
                    replicas.map(Replicas::toString).orElse("replicas"),
                    row.model().map(ReplicaRules::most).orElse(0),
                    Words.a(row.gpu()))
            : "%s is not a whole card".formatted(row.gpu()));
  }

  private Finding whyNotWhole(GpuSpec row, Devices devices) {
    if (told(row).filter(of -> !of.isRenamed() && of.isRefusing(devices)).isPresent()) {
      return Finding.unmet(
              "replicas",
              "%s replicas requested; the cards are shared by MPS, and the device plugin refuses more than 1 for a container"
                  .formatted(devices.count()))
          .withFix("ask for 1");
    }
    Optional<Told> told = told(row).filter(Told::isRenamed);
    if (replicas.isEmpty() && told.isPresent()) {
      return Finding.unmet(
              "replicas",
              "whole cards requested; the nodes make %s replicas of each"
                  .formatted(told.get().count()))
          .withFix(
              "choose the option card-replicas %s, and ask for replicas".formatted(told.get()));
    }
    return replicas.isPresent()
        ? Finding.unmet(
                "replicas",
                "no part requested; the nodes make %s of each".formatted(replicas.get()))
            .withFix("ask for replicas, or leave the option card-replicas out")
        : Finding.unmet(
                "mig",
                "whole cards requested; each %s is cut into %s"
                    .formatted(row.gpu(), String.join(", ", layout)))
            .withFix("ask for an instance, or leave the option mig-layout out");
  }

  @Override
  public String resource(Devices devices) {
    if (required(devices).isReplica()) {
      return replicas.map(Replicas::sharedResource).orElse(CARDS);
    }
    return devices
        .migProfile()
        .filter(profile -> !isSingle)
        .map(profile -> MigNames.RESOURCE_PREFIX + MigNames.inKubernetes(profile))
        .orElse(CARDS);
  }

  @Override
  public List<Explained> labels(GpuSpec row, Devices devices) {
    required(row);
    if (required(devices).migProfile().isPresent() && advertisedAsGpus(row).isPresent()) {
      return Optional.ofNullable(row.nodeLabels().get(PRODUCT)).stream()
          .map(
              product ->
                  new Explained(
                      PRODUCT,
                      product,
                      "the product of such instances, by GPU Feature Discovery",
                      NodeParts.FILE.citation("discovery")))
          .toList();
    }
    List<Explained> labels = labels(devices);
    boolean isTold = row.isOwnNode() && !row.nodeLabels().isEmpty();
    return isTold
        ? labels.stream().filter(label -> row.nodeLabels().containsKey(label.path())).toList()
        : labels;
  }

  private List<Explained> labels(Devices devices) {
    if (devices.isReplica()) {
      return replicas
          .filter(of -> !of.isRenamedByDefault())
          .map(DividedCards::labels)
          .orElse(List.of());
    }
    return isSingle
        ? migConfig(
            devices,
            "the label by which MIG manager cuts the cards; with the strategy single, a whole GPU"
                + " elsewhere has the same resource")
        : List.of();
  }

  @Override
  public List<Explained> nodeLabels(Devices devices) {
    if (required(devices).isReplica()) {
      return Stream.concat(
              labels(devices).stream(), pluginConfig.stream().map(DividedCards::chosen))
          .toList();
    }
    return devices.migProfile().isPresent() && !isSingle && layout.isEmpty()
        ? migConfig(devices, "has NVIDIA's MIG manager cut the cards")
        : labels(devices);
  }

  private static List<Explained> migConfig(Devices devices, String reason) {
    return devices
        .migProfile()
        .map(profile -> devices.migConfig().orElse(ALL + MigNames.inKubernetes(profile)))
        .map(
            config ->
                List.of(
                    new Explained(
                        MIG_CONFIG, config, reason, NodeParts.FILE.citation("mig-manager"))))
        .orElse(List.of());
  }

  private static Explained chosen(String config) {
    return new Explained(
        PLUGIN_CONFIG,
        config,
        "the device plugin makes the replicas on nodes with this label",
        NodeParts.FILE.citation("config-label"));
  }

  private static List<Explained> labels(Replicas of) {
    return List.of(
        new Explained(
            SHARING,
            of.sharing(),
            "what GPU Feature Discovery writes where cards are shared so; a whole GPU elsewhere has"
                + " the same resource",
            NodeParts.FILE.citation("discovery")),
        new Explained(
            COUNT,
            String.valueOf(of.count()),
            "the replicas of each card, by GPU Feature Discovery",
            NodeParts.FILE.citation("discovery")));
  }

  @Override
  public List<Note> notes(GpuSpec row, Devices devices) {
    List<Note> notes = new ArrayList<>();
    required(devices);
    boolean isKnown = isStated(required(row)) || advertisedAsGpus(row).isPresent();
    devices
        .migProfile()
        .ifPresent(
            profile ->
                notes.addAll(
                    notesOn(
                        profile,
                        devices.count(),
                        isKnown,
                        devices.migConfig().isPresent() ? balanced(row) : layout)));
    if (devices.isReplica()) {
      if (told(row).isEmpty()) {
        notes.add(config());
      }
      replicas.ifPresent(of -> notes.addAll(of.notes()));
    }
    if (!notes.isEmpty()) {
      notes.addAll(more);
    }
    return notes;
  }

  /**
   * The labels above are what follows where a config says so; they do not make the plugin do it.
   */
  private Note config() {
    return Note.of(
        "replicas.config",
        pluginConfig
            .map(
                name ->
                    "the device plugin makes the replicas on nodes with the label %s=%s, if it has that config"
                        .formatted(PLUGIN_CONFIG, name))
            .orElse(
                "the device plugin makes the replicas if its default config does; if another does, name it with the option device-plugin-config, and nodes need the label %s"
                    .formatted(PLUGIN_CONFIG)),
        NodeParts.FILE.citation("config-label"));
  }

  /**
   * @param isKnown whether the row says how many instances a node has
   * @param cut what each card is cut into; empty if that is not known
   */
  private static List<Note> notesOn(String profile, int count, boolean isKnown, List<String> cut) {
    List<Note> notes = new ArrayList<>();
    if (!isKnown) {
      notes.add(
          cut.isEmpty()
              ? Note.of(
                  "mig.cut",
                  "each card is taken to be cut into as many %s as it holds; say otherwise with the option mig-layout"
                      .formatted(profile))
              : Note.of("mig.cut", "each card is cut into %s".formatted(String.join(", ", cut))));
    }
    if (count > 1) {
      notes.add(
          Note.of(
              "mig.several",
              "a CUDA process uses one MIG instance, so %s of them are for as many processes"
                  .formatted(count),
              NodeParts.FILE.citation("mig-guide")));
    }
    return notes;
  }

  @Override
  public PodView whole(PodView pod) {
    return part(required(pod)).map(part -> asWhole(pod, part.apply(Devices.any()))).orElse(pod);
  }

  private PodView asWhole(PodView pod, Devices devices) {
    List<NodeTerm> possible =
        pod.nodeTerms().stream()
            .filter(term -> never(term.expressions(), devices).isEmpty())
            .toList();
    return (possible.isEmpty() ? pod : pod.withNodeTerms(possible))
        .withContainers(
            each ->
                new PodView.Container(
                    each.name(), each.role(), asWhole(each.requests()), asWhole(each.limits())))
        .withNodeRequirements(asked -> asWhole(asked, devices));
  }

  @Override
  public List<Rejection> refusals(PodView pod) {
    return part(required(pod))
        .map(part -> refusals(pod, part.apply(Devices.any())))
        .orElse(List.of());
  }

  private List<Rejection> refusals(PodView pod, Devices devices) {
    List<NodeRequirement> selected =
        pod.nodeSelector().entrySet().stream()
            .map(label -> NodeRequirement.in(label.getKey(), label.getValue()))
            .toList();
    List<NodeRequirement> never = new ArrayList<>(never(selected, devices));
    List<List<NodeRequirement>> ofTerms =
        pod.nodeTerms().stream().map(term -> never(term.expressions(), devices)).toList();
    if (ofTerms.stream().noneMatch(List::isEmpty)) {
      ofTerms.forEach(never::addAll);
    }
    return never.stream()
        .distinct()
        .map(
            asked ->
                Rejection.of(
                    asked.key(),
                    "labels",
                    "%s requested, and no node with that has %s, which the pod requests"
                        .formatted(
                            asked.toString().substring(asked.key().length()).strip(),
                            text(devices))))
        .toList();
  }

  private String text(Devices devices) {
    return devices.isReplica()
        ? replicas.map(Replicas::toString).orElse("replicas")
        : devices
            .migProfile()
            .filter(profile -> isSingle)
            .map(profile -> "instances of %s as %s".formatted(profile, CARDS))
            .orElse(resource(devices));
  }

  private List<NodeRequirement> never(List<NodeRequirement> all, Devices devices) {
    return all.stream().filter(asked -> verdict(asked, devices) == Verdict.NEVER).toList();
  }

  /**
   * Returns what a requirement on a label of divided cards says of nodes with such devices.
   *
   * <p>Source: NVIDIA's GPU Feature Discovery, and the default configuration of its MIG manager.
   */
  private Verdict verdict(NodeRequirement asked, Devices devices) {
    boolean isReplica = devices.isReplica();
    return switch (asked.key()) {
      case MIG_CONFIG -> config(asked, devices);
      case MIG_STRATEGY_LABEL ->
          isReplica ? Verdict.OPEN : of(asked, isSingle ? "single" : "mixed");
      case MIG_CAPABLE -> isReplica ? Verdict.OPEN : of(asked, "true");
      case COUNT ->
          replicas
              .filter(each -> isReplica)
              .map(each -> of(asked, String.valueOf(each.count())))
              .orElse(isOneOf(asked, "0", "1"));
      case SHARING ->
          replicas
              .filter(each -> isReplica)
              .map(each -> of(asked, each.sharing()))
              .orElse(isOneOf(asked, "none"));
      default -> Verdict.OPEN;
    };
  }

  /** Returns the verdict where the nodes have this value, if anything writes the label. */
  private static Verdict of(NodeRequirement asked, String value) {
    return asked.matchesValue(value)
        ? Verdict.MET
        : asked.matches(Map.of()) ? Verdict.OPEN : Verdict.NEVER;
  }

  private static Verdict isOneOf(NodeRequirement asked, String... values) {
    return Stream.of(values).anyMatch(asked::matchesValue) ? Verdict.MET : Verdict.OPEN;
  }

  /** A configuration of another name than the default ones can have any instances. */
  private static Verdict config(NodeRequirement asked, Devices devices) {
    String wanted =
        devices.migProfile().map(profile -> ALL + MigNames.inKubernetes(profile)).orElse(ALL_WHOLE);
    if (asked.matchesValue(wanted)) {
      return Verdict.MET;
    }
    return asked.operator().equals("In")
            && asked.values().stream().allMatch(value -> hasNot(value, devices))
        ? Verdict.NEVER
        : Verdict.OPEN;
  }

  /** Returns whether no card has such an instance by a default configuration. */
  private static boolean hasNot(String config, Devices devices) {
    return config.equals(BALANCED)
        ? devices
            .migProfile()
            .filter(
                profile -> MigGpu.all().stream().anyMatch(gpu -> gpu.balanced().contains(profile)))
            .isEmpty()
        : isDefault(config);
  }

  /** Returns whether all cards are whole, or all of their instances of one profile. */
  private static boolean isDefault(String config) {
    return config.equals(ALL_WHOLE) || config.equals("all-enabled") || uniform(config).isPresent();
  }

  /** Returns the profile of a configuration that has one alone. */
  private static Optional<String> uniform(String config) {
    return Optional.of(config)
        .filter(name -> name.startsWith(ALL))
        .map(name -> MigNames.canonical(name.substring(ALL.length())))
        .filter(profiles()::contains);
  }

  private static Map<String, String> asWhole(Map<String, String> amounts) {
    return amounts.entrySet().stream()
        .collect(
            Collectors.toMap(
                each -> isDevice(each.getKey()) ? CARDS : each.getKey(), Map.Entry::getValue));
  }

  private Optional<NodeRequirement> asWhole(NodeRequirement asked, Devices devices) {
    if (verdict(asked, devices) != Verdict.OPEN) {
      return Optional.empty();
    }
    return Optional.of(
        asked.key().equals(PRODUCT)
            ? new NodeRequirement(
                asked.key(),
                asked.operator(),
                // Nodes of your own have the product as it is, rows of a cloud that of the card.
                asked.values().stream()
                    .flatMap(value -> Stream.of(value, productOf(value)))
                    .distinct()
                    .toList())
            : asked);
  }

  private static String productOf(String value) {
    int mig = value.lastIndexOf(GpuProduct.MIG);
    return mig > 0
        ? value.substring(0, mig)
        : value.endsWith(GpuProduct.SHARED)
            ? value.substring(0, value.length() - GpuProduct.SHARED.length())
            : value;
  }

  private static boolean isDevice(String resource) {
    return resource.equals(CARDS)
        || resource.equals(CARDS + ".shared")
        || resource.startsWith(MigNames.RESOURCE_PREFIX);
  }

  @Override
  public Devices asked(PodView pod, Devices cards) {
    Arguments.required("cards", cards, "Devices");
    return part(required(pod)).map(part -> part.apply(cards)).orElse(cards);
  }

  /** Returns the kind of part that a pod requests; empty for whole cards and for several kinds. */
  private Optional<UnaryOperator<Devices>> part(PodView pod) {
    List<String> resources =
        pod.containers().stream()
            .flatMap(
                each ->
                    Stream.concat(
                        each.requests().keySet().stream(), each.limits().keySet().stream()))
            .filter(DividedCards::isDevice)
            .distinct()
            .toList();
    if (resources.size() != 1) {
      return Optional.empty();
    }
    String resource = resources.get(0);
    if (resource.startsWith(MigNames.RESOURCE_PREFIX)) {
      return isSingle
          ? Optional.empty()
          : Optional.of(devices -> asConfigured(devices.mig(resource), pod));
    }
    if (replicas.filter(of -> of.sharedResource().equals(resource)).isPresent()) {
      return Optional.of(Devices::replica);
    }
    return resource.equals(CARDS) && isSingle
        ? profile(pod).map(profile -> devices -> devices.mig(profile))
        : Optional.empty();
  }

  /** Instances of cards that are balanced, where a pod selects no other nodes that have them. */
  private Devices asConfigured(Devices instances, PodView pod) {
    // Of several terms, each can be met on nodes of its own.
    boolean isRequired =
        BALANCED.equals(pod.nodeSelector().get(MIG_CONFIG)) || pod.nodeTerms().size() == 1;
    return layout.isEmpty()
            && isRequired
            && pod.nodeRequirements().stream()
                .filter(asked -> asked.key().equals(MIG_CONFIG))
                .filter(asked -> verdict(asked, instances) == Verdict.OPEN)
                .anyMatch(DividedCards::isBalanced)
        ? instances.migConfig(BALANCED)
        : instances;
  }

  private static boolean isBalanced(NodeRequirement asked) {
    return asked.operator().equals("In")
        && asked.values().stream().allMatch(value -> value.equals(BALANCED) || isDefault(value));
  }

  /** The profile that a pod selects by labels, or else the only one that nodes have. */
  private Optional<String> profile(PodView pod) {
    return pod.nodeRequirements().stream()
        .filter(asked -> asked.operator().equals("In"))
        .flatMap(asked -> asked.values().stream().flatMap(value -> profile(asked.key(), value)))
        .findFirst()
        .or(() -> layout.stream().findFirst());
  }

  private static Stream<String> profile(String key, String value) {
    if (key.equals(MIG_CONFIG) && value.matches(ALL + "[0-9].*")) {
      return Stream.of(value.substring(ALL.length()));
    }
    int mig = value.lastIndexOf(GpuProduct.MIG);
    return key.equals(PRODUCT) && mig > 0
        ? Stream.of(value.substring(mig + GpuProduct.MIG.length()))
        : Stream.empty();
  }

  /** Returns text such as {@code mixed, 4 replicas of nvidia.com/gpu (time-slicing)}. */
  @Override
  public String toString() {
    return Stream.of(
            Optional.of(isSingle ? "single" : "mixed"),
            Optional.of(String.join("+", layout)).filter(text -> !text.isEmpty()),
            replicas.map(Replicas::toString))
        .flatMap(Optional::stream)
        .collect(Collectors.joining(", "));
  }

  private static Devices required(Devices devices) {
    return Arguments.required("devices", devices, "Devices");
  }

  private static GpuSpec required(GpuSpec row) {
    return Arguments.required("row", row, "a GpuSpec");
  }

  private static PodView required(PodView pod) {
    return Arguments.required("pod", pod, "a PodView");
  }
}
