package io.gpuspec.cli;

import io.gpuspec.advice.Advice;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code gpuspec advice}. */
@Command(
    name = "advice",
    description = "Shows advice and figures of the documents, which decide no answer.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  gpuspec advice",
      "  gpuspec advice image-cache",
      "  gpuspec advice glossary -o json",
      "",
      "Exit status: 0 done, 2 the topic is unknown."
    })
final class AdviceCommand implements Callable<Integer> {
  private final Console console;

  @Parameters(arity = "0..1", paramLabel = "TOPIC", description = "A topic; all by default.")
  private @Nullable String topic;

  @Mixin private final OutputOption output = new OutputOption();

  AdviceCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    List<Advice> asked = topic == null ? Advice.topics() : List.of(Advice.of(topic));
    if (output.isJson()) {
      console.answer(
          PrettyJson.write(Map.of("topics", asked.stream().map(AdviceCommand::tree).toList())));
    } else {
      if (topic == null) {
        for (Advice each : asked) {
          console.say(each);
        }
      } else {
        console.say(asked.get(0).table());
      }
    }
    return Main.YES;
  }

  private static Map<String, Object> tree(Advice advice) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("topic", advice.name());
    tree.put("title", advice.title());
    tree.put("columns", advice.columns());
    tree.put("rows", advice.rows());
    tree.put("notes", advice.notes());
    tree.put("source", advice.citation().toString());
    return tree;
  }
}
