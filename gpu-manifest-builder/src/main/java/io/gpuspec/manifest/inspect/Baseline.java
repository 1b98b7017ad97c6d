package io.gpuspec.manifest.inspect;

import io.gpuspec.manifest.inspect.ManifestFinding.Suppression;
import io.gpuspec.manifest.internal.tree.Checks;
import io.gpuspec.manifest.internal.tree.YamlInput;
import io.gpuspec.value.GpuSpecException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Findings that were there before and do not count: a file with a line for each, {@code fingerprint
 * rule object}.
 *
 * <pre>{@code
 * Findings before = Inspector.of(gpus).parse("pod.yaml", "{a: 1, a: 2}");
 * Baseline known = Baseline.of(before);
 * Inspector.of(gpus).except(known).parse("pod.yaml", "{a: 1, a: 2}").counts().warnings();    // 0
 * }</pre>
 *
 * <p>A fingerprint is of the rule, the object and the path, so it stays when lines move.
 */
public final class Baseline {
  /** The name of the file, by custom. */
  public static final String FILE = ".gpuspec.baseline";

  private static final Pattern LINE = Pattern.compile("([0-9a-f]{16})( .*)?");

  private final Map<String, String> known;

  private Baseline(Map<String, String> known) {
    this.known = known;
  }

  /** Returns the baseline without a finding. */
  public static Baseline none() {
    return new Baseline(Map.of());
  }

  /** Returns the baseline of what was found and is not turned off otherwise. */
  public static Baseline of(Findings findings) {
    Map<String, String> known = new LinkedHashMap<>();
    for (ManifestFinding each : Checks.given("findings", findings).findings()) {
      if (each.suppression().isEmpty()) {
        known.putIfAbsent(
            each.fingerprint(), (each.rule().id() + " " + each.kind() + " " + each.name()).strip());
      }
    }
    return new Baseline(known);
  }

  /**
   * Reads a file.
   *
   * @throws GpuSpecException if it cannot be read, or is no baseline
   */
  public static Baseline read(Path file) {
    return YamlInput.read(
        file,
        "known findings",
        in -> parse(file.toString(), new String(in.readAllBytes(), StandardCharsets.UTF_8)));
  }

  /**
   * Reads a text.
   *
   * @throws GpuSpecException if it is no baseline
   */
  public static Baseline parse(String source, String text) {
    Map<String, String> known = new LinkedHashMap<>();
    List<String> lines = Checks.given("text", text).lines().toList();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      Matcher matcher = LINE.matcher(line);
      if (matcher.matches()) {
        known.put(matcher.group(1), matcher.group(2) == null ? "" : matcher.group(2).strip());
      } else if (!line.isEmpty() && !line.startsWith("#")) {
        throw new GpuSpecException(
            "baseline.malformed",
            "%s:%s: this is no fingerprint; write the file with --create-baseline"
                .formatted(source, i + 1));
      }
    }
    return new Baseline(known);
  }

  List<ManifestFinding> applied(List<ManifestFinding> findings) {
    return findings.stream()
        .map(
            each ->
                each.suppression().isEmpty() && known.containsKey(each.fingerprint())
                    ? each.suppressed(new Suppression("baseline", ""))
                    : each)
        .toList();
  }

  /** Returns the file's text. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("# Known findings, by gpuspec inspect.\n");
    known.forEach(
        (fingerprint, what) ->
            text.append(fingerprint).append(what.isEmpty() ? "" : " " + what).append('\n'));
    return text.toString();
  }
}
