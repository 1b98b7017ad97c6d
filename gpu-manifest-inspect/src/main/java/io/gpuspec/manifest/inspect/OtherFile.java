package io.gpuspec.manifest.inspect;

import io.gpuspec.internal.yaml.YamlKind;
import io.gpuspec.internal.yaml.YamlScalar;
import io.gpuspec.manifest.error.ManifestException;
import io.gpuspec.manifest.internal.tree.YamlDocuments;
import io.gpuspec.manifest.internal.tree.YamlPlace;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Files of other programs that are no objects, on their own or in a ConfigMap. */
final class OtherFile {
  /** A file of NVIDIA's device plugin. */
  static final String PLUGIN = "DevicePluginConfig";

  /** A file of mig-parted, the MIG manager. */
  static final String MIG_PARTED = "MigPartedConfig";

  /** A file of Prometheus' rules. */
  static final String RULES = "PrometheusRules";

  private OtherFile() {}

  /** Returns what a document is that has no kind; empty for objects and for anything else. */
  static Optional<String> kind(YamlPlace document) {
    if (!Places.isMapping(document) || document.find("kind").isPresent()) {
      return Optional.empty();
    }
    if (document.find("mig-configs").isPresent()) {
      return Optional.of(MIG_PARTED);
    }
    boolean isPlugin =
        Places.text(document, "version").equals("v1")
            && (document.find("sharing").isPresent()
                || document.find("flags").isPresent()
                || document.find("resources").isPresent());
    if (isPlugin) {
      return Optional.of(PLUGIN);
    }
    return Places.items(document, "groups").stream().anyMatch(group -> isOfRules(group))
        ? Optional.of(RULES)
        : Optional.empty();
  }

  private static boolean isOfRules(YamlPlace group) {
    return !Places.items(group, "rules").isEmpty();
  }

  /** Returns the files in a ConfigMap, each with its own places in the file around it. */
  static List<Inspected> inside(Inspected object, SourceLines text) {
    if (!object.is("ConfigMap")) {
      return List.of();
    }
    List<Inspected> found = new ArrayList<>();
    List<Inspected> empty = new ArrayList<>();
    Places.fields(object.place(), "data")
        .forEach(
            (entry, value) ->
                parsed(value, text)
                    .ifPresent(
                        inner -> {
                          int document = object.document();
                          kind(inner)
                              .ifPresent(
                                  kind ->
                                      found.add(Inspected.ofFile(inner, document, kind, entry)));
                          if (isEmptyOfPlugin(inner)) {
                            empty.add(Inspected.ofFile(inner, document, PLUGIN, entry));
                          }
                        }));
    if (found.stream().anyMatch(each -> each.is(PLUGIN))) {
      found.addAll(empty);
    }
    return found;
  }

  /** Returns whether it has a version alone; beside files of the plugin that is one of them. */
  private static boolean isEmptyOfPlugin(YamlPlace document) {
    return Places.isMapping(document)
        && document.fields().keySet().equals(Set.of("version"))
        && Places.text(document, "version").equals("v1");
  }

  /**
   * Parses a block of text in a place where its lines and columns are those of the file: below as
   * many empty lines, and indented as far.
   */
  private static Optional<YamlPlace> parsed(YamlPlace value, SourceLines text) {
    if (!(value.node() instanceof YamlScalar scalar)
        || scalar.kind() != YamlKind.STRING
        || !scalar.text().contains(":")) {
      return Optional.empty();
    }
    String first = scalar.text().lines().findFirst().orElse("");
    String inFile = text.raw(scalar.line() + 1);
    int indent = Math.max(0, inFile.indexOf(first.strip().isEmpty() ? "\0" : first));
    StringBuilder shifted = new StringBuilder("\n".repeat(scalar.line()));
    scalar
        .text()
        .lines()
        .forEach(line -> shifted.append(" ".repeat(indent)).append(line).append('\n'));
    try {
      for (YamlPlace inner : YamlDocuments.of(value.source(), shifted.toString())) {
        return Optional.of(inner);
      }
    } catch (ManifestException notYaml) {
      return Optional.empty();
    }
    return Optional.empty();
  }
}
