package io.gpuspec.manifest;

import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.NodeSelectorTerm;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpecBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.gpuspec.spi.PodField;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * One thing that the owner gave and that may have a say in what the pods land on: an annotation, a
 * label, what they select of nodes, or a GPU under some name.
 *
 * @param name what it is and where, such as {@code node selector kubernetes.io/arch}
 * @param value its value
 * @param onto adds it to pods that lack it
 */
record OwnersEntry(String name, String value, UnaryOperator<PodTemplateSpec> onto) {

  /** Those of a pod. */
  static List<OwnersEntry> of(PodTemplateSpec pod) {
    List<OwnersEntry> entries = new ArrayList<>();
    pod.getMetadata().getAnnotations().forEach((key, value) -> entries.add(annotation(key, value)));
    pod.getMetadata().getLabels().forEach((key, value) -> entries.add(label(key, value)));
    pod.getSpec().getNodeSelector().forEach((key, value) -> entries.add(nodeSelector(key, value)));
    if (!NodeTerms.of(pod.getSpec()).isEmpty()) {
      entries.add(nodeAffinity(pod));
    }
    gpus(pod).forEach(field -> entries.add(gpu(pod, field)));
    return entries;
  }

  /** The pod without any of them. */
  static PodTemplateSpec without(PodTemplateSpec pod) {
    PodTemplateSpecBuilder bare =
        new PodTemplateSpecBuilder(pod)
            .editMetadata()
            .withAnnotations(Map.of())
            .withLabels(Map.of())
            .endMetadata()
            .editSpec()
            .withNodeSelector(Map.of())
            .endSpec();
    for (PodField gpu : gpus(pod)) {
      bare.accept(
          ContainerBuilder.class,
          container -> {
            if (isIn(container, gpu)) {
              container
                  .editResources()
                  .removeFromRequests(gpu.key())
                  .removeFromLimits(gpu.key())
                  .endResources();
            }
          });
    }
    return NodeTerms.without(bare.build());
  }

  private static List<PodField> gpus(PodTemplateSpec pod) {
    return PodViews.of(pod.getSpec()).gpusBeside("");
  }

  private static OwnersEntry annotation(String key, String value) {
    return new OwnersEntry(
        "annotation " + key,
        value,
        pod ->
            new PodTemplateSpecBuilder(pod)
                .editMetadata()
                .addToAnnotations(key, value)
                .endMetadata()
                .build());
  }

  private static OwnersEntry label(String key, String value) {
    return new OwnersEntry(
        "label " + key,
        value,
        pod ->
            new PodTemplateSpecBuilder(pod)
                .editMetadata()
                .addToLabels(key, value)
                .endMetadata()
                .build());
  }

  private static OwnersEntry nodeSelector(String key, String value) {
    return new OwnersEntry(
        "node selector " + key,
        value,
        pod ->
            new PodTemplateSpecBuilder(pod)
                .editSpec()
                .addToNodeSelector(key, value)
                .endSpec()
                .build());
  }

  private static OwnersEntry nodeAffinity(PodTemplateSpec owners) {
    List<NodeSelectorTerm> terms = NodeTerms.of(owners.getSpec());
    String text =
        PodViews.of(owners.getMetadata(), owners.getSpec()).nodeTerms().stream()
            .map(Object::toString)
            .collect(Collectors.joining(" or "));
    return new OwnersEntry("node affinity", text, pod -> NodeTerms.requireOneOf(pod, terms));
  }

  private static OwnersEntry gpu(PodTemplateSpec owners, PodField gpu) {
    String amount =
        PodViews.of(owners.getSpec()).containers().stream()
            .filter(container -> gpu.container().filter(container.name()::equals).isPresent())
            .map(container -> container.limits().get(gpu.key()))
            .filter(Objects::nonNull)
            .findFirst()
            .orElseThrow();
    Quantity quantity = new Quantity(amount);
    return new OwnersEntry(
        gpu.toString(),
        amount,
        pod ->
            new PodTemplateSpecBuilder(pod)
                .accept(
                    ContainerBuilder.class,
                    container -> {
                      if (isIn(container, gpu)) {
                        container
                            .editOrNewResources()
                            .addToRequests(gpu.key(), quantity)
                            .addToLimits(gpu.key(), quantity)
                            .endResources();
                      }
                    })
                .build());
  }

  private static boolean isIn(ContainerBuilder container, PodField gpu) {
    return gpu.container().filter(name -> name.equals(container.getName())).isPresent();
  }

  /** Such as {@code node selector kubernetes.io/arch: 'arm64'}. */
  @Override
  public String toString() {
    return name + ": '" + value + "'";
  }
}
