package io.gpuspec.cli;

import io.gpuspec.advice.Advice;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.UnaryOperator;
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
      console.json(
          PrettyJson.write(Map.of("topics", asked.stream().map(AdviceCommand::tree).toList())));
    } else {
      Console topics = console.about("advice");
      for (Advice each : asked) {
        Advice told = translated(each, topics.phrases()::words);
        // The words are there already; what say finds are those of the frame.
        console.say(topic == null ? told : told.table());
      }
    }
    return Main.YES;
  }

  /** Returns a topic with other words, before its table is laid out. */
  private static Advice translated(Advice advice, UnaryOperator<String> words) {
    UnaryOperator<List<String>> all = texts -> texts.stream().map(words).toList();
    return new Advice(
        advice.name(),
        words.apply(advice.title()),
        all.apply(advice.columns()),
        advice.rows().stream().map(all).toList(),
        all.apply(advice.notes()),
        advice.citation());
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
