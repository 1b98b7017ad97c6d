package io.gpuspec.mig;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import io.gpuspec.GpuModel;
import io.gpuspec.internal.Json;
import io.gpuspec.value.MemorySize;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The data, held to a schema and to itself. */
class MigFileTest {

  static List<MigGpu> gpus() {
    return MigGpu.all();
  }

  @Test
  void itConformsToTheSchema() {
    assertThat(
            JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
                .getSchema(Json.resource(MigFileTest.class, "mig.schema.json"))
                .validate(Json.resource(MigFile.class, MigFile.NAME)))
        .isEmpty();
  }

  @Test
  void everyCitationIsUsed() {
    JsonNode file = Json.resource(MigFile.class, MigFile.NAME);
    Set<String> used = new HashSet<>();
    file.path("products")
        .forEach(row -> row.path("sources").forEach(key -> used.add(key.asText())));

    List<String> listed = new ArrayList<>();
    file.path("citations").fieldNames().forEachRemaining(listed::add);

    assertThat(used).containsExactlyInAnyOrderElementsOf(listed);
  }

  @Test
  void everyModelWithMigHasItsProduct() {
    for (GpuModel model : GpuModel.all()) {
      if (model.hasMig()) {
        assertThat(MigGpu.of(model.name()).models()).containsExactly(model.name());
      }
    }
  }

  @Test
  void aModelIsOfOneProductAndCanBeCut() {
    List<String> models = MigGpu.all().stream().flatMap(gpu -> gpu.models().stream()).toList();

    assertThat(models)
        .doesNotHaveDuplicates()
        .allMatch(name -> GpuModel.find(name).get(0).hasMig());
  }

  @ParameterizedTest
  @MethodSource("gpus")
  void aCardThatMigPartedKnowsIsBalancedAndHoldsThat(MigGpu gpu) {
    assertThat(gpu.balanced().isEmpty()).isEqualTo(gpu.pciDevices().isEmpty());
    assertThat(gpu.profiles()).extracting(MigProfile::name).containsAll(gpu.balanced());
    if (gpu.geometry() != MigGpu.Geometry.UNVERIFIED && !gpu.balanced().isEmpty()) {
      assertThat(gpu.fit(gpu.balanced().toArray(String[]::new)).fits()).isTrue();
    }
  }

  @ParameterizedTest
  @MethodSource("gpus")
  void itAnswersToItsNameAndEveryAlias(MigGpu gpu) {
    assertThat(MigGpu.of(gpu.name())).isEqualTo(gpu);
    assertThat(gpu.aliases()).allMatch(alias -> MigGpu.of(alias).equals(gpu));
  }

  @ParameterizedTest
  @MethodSource("gpus")
  void aNameSaysTheComputeSlicesAndTheNominalMemory(MigGpu gpu) {
    for (MigProfile profile : gpu.profiles()) {
      assertThat(profile.name())
          .isEqualTo(
              "%dg.%dgb%s",
              profile.computeSlices(),
              profile.nominalMemory().toBytes() >> 30,
              profile.attribute());
    }
  }

  @ParameterizedTest
  @MethodSource("gpus")
  void anInstanceGetsLessMemoryThanItsNameSays(MigGpu gpu) {
    for (MigProfile profile : gpu.profiles()) {
      assertThat(profile.memory().orElse(MemorySize.ZERO))
          .as(profile.name())
          .isLessThanOrEqualTo(profile.nominalMemory());
    }
  }

  @ParameterizedTest
  @MethodSource("gpus")
  void placementsLieOnTheCard(MigGpu gpu) {
    for (MigProfile profile : gpu.profiles()) {
      assertThat(profile.placements())
          .allMatch(placement -> placement.end() <= gpu.memorySlices())
          .isSortedAccordingTo((a, b) -> Integer.compare(a.start(), b.start()));
    }
  }

  /** So that a legal layout need not be asked how many of a profile it has. */
  @ParameterizedTest
  @MethodSource("gpus")
  void thatACardHoldsSoManyOfAProfileFollowsFromSlicesAndEngines(MigGpu gpu) {
    Set<List<String>> combinations = BruteForce.of(gpu).combinations();
    for (MigProfile profile : gpu.profiles()) {
      long most =
          combinations.stream()
              .mapToLong(each -> each.stream().filter(profile.name()::equals).count())
              .max()
              .orElseThrow();
      assertThat(most)
          .as(profile.name())
          .isEqualTo(profile.placements().isEmpty() ? 0 : profile.maxInstances());
    }
  }

  /** As 4g and 3g on eight memory slices, which have seven compute slices between them. */
  @ParameterizedTest
  @MethodSource("gpus")
  void noLayoutHasMoreComputeSlicesThanTheCard(MigGpu gpu) {
    assertThat(BruteForce.of(gpu).combinations())
        .allMatch(
            each ->
                each.stream().mapToInt(name -> gpu.profile(name).computeSlices()).sum()
                    <= gpu.computeSlices());
  }

  @ParameterizedTest
  @MethodSource("gpus")
  void onlyUnverifiedGeometryIsWithoutPlacementsOrNumbers(MigGpu gpu) {
    boolean known =
        gpu.profiles().stream()
            .allMatch(each -> !each.placements().isEmpty() && each.id().isPresent());

    assertThat(known).isEqualTo(gpu.geometry() != MigGpu.Geometry.UNVERIFIED);
  }
}
