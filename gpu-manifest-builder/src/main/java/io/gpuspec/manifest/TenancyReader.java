package io.gpuspec.manifest;

import io.gpuspec.Gpus;
import io.gpuspec.manifest.platform.GpuPriority;
import io.gpuspec.manifest.platform.GpuTeam;
import io.gpuspec.manifest.platform.Tenancy;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Reads the teams of a pool: each field is a step of {@link Tenancy} or of {@link GpuTeam}. */
final class TenancyReader {
  private static final String SOME_RESOURCE = "nvidia.com/gpu";

  private TenancyReader() {}

  /** Nothing comes of one with problems. */
  static Optional<PlatformIntent> read(YamlPlace place, List<ManifestException> problems) {
    Optional<Object> tree = TenancyShape.DOCUMENT.read(place, problems);
    if (tree.isEmpty() || !problems.isEmpty()) {
      return Optional.empty();
    }
    Part document = new Part(place, tree.get(), problems);
    String name = document.require("metadata").require("name").text();
    Part spec = document.require("spec");
    Tenancy tenancy = tenancy(spec);
    Function<Gpus, PlatformObjects> objects = objects(name, spec, tenancy);
    return problems.isEmpty()
        ? Optional.of(new PlatformIntent(TenancyShape.KIND, name, objects))
        : Optional.empty();
  }

  private static Tenancy tenancy(Part spec) {
    int pool = spec.require("pool").number();
    Part resource = spec.require("resource");
    Tenancy read =
        resource.step(Tenancy.of(SOME_RESOURCE, pool), t -> Tenancy.of(resource.text(), pool));
    for (Part team : spec.require("teams").items()) {
      read = team.step(read, t -> t.team(team(team)));
    }
    for (Part reserve : items(spec, "reserves")) {
      read =
          reserve.step(
              read,
              t -> t.reserve(reserve.require("name").text(), reserve.require("cards").number()));
    }
    for (Part priority : items(spec, "priorities")) {
      read = priority.step(read, t -> t.priority(priority(priority)));
    }
    for (Part namespace : items(spec, "noneIn")) {
      read = namespace.step(read, t -> t.noneIn(namespace.text()));
    }
    return read;
  }

  private static GpuTeam team(Part part) {
    GpuTeam team = GpuTeam.of(part.require("name").text(), part.require("cards").number());
    team = part.step("namespace", team, (t, namespace) -> t.namespace(namespace.text()));
    team = part.step("pods", team, (t, most) -> t.pods(most.number()));
    team = part.step("perPod", team, (t, most) -> t.perPod(most.number()));
    team =
        part.step(
            "requests",
            team,
            (t, most) -> t.requests(most.require("cpu").text(), most.require("memory").text()));
    team =
        part.step(
            "unstated",
            team,
            (t, some) -> t.unstated(some.require("cpu").text(), some.require("memory").text()));
    team = part.step("borrows", team, (t, most) -> t.borrows(most.number()));
    return part.step("lends", team, (t, most) -> t.lends(most.number()));
  }

  private static GpuPriority priority(Part part) {
    GpuPriority priority =
        GpuPriority.of(part.require("name").text(), part.require("value").number());
    priority = part.step("waits", priority, (p, waits) -> waits.truth() ? p.waits() : p);
    priority =
        part.step("globalDefault", priority, (p, all) -> all.truth() ? p.globalDefault() : p);
    return part.step("description", priority, (p, text) -> p.description(text.text()));
  }

  private static List<Part> items(Part spec, String field) {
    return spec.find(field).map(Part::items).orElse(List.of());
  }

  /** Quotas unless it says which queues; which rows there are is known only on a target. */
  private static Function<Gpus, PlatformObjects> objects(String name, Part spec, Tenancy tenancy) {
    Optional<Part> kueue = spec.find("kueue");
    Optional<Part> volcano = spec.find("volcano").filter(Part::truth);
    if (kueue.isPresent() && volcano.isPresent()) {
      volcano
          .get()
          .add(
              "'volcano' and 'kueue' are both there, and one of them gives out the cards; leave one out");
    }
    if (kueue.isPresent()) {
      Part part = kueue.get();
      IntentTarget target = WorkloadReader.target(part.require("target"));
      return gpus ->
          part.told(() -> tenancy.kueue(name, target.in(gpus), part.require("row").text()));
    }
    return volcano.isPresent()
        ? gpus -> spec.told(tenancy::volcano)
        : gpus -> spec.told(tenancy::objects);
  }
}
