package io.gpuspec;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.internal.Json;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class CatalogSchemaLaws {

  @Provide
  Arbitrary<SampleCatalog> worlds() {
    return SampleCatalog.worlds();
  }

  @Property(tries = 100, edgeCases = EdgeCasesMode.NONE)
  void everyGeneratedCatalogConforms(@ForAll("worlds") SampleCatalog world) {
    assertThat(CatalogSchemaTest.problems(Json.parse(world.toJson()))).isEmpty();
  }
}
