package io.gpuspec.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the pages on teams and on the kubelet show is what happens. */
class TenancyPageTest {
  private static final String TENANCY = "docs/tenancy.md";
  private static final String KUBELET = "docs/kubelet.md";

  @TempDir private Path folder;

  private Run built(String intent) throws IOException {
    Path file = folder.resolve("intent.yaml");
    Files.writeString(file, intent);
    return Run.of("build", "-f", file.toString());
  }

  @ParameterizedTest
  @ValueSource(strings = {TENANCY, KUBELET})
  void everyLineOfJavaGivesWhatItsCommentSays(String page) throws Exception {
    new GuidePage(page, "io.gpuspec", "io.gpuspec.manifest", "io.gpuspec.manifest.platform")
        .javaGivesWhatItsCommentsSay(folder);
  }

  @Test
  void theTableOfTeamsIsBuiltAsQuotasAndAsQueues() throws IOException {
    String teams = Guides.blocks(TENANCY, "yaml").get(0);
    Run quotas = built(teams);
    Run kueue = built(teams + "  kueue: {target: {provider: ack}, row: ecs.gn7-c13g1.26xlarge}\n");
    Run volcano = built(teams + "  volcano: true\n");

    assertThat(quotas.err())
        .endsWith(
            """
            tenancy.unassigned: 32 of 96 are no team's and in no reserve; give them to somebody, or reserve them
            tenancy.unread: team ml: quotas have no borrows and lends; take kueue(...), or leave them out
            """);
    assertThat(quotas.status()).isZero();
    assertThat(quotas.out())
        .contains("requests.nvidia.com/gpu: \"32\"", "kind: LimitRange", "kind: PriorityClass");
    assertThat(kueue.out())
        .contains("cohortName: shared", "borrowingLimit: \"16\"", "lendingLimit: \"8\"")
        .doesNotContain("requests.nvidia.com/gpu: \"32\"");
    assertThat(volcano.out()).contains("deserved:\n    nvidia.com/gpu: \"24\"");
  }

  @Test
  void theKubeletsFileIsPrintedAsThePageShows() throws IOException {
    Run run = built(Guides.blocks(KUBELET, "yaml").get(0));

    assertThat(run.err())
        .startsWith(
            "KubeletConfiguration\nkubelet.file: it is a file of the node, and kubectl apply");
    assertThat(run.out()).isEqualTo(Guides.blocks(KUBELET, "yaml").get(1));
  }
}
