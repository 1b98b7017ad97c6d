package io.gpuspec.manifest;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.NodeSelectorRequirement;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.PodAffinityTerm;
import io.fabric8.kubernetes.api.model.PodAffinityTermBuilder;
import io.fabric8.kubernetes.api.model.PodAntiAffinity;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpecBuilder;
import io.fabric8.kubernetes.api.model.TopologySpreadConstraint;
import io.fabric8.kubernetes.api.model.WeightedPodAffinityTerm;
import io.gpuspec.manifest.internal.tree.Checks;
import io.gpuspec.manifest.internal.tree.Json;
import io.gpuspec.manifest.internal.tree.NodeTerms;
import io.gpuspec.manifest.internal.tree.YamlWriter;
import io.gpuspec.scheduling.Taint;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * The pods of a workload except for their containers and volumes: where they run, their
 * permissions, and how they end.
 *
 * <pre>{@code
 * workload.pods(
 *     pods ->
 *         pods.nodeSelector("accelerator", "nvidia-a100")
 *             .toleration("workload", "training", Taint.Effect.NO_SCHEDULE)
 *             .topologySpread("topology.kubernetes.io/zone", 1)
 *             .terminationGracePeriodSeconds(60));
 * }</pre>
 *
 * <p>It is immutable, and no step depends on another's order. What is preferred counts in the
 * choice among nodes that fit and keeps no pod from running; what is required does.
 */
public final class WorkloadPods {
  private static final int MOST_WEIGHT = 100;

  private final PodTemplateSpec template;
  private final boolean restricted;

  private WorkloadPods(PodTemplateSpec template, boolean restricted) {
    this.template = template;
    this.restricted = restricted;
  }

  static WorkloadPods empty() {
    return new WorkloadPods(new PodTemplateSpec(new ObjectMeta(), new PodSpec()), false);
  }

  /** A label of the pods. */
  public WorkloadPods label(String key, String value) {
    checkLabel(key, value);
    return labels(Map.of(key, value));
  }

  static void checkLabel(String key, String value) {
    Checks.key("label", key);
    Checks.labelValue(key, value);
  }

  /** The same with labels that were checked. */
  WorkloadPods labels(Map<String, String> labels) {
    return with(changed().editMetadata().addToLabels(labels).endMetadata());
  }

  /** An annotation of the pods. */
  public WorkloadPods annotation(String key, String value) {
    checkAnnotation(key, value);
    return annotations(Map.of(key, value));
  }

  static void checkAnnotation(String key, String value) {
    Checks.annotationKey(key);
    Checks.given("annotation " + key, value);
  }

  /** The same with annotations that were checked. */
  WorkloadPods annotations(Map<String, String> annotations) {
    return with(changed().editMetadata().addToAnnotations(annotations).endMetadata());
  }

  WorkloadPods containers(List<Container> more) {
    return with(changed().editSpec().addAllToContainers(more).endSpec());
  }

  WorkloadPods initContainers(List<Container> more) {
    return with(changed().editSpec().addAllToInitContainers(more).endSpec());
  }

  /**
   * Returns a copy that runs only on nodes with this label, in addition to the target's own
   * requirements.
   */
  public WorkloadPods nodeSelector(String key, String value) {
    Checks.nodeLabel(key);
    Checks.labelValue(key, value);
    return spec(spec -> spec.addToNodeSelector(key, value));
  }

  /**
   * Returns a copy that runs only on nodes whose label has one of these values, in addition to the
   * target's own requirements.
   */
  public WorkloadPods nodeAffinity(String key, String... values) {
    return with(NodeTerms.requireEverywhere(template, key, nodeLabelValues(key, values)));
  }

  /**
   * Rather on nodes whose label has one of these values. Karpenter requires that of the types that
   * it launches, so on {@code eks} a preference that leads to another type is refused.
   */
  public WorkloadPods preferredNodeAffinity(String key, String... values) {
    List<String> all = nodeLabelValues(key, values);
    return spec(
        spec ->
            spec.editOrNewAffinity()
                .editOrNewNodeAffinity()
                .addNewPreferredDuringSchedulingIgnoredDuringExecution()
                .withWeight(MOST_WEIGHT)
                .withNewPreference()
                .addToMatchExpressions(new NodeSelectorRequirement(key, "In", all))
                .endPreference()
                .endPreferredDuringSchedulingIgnoredDuringExecution()
                .endNodeAffinity()
                .endAffinity());
  }

  private static List<String> nodeLabelValues(String key, String... values) {
    Checks.nodeLabel(key);
    List<String> all =
        Checks.notEmpty("node label values", Checks.all("node label values", values));
    all.forEach(value -> Checks.labelValue(key, value));
    return all;
  }

  /** Returns a copy that also tolerates a taint with this key and effect, with any value. */
  public WorkloadPods toleration(String key, Taint.Effect effect) {
    Checks.key("toleration", key);
    String word = Checks.given("effect", effect).toString();
    return spec(
        spec ->
            spec.addNewToleration()
                .withKey(key)
                .withOperator("Exists")
                .withEffect(word)
                .endToleration());
  }

  /** Returns a copy that also tolerates exactly this taint. */
  public WorkloadPods toleration(String key, String value, Taint.Effect effect) {
    Checks.key("toleration", key);
    Checks.labelValue(key, value);
    String word = Checks.given("effect", effect).toString();
    return spec(
        spec ->
            spec.addNewToleration()
                .withKey(key)
                .withOperator("Equal")
                .withValue(value)
                .withEffect(word)
                .endToleration());
  }

  /**
   * Rather in the topology domain, such as a host or zone, where pods with this label run: near a
   * data service, for instance.
   */
  public WorkloadPods preferredPodAffinity(String topologyKey, String key, String value) {
    PodAffinityTerm term = term(topologyKey, labels(key, value));
    return spec(
        spec ->
            spec.editOrNewAffinity()
                .editOrNewPodAffinity()
                .addNewPreferredDuringSchedulingIgnoredDuringExecution()
                .withWeight(MOST_WEIGHT)
                .withPodAffinityTerm(term)
                .endPreferredDuringSchedulingIgnoredDuringExecution()
                .endPodAffinity()
                .endAffinity());
  }

  /** Rather not two of these pods in one topology domain, such as one host or zone. */
  public WorkloadPods podAntiAffinity(String topologyKey) {
    PodAffinityTerm term = own(topologyKey);
    return spec(
        spec ->
            spec.editOrNewAffinity()
                .editOrNewPodAntiAffinity()
                .addNewPreferredDuringSchedulingIgnoredDuringExecution()
                .withWeight(MOST_WEIGHT)
                .withPodAffinityTerm(term)
                .endPreferredDuringSchedulingIgnoredDuringExecution()
                .endPodAntiAffinity()
                .endAffinity());
  }

  /** Never two of these pods in one topology domain, such as one host or zone. */
  public WorkloadPods requiredPodAntiAffinity(String topologyKey) {
    return requiredPodAntiAffinity(own(topologyKey));
  }

  /** Never in a topology domain, such as a host or zone, where pods with this label run. */
  public WorkloadPods requiredPodAntiAffinity(String topologyKey, String key, String value) {
    return requiredPodAntiAffinity(term(topologyKey, labels(key, value)));
  }

  private WorkloadPods requiredPodAntiAffinity(PodAffinityTerm term) {
    return spec(
        spec ->
            spec.editOrNewAffinity()
                .editOrNewPodAntiAffinity()
                .addToRequiredDuringSchedulingIgnoredDuringExecution(term)
                .endPodAntiAffinity()
                .endAffinity());
  }

  /** Returns a term for the workload's own pods, whose labels a later step can still set. */
  private static PodAffinityTerm own(String topologyKey) {
    return new PodAffinityTermBuilder().withTopologyKey(Checks.topologyKey(topologyKey)).build();
  }

  private static PodAffinityTerm term(String topologyKey, LabelSelector selector) {
    return new PodAffinityTermBuilder(own(topologyKey)).withLabelSelector(selector).build();
  }

  private static LabelSelector labels(String key, String value) {
    Checks.key("label", key);
    Checks.labelValue(key, value);
    return new LabelSelector(List.of(), Map.of(key, value));
  }

  /**
   * Over the topology domains, such as hosts or zones, so that none has more of these pods than
   * another by more than the skew; a pod that would break this waits.
   */
  public WorkloadPods topologySpread(String topologyKey, int maxSkew) {
    return topologySpread(topologyKey, maxSkew, "DoNotSchedule");
  }

  /** The same, but a pod that would break it runs all the same. */
  public WorkloadPods preferredTopologySpread(String topologyKey, int maxSkew) {
    return topologySpread(topologyKey, maxSkew, "ScheduleAnyway");
  }

  /**
   * Twice on the same key and in the same way is one constraint with the later skew, as the API
   * server takes only one.
   */
  private WorkloadPods topologySpread(String topologyKey, int maxSkew, String otherwise) {
    Checks.topologyKey(topologyKey);
    Checks.atLeast("maxSkew", 1, maxSkew);
    return spec(
        spec ->
            spec.removeMatchingFromTopologySpreadConstraints(
                    other ->
                        topologyKey.equals(other.getTopologyKey())
                            && otherwise.equals(other.getWhenUnsatisfiable()))
                .addNewTopologySpreadConstraint()
                .withMaxSkew(maxSkew)
                .withTopologyKey(topologyKey)
                .withWhenUnsatisfiable(otherwise)
                .endTopologySpreadConstraint());
  }

  /** The service account that the pods act as. */
  public WorkloadPods serviceAccount(String name) {
    Checks.dnsSubdomain("service account", name);
    return spec(spec -> spec.withServiceAccountName(name));
  }

  /** The priority class of the pods. */
  public WorkloadPods priorityClass(String name) {
    Checks.dnsSubdomain("priority class", name);
    return spec(spec -> spec.withPriorityClassName(name));
  }

  /** The runtime class of the pods, such as {@code nvidia}. */
  public WorkloadPods runtimeClass(String name) {
    Checks.dnsSubdomain("runtime class", name);
    return spec(spec -> spec.withRuntimeClassName(name));
  }

  /** A Secret with which images are pulled. */
  public WorkloadPods imagePullSecret(String name) {
    Checks.dnsSubdomain("image pull secret", name);
    return spec(
        spec ->
            spec.removeMatchingFromImagePullSecrets(other -> name.equals(other.getName()))
                .addNewImagePullSecret(name));
  }

  /** Seconds that containers have to end before they are killed; 30 by default. */
  public WorkloadPods terminationGracePeriodSeconds(long seconds) {
    Checks.gracePeriod(seconds);
    return spec(spec -> spec.withTerminationGracePeriodSeconds(seconds));
  }

  /** Returns a copy whose containers run as this user by default, and never as root. */
  public WorkloadPods runAsNonRoot(long user) {
    Checks.user(user);
    return spec(
        spec ->
            spec.editOrNewSecurityContext()
                .withRunAsNonRoot(true)
                .withRunAsUser(user)
                .endSecurityContext());
  }

  /**
   * Returns a copy that meets the "restricted" Pod Security Standard: every container runs as this
   * user and never as root, without privileges and capabilities, with the runtime's seccomp
   * profile.
   */
  public WorkloadPods restricted(long user) {
    PodTemplateSpec pod =
        runAsNonRoot(user)
            .changed()
            .editSpec()
            .editSecurityContext()
            .withNewSeccompProfile()
            .withType("RuntimeDefault")
            .endSeccompProfile()
            .endSecurityContext()
            .endSpec()
            .build();
    return new WorkloadPods(pod, true);
  }

  /** Anything else, with fabric8's own builder; containers are the workload's. */
  public WorkloadPods edit(UnaryOperator<PodSpecBuilder> change) {
    Checks.given("edit", change);
    PodSpec edited =
        Checks.given("edited pod", change.apply(new PodSpecBuilder(template.getSpec()))).build();
    return with(changed().withSpec(edited));
  }

  /** The pods, but for the main container and what follows from the kind. */
  PodTemplateSpec template() {
    return template;
  }

  PodSpec spec() {
    return template.getSpec();
  }

  Map<String, String> labels() {
    return template.getMetadata().getLabels();
  }

  /** Returns whether no container may have privileges. */
  boolean isHardened() {
    return restricted;
  }

  /**
   * Returns whether there is a term for the workload's own pods, which are then selected by their
   * labels.
   */
  boolean selectOwnPods() {
    PodAntiAffinity others =
        spec().getAffinity() == null ? null : spec().getAffinity().getPodAntiAffinity();
    Stream<PodAffinityTerm> terms =
        others == null
            ? Stream.empty()
            : Stream.concat(
                others.getRequiredDuringSchedulingIgnoredDuringExecution().stream(),
                others.getPreferredDuringSchedulingIgnoredDuringExecution().stream()
                    .map(WeightedPodAffinityTerm::getPodAffinityTerm));
    return terms.anyMatch(term -> term != null && term.getLabelSelector() == null)
        || spec().getTopologySpreadConstraints().stream()
            .map(TopologySpreadConstraint::getLabelSelector)
            .anyMatch(selector -> selector == null);
  }

  private WorkloadPods spec(UnaryOperator<PodSpecBuilder> change) {
    PodSpec spec = change.apply(new PodSpecBuilder(template.getSpec())).build();
    return with(changed().withSpec(spec));
  }

  PodTemplateSpecBuilder changed() {
    return new PodTemplateSpecBuilder(template);
  }

  WorkloadPods with(PodTemplateSpecBuilder changed) {
    return with(changed.build());
  }

  private WorkloadPods with(PodTemplateSpec changed) {
    return new WorkloadPods(changed, restricted);
  }

  /** Returns the settings of the pods other than their containers, as in YAML. */
  @Override
  public String toString() {
    return YamlWriter.write(Json.MAPPER.convertValue(template, Object.class), Map.of());
  }
}
