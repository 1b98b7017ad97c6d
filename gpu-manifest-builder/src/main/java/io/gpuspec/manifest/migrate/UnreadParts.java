package io.gpuspec.manifest.migrate;

import io.gpuspec.Target;
import io.gpuspec.internal.clouds.CloudLabels;
import io.gpuspec.internal.yaml.YamlText;
import io.gpuspec.manifest.internal.found.NodeLabelReader;
import io.gpuspec.manifest.internal.found.PodDocument;
import io.gpuspec.manifest.internal.tree.YamlPlace;
import io.gpuspec.scheduling.NodeRequirement;
import io.gpuspec.scheduling.PodField;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.spi.FieldMeaning;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * Parts of a pod that are kept in a migration although their meaning is unknown: labels of some
 * cloud's nodes, and labels that name the GPU in unknown words.
 */
final class UnreadParts {
  private static final Pattern GPU = Pattern.compile("(?i).*(gpu|accelerator|cuda).*");

  /** Values that say that there is a GPU, and not which. */
  private static final Set<String> ANY =
      Set.of(
          "", "true", "yes", "on", "enable", "enabled", "present", "gpu", "nvidia", "nvidia-gpu");

  private final Target from;
  private final Target to;
  private final PodDocument pods;
  private final Predicate<NodeRequirement> judged;

  /**
   * @param judged whether what is required of a node label is part of the request
   */
  UnreadParts(Target from, Target to, PodDocument pods, Predicate<NodeRequirement> judged) {
    this.from = from;
    this.to = to;
    this.pods = pods;
    this.judged = judged;
  }

  /** Returns what is required of nodes. */
  List<MigrationResult.Loss> labels() {
    List<MigrationResult.Loss> losses = new ArrayList<>();
    for (Map.Entry<NodeRequirement, YamlPlace> each :
        NodeLabelReader.places(pods.spec()).entrySet()) {
      if (isUnread(each.getKey())) {
        losses.add(unread(each.getKey(), each.getValue()));
      }
    }
    return losses;
  }

  private boolean isUnread(NodeRequirement asked) {
    String value = asked.operator().equals("In") ? String.join(",", asked.values()) : "";
    PodField field = PodField.nodeSelector(asked.key());
    return from.meaning(field, value) == FieldMeaning.USER_FIELD
        && to.meaning(field, value) == FieldMeaning.USER_FIELD
        && (isOfACloud(asked) || (isMoved() && saysWhichGpu(asked)))
        && !judged.test(asked);
  }

  /** Pods that stay with their target may select its own nodes by every label of its cloud. */
  private boolean isOfACloud(NodeRequirement asked) {
    return CloudLabels.cloud(to.cloudFacts(), asked.key())
        .filter(cloud -> isMoved() || !cloud.id().equals(to.cloud()))
        .isPresent();
  }

  private boolean isMoved() {
    return !from.id().equals(to.id());
  }

  /** Returns whether a requirement selects a GPU, in unknown words. */
  private static boolean saysWhichGpu(NodeRequirement asked) {
    boolean isOpen =
        asked.operator().equals("Exists")
            || (asked.operator().equals("In")
                && asked.values().stream().allMatch(v -> ANY.contains(v.toLowerCase(Locale.ROOT))));
    return !isOpen && GPU.matcher(asked.key()).matches();
  }

  /** Returns whether {@link #labels} reports what is required of a node label. */
  boolean tells(String key) {
    return NodeLabelReader.places(pods.spec()).keySet().stream()
        .anyMatch(asked -> asked.key().equals(key) && isUnread(asked));
  }

  private MigrationResult.Loss unread(NodeRequirement asked, YamlPlace place) {
    String why =
        isOfACloud(asked)
            ? "it is a label of a cloud's own nodes, and not one that %s writes".formatted(to.id())
            : "it says which GPU in words that are not known, so it is not part of what was matched";
    return MigrationResult.Loss.at(
            place,
            YamlText.printable("node label " + asked, 200),
            why,
            "it was left as it is, and the pod stays Pending where no node has it; select on a label of %s's nodes"
                .formatted(to.id()))
        .asBreaking();
  }

  /**
   * Extended resources and huge pages of pods that request no GPU, which are therefore not
   * evaluated.
   */
  List<MigrationResult.Loss> resources() {
    PodView view = pods.view();
    return view.extendedResources().keySet().stream()
        .map(
            resource ->
                MigrationResult.Loss.at(
                        pods.place(resource),
                        "resource " + resource,
                        "whether nodes of %s have it is not known".formatted(to.id()),
                        "it was left as it is; see that the nodes have it, or take it out")
                    .asBreaking())
        .toList();
  }
}
