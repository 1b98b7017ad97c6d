package io.gpuspec.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.Gpus;
import io.gpuspec.Target;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The commands that check what was applied. */
class VerifyTest {
  private static final Target TKE = Gpus.load().in("tke");

  private static String verify(GpuWorkload workload) {
    return workload.gpu("T4").on(TKE).verify().toString();
  }

  @Test
  void aPodIsFoundByItsName() {
    assertThat(verify(GpuWorkload.pod("gpu-test", "r/i:v1")))
        .isEqualTo(
            """
            # Which node each pod is on.
            kubectl get pod gpu-test -o wide
            # A pod that stays Pending: its events say what the scheduler misses.
            kubectl describe pod gpu-test
            # What happened lately, the newest last.
            kubectl get events --sort-by=.lastTimestamp
            # The GPUs that the node has, and how many of them are taken.
            kubectl get pod gpu-test -o jsonpath='{.spec.nodeName}' | xargs kubectl describe node
            # The annotations and resources that the pods were admitted with.
            kubectl get pod gpu-test -o jsonpath='{.metadata.name}{"\\t"}{.metadata.annotations}{"\\t"}{.spec.containers[*].resources}{"\\n"}'
            # What the container prints.
            kubectl logs pod/gpu-test -c gpu-test --tail=100
            # The GPUs that the container sees; it was given 1.
            kubectl exec pod/gpu-test -c gpu-test -- nvidia-smi -L
            # Driver, CUDA version, memory and processes; expected: T4, 15109Mi, driver 470, CUDA 11.4.
            kubectl exec pod/gpu-test -c gpu-test -- nvidia-smi
            """);
  }

  @Test
  void whatADriverWasNotSeenToReportIsSaidAsAbout() {
    assertThat(GpuWorkload.pod("q", "r/i:v1").gpu("1/4*T4").on(TKE).verify().toString())
        .contains("expected: 1/4*T4, about 4Gi, driver 450, CUDA 11.0.");
  }

  @Test
  void pytorchIsAskedWhichGpusItFinds() {
    assertThat(verify(GpuWorkload.pod("t", "pytorch/pytorch:2.0.1-cuda11.7-cudnn8-runtime")))
        .contains(
            "kubectl exec pod/t -c t -- python3 -c 'import torch; print(torch.cuda.is_available(),",
            "torch.cuda.get_device_name(0))'");
    assertThat(verify(GpuWorkload.pod("t", "r/i:v1"))).doesNotContain("python3");
  }

  @Test
  void anImageCacheIsSeenInTheEvents() {
    assertThat(
            GpuWorkload.pod("t", "r/i:v1")
                .gpu("T4")
                .on(TKE.with("image-cache", "auto"))
                .verify()
                .toString())
        .contains(
            "kubectl get events --field-selector=involvedObject.kind=Pod,reason=Pulling\n",
            "STARTED:.status.containerStatuses[*].state.running.startedAt'\n");
    assertThat(verify(GpuWorkload.pod("t", "r/i:v1"))).doesNotContain("reason=Pulling");
  }

  @Test
  void aNodePoolIsLookedAtWithItsNodes() {
    Target eks = Gpus.load().in("eks").with("node-pool", "true");

    assertThat(
            GpuWorkload.deployment("llm", "r/i:v1")
                .namespace("ai")
                .gpu("T4")
                .requests("3", "10Gi")
                .autoscaled(1, 3, 70)
                .on(eks)
                .verify()
                .toString())
        .contains(
            "get horizontalpodautoscalers/llm\n",
            "get nodepools.karpenter.sh/",
            "describe nodeclaims.karpenter.sh -l karpenter.sh/nodepool=",
            "describe ec2nodeclasses.karpenter.k8s.aws/");
  }

  @Test
  void aDeploymentsPodsAreFoundByItsSelectorInItsNamespace() {
    assertThat(
            verify(
                GpuWorkload.deployment("llm", "r/i:v1")
                    .namespace("ai")
                    .selector("app", "inference")
                    .selector("gpu", "enabled")
                    .port(80)))
        .contains(
            "kubectl -n ai rollout status deployment/llm --timeout=15m\n",
            "kubectl -n ai get pods -l app=inference,gpu=enabled -o wide\n",
            "jsonpath='{.items[0].spec.nodeName}' | xargs kubectl describe node\n",
            "kubectl -n ai logs deployment/llm -c llm --tail=100\n",
            "# The pods that Service llm leads to.\n"
                + "kubectl -n ai get endpointslices -l kubernetes.io/service-name=llm\n");
  }

  @Test
  void aJobsPodsAreFoundByTheLabelThatItsControllerWrites() {
    assertThat(verify(GpuWorkload.job("train", "r/i:v1")))
        .contains(
            "kubectl get job/train\n",
            "kubectl get pods -l batch.kubernetes.io/job-name=train -o wide\n",
            "kubectl exec job/train -c train -- nvidia-smi -L\n");
  }

  @Test
  void aCronJobIsStartedOnceToSeeWhatItDoes() {
    assertThat(verify(GpuWorkload.cronJob("nightly", "@daily", "r/i:v1")))
        .startsWith("# It is there, with its schedule.\nkubectl get cronjob/nightly\n")
        .contains(
            "kubectl create job nightly-check --from=cronjob/nightly\n",
            "kubectl get pods -l batch.kubernetes.io/job-name=nightly-check -o wide\n",
            "kubectl logs job/nightly-check -c nightly --tail=100\n");
  }

  @Test
  void theContainerThatHasTheGpusIsTheOneToLookInto() {
    assertThat(
            verify(
                GpuWorkload.pod("w", WorkloadContainer.of("main", "r/i:v1"))
                    .container(WorkloadContainer.of("beside", "r/i:v1"))))
        .contains("kubectl exec pod/w -c main -- nvidia-smi -L\n")
        .doesNotContain("beside");
  }

  @Test
  void theLongFormLooksAtVariablesUtilizationAndTheCluster() {
    GpuWorkload llm = GpuWorkload.deployment("llm", "r/i:v1").namespace("ai").gpu("T4");
    Manifests manifests = llm.on(Gpus.load().in("eks"));
    String all = manifests.verifyAll().toString();

    assertThat(all).startsWith(manifests.verify().toString());
    assertThat(all.substring(manifests.verify().toString().length()))
        .contains(
            "kubectl -n ai exec deployment/llm -c llm -- env | grep -E 'CUDA|NVIDIA'\n",
            "-- nvidia-smi -q\n",
            "-- nvidia-smi dmon -s pum -d 1 -c 5\n",
            "watch -n 1 \"kubectl -n ai exec deployment/llm -c llm -- nvidia-smi\"\n",
            "kubectl -n ai get pods -o custom-columns='POD:.metadata.name,NODE:.spec.nodeName,"
                + "GPUS:.spec.containers[*].resources.requests.nvidia\\.com/gpu'\n",
            "in all; a node of this shape has 1.\nkubectl get nodes -o custom-columns='NODE:",
            "awk '{ sum += $1 } END { print sum + 0 }'\n");
  }

  @Test
  void sharesAreCountedByTheirOwnResource() {
    assertThat(
            GpuWorkload.pod("s", "r/i:v1")
                .share("8Gi", 50)
                .on(Gpus.load().in("ack/cgpu"))
                .verifyAll()
                .toString())
        .contains(
            "{.status.allocatable.aliyun\\.com/gpu-",
            "expected: T4, 8Gi of it, the share.",
            "# The GPUs that each node has for pods, and has in all.\n")
        .doesNotContain("it was given");
  }

  @Test
  void anInstanceIsWhatTheContainerSeesOfTheCard() {
    assertThat(
            GpuWorkload.pod("i", "r/i:v1")
                .gpu("A100-40GB")
                .mig("1g.5gb")
                .on(Gpus.load().in("eks"))
                .verifyAll()
                .toString())
        .contains(
            "it was given 1 x 1g.5gb.",
            "expected: A100-40G, the MIG device 1g.5gb.",
            "a node of this shape has 56.");
  }

  /** Every placeholder of the file has a home, so a misspelt one is no command that never comes. */
  @Test
  void everyWordOfTheFileIsKnown() {
    Set<String> known =
        new HashSet<>(Set.of("kubectl", "selector", "data", "resourcePath", "card", "cards"));
    known.addAll(VerifyData.FILE.facts().keySet());
    known.addAll(VerifyData.FILE.words().keySet());
    VerifyData.FILE.kinds().values().forEach(words -> known.addAll(words.keySet()));
    List<String> texts = new ArrayList<>(VerifyData.FILE.words().values());
    VerifyData.FILE.kinds().values().forEach(words -> texts.addAll(words.values()));
    Stream.concat(VerifyData.FILE.workload().stream(), VerifyData.FILE.others().stream())
        .forEach(check -> texts.addAll(List.of(check.why(), check.run())));

    for (String text : texts) {
      assertThat(Pattern.compile("\\$([a-z]\\w*)").matcher(text).results().map(m -> m.group(1)))
          .as(text)
          .allMatch(known::contains);
    }
  }
}
