package io.gpuspec.manifest.internal.tree;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class YamlPlaceTest {
  private final YamlPlace root =
      YamlDocuments.of(
              "pod.yaml",
              """
              metadata:
                name: x
                labels: {}
                annotations:
                  x: 8
                  example.com/on: yes
                finalizers:
              spec:
                replicas: '3'
                size: 9223372036854775808
                count: 0x10
                hostNetwork: 'true'
                ready: on
                containers: [a, b]
              """)
          .iterator()
          .next();

  private final YamlPlace annotations = root.require("metadata").require("annotations");
  private final YamlPlace spec = root.require("spec");

  @Test
  void aNumberIsNoStringAndTheFixIsQuotes() {
    assertError(() -> annotations.require("x").string(), "manifest.malformed", "pod.yaml:5:8");
  }

  @Test
  void aKeyWithDotsIsQuotedInThePath() {
    assertError(
        () -> annotations.require("example.com/on").string(),
        "manifest.malformed",
        "pod.yaml:6:21",
        "example.com/on");
  }

  @Test
  void aQuotedNumberIsNoInteger() {
    assertError(() -> spec.require("replicas").integer(), "manifest.malformed", "pod.yaml:9:13");
  }

  @Test
  void anIntegerHasAtMost64Bits() {
    assertThat(spec.require("count").integer()).isEqualTo(16);
    assertError(() -> spec.require("size").integer(), "manifest.malformed");
  }

  @Test
  void aQuotedTrueIsNoBoolean() {
    assertThat(spec.require("ready").bool()).isTrue();
    assertError(() -> spec.require("hostNetwork").bool(), "manifest.malformed", "pod.yaml:12:16");
  }

  @Test
  void aKeyWithoutValueIsMissing() {
    assertThat(root.require("metadata").find("finalizers")).isEmpty();
    assertThat(root.require("metadata").find("nope")).isEmpty();
    assertThat(root.require("metadata").fields())
        .containsOnlyKeys("name", "labels", "annotations", "finalizers");
    assertError(
        () -> root.require("metadata").require("finalizers"), "manifest.missing", "pod.yaml:2:3");
  }

  @Test
  void aListIsNoMappingAndTheOtherWayRound() {
    assertError(
        () -> spec.require("containers").find("name"), "manifest.malformed", "pod.yaml:14:15");
    assertError(() -> root.items(), "manifest.malformed", "pod.yaml:1:1");
    assertThat(spec.require("containers").items().get(1).path()).isEqualTo("spec.containers[1]");
  }

  @Test
  void whatCannotBeSeenIsEscapedInMessages() {
    YamlPlace odd =
        YamlDocuments.of("a.yaml", "k: \"\\e[31m\\u202E" + "x".repeat(100) + "\"")
            .iterator()
            .next();

    assertError(() -> odd.require("k").bool(), "manifest.malformed");
  }
}
