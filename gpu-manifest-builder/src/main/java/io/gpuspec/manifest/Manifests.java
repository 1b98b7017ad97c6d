package io.gpuspec.manifest;

import com.google.common.collect.ImmutableList;
import io.fabric8.kubernetes.api.builder.Editable;
import io.fabric8.kubernetes.api.builder.VisitableBuilder;
import io.fabric8.kubernetes.api.builder.Visitor;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.gpuspec.Match;
import io.gpuspec.NoMatchException;
import io.gpuspec.kube.Tree;
import io.gpuspec.manifest.internal.tree.Checks;
import io.gpuspec.manifest.internal.tree.ContainerForm;
import io.gpuspec.manifest.internal.tree.Json;
import io.gpuspec.manifest.internal.tree.PodTrees;
import io.gpuspec.manifest.internal.tree.YamlTree;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.spi.Placement;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.Listing;
import io.gpuspec.value.Note;
import io.gpuspec.value.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Manifests that are ready to apply, with the shape that their pods match and the reason for each
 * entry that the target requires.
 *
 * <pre>{@code
 * Manifests manifests = workload.on(gpus.in("tke"));
 * manifests.match();    // T4 x1 · 4 cores · 16Gi  on tke (exact)
 *
 * // For kubectl apply -f -, as it is or edited with fabric8's builders.
 * manifests.yaml();     // apiVersion: apps/v1 kind: Deployment metadata: name: llm ...
 * manifests.edit(PodSpecBuilder.class, pod -> pod.withHostname("gold")).yaml();
 *     // ... hostname: gold ...
 * }</pre>
 *
 * <p>It is immutable; the objects it gives out are copies.
 */
public final class Manifests {
  private final Match.Found match;
  private final Placement placement;
  private final ImmutableList<ManifestObject> objects;
  private final ImmutableList<Reason> reasons;
  private final Optional<String> origin;

  Manifests(
      Match.Found match, Placement placement, List<ManifestObject> objects, List<Reason> reasons) {
    this(match, placement, objects, reasons, Optional.empty());
  }

  private Manifests(
      Match.Found match,
      Placement placement,
      List<ManifestObject> objects,
      List<Reason> reasons,
      Optional<String> origin) {
    this.match = match;
    this.placement = placement;
    this.objects = ImmutableList.copyOf(objects);
    this.reasons = ImmutableList.copyOf(reasons);
    this.origin = origin;
  }

  /** Returns the same, called by this in errors, with more notes. */
  Manifests of(String origin, List<Note> notes) {
    return new Manifests(
        notes.isEmpty() ? match : match.withNotes(notes),
        placement,
        objects,
        reasons,
        Optional.of(origin));
  }

  /** Returns the same without objects that are there already. */
  Manifests only(OneOfEach once) {
    return new Manifests(
        match, placement, once.of(objects, origin.orElseGet(this::runner)), reasons, origin);
  }

  /** Returns the objects as they are written. */
  ImmutableList<ManifestObject> written() {
    return objects;
  }

  /** Returns the name of what runs the pods, or of all objects if no pods are found in them. */
  private String runner() {
    return objects.stream()
        .filter(object -> PodTrees.first(object.tree()).isPresent())
        .findFirst()
        .map(ManifestObject::toString)
        .orElseGet(() -> PrintedObjects.names(objects));
  }

  /** Returns the match of the pods. */
  public Match.Found match() {
    return match;
  }

  /** Returns what the target requires of the pods, entry by entry. */
  public Placement placement() {
    return placement;
  }

  /** Returns the reasons for values that the target does not require; most workloads have none. */
  public Listing<Reason> reasons() {
    return Listing.copyOf(reasons);
  }

  /** The same manifests with more objects before them, and more reasons. */
  public Manifests with(List<? extends HasMetadata> more, List<Reason> why) {
    List<ManifestObject> all = new ArrayList<>();
    Checks.all("objects", more).forEach(object -> all.add(ManifestObject.of(object)));
    all.addAll(objects);
    return new Manifests(
        match,
        placement,
        all,
        ImmutableList.<Reason>builder().addAll(reasons).addAll(Checks.all("reasons", why)).build(),
        origin);
  }

  /**
   * The pods of the workload as the scheduler sees them, after every {@link #edit}:
   *
   * <pre>{@code
   * Manifests manifests = workload.on(gpus.in("eks"));
   * manifests.pod().fits(node);
   *     // does not fit gpu-1: node(s) didn't match Pod's node affinity/selector: ...
   * }</pre>
   */
  public PodView pod() {
    return objects.stream()
        .flatMap(object -> PodTrees.first(object.tree()).stream())
        .findFirst()
        .map(pod -> PodView.of(Tree.of(pod)))
        .orElseThrow();
  }

  /**
   * Returns the objects as fabric8 types: additional objects for the target, the workload, then its
   * Service if it has one.
   */
  public Listing<HasMetadata> objects() {
    return Listing.copyOf(PrintedObjects.models(objects));
  }

  /** The objects as YAML documents, ending with a line break, for {@code kubectl apply -f -}. */
  public Text yaml() {
    return PrintedObjects.yaml(objects, tree -> Map.of());
  }

  /** Returns the YAML with a comment above each entry that has a reason. */
  public Text yamlWithComments() {
    return PrintedObjects.yaml(objects, tree -> Comments.on(tree, match, placement, reasons));
  }

  /** The objects as one JSON document, a List, for {@code kubectl apply -f -}. */
  public String json() {
    return PrintedObjects.json(objects);
  }

  /**
   * The same manifests, changed with fabric8's own builders: every builder of the given class is
   * visited, such as {@code PodSpecBuilder} or {@code ContainerBuilder}. If the edit changes what
   * the pods land on, {@link #match()} is the new match; {@link #placement()} and {@link
   * #reasons()} are still those of the workload as it was built.
   *
   * @throws InvalidValueException if the manifests contain nothing of that class, the pods no
   *     longer request a GPU, or the API server would refuse them, such as a job's that always
   *     restart
   * @throws NoMatchException if the edited pods land nowhere
   */
  public <B> Manifests edit(Class<B> builder, Consumer<B> change) {
    Checks.given("builder", builder);
    Checks.given("change", change);
    AtomicInteger visited = new AtomicInteger();
    Visitor<B> visitor =
        element -> {
          visited.incrementAndGet();
          change.accept(element);
        };
    List<ManifestObject> edited = new ArrayList<>();
    for (ManifestObject object : objects) {
      edited.add(
          object.type() == GenericKubernetesResource.class
              ? editedInPods(object, builder, visitor)
              : ManifestObject.of((HasMetadata) edited(object.model(), builder, visitor)));
    }
    if (visited.get() == 0) {
      throw new InvalidValueException(
          "manifest.unknown",
          "edit: no '%s' in these manifests; name a fabric8 builder of something that is there, such as PodSpecBuilder or ContainerBuilder"
              .formatted(builder.getSimpleName()));
    }
    return new Manifests(
        EditedPods.match(match, objects, edited), placement, edited, reasons, origin);
  }

  private static <B> Object edited(Object object, Class<B> builder, Visitor<B> visitor) {
    VisitableBuilder<?, ?> root = (VisitableBuilder<?, ?>) ((Editable<?>) object).edit();
    root.accept(builder, visitor);
    return root.build();
  }

  /** Returns an object without a fabric8 type, with its pods edited. */
  private static <B> ManifestObject editedInPods(
      ManifestObject object, Class<B> builder, Visitor<B> visitor) {
    Object tree =
        PodTrees.changed(
            object.tree(),
            pod ->
                YamlTree.ofModel(
                    edited(
                        Json.MAPPER.convertValue(pod, PodTemplateSpec.class), builder, visitor)));
    return new ManifestObject(object.type(), ContainerForm.copy(tree));
  }

  /**
   * Returns the match and its reasons, then every entry and every additional object with its
   * reason.
   */
  public Text explain() {
    return Text.of(
        match.explain()
            + "\n\n"
            + placement.entries().all()
            + companions()
            + (reasons.isEmpty() ? "" : "\n\n" + reasons().all()));
  }

  /** Returns each additional object with its reason, then its fields with theirs. */
  private String companions() {
    return placement.companions().stream()
        .map(
            companion ->
                "\n\n"
                    + companion
                    + companion.object().reasons().stream()
                        .map(field -> "\n  " + field)
                        .collect(Collectors.joining()))
        .collect(Collectors.joining());
  }

  /**
   * Returns the commands that show, once these manifests are applied, what runs, on which nodes,
   * and whether the container sees its GPUs; a line above each says what it shows.
   */
  public Text verify() {
    return Text.of(VerifyCommands.of(objects, match, false));
  }

  /**
   * Returns the commands of {@link #verify()}, and those that look further: variables, utilization,
   * processes, and the GPUs of the namespace and the cluster.
   */
  public Text verifyAll() {
    return Text.of(VerifyCommands.of(objects, match, true));
  }

  /** Returns the match and the objects; for the manifests themselves, use {@link #yaml()}. */
  @Override
  public String toString() {
    return match + ": " + PrintedObjects.names(objects);
  }
}
