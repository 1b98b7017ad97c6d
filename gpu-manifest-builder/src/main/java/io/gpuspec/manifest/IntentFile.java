package io.gpuspec.manifest;

import io.gpuspec.Listing;
import io.gpuspec.UnknownNameException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The intents of a file, in YAML or JSON.
 *
 * <pre>{@code
 * IntentFile file = IntentFile.read(Path.of("llm.yaml"));
 * file.problems();                            // everything that is wrong, with line and column
 * file.intents().get(0).on(gpus.in("tke"));   // manifests
 * }</pre>
 *
 * <p>A document of {@code apiVersion: gpuspec.io/v1} and {@code kind: GpuWorkload} is a {@link
 * WorkloadIntent}, one of {@code kind: GpuGang} a {@link GangIntent}, one of {@code kind:
 * VolcanoQueue} or {@code KueueQueue} a {@link PlatformIntent}; their JSON Schema is in the jar,
 * {@code io/gpuspec/manifest/gpu-workload.schema.json}. A file of more than 64 MiB, or with a
 * document that is deeper, larger or more entangled than any manifest, is refused.
 */
public final class IntentFile {

  /** Reads a document of one kind; nothing comes of one with problems. */
  private interface Reader {
    void read(YamlPlace document, IntentFile file, List<ManifestException> problems);
  }

  /** Reads what runs. */
  private interface IntentReader {
    Optional<Intent> read(YamlPlace document, List<ManifestException> problems);
  }

  /** Reads what a cluster needs once. */
  private interface PlatformReader {
    Optional<PlatformIntent> read(YamlPlace document, List<ManifestException> problems);
  }

  /** Who reads which kind. */
  private static final Map<String, Reader> READERS =
      new TreeMap<>(
          Map.of(
              WorkloadShape.KIND, runs(WorkloadReader::read),
              GangShape.KIND, runs(GangReader::read),
              QueueShape.VOLCANO, isThere(QueueReader::volcano),
              QueueShape.KUEUE, isThere(QueueReader::kueue)));

  private static final Comparator<ManifestException> IN_ORDER =
      Comparator.comparingInt(ManifestException::line).thenComparingInt(ManifestException::column);

  private final String source;
  private final List<Intent> intents = new ArrayList<>();
  private final List<PlatformIntent> platform = new ArrayList<>();
  private final List<ManifestException> problems = new ArrayList<>();

  private IntentFile(String source) {
    this.source = source;
  }

  /**
   * Reads a file.
   *
   * @throws ManifestException with line and column if it is no YAML, or beyond the limits
   * @throws io.gpuspec.GpuSpecException if there is no such file
   */
  public static IntentFile read(Path path) {
    return YamlInput.read(path, "intents", in -> read(path.toString(), in));
  }

  /**
   * Reads a stream, which is not closed.
   *
   * @param source what to call it in messages
   * @throws ManifestException with line and column if it is no YAML, or beyond the limits
   */
  public static IntentFile read(String source, InputStream in) {
    Checks.given("source", source);
    return of(source, YamlDocuments.of(source, Checks.given("stream", in)));
  }

  /**
   * Reads a text.
   *
   * @param source what to call it in messages
   * @throws ManifestException with line and column if it is no YAML, or beyond the limits
   */
  public static IntentFile parse(String source, String text) {
    Checks.given("source", source);
    return of(source, YamlDocuments.of(source, Checks.given("text", text)));
  }

  private static IntentFile of(String source, YamlDocuments documents) {
    IntentFile file = new IntentFile(source);
    for (YamlPlace document : documents) {
      file.add(document);
    }
    return file;
  }

  private void add(YamlPlace document) {
    List<ManifestException> found = new ArrayList<>();
    try {
      reader(document.require("kind")).read(document, this, found);
    } catch (ManifestException e) {
      found.add(e);
    }
    found.stream().sorted(IN_ORDER).forEach(problems::add);
  }

  private static Reader runs(IntentReader reader) {
    return (document, file, found) -> reader.read(document, found).ifPresent(file.intents::add);
  }

  private static Reader isThere(PlatformReader reader) {
    return (document, file, found) -> reader.read(document, found).ifPresent(file.platform::add);
  }

  private static Reader reader(YamlPlace kind) {
    Reader reader = READERS.get(kind.string());
    if (reader == null) {
      throw kind.problem(
          new UnknownNameException(
                  "kind of intent", YamlText.shown(kind.string()), READERS.keySet())
              .getMessage());
    }
    return reader;
  }

  /** The intents without problems, in the order of the file. */
  public Listing<Intent> intents() {
    return Listing.of(intents);
  }

  /** What the cluster needs once, such as queues, without problems, in the order of the file. */
  public Listing<PlatformIntent> platform() {
    return Listing.of(platform);
  }

  /** All that is wrong, each with file, line and column. */
  public Listing<ManifestException> problems() {
    return Listing.of(problems);
  }

  /** The file and how many intents it has, then one a line. */
  @Override
  public String toString() {
    String counts = Lines.count(intents.size() + platform.size(), "intent");
    if (!problems.isEmpty()) {
      counts += ", " + Lines.count(problems.size(), "problem");
    }
    List<Object> all = new ArrayList<>(platform);
    all.addAll(intents);
    return Lines.of(source, counts, all);
  }
}
