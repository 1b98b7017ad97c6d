package io.gpuspec.manifest.internal.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.UnknownNameException;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each limit is met exactly, and passed by one. */
class ChecksTest {
  private static void refused(ThrowingCallable check, String id) {
    assertThatThrownBy(check)
        .isInstanceOfSatisfying(InvalidValueException.class, e -> assertThat(e.id()).isEqualTo(id));
  }

  @Test
  void portsAreFrom1To65535() {
    assertThat(Checks.port("port", 1)).isEqualTo(1);
    assertThat(Checks.port("port", 65535)).isEqualTo(65535);
    refused(() -> Checks.port("port", 0), "port.out-of-range");
    refused(() -> Checks.port("port", 65536), "port.out-of-range");
  }

  @Test
  void usersAreFrom1ToTheLargestOfLinux() {
    assertThatCode(() -> Checks.user(1)).doesNotThrowAnyException();
    assertThatCode(() -> Checks.user(Integer.MAX_VALUE)).doesNotThrowAnyException();
    refused(() -> Checks.user(0), "user.out-of-range");
    refused(() -> Checks.user(Integer.MAX_VALUE + 1L), "user.out-of-range");
  }

  @Test
  void numbersOfAProbeBeginAt1() {
    assertThat(Checks.fromOne("period", 1)).isEqualTo(1);
    assertThat(Checks.fromOne("period", 7)).isEqualTo(7);
    refused(() -> Checks.fromOne("period", 0), "value.out-of-range");
  }

  @Test
  void aLeastIsAllowed() {
    assertThatCode(() -> Checks.atLeast("replicas", 1, 1)).doesNotThrowAnyException();
    refused(() -> Checks.atLeast("replicas", 1, 0), "value.out-of-range");
  }

  @Test
  void secondsToEndBeginAt0() {
    assertThatCode(() -> Checks.gracePeriod(0)).doesNotThrowAnyException();
    refused(() -> Checks.gracePeriod(-1), "workload.out-of-range");
  }

  /** The API server: 262,144 bytes of keys and values together, in UTF-8. */
  @Test
  void annotationsHave262144BytesAtMost() {
    assertThatCode(() -> Checks.annotations(Map.of("a", "x".repeat(262_143))))
        .doesNotThrowAnyException();
    assertThatCode(
            () -> Checks.annotations(Map.of("a", "x".repeat(131_071), "b", "x".repeat(131_071))))
        .doesNotThrowAnyException();
    refused(() -> Checks.annotations(Map.of("a", "x".repeat(262_144))), "annotation.too-long");
    refused(
        () -> Checks.annotations(Map.of("a", "x".repeat(131_072), "b", "x".repeat(131_071))),
        "annotation.too-long");
    refused(() -> Checks.annotations(Map.of("a", "\u00e9".repeat(131_072))), "annotation.too-long");
  }

  @Test
  void aKeyHasAPrefixOf253CharactersAndANameOf63() {
    String label = "a".repeat(61) + ".";
    String prefix = label.repeat(4) + "a".repeat(5);
    assertThat(prefix).hasSize(253);
    String key = prefix + "/" + "n".repeat(63);
    assertThat(Checks.key("label", key)).isEqualTo(key);
    assertThatThrownBy(() -> Checks.key("label", prefix + "a/n"))
        .isInstanceOf(InvalidValueException.class);
    assertThatThrownBy(() -> Checks.key("label", "a/" + "n".repeat(64)))
        .isInstanceOf(InvalidValueException.class);
  }

  @Test
  void aLabelValueHas63CharactersAtMost() {
    assertThat(Checks.labelValue("a", "v".repeat(63))).isEqualTo("v".repeat(63));
    refused(() -> Checks.labelValue("a", "v".repeat(64)), "label.malformed");
  }

  @Test
  void aServiceNameHas63CharactersAtMost() {
    assertThat(Checks.serviceName("s".repeat(63))).isEqualTo("s".repeat(63));
    refused(() -> Checks.serviceName("s".repeat(64)), "service.malformed");
  }

  @Test
  void aPortNameHas15CharactersAtMost() {
    assertThat(Checks.portName("p".repeat(15))).isEqualTo("p".repeat(15));
    refused(() -> Checks.portName("p".repeat(16)), "port.malformed");
  }

  @Test
  void aNameOfWhichLongerOnesAreMadeHasItsOwnLimit() {
    assertThatCode(() -> Checks.shortName("job", 5, "abcde")).doesNotThrowAnyException();
    refused(() -> Checks.shortName("job", 5, "abcdef"), "name.too-long");
  }

  @Test
  void theSmallestVolumeIsABlock() {
    assertThat(Checks.storage("4Ki").toBytes()).isEqualTo(4096);
    refused(() -> Checks.storage("4095"), "volume.malformed");
    refused(() -> Checks.storage("1"), "volume.malformed");
    refused(() -> Checks.storage("0"), "volume.out-of-range");
    refused(() -> Checks.storage("-1Gi"), "volume.out-of-range");
  }

  /** Java knows zones that the tz database of the API server does not have. */
  @Test
  void zonesOfJavaAloneAreNotKnown() {
    assertThatCode(() -> Checks.timeZone("Asia/Shanghai")).doesNotThrowAnyException();
    assertThatThrownBy(() -> Checks.timeZone("SystemV/AST4"))
        .isInstanceOf(UnknownNameException.class)
        .hasMessageNotContaining("known: SystemV");
  }

  /** The tz database has some that Java leaves out. */
  @ParameterizedTest
  @ValueSource(strings = {"EST", "MST", "HST", "GMT+0", "UTC", "PRC", "ROC"})
  void zonesOfTheTzDatabaseAreKnown(String zone) {
    assertThatCode(() -> Checks.timeZone(zone)).doesNotThrowAnyException();
  }

  @Test
  void aCheckReturnsWhatItWasGiven() {
    assertThat(Checks.dnsLabel("container name", "a-b")).isEqualTo("a-b");
    assertThat(Checks.workloadName("a-b")).isEqualTo("a-b");
    assertThat(Checks.dnsSubdomain("name", "a.b")).isEqualTo("a.b");
    assertThat(Checks.nodeLabel("example.com/pool")).isEqualTo("example.com/pool");
    assertThat(Checks.topologyKey("kubernetes.io/hostname")).isEqualTo("kubernetes.io/hostname");
    assertThat(Checks.annotationKey("example.com/note")).isEqualTo("example.com/note");
    assertThat(Checks.probePath("/health")).isEqualTo("/health");
    assertThat(Checks.envName("A")).isEqualTo("A");
    assertThat(Checks.configKey("secret 'a'", "k.txt")).isEqualTo("k.txt");
    assertThat(Checks.notBlank("command", " a ")).isEqualTo(" a ");
    assertThat(Checks.image("r/i:v1")).isEqualTo("r/i:v1");
    assertThat(Checks.mountPath("/data")).isEqualTo("/data");
    assertThat(Checks.all("args", new String[] {"a", "b"})).containsExactly("a", "b");
  }
}
