package io.gpuspec.manifest;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.common.collect.ImmutableList;
import io.gpuspec.manifest.internal.tree.Checks;
import io.gpuspec.manifest.internal.tree.Json;
import io.gpuspec.manifest.internal.tree.YamlWriter;
import io.gpuspec.value.GpuSpecException;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.Listing;
import io.gpuspec.value.Note;
import io.gpuspec.value.Text;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The manifests of many workloads in one file, for {@code kubectl apply -f -}. An object that more
 * than one workload needs, such as a node class, is included once.
 *
 * <pre>{@code
 * GpuWorkload train = GpuWorkload.job("train", "registry.example/train:v1").gpu("V100");
 * GpuWorkload serve = GpuWorkload.deployment("serve", "registry.example/llm:v1").gpu("T4");
 * ManifestSet.of(List.of(train.on(gpus.in("tke")), serve.on(gpus.in("tke")))).yaml();
 *     // apiVersion: batch/v1 kind: Job ... --- apiVersion: apps/v1 kind: Deployment ...
 * }</pre>
 */
public final class ManifestSet {
  private final ImmutableList<PlatformObjects> platform;
  private final ImmutableList<Manifests> parts;

  private ManifestSet(List<PlatformObjects> platform, List<Manifests> parts) {
    OneOfEach once = new OneOfEach();
    this.platform =
        platform.stream().map(each -> each.only(once)).collect(ImmutableList.toImmutableList());
    this.parts =
        parts.stream().map(each -> each.only(once)).collect(ImmutableList.toImmutableList());
  }

  /**
   * Returns a set of these manifests, in this order.
   *
   * @throws InvalidValueException if two of them have an object of one name that is not the same
   */
  public static ManifestSet of(List<Manifests> parts) {
    Checks.given("manifests", parts).forEach(part -> Checks.given("manifests", part));
    return new ManifestSet(List.of(), parts);
  }

  /**
   * Returns a copy with what the workloads need of the cluster, such as queues, before them.
   *
   * @throws InvalidValueException if one of these has the name of another that is not the same
   */
  public ManifestSet after(List<PlatformObjects> objects) {
    Checks.given("objects", objects).forEach(one -> Checks.given("objects", one));
    return new ManifestSet(objects, parts);
  }

  /**
   * Returns notes on objects that do not fit together, such as an alert on a metric that the
   * exporter of the set does not export; those of each part are its own.
   */
  public Listing<Note> notes() {
    return Listing.copyOf(
        SetNotes.of(
            Stream.concat(
                    platform.stream().map(PlatformObjects::written),
                    parts.stream().map(Manifests::written))
                .flatMap(List::stream)
                .toList()));
  }

  /** Returns all objects as YAML documents. */
  public Text yaml() {
    return Text.of(YamlWriter.join(all(PlatformObjects::yaml, Manifests::yaml)));
  }

  /** Returns the YAML with a comment above each entry that the target requires. */
  public Text yamlWithComments() {
    return Text.of(
        YamlWriter.join(all(PlatformObjects::yamlWithComments, Manifests::yamlWithComments)));
  }

  /** Returns the commands that check what was applied, object by object. */
  public Text verify() {
    return checks(PlatformObjects::verify, Manifests::verify);
  }

  /** Returns the same commands, and those that look further: {@link Manifests#verifyAll()}. */
  public Text verifyAll() {
    return checks(PlatformObjects::verifyAll, Manifests::verifyAll);
  }

  private Text checks(Function<PlatformObjects, Text> needed, Function<Manifests, Text> written) {
    return Text.of(
        all(needed, written).stream()
            .filter(commands -> !commands.isEmpty())
            .collect(Collectors.joining("\n")));
  }

  private List<String> all(Function<PlatformObjects, ?> needed, Function<Manifests, ?> written) {
    return Stream.concat(platform.stream().map(needed), parts.stream().map(written))
        .map(Object::toString)
        .filter(part -> !part.isEmpty())
        .toList();
  }

  /**
   * Returns all objects as one JSON document, a List; a single file of a node is returned
   * unchanged.
   */
  public String json() {
    if (platform.size() == 1 && parts.isEmpty()) {
      return platform.get(0).json();
    }
    ObjectNode list = Json.MAPPER.createObjectNode().put("apiVersion", "v1").put("kind", "List");
    ArrayNode items = list.putArray("items");
    try {
      for (String part : all(PlatformObjects::json, Manifests::json)) {
        Json.MAPPER.readTree(part).path("items").forEach(items::add);
      }
      return Json.writer().writeValueAsString(list);
    } catch (JsonProcessingException e) {
      throw new GpuSpecException(
          "manifest.unwritable", "these manifests cannot be written: " + e.getMessage(), e);
    }
  }

  /** Returns the match of each, one per line. */
  @Override
  public String toString() {
    return String.join("\n", all(PlatformObjects::toString, Manifests::toString));
  }
}
