package io.gpuspec.cli;

import io.gpuspec.Gpus;
import io.gpuspec.Target;
import io.gpuspec.manifest.inspect.Baseline;
import io.gpuspec.manifest.inspect.Findings;
import io.gpuspec.manifest.inspect.InspectSettings;
import io.gpuspec.manifest.inspect.Inspector;
import io.gpuspec.manifest.inspect.ManifestFinding;
import io.gpuspec.rule.Rule;
import io.gpuspec.rule.Severity;
import io.gpuspec.value.GpuSpecException;
import io.gpuspec.value.InvalidValueException;
import java.io.IOException;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code gpuspec inspect}. */
@Command(
    name = "inspect",
    description = "Finds what is wrong with GPU manifests, where, and how to fix it.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  gpuspec inspect deployment.yaml",
      "  gpuspec inspect --provider tke --fail-on warning manifests/",
      "  helm template . | gpuspec inspect -",
      "  gpuspec inspect --diff manifests/",
      "  gpuspec inspect --fix manifests/",
      "  gpuspec inspect --format text --format sarif --output gpuspec.sarif manifests/",
      "  gpuspec inspect --explain request-unlike-limit",
      "",
      "Exit status: 0 nothing as bad as --fail-on, 1 something is, 2 invalid input."
    })
final class InspectCommand implements Callable<Integer> {

  /** A form of the result. */
  enum Format {
    /** Text for people. */
    TEXT,
    /** One JSON document. */
    JSON,
    /** SARIF 2.1.0. */
    SARIF,
    /** JUnit's XML. */
    JUNIT
  }

  /** Which fixes are applied. */
  enum Fix {
    /** Those that do not change what a workload gets. */
    SAFE,
    /** All. */
    ALL
  }

  /** What makes the answer a no. */
  enum FailOn {
    /** Errors. */
    ERROR,
    /** Errors and warnings. */
    WARNING,
    /** Any finding. */
    INFO,
    /** Nothing. */
    NEVER;

    private boolean isClean(Findings findings) {
      return this == NEVER || findings.isClean(Severity.parse(name().toLowerCase(Locale.ROOT)));
    }
  }

  private final Console console;

  @Parameters(
      arity = "0..*",
      paramLabel = "PATH",
      description = "Files and folders; - is standard input.")
  private List<String> paths = new ArrayList<>();

  @Option(
      names = {"-f", "--filename", "--file"},
      paramLabel = "PATH",
      description = "The same as PATH, as in other commands; repeatable.")
  private List<String> named = new ArrayList<>();

  @Mixin
  private final TargetOptions where =
      new TargetOptions(
          "Target, for example tke; by default the one that the manifests or the settings name.");

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description = "text (by default), json, sarif or junit; repeatable, each with its --output.")
  private List<Format> formats = new ArrayList<>();

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description =
          "File for the format given at the same place from the end; json means --format json.")
  private List<String> outputs = new ArrayList<>();

  @Option(
      names = "--fail-on",
      paramLabel = "SEVERITY",
      description = "error (by default), warning, info or never: what gives exit status 1.")
  private FailOn failOn = FailOn.ERROR;

  @Option(
      names = "--fix",
      arity = "0..1",
      fallbackValue = "SAFE",
      preprocessor = FixWord.class,
      paramLabel = "safe|all",
      description = "Changes the files: safe fixes alone by default.")
  private @Nullable Fix fix;

  @Option(names = "--diff", description = "Shows what --fix would change, and changes nothing.")
  private boolean diff;

  @Option(names = "--rules", description = "Lists all rules.")
  private boolean rules;

  @Option(names = "--explain", paramLabel = "RULE", description = "Explains a rule.")
  private @Nullable String explain;

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "Settings; by default the nearest .gpuspec.yaml above the first path.")
  private @Nullable Path config;

  @Option(
      names = "--baseline",
      paramLabel = "FILE",
      description = "Findings that were there before and do not count.")
  private @Nullable Path baseline;

  @Option(
      names = "--create-baseline",
      description = "Writes all findings to the baseline, .gpuspec.baseline by default.")
  private boolean createBaseline;

  InspectCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    Gpus gpus = where.gpus(console);
    Inspector inspector = Inspector.of(gpus);
    if (rules) {
      console.answer(list(inspector));
      return Main.YES;
    }
    if (explain != null) {
      explain(inspector, explain);
      return Main.YES;
    }
    paths.addAll(named);
    if (paths.isEmpty()) {
      throw new InvalidValueException(
          "usage.missing", "no path is given; give files, folders, or - for standard input");
    }
    InspectSettings settings = settings();
    inspector = inspector.with(settings);
    Optional<Target> target = where.target(gpus, settings.provider(), inspector::in);
    if (target.isPresent()) {
      inspector = inspector.on(target.get());
    }
    Path known = baseline == null ? Path.of(Baseline.FILE) : baseline;
    if (createBaseline) {
      return create(inspect(inspector), known);
    }
    if (baseline != null) {
      inspector = inspector.except(Baseline.read(known));
    }
    Findings findings = inspect(inspector);
    if (diff) {
      console.answer(findings.diff(fix == Fix.ALL));
    } else if (fix != null) {
      findings = write(inspector, findings, fix == Fix.ALL);
      answer(findings);
    } else {
      answer(findings);
    }
    if (!areAllRead(findings)) {
      return Main.BAD;
    }
    return failOn.isClean(findings) ? Main.YES : Main.NO;
  }

  /** Returns whether every input could be read; tells those that could not. */
  private boolean areAllRead(Findings findings) {
    List<ManifestFinding> unread =
        spoken(findings).findings().stream()
            .filter(each -> each.rule().id().equals("file-unreadable"))
            .toList();
    unread.forEach(
        each -> console.message("'%s': %s %s".formatted(each.file(), each.message(), each.fix())));
    return unread.isEmpty();
  }

  private InspectSettings settings() {
    if (config != null) {
      return InspectSettings.read(config);
    }
    Path first = Path.of(paths.get(0).equals(StandardInput.DASH) ? "." : paths.get(0));
    return InspectSettings.near(first);
  }

  private Findings inspect(Inspector inspector) {
    if (!paths.contains(StandardInput.DASH)) {
      return console.during(
          "inspecting " + String.join(" ", paths),
          () -> inspector.read(paths.stream().map(Path::of).toArray(Path[]::new)));
    }
    if (paths.size() > 1) {
      throw new InvalidValueException(
          "usage.conflict",
          "'-' is standard input, which is inspected alone; leave out '%s'"
              .formatted(
                  paths.stream()
                      .filter(path -> !path.equals(StandardInput.DASH))
                      .findFirst()
                      .orElse(StandardInput.DASH)));
    }
    return inspector.read(StandardInput.NAME, System.in);
  }

  private int create(Findings findings, Path file) {
    write(file, Baseline.of(findings).toString());
    console.message("%s: %s".formatted(file, spoken(findings).total()));
    return areAllRead(findings) ? Main.YES : Main.BAD;
  }

  /** Writes the files, each whole or not at all, and inspects them again. */
  private Findings write(Inspector inspector, Findings findings, boolean all) throws IOException {
    if (paths.contains(StandardInput.DASH)) {
      throw new InvalidValueException(
          "usage.conflict", "--fix changes files; use --diff with standard input");
    }
    for (Map.Entry<String, String> file : findings.fixed(all).entrySet()) {
      replace(Path.of(file.getKey()), file.getValue());
      console.message("fixed " + file.getKey());
    }
    return inspect(inspector);
  }

  /** Replaces a file by another one, which is complete by then; a link stays, and leads to it. */
  private static void replace(Path file, String text) {
    try {
      Path real = file.toRealPath();
      Path next = Files.createTempFile(real.getParent(), ".gpuspec", null);
      try {
        Files.write(next, encoded(text, Files.readAllBytes(real)));
        if (Files.getFileStore(real).supportsFileAttributeView("posix")) {
          Files.setPosixFilePermissions(next, Files.getPosixFilePermissions(real));
        }
        Files.move(next, real, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
      } finally {
        Files.deleteIfExists(next);
      }
    } catch (IOException e) {
      throw new GpuSpecException(
          "file.unwritable",
          "file: '%s' cannot be written (%s); make it and its folder writable"
              .formatted(file, e.getMessage()),
          e);
    }
  }

  /** Returns a text in the encoding that the file had, which its first bytes tell. */
  private static byte[] encoded(String text, byte[] before) {
    int mark = before.length < 2 ? 0 : (before[0] & 0xff) << Byte.SIZE | (before[1] & 0xff);
    return text.getBytes(
        switch (mark) {
          case 0xFEFF -> StandardCharsets.UTF_16BE;
          case 0xFFFE -> StandardCharsets.UTF_16LE;
          default -> StandardCharsets.UTF_8;
        });
  }

  private void answer(Findings findings) throws IOException {
    List<String> files = new ArrayList<>(outputs);
    List<Format> all = new ArrayList<>(formats);
    if (files.remove("json")) {
      all.add(Format.JSON);
    }
    if (all.isEmpty()) {
      all.add(Format.TEXT);
    }
    if (files.size() > all.size()) {
      throw new InvalidValueException(
          "usage.conflict",
          "--output '%s' has no --format; give as many of both".formatted(files.get(0)));
    }
    int printed = all.size() - files.size();
    for (int i = 0; i < all.size(); i++) {
      String text = text(findings, all.get(i), i < printed);
      if (i < printed) {
        console.answer(text);
      } else {
        write(Path.of(files.get(i - printed)), text);
      }
    }
  }

  private String list(Inspector inspector) {
    Locale locale = console.terminal().language().locale();
    return inspector.rules().stream()
        .map(
            rule -> "%s (%s): %s".formatted(rule.id(), rule.severity(), rule.words(locale).title()))
        .collect(Collectors.joining("\n"));
  }

  /** Shows the page of a rule: in both languages to readers of English, who may have both. */
  private void explain(Inspector inspector, String id) throws IOException {
    Language language = console.terminal().language();
    if (language == Language.EN) {
      console.answer(inspector.explain(id));
      return;
    }
    Rule rule = inspector.rule(id);
    Rule.Words words = rule.words(language.locale());
    console.say("# %s\n\n%s".formatted(id, words.title()));
    console.say("Severity: %s. Group: %s.".formatted(rule.severity(), rule.group()));
    if (rule.remedy().isPresent()) {
      console.say("`--fix` can change it.");
    }
    console.say(
        "\n**Why.** %s\n\n**Fix.** %s\n\nBad:\n\n```yaml".formatted(words.why(), words.fix()));
    console.answer(rule.bad());
    console.say("```\n\nGood:\n\n```yaml");
    console.answer(rule.good());
    console.say("```\n\nSource: " + rule.citation());
    if (rule.citation().url().isPresent()) {
      console.answer(rule.citation().url().get());
    }
  }

  private Findings spoken(Findings findings) {
    return findings.in(console.terminal().language().locale(), console.phrases()::clause);
  }

  private static void write(Path file, String text) {
    try {
      Files.writeString(file, text.endsWith("\n") ? text : text + "\n");
    } catch (IOException e) {
      throw new GpuSpecException(
          "file.unwritable",
          "file: '%s' cannot be written (%s); name one that can".formatted(file, e.getMessage()),
          e);
    }
  }

  /** Returns text for people as their terminal takes it; everything else is for programs. */
  private String text(Findings findings, Format format, boolean isPrinted) throws IOException {
    Terminal terminal = isPrinted ? console.terminal() : Terminal.NONE;
    if (format == Format.TEXT) {
      Findings spoken = spoken(findings);
      String said = terminal.isColoured() ? spoken.coloured() : spoken.toString();
      String named =
          said.replaceAll(
              "(?m)^(.*)%s$".formatted(StandardInput.NAME),
              "$1" + console.phrases().words(StandardInput.NAME));
      // Colours are control characters, and what is between them is shown by then.
      return terminal.isColoured() ? named : Shown.of(named);
    }
    Findings spoken = console.terminal().isAsked() ? spoken(findings) : findings;
    Writer out = new StringWriter();
    switch (format) {
      case SARIF -> spoken.writeSarif(out);
      case JUNIT -> spoken.writeJunit(out);
      default -> spoken.writeJson(out);
    }
    return Shown.of(out.toString());
  }
}
