package io.gpuspec.manifest.intent;

import io.gpuspec.Gpus;
import io.gpuspec.ProviderException;
import io.gpuspec.Target;
import io.gpuspec.kube.KubeObject;
import io.gpuspec.manifest.PlatformObjects;
import io.gpuspec.manifest.internal.fields.Part;
import io.gpuspec.manifest.internal.fields.Schema;
import io.gpuspec.manifest.internal.fields.Table;
import io.gpuspec.spi.ObjectField;
import io.gpuspec.spi.ObjectKind;
import io.gpuspec.spi.ObjectValues;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A kind of document for objects that a provider makes.
 *
 * @param target the provider's target, as published
 */
record ProviderKind<T>(Target target, ObjectKind<T> kind) {

  /** The kinds of every provider that is there. */
  static Stream<IntentKind> all() {
    return targets().flatMap(target -> target.objectKinds().stream().map(kind -> of(target, kind)));
  }

  private static Stream<Target> targets() {
    try {
      return Gpus.load().targets().stream();
    } catch (ProviderException e) {
      // Without providers there are no such kinds, and workloads can be read all the same.
      return Stream.of();
    }
  }

  private static <T> IntentKind of(Target target, ObjectKind<T> kind) {
    ProviderKind<T> here = new ProviderKind<>(target, kind);
    return new IntentKind(
        kind.name(),
        kind.page(),
        Table.document(
            kind.name(),
            Table.clusterMetadata((any, name) -> any).schema(),
            Schema.of(kind.name() + "Spec", kind.fields())),
        document -> Draft.platform(document, here.read(document)));
  }

  private Optional<Intent> read(Part document) {
    objects(document, target);
    return document.problems().isEmpty()
        ? Optional.of(
            Intent.platform(
                kind.name(), name(document), gpus -> built(document, gpus.in(target.id()))))
        : Optional.empty();
  }

  /** Returns its name; without one, which is a problem already, a name to judge the rest by. */
  private static String name(Part document) {
    return document.orEmpty("metadata").find("name").map(Part::text).orElse("unnamed");
  }

  /** Overlays may know other instance types, so it is judged where it is built too. */
  private PlatformObjects built(Part document, Target there) {
    Part anew = new Part(document.place(), document.tree(), new ArrayList<>());
    List<KubeObject> objects = objects(anew, there);
    if (!anew.problems().isEmpty()) {
      throw anew.problems().get(0);
    }
    return PlatformObjects.of(objects.toArray(KubeObject[]::new));
  }

  /** Returns the objects; where something is wrong, that is a problem of the document. */
  private List<KubeObject> objects(Part document, Target there) {
    Part spec = document.orEmpty("spec");
    ObjectValues values = ObjectValues.of(spec.map());
    Optional<T> made =
        spec.step(Optional.empty(), any -> Optional.of(kind.start(there, name(document), values)));
    for (ObjectField field : kind.fields()) {
      Optional<Part> part = spec.find(field.name());
      if (part.isPresent()) {
        made = made.map(before -> part.get().step(before, b -> kind.step(field, b, values)));
      }
    }
    return made.filter(all -> document.problems().isEmpty())
        .map(all -> spec.step(List.<KubeObject>of(), none -> kind.objects(all)))
        .orElse(List.of());
  }
}
