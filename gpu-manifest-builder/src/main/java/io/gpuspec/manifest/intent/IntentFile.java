package io.gpuspec.manifest.intent;

import io.gpuspec.Target;
import io.gpuspec.manifest.error.ManifestException;
import io.gpuspec.manifest.internal.tree.Checks;
import io.gpuspec.manifest.internal.tree.Lines;
import io.gpuspec.manifest.internal.tree.YamlDocuments;
import io.gpuspec.manifest.internal.tree.YamlInput;
import io.gpuspec.manifest.internal.tree.YamlPlace;
import io.gpuspec.value.Listing;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
 * <p>A document of {@code apiVersion: gpuspec.io/v1} and {@code kind: GpuWorkload} or {@code
 * GpuGang} is one of {@link #intents}; one of {@code kind: VolcanoQueue}, {@code KueueQueue},
 * {@code GpuNodePools}, {@code GpuDevicePlugin}, {@code GpuTenancy}, {@code GpuAlerts} and others
 * is one of {@link #platform}. Their JSON Schema is in the jar, {@code
 * io/gpuspec/manifest/gpu-workload.schema.json}. A file of more than 64 MiB, or with a document
 * that is deeper, larger or more entangled than any manifest, is refused.
 */
public final class IntentFile {

  private final String source;
  private final List<Draft> drafts = new ArrayList<>();
  private final Map<String, Integer> lines = new HashMap<>();

  private IntentFile(String source) {
    this.source = source;
  }

  /**
   * Reads a file.
   *
   * @throws ManifestException with line and column if it is no YAML, or beyond the limits
   * @throws io.gpuspec.value.GpuSpecException if the file does not exist
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
    return of(source, YamlDocuments.of(source, Checks.text(source, text)));
  }

  private static IntentFile of(String source, YamlDocuments documents) {
    IntentFile file = new IntentFile(source);
    for (YamlPlace document : documents) {
      file.add(Draft.read(document));
    }
    if (file.drafts.size() > 1) {
      // What is printed of a file of intents is for the API server.
      file.drafts.forEach(Draft::requireAlone);
    }
    return file;
  }

  private void add(Draft draft) {
    drafts.add(draft);
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

  /** The intents without problems, in the order of the file. */
  public Listing<Intent> intents() {
    return Listing.copyOf(drafts.stream().flatMap(draft -> draft.intent().stream()).toList());
  }

  /**
   * Returns what the cluster needs once, such as queues, without problems, in the order of the
   * file.
   */
  public Listing<Intent> platform() {
    return Listing.copyOf(drafts.stream().flatMap(draft -> draft.platform().stream()).toList());
  }

  /** Returns all that is wrong wherever the intents run, each with file, line and column. */
  public Listing<ManifestException> problems() {
    return Listing.copyOf(drafts.stream().flatMap(draft -> draft.problems().stream()).toList());
  }

  /**
   * Returns all problems, including those of each intent on its target, such as an option that the
   * target does not have or an unknown GPU. An intent with problems is judged as far as it can be.
   * A no-match is not a problem of the file; {@link Intent#on} reports it.
   *
   * <pre>{@code
   * IntentFile file = IntentFile.read(Path.of("llm.yaml"));
   * file.problemsOn(intent -> intent.target(gpus).orElseThrow());    // (none)
   * }</pre>
   *
   * @param where the target of an intent; exceptions that it throws are reported at the intent's
   *     target
   */
  public Listing<ManifestException> problemsOn(Function<? super Intent, Target> where) {
    Checks.given("where", where);
    return Listing.copyOf(drafts.stream().flatMap(d -> d.problemsOn(where).stream()).toList());
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
