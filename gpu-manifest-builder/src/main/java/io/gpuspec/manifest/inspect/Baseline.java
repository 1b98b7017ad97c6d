package io.gpuspec.manifest.inspect;

import io.gpuspec.manifest.inspect.ManifestFinding.Suppression;
import io.gpuspec.manifest.internal.tree.Checks;
import io.gpuspec.manifest.internal.tree.YamlInput;
import io.gpuspec.value.GpuSpecException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
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
 * <p>A fingerprint is of the rule, the object and the path in it, so it stays when lines move. The
 * same mistake in another file, whose object has the same name, is a line of its own.
 */
public final class Baseline {
  /** The name of the file, by custom. */
  public static final String FILE = ".gpuspec.baseline";

  private static final Pattern LINE = Pattern.compile("([0-9a-f]{16})( .*)?");

  private final List<Known> known;

  /**
   * A finding that was there before.
   *
   * @param what rule and object, for readers
   */
  private record Known(String fingerprint, String what) {}

  private Baseline(List<Known> known) {
    this.known = List.copyOf(known);
  }

  /** Returns the baseline without a finding. */
  public static Baseline none() {
    return new Baseline(List.of());
  }

  /** Returns the baseline of what was found and is not turned off otherwise. */
  public static Baseline of(Findings findings) {
    List<Known> known = new ArrayList<>();
    for (ManifestFinding each : Checks.given("findings", findings).findings()) {
      if (each.suppression().isEmpty()) {
        String what = each.rule().id() + " " + each.kind() + " " + each.name();
        known.add(new Known(each.fingerprint(), what.strip()));
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
    List<Known> known = new ArrayList<>();
    List<String> lines = Checks.given("text", text).lines().toList();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      Matcher matcher = LINE.matcher(line);
      if (matcher.matches()) {
        String what = matcher.group(2) == null ? "" : matcher.group(2).strip();
        known.add(new Known(matcher.group(1), what));
      } else if (!line.isEmpty() && !line.startsWith("#")) {
        throw new GpuSpecException(
            "baseline.malformed",
            "%s:%s: this is no fingerprint; write the file with --create-baseline"
                .formatted(source, i + 1));
      }
    }
    return new Baseline(known);
  }

  /** As many findings of one fingerprint are known as there are lines of it. */
  List<ManifestFinding> applied(List<ManifestFinding> findings) {
    Map<String, Integer> left = new HashMap<>();
    known.forEach(each -> left.merge(each.fingerprint(), 1, Integer::sum));
    List<ManifestFinding> all = new ArrayList<>();
    for (ManifestFinding each : findings) {
      boolean isKnown =
          each.suppression().isEmpty() && left.getOrDefault(each.fingerprint(), 0) > 0;
      if (isKnown) {
        left.merge(each.fingerprint(), -1, Integer::sum);
      }
      all.add(isKnown ? each.suppressed(new Suppression("baseline", "")) : each);
    }
    return List.copyOf(all);
  }

  /** Returns the file's text. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("# Known findings, by gpuspec inspect.\n");
    known.forEach(
        each -> text.append((each.fingerprint() + " " + each.what()).strip()).append('\n'));
    return text.toString();
  }
}
