package io.gpuspec.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ApiTextTest {
  @Test
  void everyMemberThatUsersCanNameHasALine() {
    assertThat(ApiText.of(List.of(Sample.class)))
        .containsExactly(
            "io.gpuspec.api.Sample: abstract class<T extends Comparable<? super T>> implements Runnable",
            "io.gpuspec.api.Sample: static final Map<String, List<String[]>> NONE",
            "io.gpuspec.api.Sample: protected int changing",
            "io.gpuspec.api.Sample: protected new(String)",
            "io.gpuspec.api.Sample: abstract <R> R apply(java.util.function.Function<? super T, ? extends R>, int[]...) throws java.io.IOException",
            "io.gpuspec.api.Sample: @Deprecated protected void forSubclasses()",
            "io.gpuspec.api.Sample: void fromAParentThatNobodyCanName()",
            "io.gpuspec.api.Sample: @Deprecated final Sample<?> old()");
  }

  @Test
  void recordsShowTheirConstructorAndComponents() {
    assertThat(ApiText.of(List.of(Sample.Pair.class)))
        .containsExactly(
            "io.gpuspec.api.Sample.Pair: record<A>",
            "io.gpuspec.api.Sample.Pair: new(A, Sample.Colour)",
            "io.gpuspec.api.Sample.Pair: A left()",
            "io.gpuspec.api.Sample.Pair: Sample.Colour right()");
  }

  @Test
  void enumsShowTheirConstants() {
    assertThat(ApiText.of(List.of(Sample.Colour.class)))
        .containsExactly(
            "io.gpuspec.api.Sample.Colour: enum",
            "io.gpuspec.api.Sample.Colour: static final Sample.Colour GREEN",
            "io.gpuspec.api.Sample.Colour: static final Sample.Colour RED");
  }

  @Test
  void interfacesShowWhatIsToBeImplemented() {
    assertThat(ApiText.of(List.of(Sample.Square.class, Sample.Shape.class)))
        .containsExactly(
            "io.gpuspec.api.Sample.Shape: sealed interface",
            "io.gpuspec.api.Sample.Shape: abstract double area()",
            "io.gpuspec.api.Sample.Shape: default boolean isEmpty()",
            "io.gpuspec.api.Sample.Shape: static Sample.Shape unit()",
            "io.gpuspec.api.Sample.Square: final class implements Sample.Shape",
            "io.gpuspec.api.Sample.Square: new()",
            "io.gpuspec.api.Sample.Square: double area()");
  }
}
