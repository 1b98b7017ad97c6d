package io.gpuspec.manifest.internal.found;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuspec.manifest.error.ManifestException;
import io.gpuspec.manifest.internal.tree.YamlDocuments;
import io.gpuspec.manifest.internal.tree.YamlPlace;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlacePathTest {
  private static YamlPlace place(String text) {
    List<YamlPlace> places = new ArrayList<>();
    YamlDocuments.of("object.yaml", text).forEach(places::add);
    return places.get(0);
  }

  private static final String OBJECT =
      "spec: {tasks: [{name: a, x: 1}, {name: b}, text], groups: {g1: {x: 2}, g2: {x: 3}}, word: w}";

  @ParameterizedTest
  @CsvSource({
    "'', '', ''",
    "spec word, spec.word, ''",
    "spec none x, '', ''",
    "spec word x, '', ''",
    "spec tasks * x, spec.tasks[0].x, 0",
    "spec tasks * name, spec.tasks[0].name spec.tasks[1].name, 0 1",
    "spec groups * x, spec.groups.g1.x spec.groups.g2.x, g1 g2",
    "spec groups *, spec.groups.g1 spec.groups.g2, g1 g2",
    "spec word *, '', ''",
    "spec tasks - name, spec.tasks[0].name spec.tasks[1].name, 0 1",
  })
  void aPathReachesThePlacesThatExist(String path, String places, String keys) {
    List<PlacePath.Reached> reached = PlacePath.of(path).in(place(OBJECT), false);

    assertThat(reached.stream().map(each -> each.place().path()).toList())
        .isEqualTo(path.isEmpty() || !places.isEmpty() ? List.of(places.split(" ")) : List.of());
    assertThat(
            String.join(
                " ",
                reached.stream()
                    .flatMap(each -> each.keys().stream())
                    .map(String::valueOf)
                    .toList()))
        .isEqualTo(keys);
  }

  @Test
  void theItemIsTheInnermostOne() {
    YamlPlace object = place(OBJECT);

    assertThat(PlacePath.of("spec groups * x").in(object, false).get(1).item().path())
        .isEqualTo("spec.groups.g2");
    assertThat(PlacePath.of("spec word").in(object, false).get(0).item().path()).isEmpty();
  }

  @Test
  void whatIsRequiredIsAProblemWhereItIsMissing() {
    assertThat(PlacePath.of("spec word").in(place(OBJECT), true)).hasSize(1);
    for (String missing : List.of("spec none", "spec word *", "spec groups -")) {
      assertThatThrownBy(() -> PlacePath.of(missing).in(place(OBJECT), true))
          .isInstanceOf(ManifestException.class);
    }
    assertThatThrownBy(() -> PlacePath.of("spec groups -").in(place(OBJECT), false))
        .isInstanceOf(ManifestException.class);
  }

  @ParameterizedTest
  @CsvSource({"a b, b", "a b *, b", "a -, a", "'', ", "*, "})
  void theLastFieldIsTheLastThatIsNoItem(String path, String last) {
    assertThat(PlacePath.of(path).last().orElse(null)).isEqualTo(last);
  }

  @ParameterizedTest
  @CsvSource({
    "image: <your-image>, image",
    "image: 'r/<name>:v1', image",
    "other: 'r/<name>:v1', ''",
    "other: <name>, other",
    "other: <3, ''",
    "other: a <b> c, ''",
    "other: 7, ''",
    "list: [a] , ''",
  })
  void aPlaceholderIsAWholeValueOrAPartOfAnImage(String text, String path) {
    assertThat(Placeholders.in(place(text)).stream().map(YamlPlace::path).toList())
        .isEqualTo(path.isEmpty() ? List.of() : List.of(path));
  }

  @Test
  void placeholdersAreFoundInListsAndMappings() {
    assertThat(Placeholders.in(place("a: [{b: <c>}, <d>, e]\nimage: [<f>, 'r/<g>']")))
        .extracting(YamlPlace::path)
        .containsExactly("a[0].b", "a[1]", "image[0]");
    assertThat(place("a: <b>").require("a").isPlaceholder()).isTrue();
    assertThat(place("a: <b> c").require("a").isPlaceholder()).isFalse();
    assertThat(place("a: c <b>").require("a").isPlaceholder()).isFalse();
    assertThat(place("a: [<b>]").require("a").isPlaceholder()).isFalse();
  }
}
