package io.gpuspec.manifest.inspect;

import io.gpuspec.manifest.internal.tree.YamlPlace;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;

/** Queues that are smaller than a job that waits in them. */
final class QueueRules {
  private static final String LEAST_PARALLEL = "kueue.x-k8s.io/job-min-parallelism";
  private static final String POD_GROUP = "kueue.x-k8s.io/pod-group-name";
  private static final String GROUPS = "resourceGroups";
  private static final String DIGITS = "[0-9]{1,6}";

  private QueueRules() {}

  static void belowJob(Inspected object, Report report) {
    if (object.is(GangRules.VOLCANO_JOB)) {
      volcano(object, report);
    } else if (object.is("batch/Job", "Pod")) {
      GangRules.clusterQueues(object, report).forEach(queue -> kueue(object, queue, report));
    }
  }

  /**
   * A job's pods get one flavor together, and without a cohort there is nothing to borrow.
   *
   * <p>Source: Kueue 0.19.2, pkg/scheduler/flavorassigner, fitsResourceQuota.
   */
  private static void kueue(Inspected job, Inspected queue, Report report) {
    boolean mayBorrow =
        Places.at(queue.place(), "spec", "cohort").isPresent()
            || Places.at(queue.place(), "spec", "cohortName").isPresent();
    boolean isOfGroup = Places.at(job.place(), "metadata", "labels", POD_GROUP).isPresent();
    if (mayBorrow || isOfGroup || job.gpuPods().size() != 1) {
      return;
    }
    InspectedPods pods = job.gpuPods().get(0);
    long count = job.is("Pod") ? 1 : count(job);
    for (String resource : covered(queue)) {
      long asked = PodAmounts.of(pods, resource) * count;
      OptionalLong quota = quota(queue, resource);
      if (quota.isPresent() && asked > quota.getAsLong()) {
        tell(report, pods.firstGpu(), queue, resource, asked, count, quota.getAsLong());
      }
    }
  }

  private static Set<String> covered(Inspected queue) {
    Set<String> covered = new TreeSet<>();
    Places.items(queue.place(), "spec", GROUPS)
        .forEach(
            group ->
                Places.items(group, "coveredResources")
                    .forEach(each -> covered.add(Places.textOf(each))));
    return covered;
  }

  /** Returns the pods of a Job that run at once; with partial admission, the fewest. */
  private static long count(Inspected job) {
    long parallelism = number(job.place(), 1, "spec", "parallelism");
    long pods = Math.min(parallelism, number(job.place(), parallelism, "spec", "completions"));
    return Math.min(pods, number(job.place(), pods, "metadata", "annotations", LEAST_PARALLEL));
  }

  private static long number(YamlPlace from, long ifNone, String... path) {
    String text = Places.text(from, path);
    return text.matches(DIGITS) ? Long.parseLong(text) : ifNone;
  }

  /** Returns the greatest quota of a flavor; empty if one is not known. */
  private static OptionalLong quota(Inspected queue, String resource) {
    long most = -1;
    for (YamlPlace group : Places.items(queue.place(), "spec", GROUPS)) {
      for (YamlPlace flavor : Places.items(group, "flavors")) {
        for (YamlPlace each : Places.items(flavor, "resources")) {
          if (Places.text(each, "name").equals(resource)) {
            OptionalLong quota =
                Places.at(each, "nominalQuota").stream()
                    .mapToLong(amount -> PodAmounts.of(resource, amount).orElse(Long.MAX_VALUE))
                    .findFirst();
            most = Math.max(most, quota.orElse(Long.MAX_VALUE));
          }
        }
      }
    }
    return most < 0 ? OptionalLong.empty() : OptionalLong.of(most);
  }

  /**
   * The pods that a gang needs at once, those that ask for least.
   *
   * <p>Source: Volcano 1.15.1, pkg/scheduler/plugins/proportion, AddJobEnqueueableFn; a job without
   * minAvailable gets the sum of its tasks, pkg/webhooks/admission/jobs/mutate.
   */
  private static void volcano(Inspected job, Report report) {
    long least = number(job.place(), 0, "spec", "minAvailable");
    long atOnce = least > 0 ? least : ofTasks(job);
    List<InspectedPods> all = new ArrayList<>();
    job.pods().forEach(pods -> all.addAll(Collections.nCopies(copies(pods), pods)));
    if (atOnce > all.size() || job.gpuPods().isEmpty()) {
      return;
    }
    String name = Places.text(job.place(), "spec", "queue");
    for (Inspected queue : report.around().of("scheduling.volcano.sh/Queue")) {
      if (!queue.name().equals(name.isEmpty() ? "default" : name)) {
        continue;
      }
      Places.fields(queue.place(), "spec", "capability")
          .forEach(
              (resource, amount) -> {
                long asked =
                    all.stream()
                        .mapToLong(pods -> PodAmounts.of(pods, resource))
                        .sorted()
                        .limit(atOnce)
                        .sum();
                OptionalLong limit = PodAmounts.of(resource, amount);
                if (limit.isPresent() && asked > limit.getAsLong()) {
                  YamlPlace at = job.gpuPods().get(0).firstGpu();
                  tell(report, at, queue, resource, asked, atOnce, limit.getAsLong());
                }
              });
    }
  }

  private static int copies(InspectedPods pods) {
    return Math.min(pods.workload().count(), 10_000);
  }

  private static long ofTasks(Inspected job) {
    long sum = 0;
    for (YamlPlace task : Places.items(job.place(), "spec", "tasks")) {
      sum += number(task, number(task, 1, "replicas"), "minAvailable");
    }
    return sum;
  }

  private static void tell(
      Report report,
      YamlPlace at,
      Inspected queue,
      String resource,
      long asked,
      long count,
      long limit) {
    report.at(
        at,
        Map.of(
            "name", queue.name(),
            "key", resource,
            "value", PodAmounts.text(resource, asked),
            "count", String.valueOf(count),
            "limit", PodAmounts.text(resource, limit)));
  }
}
