package io.gpuspec.share.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.value.MemorySize;
import io.gpuspec.value.Note;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class DialectShareLaws {
  private static final MemorySize CARD = MemorySize.parse("16Gi");
  private static final List<ShareDialect> OF_PARTS =
      ShareDialect.all().stream().filter(dialect -> !dialect.amounts().isEmpty()).toList();

  @Property
  void readAgainATranslationAsksForNoLess(
      @ForAll("asked") DialectShare asked, @ForAll("dialects") ShareDialect to) {
    ShareTranslation translated = asked.to(to, CARD);
    DialectShare again = read(translated);

    assertThat(memory(again)).isGreaterThanOrEqualTo(memory(asked));
    if (translated.notes().stream()
        .map(Note::id)
        .noneMatch(Set.of("share.cards-lost", "share.label")::contains)) {
      assertThat(again.cards()).isEqualTo(asked.cards());
    }
    asked
        .compute()
        .filter(compute -> again.compute().isPresent())
        .ifPresent(
            compute -> assertThat(again.compute().orElseThrow()).isGreaterThanOrEqualTo(compute));
  }

  @Property
  void whatIsTranslatedWithoutANoteIsTheSameWayBack(
      @ForAll("asked") DialectShare asked, @ForAll("dialects") ShareDialect to) {
    ShareTranslation there = asked.to(to, CARD);
    if (there.isExact() && asked.memory().isPresent()) {
      DialectShare again = read(read(there).to(asked.dialect(), CARD));

      assertThat(memory(again)).isEqualTo(memory(asked));
      // All of the compute is what a pod gets without a share of it.
      assertThat(again.compute().filter(part -> !part.isWhole()))
          .isEqualTo(asked.compute().filter(part -> !part.isWhole()));
    }
  }

  @Provide
  Arbitrary<ShareDialect> dialects() {
    return Arbitraries.of(OF_PARTS);
  }

  @Provide
  Arbitrary<DialectShare> asked() {
    Arbitrary<Map<String, String>> hami =
        Combinators.combine(
                Arbitraries.integers().between(1, 4),
                Arbitraries.integers().between(1, 16 * 1024),
                Arbitraries.integers().between(1, 100))
            .as(
                (cards, memory, cores) ->
                    map(
                        "nvidia.com/gpu",
                        cards,
                        "nvidia.com/gpumem",
                        memory,
                        "nvidia.com/gpucores",
                        cores));
    Arbitrary<Map<String, String>> qgpu =
        Combinators.combine(
                Arbitraries.integers().between(1, 16), Arbitraries.integers().between(1, 19))
            .as(
                (memory, steps) ->
                    map(
                        "tke.cloud.tencent.com/qgpu-memory",
                        memory,
                        "tke.cloud.tencent.com/qgpu-core",
                        5 * steps));
    Arbitrary<Map<String, String>> kai =
        Arbitraries.integers()
            .between(1, 99)
            .map(percent -> Map.of("gpu-fraction", "0.%02d".formatted(percent)));
    return Arbitraries.oneOf(hami, qgpu, kai).map(DialectShare::read);
  }

  private static Map<String, String> map(Object... pairs) {
    Map<String, String> map = new LinkedHashMap<>();
    for (int i = 0; i < pairs.length; i += 2) {
      map.put(String.valueOf(pairs[i]), String.valueOf(pairs[i + 1]));
    }
    return map;
  }

  private static DialectShare read(ShareTranslation translated) {
    return DialectShare.read(
        translated.resources().isEmpty() ? translated.annotations() : translated.resources());
  }

  private static long memory(DialectShare share) {
    return share
        .memory()
        .or(() -> share.partOfMemory().map(part -> part.shareOf(CARD)))
        .orElseThrow()
        .toBytes();
  }
}
