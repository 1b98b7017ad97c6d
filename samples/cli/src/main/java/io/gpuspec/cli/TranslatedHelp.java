package io.gpuspec.cli;

import java.util.Collections;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.Map;
import java.util.ResourceBundle;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * Help in the reader's language: the model of the commands, with the words of a catalog, and what
 * {@code --provider} means to each command.
 */
final class TranslatedHelp extends ResourceBundle {
  /** Descriptions by picocli's keys: the command's qualified name, and the option's. */
  private final Map<String, String> descriptions = new HashMap<>();

  private final Phrases phrases;

  private TranslatedHelp(Phrases phrases) {
    this.phrases = phrases;
  }

  /** Completes and translates the help of all commands. */
  static void apply(CommandLine all, Phrases phrases) {
    TranslatedHelp help = new TranslatedHelp(phrases);
    help.command(all);
    all.setResourceBundle(help);
  }

  private void command(CommandLine command) {
    CommandSpec spec = command.getCommandSpec();
    UsageMessageSpec usage = spec.usageMessage();
    usage.description(translated(usage.description()));
    usage.footer(footer(usage.footer()));
    usage.synopsisHeading(phrases.words("Usage: "));
    usage.commandListHeading(phrases.words("Commands:") + "%n");
    for (OptionSpec option : spec.options()) {
      describe(spec, option.longestName().replaceFirst("^-+", ""), option.description());
    }
    for (CommandSpec mixin : spec.mixins().values()) {
      if (mixin.userObject() instanceof TargetOptions where) {
        describe(spec, "provider", new String[] {where.what()});
      }
    }
    for (PositionalParamSpec word : spec.positionalParameters()) {
      describe(spec, word.paramLabel() + "[" + word.index() + "]", word.description());
    }
    command.getSubcommands().values().forEach(this::command);
  }

  private void describe(CommandSpec spec, String key, String[] description) {
    descriptions.put(
        spec.qualifiedName(".") + "." + key, String.join(" ", translated(description)));
  }

  /** A percent sign begins a format in a description. */
  private String[] translated(String[] description) {
    return Stream.of(description)
        .map(line -> phrases.words(line.replace("%%", "%")).replace("%", "%%"))
        .toArray(String[]::new);
  }

  /** Examples are the same in every language. */
  private String[] footer(String[] lines) {
    boolean[] isOpen = {false};
    return Stream.of(lines)
        .map(
            line -> {
              boolean isExample = isOpen[0] || line.startsWith("  ");
              isOpen[0] = isExample && line.endsWith("\\");
              return isExample ? line : translated(new String[] {line})[0];
            })
        .toArray(String[]::new);
  }

  @Override
  protected Object handleGetObject(String key) {
    return descriptions.get(key);
  }

  @Override
  public Enumeration<String> getKeys() {
    return Collections.enumeration(descriptions.keySet());
  }
}
