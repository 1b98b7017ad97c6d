package io.gpuspec.diagnosis;

import io.gpuspec.internal.Arguments;
import io.gpuspec.rule.Severity;
import io.gpuspec.value.Answer;
import io.gpuspec.value.Citation;
import io.gpuspec.value.Facts;
import io.gpuspec.value.Listing;
import io.gpuspec.value.UnknownNameException;
import java.util.List;
import java.util.Optional;

/**
 * A problem with GPUs on Kubernetes that programs report with a known message.
 *
 * <pre>{@code
 * KnownProblem problem = KnownProblem.of("cuda-driver-too-old");
 * problem.program();    // cuda
 * problem.fix();
 *     // Use an image with an older CUDA, or nodes with a newer driver; `gpuspec cuda-fit` ...
 * }</pre>
 *
 * @param id the name, such as {@code gpu-insufficient}
 * @param title what it is, in a few words
 * @param program the program that writes the messages, such as {@code kube-scheduler}
 * @param seen where the messages appear: {@code event}, {@code condition}, {@code log}, {@code
 *     error} (of a command or an API), or {@code exec}
 * @param targets the providers whose clusters show it, such as {@code tke}; empty if any can
 * @param versions the versions or cards that show it, as text; empty if all do
 * @param severity how bad it is; info if the message alone is no fault
 * @param isSymptom whether other messages of the same text name the cause
 * @param messages the messages, with captures in braces
 * @param example a message, as the program writes it
 * @param cause what it comes from
 * @param checks commands that confirm it
 * @param fix what to do
 * @param rules the inspector's rules that find it in a manifest
 * @param fields the fields of a pod that a message can be about, from the pod on, with captures in
 *     braces: {@code spec.containers} are all containers; one that ends in {@code !} is there if
 *     the message is about the pod, one that ends in {@code ?} can be wrong by not being there, and
 *     after {@code =} stands the value
 * @param citation the source
 */
public record KnownProblem(
    String id,
    String title,
    String program,
    String seen,
    List<String> targets,
    Optional<String> versions,
    Severity severity,
    boolean isSymptom,
    List<String> messages,
    String example,
    String cause,
    List<String> checks,
    String fix,
    List<String> rules,
    List<String> fields,
    Citation citation)
    implements Answer {

  /** Keeps unmodifiable copies. */
  public KnownProblem {
    Arguments.notNull("id, title, program, seen", id, title, program, seen);
    targets = Arguments.copied("targets", targets, "names of providers");
    Arguments.notNull("versions, severity", versions, severity);
    messages = Arguments.copied("messages", messages, "texts");
    Arguments.notNull("example, cause", example, cause);
    checks = Arguments.copied("checks", checks, "commands");
    Arguments.required("fix", fix, "a text");
    rules = Arguments.copied("rules", rules, "rules");
    fields = Arguments.copied("fields", fields, "paths");
    Arguments.required("citation", citation, "a Citation");
  }

  /** Returns every problem that is known. */
  public static Listing<KnownProblem> all() {
    return Listing.copyOf(KnownProblems.all().list());
  }

  /**
   * Returns a problem.
   *
   * @throws UnknownNameException if no problem has the name
   */
  public static KnownProblem of(String id) {
    Arguments.required("problem", id, "a name, such as gpu-insufficient");
    List<KnownProblem> all = KnownProblems.all().list();
    return all.stream()
        .filter(each -> each.id().equals(id))
        .findFirst()
        .orElseThrow(
            () ->
                new UnknownNameException(
                    "diagnosis.unknown",
                    "problem",
                    id,
                    all.stream().map(KnownProblem::id).toList()));
  }

  /**
   * Adds {@code "id", "title", "severity", "symptom", "program", "seen", "targets"?, "versions"?,
   * "messages", "example", "cause", "commands", "fix", "citation"}; what a message captures stands
   * in braces.
   */
  @Override
  public void describe(Facts out) {
    circumstances(head(out))
        .put("messages", messages)
        .put("example", example)
        .put("cause", cause)
        .put("commands", checks)
        .put("fix", fix)
        .put("citation", citation);
  }

  Facts head(Facts out) {
    return out.put("id", id)
        .put("title", title)
        .put("severity", severity)
        .put("symptom", isSymptom());
  }

  /** Adds who writes the message, where it is seen, and which clusters and versions show it. */
  Facts circumstances(Facts out) {
    return out.put("program", program)
        .put("seen", seen)
        .putUnlessEmpty("targets", targets)
        .put("versions", versions);
  }

  /** Returns text such as {@code gpu-insufficient (error): no node has that many devices free}. */
  @Override
  public String toString() {
    return id + " (" + severity + "): " + title;
  }
}
