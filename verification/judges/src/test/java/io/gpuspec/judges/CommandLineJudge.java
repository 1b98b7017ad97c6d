package io.gpuspec.judges;

import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * What the command line prints is what a person pipes into kubectl, and the commands that it names
 * to check the result are those that kubectl and the API server understand.
 */
class CommandLineJudge {
  private static final String NAMESPACE = "command-line";

  /** The script of the best-practice page: python3 deploy_gpu_pod.py --name ... --gpu-type T4. */
  private static final List<String> DEPLOY_GPU_POD =
      List.of(
          "build",
          "--provider",
          "tke",
          "--kind",
          "pod",
          "--name",
          "gpu-test",
          "--image",
          "pytorch/pytorch:2.0.1-cuda11.7-cudnn8-runtime",
          "--gpu",
          "T4",
          "--namespace",
          NAMESPACE);

  /** Of the commands that check the result, those for which no kubelet has to answer. */
  private static final String ASKS_THE_SERVER = "kubectl -n \\S+ (get|describe) .*";

  @BeforeAll
  static void aNamespace() {
    ControlPlane.shared()
        .client()
        .resource(
            new NamespaceBuilder().withNewMetadata().withName(NAMESPACE).endMetadata().build())
        .serverSideApply();
  }

  private static String gpuspec(String... more) {
    return CommandLine.gpuspec(
        Stream.concat(DEPLOY_GPU_POD.stream(), Stream.of(more)).toArray(String[]::new));
  }

  @Test
  void the_documents_deploy_script_is_one_line_that_is_piped_into_kubectl() {
    String manifest = gpuspec();
    Tools.Output applied =
        Tools.run(
            manifest,
            "kubectl",
            "--kubeconfig=" + ControlPlane.shared().kubeconfig(),
            "apply",
            "-f",
            "-");

    try (Trial trial =
        Trial.of(
            "kubectl", ControlPlane.shared().version(), "applies what the command line prints")) {
      trial.agreed(
          applied.out().equals("pod/gpu-test created\n") && applied.err().isEmpty(),
          () -> manifest + applied);
      trial.agreed(
          CommandLine.shell(
                  "kubectl -n "
                      + NAMESPACE
                      + " get pod gpu-test -o jsonpath='{.metadata.annotations.eks\\.tke\\.cloud\\.tencent\\.com/gpu-type}'")
              .equals("T4"),
          () -> manifest);
      for (String line : gpuspec("--verify").lines().toList()) {
        if (line.matches(ASKS_THE_SERVER)) {
          String said = CommandLine.shell(line);
          trial.agreed(!said.startsWith("exit "), () -> said);
        }
      }
    }
  }
}
