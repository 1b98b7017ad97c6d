package io.gpuspec.judges;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.Gpus;
import io.gpuspec.Target;
import io.gpuspec.manifest.Manifests;
import io.gpuspec.manifest.migrate.Migration;
import io.gpuspec.manifest.migrate.MigrationResult;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AddLifecycleHook;
import net.jqwik.api.lifecycle.BeforeContainer;
import net.jqwik.api.statistics.Statistics;
import net.jqwik.api.statistics.StatisticsReport;
import net.jqwik.api.statistics.StatisticsReport.StatisticsReportMode;

/**
 * Whatever is built for one target and moved to another, the API server admits without a warning.
 */
@Judge("kube-apiserver")
@AddLifecycleHook(PropertyTrial.class)
class MigrationJudge {
  private static final double SOME = 10;

  @BeforeContainer
  static void whatWorkloadsNameIsThere() {
    AdmissionJudge.whatWorkloadsNameIsThere();
  }

  @Property(tries = 600, edgeCases = EdgeCasesMode.NONE, seed = "20260112")
  @Label("admits what we move to another target")
  @StatisticsReport(StatisticsReportMode.OFF)
  void moved(@ForAll("anywhere") Intent intent, @ForAll("targets") Target to) {
    Optional<Manifests> built = intent.build();
    Assume.that(built.isPresent());
    MigrationResult migrated =
        Migration.from(built.get().match().target())
            .to(to)
            .parse("built.yaml", built.get().yaml().toString());
    boolean moved = !migrated.matches().isEmpty();
    // So that the law is about something.
    Statistics.label("moved")
        .collect(moved)
        .coverage(all -> all.check(true).percentage(percent -> percent > SOME));
    assertThat(migrated.problems()).isEmpty();
    Assume.that(moved);

    Admission.Verdict verdict =
        new Admission(ControlPlane.shared().client()).of(migrated.yaml().toString());

    assertThat(verdict.said()).as(migrated.yaml().toString()).isEmpty();
    assertThat(verdict.admitted()).as(migrated.yaml().toString()).isTrue();
  }

  /** All but that for nodes of one's own, of which nobody has said any here. */
  private static List<Target> withRows() {
    return Gpus.load().targets().stream()
        .filter(target -> !target.catalog().specs().isEmpty())
        .toList();
  }

  @Provide
  Arbitrary<Target> targets() {
    return Arbitraries.of(withRows());
  }

  @Provide
  Arbitrary<Intent> anywhere() {
    return Arbitraries.of(withRows()).flatMap(target -> Intents.on(target.id()));
  }
}
