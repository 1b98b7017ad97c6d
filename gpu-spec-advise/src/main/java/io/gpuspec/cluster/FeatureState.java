package io.gpuspec.cluster;

import io.gpuspec.cluster.KubernetesFeature.Stage;
import io.gpuspec.cluster.KubernetesFeature.Step;
import io.gpuspec.value.Answer;
import io.gpuspec.value.Facts;
import java.util.Optional;

/**
 * The state of a {@link KubernetesFeature} in a version of Kubernetes.
 *
 * <pre>{@code
 * FeatureState dra = KubernetesFeature.of("DRA").in("1.33");
 * dra.stage();            // beta
 * dra.since();            // Optional[1.32]
 * dra.isOnByDefault();    // false
 * }</pre>
 */
public final class FeatureState implements Answer {
  private final KubernetesFeature feature;
  private final Version kubernetes;
  private final Optional<Step> step;

  FeatureState(KubernetesFeature feature, Version kubernetes, Optional<Step> step) {
    this.feature = feature;
    this.kubernetes = kubernetes;
    this.step = step;
  }

  /** The feature. */
  public KubernetesFeature feature() {
    return feature;
  }

  /** The version asked about. */
  public String kubernetes() {
    return kubernetes.toString();
  }

  /** Returns how far it has come. */
  public Stage stage() {
    return step.map(Step::stage).orElse(Stage.ABSENT);
  }

  /** Returns the first version in which it is at this stage; empty if it is absent. */
  public Optional<String> since() {
    return step.map(now -> now.from().toString());
  }

  /** Returns whether a cluster has it without anybody switching it on. */
  public boolean isOnByDefault() {
    return step.filter(Step::byDefault).isPresent();
  }

  /** Returns whether the version is newer than all whose features were read. */
  boolean isBeyondWhatIsKnown() {
    return kubernetes.isAfterSeries(KubernetesFeature.newest());
  }

  /**
   * Adds {@code "name", "kubernetes", "stage", "onByDefault", "since"?, "gates", "about", "note"?,
   * "correction"?, "citation"}.
   */
  @Override
  public void describe(Facts out) {
    out.put("name", feature().name())
        .put("kubernetes", kubernetes())
        .put("stage", stage())
        .put("onByDefault", isOnByDefault())
        .put("since", since())
        .put("gates", feature().gates())
        .put("about", feature().about())
        .put("note", feature().note())
        .put("correction", feature().correction())
        .put("citation", feature().citation());
  }

  /** Returns text such as {@code DRA in 1.33: beta since 1.32, off by default}. */
  @Override
  public String toString() {
    String said =
        step.map(
                now ->
                    "%s since %s, %s by default"
                        .formatted(now.stage(), now.from(), now.byDefault() ? "on" : "off"))
            .orElse("not there before " + feature.since());
    return "%s in %s: %s".formatted(feature.name(), kubernetes, said)
        + (isBeyondWhatIsKnown() ? " (known up to " + KubernetesFeature.newest() + ")" : "");
  }
}
