package io.gpuspec.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.TextNode;
import io.gpuspec.CapacityType;
import io.gpuspec.CatalogDiff;
import io.gpuspec.GpuRequest;
import io.gpuspec.GpuSpec;
import io.gpuspec.Match;
import io.gpuspec.Matches;
import io.gpuspec.NodePlan;
import io.gpuspec.Price;
import io.gpuspec.RankedMatches;
import io.gpuspec.Shape;
import io.gpuspec.Share;
import io.gpuspec.SpecCatalog;
import io.gpuspec.Target;
import io.gpuspec.cluster.ComponentReport;
import io.gpuspec.cluster.ComponentResult;
import io.gpuspec.cluster.FeatureState;
import io.gpuspec.cluster.KubernetesFeature;
import io.gpuspec.cuda.CudaFit;
import io.gpuspec.cuda.Driver;
import io.gpuspec.diagnosis.Cause;
import io.gpuspec.diagnosis.Diagnosis;
import io.gpuspec.diagnosis.KnownProblem;
import io.gpuspec.diagnosis.Symptom;
import io.gpuspec.fleet.Consolidation;
import io.gpuspec.fleet.Fleet;
import io.gpuspec.fleet.FleetCost;
import io.gpuspec.fleet.FleetNode;
import io.gpuspec.fleet.FleetPlan;
import io.gpuspec.fleet.Unplaced;
import io.gpuspec.internal.FactJson;
import io.gpuspec.mig.MigChange;
import io.gpuspec.mig.MigFit;
import io.gpuspec.mig.MigGpu;
import io.gpuspec.mig.MigLayout;
import io.gpuspec.mig.MigLayouts;
import io.gpuspec.mig.MigPlacement;
import io.gpuspec.mig.MigPlan;
import io.gpuspec.mig.MigProfile;
import io.gpuspec.mig.MigSizing;
import io.gpuspec.recommend.ModelMemory;
import io.gpuspec.recommend.Precision;
import io.gpuspec.recommend.Recommendation;
import io.gpuspec.recommend.Recommendations;
import io.gpuspec.rule.Severity;
import io.gpuspec.scheduling.GpuResource;
import io.gpuspec.share.Card;
import io.gpuspec.share.Cost;
import io.gpuspec.share.Packing;
import io.gpuspec.share.PackingCost;
import io.gpuspec.share.PartCost;
import io.gpuspec.share.ReplicaNode;
import io.gpuspec.share.SharePolicy;
import io.gpuspec.share.choice.SharingChoice;
import io.gpuspec.share.choice.SharingFit;
import io.gpuspec.share.choice.Technique;
import io.gpuspec.share.dialect.ShareTranslation;
import io.gpuspec.value.Arch;
import io.gpuspec.value.Citation;
import io.gpuspec.value.CpuAmount;
import io.gpuspec.value.Finding;
import io.gpuspec.value.Fraction;
import io.gpuspec.value.MemorySize;
import io.gpuspec.value.Note;
import io.gpuspec.value.ReferencePrice;
import io.gpuspec.value.Rejection;
import io.gpuspec.value.Text;
import java.io.IOException;
import java.util.List;
import java.util.function.Function;

/**
 * Lets a mapper of Jackson 2 write the library's results and values inside objects of your own, as
 * {@link GpuJson} writes them.
 *
 * <pre>{@code
 * record Answer(String team, Match match, MemorySize quota) {}
 * ObjectMapper mapper = new ObjectMapper().findAndRegisterModules();
 * Match match = gpus.in("tke").match(GpuRequest.of("T4").cpu(4).memory("16Gi"));
 * mapper.writeValueAsString(new Answer("ml", match, MemorySize.parse("64Gi")));
 *     // {"team":"ml","match":{"matched":true,"requested":...},"quota":"64Gi"}
 * }</pre>
 *
 * <p>It is found by {@code findAndRegisterModules}; where modules are not looked for, as in Spring
 * Boot 3, declare it as a bean. What is part of an answer is written as it is there: an amount, a
 * fraction, a {@link Text} or a {@link Finding} is a string, a {@link Target} its id, and a {@link
 * Shape} or {@link NodePlan} by itself has its prices on demand. It writes, and reads nothing;
 * {@link RequestField#request} reads requests.
 */
@SuppressWarnings("exports") // Who names it has a mapper, so has Jackson.
public final class GpuJsonModule extends SimpleModule {
  private static final long serialVersionUID = 1L;

  /** A module to be registered with a mapper. */
  public GpuJsonModule() {
    answers();
    parts();
    words();
  }

  private void answers() {
    add(Match.class, GpuJson::node);
    add(Matches.class, GpuJson::node);
    add(RankedMatches.class, GpuJson::node);
    add(SpecCatalog.class, catalog -> GpuJson.rows(List.of(catalog)));
    add(CatalogDiff.class, GpuJson::node);
    add(Diagnosis.class, DiagnosisJson::node);
    add(KnownProblem.class, DiagnosisJson::node);
    add(Symptom.class, DiagnosisJson::node);
    add(CudaFit.class, GpuJson::node);
    add(Recommendations.class, GpuJson::node);
    add(ModelMemory.class, GpuJson::node);
    add(FleetPlan.class, FleetJson::node);
    add(Consolidation.class, FleetJson::node);
    add(Packing.class, PackingJson::node);
    add(PackingCost.class, CostJson::node);
    add(PartCost.class, CostJson::node);
    add(ReplicaNode.class, ReplicaJson::node);
    add(SharingChoice.class, ChoiceJson::node);
    add(ShareTranslation.class, DialectJson::node);
    add(MigGpu.class, MigJson::node);
    add(MigLayouts.class, MigJson::node);
    add(MigFit.class, MigJson::node);
    add(MigSizing.class, MigJson::node);
    add(MigPlan.class, MigJson::node);
    add(ComponentReport.class, ClusterJson::node);
  }

  private void parts() {
    add(GpuRequest.class, RequestField::node);
    add(Share.class, RequestField::node);
    add(GpuSpec.class, GpuJson::node);
    add(Shape.class, GpuJson::node);
    add(NodePlan.class, plan -> GpuJson.node(plan, CapacityType.ON_DEMAND));
    add(Price.class, GpuJson::node);
    add(ReferencePrice.class, GpuJson::node);
    add(Citation.class, FactJson::node);
    add(Note.class, GpuJson::node);
    add(Rejection.class, GpuJson::node);
    add(Recommendation.class, GpuJson::node);
    add(Cause.class, DiagnosisJson::node);
    add(FleetCost.class, FleetJson::node);
    add(FleetNode.class, FleetJson::node);
    add(Unplaced.class, FleetJson::node);
    add(Card.class, PackingJson::node);
    add(Cost.class, CostJson::node);
    add(SharingFit.class, ChoiceJson::node);
    add(MigProfile.class, MigJson::node);
    add(MigLayout.class, MigJson::node);
    add(MigPlacement.class, MigJson::node);
    add(GpuResource.class, ClusterJson::node);
    add(FeatureState.class, ClusterJson::node);
  }

  private void words() {
    word(Target.class, Target::id);
    word(Finding.class, Finding::text);
    word(Technique.class, Technique::word);
    List.of(
            MemorySize.class,
            CpuAmount.class,
            Fraction.class,
            Text.class,
            Driver.class,
            MigChange.class,
            Arch.class,
            CapacityType.class,
            Citation.Status.class,
            GpuSpec.Lifecycle.class,
            Fleet.Objective.class,
            Severity.class,
            Precision.class,
            SharePolicy.class,
            MigGpu.Geometry.class,
            MigPlan.Action.class,
            ComponentResult.Standing.class,
            KubernetesFeature.Stage.class)
        .forEach(type -> word(type, Object::toString));
  }

  private <T> void word(Class<T> type, Function<? super T, String> word) {
    add(type, value -> TextNode.valueOf(word.apply(value)));
  }

  private <T> void add(Class<T> type, Function<? super T, ? extends JsonNode> node) {
    addSerializer(type, new Written<>(node));
  }

  /** A value as the tree that the library itself makes of it. */
  static final class Written<T> extends JsonSerializer<T> {
    private final Function<? super T, ? extends JsonNode> node;

    private Written(Function<? super T, ? extends JsonNode> node) {
      this.node = node;
    }

    @Override
    public void serialize(T value, JsonGenerator out, SerializerProvider provider)
        throws IOException {
      node.apply(value).serialize(out, provider);
    }
  }
}
