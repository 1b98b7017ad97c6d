package io.gpuspec.manifest.platform;

import io.gpuspec.scheduling.Taint.Effect;
import io.gpuspec.value.Note;

/**
 * The effects of taints, in words.
 *
 * <p>Source: Kubernetes, Taints and Tolerations.
 */
final class TaintEffects {
  private TaintEffects() {}

  static Note note(Effect effect) {
    return Note.of(
        "taint." + effect, effect + ": " + text(effect), Sources.of("kubernetes.taints"));
  }

  private static String text(Effect effect) {
    return switch (effect) {
      case NO_SCHEDULE ->
          "a pod that does not tolerate the taint is not scheduled there; one that runs there stays. A toleration admits a pod and does not attract it: the selector does that";
      case PREFER_NO_SCHEDULE ->
          "the scheduler avoids the node for pods that do not tolerate the taint, and takes it for them where no other fits. It prefers nobody, and keeps nobody out";
      case NO_EXECUTE ->
          "a pod that does not tolerate the taint is not scheduled there, and one that runs there is evicted at once; one that tolerates it stays, or leaves after its tolerationSeconds";
    };
  }
}
