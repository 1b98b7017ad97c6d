package io.gpuspec.spi;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuspec.Target;
import io.gpuspec.TestCloud;
import io.gpuspec.kube.KubeObject;
import io.gpuspec.spi.ObjectField.Form;
import io.gpuspec.value.InvalidValueException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ObjectKindTest {
  private static final Target CLOUD = TestCloud.ofResources("cloud").target();

  /** A text of what the steps did. */
  private final ObjectKind<String> kind =
      ObjectKind.<String>of(
              "Cache",
              "docs/cache.md",
              (target, name, spec) -> target.id() + " " + name + " " + spec.texts("images"),
              made -> List.of(KubeObject.of("v1", "Cache", made.split(" ")[1])))
          .field(ObjectField.texts("images", "Pulled once.").required())
          .field(
              ObjectField.whole("days", "Until it is deleted."),
              (made, spec) -> made + " for " + spec.whole("days"));

  @Test
  void aKindMakesObjectsFromItsFieldsInTheirOrder() {
    ObjectValues spec = ObjectValues.of(Map.of("images", List.of("a", "b"), "days", 7));
    String made = kind.start(CLOUD, "gpu", spec);

    assertThat(made).isEqualTo("cloud gpu [a, b]");
    for (ObjectField field : kind.fields()) {
      made = kind.step(field, made, spec);
    }
    assertThat(made).isEqualTo("cloud gpu [a, b] for 7");
    assertThat(kind.objects(made)).extracting(KubeObject::toString).containsExactly("Cache gpu");
    assertThat(kind.step(ObjectField.text("other", ""), made, spec)).isEqualTo(made);
  }

  @Test
  void aKindSaysWhatItIs() {
    assertThat(kind.name()).isEqualTo("Cache");
    assertThat(kind).hasToString("Cache");
    assertThat(kind.page()).isEqualTo("docs/cache.md");
    assertThat(kind.fields()).extracting(ObjectField::toString).containsExactly("images", "days");
    assertThat(kind.fields().get(0).isRequired()).isTrue();
    assertThat(kind.fields().get(1).isRequired()).isFalse();
  }

  @Test
  void twoFieldsOfOneNameAreRefused() {
    assertError(() -> kind.field(ObjectField.truth("days", "")), "intent.duplicate", "days");
  }

  @Test
  void aFieldHasAFormAndItsMeaning() {
    ObjectField inner = ObjectField.amount("cpu", "How much.");

    assertThat(
            List.of(
                ObjectField.text("a", "m"),
                ObjectField.whole("a", "m"),
                ObjectField.truth("a", "m"),
                ObjectField.amount("a", "m"),
                ObjectField.texts("a", "m"),
                ObjectField.entries("a", "m"),
                ObjectField.amounts("a", "m"),
                ObjectField.lists("a", "m"),
                ObjectField.object("a", "m", inner),
                ObjectField.objects("a", "m", inner)))
        .allMatch(field -> field.name().equals("a") && field.meaning().equals("m"))
        .extracting(ObjectField::form)
        .containsExactly(Form.values());
    assertThat(ObjectField.object("a", "m", inner).fields()).containsExactly(inner);
    assertThat(ObjectField.objects("a", "m", inner).required().fields()).containsExactly(inner);
    assertThat(ObjectField.text("size", "m", "small", "large").words())
        .containsExactly("small", "large");
  }

  @Test
  void valuesAreReadInTheirForms() {
    ObjectValues values =
        ObjectValues.of(
            Map.of(
                "name", "gpu",
                "weight", 10,
                "on", true,
                "zones", List.of("a", "b"),
                "labels", Map.of("team", "x"),
                "rules", Map.of("gpu", List.of("T4", "A10")),
                "box", Map.of("cpu", 4),
                "taints", List.of(Map.of("key", "gpu"), Map.of("key", "spot"))));

    assertThat(values.has("name")).isTrue();
    assertThat(values.text("name")).isEqualTo("gpu");
    assertThat(values.find("weight")).contains("10");
    assertThat(values.whole("weight")).isEqualTo(10);
    assertThat(values.truth("on")).isTrue();
    assertThat(values.texts("zones")).containsExactly("a", "b");
    assertThat(values.entries("labels")).containsExactly(Map.entry("team", "x"));
    assertThat(values.lists("rules")).containsExactly(Map.entry("gpu", List.of("T4", "A10")));
    assertThat(values.object("box").text("cpu")).isEqualTo("4");
    assertThat(values.objects("taints"))
        .extracting(each -> each.text("key"))
        .containsExactly("gpu", "spot");
    assertThat(ObjectValues.of(Map.of("a", 1))).hasToString("{a=1}");
  }

  @Test
  void whatIsNotThereIsNothingOrIsAskedFor() {
    ObjectValues none = ObjectValues.of(Map.of());

    assertThat(none.has("a")).isFalse();
    assertThat(none.find("a")).isEmpty();
    assertThat(none.truth("a")).isFalse();
    assertThat(none.texts("a")).isEmpty();
    assertThat(none.entries("a")).isEmpty();
    assertThat(none.lists("a")).isEmpty();
    assertThat(none.object("a").has("b")).isFalse();
    assertThat(none.objects("a")).isEmpty();
    assertError(() -> none.text("a"), "object.missing", "a");
    assertThatThrownBy(() -> none.whole("a")).isInstanceOf(InvalidValueException.class);
  }
}
