package io.gpuspec.mig;

import io.gpuspec.InvalidValueException;
import io.gpuspec.Listing;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A plan's steps as calls of {@code nvidia-smi mig} for one card. */
record SmiScript(MigPlan plan, int gpu) {

  /** Refuses an index that no card has. */
  SmiScript {
    if (gpu < 0) {
      throw new InvalidValueException(
          "gpu: '%d' is no index of a card; indices start at 0".formatted(gpu));
    }
  }

  /** With the numbers of instances looked up by profile and placement when it runs. */
  Listing<String> lookingUp() {
    List<String> lines = new ArrayList<>();
    if (!plan.steps().isEmpty()) {
      lines.add("set -e");
    }
    if (plan.steps().stream().anyMatch(SmiScript::destroys)) {
      // A row of the table: | GPU MIG name profile-ID instance-ID start:size |
      lines.add(
          "gi() { %s -lgi | awk -v name=\"$1\" -v place=\"$2\" ".formatted(mig())
              + "'$4 == name && $(NF-1) == place { print $(NF-2); found = 1 }"
              + " END { exit !found }'; }");
    }
    for (MigPlan.Step step : plan.steps()) {
      MigPlacement at = step.placement();
      if (destroys(step)) {
        lines.add("id=$(gi %s %d:%d)".formatted(at.profile(), at.start(), at.size()));
        destroy("\"$id\"").forEach(lines::add);
      } else {
        lines.add(create(at));
      }
    }
    return Listing.of(lines);
  }

  Listing<String> numbered(Map<Integer, Integer> instances) {
    return Listing.of(
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
          "instances: none is given for %s, which is destroyed; nvidia-smi mig -lgi lists its number"
              .formatted(placement));
    }
    return number.toString();
  }

  private static boolean destroys(MigPlan.Step step) {
    return step.action() == MigPlan.Action.DESTROY;
  }

  /** What is in it first: the driver destroys no GPU instance that holds a compute instance. */
  private Stream<String> destroy(String number) {
    return Stream.of(mig() + " -dci -gi " + number, mig() + " -dgi -gi " + number);
  }

  private String create(MigPlacement placement) {
    MigProfile profile = plan.from().gpu().profile(placement.profile());
    String name =
        profile.id().isPresent() ? String.valueOf(profile.id().getAsInt()) : profile.name();
    return "%s -cgi %s:%d -C".formatted(mig(), name, placement.start());
  }

  private String mig() {
    return "nvidia-smi mig -i " + gpu;
  }
}
