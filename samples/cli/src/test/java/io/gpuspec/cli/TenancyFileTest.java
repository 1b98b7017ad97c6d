package io.gpuspec.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A table of teams as quotas and as queues, by the file of docs/tenancy.md. */
class TenancyFileTest {
  @TempDir private Path folder;

  private Run built(String intent) throws IOException {
    Path file = folder.resolve("intent.yaml");
    Files.writeString(file, intent);
    return Run.of("build", "-f", file.toString());
  }

  @Test
  void theTableOfTeamsIsBuiltAsQuotasAndAsQueues() throws IOException {
    String teams = new GuidePage("docs/tenancy.md").file("teams.yaml");
    Run quotas = built(teams);
    Run kueue = built(teams + "  kueue: {target: {provider: ack}, row: ecs.gn7-c13g1.26xlarge}\n");
    Run volcano = built(teams + "  volcano: true\n");

    assertThat(quotas.err())
        .endsWith(
            """
            tenancy.unassigned: 32 of 96 are no team's and in no reserve; give them to somebody, or reserve them
            tenancy.unread: team ml: quotas have no borrows and lends; use Kueue's queues, or remove them
            """);
    assertThat(quotas.status()).isZero();
    assertThat(quotas.out())
        .contains("requests.nvidia.com/gpu: \"32\"", "kind: LimitRange", "kind: PriorityClass");
    assertThat(kueue.out())
        .contains("cohortName: shared", "borrowingLimit: \"16\"", "lendingLimit: \"8\"")
        .doesNotContain("requests.nvidia.com/gpu: \"32\"");
    assertThat(volcano.out()).contains("deserved:\n    nvidia.com/gpu: \"24\"");
  }
}
