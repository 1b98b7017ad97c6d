package io.gpuspec.manifest.internal.found;

import io.gpuspec.internal.yaml.YamlScalar;
import io.gpuspec.manifest.internal.fields.Table;
import io.gpuspec.manifest.internal.tree.YamlPlace;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** An object of a file, and where its pods are. */
public record FoundObject(YamlPlace place) {
  private static final Set<String> FINISHED = Set.of("Succeeded", "Failed");
  private static final String WHOLE =
      "a manifest begins with apiVersion and kind, so add them, or give the whole manifest this is a part of";

  /** Returns whether it is a list of others. */
  public boolean isList() {
    return header("kind").equals("List") && header("apiVersion").equals("v1");
  }

  /** Returns whether it is an intent, from which manifests are built. */
  public boolean isIntent() {
    return header("apiVersion").equals(Table.API_VERSION);
  }

  /** Returns whether its kind is known as one that has pods, or whole objects. */
  public boolean isWorkload() {
    return kind().isPresent();
  }

  /** Returns whether it is a pod of a cluster that has run to its end and takes no node's room. */
  public boolean isFinishedPod() {
    return isPod()
        && place
            .find("status")
            .flatMap(status -> status.find("phase"))
            .filter(
                phase -> phase.node() instanceof YamlScalar text && FINISHED.contains(text.text()))
            .isPresent();
  }

  private boolean isPod() {
    return header("apiVersion").equals("v1") && header("kind").equals("Pod");
  }

  /** Returns the whole objects in it. */
  public List<YamlPlace> objects() {
    return kind().stream()
        .flatMap(known -> known.objects().stream())
        .flatMap(path -> path.in(place, false).stream())
        .map(PlacePath.Reached::place)
        .toList();
  }

  /** Returns its pods; none for a kind that is not known. */
  public List<FoundPods> pods() {
    return kind().map(known -> known.in(place)).orElse(List.of());
  }

  /** Returns what the count of its pods leaves out. */
  public Optional<String> note() {
    return kind().flatMap(KnownKind::note);
  }

  /** Returns pods that are recognized by their fields, whatever the kind, and request a GPU. */
  public List<FoundPods> podsByShape() {
    return PodShapes.in(place);
  }

  /** Returns requests for GPUs outside the pods that are read. */
  public List<YamlPlace> otherGpus(List<FoundPods> pods) {
    Stream<YamlPlace> unread =
        UnreadGpus.in(place).stream()
            .filter(gpu -> pods.stream().noneMatch(each -> each.pods().contains(gpu)));
    Stream<YamlPlace> asked =
        kind().stream()
            .flatMap(known -> known.asks().stream())
            .flatMap(path -> path.find(place).stream())
            .filter(FoundObject::isStated);
    return Stream.concat(unread, asked).toList();
  }

  /** Returns the range in which it scales another object; empty if it scales none. */
  public Optional<PodScaler> scaler() {
    return PodScaler.of(place, type());
  }

  /** Returns texts with manifests inside that request a GPU, as config maps have them. */
  public List<InnerText> innerManifests() {
    return InnerManifests.in(place, type());
  }

  /** Returns values that are not filled in, such as {@code <your-image>}. */
  public List<YamlPlace> placeholders() {
    return Placeholders.in(place);
  }

  /** Returns which tool's input this is, and how to get its manifests; empty for a manifest. */
  public Optional<String> toolInput() {
    return ToolInput.ofKind(header("apiVersion"));
  }

  /** Returns the workload that some of its pods are. */
  public FoundWorkload workload(FoundPods pods) {
    Optional<YamlPlace> meta = place.find("metadata");
    return new FoundWorkload(
        header("kind"),
        meta.flatMap(m -> m.find("name").or(() -> m.find("generateName")))
            .map(YamlPlace::string)
            .orElse(""),
        meta.flatMap(m -> m.find("namespace")).map(YamlPlace::string),
        pods,
        pods.steps().isEmpty() ? Optional.empty() : Optional.of(place));
  }

  private static boolean isStated(YamlPlace field) {
    return field.node() instanceof YamlScalar scalar && !scalar.text().isEmpty();
  }

  private Optional<KnownKind> kind() {
    return KnownKind.of(type());
  }

  /** Returns the API group and kind. */
  private String type() {
    String kind = header("kind");
    String version = header("apiVersion");
    int slash = version.indexOf('/');
    return (slash < 0 ? "" : version.substring(0, slash)) + "/" + kind;
  }

  private String header(String key) {
    return place
        .find(key)
        .orElseThrow(
            () ->
                place.problem(
                    "no '%s'; %s"
                        .formatted(
                            key,
                            ToolInput.withoutKind(place)
                                .map("this looks like "::concat)
                                .orElse(WHOLE))))
        .rendered();
  }

  /** Returns text such as {@code apps/v1 Deployment}. */
  @Override
  public String toString() {
    return header("apiVersion") + " " + header("kind");
  }
}
