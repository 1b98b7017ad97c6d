package io.gpuspec.manifest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gpuspec.Devices;
import io.gpuspec.GpuModel;
import io.gpuspec.GpuSpec;
import io.gpuspec.Match;
import io.gpuspec.manifest.internal.tree.Json;
import io.gpuspec.manifest.internal.tree.PodTrees;
import io.gpuspec.manifest.internal.tree.YamlTree;
import io.gpuspec.scheduling.GpuResource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The commands of {@code verify.yaml} that check applied objects, with their names in them. */
final class VerifyCommands {
  private static final Pattern PLACEHOLDER = Pattern.compile("\\$([a-z]\\w*)");

  /** A part of a line that is left out if one of its placeholders has no value. */
  private static final Pattern OPTIONAL = Pattern.compile("\\[([^]]*)]");

  private static final String REQUESTS = "requests.";

  /** Kinds of other groups than their names suggest. */
  private static final Set<String> OF_VOLCANO = Set.of("Job", "Queue");

  private final JsonNode object;
  private final String kind;
  private final Map<String, String> given = new LinkedHashMap<>();

  private VerifyCommands(Map<String, Object> tree) {
    ObjectNode root = Json.MAPPER.valueToTree(tree);
    this.object = root;
    this.kind = kind(root);
    PodTrees.first(tree).ifPresent(pod -> addPod(root, pod));
    given.put("kubectl", namespace().map(ns -> "kubectl -n " + ns).orElse("kubectl"));
    data().ifPresent(text -> given.put("data", text));
    selector().ifPresent(labels -> given.put("selector", labels));
    resource().ifPresent(resource -> given.put("resourcePath", resource.replace(".", "\\.")));
  }

  /** Returns a line that says why above each command, for a workload and what comes with it. */
  static String of(List<ManifestObject> objects, Match.Found match, boolean inDetail) {
    Optional<ManifestObject> workload =
        objects.stream().filter(object -> PodTrees.first(object.tree()).isPresent()).findFirst();
    Stream<String> checks =
        workload.stream()
            .flatMap(
                object ->
                    new VerifyCommands(object.tree())
                        .on(match)
                        .lines(VerifyData.FILE.workload(), inDetail));
    List<ManifestObject> others =
        objects.stream().filter(object -> workload.filter(object::equals).isEmpty()).toList();
    return text(Stream.concat(checks, others(others, inDetail)));
  }

  /** Returns the same for objects that a cluster needs once. */
  static String of(List<ManifestObject> objects, boolean inDetail) {
    return text(others(objects, inDetail));
  }

  private static Stream<String> others(List<ManifestObject> objects, boolean inDetail) {
    return objects.stream()
        .flatMap(
            object -> new VerifyCommands(object.tree()).lines(VerifyData.FILE.others(), inDetail));
  }

  /** What several objects have in common, such as the nodes' GPUs, is printed once. */
  private static String text(Stream<String> checks) {
    return checks.distinct().collect(Collectors.joining());
  }

  private static void addPod(ObjectNode root, Map<String, Object> pod) {
    List<Map<String, Object>> containers = YamlTree.maps(YamlTree.map(pod, "spec"), "containers");
    Map<String, Object> main =
        containers.stream()
            .filter(each -> limits(each).anyMatch(GpuResource::isGpu))
            .findFirst()
            .orElse(containers.get(0));
    // A pod is its own template, and a tree that contains itself could not be read.
    root.set("pod", Json.MAPPER.valueToTree(YamlTree.copy(pod)));
    root.set("container", Json.MAPPER.valueToTree(main));
  }

  private static Stream<String> limits(Map<String, Object> container) {
    return YamlTree.map(container, "resources", "limits").keySet().stream();
  }

  /** Returns a copy that knows what its pods land on. */
  private VerifyCommands on(Match.Found match) {
    GpuSpec row = match.shape().spec();
    Devices devices = match.request().devices();
    String card =
        Stream.of(
                Optional.of(row.gpu()),
                part(devices).or(() -> memory(row)),
                row.driver().map(driver -> "driver " + driver),
                row.cuda().map(cuda -> "CUDA " + cuda))
            .flatMap(Optional::stream)
            .collect(Collectors.joining(", "));
    if (row.gpuMemory().isPresent()) {
      given.put("card", card);
    }
    devices
        .migProfile()
        .ifPresent(
            profile -> given.put("gpus", "%s x %s".formatted(match.devicesPerPod(), profile)));
    // A shape that pods state is none of a node, and shares of cards are counted by memory.
    if (!row.takesStatedShapes() && devices.share().isEmpty()) {
      int has = match.catalog().parts().map(parts -> parts.count(row, devices)).orElse(row.gpus());
      given.put("cards", Integer.toString(has));
    }
    return this;
  }

  /** Returns the part of a card that a container sees in place of the card; empty for all of it. */
  private static Optional<String> part(Devices devices) {
    return devices
        .share()
        .map(share -> share.memory() + " of it, the share")
        .or(() -> devices.migProfile().map(profile -> "the MIG device " + profile));
  }

  /** What a driver was seen to report of a whole card; otherwise about what it is sold with. */
  private static Optional<String> memory(GpuSpec row) {
    return row.model()
        .filter(model -> row.isWhole())
        .flatMap(GpuModel::memoryReported)
        .map(Object::toString)
        .or(() -> row.gpuMemory().map(nominal -> "about " + nominal));
  }

  private Stream<String> lines(List<VerifyData.Check> checks, boolean inDetail) {
    return checks.stream()
        .filter(check -> (inDetail || !check.detail()) && isFor(check))
        .flatMap(
            check ->
                filled(check.run()).stream()
                    .map(run -> "# " + why(check.why()) + "\n" + run + "\n"));
  }

  private boolean isFor(VerifyData.Check check) {
    return (check.of().isEmpty() || check.of().contains(kind))
        && check.when().entrySet().stream()
            .allMatch(
                each ->
                    value(each.getKey())
                        .filter(text -> Pattern.compile(each.getValue()).matcher(text).find())
                        .isPresent());
  }

  private String why(String text) {
    return OPTIONAL
        .matcher(text)
        .replaceAll(part -> Matcher.quoteReplacement(filled(part.group(1)).orElse("")))
        .transform(whole -> filled(whole).orElse(whole));
  }

  /** Returns a text with all its placeholders filled in; nothing if one has no value. */
  private Optional<String> filled(String text) {
    boolean known =
        PLACEHOLDER.matcher(text).results().allMatch(word -> value(word.group(1)).isPresent());
    return known
        ? Optional.of(
            PLACEHOLDER
                .matcher(text)
                .replaceAll(word -> Matcher.quoteReplacement(value(word.group(1)).orElseThrow())))
        : Optional.empty();
  }

  private Optional<String> value(String word) {
    return Optional.ofNullable(given.get(word))
        .or(() -> VerifyData.FILE.word(kind, word).flatMap(this::filled))
        .or(
            () ->
                Optional.ofNullable(VerifyData.FILE.facts().get(word))
                    .map(object::at)
                    .filter(JsonNode::isValueNode)
                    .map(JsonNode::asText));
  }

  private Optional<String> namespace() {
    return Optional.ofNullable(object.path("metadata").path("namespace").textValue());
  }

  /**
   * Returns its kind; Volcano's Job is called as Kubernetes' own, and so is its Queue as others.
   */
  private static String kind(JsonNode object) {
    String kind = object.path("kind").asText(ManifestObject.VALUES);
    String group = object.path("apiVersion").asText().replaceFirst("/.*", "");
    return group.endsWith(".volcano.sh") && OF_VOLCANO.contains(kind) ? kind + "." + group : kind;
  }

  /** Returns the files of a ConfigMap, one after the other. */
  private Optional<String> data() {
    String files =
        object.path("data").properties().stream()
            .map(file -> file.getValue().asText())
            .collect(Collectors.joining("\n"));
    return Optional.of(files).filter(text -> !text.isEmpty());
  }

  private Optional<String> selector() {
    String labels =
        object.path("spec").path("selector").path("matchLabels").properties().stream()
            .map(label -> label.getKey() + "=" + label.getValue().asText())
            .collect(Collectors.joining(","));
    return Optional.of(labels).filter(text -> !text.isEmpty());
  }

  /** Returns the name of the GPUs that it asks for, or limits. */
  private Optional<String> resource() {
    return Stream.of(object.at("/container/resources/limits"), object.at("/spec/hard"))
        .flatMap(amounts -> amounts.properties().stream())
        .map(Map.Entry::getKey)
        .map(key -> key.startsWith(REQUESTS) ? key.substring(REQUESTS.length()) : key)
        .filter(GpuResource::isGpu)
        .findFirst();
  }
}
