package io.gpuspec.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Problems of a document with their places, of which nobody reads a million. */
class ProblemsTest {
  private static Problems problems(int count) {
    Problems problems = new Problems();
    for (int i = 0; i < count; i++) {
      int number = i;
      if (i % 2 == 0) {
        problems.add(Place.ROOT.item(i), "wrong " + i);
      } else {
        problems.add(Place.ROOT.item(i), () -> "wrong " + number);
      }
    }
    return problems;
  }

  @Test
  void theFirstHundredAreReported() {
    assertThat(problems(0).isEmpty()).isTrue();
    assertThat(problems(0).all()).isEmpty();
    assertThat(problems(1).isEmpty()).isFalse();
    assertThat(problems(100).all())
        .hasSize(100)
        .last()
        .isEqualTo(new Problem(Place.ROOT.item(99), "wrong 99"));
  }

  @Test
  void theOthersAreCounted() {
    assertThat(problems(101).all())
        .hasSize(101)
        .last()
        .isEqualTo(new Problem(Place.ROOT, "and 1 more problem of this file"));
    assertThat(problems(103).all())
        .last()
        .isEqualTo(new Problem(Place.ROOT, "and 3 more problems of this file"));
  }

  @Test
  void thoseOfAPartAreAdded() {
    Problems all = problems(1);
    all.addAll(List.of(new Problem(Place.ROOT.field("a"), "is missing")));

    assertThat(all.all()).extracting(Problem::message).containsExactly("wrong 0", "is missing");
  }

  /** RFC 6901: "~" is "~0" and "/" is "~1". */
  @Test
  void aPlaceIsAJsonPointer() {
    Place place = Place.ROOT.field("specs").item(3).field("a/b~c");

    assertThat(place).hasToString("/specs/3/a~1b~0c");
    assertThat(place.steps()).containsExactly("specs", "3", "a/b~c");
    assertThat(Place.ROOT).hasToString("");
  }

  @Test
  void aVeryLongNameIsShortened() {
    assertThat(Place.ROOT.field("x".repeat(100))).hasToString("/" + "x".repeat(100));
    assertThat(Place.ROOT.field("x".repeat(101))).hasToString("/" + "x".repeat(100) + "...");
  }
}
