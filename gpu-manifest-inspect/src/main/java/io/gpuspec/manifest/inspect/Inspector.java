package io.gpuspec.manifest.inspect;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.KubernetesResource;
import io.gpuspec.Gpus;
import io.gpuspec.Target;
import io.gpuspec.diagnosis.Diagnosis;
import io.gpuspec.internal.text.Quoted;
import io.gpuspec.internal.yaml.YamlLimits;
import io.gpuspec.internal.yaml.YamlReader;
import io.gpuspec.manifest.internal.tree.Checks;
import io.gpuspec.manifest.internal.tree.ManifestFiles;
import io.gpuspec.manifest.internal.tree.YamlTree;
import io.gpuspec.manifest.internal.tree.YamlWriter;
import io.gpuspec.rule.Rule;
import io.gpuspec.scheduling.NodeView;
import io.gpuspec.value.GpuSpecException;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.Listing;
import io.gpuspec.value.Text;
import io.gpuspec.value.UnknownNameException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Finds what is wrong with GPU manifests, where, and how to fix it. All objects of an input are
 * judged together.
 *
 * <pre>{@code
 * Inspector inspector = Inspector.of(gpus);
 * Findings findings = inspector.read(Path.of("deployment.yaml"));
 * findings.counts().errors();    // 0
 * inspector.rule("env-every-card").english().title();
 *     // A variable shows the container every GPU of the node
 * }</pre>
 *
 * <p>It is immutable, and threads can share it. The rules of one target count if it is given
 * ({@link #on}), or if the input carries words that only this target has.
 */
public final class Inspector {
  private static final int BUFFER = 16 << 10;

  private final Gpus gpus;
  private final RuleBook book;
  private final InspectSettings settings;
  private final Baseline baseline;
  private final Optional<Target> target;

  private Inspector(
      Gpus gpus,
      RuleBook book,
      InspectSettings settings,
      Baseline baseline,
      Optional<Target> target) {
    this.gpus = gpus;
    this.book = book;
    this.settings = settings;
    this.baseline = baseline;
    this.target = target;
  }

  /** Returns an inspector with the library's rules and those of these providers. */
  public static Inspector of(Gpus gpus) {
    RuleBook book = RuleBook.of(Checks.given("gpus", gpus));
    return new Inspector(gpus, book, InspectSettings.defaults(), Baseline.none(), Optional.empty());
  }

  /** Returns the same for manifests that are meant for one target. */
  public Inspector on(Target where) {
    return new Inspector(
        gpus, book, settings, baseline, Optional.of(Checks.given("target", where)));
  }

  /**
   * Returns a target by its id, with the edition and options that the settings state for it: what
   * {@link #on} takes.
   *
   * @throws UnknownNameException if no provider has the id
   */
  public Target in(String id) {
    return settings.configured(gpus, Checks.given("target", id));
  }

  /**
   * Returns the same with settings.
   *
   * @throws UnknownNameException if they name a rule, target or option that does not exist
   */
  public Inspector with(InspectSettings other) {
    Checks.given("settings", other).check(book);
    return new Inspector(
        gpus,
        book,
        other,
        baseline,
        target.or(() -> other.provider().map(id -> other.configured(gpus, id))));
  }

  /** Returns the same with findings that were there before and do not count. */
  public Inspector except(Baseline known) {
    return new Inspector(gpus, book, settings, Checks.given("baseline", known), target);
  }

  /** Returns all rules, in the order of their groups. */
  public Listing<Rule> rules() {
    return Listing.copyOf(book.all());
  }

  /**
   * Returns a rule.
   *
   * @throws UnknownNameException if no rule has the name
   */
  public Rule rule(String id) {
    return book.named(Checks.given("rule", id));
  }

  /**
   * Returns the page of a rule, as Markdown, in English and Chinese: why, the fix, a bad and a good
   * example, and the source.
   *
   * @throws UnknownNameException if no rule has the name
   */
  public Text explain(String id) {
    return Text.of(RulePage.of(rule(id)));
  }

  /**
   * Inspects files and folders; in a folder every file that ends in .yaml, .yml or .json. A file or
   * folder that cannot be read is a finding, {@code file-unreadable}, and so is a folder without
   * such files.
   */
  public Findings read(Path... paths) {
    return opened(paths).end(baseline);
  }

  /**
   * Returns a diagnosis with the places of these files that its causes are about, where the files
   * contradict it, and which nodes would take their pods after which change.
   *
   * <pre>{@code
   * Inspector inspector = Inspector.of(gpus);
   * Diagnosis diagnosis = Diagnosis.of("0/1 nodes are available: 1 Insufficient nvidia.com/gpu.");
   * String pod = "{apiVersion: v1, kind: Pod, metadata: {name: a}, spec: {containers: [{name: c,"
   *     + " resources: {limits: {nvidia.com/gpu: 2}}}]}}";
   * Diagnosis traced = inspector.trace(diagnosis, List.of(), "pod.yaml", pod);
   * traced.causes().get(0).where().get(0).message();
   *     // container 'c': resources.limits.nvidia.com/gpu is 2
   * }</pre>
   *
   * @param nodes the nodes of the cluster, as {@link io.gpuspec.fleet.ClusterState} reads them;
   *     empty if unknown
   * @throws GpuSpecException if a path does not exist or is not YAML
   */
  public Diagnosis trace(Diagnosis diagnosis, List<NodeView> nodes, Path... paths) {
    for (Path path : Checks.given("paths", paths)) {
      if (!Files.exists(Checks.given("path", path))) {
        throw new GpuSpecException(
            "file.unreadable", "file: '%s' does not exist; give a file or folder".formatted(path));
      }
    }
    return opened(paths).trace(Checks.given("diagnosis", diagnosis), Checks.given("nodes", nodes));
  }

  /**
   * Does the same for a text.
   *
   * @param source what to call it in places
   * @throws GpuSpecException if it is not YAML
   */
  public Diagnosis trace(Diagnosis diagnosis, List<NodeView> nodes, String source, String text) {
    Inspection inspection = new Inspection(gpus, book, settings, target);
    inspection.read(source, Checks.text(source, text));
    return inspection.trace(Checks.given("diagnosis", diagnosis), Checks.given("nodes", nodes));
  }

  /**
   * Returns the causes that events, statuses and other objects report, with the places of the pods
   * among them in the YAML that they would be written as.
   *
   * @param objects such as an {@code Event}, a {@code PodStatus}, a {@code Pod} or a list of them
   */
  public Diagnosis diagnose(Collection<? extends KubernetesResource> objects) {
    List<String> documents = new ArrayList<>();
    List<String> whole = new ArrayList<>();
    for (KubernetesResource object : Checks.given("objects", objects)) {
      String document = YamlWriter.write(YamlTree.ofModel(Checks.given("object", object)));
      documents.add(document);
      if (document.contains("kind:")) {
        whole.add(document);
      }
    }
    return trace(
        Diagnosis.of(String.join("---\n", documents)),
        List.of(),
        "objects",
        String.join("---\n", whole));
  }

  private Inspection opened(Path... paths) {
    Inspection inspection = new Inspection(gpus, book, settings, target);
    for (Path path : Checks.given("paths", paths)) {
      if (Files.isDirectory(Checks.given("path", path))) {
        folder(inspection, path);
      } else {
        read(inspection, path.toString(), path);
      }
    }
    return inspection;
  }

  /**
   * Inspects files under names of your own, such as paths from the folder of a project.
   *
   * @param files the files by what to call them in findings; those whose names match {@code
   *     ignorePaths} are left out
   * @throws InvalidValueException if a name cannot be that of a file
   */
  public Findings read(Map<String, Path> files) {
    Inspection inspection = new Inspection(gpus, book, settings, target);
    Checks.given("files", files)
        .forEach(
            (name, file) -> {
              if (!settings.isIgnored(path(Checks.given("name", name)))) {
                read(inspection, name, Checks.given("file", file));
              }
            });
    return inspection.end(baseline);
  }

  private static Path path(String name) {
    try {
      return Path.of(name);
    } catch (InvalidPathException e) {
      throw new InvalidValueException(
          "file.unreadable",
          "%s is not a path here: %s; give a name that is"
              .formatted(Quoted.of(name), e.getReason()),
          e);
    }
  }

  /** Reads the manifests of a folder, by name; what cannot be read does not stop the others. */
  private void folder(Inspection inspection, Path folder) {
    Map<Path, Optional<IOException>> files = ManifestFiles.in(folder);
    if (files.isEmpty()) {
      // A misspelled path must not pass a check.
      inspection.unreadable(
          folder.toString(), "it is a folder without manifests (.yaml, .yml or .json)");
    }
    files.forEach(
        (file, problem) -> {
          if (settings.isIgnored(file)) {
            return;
          }
          problem.ifPresentOrElse(
              why -> inspection.unreadable(file.toString(), why(why)),
              () -> read(inspection, file.toString(), file));
        });
  }

  private static void read(Inspection inspection, String name, Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      if (Files.isRegularFile(file) && Files.size(file) > YamlLimits.DEFAULT.totalBytes()) {
        inspection.unreadable(
            name,
            "it has %s bytes; at most %s are read at once"
                .formatted(Files.size(file), YamlLimits.DEFAULT.totalBytes()));
        return;
      }
      inspection.read(name, text(in));
    } catch (NotTextException e) {
      inspection.unreadable(name, NotTextException.WHY, e.line, e.column);
    } catch (IOException e) {
      inspection.unreadable(name, why(e));
    } catch (GpuSpecException e) {
      inspection.unreadable(name, String.valueOf(e.getMessage()));
    }
  }

  /** Returns why a file cannot be read; most messages of the JDK are only its name. */
  private static String why(IOException problem) {
    if (problem instanceof NoSuchFileException) {
      return "it does not exist";
    }
    if (problem instanceof AccessDeniedException) {
      return "there is no permission to read it";
    }
    if (problem instanceof FileSystemException system && system.getReason() != null) {
      return "it cannot be read (" + system.getReason() + ")";
    }
    return "it cannot be read (" + problem.getMessage() + ")";
  }

  private static String text(InputStream in) throws IOException {
    byte[] bytes = in.readNBytes(YamlLimits.DEFAULT.totalBytes() + 1);
    StringBuilder text = new StringBuilder(bytes.length);
    char[] buffer = new char[BUFFER];
    try (Reader reader = YamlReader.text(new ByteArrayInputStream(bytes))) {
      for (int n = reader.read(buffer); n >= 0; n = reader.read(buffer)) {
        text.append(buffer, 0, n);
      }
    } catch (CharacterCodingException e) {
      throw new NotTextException(text, e);
    }
    return text.toString();
  }

  /** Thrown for bytes that are not text, at their place. */
  private static final class NotTextException extends IOException {
    private static final long serialVersionUID = 1;
    private static final String WHY = "it has bytes that are not UTF-8";

    private final int line;
    private final int column;

    private NotTextException(CharSequence before, IOException cause) {
      super(WHY, cause);
      int lineStart = 0;
      int lines = 1;
      for (int i = 0; i < before.length(); i++) {
        if (before.charAt(i) == '\n') {
          lines++;
          lineStart = i + 1;
        }
      }
      this.line = lines;
      this.column = Character.codePointCount(before, lineStart, before.length()) + 1;
    }
  }

  /**
   * Inspects a stream, which is not closed.
   *
   * @param source what to call it in findings
   */
  public Findings read(String source, InputStream in) {
    Checks.given("source", source);
    Checks.given("stream", in);
    Inspection inspection = new Inspection(gpus, book, settings, target);
    try {
      inspection.read(source, text(in));
    } catch (NotTextException e) {
      inspection.unreadable(source, NotTextException.WHY, e.line, e.column);
    } catch (IOException e) {
      throw new GpuSpecException(
          "file.unreadable", "'%s' cannot be read (%s)".formatted(source, e.getMessage()), e);
    } catch (GpuSpecException e) {
      inspection.unreadable(source, String.valueOf(e.getMessage()));
    }
    return inspection.end(baseline);
  }

  /**
   * Inspects a text.
   *
   * @param source what to call it in findings
   */
  public Findings parse(String source, String text) {
    Inspection inspection = new Inspection(gpus, book, settings, target);
    inspection.read(source, Checks.text(source, text));
    return inspection.end(baseline);
  }

  /** Inspects objects; places are those in the YAML that they would be written as. */
  public Findings inspect(Collection<? extends HasMetadata> objects) {
    List<String> documents = new ArrayList<>();
    for (HasMetadata object : Checks.given("objects", objects)) {
      documents.add(YamlWriter.write(YamlTree.ofModel(Checks.given("object", object))));
    }
    return parse("objects", String.join("---\n", documents));
  }

  /** Returns text such as {@code 150 rules, on tke}. */
  @Override
  public String toString() {
    return book.all().size() + " rules" + target.map(each -> ", on " + each.id()).orElse("");
  }
}
