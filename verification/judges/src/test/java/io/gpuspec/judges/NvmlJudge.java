package io.gpuspec.judges;

import com.fasterxml.jackson.databind.JsonNode;
import io.gpuspec.GpuModel;
import io.gpuspec.mig.MigEngines;
import io.gpuspec.mig.MigGpu;
import io.gpuspec.mig.MigProfile;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Law 4: go-nvml and go-nvlib, where they are right and where they are not. */
class NvmlJudge {
  /** Names that go-nvml gives its cards and no driver does, each with the driver's. */
  private static final Map<String, String> WRONG_NAMES =
      Map.of(
          "NVIDIA A30-PCIE-24GB", "NVIDIA A30",
          "NVIDIA A100-PCIE-80GB", "NVIDIA A100 80GB PCIe",
          "Mock NVIDIA A100-SXM4-40GB", "NVIDIA A100-SXM4-40GB",
          "NVIDIA H200 141GB HBM3e", "NVIDIA H200",
          "NVIDIA B200 180GB HBM3e", "NVIDIA B200");

  private static final List<String> AMPERE =
      List.of(
          "NVIDIA A30-PCIE-24GB",
          "NVIDIA A100-PCIE-40GB",
          "NVIDIA A100-PCIE-80GB",
          "Mock NVIDIA A100-SXM4-40GB",
          "NVIDIA A100-SXM4-80GB");

  private static final String H100 = "NVIDIA H100 80GB HBM3";
  private static final String H200 = "NVIDIA H200 141GB HBM3e";
  private static final String B200 = "NVIDIA B200 180GB HBM3e";

  // NVML's numbers of GPU instance profiles.
  private static final int ONE_SLICE = 0;
  private static final int THREE_SLICES = 2;
  private static final int SEVEN_SLICES = 4;
  private static final int ONE_SLICE_WITH_MORE_MEMORY = 9;
  private static final int THREE_SLICES_WITH_GRAPHICS = 17;

  @Test
  void ourArchitecturesAreThoseOfGoNvlib() {
    try (Trial trial = trial("our architectures have its names")) {
      Set<String> theirs = Set.copyOf(Trees.texts(Nvml.names().path("architectures")));
      for (GpuModel model : GpuModel.all()) {
        trial.agreed(theirs.contains(model.architecture()), () -> model + ": not in " + theirs);
      }
    }
  }

  @Test
  void itsCardsAreTheModelsThatWeKnow() {
    try (Trial trial = trial("the cards it describes are our models")) {
      for (JsonNode gpu : Nvml.names().path("gpus")) {
        String theirs = gpu.path("name").asText();
        String name = WRONG_NAMES.getOrDefault(theirs, theirs);
        String facts =
            "%s %s.%s %dMi"
                .formatted(
                    gpu.path("architecture").asText(),
                    gpu.path("major").asText(),
                    gpu.path("minor").asText(),
                    gpu.path("memoryMiB").asLong());
        List<String> ours = GpuModel.find(name).stream().map(NvmlJudge::facts).toList();
        trial.agreed(ours.equals(List.of(facts)), () -> name + ": " + facts + ", ours: " + ours);
      }
    }
  }

  /** Its Ampere cards; what is wrong with the later ones stands below. */
  @Test
  void ourMigProfilesAreThoseOfItsAmpereCards() {
    try (Trial trial = trial("our MIG profiles are those of its Ampere cards")) {
      for (String name : AMPERE) {
        MigGpu gpu = MigGpu.of(WRONG_NAMES.getOrDefault(name, name));
        List<JsonNode> theirs = Trees.items(Nvml.gpu(name).path("profiles"));
        trial.agreed(
            theirs.size() == gpu.profiles().size(),
            () -> name + ": " + theirs.size() + " profiles, ours: " + gpu.profiles().size());
        for (JsonNode profile : theirs) {
          if (hasADecoderTooMany(gpu, profile)) {
            continue;
          }
          String number = profile.path("profile").asText();
          Optional<MigProfile> ours = numbered(gpu, profile.path("profile").asInt());
          trial.agreed(
              ours.map(NvmlJudge::facts).equals(Optional.of(facts(profile))),
              () -> name + " " + number + ": " + profile + ", ours: " + ours);
        }
      }
    }
  }

  /** See {@link #knownErrorsOfItsAmounts}. */
  private static boolean hasADecoderTooMany(MigGpu gpu, JsonNode profile) {
    return gpu.name().equals("A100-80GB") && profile.path("profile").asInt() == ONE_SLICE;
  }

  private static Optional<MigProfile> numbered(MigGpu gpu, int number) {
    return gpu.profiles().stream()
        .filter(profile -> profile.nvmlProfile().equals(OptionalInt.of(number)))
        .findFirst();
  }

  private static String facts(MigProfile profile) {
    return "%d instances, %s SM, %s, at %s"
        .formatted(
            profile.maxInstances(),
            profile.multiprocessors(),
            profile.engines(),
            profile.placements().stream().map(each -> each.start() + ":" + each.size()).toList());
  }

  private static String facts(JsonNode profile) {
    return "%s instances, %s SM, %s, at %s"
        .formatted(
            profile.path("instances").asText(),
            OptionalInt.of(profile.path("multiprocessors").asInt()),
            new MigEngines(
                profile.path("decoders").asInt(),
                profile.path("encoders").asInt(),
                profile.path("jpeg").asInt(),
                profile.path("ofa").asInt()),
            Trees.items(profile.path("placements")).stream()
                .map(each -> each.path("start").asText() + ":" + each.path("size").asText())
                .toList());
  }

  @Test
  void knownErrorsOfItsNames() {
    try (Trial trial = trial("known errors: names of cards and profiles")) {
      Set<String> names = Set.copyOf(Nvml.names().path("gpus").findValuesAsText("name"));
      WRONG_NAMES.forEach(
          (theirs, driver) ->
              known(trial, names.contains(theirs), theirs + ": the driver says " + driver));
      known(
          trial,
          Nvml.profile(Nvml.gpu(H200), ONE_SLICE).path("name").asText().equals("1g.35gb"),
          H200 + ": a 1g is a 1g.18gb of 16 GiB; the 18 GiB here are more than an eighth");
      known(
          trial,
          Nvml.profile(Nvml.gpu(B200), ONE_SLICE).path("name").asText().equals("1g.45gb"),
          B200 + ": a 1g is a 1g.23gb of at most 22 GiB; the 23 GiB here are more than an eighth");
      JsonNode graphics = Nvml.names().path("instances").path(THREE_SLICES_WITH_GRAPHICS);
      known(
          trial,
          graphics.path("error").asText().equals("invalid GPU Instance Profile ID: 17"),
          "go-nvml has a profile of three slices with graphics, go-nvlib has no name for it");
    }
  }

  @Test
  void knownErrorsOfItsPlacements() {
    try (Trial trial = trial("known errors: placements")) {
      for (String name : List.of(H100, H200, B200)) {
        JsonNode gpu = Nvml.gpu(name);
        known(
            trial,
            Nvml.sizes(Nvml.profile(gpu, THREE_SLICES)).equals(List.of(3, 3)),
            name + ": a 3g takes 4 of 8 memory slices, not 3");
        known(
            trial,
            Nvml.sizes(Nvml.profile(gpu, SEVEN_SLICES)).equals(List.of(7)),
            name + ": a 7g takes all 8 memory slices, not 7");
        known(
            trial,
            Nvml.sizes(Nvml.profile(gpu, ONE_SLICE_WITH_MORE_MEMORY))
                .equals(List.of(1, 1, 1, 1, 1, 1, 1)),
            name + ": a 1g with twice the memory takes 2 memory slices, at 0, 2, 4 and 6");
      }
    }
  }

  @Test
  void knownErrorsOfItsAmounts() {
    try (Trial trial = trial("known errors: memory and multiprocessors")) {
      for (String name : List.of(H100, H200)) {
        JsonNode gpu = Nvml.gpu(name);
        JsonNode all = Nvml.profile(gpu, SEVEN_SLICES);
        known(
            trial,
            all.path("memoryMiB").equals(gpu.path("memoryMiB")),
            name + ": a 7g does not get all of the card's memory");
        known(
            trial,
            all.path("multiprocessors").asInt() == 112,
            name + ": a 7g has the card's 132 multiprocessors, not 112");
        known(
            trial,
            Nvml.profile(gpu, THREE_SLICES).path("multiprocessors").asInt() == 48,
            name + ": a 3g has 60 multiprocessors, not 48");
      }
      for (String name : List.of("NVIDIA A100-PCIE-80GB", "NVIDIA A100-SXM4-80GB")) {
        JsonNode eighth = Nvml.profile(Nvml.gpu(name), ONE_SLICE);
        known(
            trial,
            eighth.path("decoders").asInt() == 1 && eighth.path("instances").asInt() == 7,
            name + ": seven 1g.10gb with a decoder each have more than the card's 5");
      }
      known(
          trial,
          Nvml.profile(Nvml.gpu("NVIDIA A30-PCIE-24GB"), ONE_SLICE).path("memoryMiB").asInt()
              == 5836,
          "NVIDIA A30: a 1g.6gb has 5.81 GiB, which is about 5950 MiB, not 5836");
    }
  }

  private static String facts(GpuModel model) {
    return "%s %s %dMi"
        .formatted(model.architecture(), model.computeCapability(), model.memory().toBytes() >> 20);
  }

  private static void known(Trial trial, boolean stands, String error) {
    trial.agreed(stands, () -> "mended, or changed; take it from the list: " + error);
  }

  private static Trial trial(String law) {
    return Trial.of("go-nvml / go-nvlib", Nvml.version(), law);
  }
}
