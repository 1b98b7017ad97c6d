package io.gpuspec.manifest.platform;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.gpuspec.manifest.PlatformObjects;
import io.gpuspec.manifest.Reason;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Combines several sets of objects into one, with each object and each reason once. */
final class ObjectCollector {
  private final Map<List<String>, HasMetadata> objects = new LinkedHashMap<>();
  private final Set<Reason> reasons = new LinkedHashSet<>();

  ObjectCollector add(PlatformObjects part) {
    part.objects().forEach(this::add);
    reasons.addAll(part.reasons());
    return this;
  }

  ObjectCollector add(HasMetadata object) {
    String namespace = object.getMetadata().getNamespace();
    objects.putIfAbsent(
        List.of(
            object.getKind(), namespace == null ? "" : namespace, object.getMetadata().getName()),
        object);
    return this;
  }

  ObjectCollector withReason(Reason reason) {
    reasons.add(reason);
    return this;
  }

  PlatformObjects objects() {
    return PlatformObjects.of(List.copyOf(objects.values()), List.copyOf(reasons));
  }
}
