package io.gpuspec.manifest;

import io.gpuspec.InvalidValueException;
import io.gpuspec.Text;
import io.gpuspec.spi.KubeObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Objects of a provider's own, such as image caches and node pools, as YAML that is ready to apply.
 *
 * <pre>{@code
 * KubeYaml.of(ImageCache.of("base", "ubuntu:20.04").toObject())
 * KubeYaml.withComments(NodePool.of("gpu", eks, "A10G").toObject())    // and why
 * }</pre>
 */
public final class KubeYaml {
  private KubeYaml() {}

  /** The objects as YAML documents, ending with a line break, for {@code kubectl apply -f -}. */
  public static Text of(KubeObject... objects) {
    return of(List.of(Checks.given("objects", objects)));
  }

  /**
   * The objects as YAML documents, ending with a line break, for {@code kubectl apply -f -}.
   *
   * @throws InvalidValueException if there is none, or a value is a fraction, on which readers of
   *     YAML differ
   */
  public static Text of(List<KubeObject> objects) {
    return written(objects, object -> Map.of());
  }

  /** The same, with a comment above each field that has a reason. */
  public static Text withComments(KubeObject... objects) {
    return written(List.of(Checks.given("objects", objects)), Comments::on);
  }

  /**
   * A file of settings that is no object of Kubernetes', such as rules of Prometheus, as YAML.
   *
   * @throws InvalidValueException if a value is a fraction, on which readers of YAML differ
   */
  public static Text ofFile(Map<String, ?> tree) {
    try {
      return Text.of(YamlWriter.write(Checks.given("tree", tree)));
    } catch (IllegalArgumentException e) {
      throw new InvalidValueException("file: " + e.getMessage(), e);
    }
  }

  private static Text written(
      List<KubeObject> objects, Function<KubeObject, Map<String, String>> comments) {
    List<String> documents = new ArrayList<>();
    for (KubeObject object : Checks.notEmpty("objects", Checks.given("objects", objects))) {
      Checks.given("object", object);
      try {
        documents.add(YamlWriter.write(object.tree(), comments.apply(object)));
      } catch (IllegalArgumentException e) {
        throw new InvalidValueException("%s: %s".formatted(object, e.getMessage()), e);
      }
    }
    return Text.of(YamlWriter.join(documents));
  }
}
