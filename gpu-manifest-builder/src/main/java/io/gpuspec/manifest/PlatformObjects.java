package io.gpuspec.manifest;

import com.google.common.collect.ImmutableList;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.gpuspec.kube.KubeObject;
import io.gpuspec.kube.Tree;
import io.gpuspec.manifest.internal.fields.Problems;
import io.gpuspec.manifest.internal.tree.Checks;
import io.gpuspec.manifest.internal.tree.PodTrees;
import io.gpuspec.manifest.internal.tree.YamlTree;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.value.Listing;
import io.gpuspec.value.Note;
import io.gpuspec.value.Text;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Objects that a platform needs once, such as queues and quotas, with the reason for each entry;
 * ready to apply.
 *
 * <pre>{@code
 * PlatformObjects queue = KueueQueue.of("gpu").quota(gpus.in("eks"), "g5.xlarge", 16).objects();
 * queue.yaml();                // apiVersion: kueue.x-k8s.io/v1beta2 kind: ResourceFlavor ...
 * queue.yamlWithComments();    // ... # the labels that jobs select these nodes by, ...
 * }</pre>
 *
 * <p>It is immutable; the objects it gives out are copies.
 */
public final class PlatformObjects {
  private final ImmutableList<ManifestObject> objects;
  private final ImmutableList<Reason> reasons;
  private final ImmutableList<Note> notes;
  private final String origin;

  private PlatformObjects(
      List<ManifestObject> objects, List<Reason> reasons, List<Note> notes, String origin) {
    this.objects = ImmutableList.copyOf(objects);
    this.reasons = ImmutableList.copyOf(reasons);
    this.notes = ImmutableList.copyOf(notes);
    this.origin = origin;
  }

  /** Returns the same, called by this in errors. */
  PlatformObjects of(String origin) {
    return new PlatformObjects(objects, reasons, notes, origin);
  }

  /**
   * Returns these objects, in the order in which to create them, with their reasons.
   *
   * @throws io.gpuspec.value.GpuSpecException with all that the API server would refuse of their
   *     pods
   */
  public static PlatformObjects of(List<? extends HasMetadata> objects, List<Reason> reasons) {
    List<HasMetadata> given = Checks.all("objects", objects);
    List<Reason> why = Checks.all("reasons", reasons);
    Problems problems = new Problems();
    List<ManifestObject> all =
        Checks.notEmpty("objects", given).stream().map(ManifestObject::of).toList();
    for (ManifestObject object : all) {
      PodTrees.first(object.tree())
          .map(pod -> YamlTree.map(pod, "spec"))
          .ifPresent(pod -> new PodChecks(problems).check(object.tree(), pod));
    }
    problems.orThrow();
    return new PlatformObjects(all, why, List.of(), PrintedObjects.names(all));
  }

  /**
   * Returns objects of a provider, such as node pools and image caches, in the order in which to
   * create them, with their reasons.
   *
   * @throws io.gpuspec.value.GpuSpecException if there is none
   */
  public static PlatformObjects of(KubeObject... objects) {
    List<HasMetadata> models = new ArrayList<>();
    Set<Reason> reasons = new LinkedHashSet<>();
    for (KubeObject object : Checks.given("objects", objects)) {
      models.add(KubeObjects.of(Checks.given("object", object)));
      reasons.addAll(Comments.reasons(object));
    }
    return of(models, List.copyOf(reasons));
  }

  /** Returns the same without objects that are there already. */
  PlatformObjects only(OneOfEach once) {
    return new PlatformObjects(once.of(objects, origin), reasons, notes, origin);
  }

  /** Returns the objects as they are written. */
  ImmutableList<ManifestObject> written() {
    return objects;
  }

  /** Returns a copy with additional notes. */
  public PlatformObjects withNotes(List<Note> notes) {
    return new PlatformObjects(objects, reasons, Checks.all("notes", notes), origin);
  }

  /** The objects, as fabric8 has them. */
  public Listing<HasMetadata> objects() {
    return Listing.copyOf(PrintedObjects.models(objects));
  }

  /** Returns why they are as they are. */
  public Listing<Reason> reasons() {
    return Listing.copyOf(reasons);
  }

  /** The pods of each object that runs any, as the scheduler sees them. */
  public Listing<PodView> pods() {
    return Listing.copyOf(pods(objects).map(pod -> PodView.of(Tree.of(pod))).toList());
  }

  private static Stream<Map<String, Object>> pods(List<ManifestObject> objects) {
    return objects.stream().flatMap(object -> PodTrees.first(object.tree()).stream());
  }

  /** Returns the notes, such as one on cards that are not assigned. */
  public Listing<Note> notes() {
    return Listing.copyOf(notes);
  }

  /** The objects as YAML documents, ending with a line break, for {@code kubectl apply -f -}. */
  public Text yaml() {
    return PrintedObjects.yaml(objects, tree -> Map.of());
  }

  /** Returns the YAML with a comment above each entry that has a reason. */
  public Text yamlWithComments() {
    return PrintedObjects.yaml(objects, tree -> Comments.on(tree, reasons));
  }

  /**
   * Returns the objects as one JSON document, a List, for {@code kubectl apply -f -}; the kubelet's
   * file, which is for a node, is returned unchanged.
   */
  public String json() {
    return PrintedObjects.json(objects);
  }

  /**
   * Returns the commands that show, once these objects are applied, whether they are there and do
   * their work; a line above each says what it shows.
   */
  public Text verify() {
    return Text.of(VerifyCommands.of(objects, false));
  }

  /** Returns the commands of {@link #verify()}, and those that look further. */
  Text verifyAll() {
    return Text.of(VerifyCommands.of(objects, true));
  }

  /** Returns text such as {@code ResourceFlavor a100, ClusterQueue gpu}. */
  @Override
  public String toString() {
    return PrintedObjects.names(objects);
  }
}
