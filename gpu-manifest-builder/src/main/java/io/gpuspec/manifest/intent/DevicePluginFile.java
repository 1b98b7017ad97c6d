package io.gpuspec.manifest.intent;

import io.gpuspec.manifest.error.InvalidWorkloadException;
import io.gpuspec.manifest.error.ManifestException;
import io.gpuspec.manifest.internal.fields.Part;
import io.gpuspec.manifest.internal.tree.Checks;
import io.gpuspec.manifest.internal.tree.YamlDocuments;
import io.gpuspec.manifest.internal.tree.YamlInput;
import io.gpuspec.manifest.internal.tree.YamlPlace;
import io.gpuspec.manifest.platform.DevicePluginConfig;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * An existing config file of NVIDIA's device plugin.
 *
 * <pre>{@code
 * // What the plugin reads and then drops is among the notes.
 * DevicePluginConfig config = DevicePluginFile.read(Path.of("config.yaml"));
 * config.notes();    // replicas.no-memory-isolation: no memory is kept for a container: ...
 * }</pre>
 *
 * <p>It is read strictly, because the plugin silently ignores an unknown field.
 */
public final class DevicePluginFile {
  private DevicePluginFile() {}

  /**
   * Reads a file, in YAML or JSON.
   *
   * @throws ManifestException with line and column if there is one thing wrong with it, such as a
   *     field that the plugin does not know
   * @throws InvalidWorkloadException if there are several
   * @throws io.gpuspec.value.GpuSpecException if the file does not exist
   */
  public static DevicePluginConfig read(Path path) {
    return YamlInput.read(path, "config", in -> of(YamlDocuments.of(path.toString(), in)));
  }

  /**
   * Reads a text, in YAML or JSON.
   *
   * @param source what to call it in messages
   * @throws ManifestException with line and column if there is one thing wrong with it, such as a
   *     field that the plugin does not know
   * @throws InvalidWorkloadException if there are several
   */
  public static DevicePluginConfig parse(String source, String text) {
    return of(YamlDocuments.of(source, Checks.text(source, text)));
  }

  private static DevicePluginConfig of(YamlDocuments file) {
    List<ManifestException> problems = new ArrayList<>();
    DevicePluginConfig config = DevicePluginConfig.empty();
    List<YamlPlace> documents = new ArrayList<>();
    file.forEach(documents::add);
    if (documents.size() > 1) {
      problems.add(documents.get(1).problem("a config is one document; write it alone"));
    }
    // An empty file is version v1 to the plugin.
    if (!documents.isEmpty() && problems.isEmpty()) {
      YamlPlace place = documents.get(0);
      try {
        Object tree = DevicePluginFields.config().read(place, problems).orElseThrow();
        if (problems.isEmpty()) {
          config = DevicePluginFields.config(new Part(place, tree, problems));
        }
      } catch (ManifestException e) {
        problems.add(e);
      }
    }
    orThrow(problems);
    return config;
  }

  private static void orThrow(List<ManifestException> problems) {
    if (problems.size() == 1) {
      throw problems.get(0);
    }
    if (!problems.isEmpty()) {
      throw new InvalidWorkloadException(List.copyOf(problems));
    }
  }
}
