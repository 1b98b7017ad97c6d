package io.gpuspec.judges;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.gpuspec.Gpus;
import io.gpuspec.Target;
import io.gpuspec.manifest.PlatformObjects;
import io.gpuspec.manifest.platform.GpuPriorityClass;
import io.gpuspec.manifest.platform.GpuTeam;
import io.gpuspec.manifest.platform.Tenancy;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AddLifecycleHook;
import net.jqwik.api.lifecycle.BeforeContainer;

/**
 * Whatever teams share a pool, the API server admits and keeps their quotas, limits and priorities,
 * and with the real definitions of Kueue and Volcano their queues.
 */
@Judge("kube-apiserver")
@AddLifecycleHook(PropertyTrial.class)
class TenancyJudge {
  private static final ControlPlane PLANE = ControlPlane.shared();
  private static final Admission ADMISSION = new Admission(PLANE.client());
  private static final Target EKS = Gpus.load().in("eks");
  private static final String GPU = "nvidia.com/gpu";
  private static final List<String> TEAMS = List.of("team-a", "team-b", "team-c", "team-d");

  @BeforeContainer
  static void theNamespacesAreThere() {
    CustomResources.installed();
    TEAMS.forEach(TenancyJudge::namespace);
  }

  @Property(tries = 200, edgeCases = EdgeCasesMode.NONE, seed = "20261126")
  @Label("admits and keeps quotas, limits and priorities of teams")
  void quotas(@ForAll("tenancies") Said<Tenancy> tenancy) {
    admitsAndKeeps(tenancy.get().objects());
  }

  @Property(tries = 60, edgeCases = EdgeCasesMode.NONE, seed = "20261127")
  @Label("admits and keeps queues of teams")
  void queues(@ForAll("tenancies") Said<Tenancy> tenancy) {
    admitsAndKeeps(tenancy.get().kueue("shared", EKS, "p4d.24xlarge"));
    admitsAndKeeps(tenancy.get().volcano());
  }

  /** But for the namespaces, which have to be there. */
  private static void admitsAndKeeps(PlatformObjects built) {
    String text =
        Stream.of(built.yamlWithComments().toString().split("(?m)^---\n"))
            .filter(document -> !document.contains("\nkind: Namespace\n"))
            .collect(Collectors.joining("---\n"));
    List<JsonNode> objects =
        Trees.items(Trees.read(built.json()).path("items")).stream()
            .filter(object -> !object.path("kind").asText().equals("Namespace"))
            .toList();
    Admission.Verdict verdict = ADMISSION.of(text);
    assertThat(verdict.said()).as(text).isEmpty();
    assertThat(verdict.admitted()).as(text).isTrue();
    assertThat(verdict.kept()).hasSameSizeAs(objects);
    for (int i = 0; i < objects.size(); i++) {
      assertThat(Kept.lost(objects.get(i), verdict.kept().get(i))).as(text).isEmpty();
    }
  }

  @Provide
  Arbitrary<Said<Tenancy>> tenancies() {
    Arbitrary<Said.Step<Tenancy>> shape =
        Arbitraries.of(
            step("", t -> t),
            step(".reserve(\"buffer\", 8)", t -> t.reserve("buffer", 8)),
            step(".exclude(\"default\")", t -> t.exclude("default")),
            step(
                ".priority(GpuPriorityClass.of(\"gpu-batch\", -1).waits())",
                t -> t.priority(GpuPriorityClass.of("gpu-batch", -1).waits())),
            step(
                ".priority(GpuPriorityClass.of(\"gpu-all\", 1000).globalDefault())",
                t -> t.priority(GpuPriorityClass.of("gpu-all", 1000).globalDefault())));
    return Combinators.combine(
            Arbitraries.integers().between(1, 500), teams().list().ofSize(TEAMS.size()), shape)
        .as(
            (pool, teams, step) -> {
              Said<Tenancy> said =
                  new Said<>(
                      "Tenancy.of(\"%s\", %d)".formatted(GPU, pool), () -> Tenancy.of(GPU, pool));
              for (int i = 0; i < teams.size(); i++) {
                said = said.then(team(TEAMS.get(i), teams.get(i)));
              }
              return said.then(step);
            });
  }

  /** What a team of 8 cards says beside its name. */
  private static Arbitrary<Said.Step<GpuTeam>> teams() {
    return Arbitraries.of(
            teamStep(".pods(100)", t -> t.pods(100)),
            teamStep(".perPod(8)", t -> t.perPod(8)),
            teamStep(".requests(\"64\", \"256Gi\")", t -> t.requests("64", "256Gi")),
            teamStep(".unstated(\"500m\", \"1Gi\")", t -> t.unstated("500m", "1Gi")),
            teamStep(".borrows(8)", t -> t.borrows(8)),
            teamStep(".lends(0)", t -> t.lends(0)))
        .set()
        .ofMaxSize(4)
        .map(Said.Step::all);
  }

  private static Said.Step<Tenancy> team(String name, Said.Step<GpuTeam> more) {
    return step(
        ".team(GpuTeam.of(\"%s\", 8)%s)".formatted(name, more.java()),
        t -> t.team(more.change().apply(GpuTeam.of(name, 8))));
  }

  private static Said.Step<Tenancy> step(String java, UnaryOperator<Tenancy> change) {
    return new Said.Step<>(java, change);
  }

  private static Said.Step<GpuTeam> teamStep(String java, UnaryOperator<GpuTeam> change) {
    return new Said.Step<>(java, change);
  }

  private static void namespace(String name) {
    PLANE
        .client()
        .resource(new NamespaceBuilder().withNewMetadata().withName(name).endMetadata().build())
        .serverSideApply();
  }
}
