package io.gpuspec.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.gpuspec.Gpus;
import io.gpuspec.Target;
import io.gpuspec.manifest.GpuWorkload;
import io.gpuspec.manifest.Manifests;
import io.gpuspec.manifest.gang.VolcanoQueue;
import io.gpuspec.manifest.platform.GpuAlert;
import io.gpuspec.manifest.platform.GpuAlerts;
import io.gpuspec.manifest.platform.GpuLabeler;
import io.gpuspec.manifest.platform.GpuPool;
import io.gpuspec.manifest.platform.GpuPools;
import io.gpuspec.manifest.platform.GpuQuota;
import io.gpuspec.scheduling.Taint.Effect;
import io.gpuspec.value.GpuSpecException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/**
 * Whatever text a caller puts into something that a script is generated from, it is refused, or it
 * is data: the shell reads the same script as for a plain name, with the text as part of a word.
 */
class ShellDataLaws {
  private static final String PLAIN = "plain-name";
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Target EKS = Gpus.load().in("eks");

  /** A script with a text in one of its places. */
  enum Place {
    NODE_OF_POOL(text -> pools(pool().nodes(text))),
    POOL(text -> pools(GpuPool.of(text, "T4").cards(4).nodes("n"))),
    LABEL_KEY_OF_POOL(text -> pools(pool().nodes("n").label(text, "v"))),
    LABEL_OF_POOL(text -> pools(pool().nodes("n").label("k", text))),
    TAINT_KEY_OF_POOL(text -> pools(pool().nodes("n").taint(text, "v", Effect.NO_SCHEDULE))),
    TAINT_OF_POOL(text -> pools(pool().nodes("n").taint("k", text, Effect.NO_SCHEDULE))),
    PURPOSE_OF_POOL(text -> pools(pool().nodes("n").purpose(text))),
    SELECTOR_OF_POOL(
        text -> GpuPools.of(pool().nodes(2).labelled("k", text)).commands().toString()),
    SELECTOR_KEY_OF_POOL(
        text -> GpuPools.of(pool().nodes(2).labelled(text, "v")).commands().toString()),
    LABEL_OF_LABELER(text -> labeler(labeler().label(text))),
    VALUE_OF_LABELER(text -> labeler(labeler().value("T4", text))),
    GPU_OF_LABELER(text -> labeler(labeler().value(text, "v"))),
    NODES_OF_LABELER(text -> labeler(labeler().on("k", text))),
    WORKLOAD(text -> verified(workload(text))),
    NAMESPACE(text -> verified(workload("w").namespace(text))),
    LABEL_KEY(text -> verified(workload("w").label(text, "v"))),
    LABEL(text -> verified(workload("w").label("k", text))),
    IMAGE(text -> verified(GpuWorkload.deployment("w", text).gpu("T4"))),
    NODE_SELECTOR(text -> verified(workload("w").nodeSelector("k", text))),
    QUOTA(text -> GpuQuota.of(text).gpus("nvidia.com/gpu", 1).objects().verify().toString()),
    ALERTS(
        text -> GpuAlerts.of(text).alert(GpuAlert.temperature(85)).objects().verify().toString()),
    VOLCANO_QUEUE(text -> VolcanoQueue.of(text).objects().verify().toString()),
    SAVED_NODE(text -> saved(text, "k", "v", "t", "u", "d")),
    SAVED_LABEL_KEY(text -> saved("n", text, "v", "t", "u", "d")),
    SAVED_LABEL(text -> saved("n", "k", text, "t", "u", "d")),
    SAVED_TAINT_KEY(text -> saved("n", "k", "v", text, "u", "d")),
    SAVED_TAINT(text -> saved("n", "k", "v", "t", text, "d"));

    private final Script script;

    Place(Script script) {
      this.script = script;
    }
  }

  private interface Script {
    String with(String text);
  }

  private static GpuPool pool() {
    return GpuPool.of("p", "T4").cards(4);
  }

  private static String pools(GpuPool pool) {
    GpuPools pools = GpuPools.of(pool);
    return pools.commands()
        + String.join("\n", pools.pools().get(0).removal())
        + "\n"
        + String.join("\n", pools.patches())
        + "\n";
  }

  private static GpuLabeler labeler() {
    return GpuLabeler.onNodes("r/kubectl:1");
  }

  private static String labeler(GpuLabeler labeler) {
    return labeler.script() + "\n" + labeler.objects().verify();
  }

  private static GpuWorkload workload(String name) {
    return GpuWorkload.deployment(name, "r/i:1").gpu("T4").port(80);
  }

  private static String verified(GpuWorkload workload) {
    Manifests manifests = workload.on(EKS);
    return manifests.verify() + "\n" + manifests.verifyAll();
  }

  private static String saved(
      String node, String key, String value, String taint, String of, String data) {
    try {
      return ClusterBackup.parse(
              "f",
              JSON.writeValueAsString(
                  Map.of(
                      "kind",
                      "List",
                      "items",
                      List.of(
                          Map.of(
                              "apiVersion",
                              "v1",
                              "kind",
                              "Node",
                              "metadata",
                              Map.of("name", node, "labels", Map.of(key, value)),
                              "spec",
                              Map.of(
                                  "taints",
                                  List.of(
                                      Map.of("key", taint, "value", of, "effect", "NoSchedule")))),
                          Map.of(
                              "apiVersion",
                              "v1",
                              "kind",
                              "ResourceQuota",
                              "metadata",
                              Map.of(
                                  "name", "q", "namespace", "a", "annotations", Map.of("k", data)),
                              "spec",
                              Map.of("hard", Map.of("requests.nvidia.com/gpu", "16")))))))
          .script()
          .toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The tokens of a script with this text; empty where the text is refused. */
  private static Optional<List<String>> tokens(Place place, String text) {
    try {
      return Optional.of(ShellText.tokens(place.script.with(text)));
    } catch (GpuSpecException refused) {
      return Optional.empty();
    }
  }

  /** The tokens of the script with the plain name, which is nowhere else, and then the text. */
  private static List<String> expected(Place place, String text) {
    return tokens(place, PLAIN).orElseThrow().stream()
        .map(token -> token.replace(PLAIN, token.contains("jsonpath") ? escaped(text) : text))
        .toList();
  }

  /** A JSONPath of kubectl has a backslash before the dots of a key. */
  private static String escaped(String key) {
    return key.replace(".", "\\.");
  }

  @Property
  void anyTextIsRefusedOrData(@ForAll Place place, @ForAll("texts") String text) {
    tokens(place, text).ifPresent(tokens -> assertThat(tokens).isEqualTo(expected(place, text)));
  }

  @Property
  void anyNameOfKubernetesIsData(@ForAll Place place, @ForAll("names") String name) {
    anyTextIsRefusedOrData(place, name);
  }

  /** So that the laws are about scripts: each place takes a plain name, and has it in its words. */
  @Example
  void everyPlaceHasAScriptWithItsText() {
    assertThat(Place.values())
        .filteredOn(place -> place != Place.IMAGE && place != Place.NODE_SELECTOR)
        .allSatisfy(
            place ->
                assertThat(tokens(place, place == Place.GPU_OF_LABELER ? "L40" : PLAIN))
                    .isPresent());
  }

  /** A saved object is in a here-document, which ends with a line of its own. */
  @Property
  void whatASavedObjectContainsDoesNotEndItsText(@ForAll("texts") String text) {
    List<String> tokens =
        ShellText.tokens(saved("n", "k", "v", "t", "u", text + "\nEND\nGPUSPEC_END\n" + text));

    assertThat(tokens).filteredOn(token -> token.startsWith("<text>")).hasSize(1);
    assertThat(withoutText(tokens))
        .isEqualTo(withoutText(ShellText.tokens(saved("n", "k", "v", "t", "u", PLAIN))));
  }

  private static List<String> withoutText(List<String> tokens) {
    return tokens.stream().filter(token -> !token.startsWith("<text>")).toList();
  }

  /** The reader itself tells data from what a shell acts on. */
  @Example
  void theReaderSeesWhatAShellSees() {
    assertThat(ShellText.tokens("a 'b $c' \"d $e\" f\\ g;h # i\n"))
        .containsExactly("a", "b $c", "d \u0001$e", "f g", "<;>", "h", "<\n>");
    assertThat(ShellText.tokens("cat <<'END' || x=1\n$(no)\nEND\nls *\n"))
        .containsExactly(
            "cat",
            "<<>",
            "END",
            "<|>",
            "<|>",
            "x=1",
            "<\n>",
            "<text>$(no)\n",
            "ls",
            "\u0001*",
            "<\n>");
    assertThat(ShellText.tokens("echo 'a")).contains("<open quote>");
    assertThat(ShellText.tokens("label a=$(touch b)"))
        .isNotEqualTo(List.of("label", "a=$(touch b)"));
  }

  @Provide
  Arbitrary<String> texts() {
    return Arbitraries.oneOf(
        Arbitraries.of(
            "$(touch x)",
            "`touch x`",
            "a'b",
            "a\"b",
            "a;b",
            "a\nb",
            "a b",
            "--all",
            "-n",
            "*",
            "~",
            "#a",
            "a=b",
            "a&b",
            "${IFS}",
            "a\\",
            "END"),
        Arbitraries.strings()
            .withChars("ab1-._/$`'\"\\;&|<>(){}[]*?~#!=:% \n\t")
            .ofMinLength(1)
            .ofMaxLength(12));
  }

  @Provide
  Arbitrary<String> names() {
    Arbitrary<String> middle =
        Arbitraries.strings().withChars("abcxyz019-._ABC").ofMinLength(1).ofMaxLength(20);
    return middle.map(text -> "a" + text + "9").filter(text -> !text.equals(PLAIN));
  }
}
