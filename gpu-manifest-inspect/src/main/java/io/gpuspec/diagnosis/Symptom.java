package io.gpuspec.diagnosis;

import com.fasterxml.jackson.databind.JsonNode;
import io.gpuspec.internal.Arguments;
import io.gpuspec.internal.DataFile;
import io.gpuspec.value.Citation;
import io.gpuspec.value.Facts;
import io.gpuspec.value.Listing;
import io.gpuspec.value.Text;
import io.gpuspec.value.UnknownNameException;
import java.util.List;

/**
 * Something that goes wrong without a message that names the cause, with checks in the order in
 * which they exclude causes.
 *
 * <pre>{@code
 * Symptom pending = Symptom.of("pending");
 * pending.title();                       // a pod stays Pending
 * pending.steps().get(0).question();     // What does the scheduler say?
 * }</pre>
 *
 * @param id the name, such as {@code pending}
 * @param title what it is, in a few words
 * @param steps the checks, in order
 * @param citation the source
 */
public record Symptom(String id, String title, List<Step> steps, Citation citation)
    implements io.gpuspec.value.Answer {
  private static final Listing<Symptom> ALL = read(new DataFile(Symptom.class, "symptoms.json"));

  /**
   * A check.
   *
   * @param question what it answers
   * @param command the command, with placeholders such as {@code <pod>}; questions on a node say so
   * @param answers what the command can show
   */
  public record Step(String question, String command, List<Answer> answers) {

    /** Keeps an unmodifiable copy. */
    public Step {
      Arguments.notNull("question, command", question, command);
      answers = Arguments.copied("answers", answers, "answers");
    }

    /** Returns text such as {@code Does the pod exist at all? kubectl describe ...}. */
    @Override
    public String toString() {
      return question + " " + command;
    }
  }

  /**
   * What a command can show.
   *
   * @param seen what it shows
   * @param means what that means, and what to do
   */
  public record Answer(String seen, String means) {

    /** Refuses null. */
    public Answer {
      Arguments.notNull("seen, means", seen, means);
    }

    /** Returns text such as {@code OOMKilled: That is the memory of the node, ...}. */
    @Override
    public String toString() {
      return seen + ": " + means;
    }
  }

  /** Keeps an unmodifiable copy. */
  public Symptom {
    Arguments.notNull("symptom, title", id, title);
    steps = Arguments.copied("steps", steps, "steps");
    Arguments.required("citation", citation, "a Citation");
  }

  /** Returns every symptom that is known. */
  public static Listing<Symptom> all() {
    return ALL;
  }

  /**
   * Returns a symptom.
   *
   * @throws UnknownNameException if no symptom has the name
   */
  public static Symptom of(String id) {
    Arguments.required("symptom", id, "a name, such as pending");
    return ALL.stream()
        .filter(each -> each.id.equals(id))
        .findFirst()
        .orElseThrow(
            () ->
                new UnknownNameException(
                    "diagnosis.unknown", "symptom", id, ALL.stream().map(Symptom::id).toList()));
  }

  private static Listing<Symptom> read(DataFile file) {
    return Listing.copyOf(
        file.rows(
            "symptoms",
            row ->
                new Symptom(
                    file.text(row, "id"),
                    file.text(row, "title"),
                    DataFile.rows(row.path("steps"), step -> step(file, step)),
                    file.cited(row))));
  }

  private static Step step(DataFile file, JsonNode row) {
    return new Step(
        file.text(row, "question"),
        file.text(row, "command"),
        DataFile.rows(
            row.path("answers"),
            answer -> new Answer(file.text(answer, "seen"), file.text(answer, "means"))));
  }

  /**
   * Adds {@code "id", "title", "steps": [{"question", "command", "answers": [{"seen", "means"}]}],
   * "citation"}.
   */
  @Override
  public void describe(Facts out) {
    out.put("id", id)
        .put("title", title)
        .put(
            "steps",
            steps,
            (step, item) ->
                item.put("question", step.question())
                    .put("command", step.command())
                    .put(
                        "answers",
                        step.answers(),
                        (each, of) -> of.put("seen", each.seen()).put("means", each.means())))
        .put("citation", citation);
  }

  /** Returns text such as {@code pending: a pod stays Pending}. */
  @Override
  public String toString() {
    return id + ": " + title;
  }

  /** Returns the checks, with what each answer means. */
  public Text explain() {
    StringBuilder out = new StringBuilder(toString()).append('\n');
    int number = 1;
    for (Step step : steps) {
      out.append(number++).append(". ").append(step.question).append('\n');
      out.append("   ").append(step.command).append('\n');
      step.answers.forEach(each -> out.append("   - ").append(each).append('\n'));
    }
    return Text.of(out.append("source: ").append(citation).toString());
  }
}
