package io.gpuspec.manifest.intent;

import io.gpuspec.manifest.GpuWorkload;
import io.gpuspec.manifest.WorkloadFields;
import io.gpuspec.manifest.gang.Gang;
import io.gpuspec.manifest.gang.GangJob;
import io.gpuspec.manifest.gang.IndexedJob;
import io.gpuspec.manifest.gang.JobSet;
import io.gpuspec.manifest.gang.LeaderWorkerSet;
import io.gpuspec.manifest.gang.PodGroup;
import io.gpuspec.manifest.gang.VolcanoJob;
import io.gpuspec.manifest.internal.fields.Part;
import io.gpuspec.manifest.internal.fields.Schema;
import io.gpuspec.manifest.internal.fields.Table;
import io.gpuspec.value.InvalidValueException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * The fields of workers that start all together or not at all, each with the fields of a job's
 * pods: {@code kind: GpuGang}.
 */
final class GangFields {
  static final String KIND = "GpuGang";

  private static final String QUEUE = "A queue of Volcano; default unless given.";
  private static final String KUEUE = "A LocalQueue of Kueue, which admits all workers or none.";
  private static final String TOGETHER = "How many start together; all unless given.";

  /**
   * A controller that starts a gang.
   *
   * @param word its name in a file
   * @param object the object that has the gang's name; a grouped gang's is a job like any other
   * @param worker reads the name and the container of a worker
   * @param settings those that only it has
   */
  private record Controller<G extends Gang>(
      String word,
      String object,
      Function<Part, GpuWorkload> worker,
      Function<GangJob, G> start,
      Table<G> settings) {

    Gang read(GangJob gang, Part spec) {
      return settings.read(spec, start.apply(gang));
    }
  }

  private static final List<Controller<?>> CONTROLLERS =
      List.of(
          new Controller<>(
              "indexed-job",
              "job",
              WorkloadFields::worker,
              GangJob::indexedJob,
              Table.<IndexedJob>of("").text("kueue", KUEUE, IndexedJob::kueue)),
          new Controller<>(
              "jobset",
              "jobset",
              WorkloadFields::worker,
              GangJob::jobSet,
              Table.<JobSet>of("")
                  .text("kueue", KUEUE, JobSet::kueue)
                  .whole(
                      "maxRestarts",
                      0,
                      "How often the JobSet restarts all workers.",
                      JobSet::maxRestarts)),
          new Controller<>(
              "volcano",
              "Volcano job",
              WorkloadFields::worker,
              GangJob::volcano,
              Table.<VolcanoJob>of("")
                  .text("queue", QUEUE, VolcanoJob::queue)
                  .whole("minAvailable", 1, TOGETHER, VolcanoJob::minAvailable)
                  .whole(
                      "maxRetry",
                      1,
                      "The number of failures with which the Volcano Job fails.",
                      VolcanoJob::maxRetry)
                  .entries(
                      "plugins",
                      Schema.list(Schema.text()),
                      "Volcano's plugins by name, with their arguments.",
                      (job, plugin, arguments) -> job.plugin(plugin, arguments.texts()))),
          new Controller<>(
              "pod-group",
              "job",
              WorkloadFields::worker,
              GangJob::podGroup,
              Table.<PodGroup>of("")
                  .text("queue", QUEUE, PodGroup::queue)
                  .whole("minMember", 1, TOGETHER, PodGroup::minMember)),
          new Controller<>(
              "leader-worker-set",
              "LeaderWorkerSet",
              WorkloadFields::server,
              GangJob::leaderWorkerSet,
              Table.<LeaderWorkerSet>of("")
                  .whole(
                      "replicas",
                      1,
                      "The number of groups, each of all workers; 1 unless given.",
                      LeaderWorkerSet::replicas)
                  .texts(
                      "leader",
                      "The command of the leaders; that of the workers unless given.",
                      LeaderWorkerSet::leader)
                  .whole(
                      "port",
                      1,
                      65_535,
                      "The port of the leaders, for which there is a Service.",
                      LeaderWorkerSet::port)
                  .text("kueue", KUEUE, LeaderWorkerSet::kueue)));

  private static final Schema.Fields PYTORCH =
      Table.of("pytorch")
          .field(
              "script",
              Schema.some(Schema.text()),
              "What torchrun runs; the command stays where not given.")
          .schema();

  private static final Table<GpuWorkload> WORKER =
      Table.<GpuWorkload>of("worker").with(WorkloadFields.JOB).with(WorkloadFields.PODS);

  private static final Schema.Fields SPEC = spec();

  static final Schema.Fields SCHEMA = Table.document(KIND, WorkloadFields.METADATA.schema(), SPEC);

  private GangFields() {}

  private static Schema.Fields spec() {
    Table<GpuWorkload> spec =
        Table.<GpuWorkload>of("gang", "controller", "workers", "container")
            .field(
                "controller",
                Schema.word(CONTROLLERS.stream().map(Controller::word).toArray()),
                "The controller that starts and restarts the workers.")
            .field("workers", Schema.from(1), "The number of identical workers.");
    CONTROLLERS.forEach(controller -> spec.described(controller.settings().schema()));
    return spec.field("pytorch", PYTORCH, "Each worker trains with PyTorch and finds the first.")
        .with(WORKER)
        .schema();
  }

  /** Reads one of the workers, as far as it can be read. */
  static GpuWorkload worker(Part document) {
    Part spec = document.orEmpty("spec");
    GpuWorkload start =
        stated(spec)
            .map(known -> known.worker().apply(document))
            .orElseGet(() -> WorkloadFields.worker(document));
    return WORKER.read(spec, start);
  }

  /** Reads the gang itself, if the document says what it is made of. */
  static Optional<Gang> read(Part document, GpuWorkload worker) {
    Part spec = document.orEmpty("spec");
    Optional<Controller<?>> controller = stated(spec);
    controller.ifPresent(known -> refuseOthers(known, spec));
    return controller
        .filter(known -> spec.find("workers").isPresent())
        .map(known -> known.read(job(spec, worker), spec));
  }

  /** Returns the object that has a gang's name. */
  static String object(Gang gang) {
    return controller(String.valueOf(gang.settings().get("controller"))).object();
  }

  private static Optional<Controller<?>> stated(Part spec) {
    return spec.find("controller").map(word -> controller(word.text()));
  }

  private static Controller<?> controller(String word) {
    return CONTROLLERS.stream().filter(one -> one.word().equals(word)).findFirst().orElseThrow();
  }

  private static GangJob job(Part spec, GpuWorkload worker) {
    int workers = spec.require("workers").number();
    return spec.find("pytorch")
        .map(torch -> torch.find("script").map(Part::texts).orElse(new String[0]))
        .map(script -> GangJob.pytorch(workers, worker, script))
        .orElseGet(() -> GangJob.of(workers, worker));
  }

  private static void refuseOthers(Controller<?> controller, Part spec) {
    List<String> own = List.copyOf(controller.settings().schema().fields().keySet());
    CONTROLLERS.stream()
        .flatMap(other -> other.settings().schema().fields().keySet().stream())
        .distinct()
        .filter(field -> !own.contains(field))
        .forEach(
            field ->
                spec.find(field)
                    .ifPresent(
                        stated ->
                            stated.add(
                                "'%s' is no setting of the controller %s, which has %s; write one of these, or remove it"
                                    .formatted(field, controller.word(), String.join(", ", own)))));
  }

  /** Writes the fields of a gang other than its name. */
  static Map<String, Object> write(Gang gang) {
    Map<String, Object> spec = new LinkedHashMap<>(gang.settings());
    Map<String, Object> worker = WorkloadFields.write(gang.worker());
    // The kind of a file's workers is their controller's; a pod's fields are among those of each.
    String kind = String.valueOf(worker.remove("kind"));
    String ofFiles = gang instanceof LeaderWorkerSet ? "Deployment" : "Job";
    if (!kind.equals(ofFiles) && !kind.equals("Pod")) {
      throw unsaid(gang, "a worker of the kind " + kind, ofFiles);
    }
    // A server has one replica unless it says so; how many there are is the set's.
    worker.remove("replicas", 1);
    worker.forEach(
        (field, value) -> {
          if (!WORKER.schema().fields().containsKey(field)) {
            throw unsaid(gang, "'" + field + "' of a worker", ofFiles);
          }
          spec.put(field, value);
        });
    return spec;
  }

  private static InvalidValueException unsaid(Gang gang, String what, String kind) {
    return new InvalidValueException(
        "intent.unsupported",
        "%s %s: %s is said by no file; make the worker with GpuWorkload.%s(...), and say of it what pods have"
            .formatted(
                KIND, WorkloadFields.name(gang.worker()), what, kind.toLowerCase(Locale.ROOT)));
  }
}
