package io.gpuspec.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.Gpus;
import io.gpuspec.Target;
import io.gpuspec.cli.GuidePage.Block;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the README shows is what happens, with files that it leaves to its readers. */
class ReadmeTest {
  private static final GuidePage README = new GuidePage("README.md");

  private static final String DEPLOYMENT =
      """
      apiVersion: apps/v1
      kind: Deployment
      metadata: {name: llm}
      spec:
        selector: {matchLabels: {app: llm}}
        template:
          metadata:
            labels: {app: llm}
            annotations: {eks.tke.cloud.tencent.com/gpu-type: T4}
          spec:
            containers:
            - name: main
              image: r/i:v1
              resources:
                requests: {cpu: 3, memory: 10Gi, nvidia.com/gpu: 1}
                limits: {nvidia.com/gpu: 1}
      """;

  private static final String PRICES =
      """
      target: eks
      citation: ours
      citations: {ours: {title: Ours, date: "2026", status: third-party}}
      specs:
      - name: g4dn.xlarge
        prices: [{amount: 0.50, currency: USD, per: hour, region: us-east-1, capacityType: spot}]
      """;

  @TempDir private Path folder;

  @BeforeEach
  void theFilesOfAReader() throws IOException {
    write("deployment.yaml", DEPLOYMENT);
    write("our-prices.yaml", PRICES);
    write("requests.jsonl", "{\"gpu\": [\"T4\"], \"cpu\": 3}\n");
    write("intent.yaml", new GuidePage("docs/intents.md").file("llm.yaml"));
    write("platform.yaml", new GuidePage("docs/device-plugin.md").file("plugin.yaml"));
    write("pools.yaml", new GuidePage("docs/node-plan.md").file("pools.yaml"));
  }

  private void write(String name, String text) throws IOException {
    Files.writeString(folder.resolve(name), text);
  }

  /** Where nothing stands below a command, it is at least no bad question. */
  @Test
  void everyCommandAnswersAsShown() throws IOException {
    for (String block : README.blocks("console")) {
      if (!block.startsWith("$ ./gpuspec shell")) {
        for (PageCommand command : PageCommand.in(block)) {
          Run run = command.run(folder);
          assertThat(run.status()).as(command.typed() + run.err()).isLessThan(2);
          assertThat(run.out()).contains(command.shown());
        }
      }
    }
  }

  /** A comment behind a statement is its value; others explain, and stand on lines of their own. */
  @Test
  void theJavaGivesWhatIsShown() throws Exception {
    String code = README.blocks("java").get(0).replaceAll("(?m)^//.*\n", "");
    PageJava java = new PageJava(List.of(code));

    List<String> printed = java.printedIn(folder);

    assertThat(java.shown()).hasSizeGreaterThan(8).hasSameSizeAs(printed);
    for (int i = 0; i < printed.size(); i++) {
      assertThat(printed.get(i)).matches(GuidePage.printed(java.shown().get(i)));
    }
  }

  @Test
  void whatIsTypedInTheShellGivesWhatStandsBelowIt() throws Exception {
    Matcher step = Pattern.compile("jshell> (.*)\n\\$1 ==> (.*)\n").matcher(README.text());

    assertThat(step.find()).isTrue();
    assertThat(
            new PageJava(List.of("Gpus gpus = Gpus.load();\n" + step.group(1) + ";   // ?\n"))
                .printedIn(folder))
        .containsExactly(step.group(2));
  }

  @Test
  void theChineseOneShowsTheSame() {
    assertThat(new GuidePage("README.zh.md").blocks().stream().map(Block::text))
        .containsExactlyElementsOf(README.blocks().stream().map(Block::text).toList());
  }

  @ParameterizedTest
  @ValueSource(strings = {"README.md", "README.zh.md"})
  void everyTargetHasItsLine(String page) {
    Matcher row =
        Pattern.compile("(?m)^\\| `([a-z/]+)` \\| [^|`]+ \\| \\[")
            .matcher(new GuidePage(page).text());

    assertThat(row.results().map(found -> found.group(1)))
        .containsExactlyInAnyOrderElementsOf(
            Gpus.load().targets().stream().map(Target::id).toList());
  }

  @Test
  void everyTestThatIsNamedAsProofExists() throws IOException {
    Pattern named = Pattern.compile("`([A-Z][A-Za-z]+(?:Test|Laws))[`.]");

    try (Stream<Path> files = Files.walk(Guides.root())) {
      Set<String> names =
          files.map(file -> file.getFileName().toString()).collect(Collectors.toSet());
      assertThat(
              Stream.of(README, new GuidePage("docs/proof.md"))
                  .flatMap(page -> named.matcher(page.text()).results())
                  .map(test -> test.group(1) + ".java"))
          .isNotEmpty()
          .isSubsetOf(names);
    }
  }
}
