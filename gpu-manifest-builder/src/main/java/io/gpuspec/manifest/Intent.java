package io.gpuspec.manifest;

import io.gpuspec.Target;
import java.util.Optional;

/**
 * What somebody wants to run, as an {@link IntentFile} says it.
 *
 * <pre>{@code
 * Intent intent = IntentFile.read(Path.of("llm.yaml")).intents().get(0);
 * intent.target();                     // Optional[tke]
 * intent.on(gpus.in("tke")).yaml();    // apiVersion: apps/v1 kind: Deployment ...
 * }</pre>
 */
public interface Intent {
  /** Its kind, such as {@code GpuWorkload}. */
  String kind();

  /** Its name. */
  String name();

  /** Where it is to run, if it says so. */
  Optional<IntentTarget> target();

  /**
   * The manifests that bring it onto a target, whatever target it names itself.
   *
   * @throws io.gpuspec.GpuSpecException if that target does not have what it needs, or its parts do
   *     not fit together
   */
  Manifests on(Target target);

  /** It as a YAML document, ending with a line break; what is read from it is the same intent. */
  String yaml();
}
