package io.gpuspec.manifest.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.Gpus;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Built manifests with one change: the inspector finds the rule that is broken, and what follows
 * from it; and after its fixes, the rule is kept and the other lines are as they were.
 */
class MutationsTest {
  private static final Path INSPECTED = Path.of("src/test/resources/io/gpuspec/manifest/inspect");
  private static final Path RESOURCES =
      Path.of("../gpu-manifest-builder/src/test/resources/io/gpuspec/manifest");
  private static final Inspector INSPECTOR = Inspector.of(Gpus.load());

  /** A change that breaks a rule, in every built manifest where it can be made. */
  record Mutation(String rule, Set<String> follows, Pattern found, String put) {
    @Override
    public String toString() {
      return rule;
    }
  }

  static List<Mutation> mutations() throws IOException {
    List<Mutation> mutations = new ArrayList<>();
    List<String> lines =
        Files.readAllLines(INSPECTED.resolve("mutations.txt")).stream()
            .filter(line -> !line.startsWith("#") && !line.isEmpty())
            .toList();
    for (int i = 0; i < lines.size(); i += 3) {
      String[] words = lines.get(i).split("[ \\[\\]]+");
      mutations.add(
          new Mutation(
              words[0],
              Set.copyOf(List.of(words)),
              Pattern.compile(lines.get(i + 1).substring(2).replace("{GPU}", "nvidia\\.com/gpu")),
              lines.get(i + 2).substring(2).replace("\\n", "\n").replace("NOTHING", "")));
    }
    return mutations;
  }

  /**
   * A built manifest with the rules that are found in it as it is.
   *
   * @param isGang whether it is an operator's object, of which only the rules of gangs are shown:
   *     operators may fill in what objects of Kubernetes itself must have
   */
  record Built(String name, String text, Set<String> before, boolean isGang) {}

  private static final List<Built> BUILT = built();

  private static List<Built> built() {
    List<Built> built = new ArrayList<>();
    for (String folder : List.of("approved", "gang/approved")) {
      try (Stream<Path> files = Files.walk(RESOURCES.resolve(folder))) {
        for (Path file : files.filter(each -> each.toString().endsWith(".yml")).sorted().toList()) {
          String name = file.getFileName().toString();
          String text = Files.readString(file);
          built.add(
              new Built(name, text, rules(INSPECTOR.parse(name, text)), folder.startsWith("gang")));
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return built;
  }

  /** A new rule needs a mutation, or a reason why no built manifest can show it. */
  @Test
  void everyRuleHasAMutationOrAReason() throws IOException {
    Set<String> mutated = new TreeSet<>();
    mutations().forEach(each -> mutated.add(each.rule()));
    Set<String> reasons = new TreeSet<>();
    for (String line : Files.readAllLines(INSPECTED.resolve("not-mutated.txt"))) {
      if (!line.startsWith("#")) {
        assertThat(line).matches("[a-z0-9-]+: \\S.*");
        reasons.add(line.substring(0, line.indexOf(':')));
      }
    }
    assertThat(reasons).doesNotContainAnyElementsOf(mutated);
    reasons.addAll(mutated);
    assertThat(reasons)
        .containsExactlyInAnyOrderElementsOf(
            INSPECTOR.rules().stream().map(each -> each.id()).toList());
  }

  private static Set<String> rules(Findings findings) {
    Set<String> rules = new TreeSet<>();
    findings.findings().forEach(each -> rules.add(each.rule().id()));
    return rules;
  }

  @ParameterizedTest
  @MethodSource("mutations")
  void theRuleIsFoundAndOnlyWhatFollows(Mutation mutation) throws IOException {
    int changed = 0;
    for (Built each : BUILT) {
      Matcher matcher = mutation.found().matcher(each.text());
      boolean isOfGangs = INSPECTOR.rule(mutation.rule()).group().equals("gangs");
      if ((each.isGang() && !isOfGangs)
          || each.before().contains(mutation.rule())
          || !matcher.find()) {
        continue;
      }
      changed++;
      String text = matcher.replaceFirst(mutation.put());
      Findings findings = INSPECTOR.parse(each.name(), text);
      Set<String> more = rules(findings);
      more.removeAll(each.before());
      assertThat(more).as("%s%n%s", each.name(), text).contains(mutation.rule());
      assertThat(mutation.follows()).as("%s%n%s", each.name(), text).containsAll(more);
      fixes(each.name(), text, findings, mutation.rule());
    }
    assertThat(changed).as("built manifests that can be changed so").isPositive();
  }

  private static void fixes(String name, String text, Findings findings, String rule) {
    boolean isFixed =
        findings.findings().stream()
            .anyMatch(each -> each.rule().id().equals(rule) && each.isFixable());
    if (!isFixed) {
      return;
    }
    String fixed = findings.fixed(true).getOrDefault(name, text);
    assertThat(rules(INSPECTOR.parse(name, fixed))).as(fixed).doesNotContain(rule);
    List<String> added = new ArrayList<>(fixed.lines().toList());
    text.lines().forEach(added::remove);
    assertThat(added).as(fixed).hasSizeLessThanOrEqualTo(2 * findings.findings().size());
  }
}
