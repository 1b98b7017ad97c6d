package io.gpuspec.cli;

import io.gpuspec.CapacityType;
import io.gpuspec.GpuModel;
import io.gpuspec.Gpus;
import io.gpuspec.Target;
import io.gpuspec.advice.Advice;
import io.gpuspec.cluster.KubernetesFeature;
import io.gpuspec.diagnosis.KnownProblem;
import io.gpuspec.diagnosis.Symptom;
import io.gpuspec.fleet.FixedFleet;
import io.gpuspec.fleet.Fleet;
import io.gpuspec.manifest.inspect.Inspector;
import io.gpuspec.mig.MigGpu;
import io.gpuspec.recommend.Precision;
import io.gpuspec.rule.Rule;
import io.gpuspec.scheduling.GpuResource;
import io.gpuspec.share.choice.SharingUse;
import io.gpuspec.share.dialect.ShareDialect;
import io.gpuspec.value.Arch;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * The command line as a shell completes it: its commands and options, with the values that are
 * known. What a value can be is read from its label: {@code text|json} are two words, {@code FILE}
 * is a file, and other labels have their names here.
 */
final class Completion {
  /** Labels of options and parameters that take a file or a folder. */
  private static final Set<String> FILES = Set.of("FILE", "PATH", "MANIFEST", "CSV", "DIR");

  /** A label that is all that it can be, such as {@code en|zh}. */
  private static final String WORDS = "[a-z0-9-]++(?:\\|[a-z0-9-]++)++";

  /** Values that need no quotes in any shell; the few others are not completed. */
  private static final String PLAIN = "[A-Za-z0-9./@_-]++";

  /** By option and label, after the command where the same words mean something else. */
  private final Map<String, Supplier<List<String>>> known;

  private Completion(Gpus gpus) {
    Supplier<List<String>> targets = () -> gpus.targets().stream().map(Target::id).toList();
    Supplier<List<String>> models = () -> GpuModel.all().stream().map(GpuModel::name).toList();
    Supplier<List<String>> editions =
        () ->
            gpus.targets().stream()
                .flatMap(target -> target.editions().stream())
                .distinct()
                .sorted()
                .toList();
    Supplier<List<String>> arches = words(Arch.values());
    known =
        Map.ofEntries(
            Map.entry("--provider P", targets),
            Map.entry("--from P", targets),
            Map.entry("--to P", targets),
            Map.entry("A", targets),
            Map.entry("B", targets),
            Map.entry("--edition E", editions),
            Map.entry("--from-edition E", editions),
            Map.entry("--gpu NAME", models),
            Map.entry("--gpu LIST", models),
            Map.entry("--gpu G", models),
            Map.entry("--any-of LIST", models),
            Map.entry("mig --gpu G", () -> MigGpu.all().stream().map(MigGpu::name).toList()),
            Map.entry("--arch A", arches),
            Map.entry("--arch NAME", arches),
            Map.entry("--prefer NAME", words(RecommendCommand.Prefer.values())),
            Map.entry("--prefer P", words(Fleet.Objective.values())),
            Map.entry("--capacity-type NAME", words(CapacityType.values())),
            Map.entry("--capacity-type T", words(CapacityType.values())),
            Map.entry("--precision P", words(Precision.values())),
            Map.entry("--policy P", words(FixedFleet.Policy.values())),
            Map.entry("--for WORK", words(SharingUse.values())),
            Map.entry("--with-share TECH", () -> List.of("qgpu", "cgpu")),
            Map.entry(
                "--to DIALECT", () -> ShareDialect.all().stream().map(ShareDialect::id).toList()),
            Map.entry("--format FORMAT", words(InspectCommand.Format.values())),
            Map.entry("--fail-on SEVERITY", words(InspectCommand.FailOn.values())),
            Map.entry(
                "--explain RULE",
                () -> Inspector.of(gpus).rules().stream().map(Rule::id).sorted().toList()),
            Map.entry("--symptom SYMPTOM", () -> Symptom.all().stream().map(Symptom::id).toList()),
            Map.entry("--xid CODE", Completion::xids),
            Map.entry("TOPIC", () -> Advice.topics().stream().map(Advice::name).toList()),
            Map.entry(
                "resources NAME",
                () ->
                    Stream.concat(
                            GpuResource.all().stream().map(GpuResource::name),
                            KubernetesFeature.all().stream().map(KubernetesFeature::name))
                        .toList()));
  }

  /** Returns the command line with what its values can be. */
  static CommandLine of(CommandLine all) {
    return new CommandLine(new Completion(Gpus.load()).copy("", all.getCommandSpec()));
  }

  /** Returns the script for Bash, which Zsh reads as well. */
  static String bash(CommandLine all) {
    return AutoComplete.bash(all.getCommandName(), of(all));
  }

  private CommandSpec copy(String path, CommandSpec from) {
    CommandSpec copy = CommandSpec.create().name(from.name());
    copy.usageMessage().description(escaped(from.usageMessage().description()));
    for (OptionSpec option : from.options()) {
      if (!option.hidden()) {
        List<String> values = values(path, option.longestName() + " ", option);
        OptionSpec.Builder builder =
            OptionSpec.builder(option.names())
                .arity(option.arity().toString())
                .type(type(option))
                .paramLabel(option.longestName().replaceFirst("^-+", ""))
                .description(escaped(option.description()));
        copy.addOption((values.isEmpty() ? builder : builder.completionCandidates(values)).build());
      }
    }
    for (PositionalParamSpec word : from.positionalParameters()) {
      if (!word.hidden()) {
        List<String> values = values(path, "", word);
        PositionalParamSpec.Builder builder =
            PositionalParamSpec.builder()
                .index(word.index().toString())
                .arity(word.arity().toString())
                .type(type(word))
                .paramLabel(word.paramLabel())
                .description(escaped(word.description()));
        copy.addPositional(
            (values.isEmpty() ? builder : builder.completionCandidates(values)).build());
      }
    }
    from.subcommands()
        .forEach(
            (name, below) ->
                copy.addSubcommand(
                    name, copy((path + " " + name).strip(), below.getCommandSpec())));
    return copy;
  }

  /** A percent sign begins a format in a description, and picocli gives it back without. */
  private static String[] escaped(String[] description) {
    return Stream.of(description)
        .map(line -> line.replace("%%", "%").replace("%", "%%"))
        .toArray(String[]::new);
  }

  private static Class<?> type(ArgSpec arg) {
    if (arg.arity().max() == 0) {
      return boolean.class;
    }
    return FILES.contains(arg.paramLabel()) ? Path.class : String.class;
  }

  private static boolean isFile(ArgSpec arg) {
    return arg.type() == Path.class;
  }

  private List<String> values(String path, String option, ArgSpec arg) {
    String label = arg.paramLabel();
    if (label.matches(WORDS)) {
      return List.of(label.split("\\|"));
    }
    for (String at = path; ; at = at.replaceFirst(" ?[^ ]+$", "")) {
      Supplier<List<String>> values = known.get((at + " " + option + label).strip());
      if (values != null) {
        return values.get().stream().filter(value -> value.matches(PLAIN)).toList();
      }
      if (at.isEmpty()) {
        return List.of();
      }
    }
  }

  private static Supplier<List<String>> words(Enum<?>... values) {
    return () ->
        Stream.of(values)
            .map(value -> value.toString().toLowerCase(Locale.ROOT).replace('_', '-'))
            .toList();
  }

  private static List<String> xids() {
    return KnownProblem.all().stream()
        .map(KnownProblem::id)
        .filter(id -> id.startsWith("xid-"))
        .map(id -> id.substring("xid-".length()))
        .toList();
  }

  /** Returns the script for fish. */
  static String fish(CommandLine all) {
    CommandLine model = of(all);
    Set<String> paths = new LinkedHashSet<>();
    List<String> lines = new ArrayList<>();
    fish("", model.getCommandSpec(), paths, lines);
    String name = model.getCommandName();
    return """
        # Completion of %1$s for fish. Written by '%1$s completion fish'.

        # Whether the commands that are written so far are these.
        function __%1$s_at
            set -l at
            set -l words (commandline -opc)
            set -e words[1]
            for word in $words
                if contains -- (string join -- ' ' $at $word) %2$s
                    set at $at $word
                end
            end
            test "$at" = "$argv[1]"
        end

        complete -c %1$s -f
        %3$s
        """
        .formatted(
            name,
            String.join(" ", paths.stream().map(Completion::quoted).toList()),
            String.join("\n", lines));
  }

  private static void fish(String path, CommandSpec spec, Set<String> paths, List<String> lines) {
    String at = "complete -c gpuspec -n " + quoted("__gpuspec_at " + quoted(path));
    spec.subcommands()
        .forEach(
            (name, below) ->
                lines.add(
                    at
                        + " -a "
                        + quoted(name)
                        + described(below.getCommandSpec().usageMessage().description())));
    for (OptionSpec option : spec.options()) {
      StringBuilder line = new StringBuilder(at);
      for (String name : option.names()) {
        line.append(name.startsWith("--") ? " -l " + name.substring(2) : " -s " + name.charAt(1));
      }
      lines.add(line + taken(option) + described(option.description()));
      if (option.arity().min() == 0 && option.completionCandidates() != null) {
        // A value that may be left out is written with '='.
        lines.add(at + " -a " + quoted(joined(option, option.longestName() + "=")));
      }
    }
    for (PositionalParamSpec word : spec.positionalParameters()) {
      if (isFile(word)) {
        lines.add(at + " -F");
      } else if (word.completionCandidates() != null) {
        lines.add(at + " -a " + quoted(joined(word, "")) + described(word.description()));
      }
    }
    spec.subcommands()
        .forEach(
            (name, below) -> {
              String deeper = (path + " " + name).strip();
              paths.add(deeper);
              fish(deeper, below.getCommandSpec(), paths, lines);
            });
  }

  /** Returns what an option takes: nothing, a file, one of some words, or any word. */
  private static String taken(OptionSpec option) {
    if (option.arity().min() == 0) {
      return "";
    }
    if (isFile(option)) {
      return " -r -F";
    }
    return option.completionCandidates() == null
        ? " -r -f"
        : " -r -f -a " + quoted(joined(option, ""));
  }

  private static String joined(ArgSpec arg, String before) {
    List<String> words = new ArrayList<>();
    arg.completionCandidates().forEach(word -> words.add(before + word));
    return String.join(" ", words);
  }

  private static String described(String[] description) {
    return description.length == 0
        ? ""
        : " -d " + quoted(String.join(" ", description).replace("%%", "%"));
  }

  private static String quoted(String text) {
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }
}
