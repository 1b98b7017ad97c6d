package io.gpuspec.judges;

import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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

  /** No controller is there that would make pods or a group. */
  private static final String ASKS_FOR_PODS = ".*(items\\[0]|podgroups).*";

  private static final String GANGS =
      """
      apiVersion: gpuspec.io/v1
      kind: VolcanoQueue
      metadata: {name: command-line}
      spec: {capability: {nvidia.com/gpu: 8}}
      ---
      apiVersion: gpuspec.io/v1
      kind: KueueQueue
      metadata: {name: command-line}
      spec:
        quotas:
        - {target: {provider: eks}, row: g5.xlarge, cards: 2}
        localQueues:
        - {namespace: command-line, name: team-a}
      ---
      apiVersion: gpuspec.io/v1
      kind: GpuGang
      metadata: {name: by-volcano, namespace: command-line}
      spec:
        controller: volcano
        workers: 2
        queue: command-line
        pytorch: {script: [train.py]}
        gpu: {names: [A10G]}
        container: {image: r/i:v1}
      ---
      apiVersion: gpuspec.io/v1
      kind: GpuGang
      metadata: {name: by-jobset, namespace: command-line}
      spec:
        controller: jobset
        workers: 2
        kueue: team-a
        gpu: {names: [A10G]}
        container: {image: r/i:v1}
      """;

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

  /** Flavors and queues are gone at the end: other judges make their own of these names. */
  @Test
  void gangsOfAFileComeAfterTheirQueuesAndKubectlUnderstandsWhatChecksThem(@TempDir Path folder)
      throws IOException {
    CustomResources.installed();
    String file = Files.writeString(folder.resolve("gangs.yaml"), GANGS).toString();
    String manifest = CommandLine.gpuspec("build", "--provider", "eks", "-f", file);
    try (Trial trial =
        Trial.of("kubectl", ControlPlane.shared().version(), "applies gangs with their queues")) {
      Tools.Output applied = kubectl(manifest, "apply");
      trial.agreed(
          applied
              .out()
              .equals(
                  """
                  queue.scheduling.volcano.sh/command-line created
                  resourceflavor.kueue.x-k8s.io/g5.xlarge created
                  clusterqueue.kueue.x-k8s.io/command-line created
                  localqueue.kueue.x-k8s.io/team-a created
                  job.batch.volcano.sh/by-volcano created
                  jobset.jobset.x-k8s.io/by-jobset created
                  """),
          () -> manifest + applied);
      CommandLine.gpuspec("build", "--provider", "eks", "-f", file, "--verify")
          .lines()
          .filter(line -> line.matches(ASKS_THE_SERVER) && !line.matches(ASKS_FOR_PODS))
          .forEach(
              line -> {
                String said = CommandLine.shell(line);
                trial.agreed(!said.startsWith("exit "), () -> said);
              });
    } finally {
      kubectl(manifest, "delete");
    }
  }

  private static Tools.Output kubectl(String manifest, String verb) {
    return Tools.run(
        manifest, "kubectl", "--kubeconfig=" + ControlPlane.shared().kubeconfig(), verb, "-f", "-");
  }

  @Test
  void theDocumentsDeployScriptIsOneLineThatIsPipedIntoKubectl() {
    String manifest = gpuspec();
    Tools.Output applied = kubectl(manifest, "apply");

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
