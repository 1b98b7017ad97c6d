package io.gpuspec.share.choice;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.GpuModel;
import io.gpuspec.value.Rejection;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.UnaryOperator;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class SharingNeedsLaws {
  private static final int TRIES = 200;

  /** What needs are made of. */
  private enum Step implements UnaryOperator<SharingNeeds> {
    MEMORY_ISOLATED(SharingNeeds::memoryIsolated),
    FAULT_ISOLATED(SharingNeeds::faultIsolated),
    GUARANTEED(SharingNeeds::computeGuaranteed),
    SHARED(SharingNeeds::shared),
    TWO_CARDS(needs -> needs.cards(2)),
    EIGHT_GIB(needs -> needs.memory("8Gi")),
    BURSTY(SharingNeeds::bursty),
    LATENCY(SharingNeeds::latencySensitive);

    private static final Set<Step> WISHES = EnumSet.of(BURSTY, LATENCY);

    private final UnaryOperator<SharingNeeds> change;

    Step(UnaryOperator<SharingNeeds> change) {
      this.change = change;
    }

    @Override
    public SharingNeeds apply(SharingNeeds needs) {
      return change.apply(needs);
    }
  }

  @Provide
  Arbitrary<String> gpus() {
    return Arbitraries.of(GpuModel.all().stream().map(GpuModel::name).toList());
  }

  @Provide
  Arbitrary<List<Step>> steps() {
    return Arbitraries.of(Step.class).list().uniqueElements().ofMaxSize(6);
  }

  private static SharingNeeds needs(SharingUse workload, List<Step> steps, String gpu) {
    SharingNeeds needs = SharingNeeds.of(workload).gpu(gpu);
    for (Step step : steps) {
      needs = step.apply(needs);
    }
    return needs;
  }

  private static Set<Technique> serving(SharingNeeds needs) {
    Set<Technique> all = EnumSet.noneOf(Technique.class);
    needs.anywhere().fits().forEach(fit -> all.add(fit.technique()));
    return all;
  }

  @Property(tries = TRIES)
  void oneMoreNeedNeverBringsATechniqueBack(
      @ForAll SharingUse workload,
      @ForAll @From("steps") List<Step> steps,
      @ForAll Step more,
      @ForAll @From("gpus") String gpu) {
    SharingNeeds less = needs(workload, steps, gpu);

    assertThat(serving(less)).containsAll(serving(more.apply(less)));
  }

  @Property(tries = TRIES)
  void aWishNeverRulesOneOut(
      @ForAll SharingUse workload,
      @ForAll @From("steps") List<Step> steps,
      @ForAll @From("gpus") String gpu) {
    List<Step> needed = steps.stream().filter(step -> !Step.WISHES.contains(step)).toList();

    assertThat(serving(needs(workload, steps, gpu)))
        .isEqualTo(serving(needs(workload, needed, gpu)));
  }

  @Property(tries = TRIES)
  void theOrderOfTheStepsDoesNotMatter(
      @ForAll SharingUse workload,
      @ForAll @From("steps") List<Step> steps,
      @ForAll @From("gpus") String gpu,
      @ForAll Random random) {
    List<Step> shuffled = new ArrayList<>(steps);
    Collections.shuffle(shuffled, random);

    assertThat(needs(workload, shuffled, gpu).anywhere().explain())
        .isEqualTo(needs(workload, steps, gpu).anywhere().explain());
  }

  @Property(tries = TRIES)
  void noTechniqueIsNamedThatTheCardDoesNotHave(
      @ForAll SharingUse workload,
      @ForAll @From("steps") List<Step> steps,
      @ForAll @From("gpus") String gpu) {
    boolean mig = GpuModel.find(gpu).get(0).hasMig();

    assertThat(mig || !serving(needs(workload, steps, gpu)).contains(Technique.MIG)).isTrue();
  }

  @Property(tries = TRIES)
  void eachTechniqueServesOrHasReasonsWhyNot(
      @ForAll SharingUse workload,
      @ForAll @From("steps") List<Step> steps,
      @ForAll @From("gpus") String gpu) {
    SharingChoice choice = needs(workload, steps, gpu).anywhere();
    List<String> names = new ArrayList<>();
    choice.fits().forEach(fit -> names.add(fit.technique().toString()));
    choice.rejected().forEach(rejection -> names.add(rejection.name()));

    assertThat(names)
        .containsExactlyInAnyOrder("MIG", "qGPU", "cGPU", "MPS", "time slicing", "whole card");
    assertThat(choice.rejected()).extracting(Rejection::reasons).allMatch(all -> !all.isEmpty());
    assertThat(choice.fits()).allMatch(fit -> !fit.reasons().isEmpty() && !fit.gpus().isEmpty());
  }

  @Property(tries = TRIES)
  void whatWasNeededIsGivenByEveryTechniqueThatServes(
      @ForAll SharingUse workload,
      @ForAll @From("steps") List<Step> steps,
      @ForAll @From("gpus") String gpu) {
    SharingNeeds needs = needs(workload, steps, gpu);

    for (SharingFit fit : needs.anywhere().fits()) {
      assertThat(needs.assurances())
          .allMatch(each -> fit.mode().guarantee(each).answer() == Guarantee.Answer.YES);
    }
  }
}
