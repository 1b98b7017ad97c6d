package io.gpuspec.manifest;

import io.gpuspec.manifest.platform.DevicePluginConfig;
import java.util.ArrayList;
import java.util.List;

/**
 * The config file of NVIDIA's device plugin, as somebody wrote it.
 *
 * <pre>{@code
 * DevicePluginConfig config = DevicePluginFile.read("config.yaml", text);
 * }</pre>
 */
public final class DevicePluginFile {
  private DevicePluginFile() {}

  /**
   * Reads a config, in YAML or JSON.
   *
   * @param source what to call it in messages
   * @throws ManifestException with line and column if there is one thing wrong with it, such as a
   *     field that the plugin does not know and would ignore
   * @throws InvalidWorkloadException if there are several
   */
  public static DevicePluginConfig read(String source, String text) {
    Checks.given("source", source);
    List<ManifestException> problems = new ArrayList<>();
    DevicePluginConfig config = DevicePluginConfig.empty();
    List<YamlPlace> documents = new ArrayList<>();
    YamlDocuments.of(source, Checks.given("text", text)).forEach(documents::add);
    if (documents.size() > 1) {
      problems.add(documents.get(1).problem("a config is one document; write it alone"));
    }
    // An empty file is version v1 to the plugin.
    if (!documents.isEmpty() && problems.isEmpty()) {
      YamlPlace place = documents.get(0);
      try {
        Object tree = DevicePluginShape.CONFIG.read(place, problems).orElseThrow();
        if (problems.isEmpty()) {
          config = DevicePluginReader.config(new Part(place, tree, problems));
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
