package io.gpuspec.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.Match;
import io.gpuspec.Shape;
import io.gpuspec.contract.Ask.Way;
import io.gpuspec.json.GpuJson;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * The clauses on a target's answers: first that every row can be reached by its names, then the
 * laws of {@link Answer} for any request to this catalog.
 */
interface MatchContract extends Clauses {
  /** The order of shapes that have the same GPU. */
  Comparator<Shape> SIZE =
      Comparator.comparingInt(Shape::gpus).thenComparing(Shape::cpu).thenComparing(Shape::memory);

  private List<Ask> asks(Predicate<Way> ways) {
    return subject().editions().stream()
        .flatMap(target -> Subject.asks(target).stream())
        .filter(ask -> ways.test(ask.way()))
        .toList();
  }

  @Test
  @DisplayName("[match-1] a GPU's own name finds that GPU, and nothing larger than holds the need")
  default void gpusAreFoundByTheirNames() {
    List<Ask> asks = asks(Way::findsTheGpu);
    assertThat(asks).isNotEmpty();
    Cases.all(
        asks,
        ask -> {
          Shape found = ask.match().orThrow().shape();
          assertThat(found.spec().gpu()).isEqualTo(ask.row().gpu());
          assertThat(List.of(found, ask.shape())).isSortedAccordingTo(SIZE);
        });
  }

  @Test
  @DisplayName("[match-2] a row's own name finds that row")
  default void rowsAreFoundByTheirNames() {
    List<Ask> asks = asks(way -> way == Way.ROW);
    assertThat(asks).isNotEmpty();
    Cases.all(asks, ask -> assertThat(ask.match().orThrow().shape()).isEqualTo(ask.shape()));
  }

  /** Returns random requests to the catalogs. */
  @Provide
  default Arbitrary<Question> questions() {
    return Question.on(subject());
  }

  @Property(tries = 200)
  @Label("[match-3] what serves holds what was asked, in what pods can use")
  default void answersHoldWhatWasAsked(@ForAll("questions") Question question) {
    question.answer().assertHolds();
  }

  @Property(tries = 200)
  @Label("[match-4] a no-match has its reasons, and every reason names its resource")
  default void noMatchesAreExplained(@ForAll("questions") Question question) {
    question.answer().assertExplained();
  }

  @Property(tries = 200)
  @Label("[match-5] a share of a card, or an unidentified GPU, serves only who names it")
  default void anyGpuIsAWholeOne(@ForAll("questions") Question question) {
    question.answer().assertWhole();
  }

  @Property(tries = 200)
  @Label("[match-6] what serves has the architecture asked for, amd64 where none was")
  default void architecturesAreThoseAskedFor(@ForAll("questions") Question question) {
    question.answer().assertArchitecture();
  }

  @Property(tries = 200)
  @Label("[match-7] retired rows serve only who asks for them")
  default void retiredRowsAreAskedFor(@ForAll("questions") Question question) {
    question.answer().assertAvailable();
  }

  @Property(tries = 200)
  @Label("[match-8] what is found is the smallest, or the cheapest, of all that serves")
  default void theBestIsFound(@ForAll("questions") Question question) {
    question.answer().assertBest();
  }

  @Property(tries = 200)
  @Label("[match-9] alternatives are other rows, each named once")
  default void alternativesAreOthers(@ForAll("questions") Question question) {
    question.answer().assertDistinct();
  }

  @Property(tries = 200)
  @Label("[match-10] every answer can be explained, and written as JSON")
  default void answersCanBeWritten(@ForAll("questions") Question question) throws IOException {
    Match match = question.match();
    Answer.of(match).assertWritten(match.explain().toString(), GpuJson.write(match));
  }

  @Property(tries = 50)
  @Label("[match-11] JSON conforms to match.schema.json, in full and in short")
  default void jsonConformsToItsSchema(@ForAll("questions") Question question) throws IOException {
    String full = GpuJson.write(question.match());
    assertThat(Schemas.ANSWER.problems(full)).isEmpty();
    assertThat(Schemas.ANSWER.problems(GpuJson.brief(full, 2))).isEmpty();
  }
}
