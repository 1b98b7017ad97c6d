package io.gpuspec.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ListingTest {

  @Test
  void printsOneElementALine() {
    assertThat(Listing.copyOf(List.of("a", "b"))).hasToString("a\nb");
    assertThat(Listing.copyOf(List.of())).hasToString("(none)");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 9, 10, 43, 44, 45, 100, 433, 434, 435, 868, 869})
  void staysBelowNineHundredCharactersAndCountsTheRest(int length) {
    Listing<String> listing = Listing.copyOf(Collections.nCopies(1234, "x".repeat(length)));

    String printed = listing.toString();

    assertThat(printed).hasSizeLessThanOrEqualTo(900);
    long shown = printed.lines().filter(line -> line.startsWith("x")).count();
    assertThat(printed).endsWith("\n... and " + (1234 - shown) + " more: all()");
  }

  @Test
  void printsEverythingWhereItFits() {
    String half = "x".repeat(434);

    assertThat(Listing.copyOf(List.of(half, half))).hasToString(half + "\n" + half);
  }

  @Test
  void printsTheFirstElementHoweverLongItIs() {
    assertThat(Listing.copyOf(List.of("x".repeat(2000), "y")))
        .hasToString("x".repeat(2000) + "\n... and 1 more: all()");
  }

  @Test
  void allPrintsEveryElement() {
    Listing<Integer> listing = Listing.copyOf(Collections.nCopies(500, 7));

    assertThat(listing.all().toString().lines()).hasSize(500).containsOnly("7");
    assertThat(Listing.copyOf(List.of()).all()).isEqualTo(Text.of(""));
  }

  @Test
  void isAListThatNobodyCanChange() {
    List<String> source = new ArrayList<>(List.of("a", "b"));
    Listing<String> listing = Listing.copyOf(source);
    source.set(0, "changed");

    assertThat(listing).isEqualTo(List.of("a", "b"));
    assertThatThrownBy(() -> listing.add("c")).isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> listing.remove(0)).isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> listing.set(0, "c")).isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void printsUpTo870CharactersInAll() {
    String most = "x".repeat(435);

    assertThat(Listing.copyOf(List.of("x".repeat(434), most)))
        .hasToString("x".repeat(434) + "\n" + most);
    assertThat(Listing.copyOf(List.of(most, most))).hasToString(most + "\n... and 1 more: all()");
  }

  @Test
  void isReadLikeAnyList() {
    Listing<String> listing = Stream.of("a", "b").collect(Listing.collector());
    List<String> read = new ArrayList<>();
    listing.iterator().forEachRemaining(read::add);
    listing.spliterator().forEachRemaining(read::add);

    assertThat(read).containsExactly("a", "b", "a", "b");
  }
}
