package io.gpuspec.manifest.internal.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuspec.manifest.error.ManifestException;
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
    assertThatThrownBy(() -> annotations.require("x").string())
        .isInstanceOf(ManifestException.class)
        .hasMessage(
            "pod.yaml:5:8: metadata.annotations.x: expected a string, found the integer 8; quote"
                + " it: '8'");
  }

  @Test
  void aKeyWithDotsIsQuotedInThePath() {
    assertThatThrownBy(() -> annotations.require("example.com/on").string())
        .hasMessage(
            "pod.yaml:6:21: metadata.annotations['example.com/on']: expected a string, found the"
                + " boolean yes; quote it: 'yes'");
  }

  @Test
  void aQuotedNumberIsNoInteger() {
    assertThatThrownBy(() -> spec.require("replicas").integer())
        .hasMessage(
            "pod.yaml:9:13: spec.replicas: expected an integer, found the string '3'; take the"
                + " quotes away: 3");
  }

  @Test
  void anIntegerHasAtMost64Bits() {
    assertThat(spec.require("count").integer()).isEqualTo(16);
    assertThatThrownBy(() -> spec.require("size").integer())
        .hasMessageContaining("expected an integer of at most 64 bits");
  }

  @Test
  void aQuotedTrueIsNoBoolean() {
    assertThat(spec.require("ready").bool()).isTrue();
    assertThatThrownBy(() -> spec.require("hostNetwork").bool())
        .hasMessage(
            "pod.yaml:12:16: spec.hostNetwork: expected a boolean, found the string 'true'; write"
                + " true or false, without quotes");
  }

  @Test
  void aKeyWithoutValueIsMissing() {
    assertThat(root.require("metadata").find("finalizers")).isEmpty();
    assertThat(root.require("metadata").find("nope")).isEmpty();
    assertThat(root.require("metadata").fields())
        .containsOnlyKeys("name", "labels", "annotations", "finalizers");
    assertThatThrownBy(() -> root.require("metadata").require("finalizers"))
        .hasMessage(
            "pod.yaml:2:3: metadata.finalizers: expected a value, found nothing; add finalizers");
  }

  @Test
  void aListIsNoMappingAndTheOtherWayRound() {
    assertThatThrownBy(() -> spec.require("containers").find("name"))
        .hasMessage(
            "pod.yaml:14:15: spec.containers: expected a mapping, found a list; write 'key: value'"
                + " lines");
    assertThatThrownBy(() -> root.items())
        .hasMessage(
            "pod.yaml:1:1: the document: expected a list, found a mapping; start each item with"
                + " '- '");
    assertThat(spec.require("containers").items().get(1).path()).isEqualTo("spec.containers[1]");
  }

  @Test
  void whatCannotBeSeenIsEscapedInMessages() {
    YamlPlace odd =
        YamlDocuments.of("a.yaml", "k: \"\\e[31m\\u202E" + "x".repeat(100) + "\"")
            .iterator()
            .next();

    assertThatThrownBy(() -> odd.require("k").bool())
        .hasMessageContaining("the string '\\x1B[31m\\u202Exxx")
        .hasMessageContaining("xxx...'");
  }
}
