package io.gpuspec.manifest.migrate;

import io.gpuspec.Target;
import io.gpuspec.internal.yaml.YamlMapping;
import io.gpuspec.internal.yaml.YamlScalar;
import io.gpuspec.internal.yaml.YamlSequence;
import io.gpuspec.internal.yaml.YamlText;
import io.gpuspec.manifest.internal.tree.SourceDocument;
import io.gpuspec.manifest.internal.tree.YamlPlace;
import io.gpuspec.spi.CloudFacts;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiPredicate;

/**
 * Storage and registries that one cloud has alone: names of its storage classes, its drivers, and
 * images that only its networks or accounts reach; and runtime classes, which each cluster has of
 * its own. They are kept, and reported as losses. Which they are, providers say: {@link
 * CloudFacts}.
 */
final class CloudReferences {
  private static final String CLASS =
      "it was left as it is, and a claim stays Pending where no such class is; name one of %s's, or create it";
  private static final String DRIVER =
      "it was left as it is, and no volume is made or mounted; use a driver of %s's";
  private static final String IMAGE =
      "it was left as it is; copy the image to a registry that nodes of %s reach";

  /** What a field of any object says if it is about one cloud. */
  private enum Field {
    STORAGE_CLASS("a storage class of", CLASS, CloudFacts::hasStorageClass),
    DRIVER_OF_VOLUMES("a driver of volumes of", DRIVER, CloudFacts::hasDriver),
    IMAGE_OF_ACCOUNT("in a registry for networks or accounts of", IMAGE, CloudFacts::hasImage),
    VOLUME("a volume of", DRIVER, CloudFacts::hasVolume);

    private final String what;
    private final String instead;
    private final BiPredicate<CloudFacts, String> isOf;

    Field(String what, String instead, BiPredicate<CloudFacts, String> isOf) {
      this.what = what;
      this.instead = instead;
      this.isOf = isOf;
    }
  }

  private static final Map<String, Field> FIELDS =
      Map.of(
          "storageClassName",
          Field.STORAGE_CLASS,
          "provisioner",
          Field.DRIVER_OF_VOLUMES,
          "driver",
          Field.DRIVER_OF_VOLUMES,
          "image",
          Field.IMAGE_OF_ACCOUNT);

  private static final String RUNTIME_CLASS = "runtimeClassName";

  private final Target from;
  private final Target to;
  private final String cloud;
  private final Set<String> made = new HashSet<>();
  private final Set<String> runtimeClasses = new HashSet<>();
  private final List<MigrationResult.Loss> losses = new ArrayList<>();

  /**
   * @param file all documents of the file, which may have a storage class of the name for the new
   *     target
   */
  CloudReferences(Target from, Target to, List<SourceDocument> file) {
    this.from = from;
    this.to = to;
    this.cloud = to.cloud();
    for (SourceDocument document : file) {
      storageClass(document.place());
      runtimeClass(document.place());
    }
  }

  private void runtimeClass(YamlPlace object) {
    if (text(object, "kind").equals("RuntimeClass")) {
      object.find("metadata").map(each -> text(each, "name")).ifPresent(runtimeClasses::add);
    }
  }

  private void storageClass(YamlPlace object) {
    if (text(object, "kind").equals("StorageClass")
        && foreign(Field.DRIVER_OF_VOLUMES, text(object, "provisioner")).isEmpty()
        && object.node() instanceof YamlMapping) {
      object.find("metadata").map(each -> text(each, "name")).ifPresent(made::add);
    }
  }

  private static String text(YamlPlace object, String key) {
    return object.node() instanceof YamlMapping
        ? object
            .find(key)
            .map(YamlPlace::node)
            .map(each -> each instanceof YamlScalar scalar ? scalar.text() : "")
            .orElse("")
        : "";
  }

  /** Returns what an object that moves has of another cloud. */
  List<MigrationResult.Loss> in(YamlPlace object) {
    losses.clear();
    if (!from.id().equals(to.id())) {
      look("", object);
    }
    return List.copyOf(losses);
  }

  private void look(String key, YamlPlace value) {
    if (value.node() instanceof YamlMapping) {
      lose(value, key, Field.VOLUME, key);
      value.fields().forEach(this::look);
    } else if (value.node() instanceof YamlSequence) {
      value.items().forEach(item -> look("", item));
    } else if (value.node() instanceof YamlScalar scalar && key.equals(RUNTIME_CLASS)) {
      loseRuntime(value, scalar.text());
    } else if (value.node() instanceof YamlScalar scalar && !made.contains(scalar.text())) {
      Optional.ofNullable(FIELDS.get(key))
          .ifPresent(field -> lose(value, key + " " + scalar.text(), field, scalar.text()));
    }
  }

  /** The API server refuses a pod whose class it does not have; clusters of one cloud may share. */
  private void loseRuntime(YamlPlace place, String name) {
    if (!name.isEmpty() && !from.cloud().equals(cloud) && !runtimeClasses.contains(name)) {
      losses.add(
          MigrationResult.Loss.at(
              place,
              YamlText.printable(RUNTIME_CLASS + " " + name, 200),
              "whether a cluster of %s has this RuntimeClass is not known, and a pod is refused without it"
                  .formatted(to.id()),
              "it was left as it is; create the class, or take it out"));
    }
  }

  /** Returns the other cloud that a value of a field is of. */
  private Optional<CloudFacts> foreign(Field field, String text) {
    return to.cloudFacts().stream()
        .filter(other -> !other.id().equals(cloud) && field.isOf.test(other, text))
        .findFirst();
  }

  private void lose(YamlPlace place, String what, Field field, String text) {
    foreign(field, text)
        .ifPresent(
            other ->
                losses.add(
                    MigrationResult.Loss.at(
                            place,
                            YamlText.printable(what, 200),
                            "it is %s %s".formatted(field.what, other),
                            field.instead.formatted(to.id()))
                        .asBreaking()));
  }
}
