package io.gpuspec.manifest.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.manifest.internal.tree.YamlDocuments;
import io.gpuspec.manifest.internal.tree.YamlPlace;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlacesTest {

  private static final YamlPlace DOCUMENT =
      YamlDocuments.of(
              "a.yaml",
              """
              labels: {x: 1, xy: 2, z: 3, none: }
              boxes:
              - {name: a, image: r/a, args: [p, q]}
              - {name: b, image: r/b}
              """)
          .iterator()
          .next();

  private static List<Places.Step> steps(String path) {
    return Stream.of(path.split(" ")).map(Places.Step::of).toList();
  }

  private static List<Places.Reached> reached(String path) {
    List<Places.Reached> reached = new ArrayList<>();
    boolean isAny =
        Places.any(
            DOCUMENT,
            steps(path),
            each -> {
              reached.add(each);
              return false;
            });
    assertThat(isAny).isFalse();
    return reached;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          labels x                | labels.x
          labels none             | ''
          labels x y              | ''
          labels *                | labels.x, labels.xy, labels.z, labels.none
          labels ~x.?             | labels.x, labels.xy
          boxes                   | boxes
          boxes name              | ''
          boxes *                 | boxes[0], boxes[1]
          boxes * image           | boxes[0].image, boxes[1].image
          boxes * args *          | boxes[0].args[0], boxes[0].args[1]
          boxes ~.*               | ''
          boxes [name=b]          | boxes[1]
          boxes [image=r/a] name  | boxes[0].name
          boxes [name=c]          | ''
          boxes [b]               | ''
          labels [name=b]         | ''
          labels x *              | ''
          """)
  void stepsLeadToFieldsAndItems(String path, String places) {
    assertThat(reached(path).stream().map(each -> each.place().path()).toList())
        .isEqualTo(places.isEmpty() ? List.of() : List.of(places.split(", ")));
  }

  @ParameterizedTest
  @CsvSource({"labels *", "labels ~.*", "boxes *", "boxes [image=r/a]", "labels x"})
  void whatIsWantedEndsTheSearch(String path) {
    List<Places.Reached> seen = new ArrayList<>();

    assertThat(Places.any(DOCUMENT, steps(path), seen::add)).isTrue();
    assertThat(seen).hasSize(1);
  }

  @Test
  void aFieldIsKnownByItsKeyAndAnItemByItself() {
    YamlPlace image = reached("boxes * image").get(1).key();
    YamlPlace item = reached("boxes *").get(1).key();

    // Line 4 is "- {name: b, image: r/b}".
    assertThat(image.node().line() + ":" + image.node().column()).isEqualTo("4:13");
    assertThat(item.node().line() + ":" + item.node().column()).isEqualTo("4:3");
    assertThat(reached("labels *").get(1).name()).isEqualTo("xy");
  }

  @Test
  void withoutStepsADocumentIsReachedAndIsItsOwnKey() {
    List<Places.Reached> reached = new ArrayList<>();

    assertThat(Places.any(DOCUMENT, List.of(), reached::add)).isTrue();
    assertThat(reached.get(0).key()).isEqualTo(DOCUMENT);
  }
}
