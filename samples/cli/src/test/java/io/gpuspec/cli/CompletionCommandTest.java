package io.gpuspec.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The scripts in the shells that they are for. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "Windows has none of these shells")
class CompletionCommandTest {
  private static final String BASH =
      """
      source "$1"; shift
      COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMP_LINE="$*"; COMP_POINT=${#COMP_LINE}
      _complete_gpuspec
      printf '%s\\n' "${COMPREPLY[@]}"
      """;

  private static final Map<String, String> SCRIPTS = new ConcurrentHashMap<>();

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({
    "'', catalog match build inspect",
    "mig, profiles layouts fit plan needs",
    "mig/fit/--gpu, A100-40GB H200-141GB",
    "match/--provider, tke tke/qgpu eks ack own",
    "match/--gpu, T4 V100-32G A10",
    "match/--prefer, smallest cheapest",
    "match/--capacity-type, on-demand spot reserved",
    "inspect/--explain, request-unlike-limit",
    "inspect/--fail-on, error warning info never",
    "catalog/diff, tke eks ack",
    "catalog/--edition, 2023-06",
    "share/translate/--to, hami qgpu kai",
    "migrate/--to, tke eks",
    "diagnose/--symptom, pending no-gpu",
    "diagnose/--xid, 79",
    "advice, image-cache",
    "resources, nvidia.com/gpu",
    "fleet/plan/--prefer, cheapest fewest least-waste",
    "completion, bash zsh fish"
  })
  void valuesThatAreKnownAreOffered(String words, String offered) throws Exception {
    String[] typed =
        Stream.concat(Stream.of("gpuspec"), Stream.of(words.split("/(?=[a-z-])")))
            .filter(word -> !word.isEmpty())
            .toArray(String[]::new);

    assertThat(inBash(typed)).contains(offered.split(" "));
    if (isThere("fish")) {
      assertThat(inFish(typed)).contains(offered.split(" "));
    }
  }

  @Test
  void optionsAndFilesAreOffered() throws Exception {
    Path file = Files.createFile(folder.resolve("deployment.yaml"));

    assertThat(inBash("gpuspec", "match", "--pre")).containsExactly("--prefer");
    String begun = file.toString().replaceFirst("ment.yaml$", "");
    for (List<String> at : List.of(List.of("inspect"), List.of("build", "-f"))) {
      List<String> words = Stream.of(List.of("gpuspec"), at).flatMap(List::stream).toList();
      assertThat(inBash(Stream.concat(words.stream(), Stream.of(begun)).toArray(String[]::new)))
          .containsExactly(file.toString());
    }
  }

  @Test
  void aValueThatMayBeLeftOutIsWrittenWithAnEqualsSignInFish() throws Exception {
    assumeThat(isThere("fish")).as("fish is installed").isTrue();

    assertThat(inFish("gpuspec", "inspect", "--f"))
        .contains("--fix", "--fix=safe", "--fix=all", "--format", "--fail-on");
  }

  @Test
  void zshReadsTheScriptOfBash() throws Exception {
    assertThat(script("zsh")).isEqualTo(script("bash")).contains("bashcompinit");
    assumeThat(isThere("zsh")).as("zsh is installed").isTrue();

    assertThat(end("zsh", "-f", "-c", "source \"$0\"; whence -w _complete_gpuspec", file("zsh")))
        .containsExactly("_complete_gpuspec: function");
  }

  @Test
  void anUnknownShellIsRefused() {
    assertThat(Run.line("completion tcsh").err())
        .startsWith("gpuspec: ")
        .contains("'tcsh' is not known; write bash or zsh or fish");
  }

  private List<String> inBash(String... typed) throws Exception {
    // The word that is being typed is the last one, and empty where an option's value is asked for.
    boolean isBegun = typed[typed.length - 1].matches("--pre|/.*");
    return end(
        Stream.of(
                Stream.of("bash", "--norc", "-c", BASH, "bash", file("bash")),
                Stream.of(typed),
                isBegun ? Stream.<String>empty() : Stream.of(""))
            .flatMap(words -> words)
            .toArray(String[]::new));
  }

  private List<String> inFish(String... typed) throws Exception {
    String line = String.join(" ", typed) + (typed[typed.length - 1].equals("--f") ? "" : " ");
    return end(
            "fish",
            "--no-config",
            "-c",
            "source $argv[1]; complete -C $argv[2]",
            file("fish"),
            line)
        .stream()
        .map(candidate -> candidate.replaceFirst("\t.*", ""))
        .toList();
  }

  private static String script(String shell) {
    return SCRIPTS.computeIfAbsent(shell, CompletionCommandTest::written);
  }

  private static String written(String shell) {
    Run run = Run.of("completion", shell);
    assertThat(run.status()).isZero();
    assertThat(run.err()).isEmpty();
    return run.out();
  }

  private String file(String shell) throws IOException {
    return Files.writeString(folder.resolve("gpuspec." + shell), script(shell)).toString();
  }

  private static boolean isThere(String shell) {
    return Stream.of(System.getenv("PATH").split(":"))
        .anyMatch(bin -> Files.isExecutable(Path.of(bin, shell)));
  }

  private List<String> end(String... command) throws Exception {
    Process process =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
    return out.lines().toList();
  }
}
