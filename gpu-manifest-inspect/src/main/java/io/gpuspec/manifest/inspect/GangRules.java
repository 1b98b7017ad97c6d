package io.gpuspec.manifest.inspect;

import io.gpuspec.manifest.inspect.InspectedPods.Box;
import io.gpuspec.manifest.internal.tree.YamlPlace;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Rules for gangs and queues. */
final class GangRules {
  static final Map<String, Check> ALL =
      Map.of(
          "gang-more-than-pods", GangRules::morePods,
          "gang-standalone-group", GangRules::standalone,
          "gang-other-scheduler", GangRules::otherScheduler,
          "queue-does-not-cover", GangRules::notCovered,
          "queue-below-job", QueueRules::belowJob,
          "queue-not-there", GangRules::noQueue,
          "flavor-not-used", GangRules::unusedFlavor,
          "torch-workers-alone", GangRules::torch);

  static final String VOLCANO_JOB = "batch.volcano.sh/Job";
  private static final String LOCAL_QUEUE = "kueue.x-k8s.io/LocalQueue";
  private static final String QUEUE_NAME = "kueue.x-k8s.io/queue-name";
  private static final Pattern TORCH =
      Pattern.compile("(?s)(.*[ /])?(torchrun|torch\\.distributed\\.(launch|run))( .*)?");

  /** What pods ask for beside devices, unless Kueue is told to leave it out. */
  private static final List<String> OF_MACHINES = List.of("cpu", "memory", "ephemeral-storage");

  private static final String DIGITS = "[0-9]{1,6}";

  private GangRules() {}

  private static int tasks(Inspected job) {
    int pods = 0;
    for (YamlPlace task : Places.items(job.place(), "spec", "tasks")) {
      String replicas = Places.text(task, "replicas");
      pods += replicas.matches(DIGITS) ? Integer.parseInt(replicas) : 1;
    }
    return pods;
  }

  private static void morePods(Inspected object, Report report) {
    if (!object.is(VOLCANO_JOB)) {
      return;
    }
    int pods = tasks(object);
    Places.at(object.place(), "spec", "minAvailable")
        .filter(least -> Places.textOf(least).matches(DIGITS))
        .filter(least -> Integer.parseInt(Places.textOf(least)) > pods)
        .ifPresent(
            least ->
                report.at(
                    least, Map.of("value", Places.textOf(least), "count", String.valueOf(pods))));
  }

  /** A group that pods name is used by them, whatever the job does. */
  private static void standalone(Inspected object, Report report) {
    List<Inspected> jobs = report.around().of(VOLCANO_JOB);
    if (!object.is("scheduling.volcano.sh/PodGroup") || jobs.isEmpty()) {
      return;
    }
    boolean isUsed =
        report.around().gpuWorkloads().stream()
            .flatMap(one -> one.pods().stream())
            .anyMatch(
                pods ->
                    pods.annotations().values().stream()
                        .anyMatch(each -> Places.textOf(each).equals(object.name())));
    if (!isUsed) {
      report.at(object.place(), Map.of("value", object.name(), "key", jobs.get(0).name()));
    }
  }

  private static void otherScheduler(Inspected object, Report report) {
    for (InspectedPods pods : object.gpuPods()) {
      YamlPlace group = pods.annotations().get("scheduling.k8s.io/group-name");
      String scheduler = Places.text(pods.spec(), "schedulerName");
      if (group != null && (scheduler.isEmpty() || scheduler.equals("default-scheduler"))) {
        report.at(group, Map.of("value", Places.textOf(group), "key", "default-scheduler"));
      }
    }
  }

  private static String queue(Inspected object) {
    return Places.text(object.place(), "metadata", "labels", QUEUE_NAME);
  }

  /** Returns the cluster queues in which an object waits for Kueue. */
  static List<Inspected> clusterQueues(Inspected object, Report report) {
    List<Inspected> queues = new ArrayList<>();
    for (Inspected local : report.around().of(LOCAL_QUEUE)) {
      if (!local.name().equals(queue(object))
          || !local.effectiveNamespace().equals(object.effectiveNamespace())) {
        continue;
      }
      String cluster = Places.text(local.place(), "spec", "clusterQueue");
      report.around().of("kueue.x-k8s.io/ClusterQueue").stream()
          .filter(queue -> queue.name().equals(cluster))
          .forEach(queues::add);
    }
    return queues;
  }

  private static void notCovered(Inspected object, Report report) {
    clusterQueues(object, report).forEach(queue -> notCovered(object, queue, report));
  }

  private static void notCovered(Inspected object, Inspected queue, Report report) {
    Set<String> covered = new TreeSet<>();
    Places.items(queue.place(), "spec", "resourceGroups")
        .forEach(
            group ->
                Places.items(group, "coveredResources")
                    .forEach(each -> covered.add(Places.textOf(each))));
    for (InspectedPods pods : object.gpuPods()) {
      for (Box box : pods.gpuBoxes()) {
        box.gpus()
            .forEach(
                (name, amount) -> {
                  if (!covered.contains(name) && !isTransformed(name, covered)) {
                    report.at(amount, Map.of("value", name, "key", queue.name()));
                  }
                });
      }
      for (String name : OF_MACHINES) {
        if (!covered.contains(name) && !report.around().isKueueToldOtherwise()) {
          asking(pods, name)
              .ifPresent(amount -> report.at(amount, Map.of("value", name, "key", queue.name())));
        }
      }
    }
  }

  /** Returns the first amount of a resource, other than 0, that a container requests. */
  private static Optional<YamlPlace> asking(InspectedPods pods, String resource) {
    return pods.boxes().stream()
        .flatMap(
            box ->
                Places.at(box.place(), "resources", "requests", resource)
                    .or(() -> Places.at(box.place(), "resources", "limits", resource))
                    .stream())
        .filter(amount -> PodAmounts.of(resource, amount).orElse(0) > 0)
        .findFirst();
  }

  /**
   * Returns whether Kueue's own settings probably count a resource under another name: {@code
   * nvidia.com/total-gpumem} is covered, and pods ask for {@code nvidia.com/gpumem} of each card.
   *
   * <p>Source: Kueue, Configure HAMi, resources.transformations.
   */
  private static boolean isTransformed(String name, Set<String> covered) {
    return covered.contains(name.replaceFirst("/", "/total-"));
  }

  private static void noQueue(Inspected object, Report report) {
    List<Inspected> queues = report.around().of(LOCAL_QUEUE);
    String name = queue(object);
    if (queues.isEmpty() || name.isEmpty() || object.gpuPods().isEmpty()) {
      return;
    }
    boolean isThere =
        queues.stream()
            .anyMatch(
                each ->
                    each.name().equals(name)
                        && each.effectiveNamespace().equals(object.effectiveNamespace()));
    if (!isThere) {
      Places.at(object.place(), "metadata", "labels", QUEUE_NAME)
          .ifPresent(label -> report.at(label, Map.of("value", name)));
    }
  }

  private static void torch(Inspected object, Report report) {
    if (!object.is(VOLCANO_JOB, "batch/Job") || object.gpuPods().isEmpty()) {
      return;
    }
    String parallelism = Places.text(object.place(), "spec", "parallelism");
    int count =
        object.is(VOLCANO_JOB)
            ? tasks(object)
            : parallelism.matches(DIGITS) ? Integer.parseInt(parallelism) : 1;
    for (InspectedPods pods : object.gpuPods()) {
      for (Box box : pods.gpuBoxes()) {
        List<YamlPlace> command = Places.items(box.place(), "command");
        List<String> words =
            Stream.concat(command.stream(), Places.items(box.place(), "args").stream())
                .map(Places::textOf)
                .toList();
        boolean isAlone =
            words.stream().anyMatch(word -> TORCH.matcher(word).matches())
                && words.stream().noneMatch(word -> word.contains("--nnodes"));
        if (isAlone && count > 1) {
          report.at(box.place(), Map.of("value", String.valueOf(count)));
        }
      }
    }
  }

  private static void unusedFlavor(Inspected object, Report report) {
    List<Inspected> queues = report.around().of("kueue.x-k8s.io/ClusterQueue");
    if (!object.is("kueue.x-k8s.io/ResourceFlavor") || queues.isEmpty()) {
      return;
    }
    boolean isUsed =
        queues.stream()
            .flatMap(queue -> Places.items(queue.place(), "spec", "resourceGroups").stream())
            .flatMap(group -> Places.items(group, "flavors").stream())
            .anyMatch(flavor -> Places.text(flavor, "name").equals(object.name()));
    if (!isUsed) {
      report.at(object.place(), Map.of("value", object.name()));
    }
  }
}
