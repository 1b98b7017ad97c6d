package io.gpuspec.manifest;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.common.collect.ImmutableList;
import io.fabric8.kubernetes.api.builder.Editable;
import io.fabric8.kubernetes.api.builder.VisitableBuilder;
import io.fabric8.kubernetes.api.builder.Visitor;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.gpuspec.GpuSpecException;
import io.gpuspec.InvalidValueException;
import io.gpuspec.Listing;
import io.gpuspec.Match;
import io.gpuspec.Text;
import io.gpuspec.spi.Placement;
import io.gpuspec.spi.PodView;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Manifests that are ready to apply, with the shape that their pods land on and the reason for each
 * entry that the target asked for.
 *
 * <pre>{@code
 * Manifests manifests = workload.on(gpus.in("tke"));
 * manifests.yaml();                                    // for kubectl apply -f -
 * manifests.match();                                   // what it lands on
 * manifests.edit(PodSpecBuilder.class, p -> p.withHostname("gold")).yaml();
 * }</pre>
 *
 * <p>It is immutable; the objects it gives out are copies.
 */
public final class Manifests {
  private final Match.Found match;
  private final Placement placement;
  private final ImmutableList<HasMetadata> objects;

  Manifests(Match.Found match, Placement placement, List<HasMetadata> objects) {
    this.match = match;
    this.placement = placement;
    this.objects = ImmutableList.copyOf(objects);
  }

  /** What the pods land on. */
  public Match.Found match() {
    return match;
  }

  /** What the target asked of the pods, entry by entry. */
  public Placement placement() {
    return placement;
  }

  /**
   * The pods of the workload as the scheduler sees them, after every {@link #edit}:
   *
   * <pre>{@code
   * manifests.pod().fits(NodeView.of("gpu-1").allocatable(Map.of("nvidia.com/gpu", "1")));
   * }</pre>
   */
  public PodView pod() {
    PodTemplateSpec pods =
        objects.stream()
            .flatMap(object -> PodTemplates.of(object).stream())
            .findFirst()
            .orElseThrow();
    return PodViews.of(pods.getMetadata(), pods.getSpec());
  }

  /**
   * The objects, as fabric8 has them: what the target needs beside the pods, the workload, then its
   * Service if it has one.
   */
  public Listing<HasMetadata> objects() {
    List<HasMetadata> copies = new ArrayList<>();
    objects.forEach(object -> copies.add(copy(object)));
    return Listing.of(copies);
  }

  /** The objects as YAML documents, ending with a line break, for {@code kubectl apply -f -}. */
  public Text yaml() {
    return yaml(false);
  }

  /** The same, with a comment above each entry that the target asked for. */
  public Text yamlWithComments() {
    return yaml(true);
  }

  private Text yaml(boolean comments) {
    List<String> documents = new ArrayList<>();
    for (HasMetadata object : objects) {
      Object tree = Json.MAPPER.convertValue(object, Object.class);
      documents.add(
          YamlWriter.write(tree, comments ? Comments.on(tree, match, placement) : Map.of()));
    }
    return Text.of(YamlWriter.join(documents));
  }

  /** The objects as one JSON document, a List, for {@code kubectl apply -f -}. */
  public String json() {
    ObjectNode list = Json.MAPPER.createObjectNode().put("apiVersion", "v1").put("kind", "List");
    list.set("items", Json.MAPPER.valueToTree(objects));
    try {
      return Json.writer().writeValueAsString(list);
    } catch (JsonProcessingException e) {
      throw new GpuSpecException("these manifests cannot be written: " + e.getMessage(), e);
    }
  }

  /**
   * The same manifests, changed with fabric8's own builders: every builder of the given class is
   * visited, such as {@code PodSpecBuilder} or {@code ContainerBuilder}. The edited manifests'
   * {@link #match()}, {@link #explain()} and {@link #toString()} are still those of the workload as
   * it was before the edit.
   *
   * @throws InvalidValueException if nothing of that class is there
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
    List<HasMetadata> edited = new ArrayList<>();
    for (HasMetadata object : objects) {
      VisitableBuilder<?, ?> root = builder(object);
      root.accept(builder, visitor);
      edited.add((HasMetadata) root.build());
    }
    if (visited.get() == 0) {
      throw new InvalidValueException(
          "edit: no '%s' in these manifests; name a fabric8 builder of something that is there, such as PodSpecBuilder or ContainerBuilder"
              .formatted(builder.getSimpleName()));
    }
    return new Manifests(match, placement, edited);
  }

  private static VisitableBuilder<?, ?> builder(HasMetadata object) {
    return (VisitableBuilder<?, ?>) ((Editable<?>) copy(object)).edit();
  }

  /** A copy to the last value: fabric8's builders share quantities, which can be changed. */
  private static HasMetadata copy(HasMetadata object) {
    return Json.MAPPER.convertValue(object, object.getClass());
  }

  /** What the pods land on and why, then every entry with its reason. */
  public Text explain() {
    return Text.of(match.explain() + "\n\n" + placement.entries().all());
  }

  /**
   * The commands that show, once these manifests are applied, what runs, on which nodes, and
   * whether the container sees its GPUs; a line above each says what it shows.
   */
  public Text verify() {
    return Text.of(VerifyCommands.of(objects));
  }

  /** What the pods land on, and the objects; the manifests themselves are {@link #yaml()}. */
  @Override
  public String toString() {
    return match
        + ": "
        + objects.stream()
            .map(object -> object.getKind() + " " + object.getMetadata().getName())
            .collect(Collectors.joining(", "));
  }
}
