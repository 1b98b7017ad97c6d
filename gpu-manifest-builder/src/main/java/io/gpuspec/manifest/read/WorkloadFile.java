package io.gpuspec.manifest.read;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.gpuspec.GpuRequest;
import io.gpuspec.Gpus;
import io.gpuspec.Target;
import io.gpuspec.manifest.error.ManifestException;
import io.gpuspec.manifest.internal.dra.FileClaims;
import io.gpuspec.manifest.internal.found.FoundObject;
import io.gpuspec.manifest.internal.found.FoundPods;
import io.gpuspec.manifest.internal.found.FoundWorkload;
import io.gpuspec.manifest.internal.found.InnerText;
import io.gpuspec.manifest.internal.found.NotJudged;
import io.gpuspec.manifest.internal.found.PodScaler;
import io.gpuspec.manifest.internal.found.RuntimeClasses;
import io.gpuspec.manifest.internal.tree.Checks;
import io.gpuspec.manifest.internal.tree.Lines;
import io.gpuspec.manifest.internal.tree.ManifestFiles;
import io.gpuspec.manifest.internal.tree.YamlDocuments;
import io.gpuspec.manifest.internal.tree.YamlInput;
import io.gpuspec.manifest.internal.tree.YamlPlace;
import io.gpuspec.manifest.internal.tree.YamlTree;
import io.gpuspec.scheduling.NodeView;
import io.gpuspec.value.GpuSpecException;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.Listing;
import io.gpuspec.value.Note;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The workloads of a file of Kubernetes manifests, in YAML or JSON, or of objects in memory.
 *
 * <pre>{@code
 * WorkloadFile file = WorkloadFile.read(Path.of("deployment.yaml"));
 * file.workloads();    // Deployment llm
 * file.on(gpus.in("tke")).matches();
 *     // Deployment llm: 3 x T4 x1 · 4 cores · 16Gi  on tke (over by 3 cores, 12Gi)
 *
 * // In every cloud.
 * file.on(gpus).isFound();    // true
 * }</pre>
 *
 * <p>Kubernetes' own workloads are read, and those of many other kinds, such as PyTorchJob,
 * RayCluster and InferenceService: each template of such an object is a separate workload. Pods of
 * an unknown kind are recognized by their containers, with a note; other requests for GPUs are in
 * {@link FileMatches#notJudged}. Pods with resource claims are matched by these, if the claims or
 * their templates are in the file. Of duplicate keys, the last one counts, with a note. A file of
 * more than 64 MiB, or with a document that is deeper, larger or more entangled than any manifest,
 * is refused.
 */
public final class WorkloadFile {
  /** The note of an object that is not read. */
  private static final String PASSED_OVER = "object.passed-over";

  /** So many objects of a kind that is not read are named. */
  private static final int NAMED = 3;

  private final String source;
  private final List<Workload> workloads = new ArrayList<>();
  private final List<PodScaler> scalers = new ArrayList<>();
  private final List<Note> notes = new ArrayList<>();
  private final List<Note> notJudged = new ArrayList<>();
  private final List<ManifestException> problems = new ArrayList<>();
  private final FileClaims claims = FileClaims.empty();
  private final RuntimeClasses runtimes = new RuntimeClasses();
  private final Map<String, Integer> passedOver = new TreeMap<>();
  private int finished;

  private WorkloadFile(String source) {
    this.source = source;
  }

  /**
   * Reads a file, or all manifests of a folder. A file of a folder that is no YAML is one of the
   * {@link #problems}, and the others are read.
   *
   * @throws ManifestException with line and column if the file is no YAML, or beyond the limits
   * @throws GpuSpecException if the file does not exist, or the folder has no manifests
   */
  public static WorkloadFile read(Path path) {
    return Files.isDirectory(Checks.given("file", path))
        ? read(List.of(path))
        : YamlInput.read(path, "manifests", in -> read(path.toString(), in));
  }

  /**
   * Reads files and folders as one file, so that a scaler or a claim may be in another file than
   * its workload. In a folder and those below it, the files whose names end in {@code .yaml},
   * {@code .yml} or {@code .json} are read. A file that is not YAML is one of the {@link
   * #problems}, and the others are read.
   *
   * @throws GpuSpecException if no file is named, one cannot be read, or a folder has no manifests
   */
  public static WorkloadFile read(List<Path> paths) {
    List<Path> files = ManifestFiles.of(paths);
    WorkloadFile all =
        new WorkloadFile(paths.stream().map(Path::toString).collect(Collectors.joining(", ")));
    for (Path file : files) {
      try {
        YamlInput.read(
            file,
            "manifests",
            in -> {
              all.add(YamlDocuments.of(file.toString(), in));
              return all;
            });
      } catch (ManifestException e) {
        if (!e.id().equals(ManifestFiles.EMPTY)) {
          all.problems.add(e);
        }
      }
    }
    all.complete();
    return all;
  }

  /**
   * Reads a stream, which is not closed.
   *
   * @param source what to call it in messages
   * @throws ManifestException with line and column if it is no YAML, or beyond the limits
   */
  public static WorkloadFile read(String source, InputStream in) {
    Checks.given("source", source);
    return of(source, YamlDocuments.of(source, Checks.given("stream", in)));
  }

  /**
   * Reads a text.
   *
   * @param source what to call it in messages
   * @throws ManifestException with line and column if it is no YAML, or beyond the limits
   */
  public static WorkloadFile parse(String source, String text) {
    return of(source, YamlDocuments.of(source, Checks.text(source, text)));
  }

  /**
   * Reads objects of fabric8's, such as those that an operator watches or a webhook receives. A
   * {@code PodSpec} is put into a Pod.
   *
   * <pre>{@code
   * PodSpec spec =
   *     new PodSpecBuilder()
   *         .addNewContainer()
   *         .withName("main")
   *         .withImage("registry.example/llm:v1")
   *         .withNewResources()
   *         .addToRequests("cpu", new Quantity("3"))
   *         .addToLimits("nvidia.com/gpu", new Quantity("1"))
   *         .endResources()
   *         .endContainer()
   *         .build();
   * Pod pod =
   *     new PodBuilder().withNewMetadata().withName("llm").endMetadata().withSpec(spec).build();
   * WorkloadFile.of(List.of(pod)).on(gpus.in("eks")).matches();
   *     // Pod llm: g4dn.xlarge · 4 cores · 16Gi  on eks ...
   * }</pre>
   *
   * <p>Messages call each object by its kind and name; lines are those of the YAML that it would be
   * written as.
   *
   * @throws GpuSpecException if an object cannot be written as YAML
   */
  public static WorkloadFile of(Collection<? extends HasMetadata> objects) {
    WorkloadFile file = new WorkloadFile("objects");
    Checks.all("objects", objects).forEach(object -> file.add(place(object)));
    file.complete();
    return file;
  }

  private static YamlPlace place(HasMetadata object) {
    String name = named(object);
    try {
      return YamlTree.place(name, YamlTree.ofModel(object));
    } catch (InvalidValueException e) {
      throw new InvalidValueException(e.id(), name + ": " + e.getMessage(), e);
    }
  }

  /** Returns text such as {@code Deployment llm} or {@code Pod team-a/llm}. */
  private static String named(HasMetadata object) {
    ObjectMeta metadata = Optional.ofNullable(object.getMetadata()).orElseGet(ObjectMeta::new);
    String namespace = metadata.getNamespace();
    return Objects.requireNonNullElse(object.getKind(), "object")
        + " "
        + (namespace == null ? "" : namespace + "/")
        + Stream.of(metadata.getName(), metadata.getGenerateName())
            .filter(Objects::nonNull)
            .findFirst()
            .orElse("(no name)");
  }

  private static WorkloadFile of(String source, YamlDocuments documents) {
    WorkloadFile file = new WorkloadFile(source);
    file.add(documents);
    file.complete();
    return file;
  }

  private void add(YamlDocuments documents) {
    for (YamlPlace document : documents.lastKeyCounts(key -> notes.add(key.note()))) {
      add(document);
    }
  }

  /** Does what needs all objects. */
  private void complete() {
    workloads.replaceAll(this::admitted);
    scalers.forEach(this::scale);
    workloads.forEach(WorkloadFile::countForClaims);
    claims.unread().ifPresent(notJudged::add);
    passedOver.forEach(
        (kind, count) -> {
          if (count > NAMED) {
            notes.add(
                Note.of(
                    PASSED_OVER,
                    "%s more of %s are no workloads that are read here"
                        .formatted(count - NAMED, kind)));
          }
        });
    if (finished > 0) {
      notes.add(
          Note.of(
              "pod.finished",
              finished == 1
                  ? "1 pod has finished, so it was left out"
                  : "%s pods have finished, so they were left out".formatted(finished)));
    }
  }

  private Workload admitted(Workload workload) {
    try {
      return new Workload(runtimes.admitted(workload.found()), claims);
    } catch (ManifestException unreadable) {
      return workload; // It is a problem of its match.
    }
  }

  private static void countForClaims(Workload workload) {
    try {
      workload.countForClaims();
    } catch (ManifestException unreadable) {
      // It is a problem of its match.
    }
  }

  /** Applies a scaler to the pods of its object; one whose object is elsewhere is passed over. */
  private void scale(PodScaler scaler) {
    if (workloads.stream().noneMatch(each -> scaler.scales(each.found()))) {
      passOver(new FoundObject(scaler.place()));
    }
    workloads.replaceAll(each -> scaler.scales(each.found()) ? scaled(each, scaler) : each);
  }

  private Workload scaled(Workload each, PodScaler scaler) {
    FoundWorkload workload = each.found().scaled(scaler.range());
    notes.add(
        note(
            "workload.scaled",
            scaler.place(),
            "%s runs %s of %s, which was matched with %s"
                .formatted(
                    scaler.name(),
                    workload.range().orElseGet(scaler::range),
                    workload,
                    workload.count())));
    return new Workload(workload, claims);
  }

  private void add(YamlPlace object) {
    try {
      FoundObject found = new FoundObject(object);
      if (found.isList()) {
        object.find("items").map(YamlPlace::items).orElse(List.of()).forEach(this::add);
        return;
      }
      Optional<PodScaler> scaler = found.scaler();
      if (scaler.isPresent()) {
        scalers.add(scaler.get());
        return;
      }
      if (claims.add(object) || runtimes.add(object)) {
        return;
      }
      List<YamlPlace> objects = found.objects();
      objects.forEach(this::add);
      if (found.isFinishedPod()) {
        finished++;
        return;
      }
      List<FoundPods> pods = found.isWorkload() ? found.pods() : found.podsByShape();
      pods.stream().filter(each -> !each.isNone()).forEach(each -> add(found, each));
      if (!found.isWorkload()) {
        if (pods.isEmpty()) {
          passOver(found);
        } else {
          notes.add(byShape(found));
        }
      } else if (pods.isEmpty() && objects.isEmpty()) {
        notes.add(note("object.no-pods", object, found + " has no pods that are read here"));
      }
      found.note().ifPresent(note -> notes.add(note("object.count", object, found + ": " + note)));
      for (YamlPlace gpu : objects.isEmpty() ? found.otherGpus(pods) : List.<YamlPlace>of()) {
        notJudged.add(
            NotJudged.note(gpu, "of %s, in a place that is not read here".formatted(found)));
      }
      for (InnerText text : found.innerManifests()) {
        notJudged.add(
            NotJudged.note(
                text.place(),
                "%s of %s; %s, and match that".formatted(text.what(), found, text.toSave())));
      }
      if (!pods.isEmpty()) {
        notes.addAll(placeholders(found));
      }
      found
          .toolInput()
          .ifPresent(
              what ->
                  notJudged.add(
                      note("object.tool-input", object, "%s is %s".formatted(found, what))));
    } catch (ManifestException e) {
      problems.add(e);
    }
  }

  /** Pods that cannot be read leave the others. */
  private void add(FoundObject object, FoundPods pods) {
    try {
      FoundWorkload workload = object.workload(pods);
      workloads.add(new Workload(workload, claims));
      workload
          .range()
          .ifPresent(
              range ->
                  notes.add(
                      note(
                          "workload.scaled",
                          object.place(),
                          "%s runs %s, and was matched with %s"
                              .formatted(workload, range, workload.count()))));
      workload
          .idle()
          .ifPresent(
              idle ->
                  notes.add(
                      note(
                          "workload.idle",
                          idle.place(),
                          "%s runs no pods now, because %s; it was matched as if it ran"
                              .formatted(workload, idle.why()))));
    } catch (ManifestException e) {
      problems.add(e);
    }
  }

  private static List<Note> placeholders(FoundObject object) {
    return object.placeholders().stream()
        .limit(1)
        .map(
            first ->
                note(
                    "object.placeholder",
                    first,
                    "%s is '%s', which is a placeholder; fill in all of them, and match again"
                        .formatted(first.path(), first.string())))
        .toList();
  }

  /** Notes the first objects of a kind; of the nodes of a cluster, a file has thousands. */
  private void passOver(FoundObject object) {
    int before = passedOver.merge(object.toString(), 1, Integer::sum) - 1;
    if (before < NAMED) {
      notes.add(note(PASSED_OVER, object.place(), object + " is not a workload that is read here"));
    }
  }

  private static Note byShape(FoundObject object) {
    return note(
        "object.by-shape",
        object.place(),
        object
            + " is of a kind that is not known; its pods were recognized by their containers, and"
            + " each template counts as one pod");
  }

  private static Note note(String id, YamlPlace place, String text) {
    return Note.of(id, "%s:%s: %s".formatted(place.source(), place.node().line(), text));
  }

  /** The workloads, in the order of the file. */
  public Listing<Workload> workloads() {
    return Listing.copyOf(workloads);
  }

  /** Returns what was ignored: objects of other kinds, and duplicate keys. */
  public Listing<Note> notes() {
    return Listing.copyOf(notes);
  }

  /** Returns the requests for GPUs in objects of kinds that are not read. */
  Listing<Note> notJudged() {
    return Listing.copyOf(notJudged);
  }

  /** Documents that are no manifests, each with file, line and column. */
  public Listing<ManifestException> problems() {
    return Listing.copyOf(problems);
  }

  /** Returns the match of each workload. */
  public FileMatches on(Target target) {
    return on(target, UnaryOperator.identity());
  }

  /**
   * Returns the match of each workload with preferences that the file does not state.
   *
   * @param wishes what holds for all of them, such as {@code GpuRequest::exactGpus}
   */
  public FileMatches on(Target target, UnaryOperator<GpuRequest> wishes) {
    return FileMatches.of(this, Checks.given("target", target), Checks.given("wishes", wishes));
  }

  /** Returns the match of each workload in every cloud. */
  public CloudFileMatches on(Gpus gpus) {
    return on(gpus, UnaryOperator.identity());
  }

  /**
   * Returns the match of each workload in every cloud, with preferences that the file does not
   * state.
   *
   * @param wishes what holds for all of them, such as {@code GpuRequest::exactGpus}
   */
  public CloudFileMatches on(Gpus gpus, UnaryOperator<GpuRequest> wishes) {
    return CloudFileMatches.of(this, Checks.given("gpus", gpus), Checks.given("wishes", wishes));
  }

  /**
   * Returns which of these nodes take a pod of each workload, with the reasons of those that do
   * not. What devices resource claims get is not known without the devices of the cluster.
   *
   * @param nodes for example {@link io.gpuspec.fleet.ClusterState#views}
   */
  public NodeFits fits(List<NodeView> nodes) {
    return NodeFits.of(this, Checks.all("nodes", nodes), Optional.empty());
  }

  /**
   * Returns which of these nodes take a pod of each workload, with which devices of its claims, and
   * with the reasons of those that do not.
   *
   * @param nodes for example {@link io.gpuspec.fleet.ClusterState#views}
   */
  public NodeFits fits(List<NodeView> nodes, DeviceFile devices) {
    return NodeFits.of(
        this, Checks.all("nodes", nodes), Optional.of(Checks.given("devices", devices)));
  }

  /** Returns the claims, templates and classes of the file. */
  FileClaims claims() {
    return claims;
  }

  /** Returns the RuntimeClasses of the file. */
  RuntimeClasses runtimes() {
    return runtimes;
  }

  /** Returns how many objects were not read. */
  int passedOver() {
    return passedOver.values().stream().mapToInt(Integer::intValue).sum();
  }

  /** Returns what the file was called when it was read. */
  String source() {
    return source;
  }

  /** The file and how many workloads it has, then one a line. */
  @Override
  public String toString() {
    String counts = Lines.count(workloads.size(), "workload");
    if (!problems.isEmpty()) {
      counts += ", " + Lines.count(problems.size(), "problem");
    }
    return Lines.of(source, counts, workloads);
  }
}
