package io.gpuspec.manifest.internal.kube;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.gpuspec.internal.yaml.YamlMapping;
import io.gpuspec.internal.yaml.YamlScalar;
import io.gpuspec.internal.yaml.YamlSequence;
import io.gpuspec.internal.yaml.YamlText;
import io.gpuspec.manifest.error.ManifestException;
import io.gpuspec.manifest.internal.tree.YamlPlace;
import io.gpuspec.value.Note;
import io.gpuspec.value.UnknownNameException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Unknown fields of a pod. kubectl refuses such a manifest; if they were ignored, a misspelled
 * {@code limit} would give the shape of a pod without limits.
 */
public final class PodFields {
  private static final Set<String> POD = of(Pod.class);
  private static final Set<String> META = of(ObjectMeta.class);
  private static final Set<String> SPEC = of(PodSpec.class);
  private static final Set<String> CONTAINER = of(Container.class);
  private static final Set<String> RESOURCES = of(ResourceRequirements.class);

  /** A slip of the fingers: a letter or two, at one place. More may be a field of a newer API. */
  private static final int SLIP = 2;

  /**
   * The number of unknown fields of one pod that are reported: a file can have millions, too many
   * to read.
   */
  private static final int MOST = 100;

  /**
   * An unknown field.
   *
   * @param owner the part with the field
   * @param meant the field that was probably meant
   */
  public record Unknown(YamlPlace owner, YamlScalar key, Optional<String> meant) {

    public ManifestException problem() {
      String place = owner.path().isEmpty() ? "the document" : owner.path();
      return new ManifestException(
          "manifest.unknown",
          owner.source(),
          key.line(),
          key.column(),
          place
              + ": field '"
              + YamlText.shown(key.text())
              + "' is not known"
              + meant.map(m -> "; did you mean " + m + "?").orElse(""));
    }

    public Note note() {
      String place = owner.path().isEmpty() ? "" : " of " + owner.path();
      return Note.of(
          "field.unknown",
          "%s:%s: field '%s'%s is not known here and was ignored; kubectl refuses it unless the cluster knows it"
              .formatted(owner.source(), key.line(), YamlText.shown(key.text()), place));
    }
  }

  private final List<Unknown> unknown = new ArrayList<>();

  private PodFields() {}

  /**
   * Returns what is not known of a pod or a template; what is of another type is left to its
   * reader.
   */
  public static List<Unknown> unknown(YamlPlace pod) {
    PodFields fields = new PodFields();
    fields.check(pod, POD);
    fields.under(pod, "metadata").ifPresent(meta -> fields.check(meta, META));
    fields.under(pod, "spec").ifPresent(fields::checkSpec);
    return fields.unknown;
  }

  private void checkSpec(YamlPlace spec) {
    check(spec, SPEC);
    for (String list : List.of("initContainers", "containers")) {
      Optional<YamlPlace> all = under(spec, list).filter(l -> l.node() instanceof YamlSequence);
      for (YamlPlace container : all.map(YamlPlace::items).orElse(List.of())) {
        check(container, CONTAINER);
        under(container, "resources").ifPresent(resources -> check(resources, RESOURCES));
      }
    }
  }

  private Optional<YamlPlace> under(YamlPlace place, String key) {
    return place.node() instanceof YamlMapping ? place.find(key) : Optional.empty();
  }

  private void check(YamlPlace place, Set<String> known) {
    if (place.node() instanceof YamlMapping mapping) {
      mapping
          .entries()
          .forEach(
              (name, entry) -> {
                if (!known.contains(name) && unknown.size() < MOST) {
                  unknown.add(new Unknown(place, entry.key(), meant(name, known)));
                }
              });
    }
  }

  /** Returns the known field that an unknown one was probably meant to be. */
  public static Optional<String> meant(String name, Set<String> known) {
    return new UnknownNameException("manifest.unknown", "field", name, known)
        .suggestions().stream().filter(near -> isSlip(name, near)).findFirst();
  }

  /**
   * Returns whether two names are equal except for a letter or two in one place, or for their case.
   */
  public static boolean isSlip(String name, String known) {
    String a = name.toLowerCase(Locale.ROOT);
    String b = known.toLowerCase(Locale.ROOT);
    int shorter = Math.min(a.length(), b.length());
    int start = 0;
    while (start < shorter && a.charAt(start) == b.charAt(start)) {
      start++;
    }
    int end = 0;
    while (end < shorter - start
        && a.charAt(a.length() - 1 - end) == b.charAt(b.length() - 1 - end)) {
      end++;
    }
    return Math.max(a.length(), b.length()) - start - end <= SLIP;
  }

  private static Set<String> of(Class<?> type) {
    return KubeTypes.all().of(type).fields().keySet();
  }
}
