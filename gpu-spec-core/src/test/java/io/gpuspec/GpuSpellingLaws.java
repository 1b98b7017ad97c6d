package io.gpuspec;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.base.Ascii;
import io.gpuspec.internal.GpuSpelling;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class GpuSpellingLaws {

  @Property
  void theOneFormIsItsOwnForm(@ForAll("texts") String text) {
    String form = GpuSpelling.of(text);

    assertThat(GpuSpelling.of(form)).isEqualTo(form);
  }

  @Property
  void caseSeparatorsAndTheMakersWordsMakeNoDifference(
      @ForAll("spellings") String spelling,
      @ForAll("separators") String separator,
      @ForAll("makers") String maker) {
    String written = Ascii.toUpperCase(maker + separator + spelling).replace("-", separator);

    assertThat(GpuModel.find(written)).isNotEmpty().isEqualTo(GpuModel.find(spelling));
    assertThat(GpuModel.find("accelerator=" + written)).isEqualTo(GpuModel.find(spelling));
  }

  @Property
  void aModelAnswersToItsNameAndEveryAlias(@ForAll("models") GpuModel model) {
    assertThat(GpuModel.find(model.name())).containsExactly(model);
    assertThat(model.aliases())
        .allSatisfy(alias -> assertThat(GpuModel.find(alias)).contains(model));
  }

  @Property
  void nothingIsFoundByAPart(@ForAll("spellings") String spelling, @ForAll("ends") String end) {
    assertThat(GpuModel.find(spelling + end)).isEmpty();
    assertThat(GpuModel.find(end + spelling)).isEmpty();
  }

  @Provide
  Arbitrary<String> texts() {
    return Arbitraries.oneOf(
            Arbitraries.of(
                "nvidia",
                "NVIDIA",
                "Tesla",
                "accelerator",
                "nvidia.com/gpu.product",
                "=",
                " ",
                "-"),
            Arbitraries.of("_", "T4", "A100", "80GB", "A10*PNV4", "(", "ß"),
            Arbitraries.strings().ofMaxLength(3))
        .list()
        .ofMaxSize(8)
        .map(parts -> String.join("", parts));
  }

  @Provide
  Arbitrary<GpuModel> models() {
    return Arbitraries.of(GpuModel.all());
  }

  @Provide
  Arbitrary<String> spellings() {
    List<String> spellings =
        GpuModel.all().stream().flatMap(model -> model.spellings().stream()).distinct().toList();
    return Arbitraries.of(spellings);
  }

  @Provide
  Arbitrary<String> separators() {
    return Arbitraries.of(" ", "-", "_", "  ", " - ");
  }

  @Provide
  Arbitrary<String> makers() {
    return Arbitraries.of("", "NVIDIA", "Tesla", "nvidia tesla");
  }

  /** No model's name goes on, or begins, with one of these. */
  @Provide
  Arbitrary<String> ends() {
    return Arbitraries.of("-SHARED", "X", "-MIG-1g.5gb", "*", ".", "-v2", "=");
  }
}
