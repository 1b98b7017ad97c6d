package io.gpuspec.manifest;

import io.gpuspec.Listing;
import io.gpuspec.Target;
import io.gpuspec.UnknownNameException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * The intents of a file, in YAML or JSON.
 *
 * <pre>{@code
 * IntentFile file = IntentFile.read(Path.of("llm.yaml"));
 *
 * // Each problem with line and column.
 * file.problems();    // (none)
 * file.intents().get(0).on(gpus.in("tke"));
 *     // 3 x T4 x1 · 4 cores · 16Gi  on tke (over by 3 cores, 18Gi): Deployment llm
 * }</pre>
 *
 * <p>A document of {@code apiVersion: gpuspec.io/v1} and {@code kind: GpuWorkload} is a {@link
 * WorkloadIntent}, one of {@code kind: GpuGang} a {@link GangIntent}, one of {@code kind:
 * VolcanoQueue}, {@code KueueQueue}, {@code GpuNodePools}, {@code GpuNodeLabeler}, {@code
 * GpuDevicePlugin}, {@code GpuTenancy}, {@code GpuAlerts} or {@code KubeletSettings} a {@link
 * PlatformIntent}; their JSON Schema is in the jar, {@code
 * io/gpuspec/manifest/gpu-workload.schema.json}. A file of more than 64 MiB, or with a document
 * that is deeper, larger or more entangled than any manifest, is refused.
 */
public final class IntentFile {

  /** Reads a document of one kind, as far as it can be read. */
  private interface Reader {
    Reading read(YamlPlace document, List<ManifestException> problems);
  }

  /** Reads what runs. */
  private interface IntentReader {
    Draft read(YamlPlace document, List<ManifestException> problems);
  }

  /** Reads what a cluster needs once. */
  private interface PlatformReader {
    Optional<PlatformIntent> read(YamlPlace document, List<ManifestException> problems);
  }

  /**
   * What became of a document: what was read of it, if anything, and what is wrong with it.
   *
   * @param page the page that explains its kind
   * @param alone its kind, where nothing else may be in the file
   */
  private record Reading(
      String page,
      Optional<Draft> draft,
      Optional<PlatformIntent> platform,
      Optional<YamlPlace> alone,
      List<ManifestException> problems) {

    /**
     * All that is wrong with it here, and where it is to run, in order; the last names the page.
     */
    List<ManifestException> told(List<ManifestException> there) {
      List<ManifestException> told = new ArrayList<>(problems);
      told.addAll(there);
      told.sort(IN_ORDER);
      if (!told.isEmpty()) {
        told.add(told.remove(told.size() - 1).copy(page));
      }
      return told;
    }
  }

  /** Who reads which kind. */
  private static final Map<String, Reader> READERS =
      new TreeMap<>(
          Map.of(
              WorkloadShape.KIND, runs(Pages.INTENTS, WorkloadReader::read),
              GangShape.KIND, runs(Pages.GANG, GangReader::read),
              QueueShape.VOLCANO, isThere(Pages.GANG, QueueReader::volcano),
              QueueShape.KUEUE, isThere(Pages.GANG, QueueReader::kueue),
              NodePoolsShape.KIND, isThere(Pages.NODE_PLAN, NodePoolsReader::read),
              TenancyShape.KIND, isThere(Pages.TENANCY, TenancyReader::read),
              KubeletShape.KIND, isFileOfNode(Pages.KUBELET, KubeletReader::read),
              DevicePluginShape.KIND, isThere(Pages.DEVICE_PLUGIN, DevicePluginReader::read),
              AlertsShape.KIND, isThere(Pages.ALERTS, AlertsReader::read),
              NodeLabelerReader.KIND, isThere(Pages.NODE_PLAN, NodeLabelerReader::read)));

  private static final Comparator<ManifestException> IN_ORDER =
      Comparator.comparingInt(ManifestException::line).thenComparingInt(ManifestException::column);

  private final String source;
  private final List<Reading> readings = new ArrayList<>();
  private final Map<String, Integer> lines = new HashMap<>();

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
    file.checkAlone();
    return file;
  }

  /** What is printed of a file of intents is for the API server, which has no such object. */
  private void checkAlone() {
    if (readings.size() > 1) {
      for (Reading reading : readings) {
        reading
            .alone()
            .map(
                kind ->
                    kind.problem(
                        "is a file of a node, which kubectl apply refuses; write it in a file of its own"))
            .ifPresent(reading.problems()::add);
      }
    }
  }

  private void add(YamlPlace document) {
    List<ManifestException> found = new ArrayList<>();
    try {
      Reading reading = reader(document.require("kind")).read(document, found);
      reading.draft().ifPresent(this::checkIdentity);
      readings.add(reading);
    } catch (ManifestException e) {
      found.add(e);
      readings.add(
          new Reading(Pages.INTENTS, Optional.empty(), Optional.empty(), Optional.empty(), found));
    }
  }

  private static Reader runs(String page, IntentReader reader) {
    return (document, found) ->
        new Reading(
            page,
            Optional.of(reader.read(document, found)),
            Optional.empty(),
            Optional.empty(),
            found);
  }

  private static Reader isThere(String page, PlatformReader reader) {
    return (document, found) ->
        new Reading(page, Optional.empty(), reader.read(document, found), Optional.empty(), found);
  }

  private static Reader isFileOfNode(String page, PlatformReader reader) {
    return (document, found) ->
        new Reading(
            page,
            Optional.empty(),
            reader.read(document, found),
            Optional.of(document.require("kind")),
            found);
  }

  private void checkIdentity(Draft draft) {
    draft
        .identity()
        .ifPresent(
            identity -> {
              Integer first = lines.putIfAbsent(identity, draft.line());
              if (first != null) {
                draft.repeats(identity, first);
              }
            });
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
    return Listing.of(
        readings.stream().flatMap(r -> r.draft().flatMap(Draft::intent).stream()).toList());
  }

  /** What the cluster needs once, such as queues, without problems, in the order of the file. */
  public Listing<PlatformIntent> platform() {
    return Listing.of(
        readings.stream()
            .filter(reading -> reading.problems().isEmpty())
            .flatMap(reading -> reading.platform().stream())
            .toList());
  }

  /** All that is wrong wherever the intents run, each with file, line and column. */
  public Listing<ManifestException> problems() {
    return Listing.of(
        readings.stream().flatMap(reading -> reading.told(List.of()).stream()).toList());
  }

  /**
   * All that is wrong, also with where each intent is to run, such as an option that its target has
   * not or a GPU that nobody knows. An intent with problems is judged as far as it can be. That no
   * shape fits an intent is no problem of the file, and {@link Intent#on} says it.
   *
   * <pre>{@code
   * IntentFile file = IntentFile.read(Path.of("llm.yaml"));
   * file.problemsOn(intent -> intent.target().orElseThrow().in(gpus));    // (none)
   * }</pre>
   *
   * @param where where an intent runs; what it throws is told at the intent's target
   */
  public Listing<ManifestException> problemsOn(Function<? super Intent, Target> where) {
    Checks.given("where", where);
    return Listing.of(
        readings.stream()
            .flatMap(
                reading ->
                    reading
                        .told(reading.draft().map(d -> d.problemsOn(where)).orElse(List.of()))
                        .stream())
            .toList());
  }

  /** The file and how many intents it has, then one a line. */
  @Override
  public String toString() {
    List<Object> all = new ArrayList<>(platform());
    all.addAll(intents());
    String counts = Lines.count(all.size(), "intent");
    if (!problems().isEmpty()) {
      counts += ", " + Lines.count(problems().size(), "problem");
    }
    return Lines.of(source, counts, all);
  }
}
