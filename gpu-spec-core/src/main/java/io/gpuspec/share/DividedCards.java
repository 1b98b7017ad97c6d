package io.gpuspec.share;

import io.gpuspec.Devices;
import io.gpuspec.GpuSpec;
import io.gpuspec.internal.Arguments;
import io.gpuspec.internal.MigNames;
import io.gpuspec.internal.Words;
import io.gpuspec.mig.MigStrategy;
import io.gpuspec.scheduling.NodeRequirement;
import io.gpuspec.scheduling.NodeTerm;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.spi.CardParts;
import io.gpuspec.spi.Options;
import io.gpuspec.value.Explained;
import io.gpuspec.value.Finding;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.MemorySize;
import io.gpuspec.value.Note;
import io.gpuspec.value.Rejection;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The parts of cards on nodes with NVIDIA's device plugin. */
final class DividedCards implements CardParts {

  private static final String CARDS = Replicas.CARDS;
  private static final String PLUGIN_CONFIG = "nvidia.com/device-plugin.config";
  private final boolean isSingle;
  private final CutCards cards;
  private final Optional<Replicas> replicas;
  private final CardLabels labels;
  private final Optional<String> pluginConfig;
  private final List<Note> more;

  private DividedCards(
      boolean isSingle,
      CutCards cards,
      Optional<Replicas> replicas,
      Optional<String> pluginConfig,
      List<Note> more) {
    this.isSingle = isSingle;
    this.cards = cards;
    this.replicas = replicas;
    this.labels = new CardLabels(isSingle, replicas);
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
    CutCards cards = new CutCards(options.get(NodeParts.MIG_LAYOUT));
    Optional<Replicas> replicas =
        options.get(NodeParts.REPLICAS).map(text -> NodeParts.replicas(text));
    if (isSingle && Set.copyOf(cards.layout()).size() > 1) {
      throw new InvalidValueException(
          "option.conflict",
          "option mig-layout: '%s' with mig-strategy single was given; with that strategy all instances of a node are of one profile, so give one, or take mixed"
              .formatted(String.join(",", cards.layout())));
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
    return new DividedCards(isSingle, cards, replicas, pluginConfig, more);
  }

  @Override
  public void check(Devices devices) {
    Arguments.notNull("devices", devices);
    devices.migProfile().ifPresent(CutCards::checkProfile);
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

  @Override
  public int count(GpuSpec row, Devices devices) {
    if (row == null || devices == null) {
      // Seldom called, because every match counts the devices of every row.
      Arguments.notNull("row, devices", row, devices);
    }
    Optional<String> profile = devices.migProfile();
    if (profile.isEmpty() && !devices.isReplica() && !row.isOwnNode()) {
      // Whole GPUs of a cloud's node, as in most requests.
      return replicas.isPresent() || cards.isCut(row) ? 0 : row.gpus();
    }
    if (isStated(row)) {
      return row.resources().getOrDefault(resource(devices), 0L).intValue();
    }
    Optional<String> advertised = CutCards.advertisedAsGpus(row);
    if (advertised.isPresent() && !devices.isReplica()) {
      boolean isThat = profile.isEmpty() || isSingle && profile.equals(advertised);
      return isThat ? row.gpus() : 0;
    }
    if (profile.isPresent()) {
      return row.gpus() * cards.instances(row, profile.get(), devices.migConfig());
    }
    if (devices.isReplica()) {
      return row.isWhole() && isReplicable(row) && isAsTold(row) && !isTooSmall(row, devices)
          ? row.gpus() * replicas.map(Replicas::count).orElse(0)
          : 0;
    }
    if (replicas.isPresent() || cards.isCut(row)) {
      return 0;
    }
    // The scheduler counts replicas as GPUs, where they have the same name.
    Optional<ToldReplicas> told = ToldReplicas.of(row);
    return told.isEmpty()
        ? row.gpus()
        : told.get().isRenamed() || told.get().isRefusing(devices) || isTooSmall(row, devices)
            ? 0
            : row.gpus() * told.get().count();
  }

  /** Returns whether MPS gives a replica less memory than is asked for. */
  private boolean isTooSmall(GpuSpec row, Devices devices) {
    return devices
        .memoryAtLeast()
        .flatMap(asked -> limit(row, devices).map(most -> !most.isAtLeast(asked)))
        .orElse(false);
  }

  /** Returns the most memory that a replica has; empty if MPS sets no limit, or it is not known. */
  private Optional<MemorySize> limit(GpuSpec row, Devices devices) {
    return clients(row, devices)
        .flatMap(
            clients ->
                row.gpuMemoryReported()
                    .or(row::gpuMemory)
                    .map(total -> Replica.memoryLimit(total, clients)));
  }

  /** Returns how many clients of MPS each card of a row has, where the devices are such. */
  private Optional<Integer> clients(GpuSpec row, Devices devices) {
    return devices.isReplica()
        ? replicas.filter(Replicas::isMps).map(Replicas::count)
        : ToldReplicas.of(row).filter(ToldReplicas::isMps).map(ToldReplicas::count);
  }

  /** Returns whether the labels of nodes of your own do not say other replicas than the option. */
  private boolean isAsTold(GpuSpec row) {
    return ToldReplicas.of(row).map(of -> replicas.filter(of::isThat).isPresent()).orElse(true);
  }

  /** Returns whether the row of a node of your own says how many instances it advertises. */
  private static boolean isStated(GpuSpec row) {
    return row.isOwnNode()
        && row.resources().keySet().stream()
            .anyMatch(resource -> resource.startsWith(MigNames.RESOURCE_PREFIX));
  }

  private boolean isReplicable(GpuSpec row) {
    return replicas
        .filter(of -> of.isMps() && row.model().isPresent())
        .map(of -> of.count() <= ReplicaRules.most(row.model().orElseThrow()))
        .orElse(true);
  }

  @Override
  public Finding whyNone(GpuSpec row, Devices devices) {
    Arguments.notNull("row, devices", row, devices);
    if (isStated(row)) {
      return Finding.unmet(
          "gpus", "%s requested; the nodes have %s".formatted(devices, row.resources()));
    }
    return devices
        .migProfile()
        .map(profile -> cards.whyNoInstance(row, profile, devices.migConfig()))
        .orElseGet(
            () -> devices.isReplica() ? whyNoReplica(row, devices) : whyNotWhole(row, devices));
  }

  private Finding whyNoReplica(GpuSpec row, Devices devices) {
    Optional<ToldReplicas> told = ToldReplicas.of(row).filter(of -> !isAsTold(row));
    if (told.isPresent()) {
      return Finding.unmet(
              "replicas",
              "%s requested; the labels of the nodes say %s"
                  .formatted(replicas.map(Replicas::toString).orElse("replicas"), told.get()))
          .withFix("choose the option card-replicas " + told.get());
    }
    if (row.isWhole() && isReplicable(row)) {
      return whyTooSmall(row, devices);
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

  private Finding whyTooSmall(GpuSpec row, Devices devices) {
    return Finding.unmet(
            "replicas",
            "%s of memory requested; MPS lets each of %s replicas have at most %s of the card"
                .formatted(
                    devices.memoryAtLeast().orElse(MemorySize.ZERO),
                    clients(row, devices).orElse(1),
                    limit(row, devices).orElse(MemorySize.ZERO)))
        .withFix("ask for less, or for a card with more memory");
  }

  private Finding whyNotWhole(GpuSpec row, Devices devices) {
    if (ToldReplicas.of(row).filter(of -> !of.isRenamed() && of.isRefusing(devices)).isPresent()) {
      return Finding.unmet(
              "replicas",
              "%s replicas requested; the cards are shared by MPS, and the device plugin refuses more than 1 for a container"
                  .formatted(devices.count()))
          .withFix("ask for 1");
    }
    Optional<ToldReplicas> told = ToldReplicas.of(row).filter(ToldReplicas::isRenamed);
    if (replicas.isEmpty() && told.isPresent()) {
      return Finding.unmet(
              "replicas",
              "whole cards requested; the nodes make %s replicas of each"
                  .formatted(told.get().count()))
          .withFix(
              "choose the option card-replicas %s, and ask for replicas".formatted(told.get()));
    }
    if (replicas.isEmpty() && isTooSmall(row, devices)) {
      return whyTooSmall(row, devices);
    }
    return replicas.isPresent()
        ? Finding.unmet(
                "replicas",
                "no part requested; the nodes make %s of each".formatted(replicas.get()))
            .withFix("ask for replicas, or leave the option card-replicas out")
        : Finding.unmet(
                "mig",
                "whole cards requested; each %s is cut into %s"
                    .formatted(row.gpu(), String.join(", ", cards.layout())))
            .withFix("ask for an instance, or leave the option mig-layout out");
  }

  @Override
  public String resource(Devices devices) {
    Arguments.notNull("devices", devices);
    if (devices.isReplica()) {
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
    Arguments.notNull("row, devices", row, devices);
    if (devices.migProfile().isPresent() && CutCards.advertisedAsGpus(row).isPresent()) {
      return Optional.ofNullable(row.nodeLabels().get(CardLabels.PRODUCT)).stream()
          .map(
              product ->
                  new Explained(
                      CardLabels.PRODUCT,
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
    Arguments.notNull("devices", devices);
    if (devices.isReplica()) {
      return Stream.concat(
              labels(devices).stream(), pluginConfig.stream().map(DividedCards::chosen))
          .toList();
    }
    return devices.migProfile().isPresent() && !isSingle && cards.layout().isEmpty()
        ? migConfig(devices, "has NVIDIA's MIG manager cut the cards")
        : labels(devices);
  }

  private static List<Explained> migConfig(Devices devices, String reason) {
    return devices
        .migProfile()
        .map(profile -> devices.migConfig().orElse(CardLabels.ALL + MigNames.inKubernetes(profile)))
        .map(
            config ->
                List.of(
                    new Explained(
                        CardLabels.MIG_CONFIG,
                        config,
                        reason,
                        NodeParts.FILE.citation("mig-manager"))))
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
            CardLabels.SHARING,
            of.sharing(),
            "what GPU Feature Discovery writes where cards are shared so; a whole GPU elsewhere has"
                + " the same resource",
            NodeParts.FILE.citation("discovery")),
        new Explained(
            CardLabels.COUNT,
            String.valueOf(of.count()),
            "the replicas of each card, by GPU Feature Discovery",
            NodeParts.FILE.citation("discovery")));
  }

  @Override
  public List<Note> notes(GpuSpec row, Devices devices) {
    Arguments.notNull("row, devices", row, devices);
    List<Note> notes = new ArrayList<>();
    boolean isKnown = isStated(row) || CutCards.advertisedAsGpus(row).isPresent();
    devices
        .migProfile()
        .ifPresent(
            profile ->
                notes.addAll(
                    notesOn(
                        profile,
                        devices.count(),
                        isKnown,
                        devices.migConfig().isPresent()
                            ? CutCards.balanced(row)
                            : cards.layout())));
    if (devices.isReplica()) {
      if (ToldReplicas.of(row).isEmpty()) {
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
    Arguments.notNull("pod", pod);
    return part(pod).map(part -> asWhole(pod, part.apply(Devices.any()))).orElse(pod);
  }

  private PodView asWhole(PodView pod, Devices devices) {
    List<NodeTerm> possible =
        pod.nodeTerms().stream()
            .filter(term -> labels.never(term.expressions(), devices).isEmpty())
            .toList();
    return (possible.isEmpty() ? pod : pod.withNodeTerms(possible))
        .withContainers(
            each ->
                new PodView.Container(
                    each.name(), each.role(), asWhole(each.requests()), asWhole(each.limits())))
        .withNodeRequirements(asked -> labels.asWhole(asked, devices));
  }

  @Override
  public List<Rejection> refusals(PodView pod) {
    Arguments.notNull("pod", pod);
    return part(pod).map(part -> refusals(pod, part.apply(Devices.any()))).orElse(List.of());
  }

  private List<Rejection> refusals(PodView pod, Devices devices) {
    List<NodeRequirement> selected =
        pod.nodeSelector().entrySet().stream()
            .map(label -> NodeRequirement.in(label.getKey(), label.getValue()))
            .toList();
    List<NodeRequirement> never = new ArrayList<>(labels.never(selected, devices));
    List<List<NodeRequirement>> ofTerms =
        pod.nodeTerms().stream().map(term -> labels.never(term.expressions(), devices)).toList();
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

  private static Map<String, String> asWhole(Map<String, String> amounts) {
    return amounts.entrySet().stream()
        .collect(
            Collectors.toMap(
                each -> isDevice(each.getKey()) ? CARDS : each.getKey(), Map.Entry::getValue));
  }

  private static boolean isDevice(String resource) {
    return resource.equals(CARDS)
        || resource.equals(CARDS + ".shared")
        || resource.startsWith(MigNames.RESOURCE_PREFIX);
  }

  @Override
  public Devices asked(PodView pod, Devices cards) {
    Arguments.notNull("pod, cards", pod, cards);
    return part(pod).map(part -> part.apply(cards)).orElse(cards);
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
        CardLabels.BALANCED.equals(pod.nodeSelector().get(CardLabels.MIG_CONFIG))
            || pod.nodeTerms().size() == 1;
    return cards.layout().isEmpty()
            && isRequired
            && pod.nodeRequirements().stream()
                .filter(asked -> asked.key().equals(CardLabels.MIG_CONFIG))
                .filter(asked -> labels.verdict(asked, instances) == CardLabels.Verdict.OPEN)
                .anyMatch(CardLabels::isBalanced)
        ? instances.migConfig(CardLabels.BALANCED)
        : instances;
  }

  /** The profile that a pod selects by labels, or else the only one that nodes have. */
  private Optional<String> profile(PodView pod) {
    return pod.nodeRequirements().stream()
        .filter(asked -> asked.operator().equals("In"))
        .flatMap(
            asked ->
                asked.values().stream().flatMap(value -> CardLabels.profile(asked.key(), value)))
        .findFirst()
        .or(() -> cards.layout().stream().findFirst());
  }

  /** Returns text such as {@code mixed, 4 replicas of nvidia.com/gpu (time-slicing)}. */
  @Override
  public String toString() {
    return Stream.of(
            Optional.of(isSingle ? "single" : "mixed"),
            Optional.of(String.join("+", cards.layout())).filter(text -> !text.isEmpty()),
            replicas.map(Replicas::toString))
        .flatMap(Optional::stream)
        .collect(Collectors.joining(", "));
  }
}
