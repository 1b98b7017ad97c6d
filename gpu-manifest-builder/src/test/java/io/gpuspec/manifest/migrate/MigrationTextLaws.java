package io.gpuspec.manifest.migrate;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.Gpus;
import io.gpuspec.Target;
import io.gpuspec.manifest.internal.tree.Trees;
import io.gpuspec.manifest.internal.tree.YamlWriter;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.Size;

/** Whatever text a manifest has, it has the same one after it was moved. */
class MigrationTextLaws {
  private static final Gpus GPUS = Gpus.load();
  private static final Target EKS = GPUS.in("eks");
  private static final Target ACK = GPUS.in("ack");

  /** As a block with any header: what is read of it is what is read of it printed again. */
  @Property(tries = 2000)
  void aBlockKeepsItsLineEnds(
      @ForAll("headers") String header,
      @ForAll("lines") List<String> lines,
      @ForAll("ends") String end) {
    String block = header + "\n" + String.join("\n", lines.stream().map("    "::concat).toList());
    String text = "data:\n  a: " + block + end;

    for (Object tree : Trees.read(text)) {
      assertThat(Trees.read(YamlWriter.write(tree))).as(text).containsExactly(tree);
    }
  }

  /** In a document that is written anew, in one that stays, and in the last one of a file. */
  @Property
  void soDoesOneThatMoves(
      @ForAll("headers") String header,
      @ForAll("lines") @Size(min = 1) List<String> lines,
      @ForAll("ends") String end) {
    String block = header + "\n" + String.join("\n", lines.stream().map("    "::concat).toList());
    String map = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\ndata:\n  a: " + block;
    String anew = map.replace("kind:", "kind: Secret\nkind:");
    String file = anew + "\n" + end + "\n---\n" + map + "\n" + end + "\n---\n" + map + end;

    MigrationResult migrated = Migration.from(EKS).to(ACK).parse("f", file);

    assertThat(Trees.read(migrated.yaml().toString()))
        .as(file)
        .isEqualTo(Trees.read(file.replace("kind: Secret\n", "")));
  }

  @Property
  void anyTextIsReadBack(@ForAll("texts") String text) {
    Object tree = Map.of("data", Map.of("a", text), "z", List.of(text));

    String written = YamlWriter.write(tree);

    assertThat(Trees.read(written)).as(written).containsExactly(tree);
    assertThat(Trees.read(YamlWriter.join(List.of(written, written)))).containsExactly(tree, tree);
  }

  @Provide
  Arbitrary<String> headers() {
    return Arbitraries.of("|", "|-", "|+", ">", ">-", ">+", "|2", "|2+", ">2-");
  }

  @Provide
  Arbitrary<String> ends() {
    return Arbitraries.of("", "\n", "\n\n", "\n\n\n", "\n  \n", "\n    \n");
  }

  @Provide
  Arbitrary<List<String>> lines() {
    return Arbitraries.of("x", "y z", "", " x", "x ", "- a", "a: b", "# c", "---x", "'", "\\")
        .list()
        .ofMaxSize(5)
        .map(MigrationTextLaws::afterX);
  }

  /** A block's first line says how deep it stands, so it begins with no blank. */
  private static List<String> afterX(List<String> rest) {
    return Stream.concat(Stream.of("x"), rest.stream()).toList();
  }

  @Provide
  Arbitrary<String> texts() {
    Arbitrary<String> pieces =
        Arbitraries.of("x", " ", "\n", "\n", "\t", "a: b", "- c", "#", "|", "");
    return Combinators.combine(pieces.list().ofMaxSize(8), ends())
        .as((all, end) -> String.join("", all) + end);
  }
}
