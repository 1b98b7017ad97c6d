package io.gpuspec.manifest.inspect;

import io.gpuspec.manifest.inspect.ManifestFinding.Suppression;
import io.gpuspec.manifest.internal.tree.Checks;
import io.gpuspec.manifest.internal.tree.YamlInput;
import io.gpuspec.value.GpuSpecException;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Known findings that do not count: a file with a line for each, {@code fingerprint rule object in
 * file}.
 *
 * <pre>{@code
 * Findings before = Inspector.of(gpus).parse("pod.yaml", "{a: 1, a: 2}");
 * Baseline known = Baseline.of(before);
 * Inspector.of(gpus).except(known).parse("pod.yaml", "{a: 1, a: 2}").counts().warnings();    // 0
 * }</pre>
 *
 * <p>A fingerprint is of the rule, the object and the path in it, so it stays when lines move. The
 * same mistake in another file, whose object has the same name, is a line of its own. Files are
 * compared by location, not by spelling: {@code ./a.yaml} is {@code a.yaml}.
 */
public final class Baseline {
  /** The name of the file, by custom. */
  public static final String FILE = ".gpuspec.baseline";

  private static final String IN = " in ";

  private static final Pattern LINE = Pattern.compile("([0-9a-f]{16})( .*)?");

  private final List<Known> known;

  /**
   * A finding that was there before.
   *
   * @param what rule, object and file, of which the file decides between findings of one
   *     fingerprint
   */
  private record Known(String fingerprint, String what) {
    private static Known of(ManifestFinding finding) {
      String what = finding.rule().id() + " " + finding.kind() + " " + finding.name();
      return new Known(finding.fingerprint(), what.strip() + IN + finding.file());
    }

    /** Returns what only findings of the same file share; a line without a file shares nothing. */
    private String ofItsFile() {
      int file = what.lastIndexOf(IN);
      return fingerprint + IN + (file < 0 ? "" : sameHowever(what.substring(file + IN.length())));
    }

    /** One file is called by several names, such as {@code ./a.yaml} and its absolute path. */
    private static String sameHowever(String file) {
      try {
        return Path.of(file).toAbsolutePath().normalize().toString();
      } catch (InvalidPathException e) {
        return file;
      }
    }
  }

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
        known.add(Known.of(each));
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
    List<String> lines = Checks.text(source, text).lines().toList();
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

  /**
   * As many findings of one fingerprint are known as there are lines of it, first those of the same
   * file: another may be a copy.
   */
  List<ManifestFinding> applied(List<ManifestFinding> findings) {
    Map<String, Integer> lines = new HashMap<>();
    for (Known each : known) {
      lines.merge(each.fingerprint(), 1, Integer::sum);
      lines.merge(each.ofItsFile(), 1, Integer::sum);
    }
    Set<ManifestFinding> old = Collections.newSetFromMap(new IdentityHashMap<>());
    for (ManifestFinding each : findings) {
      if (each.suppression().isEmpty() && take(lines, Known.of(each).ofItsFile())) {
        take(lines, each.fingerprint());
        old.add(each);
      }
    }
    for (ManifestFinding each : findings) {
      if (each.suppression().isEmpty() && !old.contains(each) && take(lines, each.fingerprint())) {
        old.add(each);
      }
    }
    return findings.stream()
        .map(each -> old.contains(each) ? each.suppressed(new Suppression("baseline", "")) : each)
        .toList();
  }

  private static boolean take(Map<String, Integer> lines, String key) {
    return lines.getOrDefault(key, 0) > 0 && lines.merge(key, -1, Integer::sum) >= 0;
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
