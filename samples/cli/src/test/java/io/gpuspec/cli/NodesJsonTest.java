package io.gpuspec.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.manifest.platform.GpuPool;
import io.gpuspec.manifest.platform.GpuPools;
import io.gpuspec.scheduling.PodView;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NodesJsonTest {
  @Test
  void anAnswerForProgramsHasThePoolsAndTheirCommands() {
    GpuPools pools = GpuPools.of(GpuPool.of("serve", "T4").nodes("t4-1").cards(4));

    assertThat(NodesJson.write(pools))
        .startsWith(
            """
            {
              "pools": [
                {
                  "name": "serve",
                  "gpu": "T4",
                  "nodes": [
                    "t4-1"
                  ],
                  "cards": 4,
                  "labels": {
                    "accelerator": "nvidia-t4",
                    "gpu-count": "4",
                    "nvidia.com/gpu.present": "true",
                    "workload": "serve"
                  },
            """)
        .contains("\"kubectl taint nodes t4-1 workload=serve:NoSchedule --overwrite\"")
        .contains("\"id\": \"taint.NoSchedule\"");
    assertThat(
            NodesJson.write(
                pools,
                Map.of(
                    "Pod p",
                    PodView.empty().container("main", Map.of(), Map.of("nvidia.com/gpu", "1"))),
                Map.of()))
        .contains("\"workload\": \"Pod p\"", "\"yes\": false", "\"everywhere\": [ ]");
  }
}
