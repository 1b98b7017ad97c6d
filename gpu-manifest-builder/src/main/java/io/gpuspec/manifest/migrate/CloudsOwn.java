package io.gpuspec.manifest.migrate;

import io.gpuspec.Target;
import io.gpuspec.internal.yaml.YamlMapping;
import io.gpuspec.internal.yaml.YamlScalar;
import io.gpuspec.internal.yaml.YamlSequence;
import io.gpuspec.internal.yaml.YamlText;
import io.gpuspec.manifest.internal.tree.SourceDocument;
import io.gpuspec.manifest.internal.tree.YamlPlace;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Storage and registries that one cloud has alone: names of its storage classes, its drivers, and
 * images that only its networks or accounts reach; and runtime classes, which each cluster has of
 * its own. They are kept, and told.
 *
 * <p>Sources, 2026: Amazon EBS CSI driver, parameters; Amazon ECR, registries; Alibaba Cloud ACK,
 * disk volumes; Alibaba Cloud ACR, endpoints; Tencent Cloud TKE, CBS and CFS storage classes.
 */
final class CloudsOwn {
  private static final String CLASS =
      "it was left as it is, and a claim stays Pending where no such class is; name one of %s's, or create it";
  private static final String DRIVER =
      "it was left as it is, and no volume is made or mounted; use a driver of %s's";
  private static final String IMAGE =
      "it was left as it is; copy the image to a registry that nodes of %s reach";

  /** What a field of any object says if it is about one cloud. */
  private record Row(String cloud, Set<String> keys, Pattern values, String why, String instead) {
    static Row of(String cloud, String values, String what, String instead, String... keys) {
      return new Row(
          cloud, Set.of(keys), Pattern.compile(values), "it is " + what + " of " + cloud, instead);
    }
  }

  private static Row storageClass(String cloud, String values) {
    return Row.of(cloud, values, "a storage class", CLASS, "storageClassName");
  }

  private static Row driver(String cloud, String values) {
    return Row.of(cloud, values, "a driver of volumes", DRIVER, "provisioner", "driver");
  }

  private static Row image(String cloud, String values) {
    return Row.of(cloud, values, "in a registry for networks or accounts", IMAGE, "image");
  }

  private static final List<Row> ROWS =
      List.of(
          storageClass("eks", "gp[23]"),
          storageClass("ack", "alicloud-(disk|nas)-.*|alibabacloud-cnfs-nas"),
          storageClass("tke", "cbs(-.*)?"),
          driver("eks", "[a-z0-9]+\\.csi\\.(aws|eks\\.amazonaws)\\.com|kubernetes\\.io/aws-ebs"),
          driver("ack", "[a-z]+\\.csi\\.alibabacloud\\.com|alicloud/.*"),
          driver("tke", "com\\.tencent\\.cloud\\.csi\\..*|cloud\\.tencent\\.com/qcloud-cbs"),
          image("eks", "[0-9]{12}\\.dkr\\.ecr\\..*"),
          // A host has at most 253 characters, and without a bound the pattern is quadratic.
          image("ack", "([^/]{0,253}-)?registry-(vpc|internal)\\.[^/]{0,253}aliyuncs\\.com/.*"));

  private static final String RUNTIME_CLASS = "runtimeClassName";

  private static final String VOLUME_OF_EBS = "awsElasticBlockStore";

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
  CloudsOwn(Target from, Target to, List<SourceDocument> file) {
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
        && foreign("provisioner", text(object, "provisioner")).isEmpty()
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
      if (key.equals(VOLUME_OF_EBS) && !cloud.equals("eks")) {
        lose(value, key, "it is a volume of eks", DRIVER);
      }
      value.fields().forEach(this::look);
    } else if (value.node() instanceof YamlSequence) {
      value.items().forEach(item -> look("", item));
    } else if (value.node() instanceof YamlScalar scalar && key.equals(RUNTIME_CLASS)) {
      loseRuntime(value, scalar.text());
    } else if (value.node() instanceof YamlScalar scalar && !made.contains(scalar.text())) {
      foreign(key, scalar.text())
          .ifPresent(row -> lose(value, key + " " + scalar.text(), row.why(), row.instead()));
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

  private Optional<Row> foreign(String key, String text) {
    return ROWS.stream()
        .filter(row -> !row.cloud().equals(cloud) && row.keys().contains(key))
        .filter(row -> row.values().matcher(text).matches())
        .findFirst();
  }

  private void lose(YamlPlace place, String what, String why, String instead) {
    losses.add(
        MigrationResult.Loss.at(
                place, YamlText.printable(what, 200), why, instead.formatted(to.id()))
            .asBreaking());
  }
}
