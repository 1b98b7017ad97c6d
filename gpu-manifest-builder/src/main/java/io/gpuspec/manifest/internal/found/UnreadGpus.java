package io.gpuspec.manifest.internal.found;

import static java.util.regex.Pattern.CASE_INSENSITIVE;

import io.gpuspec.internal.yaml.YamlMapping;
import io.gpuspec.internal.yaml.YamlScalar;
import io.gpuspec.internal.yaml.YamlSequence;
import io.gpuspec.manifest.internal.tree.YamlPlace;
import io.gpuspec.scheduling.GpuResource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Requests for GPUs in an object of a kind that is not read: a resource under {@code resources}, as
 * containers have them or directly, at any depth, a number of GPUs, a resource claim of pods, or
 * workers of a model server.
 */
public final class UnreadGpus {
  private static final Set<String> AMOUNTS = Set.of("limits", "requests");

  /** A number of GPUs in an operator's own words, such as {@code gpusPerNode}. */
  private static final Pattern COUNTS =
      Pattern.compile("(num_?|n_?|total_?)?gpus?(_?count|_?num|_?per_?\\w+)?", CASE_INSENSITIVE);

  private static final Pattern NUMBER = Pattern.compile("[1-9][0-9]{0,5}");

  private final List<YamlPlace> found = new ArrayList<>();

  private UnreadGpus() {}

  /** The places, in the order of the file; of a container's request and limit the first. */
  public static List<YamlPlace> in(YamlPlace object) {
    UnreadGpus search = new UnreadGpus();
    search.walk(object);
    return search.found;
  }

  private void walk(YamlPlace place) {
    if (place.node() instanceof YamlSequence) {
      place.items().forEach(this::walk);
    } else if (place.node() instanceof YamlMapping) {
      place.fields().forEach(this::look);
    }
  }

  private void look(String key, YamlPlace value) {
    if (key.equals("resources") && value.node() instanceof YamlMapping) {
      Stream.concat(Stream.of(value), amounts(value))
          .flatMap(amounts -> amounts.fields().entrySet().stream())
          .filter(amount -> GpuResource.isGpu(amount.getKey()))
          .filter(amount -> amount.getValue().node() instanceof YamlScalar)
          .findFirst()
          .ifPresent(amount -> found.add(amount.getValue()));
    }
    if (COUNTS.matcher(key).matches() && isNumber(value)) {
      found.add(value);
    }
    // Pods of KServe whose containers are those of a runtime, which is another object.
    if (key.equals("workerSpec") && value.find("containers").isEmpty()) {
      found.add(value);
    }
    if (key.equals("resourceClaims") && value.node() instanceof YamlSequence) {
      value.items().stream().filter(UnreadGpus::isClaim).findFirst().ifPresent(found::add);
    }
    walk(value);
  }

  private static Stream<YamlPlace> amounts(YamlPlace resources) {
    return resources.fields().entrySet().stream()
        .filter(part -> AMOUNTS.contains(part.getKey()))
        .map(Map.Entry::getValue)
        .filter(part -> part.node() instanceof YamlMapping);
  }

  private static boolean isNumber(YamlPlace value) {
    return value.node() instanceof YamlScalar scalar && NUMBER.matcher(scalar.amount()).matches();
  }

  private static boolean isClaim(YamlPlace item) {
    return item.node() instanceof YamlMapping
        && (item.find("resourceClaimName").isPresent()
            || item.find("resourceClaimTemplateName").isPresent());
  }
}
