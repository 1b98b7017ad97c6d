package io.gpuspec.scheduling;

import io.gpuspec.internal.Arguments;
import io.gpuspec.internal.text.MessageText;
import io.gpuspec.spi.Placement;
import java.util.Optional;

/**
 * A place in a pod, for an entry of a {@link Placement} or for a message.
 *
 * <pre>{@code
 * PodField.device("nvidia.com/gpu");    // resources[nvidia.com/gpu]
 * PodField.nodeSelector("node.kubernetes.io/instance-type");
 *     // spec.nodeSelector[node.kubernetes.io/instance-type]
 * }</pre>
 *
 * @param kind which part of the pod
 * @param key the annotation's, label's, taint's or resource's name
 * @param container the container, for a resource
 */
public record PodField(Kind kind, String key, Optional<String> container) {

  /** Refuses null. */
  public PodField {
    Arguments.notNull("kind, key, container", kind, key, container);
  }

  /** A part of a pod. */
  public enum Kind {
    /** {@code metadata.annotations}. */
    ANNOTATION("metadata.annotations"),
    /** {@code metadata.labels}. */
    LABEL("metadata.labels"),
    /** {@code spec.nodeSelector}. */
    NODE_SELECTOR("spec.nodeSelector"),
    /** A separate term of the required node affinity; one of all such terms must match. */
    NODE_AFFINITY("spec.affinity.nodeAffinity"),
    /** {@code spec.tolerations}, by the taint's key. */
    TOLERATION("spec.tolerations"),
    /** {@code resources.requests} of a container. */
    REQUEST("resources.requests"),
    /** {@code resources.limits} of a container. */
    LIMIT("resources.limits"),
    /** {@code spec.resourceClaims}, by the name of the claim in the pod. */
    CLAIM("spec.resourceClaims"),
    /** Both {@code resources.requests} and {@code resources.limits} of the container with GPUs. */
    DEVICE("resources");

    private final String path;

    Kind(String path) {
      this.path = path;
    }
  }

  /** An annotation of the pod. */
  public static PodField annotation(String key) {
    return new PodField(Kind.ANNOTATION, key, Optional.empty());
  }

  /** A label of the pod. */
  public static PodField label(String key) {
    return new PodField(Kind.LABEL, key, Optional.empty());
  }

  /** A node label that the pod selects on. */
  public static PodField nodeSelector(String key) {
    return new PodField(Kind.NODE_SELECTOR, key, Optional.empty());
  }

  /** A node label of a required affinity term; terms are alternatives. */
  public static PodField nodeAffinity(String key) {
    return new PodField(Kind.NODE_AFFINITY, key, Optional.empty());
  }

  /** A toleration of every taint with this key and the effect {@code NoSchedule}. */
  public static PodField toleration(String key) {
    return new PodField(Kind.TOLERATION, key, Optional.empty());
  }

  /** A resource that a container requests. */
  public static PodField request(String container, String resource) {
    return new PodField(Kind.REQUEST, resource, named(container));
  }

  /** A resource that a container is limited to. */
  public static PodField limit(String container, String resource) {
    return new PodField(Kind.LIMIT, resource, named(container));
  }

  /** Returns a resource that the container with the GPUs has as both request and limit. */
  public static PodField device(String resource) {
    return new PodField(Kind.DEVICE, resource, Optional.empty());
  }

  /** A resource claim of the pod. */
  public static PodField claim(String name) {
    return new PodField(Kind.CLAIM, name, Optional.empty());
  }

  private static Optional<String> named(String container) {
    return Optional.of(Arguments.required("container", container, "a container's name"));
  }

  /** Returns text such as {@code metadata.annotations[eks.tke.cloud.tencent.com/mem]}. */
  @Override
  public String toString() {
    return MessageText.of(
        container.map(name -> "container '" + name + "' ").orElse("")
            + kind.path
            + "["
            + key
            + "]");
  }
}
