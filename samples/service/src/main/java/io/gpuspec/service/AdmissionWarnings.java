package io.gpuspec.service;

import io.gpuspec.manifest.inspect.ManifestFinding;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Findings as the API server hands them to clients: it cuts a warning after 256 characters, and
 * drops what is after 4,096 characters of them all.
 */
final class AdmissionWarnings {
  static final int LONGEST = 256;
  static final int LONGEST_TOGETHER = 4096;

  private static final String CUT = "...";

  /** The API server drops a warning that has one. */
  private static final Pattern CONTROL = Pattern.compile("\\p{Cc}+");

  private AdmissionWarnings() {}

  static List<String> of(List<ManifestFinding> findings) {
    List<String> told = new ArrayList<>();
    int length = 0;
    for (ManifestFinding each : findings) {
      String next = warning(each);
      length += next.length();
      // Room for the line that says how many there are besides.
      if (length > LONGEST_TOGETHER - LONGEST) {
        told.add("%s more warnings; inspect the manifest".formatted(findings.size() - told.size()));
        break;
      }
      told.add(next);
    }
    return told;
  }

  /** Returns the rule, the path, the problem, the fix and the page. */
  static String whole(ManifestFinding each) {
    return problem(each) + " Fix: " + oneLine(each.fix()) + page(each);
  }

  private static String warning(ManifestFinding each) {
    String whole = whole(each);
    if (whole.length() <= LONGEST) {
      return whole;
    }
    String problem = problem(each);
    int room = LONGEST - page(each).length();
    return problem.length() <= room
        ? problem + page(each)
        : cut(problem, room - CUT.length()) + CUT + page(each);
  }

  private static String cut(String text, int length) {
    // Half a character would make the warning no text.
    return text.substring(
        0, Character.isHighSurrogate(text.charAt(length - 1)) ? length - 1 : length);
  }

  private static String problem(ManifestFinding each) {
    return oneLine(place(each) + each.message());
  }

  private static String oneLine(String text) {
    return CONTROL.matcher(text).replaceAll(" ");
  }

  private static String place(ManifestFinding each) {
    return each.path().isEmpty()
        ? each.rule().id() + ": "
        : "%s (%s): ".formatted(each.rule().id(), each.path());
  }

  private static String page(ManifestFinding each) {
    return " See " + each.rule().page();
  }
}
