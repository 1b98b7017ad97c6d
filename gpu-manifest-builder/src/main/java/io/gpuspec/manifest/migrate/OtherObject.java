package io.gpuspec.manifest.migrate;

import io.gpuspec.Target;
import io.gpuspec.manifest.error.ManifestException;
import io.gpuspec.manifest.internal.found.PodDocument;
import io.gpuspec.manifest.internal.found.UnreadGpus;
import io.gpuspec.manifest.internal.tree.PlacedPod;
import io.gpuspec.manifest.internal.tree.PodTrees;
import io.gpuspec.manifest.internal.tree.YamlPlace;
import io.gpuspec.manifest.internal.tree.YamlTree;
import io.gpuspec.scheduling.PodField;
import io.gpuspec.spi.FieldMeaning;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The migration of an object that is not a workload, or is of a kind whose pods are not read. */
final class OtherObject {
  private final Target from;
  private final Target to;
  private final YamlPlace place;
  private final Map<String, Object> tree;
  private final List<MigrationResult.Loss> losses = new ArrayList<>();

  /**
   * @param tree the same as a tree
   */
  OtherObject(Target from, Target to, YamlPlace place, Map<String, Object> tree) {
    this.from = from;
    this.to = to;
    this.place = place;
    this.tree = tree;
  }

  List<MigrationResult.Loss> losses() {
    return losses;
  }

  /** The object as it was; empty if it is of no use to the new target. */
  Optional<Object> moved() {
    if (from.id().equals(to.id())) {
      return Optional.of(tree);
    }
    FieldMeaning meaning = from.meaning(text("apiVersion"), text("kind"));
    if (meaning != FieldMeaning.USER_FIELD
        && to.meaning(text("apiVersion"), text("kind")) != meaning) {
      losses.add(ofOldCloud(meaning == FieldMeaning.REQUEST));
      return Optional.empty();
    }
    if (!UnreadGpus.in(place).isEmpty()
        || PodTrees.in(tree).values().stream().anyMatch(this::isOfOldTarget)) {
      losses.add(
          left("it has pods that are not read here, which ask for GPUs or have parts that mean something on %s alone")
              .thatIsNotJudged());
    }
    if (namesOldNodes()) {
      losses.add(left("it counts on nodes by labels that mean something on %s alone").asBreaking());
    }
    return Optional.of(tree);
  }

  /** An object of the old cloud's own is of no use to the new one, whose server refuses it. */
  private MigrationResult.Loss ofOldCloud(boolean breaking) {
    MigrationResult.Loss loss =
        MigrationResult.Loss.at(
            place,
            name(),
            "%s knows it and %s does not".formatted(from.id(), to.id())
                + (breaking ? ", and it decides which nodes pods get" : ""),
            "it was left out; "
                + (breaking ? "compare what the pods land on" : "pods do without it"));
    return breaking ? loss.asBreaking() : loss;
  }

  private MigrationResult.Loss left(String why) {
    return MigrationResult.Loss.at(
        place, name(), why.formatted(from.id()), "it was left as it is; change it by hand");
  }

  /** Returns what cannot be read may be anything. */
  private boolean isOfOldTarget(Map<?, ?> pod) {
    PodDocument pods = new PodDocument(YamlTree.place(place.source(), pod));
    try {
      return !PlacedPod.gpus(pods.view()).isEmpty() || OwnersPart.isIn(pods, from, to);
    } catch (ManifestException e) {
      return true;
    }
  }

  /** Kueue gives the labels of a flavor to the pods that it admits. */
  private boolean namesOldNodes() {
    return text("apiVersion").startsWith("kueue.x-k8s.io/")
        && text("kind").equals("ResourceFlavor")
        && YamlTree.map(tree, "spec", "nodeLabels").entrySet().stream()
            .anyMatch(label -> isOfOldNodes(label.getKey(), String.valueOf(label.getValue())));
  }

  private boolean isOfOldNodes(String label, String value) {
    return from.meaning(PodField.nodeSelector(label), value) != FieldMeaning.USER_FIELD;
  }

  private String text(String key) {
    return String.valueOf(tree.get(key));
  }

  private String name() {
    Object name = YamlTree.map(tree, "metadata").get("name");
    return text("kind") + (name == null ? "" : " " + name);
  }
}
