package io.gpuspec.manifest;

import java.util.Locale;

/** What runs a workload's pods, as a file names it: by Kubernetes' kind. */
enum IntentKind {
  POD("Pod"),
  DEPLOYMENT("Deployment"),
  STATEFUL_SET("StatefulSet"),
  DAEMON_SET("DaemonSet"),
  JOB("Job"),
  CRON_JOB("CronJob");

  private final String text;

  IntentKind(String text) {
    this.text = text;
  }

  /** The kind of that word. */
  static IntentKind parse(String text) {
    for (IntentKind kind : values()) {
      if (kind.text.equals(text)) {
        return kind;
      }
    }
    throw new IllegalArgumentException(text);
  }

  /** The kind that a workload is of. */
  static IntentKind of(WorkloadKind kind) {
    return valueOf(kind.noun().toUpperCase(Locale.ROOT).replace(' ', '_'));
  }

  /** A workload of this kind. */
  GpuWorkload start(String name, String schedule, WorkloadContainer main) {
    return switch (this) {
      case POD -> GpuWorkload.pod(name, main);
      case DEPLOYMENT -> GpuWorkload.deployment(name, main);
      case STATEFUL_SET -> GpuWorkload.statefulSet(name, main);
      case DAEMON_SET -> GpuWorkload.daemonSet(name, main);
      case JOB -> GpuWorkload.job(name, main);
      case CRON_JOB -> GpuWorkload.cronJob(name, schedule, main);
    };
  }

  /** The word that Kubernetes uses. */
  @Override
  public String toString() {
    return text;
  }
}
