package app;

import io.gpuspec.GpuRequest;
import io.gpuspec.Gpus;
import io.gpuspec.manifest.GpuWorkload;

/** A program that matches a request and builds a pod. */
public final class Main {
  private Main() {}

  /** Takes nothing. */
  public static void main(String[] arguments) {
    Gpus gpus = Gpus.load();
    var found = gpus.in("eks").match(GpuRequest.of("A10G").cpu(4).memory("16Gi")).orThrow();
    // Automatic modules cannot say what they need: run with --add-modules ALL-MODULE-PATH.
    System.out.println("# " + Gpus.class.getModule().getName());
    System.out.println("# " + GpuWorkload.class.getModule().getName());
    System.out.println("# " + found.shape().spec().name());
    System.out.print(
        GpuWorkload.pod("train", "registry.example/train:v1")
            .gpu("V100")
            .requests("6", "32Gi")
            .limits("6", "32Gi")
            .on(gpus.in("tke"))
            .yaml());
  }
}
