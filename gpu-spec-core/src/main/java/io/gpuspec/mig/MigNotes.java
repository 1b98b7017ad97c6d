package io.gpuspec.mig;

import io.gpuspec.value.Citation;
import io.gpuspec.value.MemorySize;
import io.gpuspec.value.Note;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Notes about an answer, each with its source. */
final class MigNotes {
  private static final Citation NO_NVLINK =
      new Citation(
          "RAPIDS Deployment Documentation, Multi-Instance GPU",
          "2026",
          Citation.Status.THIRD_PARTY,
          Optional.of("https://docs.rapids.ai/deployment/stable/guides/mig/"));

  private MigNotes() {}

  static Optional<Note> geometry(MigGpu gpu) {
    return gpu.geometry() == MigGpu.Geometry.INFERRED
        ? Optional.of(
            Note.of(
                "mig.inferred",
                "placements of %s are inferred, no card listed them: %s; compare nvidia-smi mig -lgipp"
                    .formatted(gpu.name(), gpu.placementsFrom())))
        : Optional.empty();
  }

  static Note wholeCard(MigProfile profile) {
    return Note.of(
        "mig.whole-card",
        "%s takes the whole card: without MIG the model has all of it, and NVLink and P2P as well"
            .formatted(profile.name()),
        NO_NVLINK);
  }

  static Note unequal(MemorySize need, Collection<String> profiles) {
    return Note.of(
        "mig.unequal",
        "equal needs of %s get unequal instances, %s; replicas of one Service want equal ones: plan all with one of these profiles"
            .formatted(MigText.gibibytes(need), String.join(" and ", profiles)));
  }

  static Note noPeers() {
    return Note.of(
        "mig.no-p2p",
        "a model cannot be spread over instances: they reach no other by NVLink or P2P; what is"
            + " larger than an instance takes whole cards, without MIG",
        NO_NVLINK);
  }

  static Note training() {
    return Note.of(
        "mig.training",
        "a rule of thumb: train on whole cards and answer on instances, as an instance has a part"
            + " of the multiprocessors, and no NVLink to another");
  }

  static Optional<Note> memoryUnknown(MigGpu gpu, Collection<MigProfile> profiles) {
    List<String> unknown =
        profiles.stream()
            .filter(profile -> profile.memory().isEmpty())
            .map(MigProfile::name)
            .toList();
    return unknown.isEmpty()
        ? Optional.empty()
        : Optional.of(
            Note.of(
                "mig.memory-unknown",
                "not chosen, as their exact memory on %s is not known: %s; state what the driver reports (MigGpu.withMemory, --profile-memory)"
                    .formatted(gpu.name(), unknown.stream().collect(Collectors.joining(", ")))));
  }
}
