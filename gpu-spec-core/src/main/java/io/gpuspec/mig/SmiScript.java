package io.gpuspec.mig;

import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.Listing;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Writes a plan's steps as calls of {@code nvidia-smi mig} for one card. */
record SmiScript(MigPlan plan, int gpu) {

  /** Refuses an index that no card has. */
  SmiScript {
    if (gpu < 0) {
      throw new InvalidValueException(
          "mig.out-of-range",
          "gpu: '%s' is not an index of a card; indices start at 0".formatted(gpu));
    }
  }

  /** Returns the script, which first looks up the numbers of all instances to destroy. */
  Listing<String> lookingUp() {
    List<String> lines = new ArrayList<>();
    if (!plan.steps().isEmpty()) {
      // In a subshell, because set -e would close the shell that the lines are pasted into.
      lines.add("(");
      lines.add("set -e");
      lines.addAll(enabling());
    }
    List<MigPlacement> gone =
        plan.steps().stream().filter(SmiScript::destroys).map(MigPlan.Step::placement).toList();
    if (!gone.isEmpty()) {
      lines.add(lookUp());
      lines.add(destroyFunction());
    }
    for (MigPlacement at : gone) {
      lines.add("gi%s=$(gi %s %s:%s)".formatted(at.start(), at.profile(), at.start(), at.size()));
    }
    for (MigPlan.Step step : plan.steps()) {
      MigPlacement at = step.placement();
      lines.add(destroys(step) ? "destroy \"$gi%s\"".formatted(at.start()) : create(at));
    }
    if (!lines.isEmpty()) {
      // Without any instance they fail, which is no failure of the script.
      lines.add(mig() + " -lgi || true");
      lines.add(mig() + " -lci || true");
      lines.add(")");
    }
    return Listing.copyOf(lines);
  }

  /**
   * Returns what turns MIG mode on, for a card without instances; one with instances has it. A
   * change stays pending until an Ampere card is reset, which a card in use cannot be. Source:
   * NVIDIA MIG User Guide, Enable MIG Mode.
   */
  private List<String> enabling() {
    if (plan.from().bits() != 0) {
      return List.of();
    }
    String isEnabled =
        "nvidia-smi -i %s --query-gpu=mig.mode.current --format=csv,noheader | grep -qx Enabled"
            .formatted(gpu);
    return List.of(
        "%s || nvidia-smi -i %s -mig 1".formatted(isEnabled, gpu),
        isEnabled
            + (" || { echo \"MIG mode is not on yet on card %1$s, which is in use: drain the node,"
                    + " stop DCGM and the device plugin, then run nvidia-smi -i %1$s --gpu-reset\""
                    + " >&2; exit 1; }")
                .formatted(gpu));
  }

  /** Parses a row of the table: | GPU MIG name profile-ID instance-ID start:size |. */
  private String lookUp() {
    return "gi() { %s -lgi | awk -v name=\"$1\" -v place=\"$2\" ".formatted(mig())
        + "'$4 == name && $(NF-1) == place { print $(NF-2); found = 1 } END { exit !found }'"
        + " || { echo \"$1 at ${2%%:*} is not on card %s\" >&2; return 1; }; }".formatted(gpu);
  }

  /** Compute instances are listed first, as -dci fails where a GPU instance holds none. */
  private String destroyFunction() {
    String instance = " -gi \"$1\"";
    return "destroy() { if %1$s -lci%2$s | grep -q 'MIG [0-9]'; then %1$s -dci%2$s; fi; %1$s -dgi%2$s; }"
        .formatted(mig(), instance);
  }

  Listing<String> numbered(Map<Integer, Integer> instances) {
    return Listing.copyOf(
        plan.steps().stream()
            .flatMap(
                step ->
                    destroys(step)
                        ? destroy(number(instances, step.placement()))
                        : Stream.of(create(step.placement())))
            .toList());
  }

  private static String number(Map<Integer, Integer> instances, MigPlacement placement) {
    Integer number = instances.get(placement.start());
    if (number == null) {
      throw new InvalidValueException(
          "mig.missing",
          "instances: none is given for %s, which is destroyed; nvidia-smi mig -lgi lists its number"
              .formatted(placement));
    }
    return number.toString();
  }

  private static boolean destroys(MigPlan.Step step) {
    return step.action() == MigPlan.Action.DESTROY;
  }

  /**
   * Destroys a GPU instance after its compute instances, because the driver destroys no GPU
   * instance that contains one.
   */
  private Stream<String> destroy(String number) {
    return Stream.of(mig() + " -dci -gi " + number, mig() + " -dgi -gi " + number);
  }

  private String create(MigPlacement placement) {
    MigProfile profile = plan.from().gpu().profile(placement.profile());
    String name =
        profile.id().isPresent() ? String.valueOf(profile.id().getAsInt()) : profile.name();
    return "%s -cgi %s:%s -C".formatted(mig(), name, placement.start());
  }

  private String mig() {
    return "nvidia-smi mig -i " + gpu;
  }
}
