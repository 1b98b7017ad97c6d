package io.gpuspec.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.manifest.internal.tree.Trees;
import java.util.ArrayList;
import java.util.List;

/**
 * What is built in place of a document's manifest: byte for byte the approved file of its name, and
 * different from the document in nothing but what is listed, each with its reason.
 */
final class DocumentExample {
  private DocumentExample() {}

  /** Lines of {@link Differences} and why they are there. */
  record Difference(String reason, List<String> lines) {
    Difference(String reason, String... lines) {
      this(reason, List.of(lines));
    }
  }

  /** The workload, with whatever is built beside it, in place of a document's manifest. */
  static void assertBuilt(String file, Manifests manifests, Difference... differences) {
    assertApproved(file.replace(".yaml", ""), manifests.yaml());
    assertMeans(placeOfWorkload(manifests), file, manifests, differences);
  }

  private static int placeOfWorkload(Manifests manifests) {
    return manifests.placement().companions().size();
  }

  /**
   * One object of several that are built together.
   *
   * @param object its place among them
   */
  static void assertMeans(int object, String file, Manifests manifests, Difference... differences) {
    List<String> expected = new ArrayList<>();
    for (Difference difference : differences) {
      expected.addAll(difference.lines());
    }
    Object document = Trees.read(Documents.text(file)).get(0);
    Object ours = Trees.read(manifests.yaml().toString()).get(object);

    assertThat(Differences.between(document, ours))
        .as("differences from %s; listed are %s", file, List.of(differences))
        .containsExactlyInAnyOrderElementsOf(expected);
  }

  /** Whatever a document's fragment has, what is built has too. */
  static void assertHolds(String file, Object yaml) {
    Object fragment = Trees.read(Documents.text(file)).get(0);
    Object ours = Trees.read(yaml.toString()).get(0);

    assertThat(Differences.between(fragment, ours)).isNotEmpty().allMatch(l -> l.startsWith("+ "));
  }

  /** Byte for byte what was reviewed. */
  static void assertApproved(String name, Object yaml) {
    assertThat(yaml.toString()).isEqualTo(Documents.approved(name));
  }

  static Difference request(String pod, String container, int gpus) {
    return new Difference(
        "the request that the API server sets equal to the limit is written out",
        "+ %s containers [%s] resources requests nvidia.com/gpu = %d"
            .formatted(pod, container, gpus));
  }

  static Difference variable(String pod, String container, String name, String value) {
    String variable = "- %s containers [%s] env [%s] ".formatted(pod, container, name);
    return new Difference(
        name + " overrides what the device plugin gave the container (correction 27)",
        variable + "name = " + name,
        variable + "value = " + value);
  }

  /** A toleration that comes at a place in the list of them. */
  static Difference taint(String pod, int place) {
    String toleration = "+ " + pod + " tolerations [" + place + "] ";
    return new Difference(
        "the document's GPU nodes carry the taint nvidia.com/gpu elsewhere; without a toleration the pod stays Pending there",
        toleration + "key = nvidia.com/gpu",
        toleration + "operator = Exists",
        toleration + "effect = NoSchedule");
  }
}
