package io.gpuspec.share.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.internal.Json;
import io.gpuspec.json.GpuJson;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is written of a translation. */
class ShareTranslationJsonTest {
  @Test
  void aTranslationHasWhatWasAskedAndWhatIsWritten() {
    DialectShare half = DialectShare.read(Map.of("gpu-fraction", "0.5"));
    DialectShare hami =
        DialectShare.read(
            Map.of(
                "nvidia.com/gpu", "1", "nvidia.com/gpumem", "3000", "nvidia.com/gpucores", "30"));

    assertThat(Json.parse(GpuJson.write(half.to(ShareDialect.of("hami")))))
        .isEqualTo(
            Json.parse(
                """
                {
                  "from": "kai", "to": "hami", "cards": 1, "part": "1/2",
                  "resources": {"nvidia.com/gpu": "1", "nvidia.com/gpumem-percentage": "50"},
                  "annotations": {}, "exact": true, "notes": []
                }
                """));
    assertThat(Json.parse(GpuJson.write(hami.to(ShareDialect.of("kai")))))
        .isEqualTo(
            Json.parse(
                """
                {
                  "from": "hami", "to": "kai", "cards": 1, "memory": "3000Mi", "compute": "3/10",
                  "resources": {}, "annotations": {"gpu-memory": "3000"}, "exact": false,
                  "notes": [
                    {
                      "id": "share.compute-lost",
                      "message": "KAI Scheduler and Run:ai has no share of the compute; 3/10 of it was asked for, and nothing keeps the pod to it"
                    }
                  ]
                }
                """));
  }
}
