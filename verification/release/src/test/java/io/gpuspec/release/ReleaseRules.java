package io.gpuspec.release;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** What we ask of a release besides: a stranger can use it with what it says, and nothing else. */
final class ReleaseRules {
  private static final String GROUP = "io.gpuspec";
  private static final String BOM = "gpu-spec-bom";

  private ReleaseRules() {}

  /** What is wrong, a line each. */
  static List<String> broken(List<Component> release) {
    List<String> broken = new ArrayList<>();
    Set<String> staged = keys(release);
    for (Component component : release) {
      pom(component, staged, broken);
      if (!component.isPom()) {
        jars(component, broken);
        billOfMaterials(component, broken);
      }
    }
    versions(release, broken);
    bom(release, broken);
    return broken;
  }

  private static void pom(Component component, Set<String> staged, List<String> broken) {
    for (String element : List.of("parent", "repositories", "pluginRepositories", "build")) {
      if (component.pom().has(element)) {
        broken.add(component.pomFile() + ": has <" + element + ">, which a user has no need of");
      }
    }
    if (text(component).contains("${")) {
      broken.add(component.pomFile() + ": a property stands in it that is not resolved");
    }
    for (Xml dependency : component.pom().all("dependencies/dependency")) {
      dependency(component, dependency, staged, broken);
    }
  }

  private static void dependency(
      Component component, Xml dependency, Set<String> staged, List<String> broken) {
    String key = Component.key(dependency);
    if (dependency.text("groupId").equals(GROUP) && !staged.contains(key)) {
      broken.add(component.pomFile() + ": needs " + key + ", which is not published");
    }
    // Digits first: no range, no property, no snapshot; what is tested is what is used.
    if (!dependency.text("version").matches("\\d[A-Za-z0-9.+-]*(?<!-SNAPSHOT)")) {
      broken.add(
          "%s: no exact version of %s: '%s'"
              .formatted(component.pomFile(), key, dependency.text("version")));
    }
    if (dependency.text("scope").equals("test")) {
      broken.add(component.pomFile() + ": names " + key + ", which only tests need");
    }
  }

  private static void jars(Component component, List<String> broken) {
    contains(component, ".jar", ".class", broken);
    contains(component, "-sources.jar", ".java", broken);
    contains(component, "-javadoc.jar", "index.html", broken);
  }

  private static void contains(
      Component component, String jar, String ending, List<String> broken) {
    // Central's rule says so when there is none.
    if (Files.isRegularFile(component.file(jar))
        && component.entries(jar).stream().noneMatch(entry -> entry.endsWith(ending))) {
      broken.add(component.file(jar) + ": no " + ending + " in it");
    }
  }

  private static void billOfMaterials(Component component, List<String> broken) {
    var file = component.file("-cyclonedx.xml");
    if (!Files.isRegularFile(file)) {
      broken.add(file + ": missing");
      return;
    }
    Xml sbom = Xml.read(file);
    if (!sbom.attribute("serialNumber").isEmpty() || sbom.has("metadata/timestamp")) {
      broken.add(file + ": says when or as which it was made, so two builds of it differ");
    }
    Set<String> listed =
        sbom.all("components/component").stream()
            .map(each -> each.text("group") + ":" + each.text("name") + ":" + each.text("version"))
            .collect(Collectors.toSet());
    component.pom().all("dependencies/dependency").stream()
        .map(each -> Component.key(each) + ":" + each.text("version"))
        .filter(each -> !listed.contains(each))
        .forEach(each -> broken.add(file + ": does not list " + each));
  }

  private static void versions(List<Component> release, List<String> broken) {
    Set<String> versions =
        release.stream().map(Component::version).collect(Collectors.toCollection(TreeSet::new));
    if (versions.size() > 1) {
      broken.add("a release has one version, not " + versions);
    }
  }

  private static void bom(List<Component> release, List<String> broken) {
    Set<String> jars = keys(release.stream().filter(each -> !each.isPom()).toList());
    Set<String> managed =
        release.stream()
            .filter(each -> each.artifact().equals(BOM))
            .flatMap(
                each -> each.pom().all("dependencyManagement/dependencies/dependency").stream())
            .map(each -> Component.key(each) + ":" + each.text("version"))
            .collect(Collectors.toCollection(TreeSet::new));
    Set<String> published =
        release.stream()
            .filter(each -> jars.contains(each.key()))
            .map(each -> each.key() + ":" + each.version())
            .collect(Collectors.toCollection(TreeSet::new));
    if (!managed.equals(published)) {
      broken.add(BOM + " names " + managed + ", and published are " + published);
    }
  }

  private static Set<String> keys(List<Component> components) {
    return components.stream().map(Component::key).collect(Collectors.toCollection(TreeSet::new));
  }

  private static String text(Component component) {
    try {
      return Files.readString(component.pomFile());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
