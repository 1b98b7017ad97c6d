package io.gpuspec.manifest.migrate;

import io.gpuspec.CapacityType;
import io.gpuspec.Devices;
import io.gpuspec.GpuRequest;
import io.gpuspec.Match;
import io.gpuspec.Target;
import io.gpuspec.internal.dra.DriverNodes;
import io.gpuspec.manifest.internal.dra.ClaimSupport;
import io.gpuspec.manifest.internal.dra.ClaimTemplate;
import io.gpuspec.manifest.internal.dra.ContainerCards;
import io.gpuspec.manifest.internal.found.CapacityTerms;
import io.gpuspec.manifest.internal.found.FoundWorkload;
import io.gpuspec.manifest.internal.found.JudgedLabels;
import io.gpuspec.manifest.internal.found.PodDocument;
import io.gpuspec.manifest.internal.tree.PlacedPod;
import io.gpuspec.manifest.internal.tree.YamlPlace;
import io.gpuspec.manifest.internal.tree.YamlTree;
import io.gpuspec.scheduling.PodField;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.spi.FieldMeaning;
import io.gpuspec.spi.Placement;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.Rejection;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;

/** The migration of one workload with GPUs. */
final class WorkloadMigration {
  private static final String REPLICAS = "card-replicas";

  private static final Set<String> OF_REPLICAS =
      Set.of("nvidia.com/gpu.sharing-strategy", "nvidia.com/gpu.replicas", "nvidia.com/gpu.shared");

  private final Target from;
  private final Target to;
  private final FoundWorkload workload;
  private final Match read;
  private final Map<String, Object> pod;
  private final CapacityTerms capacity;
  private final JudgedLabels judged;
  private final List<MigrationResult.Loss> losses = new ArrayList<>();
  private Optional<Match.Found> found = Optional.empty();
  private boolean isAtHome;

  /**
   * @param read what the workload requests on the target it comes from
   * @param pod its pods as a tree, to be changed
   */
  WorkloadMigration(
      Target from, Target to, FoundWorkload workload, Match read, Map<String, Object> pod) {
    this.from = from;
    this.to = to;
    this.workload = workload;
    this.read = read;
    this.pod = pod;
    this.capacity = new CapacityTerms(from);
    this.judged = new JudgedLabels(from, workload.pods());
  }

  FoundWorkload workload() {
    return workload;
  }

  List<MigrationResult.Loss> losses() {
    return losses;
  }

  /** Returns what the pods carry; nothing where they find no place. */
  Placement placement() {
    return found.map(this::placement).orElse(Placement.empty());
  }

  private Placement placement(Match.Found landed) {
    return to.place(MigratedDevices.withAll(landed));
  }

  /**
   * Returns whether the pods were left unchanged, because they are already written for the target.
   */
  boolean isAtHome() {
    return isAtHome;
  }

  /**
   * Writes a claim into the pods in place of their devices, and returns its template; empty if the
   * same one exists already.
   */
  Optional<Map<String, Object>> claim(ClaimTemplates templates) {
    DriverNodes.check(to.catalog(), "claims");
    Optional<String> namespace = workload.namespace();
    String wanted = workload.name() + "-gpu";
    ClaimTemplates.Named named =
        templates.named(namespace, wanted, writer(wanted).object(namespace));
    ClaimTemplate writer = writer(named.name());
    tolerateAsAdmitted();
    writer.write(pod);
    return named.isNew() ? Optional.of(writer.object(namespace)) : Optional.empty();
  }

  /** The API server of some clouds adds tolerations for a resource, and none for a claim. */
  private void tolerateAsAdmitted() {
    PodView before = view();
    PlacedPod.tolerate(
        pod,
        to.admitted(before).tolerations().stream()
            .filter(each -> !before.tolerations().contains(each))
            .toList());
  }

  private ClaimTemplate writer(String template) {
    Match.Found landed = found.orElseThrow();
    Devices devices = MigratedDevices.inClaim(landed);
    Set<String> resources = deviceNames(PlacedPod.gpus(workload.pod()));
    placement().entries(PodField.Kind.DEVICE).forEach(entry -> resources.add(entry.field().key()));
    ToIntFunction<PodView.Container> count =
        container -> resources.stream().mapToInt(container::count).sum();
    ContainerCards cards =
        devices.share().isPresent() || devices.isReplica()
            ? ContainerCards.shared(view(), count)
            : ContainerCards.of(view(), count);
    return ClaimSupport.required("claims")
        .template(landed, devices, ClaimTemplate.Form.of(cards), resources, template);
  }

  /** The pods as they are now. */
  private PodView view() {
    return new PodDocument(YamlTree.place(workload.pods().place().source(), pod)).view();
  }

  /** Returns where the pods land, with the tree changed so that they do; empty when nowhere. */
  Optional<Match.Found> place() {
    found = home();
    isAtHome = found.isPresent();
    if (!isAtHome && isReadable() && (isSameTarget() || isOfKindThatRuns())) {
      found = moved();
    }
    return found;
  }

  /**
   * A workload that is moved to its own target stays as it is, however else it could be written.
   */
  private Optional<Match.Found> home() {
    return isSameTarget()
        ? to.match(read.request())
            .found()
            .filter(wanted -> read.found().filter(here -> isSame(here, wanted)).isPresent())
        : Optional.empty();
  }

  private boolean isSame(Match.Found here, Match.Found wanted) {
    return here.shape().equals(wanted.shape())
        && from.place(here).entries().equals(to.place(wanted).entries());
  }

  private Optional<Match.Found> moved() {
    Placement written = read.found().map(from::place).orElse(Placement.empty());
    losses.addAll(
        new OwnersPart(
                from,
                to,
                written,
                read.request().devices().names(),
                workload.pods(),
                workload.selected(),
                judged::contains,
                pod)
            .leave());
    if (!isSameTarget()) {
      losses.addAll(unread().labels());
    }
    GpuRequest wanted = wanted();
    Match match;
    try {
      match = to.match(wanted);
    } catch (InvalidValueException e) {
      losses.add(refused(devicePlace(), e));
      return Optional.empty();
    }
    match.found().ifPresentOrElse(this::write, () -> losses.add(unplaced(match).asBreaking()));
    loseDevicesNotToBeHad(match);
    return match.found();
  }

  /** Some targets run no pods of some kinds of workload. */
  private boolean isOfKindThatRuns() {
    try {
      to.checkKind(workload.kind());
      return true;
    } catch (InvalidValueException e) {
      losses.add(refused(workload.object(), e));
      return false;
    }
  }

  /** Returns what violates the rules of the new target, such as a share of more than one card. */
  private MigrationResult.Loss refused(YamlPlace place, InvalidValueException why) {
    return MigrationResult.Loss.at(
            place, workload.toString(), String.valueOf(why.getMessage()), "it was left out")
        .asBreaking();
  }

  /**
   * Returns whether the pods can be migrated; a workload without a match is migrated by the GPUs
   * that it names, and without a name nothing is known.
   */
  private boolean isReadable() {
    if (read instanceof Match.NotJudged unknown) {
      unknown.fields().forEach(this::loseNotJudged);
      return false;
    }
    if (read.isFound() || !read.request().devices().names().isEmpty()) {
      return true;
    }
    losses.add(
        MigrationResult.Loss.at(
                unplacedPlace(read),
                workload.toString(),
                "it lands nowhere on %s: %s".formatted(from.id(), nearest(read)),
                "it was left out")
            .asBreaking());
    return false;
  }

  private void loseNotJudged(PodField field) {
    losses.add(
        MigrationResult.Loss.at(
                workload.pods().place(field),
                "%s of %s".formatted(field, workload),
                isOfReplicas(field)
                    ? "it asks for replicas of cards, which are judged on %s only with its option %s; set it on the source"
                        .formatted(from.id(), REPLICAS)
                    : "it asks for a GPU in a way that is not judged on %s".formatted(from.id()),
                "%s was left out; write by hand what it asks for on %s"
                    .formatted(workload, to.id()))
            .thatIsNotJudged());
  }

  /** The labels and the resource with which pods request replicas, if the target can have them. */
  private boolean isOfReplicas(PodField field) {
    return OF_REPLICAS.contains(field.key())
        && from.options().stream().anyMatch(option -> option.name().equals(REPLICAS));
  }

  private GpuRequest wanted() {
    GpuRequest asked = read.request();
    if (isSameTarget()) {
      return asked;
    }
    GpuRequest need = need();
    if (asked.isExplicit()) {
      need = withStatedShape(asked, need);
    }
    GpuRequest wanted =
        need.devices(MigratedDevices.of(asked.devices(), from.catalog()))
            .replicas(asked.replicas());
    CapacityType bought = capacityType(asked.capacityType());
    if (bought != CapacityType.ON_DEMAND) {
      wanted = wanted.capacityType(bought);
    }
    return asked.arch().map(wanted::arch).orElse(wanted);
  }

  /** A pod that may be bought in several ways is not made to be bought in one. */
  private CapacityType capacityType(CapacityType read) {
    if (read == CapacityType.ON_DEMAND || !capacity.allowsOnDemand(workload.pod())) {
      return read;
    }
    if (new CapacityTerms(to).isOfPods(read)) {
      losses.add(
          MigrationResult.Loss.at(
              devicePlace(),
              "%s or on-demand capacity".formatted(read),
              "on %s a pod is bought in one way, and this one on demand".formatted(to.id()),
              "ask for %s capacity alone where it may wait for it".formatted(read)));
    }
    return CapacityType.ON_DEMAND;
  }

  /** A pod that is never to be on spot capacity must say so again. */
  private void keepOffSpot(CapacityType written) {
    Optional<PodField> label =
        written == CapacityType.ON_DEMAND ? capacity.withoutSpot(workload.pod()) : Optional.empty();
    if (label.isEmpty()) {
      return;
    }
    CapacityTerms there = new CapacityTerms(to);
    there.writeWithoutSpot(pod, read.request().capacityType());
    if (there.isSilent()) {
      losses.add(
          MigrationResult.Loss.at(
                  workload.pods().place(label.get()),
                  "%s, without spot capacity".formatted(label.get().key()),
                  "on %s nothing in a pod says how its node is bought".formatted(to.id()),
                  "it was left out; select on a label of your own that nodes on demand have")
              .asBreaking());
    }
  }

  private boolean isSameTarget() {
    return from.id().equals(to.id());
  }

  private GpuRequest need() {
    return to.request(view());
  }

  /**
   * Elsewhere a pod gets what its containers request: what they leave open of the stated shape is
   * written there.
   */
  private GpuRequest withStatedShape(GpuRequest asked, GpuRequest need) {
    Map<String, Object> holder =
        new PlacedPod(pod, workload.pod(), Placement.empty(), Set.of()).holder();
    boolean openCpu = need.cpu().isZero() && !asked.cpu().isZero();
    boolean openMemory = need.memory().isZero() && !asked.memory().isZero();
    if (openCpu) {
      YamlTree.mapToFill(holder, "resources", "requests").put("cpu", asked.cpu().toString());
    }
    if (openMemory) {
      YamlTree.mapToFill(holder, "resources", "requests").put("memory", asked.memory().toString());
    }
    if ((!openCpu && !need.cpu().isAtLeast(asked.cpu()))
        || (!openMemory && !need.memory().isAtLeast(asked.memory()))) {
      losses.add(
          MigrationResult.Loss.at(
                  devicePlace(),
                  "the stated shape, %s cores and %s".formatted(asked.cpu(), asked.memory()),
                  "on %s a pod gets what its containers request, and these request less"
                      .formatted(to.id()),
                  "raise their requests where they need all of it")
              .asBreaking());
    }
    return need();
  }

  private void write(Match.Found found) {
    Placement placement = placement(found);
    PlacedPod placed = new PlacedPod(pod, workload.pod(), placement, workload.selected());
    Set<String> before = deviceNames(PlacedPod.gpus(workload.pod()));
    Set<String> after =
        deviceNames(placement.entries(PodField.Kind.DEVICE).stream().map(e -> e.field()).toList());
    if (placed.holders() > 1 && !before.equals(after)) {
      losses.add(
          MigrationResult.Loss.at(
                  devicePlace(),
                  "GPUs of several containers",
                  "%s counts them as %s, which no rule divides among containers"
                      .formatted(to.id(), String.join(" and ", after)),
                  "all were given to the first; divide them by hand")
              .asBreaking());
    }
    placed.kept().forEach(this::loseLabel);
    placed.write();
    keepOffSpot(found.request().capacityType());
  }

  private void loseLabel(Placement.Entry entry) {
    losses.add(
        MigrationResult.Loss.at(
                workload.pods().place(entry.field()),
                "%s = %s".formatted(entry.field(), entry.value()),
                "on %s a pod has this label, and the selector has the same one with another value"
                    .formatted(to.id()),
                "the label was left as it is; take it out of the selector")
            .asBreaking());
  }

  private static Set<String> deviceNames(List<PodField> fields) {
    return fields.stream().map(PodField::key).collect(Collectors.toCollection(LinkedHashSet::new));
  }

  private MigrationResult.Loss unplaced(Match match) {
    return MigrationResult.Loss.at(
        unplacedPlace(match),
        "%s asks for %s".formatted(workload, match.request()),
        nearest(match),
        "it was left out" + alternative(match));
  }

  /** A resource without which there is a place; else the GPUs. */
  private YamlPlace unplacedPlace(Match match) {
    return match.request().resources().keySet().stream()
        .filter(name -> match.target().match(match.request().resource(name, 0)).isFound())
        .findFirst()
        .map(workload.pods()::place)
        .orElseGet(this::devicePlace);
  }

  private static String nearest(Match match) {
    return match.rejected().stream()
        .findFirst()
        .map(Rejection::toString)
        .orElse("nothing holds it");
  }

  private static String alternative(Match match) {
    return match.alternatives().stream()
        .findFirst()
        .map(
            shape ->
                ", and the nearest thing is %s of %s"
                    .formatted(
                        MigratedDevices.name(shape.spec()).orElse(shape.spec().gpu()),
                        shape.spec().name()))
        .orElse("");
  }

  /**
   * If several GPUs are requested, some may not be available; the pod gets the first of an ordered
   * list.
   */
  private void loseDevicesNotToBeHad(Match match) {
    Devices devices = match.request().devices();
    if (!match.isFound() || devices.names().size() < 2) {
      return;
    }
    for (String name : devices.names()) {
      Match alone =
          to.match(match.request().devices(MigratedDevices.named(List.of(name), devices)));
      if (!alone.isFound()) {
        boolean isFirst = devices.isOrdered() && name.equals(devices.names().get(0));
        MigrationResult.Loss loss =
            MigrationResult.Loss.at(
                devicePlace(),
                "%s, one of %s".formatted(name, String.join(", ", devices.names())),
                nearest(alone),
                "the others stay" + alternative(alone));
        losses.add(isFirst ? loss.asBreaking() : loss);
      }
    }
  }

  /** Finds differences between what the target reads and what was requested. */
  void compare(Match landed) {
    found.ifPresent(wanted -> compare(wanted, landed));
  }

  private void compare(Match.Found wanted, Match landed) {
    Devices asked = wanted.request().devices();
    long had = wanted.preferences().stream().map(shape -> shape.spec().gpu()).distinct().count();
    if (asked.isOrdered() && had > 1 && !landed.request().devices().isOrdered()) {
      losses.add(
          MigrationResult.Loss.at(
              devicePlace(),
              "the order of %s".formatted(String.join(", ", asked.names())),
              "on %s a pod goes to any of them, whichever is available".formatted(to.id()),
              "name one GPU alone where the order matters"));
    }
    if (asked.names().isEmpty() && !landed.request().devices().names().isEmpty()) {
      losses.add(anyGpu(devicePlace(), wanted));
    }
    if (landed.isFound() && landed.request().devices().names().isEmpty() && isOpen(asked)) {
      losses.add(unnamed(devicePlace(), asked, to));
    }
    if (!landed.isFound() && !isTold(landed)) {
      losses.add(
          MigrationResult.Loss.at(
                  devicePlace(), workload.toString(), nearest(landed), "change it by hand")
              .asBreaking());
    }
  }

  static MigrationResult.Loss unnamed(YamlPlace place, Devices asked, Target to) {
    return MigrationResult.Loss.at(
            place,
            String.join(", ", asked.names()),
            "on %s nothing in a pod says which GPU its node has, so any will do".formatted(to.id()),
            "select on a label of your own that says which, by an option of %s if it has one"
                .formatted(to.id()))
        .asBreaking();
  }

  /** Returns whether nothing stands against the pods but labels that were left as they are. */
  private boolean isTold(Match landed) {
    UnreadParts unread = unread();
    return !landed.rejected().isEmpty()
        && landed.rejected().stream().map(Rejection::name).allMatch(unread::tells);
  }

  private UnreadParts unread() {
    return new UnreadParts(from, to, workload.pods(), judged::contains);
  }

  static MigrationResult.Loss anyGpu(YamlPlace place, Match.Found found) {
    return MigrationResult.Loss.at(
        place,
        "any GPU",
        "on %s a pod names its GPU, and %s is the smallest that holds it"
            .formatted(found.target().id(), found.shape().spec().gpu()),
        "name another where another is wanted");
  }

  /** Returns whether the target has other GPUs than the named ones. */
  private boolean isOpen(Devices asked) {
    return !asked.names().isEmpty()
        && to.catalog().specs().stream()
            .anyMatch(row -> MigratedDevices.name(row).filter(asked.names()::contains).isEmpty());
  }

  private YamlPlace devicePlace() {
    PodDocument pods = workload.pods();
    return PodDocument.annotationsOf(pods.place()).keySet().stream()
        .map(PodField::annotation)
        .filter(field -> isNeed(field, workload.pod().annotation(field.key()).orElse("")))
        .findFirst()
        .or(() -> PlacedPod.gpus(workload.pod()).stream().findFirst())
        .map(pods::place)
        .orElse(pods.place());
  }

  private boolean isNeed(PodField field, String value) {
    return from.meaning(field, value) == FieldMeaning.REQUEST;
  }
}
