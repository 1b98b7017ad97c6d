package io.gpuspec.judges;

import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The custom resource definitions that {@code tools/crds} collects, Volcano's admission policies,
 * and an ImageCache of ours, in the shared control plane.
 */
final class CustomResources {
  private static final Pattern DOCUMENTS = Pattern.compile("(?m)^---.*$");
  private static final Pattern KIND = Pattern.compile("(?m)^kind: +(\\w+)");
  private static final Pattern NAME = Pattern.compile("(?m)^  name: +(\\S+)");
  private static final Set<String> TAKEN =
      Set.of(
          "CustomResourceDefinition",
          "ValidatingAdmissionPolicy",
          "ValidatingAdmissionPolicyBinding");

  /** The same policies once more, with mutating ones, which would hide what we wrote. */
  private static final String MUTATING = "volcano-development-vap-map.yaml";

  /** What no definition refuses, and a policy does. */
  private static final String NO_TASK =
      """
      apiVersion: batch.volcano.sh/v1alpha1
      kind: Job
      metadata:
        name: no-task
      spec:
        schedulerName: volcano
      """;

  private static final int SECONDS = 60;

  /** Installed by the first judge that needs them. */
  private static final class Installed {
    static final boolean DONE = install();
  }

  /** Those of the workloads that we read, which only one judge needs. */
  private static final class Workloads {
    static final boolean DONE = install(files("workloads").toList());
  }

  private CustomResources() {}

  /** Installs them once, and returns whether the server serves every one of them. */
  static boolean installed() {
    return Installed.DONE;
  }

  /** Installs those of the workloads too. */
  static boolean ofWorkloadsInstalled() {
    return installed() && Workloads.DONE;
  }

  private static boolean install() {
    install(Stream.concat(files("crds"), Stream.of(imageCache())).toList());
    Admission admission = new Admission(ControlPlane.shared().client());
    // A policy counts some time after it was created.
    Poll.until("Volcano's policies count", () -> !admission.of(NO_TASK).admitted());
    return true;
  }

  private static boolean install(List<String> files) {
    KubernetesClient client = ControlPlane.shared().client();
    Admission admission = new Admission(client);
    Set<String> there = new HashSet<>();
    for (String file : files) {
      for (String document : DOCUMENTS.split(file)) {
        Matcher kind = KIND.matcher(document);
        if (kind.find() && TAKEN.contains(kind.group(1))) {
          Matcher name = NAME.matcher(document);
          // Volcano has some of its own twice.
          if (name.find() && there.add(kind.group(1) + " " + name.group(1))) {
            admission.create(Trees.withoutDescriptions(document));
          }
        }
      }
    }
    client.apiextensions().v1().customResourceDefinitions().list().getItems().stream()
        .map(definition -> definition.getMetadata().getName())
        .forEach(name -> waitForIt(client, name));
    return true;
  }

  private static void waitForIt(KubernetesClient client, String name) {
    CustomResourceDefinition established =
        client
            .apiextensions()
            .v1()
            .customResourceDefinitions()
            .withName(name)
            .waitUntilCondition(CustomResources::isEstablished, SECONDS, TimeUnit.SECONDS);
    String group = established.getSpec().getGroup();
    String version = established.getSpec().getVersions().get(0).getName();
    Poll.until(name + " is served", () -> client.getApiResources(group + "/" + version) != null);
  }

  private static boolean isEstablished(CustomResourceDefinition definition) {
    return definition.getStatus() != null
        && definition.getStatus().getConditions() != null
        && definition.getStatus().getConditions().stream()
            .anyMatch(c -> c.getType().equals("Established") && c.getStatus().equals("True"));
  }

  private static Stream<String> files(String tool) {
    try (Stream<Path> folder = Files.list(Tools.path(tool))) {
      return folder
          .filter(file -> !file.getFileName().toString().equals(MUTATING))
          .sorted()
          .map(CustomResources::text)
          .toList()
          .stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String imageCache() {
    try (InputStream ours = CustomResources.class.getResourceAsStream("imagecache-crd.yaml")) {
      return new String(ours.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
