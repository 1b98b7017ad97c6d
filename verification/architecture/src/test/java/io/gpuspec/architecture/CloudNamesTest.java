package io.gpuspec.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * What a cloud calls its own is in its provider's module: another cloud changes no file of ours.
 */
class CloudNamesTest {
  private static final Path ROOT = Path.of("../..");

  private static final Pattern COMMENT = Pattern.compile("(?s)/\\*.*?\\*/|(?m)^\\s*//.*$");
  private static final Pattern TEXT = Pattern.compile("\"((?:[^\"\\\\\n]|\\\\.)*+)\"");
  private static final Pattern TARGET = Pattern.compile("(?:eks|ack|tke|gke|aks)(?:/.*)?");
  private static final Pattern DOMAIN =
      Pattern.compile(
          ".*(?:amazonaws|k8s\\.aws|aliyun|alibabacloud|alicloud|tencent|qcloud|cloud\\.google"
              + "|gke\\.io|azure\\.com|oraclecloud|digitalocean|coreweave|eksctl).*");

  /** The words under which people know the targets, and the jars that the library publishes. */
  private static final Set<String> OF_ALL_TARGETS = Set.of("Gpus.java");

  /**
   * Texts with a domain of a cloud, by their beginning: examples in messages, and what is read of
   * objects of a cluster where no provider is asked.
   */
  private static final Set<String> KNOWN =
      Set.of(
          "GpuRequest.java: resource: '%s' is not an extended resource",
          "FieldJson.java: an object; write {",
          "ResourceTolerations.java: eks.amazonaws.com",
          "ResourceTolerations.java: karpenter.k8s.aws",
          "ClusterState.java: eks.amazonaws.com/capacityType",
          "ClusterState.java: node.alibabacloud.com/spot-strategy",
          "InspectedPods.java: gpu-(fraction|memory)|",
          "KnownObjects.java: imc.tke.cloud.tencent.com/ImageCache",
          "KnownObjects.java: karpenter.k8s.aws/EC2NodeClass",
          "KarpenterTypes.java: karpenter.k8s.aws/instance-",
          "PoolRules.java: karpenter.k8s.aws");

  /** Modules of the library that are not of one cloud. */
  private static Stream<Path> sources() throws IOException {
    List<Path> sources = new ArrayList<>();
    try (Stream<Path> modules = Files.list(ROOT)) {
      for (Path module : modules.sorted().toList()) {
        String name = module.getFileName().toString();
        Path main = module.resolve("src/main/java");
        if (name.startsWith("gpu-") && !name.startsWith("gpu-provider-") && Files.exists(main)) {
          try (Stream<Path> files = Files.walk(main)) {
            files.filter(file -> file.toString().endsWith(".java")).forEach(sources::add);
          }
        }
      }
    }
    assertThat(sources).hasSizeGreaterThan(500);
    return sources.stream();
  }

  private static List<String> texts(Pattern wanted) throws IOException {
    List<String> found = new ArrayList<>();
    for (Path source : sources().toList()) {
      String file = source.getFileName().toString();
      String code = COMMENT.matcher(Files.readString(source)).replaceAll("");
      TEXT.matcher(code)
          .results()
          .map(match -> match.group(1))
          .filter(text -> wanted.matcher(text).matches())
          .filter(text -> !OF_ALL_TARGETS.contains(file))
          .forEach(text -> found.add(file + ": " + text));
    }
    return found;
  }

  @Test
  void noCodeNamesACloudsTarget() throws IOException {
    assertThat(texts(TARGET))
        .as("say it in the provider's module, by CloudFacts or another method of GpuProvider")
        .isEmpty();
  }

  @Test
  void noOtherCodeNamesADomainOfACloud() throws IOException {
    List<String> found = texts(DOMAIN);

    assertThat(found)
        .as("say it in the provider's module, by CloudFacts or another method of GpuProvider")
        .allMatch(text -> KNOWN.stream().anyMatch(text::startsWith));
    assertThat(KNOWN)
        .as("remove what is said in a provider's module now")
        .allMatch(known -> found.stream().anyMatch(text -> text.startsWith(known)));
  }
}
