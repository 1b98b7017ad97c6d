package io.gpuspec.judges;

import static io.gpuspec.judges.HandWritten.container;
import static io.gpuspec.judges.HandWritten.spec;
import static io.gpuspec.judges.Refusal.accepted;
import static io.gpuspec.judges.Refusal.rejected;

import io.fabric8.kubernetes.api.model.Quantity;
import io.gpuspec.Gpus;
import io.gpuspec.Target;
import io.gpuspec.manifest.GpuWorkload;
import io.gpuspec.scheduling.Taint.Effect;
import java.util.List;
import java.util.stream.Stream;

/** What the builder refuses of kinds that are more than a pod, and of where their pods go. */
final class KindRefusals {
  private static final Target TKE = Gpus.load().in("tke");

  private KindRefusals() {}

  static List<Refusal> all() {
    return Stream.of(jobs(), cronJobs(), sets(), placement(), together())
        .flatMap(List::stream)
        .toList();
  }

  private static GpuWorkload pod() {
    return GpuWorkload.pod("p", "r/i:v1").gpu("T4");
  }

  private static GpuWorkload job(String name) {
    return GpuWorkload.job(name, "r/i:v1").gpu("T4");
  }

  private static List<Refusal> jobs() {
    String job = "a".repeat(62);
    return List.of(
        rejected(
            "less than no pods of a job at once",
            jobOf("j", "parallelism: -1"),
            "must be greater than or equal to 0",
            () -> job("j").parallelism(-1),
            "is below 0"),
        rejected(
            "less than no failures of a job",
            jobOf("j", "backoffLimit: -1"),
            "must be greater than or equal to 0",
            () -> job("j").backoffLimit(-1),
            "is below 0"),
        rejected(
            "an indexed job whose pods' host names are too long",
            jobOf(job, "completions: 2, completionMode: Indexed"),
            "will not able to create pod with invalid DNS label",
            () -> job(job).indexedCompletions(2).on(TKE),
            "a host name of 64 characters"));
  }

  private static String jobOf(String name, String fields) {
    return """
    apiVersion: batch/v1
    kind: Job
    metadata: {name: %s}
    spec: {%s, template: {spec: {restartPolicy: Never, containers: [{name: p, image: r/i}]}}}
    """
        .formatted(name, fields);
  }

  private static List<Refusal> cronJobs() {
    return List.of(
        rejected(
            "a cron job's name of which no job's can be made",
            cronJobOf("a".repeat(53), "schedule: '@daily'"),
            "must be no more than 52 characters",
            () -> cronJob("a".repeat(53), "@daily").on(TKE),
            "at most 52"),
        schedule("60 * * * *", "above maximum (59): 60", "write numbers from 0 to 59"),
        schedule("* * * * 7", "above maximum (6): 7", "write numbers from 0 to 6"),
        schedule("*/0 * * * *", "should be a positive number", "has the minute '*/0'"),
        schedule("5-1 * * * *", "beyond end of range", "has the minute '5-1'"),
        schedule("* * * *", "expected exactly 5 fields", "has 4 fields"),
        schedule("@reboot", "unrecognized descriptor", "is not known"),
        schedule("TZ=UTC 0 3 * * *", "cannot use TZ or CRON_TZ", "timeZone()"),
        rejected(
            "a time zone that nobody knows",
            cronJobOf("c", "schedule: '@daily', timeZone: Asia/Shanghi"),
            "unknown time zone Asia/Shanghi",
            () -> cronJob("c", "@daily").timeZone("Asia/Shanghi"),
            "did you mean Asia/Shanghai"));
  }

  private static Refusal schedule(String schedule, String said, String reason) {
    return rejected(
        "the schedule " + schedule,
        cronJobOf("c", "schedule: '" + schedule + "'"),
        said,
        () -> cronJob("c", schedule),
        reason);
  }

  private static GpuWorkload cronJob(String name, String schedule) {
    return GpuWorkload.cronJob(name, schedule, "r/i:v1").gpu("T4");
  }

  private static String cronJobOf(String name, String fields) {
    return """
    apiVersion: batch/v1
    kind: CronJob
    metadata: {name: %s}
    spec:
      %s
      jobTemplate:
        spec: {template: {spec: {restartPolicy: Never, containers: [{name: p, image: r/i}]}}}
    """
        .formatted(name, fields.replace(", timeZone", "\n  timeZone"));
  }

  private static List<Refusal> sets() {
    return List.of(
        accepted(
            "a stateful set's name of which no label of its pods can be made",
            """
            apiVersion: apps/v1
            kind: StatefulSet
            metadata: {name: %s}
            spec:
              serviceName: s
              selector: {matchLabels: {app: s}}
              template:
                metadata: {labels: {app: s}}
                spec: {containers: [{name: p, image: r/i}]}
            """
                .formatted("a".repeat(53)),
            () -> GpuWorkload.statefulSet("a".repeat(53), "r/i:v1").gpu("T4").on(TKE),
            "because longer names are made of it"),
        rejected(
            "a disruption budget of more than all pods",
            """
            apiVersion: policy/v1
            kind: PodDisruptionBudget
            metadata: {name: d}
            spec: {maxUnavailable: 101%, selector: {matchLabels: {app: d}}}
            """,
            "must not be greater than 100%",
            () -> GpuWorkload.deployment("d", "r/i:v1").disruptionBudget("101%"),
            "is neither a number of pods nor a percentage"));
  }

  private static List<Refusal> placement() {
    return List.of(
        rejected(
            "a toleration of a value that is none",
            spec("tolerations: [{key: a, operator: Equal, value: 1/4*T4, effect: NoSchedule}]"),
            "a valid label must be",
            () -> pod().toleration("a", "1/4*T4", Effect.NO_SCHEDULE),
            "is not a label value"),
        rejected(
            "pods spread without a skew",
            spec(
                "topologySpreadConstraints: [{maxSkew: 0, topologyKey: zone, whenUnsatisfiable: DoNotSchedule}]"),
            "must be greater than zero",
            () -> pod().pods(p -> p.topologySpread("zone", 0)),
            "maxSkew: '0' is below 1"),
        rejected(
            "a pod that has no time",
            spec("activeDeadlineSeconds: 0"),
            "must be between 1 and 2147483647",
            () -> pod().pods(p -> p.edit(s -> s.withActiveDeadlineSeconds(0L))).on(TKE),
            "activeDeadlineSeconds: '0' is below 1"),
        rejected(
            "a host name that is none",
            spec("hostname: llm.example"),
            "must not contain dots",
            () -> pod().pods(p -> p.edit(s -> s.withHostname("llm.example"))).on(TKE),
            "hostname: 'llm.example'"),
        rejected(
            "a subdomain that is none",
            spec("subdomain: LLM"),
            "a lowercase RFC 1123 label",
            () -> pod().pods(p -> p.edit(s -> s.withSubdomain("LLM"))).on(TKE),
            "subdomain: 'LLM'"),
        accepted(
            "less than no time to end",
            spec("terminationGracePeriodSeconds: -1"),
            () -> pod().pods(p -> p.terminationGracePeriodSeconds(-1)),
            "of which Kubernetes makes 1"));
  }

  private static List<Refusal> together() {
    return List.of(
        rejected(
            "an extended resource that is requested otherwise than limited",
            container("resources: {requests: {x.io/fpga: 1}, limits: {x.io/fpga: 2}}"),
            "must be equal to x.io/fpga limit",
            () ->
                pod()
                    .main(
                        c ->
                            c.edit(
                                b ->
                                    b.editOrNewResources()
                                        .addToRequests("x.io/fpga", new Quantity("1"))
                                        .addToLimits("x.io/fpga", new Quantity("2"))
                                        .endResources()))
                    .on(TKE),
            "for an extended resource both are equal"),
        accepted(
            "a variable without a value",
            container("env: [{name: A}]"),
            () -> pod().main(c -> c.edit(b -> b.addNewEnv().withName("A").endEnv())).on(TKE),
            "or \"\" for an empty one"));
  }
}
