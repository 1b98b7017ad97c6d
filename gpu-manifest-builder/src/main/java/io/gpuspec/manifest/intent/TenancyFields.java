package io.gpuspec.manifest.intent;

import io.gpuspec.Gpus;
import io.gpuspec.manifest.PlatformObjects;
import io.gpuspec.manifest.internal.fields.IntentTarget;
import io.gpuspec.manifest.internal.fields.Part;
import io.gpuspec.manifest.internal.fields.Schema;
import io.gpuspec.manifest.internal.fields.Table;
import io.gpuspec.manifest.internal.tree.Pages;
import io.gpuspec.manifest.platform.GpuPriorityClass;
import io.gpuspec.manifest.platform.GpuTeam;
import io.gpuspec.manifest.platform.Tenancy;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** The fields of teams that share a pool: {@code kind: GpuTenancy}. */
final class TenancyFields {
  private static final String CARDS = "nvidia.com/gpu";

  private static final Schema.Fields AMOUNTS =
      Schema.all("cpuAndMemory", Map.of("cpu", new Schema.Amount(), "memory", new Schema.Amount()));

  private static final Table<GpuTeam> TEAM =
      Table.<GpuTeam>of("gpuTeam", "name", "cards")
          .field("name", Schema.text(), "")
          .field("cards", Schema.from(1), "The team's own cards.")
          .text("namespace", "", GpuTeam::namespace)
          .whole("pods", 0, "", GpuTeam::pods)
          .whole("perPod", 1, "The maximum for one pod.", GpuTeam::perPod)
          .whole(
              "utilization",
              0,
              "The average use of its cards in percent; only compared with the cards.",
              GpuTeam::utilization)
          .field(
              "requests",
              AMOUNTS,
              "At most so much of the namespace; pods must state both.",
              (team, most) ->
                  team.requests(most.require("cpu").text(), most.require("memory").text()))
          .field(
              "unstated",
              AMOUNTS,
              "The default requests of a container that states none.",
              (team, some) ->
                  team.unstated(some.require("cpu").text(), some.require("memory").text()))
          .whole("borrows", 0, "The maximum beyond its own cards, with queues.", GpuTeam::borrows)
          .whole("lends", 0, "The maximum of its own cards, with queues.", GpuTeam::lends);

  private static final Schema.Fields RESERVE =
      Schema.all("gpuReserve", Map.of("name", Schema.text(), "cards", Schema.from(1)));

  private static final Table<GpuPriorityClass> PRIORITY =
      Table.<GpuPriorityClass>of("gpuPriority", "name", "value")
          .field("name", Schema.text(), "")
          .field("value", new Schema.Whole(Integer.MIN_VALUE, Integer.MAX_VALUE), "")
          .flag("waits", "Its pods evict nobody.", GpuPriorityClass::waits)
          .flag("globalDefault", "", GpuPriorityClass::globalDefault)
          .text("description", "", GpuPriorityClass::description);

  private static final Schema.Fields KUEUE =
      Schema.all(
          "kueueTenancy", Map.of("target", IntentTarget.FIELDS.schema(), "row", Schema.text()));

  private static final Table<Tenancy> SPEC =
      Table.<Tenancy>of("gpuTenancy", "resource", "pool", "teams")
          .field(
              "resource",
              Schema.text(),
              "The resource that is counted, for example nvidia.com/gpu.",
              (any, resource) -> Tenancy.of(resource.text(), any.pool()))
          .field("pool", Schema.from(1), "The number of cards in the pool.")
          .items(
              "teams",
              1,
              TEAM,
              team -> GpuTeam.of(team.require("name").text(), team.require("cards").number()),
              "",
              Tenancy::team)
          .items(
              "reserves",
              Schema.list(RESERVE),
              "Cards that belong to no team.",
              (tenancy, reserve) ->
                  tenancy.reserve(
                      reserve.require("name").text(), reserve.require("cards").number()))
          .items(
              "priorities",
              0,
              PRIORITY,
              one -> GpuPriorityClass.of(one.require("name").text(), one.require("value").number()),
              "",
              Tenancy::priority)
          .items(
              "exclude",
              Schema.list(Schema.text()),
              "Existing namespaces that get no cards.",
              (tenancy, namespace) -> tenancy.exclude(namespace.text()))
          .field("kueue", KUEUE, "Queues of Kueue in one cohort instead of quotas.")
          .field("volcano", new Schema.Truth(), "Queues of Volcano instead of quotas.");

  static final PlatformKind<Tenancy> KIND =
      new PlatformKind<>(
          "GpuTenancy",
          Pages.TENANCY,
          Table.clusterMetadata((tenancy, name) -> tenancy),
          SPEC,
          spec ->
              spec.step(
                  "pool", Tenancy.of(CARDS, 1), (any, pool) -> Tenancy.of(CARDS, pool.number())),
          TenancyFields::objects);

  private TenancyFields() {}

  /** Quotas unless it says which queues; which rows there are is known only to a target. */
  private static Function<Gpus, PlatformObjects> objects(Tenancy tenancy, Part document) {
    Part spec = document.require("spec");
    Optional<Part> volcano = spec.find("volcano").filter(Part::truth);
    Optional<Part> kueue = spec.find("kueue");
    if (kueue.isEmpty()) {
      return gpus -> spec.report(volcano.isPresent() ? tenancy::volcano : tenancy::objects);
    }
    volcano.ifPresent(
        both ->
            both.add(
                "'volcano' and 'kueue' are both there, and one of them gives out the cards; remove one"));
    Part part = kueue.get();
    IntentTarget target = IntentTarget.read(part.require("target"));
    String row = part.require("row").text();
    return gpus -> {
      String cohort = document.require("metadata").require("name").text();
      return part.report(() -> tenancy.kueue(cohort, target.in(gpus), row));
    };
  }
}
