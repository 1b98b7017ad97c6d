package io.gpuspec.jshell;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.jshell.Session.Step;
import java.nio.file.Files;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What the page on JShell shows is what happens. */
class JShellPageTest {
  /** What is typed, and what stands below it to the next prompt or the end of the block. */
  private static final Pattern STEP =
      Pattern.compile("(?m)^jshell> (.*)\n((?:(?!jshell> |```).*\n)*)");

  private static List<Step> page() throws Exception {
    Matcher steps = STEP.matcher(Files.readString(Session.root().resolve("docs/jshell.md")));
    return steps.results().map(step -> new Step(step.group(1), step.group(2).strip())).toList();
  }

  @Test
  void everyLineThatIsTypedPrintsWhatStandsBelowIt() throws Exception {
    List<Step> page = page();

    assertThat(Session.of(page.stream().map(Step::line).toList()).steps()).isEqualTo(page);
  }

  @Test
  void theTutorialHasTenSteps() throws Exception {
    String text = Files.readString(Session.root().resolve("docs/jshell.md"));

    assertThat(Pattern.compile("(?m)^\\d+\\. ").matcher(text).results()).hasSize(10);
  }
}
