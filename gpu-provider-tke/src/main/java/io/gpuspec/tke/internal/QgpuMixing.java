package io.gpuspec.tke.internal;

import io.gpuspec.Share;
import io.gpuspec.scheduling.PodFieldException;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.spi.Options;
import io.gpuspec.spi.ShareRules;
import io.gpuspec.tke.Qgpu;
import io.gpuspec.tke.internal.rules.Documents;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.MemorySize;
import io.gpuspec.value.Note;
import io.gpuspec.value.Rejection;
import java.util.Optional;

/**
 * The class of an existing pod if online and offline pods are mixed, as in its annotation.
 *
 * <p>Source: TKE, using qGPU online/offline mixing: an offline pod asks for {@code
 * qgpu-core-greedy} and memory, of one card; an online pod for memory alone; a pod without the
 * annotation is an ordinary one.
 *
 * @param part empty for an ordinary pod
 */
record QgpuMixing(Optional<QgpuAppClass> part, Options options) {

  /**
   * The part of a pod.
   *
   * @throws PodFieldException if the annotation names none
   */
  static QgpuMixing of(PodView pod, Options options) {
    return new QgpuMixing(
        pod.annotation(QgpuShares.APP_CLASS.key()).map(QgpuMixing::parse), options);
  }

  private static QgpuAppClass parse(String value) {
    try {
      return QgpuAppClass.parse(value);
    } catch (IllegalArgumentException e) {
      throw new PodFieldException(
          "pod.unknown",
          QgpuShares.APP_CLASS,
          "'%s' is no part that a pod can have: %s, or leave the annotation out"
              .formatted(value, e.getMessage()));
    }
  }

  boolean isOrdinary() {
    return part.isEmpty();
  }

  ShareRules rules() {
    return QgpuShares.rules(options, part);
  }

  /** Returns why a container's request contradicts the class of its pod, or the options. */
  Optional<Rejection> refusal(QgpuContainer need) {
    if (part.isEmpty()) {
      return ordinary(need);
    }
    return switch (part.get()) {
      case ONLINE -> online(need);
      case OFFLINE -> offline(need);
    };
  }

  private Optional<Rejection> ordinary(QgpuContainer need) {
    if (need.greedy().isPresent()) {
      return refused(
          QgpuShares.GREEDY,
          "it is for offline pods, and this pod is none; add the annotation %s: offline, or ask for %s instead"
              .formatted(QgpuShares.APP_CLASS.key(), QgpuShares.CORE));
    }
    return options
        .get(Qgpu.APP_CLASS)
        .flatMap(
            chosen ->
                refused(
                    QgpuShares.APP_CLASS.key(),
                    "the pod is an ordinary one, and %s pods were chosen; add the annotation, or leave the option %s out"
                        .formatted(chosen, Qgpu.APP_CLASS.name())));
  }

  private Optional<Rejection> online(QgpuContainer need) {
    if (need.core().isPresent() || need.greedy().isPresent()) {
      return refused(
          need.core().isPresent() ? QgpuShares.CORE : QgpuShares.GREEDY,
          "an online pod asks for %s alone, and has what compute it needs; leave this out"
              .formatted(QgpuShares.MEMORY));
    }
    return byOptions(QgpuAppClass.ONLINE, Share.of(gibibytes(need)));
  }

  private Optional<Rejection> offline(QgpuContainer need) {
    if (need.core().isPresent()) {
      return refused(
          QgpuShares.CORE,
          "an offline pod asks for %s instead; write that, or leave the annotation %s out"
              .formatted(QgpuShares.GREEDY, QgpuShares.APP_CLASS.key()));
    }
    if (need.greedy().isEmpty()) {
      return refused(
          QgpuShares.GREEDY,
          "an offline pod says how much compute it asks for; add it, %s"
              .formatted(rules().computeAllowed()));
    }
    if (need.memory() == 0) {
      return refused(
          QgpuShares.GREEDY,
          "compute of a card is asked for and no memory with it; add %s, in GiB"
              .formatted(QgpuShares.MEMORY));
    }
    int greedy = need.greedy().getAsInt();
    return greedy < 1 || greedy > QgpuShares.WHOLE
        ? Optional.empty()
        : byOptions(QgpuAppClass.OFFLINE, Share.of(gibibytes(need), greedy));
  }

  private static MemorySize gibibytes(QgpuContainer need) {
    return QgpuShares.GIBIBYTE.times(need.memory());
  }

  /**
   * Returns a problem with the options: other pods can request something else, and the catalog uses
   * the chosen class.
   */
  private Optional<Rejection> byOptions(QgpuAppClass read, Share share) {
    try {
      rules().check(share, 1);
    } catch (InvalidValueException e) {
      return Optional.empty();
    }
    try {
      QgpuShares.rules(options).check(share, 1);
      return Optional.empty();
    } catch (InvalidValueException e) {
      return refused(
          QgpuShares.APP_CLASS.key(),
          "the pod is %s, and its share is against the rules for %s; choose %s=%s to match it"
              .formatted(
                  read,
                  options
                      .get(Qgpu.APP_CLASS)
                      .map(chosen -> chosen + " pods")
                      .orElse("ordinary pods"),
                  Qgpu.APP_CLASS.name(),
                  read));
    }
  }

  private static Optional<Rejection> refused(String subject, String why) {
    return Optional.of(Rejection.of(subject, "share", why));
  }

  /** Returns a note that the pod may also land on nodes that mix no pods. */
  Note openNodes() {
    return Note.of(
        "shares.unmixed",
        "the pod is mixed with others only on nodes with %s: %s, and does not select them"
            .formatted(QgpuShares.MIXED.key(), QgpuShares.ENABLE),
        Documents.QGPU_HYBRID);
  }
}
