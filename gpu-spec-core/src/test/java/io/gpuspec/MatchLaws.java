package io.gpuspec;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.BruteForce.Answer;
import io.gpuspec.SampleCatalog.Ask;
import io.gpuspec.SampleCatalog.Kind;
import io.gpuspec.json.GpuJson;
import io.gpuspec.value.CpuAmount;
import io.gpuspec.value.Finding;
import io.gpuspec.value.MemorySize;
import io.gpuspec.value.Rejection;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.PropertyDefaults;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.statistics.Statistics;
import net.jqwik.api.statistics.StatisticsReport;
import net.jqwik.api.statistics.StatisticsReport.StatisticsReportMode;

// Edge cases of two dozen generators together would take the place of all random ones.
@PropertyDefaults(edgeCases = EdgeCasesMode.NONE)
class MatchLaws {
  private static final Set<String> RESOURCES =
      Set.of("cpu", "memory", "gpus", "gpuMemory", "gpu", "fraction", "arch", "lifecycle");

  @Provide
  Arbitrary<SampleCatalog> worlds() {
    return SampleCatalog.worlds();
  }

  @Provide
  Arbitrary<Ask> asks() {
    return SampleCatalog.asks();
  }

  @Property
  void whatFillsTheNodesStillFitsOnAsManyOfThem(
      @ForAll("worlds") SampleCatalog world, @ForAll("asks") Ask any) {
    GpuRequest request = any.aimedAt(world).toRequest();
    Optional<Match.Found> found = world.target().match(request).found();
    found
        .flatMap(Match.Found::largestRequests)
        .ifPresent(
            each -> {
              Shape shape = found.get().shape();
              Match.Found full =
                  world
                      .target()
                      .match(request.cpu(each.cpu().toString()).memory(each.memory().toString()))
                      .orThrow();

              assertThat(full.plan(shape).nodes()).isEqualTo(found.get().plan().nodes());
              assertThat(
                      full.shape().equals(shape)
                          || full.preferences().contains(shape)
                          || full.alternatives().contains(shape))
                  .isTrue();
            });
  }

  @Property
  @StatisticsReport(StatisticsReportMode.OFF)
  void agreesWithAMatcherThatTriesEverything(
      @ForAll("worlds") SampleCatalog world, @ForAll("asks") Ask any) {
    Ask ask = any.aimedAt(world);
    Match match = world.target().match(ask.toRequest());
    List<Answer> expected = new BruteForce(world, ask).preferences();

    assertThat(match.found().map(found -> Answer.of(found.shape())))
        .isEqualTo(expected.stream().findFirst());
    match
        .found()
        .ifPresent(
            found -> assertThat(found.preferences().stream().map(Answer::of)).isEqualTo(expected));
    // A law about matches says nothing if nearly nothing matches.
    Statistics.label("outcome")
        .collect((ask.explicit() ? "explicit " : "upward ") + (match.isFound() ? "found" : "none"))
        .coverage(
            coverage -> {
              coverage.check("upward found").percentage(p -> p > 3);
              coverage.check("upward none").percentage(p -> p > 3);
              coverage.check("explicit found").percentage(p -> p > 3);
              coverage.check("explicit none").percentage(p -> p > 3);
            });
  }

  @Property
  void theCheapestIsAsAMatcherThatTriesEverythingFindsIt(
      @ForAll("worlds") SampleCatalog world, @ForAll("asks") Ask any) {
    Ask ask = any.aimedAt(world);
    Match match = world.target().match(ask.toRequest().cheapest());
    List<Answer> expected = new BruteForce(world, ask).cheapestPreferences();

    assertThat(match.found().map(found -> Answer.of(found.shape())))
        .isEqualTo(expected.stream().findFirst());
  }

  @Property
  void theCheapestIsNeverDearerThanWhatElseServes(
      @ForAll("worlds") SampleCatalog world, @ForAll("asks") Ask any) {
    // Where order means nothing: in a list the first name wins, whatever it costs.
    Match match =
        world
            .target()
            .match(
                any.aimedAt(world)
                    .toRequest()
                    .devices(Devices.any().count(any.count()))
                    .cheapest());

    match
        .found()
        .flatMap(found -> found.shape().spec().price())
        .ifPresent(
            price ->
                match.alternatives().stream()
                    .flatMap(other -> other.spec().price().stream())
                    .forEach(
                        other ->
                            assertThat(other.amount()).isGreaterThanOrEqualTo(price.amount())));
  }

  @Property
  void alternativesBeginWithWhatTheLaterEntriesGive(
      @ForAll("worlds") SampleCatalog world, @ForAll("asks") Ask ask) {
    List<Answer> expected = new BruteForce(world, ask).preferences();
    Optional<Match.Found> found = world.target().match(ask.toRequest()).found();

    if (found.isPresent()) {
      String row = expected.get(0).row();
      List<Answer> later =
          expected.stream().skip(1).filter(a -> !a.row().equals(row)).distinct().toList();
      assertThat(found.get().alternatives().stream().map(Answer::of).limit(later.size()))
          .isEqualTo(later);
    }
  }

  @Property
  void whereOrderMeansNothingTheAlternativesAreTheOtherRowsSmallestFirst(
      @ForAll("worlds") SampleCatalog world, @ForAll("asks") Ask ask) {
    List<Answer> expected = new BruteForce(world, ask).servingRows();

    if (!ask.how().equals("ordered") && !expected.isEmpty()) {
      Match.Found found = world.target().match(ask.toRequest()).orThrow();
      assertThat(Answer.of(found.shape())).isEqualTo(expected.get(0));
      assertThat(found.alternatives().stream().map(Answer::of))
          .isEqualTo(expected.subList(1, expected.size()));
    }
  }

  @Property
  void neverGivesLessThanWasAsked(@ForAll("worlds") SampleCatalog world, @ForAll("asks") Ask ask) {
    GpuRequest request = ask.toRequest();
    Match match = world.target().match(request);

    match
        .found()
        .ifPresent(
            found -> {
              List<Shape> given = new ArrayList<>(found.alternatives());
              given.add(found.shape());
              for (Shape shape : given) {
                assertThat(shape.cpu()).isGreaterThanOrEqualTo(request.cpu());
                assertThat(shape.memory()).isGreaterThanOrEqualTo(request.memory());
                assertThat(shape.gpus()).isGreaterThanOrEqualTo(request.devices().count());
              }
              assertThat(found.wastedCpu().plus(request.cpu())).isEqualTo(found.shape().cpu());
              assertThat(found.wastedMemory().plus(request.memory()))
                  .isEqualTo(found.shape().memory());
              assertThat(found.wastedGpus() + request.devices().count())
                  .isEqualTo(found.shape().gpus());
            });
  }

  @Property
  void moreNeedNeverGetsASmallerShapeOfTheSameGpuAndCount(
      @ForAll("worlds") SampleCatalog world,
      @ForAll @IntRange(max = 7) int kind,
      @ForAll @IntRange(min = 1, max = 2) int count,
      @ForAll @IntRange(max = 20) int cpu,
      @ForAll @IntRange(max = 56) int memory,
      @ForAll @IntRange(max = 6) int moreCpu,
      @ForAll @IntRange(max = 12) int moreMemory) {
    Target target = world.target();
    Kind one = world.kinds().get(kind % world.kinds().size());
    GpuRequest less =
        GpuRequest.of(one.whole() ? count : 1, one.name())
            .cpu(CpuAmount.ofMillicores(cpu * 500L))
            .memory(MemorySize.ofMebibytes(memory * 512L))
            .exactGpus();
    GpuRequest more =
        less.cpu(CpuAmount.ofMillicores((cpu + moreCpu) * 500L))
            .memory(MemorySize.ofMebibytes((memory + moreMemory) * 512L));
    Optional<Match.Found> small = target.match(less).found();
    Optional<Match.Found> large = target.match(more).found();

    assertThat(small.isPresent() || large.isEmpty())
        .as("what holds %s holds %s", more, less)
        .isTrue();
    if (large.isPresent()) {
      Shape a = small.get().shape();
      Shape b = large.get().shape();
      // Two rows of one GPU and count may trade CPU for memory; the sizes of one row may not.
      assertThat(b.cpu()).isGreaterThanOrEqualTo(a.cpu());
      if (a.spec() == b.spec() || a.cpu().equals(b.cpu())) {
        assertThat(b.memory()).isGreaterThanOrEqualTo(a.memory());
      }
    }
  }

  @Property
  void whatIsFoundUpwardCanBeStatedExplicitlyOnTheSameRow(
      @ForAll("worlds") SampleCatalog world, @ForAll("asks") Ask ask) {
    Target target = world.target();
    Optional<Match.Found> found = target.match(ask.toRequest()).found();

    if (found.isPresent() && found.get().shape().memory().isWholeGibibytes()) {
      Shape shape = found.get().shape();
      Match stated =
          target.match(
              GpuRequest.of(shape.gpus(), shape.spec().gpu())
                  .cpu(shape.cpu())
                  .memory(shape.memory())
                  .arch(shape.spec().arch())
                  .includeRetired()
                  .explicit());
      assertThat(stated.orThrow().shape().cpu()).isEqualTo(shape.cpu());
      assertThat(stated.orThrow().shape().memory()).isEqualTo(shape.memory());
      List<Shape> serving = new ArrayList<>(stated.alternatives());
      serving.add(stated.orThrow().shape());
      assertThat(serving).contains(shape);
    }
  }

  @Property
  void theFirstNameThatCanServeWins(
      @ForAll("worlds") SampleCatalog world, @ForAll("asks") Ask ask) {
    Target target = world.target();
    GpuRequest request = ask.toRequest();

    if (ask.how().equals("ordered")) {
      Optional<Shape> first =
          ask.names().stream()
              .map(name -> request.devices(sameDevices(request, name)))
              .flatMap(alone -> target.match(alone).found().stream())
              .map(Match.Found::shape)
              .findFirst();
      assertThat(target.match(request).found().map(Match.Found::shape)).isEqualTo(first);
    }
  }

  private static Devices sameDevices(GpuRequest request, String name) {
    Devices all = request.devices();
    return Devices.of(all.count(), name).memoryAtLeast(all.memoryAtLeast().orElse(MemorySize.ZERO));
  }

  @Property
  void theSameQuestionGetsTheSameBytesWhateverTheOrderOfRowsInTheFile(
      @ForAll("worlds") SampleCatalog world, @ForAll("asks") Ask ask, @ForAll long seed) {
    GpuRequest request = ask.toRequest();
    Match match = world.target().match(request);
    List<SampleCatalog.Row> shuffled = new ArrayList<>(world.rows());
    Collections.shuffle(shuffled, new Random(seed));
    Match again = world.withRows(shuffled).target().match(request);

    assertThat(GpuJson.write(match)).isEqualTo(GpuJson.write(match));
    assertThat(GpuJson.write(again)).isEqualTo(GpuJson.write(match));
    assertThat(again.explain()).isEqualTo(match.explain());
  }

  @Property
  void everyCandidateIsFoundAnAlternativeOrRejected(
      @ForAll("worlds") SampleCatalog world, @ForAll("asks") Ask ask) {
    Match match = world.target().match(ask.toRequest());
    BruteForce all = new BruteForce(world, ask);
    Set<String> rejected = names(match.rejected());
    Set<String> serving = new TreeSet<>();
    match
        .found()
        .ifPresent(
            found -> {
              serving.add(found.shape().spec().name());
              found.alternatives().forEach(shape -> serving.add(shape.spec().name()));
            });

    assertThat(serving).isEqualTo(all.serving());
    Set<String> rest = all.considered();
    rest.removeAll(serving);
    assertThat(rejected).containsAll(rest);
    // Whole rows are rejected or serve, never both; the sizes of the found row carry their size.
    assertThat(serving).noneMatch(rejected::contains);
  }

  private static Set<String> names(List<Rejection> rejections) {
    return rejections.stream().map(Rejection::name).collect(Collectors.toCollection(TreeSet::new));
  }

  @Property
  void rejectionsOfTheFoundRowAreItsSmallerSizes(
      @ForAll("worlds") SampleCatalog world, @ForAll("asks") Ask ask) {
    GpuRequest request = ask.toRequest();
    Optional<Match.Found> match = world.target().match(request).found();

    if (match.isPresent() && !ask.explicit()) {
      GpuSpec row = match.get().shape().spec();
      Set<String> tooSmall =
          row.shapes().stream()
              .filter(s -> s.cpu().compareTo(match.get().shape().cpu()) < 0)
              .map(Shape::toString)
              .collect(Collectors.toSet());
      Set<String> ofRow =
          names(match.get().rejected()).stream()
              .filter(name -> name.startsWith(row.name() + " · "))
              .collect(Collectors.toSet());
      assertThat(ofRow).isEqualTo(tooSmall);
    }
  }

  @Property
  void everyRefusalSaysWhyAndAboutWhichResource(
      @ForAll("worlds") SampleCatalog world, @ForAll("asks") Ask ask) {
    Match match = world.target().match(ask.toRequest());

    if (!match.isFound()) {
      assertThat(match.rejected()).isNotEmpty();
    }
    for (Rejection rejection : match.rejected()) {
      assertThat(rejection.reasons()).as(rejection.name()).isNotEmpty();
      for (Finding reason : rejection.reasons()) {
        assertThat(reason.subject()).isIn(RESOURCES);
        assertThat(reason.message()).isNotBlank();
        assertThat(reason.text()).startsWith(reason.subject() + ": ");
      }
    }
    // Nearest miss first within an entry, so over one entry the number of reasons ascends.
    if (!match.isFound() && !ask.how().equals("ordered")) {
      List<Integer> rows =
          match.rejected().stream()
              .filter(rejection -> rejection.name().startsWith("row-"))
              .map(rejection -> rejection.reasons().size())
              .toList();
      assertThat(rows).isSorted();
    }
  }

  @Property
  void everyResultPrintsWithinWhatJShellShows(
      @ForAll("worlds") SampleCatalog world, @ForAll("asks") Ask ask) {
    Target target = world.target();
    Match match = target.match(ask.toRequest());

    List<Object> results = new ArrayList<>();
    results.add(match);
    results.add(match.request());
    results.add(match.alternatives());
    results.add(match.rejected());
    results.add(match.notes());
    results.add(target);
    results.add(target.catalog());
    results.add(target.catalog().specs());
    results.addAll(match.rejected());
    match.found().ifPresent(found -> results.add(found.shape()));
    for (Object result : results) {
      assertThat(result.toString()).hasSizeBetween(1, 900);
    }
  }
}
