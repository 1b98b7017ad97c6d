package io.gpuspec.mig;

import io.gpuspec.internal.MigNames;
import io.gpuspec.internal.text.Spelling;
import io.gpuspec.value.GpuSpecException;
import io.gpuspec.value.UnknownNameException;
import java.util.List;
import java.util.Optional;

/** The messages for a profile name that a GPU does not have. */
final class ProfileNames {
  private ProfileNames() {}

  static GpuSpecException unknown(MigGpu gpu, String given) {
    List<String> known = gpu.profiles().stream().map(MigProfile::name).toList();
    String name = MigNames.canonical(given);
    List<String> instead = instead(gpu, name);
    return UnknownNameException.suggesting(
        "mig.unknown",
        "MIG profile of " + gpu.name(),
        given,
        known,
        instead.isEmpty() ? Spelling.near(name, known) : instead);
  }

  /** The profiles with NVML's number of the one that others have under the name. */
  private static List<String> instead(MigGpu gpu, String name) {
    return MigGpus.ALL.stream()
        .map(other -> other.findProfile(name))
        .flatMap(Optional::stream)
        .flatMap(
            meant ->
                gpu.profiles().stream()
                    .filter(own -> own.nvmlProfile().isPresent())
                    .filter(own -> own.nvmlProfile().equals(meant.nvmlProfile())))
        .map(MigProfile::name)
        .distinct()
        .toList();
  }
}
