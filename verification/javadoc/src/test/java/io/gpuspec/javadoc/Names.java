package io.gpuspec.javadoc;

import io.gpuspec.GpuRequest;
import io.gpuspec.Gpus;
import io.gpuspec.Target;
import io.gpuspec.manifest.GpuWorkload;
import io.gpuspec.mig.MigGpu;
import io.gpuspec.scheduling.NodeView;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.share.Cards;
import io.gpuspec.value.Citation;
import java.util.Map;

/** What examples name and do not declare: the base of the classes that they are made into. */
public abstract class Names {
  protected static final Gpus gpus = Gpus.load();

  protected final Target tke = gpus.in("tke");
  protected final Target eks = gpus.in("eks");
  protected final GpuRequest request = GpuRequest.of("T4").cpu(4).memory("16Gi");
  protected final MigGpu a100 = MigGpu.of("A100-40GB");
  protected final Cards cards = Cards.of(gpus.in("tke/qgpu"), "T4", 2, 2);
  protected final Citation citation =
      new Citation("Handbook of the server room", "2026-03", Citation.Status.DOCUMENTED);

  protected final GpuWorkload workload =
      GpuWorkload.deployment("llm", "registry.example/llm:v1").gpu("T4").requests("4", "16Gi");

  /** Asks for two GPUs. */
  protected final PodView pod =
      PodView.empty()
          .container(
              "training",
              Map.of("cpu", "3", "memory", "10Gi", "nvidia.com/gpu", "2"),
              Map.of("nvidia.com/gpu", "2"));

  /** Has one GPU. */
  protected final NodeView node =
      NodeView.of("gpu-1")
          .label("nvidia.com/gpu.present", "true")
          .allocatable(
              Map.of("cpu", "3920m", "memory", "14162Mi", "nvidia.com/gpu", "1", "pods", "58"));

  protected abstract void run(Values values) throws Exception;
}
