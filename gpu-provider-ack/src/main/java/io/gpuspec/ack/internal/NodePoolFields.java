package io.gpuspec.ack.internal;

import io.gpuspec.scheduling.NodeRequirement;
import io.gpuspec.scheduling.PodField;
import io.gpuspec.spi.FieldMeaning;
import java.util.List;
import java.util.Set;

/** The meanings of a pod's parts on a node pool. */
final class NodePoolFields {
  private static final List<String> PREFIXES =
      List.of(
          "aliyun.accelerator/",
          "alibabacloud.com/",
          "node.alibabacloud.com/",
          "k8s.aliyun.com/",
          "ack.node.gpu.");

  /** An instance type is a machine of this cloud; what of it moves is its GPU. */
  private static final Set<String> MACHINES =
      Set.of(InstanceLabels.INSTANCE_TYPE, InstanceLabels.OLD_INSTANCE_TYPE);

  private NodePoolFields() {}

  static FieldMeaning meaning(PodField field, String value) {
    return switch (field.kind()) {
      case ANNOTATION, LABEL ->
          isOwn(field.key()) ? FieldMeaning.PROVIDER_SETTING : FieldMeaning.USER_FIELD;
      case NODE_SELECTOR, NODE_AFFINITY ->
          node(new NodeRequirement(field.key(), "In", List.of(value.split(",", -1))));
      case TOLERATION ->
          field.key().equals(PodRequest.GPU) || isOwn(field.key())
              ? FieldMeaning.NODE_SELECTION
              : FieldMeaning.USER_FIELD;
      default -> FieldMeaning.USER_FIELD;
    };
  }

  /** The same where nodes share their cards: by how many cards and by the nodes' mode. */
  static FieldMeaning ofShares(PodField field, String value) {
    if (field.equals(CardShares.CARDS)) {
      return FieldMeaning.REQUEST;
    }
    return field.key().equals(InstanceLabels.GPU_SCHEDULE)
        ? FieldMeaning.NODE_SELECTION
        : meaning(field, value);
  }

  private static FieldMeaning node(NodeRequirement asked) {
    if (MACHINES.contains(asked.key())) {
      return FieldMeaning.PROVIDER_SETTING;
    }
    if (InstanceLabels.isNaming(asked) || asked.key().equals(InstanceLabels.SPOT_STRATEGY)) {
      return FieldMeaning.REQUEST;
    }
    return isOwn(asked.key()) ? FieldMeaning.PROVIDER_SETTING : FieldMeaning.USER_FIELD;
  }

  static boolean isOwn(String key) {
    return PREFIXES.stream().anyMatch(key::startsWith);
  }
}
