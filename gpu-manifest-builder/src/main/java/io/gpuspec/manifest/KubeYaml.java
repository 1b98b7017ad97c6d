package io.gpuspec.manifest;

import io.gpuspec.kube.KubeObject;
import io.gpuspec.manifest.internal.tree.Checks;
import io.gpuspec.manifest.internal.tree.YamlWriter;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.Text;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * A printer for objects of a provider, such as image caches and node pools, as YAML that is ready
 * to apply.
 *
 * <pre>{@code
 * KubeYaml.of(ImageCache.of("base", "ubuntu:20.04").toObject());
 *     // apiVersion: eks.cloud.tencent.com/v1
 *     // kind: ImageCache
 *     // metadata:
 *     //   name: base
 *     // spec:
 *     //   images:
 *     //   - ubuntu:20.04
 *
 * // With the reason for each entry, and its source.
 * KubeYaml.withComments(NodePool.of("gpu", gpus.in("eks"), "A10G").toObject());
 *     // ... # how long a node lives at most, so that new AMIs get in; ...
 * }</pre>
 */
public final class KubeYaml {
  private KubeYaml() {}

  /** The objects as YAML documents, ending with a line break, for {@code kubectl apply -f -}. */
  public static Text of(KubeObject... objects) {
    return of(Arrays.asList(Checks.given("objects", objects)));
  }

  /**
   * The objects as YAML documents, ending with a line break, for {@code kubectl apply -f -}.
   *
   * @throws InvalidValueException if there are no objects, or a value is a fraction, which YAML
   *     readers parse differently
   */
  public static Text of(List<KubeObject> objects) {
    return written(objects, object -> Map.of());
  }

  /** Returns the YAML with a comment above each field that has a reason. */
  public static Text withComments(KubeObject... objects) {
    return written(Arrays.asList(Checks.given("objects", objects)), Comments::on);
  }

  /**
   * Returns a file that is not a Kubernetes object, such as a component's config, ending with a
   * line break.
   *
   * @param tree of Map, List, String, whole numbers and Boolean
   * @throws InvalidValueException if it is of anything else
   */
  public static Text file(Map<String, ?> tree) {
    try {
      return Text.of(YamlWriter.write(Checks.given("tree", tree)));
    } catch (InvalidValueException e) {
      throw new InvalidValueException(e.id(), "file: " + e.getMessage(), e);
    }
  }

  private static Text written(
      List<KubeObject> objects, Function<KubeObject, Map<String, String>> comments) {
    List<String> documents = new ArrayList<>();
    for (KubeObject object : Checks.notEmpty("objects", Checks.given("objects", objects))) {
      Checks.given("object", object);
      try {
        documents.add(YamlWriter.write(object.tree(), comments.apply(object)));
      } catch (InvalidValueException e) {
        throw new InvalidValueException(e.id(), "%s: %s".formatted(object, e.getMessage()), e);
      }
    }
    return Text.of(YamlWriter.join(documents));
  }
}
