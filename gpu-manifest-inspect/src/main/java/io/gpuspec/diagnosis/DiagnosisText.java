package io.gpuspec.diagnosis;

import java.util.List;

/** The text of a diagnosis. */
final class DiagnosisText {
  private DiagnosisText() {}

  static String of(Diagnosis diagnosis) {
    StringBuilder out = new StringBuilder();
    int number = 1;
    for (Cause cause : diagnosis.causes()) {
      out.append(number++).append(". ");
      cause(out, cause);
    }
    if (!diagnosis.isFound()) {
      out.append("no known cause\n");
    }
    for (Cause.Evidence each : diagnosis.unknown()) {
      out.append("not known: ").append(each).append('\n');
    }
    diagnosis.notes().forEach(note -> out.append("note: ").append(note.message()).append('\n'));
    return out.toString().stripTrailing();
  }

  private static void cause(StringBuilder out, Cause cause) {
    KnownProblem problem = cause.problem();
    out.append(problem).append('\n');
    List<Cause.Evidence> evidence = cause.evidence();
    evidence.stream().limit(3).forEach(each -> out.append("   ").append(each).append('\n'));
    long more = cause.times() - Math.min(3, evidence.size());
    if (more > 0) {
      out.append("   ... and ").append(more).append(" more\n");
    }
    cause.where().forEach(each -> out.append("   where   ").append(each).append('\n'));
    if (!problem.targets().isEmpty()) {
      out.append("   on      ").append(String.join(", ", problem.targets())).append('\n');
    }
    problem.versions().ifPresent(each -> out.append("   of      ").append(each).append('\n'));
    out.append("   cause   ").append(cause.cause()).append('\n');
    cause.commands().forEach(each -> out.append("   check   ").append(each).append('\n'));
    out.append("   fix     ").append(cause.fix()).append('\n');
    out.append("   source  ").append(problem.citation()).append('\n');
  }
}
