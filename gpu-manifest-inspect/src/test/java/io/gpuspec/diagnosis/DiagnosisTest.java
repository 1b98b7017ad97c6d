package io.gpuspec.diagnosis;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.value.Note;
import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class DiagnosisTest {

  private static List<String> ids(String text) {
    return Diagnosis.of(text).causes().stream().map(cause -> cause.problem().id()).toList();
  }

  static Stream<KnownProblem> problems() {
    return KnownProblem.all().stream();
  }

  @ParameterizedTest
  @MethodSource("problems")
  void theExampleOfAProblemIsDiagnosedAsThatProblem(KnownProblem problem) {
    assertThat(ids(problem.example())).contains(problem.id());
  }

  @ParameterizedTest
  @MethodSource("problems")
  void everyCaptureThatATextNamesIsOneOfAMessageOrAPlaceholderOfTheUser(KnownProblem problem) {
    Cause cause =
        Diagnosis.of(problem.example()).causes().stream()
            .filter(each -> each.problem().equals(problem))
            .findFirst()
            .orElseThrow();

    assertThat(cause.cause() + cause.fix()).doesNotContain("{").doesNotContain("<");
  }

  @Test
  void theSchedulersMessageIsTakenApart() {
    Diagnosis diagnosis =
        Diagnosis.of(
            "Warning  FailedScheduling  2m  default-scheduler  0/6 nodes are available: 1 node(s)"
                + " had untolerated taint {nvidia.com/gpu: true}, 2 node(s) didn't match Pod's node"
                + " affinity/selector, 3 Insufficient nvidia.com/gpu. preemption: 0/6 nodes are"
                + " available: 6 Preemption is not helpful for scheduling.");

    assertThat(diagnosis.causes())
        .extracting(each -> each.problem().id())
        .startsWith("taint-not-tolerated", "node-selector-unmatched", "gpu-insufficient")
        .contains("unschedulable");
    assertThat(diagnosis.causes().get(2).captured())
        .isEqualTo(Map.of("nodes", "3", "resource", "nvidia.com/gpu"));
    assertThat(diagnosis.causes().get(2).evidence())
        .containsExactly(new Cause.Evidence(1, "3 Insufficient nvidia.com/gpu"));
    assertThat(diagnosis.unknown()).isEmpty();
  }

  @Test
  void aReasonOfTheSchedulerThatIsNotKnownIsSaid() {
    Diagnosis diagnosis =
        Diagnosis.of("0/2 nodes are available: 1 node(s) had bad karma, 1 Insufficient cpu.");

    assertThat(diagnosis.unknown())
        .containsExactly(new Cause.Evidence(1, "1 node(s) had bad karma"));
  }

  /**
   * A long line comes in pieces: a known reason behind the end of one is not taken for an unknown
   * one, and an unknown one is said once.
   */
  @ParameterizedTest
  @ValueSource(ints = {14_000, 14_970, 14_990, 14_999, 15_000, 15_010, 15_900})
  void reasonsAreKnownWhereverALongLineIsCut(int before) {
    String line =
        "CUDA out of memory "
            + ".".repeat(before)
            + " 0/4 nodes are available: 3 Insufficient nvidia.com/gpu, 1 node(s) had bad karma. "
            + ".".repeat(20_000)
            + " CUDA out of memory";

    assertThat(Diagnosis.of(line).unknown())
        .containsExactly(new Cause.Evidence(1, "1 node(s) had bad karma"));
    assertThat(Diagnosis.of(line).causes().get(1).times()).isEqualTo(1);
  }

  /** The second sentence says what preemption would do. */
  @Test
  void onlyTheFirstSentenceOfTheSchedulerHasItsReasons() {
    assertThat(
            Diagnosis.of(
                    "0/2 nodes are available: 1 node(s) had bad karma, no luck, 1 node(s) had worse."
                        + " preemption: 1 node(s) were asked, 1 more.")
                .unknown())
        .containsExactly(
            new Cause.Evidence(1, "1 node(s) had bad karma"),
            new Cause.Evidence(1, "1 node(s) had worse"));
  }

  @Test
  void aReasonIsKnownIfAMessageIsAnyPartOfIt() {
    Diagnosis diagnosis =
        Diagnosis.of(
            "0/3 nodes are available: 1 Insufficient nvidia.com/gpu,"
                + " 2 bad, 1 node(s) had taints that the pod didn't tolerate, 3 worse.");

    assertThat(diagnosis.unknown())
        .extracting(Cause.Evidence::text)
        .containsExactly("2 bad", "3 worse.");
  }

  @Test
  void whatALineSaysIsInItsOrder() {
    assertThat(
            Diagnosis.of(
                    "1 Insufficient nvidia.com/gpu, 2 node(s) had untolerated taint {a: b},"
                        + " 3 Insufficient nvidia.com/mig-1g.5gb")
                .causes())
        .extracting(cause -> cause.evidence().get(0).text())
        .containsExactly(
            "1 Insufficient nvidia.com/gpu",
            "2 node(s) had untolerated taint {a: b}",
            "3 Insufficient nvidia.com/mig-1g.5gb");
  }

  /** So that what is kept of a log does not grow with it. */
  @Test
  void ofEverythingOnlyTheFirstIsKept() {
    Diagnosis repeated = Diagnosis.of("CUDA out of memory\n".repeat(6));
    assertThat(repeated.causes().get(0).times()).isEqualTo(6);
    assertThat(repeated.causes().get(0).evidence())
        .extracting(Cause.Evidence::line)
        .containsExactly(1, 2, 3, 4, 5);

    String taint = "%s Insufficient nvidia.com/gpu\n";
    String ofOne =
        IntStream.rangeClosed(1, 60).mapToObj(taint::formatted).collect(Collectors.joining());
    assertThat(Diagnosis.of(ofOne).causes()).hasSize(50);

    StringBuilder ofMany = new StringBuilder();
    for (int code : new int[] {13, 31, 43, 45, 48, 63, 64, 74, 79, 94, 95}) {
      for (int card = 10; card < 60; card++) {
        ofMany.append("NVRM: Xid (PCI:0000:%s:00): %s, pid=1\n".formatted(card, code));
      }
    }
    assertThat(Diagnosis.of(ofMany.toString()).causes()).hasSize(500);

    String unknown =
        "0/9 nodes are available: "
            + IntStream.range(0, 15)
                .mapToObj(number -> number + " node(s) had bad karma")
                .collect(Collectors.joining(", "))
            + "\n";
    assertThat(Diagnosis.of(unknown).unknown()).hasSize(15);
    assertThat(Diagnosis.of(unknown.repeat(2)).unknown()).hasSize(20);
  }

  @Test
  void aCauseSaysWhatToDoWithWhatWasCaptured() {
    Cause cause = Diagnosis.of("3 Insufficient nvidia.com/gpu").causes().get(0);

    assertThat(cause).hasToString("gpu-insufficient: 3 Insufficient nvidia.com/gpu");
    assertThat(cause.cause())
        .startsWith("3 node(s) have fewer free nvidia.com/gpu than the pod requests. ");
    assertThat(cause.fix()).startsWith("If allocatable shows 0 or nothing, ");
    assertThat(cause.commands())
        .startsWith("kubectl describe nodes | grep -F -e Name: -e 'nvidia.com/gpu'");
    assertThat(cause.problem())
        .hasToString("gpu-insufficient (error): no node has that many devices free");
    assertThat(cause.where()).isEmpty();
  }

  @Test
  void aDiagnosisIsWrittenWithEvidencePlacesAndNotes() {
    String text =
        "0/9 nodes are available: 9 Insufficient nvidia.com/gpu, 8 node(s) had bad karma\n"
            + "CUDA out of memory\n".repeat(4);
    Cause.Place place =
        new Cause.Place("pod.yaml", 9, 29, "spec.containers", "container 'main': requests 2");
    Diagnosis diagnosis =
        Diagnosis.of(text)
            .traced(
                cause ->
                    cause.problem().id().equals("gpu-insufficient")
                        ? cause.at(List.of(place))
                        : cause,
                List.of(Note.of("some.note", "no node has two GPUs")));

    String written = diagnosis.toString();
    assertThat(written)
        .startsWith(
            """
            1. gpu-insufficient (error): no node has that many devices free
               line 1: 9 Insufficient nvidia.com/gpu
               where   pod.yaml:9:29: container 'main': requests 2
               cause   9 node(s) have fewer free nvidia.com/gpu than the pod requests. \
            """)
        .contains(
            "\n   check   kubectl describe nodes | grep -F -e Name: -e 'nvidia.com/gpu'\n",
            "\n   fix     If allocatable shows 0 or nothing, repair",
            """

            2. cuda-out-of-memory (error): %s
               line 2: CUDA out of memory
               line 3: CUDA out of memory
               line 4: CUDA out of memory
               ... and 1 more
               cause   \
            """
                .formatted(KnownProblem.of("cuda-out-of-memory").title()),
            "\n   source  " + KnownProblem.of("cuda-out-of-memory").citation() + "\n",
            "\n3. unschedulable ")
        .endsWith("\nnot known: line 1: 8 node(s) had bad karma\nnote: no node has two GPUs");
    assertThat(Diagnosis.of("CUDA out of memory\n".repeat(3)).toString()).doesNotContain("... and");
    assertThat(diagnosis.notes()).hasSize(1);
  }

  @Test
  void causesComeBeforeSymptoms() {
    assertThat(
            ids(
                """
                Back-off restarting failed container cuda in pod a
                RuntimeError: CUDA error: no kernel image is available for execution on the device
                """))
        .containsExactly("cuda-no-kernel-image", "container-crashes");
  }

  @Test
  void coloursWindowsLineEndsAndByteOrderMarksDoNotHideAMessage() {
    assertThat(
            ids(
                "\uFEFF\u001b[31mWarning\u001b[0m\r\n3 \u001b[1mInsufficient"
                    + "\u001b[0m nvidia.com/gpu\r\n"))
        .containsExactly("gpu-insufficient");
  }

  @Test
  void aMessageThatYamlFoldsIsRead() {
    Diagnosis diagnosis =
        Diagnosis.of(
            """
            status:
              conditions:
              - message: '0/3 nodes are available: 1 node(s) had untolerated taint(s), 2
                  Insufficient nvidia.com/gpu. no new claims to deallocate'
                reason: Unschedulable
            """);

    assertThat(diagnosis.causes())
        .extracting(each -> each.problem().id())
        .contains("taint-not-tolerated", "gpu-insufficient");
    assertThat(diagnosis.causes().get(0).evidence().get(0).line()).isEqualTo(3);
  }

  @Test
  void jsonOnOneLineIsRead() {
    String event = "{\"message\":\"Failed to pull image \\\"a:b\\\": not found\"},";

    Diagnosis diagnosis = Diagnosis.of("{\"items\":[" + event.repeat(2_000) + "{}]}");

    assertThat(diagnosis.causes()).hasSize(1);
    assertThat(diagnosis.causes().get(0).captured()).containsEntry("image", "a:b");
    assertThat(diagnosis.causes().get(0).times()).isEqualTo(2_000);
  }

  @Test
  void aLongLogIsReadInBoundedMemory() throws IOException {
    String line = "I1124 10:00:00.000000 1 main.go:1] all is well, step 1 of 2, 0.5 s\n";
    int lines = 200_000;
    Reader log =
        new Reader() {
          private int at;

          @Override
          public int read(char[] out, int from, int most) {
            if (at == lines) {
              return -1;
            }
            at++;
            String text = at == lines ? "CUDA out of memory\n" : line;
            text.getChars(0, text.length(), out, from);
            return text.length();
          }

          @Override
          public void close() {}
        };

    Diagnosis diagnosis = Diagnosis.read(log);

    assertThat(diagnosis.causes().get(0).evidence())
        .containsExactly(new Cause.Evidence(lines, "CUDA out of memory"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\n\n", "\u0000\u0001\u0002ELF", "你好,世界", "0/", "{", "\u001b["})
  void textWithoutAMessageHasNoCause(String text) {
    assertThat(Diagnosis.of(text).isFound()).isFalse();
    assertThat(Diagnosis.of(text)).hasToString("no known cause");
  }

  @Test
  void textThatAlmostMatchesEverywhereIsReadToItsEnd() {
    assertThat(ids("1 Insufficient ".repeat(100_000))).isEmpty();
    assertThat(ids("9".repeat(300_000) + " Insufficient nvidia.com/gpu"))
        .containsExactly("gpu-insufficient");
    assertThat(ids("NVRM: Xid (".repeat(100_000))).isEmpty();
  }

  @Test
  void capturedTextThatAShellCouldRunStaysAPlaceholder() {
    Cause cause =
        Diagnosis.of("exceeded quota: $HOME, requested: requests.nvidia.com/gpu=4").causes().get(0);

    assertThat(cause.commands())
        .containsExactly("kubectl describe resourcequota <quota> -n <namespace>");
  }

  @ParameterizedTest
  @CsvSource({"79, xid-79", "13, xid-13", "130, xid-130", "172, xid-172", "61, xid", "999, xid"})
  void anXidIsNamedByItsCode(String code, String id) {
    assertThat(ids("[  123.4] NVRM: Xid (PCI:0000:03:00): " + code + ", pid=1")).contains(id);
  }

  /** What `kubectl` and programs print where nothing is wrong. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "Normal  Scheduled  5s  default-scheduler  Successfully assigned default/a to gpu-1",
        "Normal  Pulled  3s  kubelet  Container image \"nvidia/cuda:12.4.1-base\" already present",
        "Normal  Pulling  3s  kubelet  Pulling image \"nvcr.io/nvidia/pytorch:24.05-py3\"",
        "Normal  Created  3s  kubelet  Created container: cuda",
        "Normal  Started  3s  kubelet  Started container cuda",
        "  nvidia.com/gpu     8",
        "  nvidia.com/gpu     4           4",
        "Taints:             nvidia.com/gpu=present:NoSchedule",
        "Tolerations:  node.kubernetes.io/not-ready:NoExecute op=Exists for 300s",
        "  Ready   True   KubeletReady   kubelet is posting ready status",
        "  MemoryPressure  False  KubeletHasSufficientMemory  kubelet has sufficient memory",
        "  DiskPressure  False  KubeletHasNoDiskPressure  kubelet has no disk pressure",
        "I1124 main.go:300] Retrieving plugins.",
        "I1124 factory.go:107] Detected NVML platform: found NVML library",
        "I1124 server.go:125] Registered device plugin for 'nvidia.com/gpu' with Kubelet",
        "I1124 health.go:64] Ignoring the following XIDs for health checks: map[13:true 31:true]",
        "NCCL INFO Channel 00/0 : 0[0] -> 1[1] via P2P/CUMEM/read",
        "NCCL INFO Channel 00/0 : 0[0] -> 8[0] [send] via NET/AWS Libfabric/0/GDRDMA",
        "NCCL INFO comm 0x55 rank 0 nranks 8 cudaDev 0 - Init COMPLETE",
        "| NVIDIA-SMI 550.90.07   Driver Version: 550.90.07   CUDA Version: 12.4 |",
        "GPU 0: Tesla T4 (UUID: GPU-aaaa)",
        "Epoch 1/10, loss 0.31, 812 samples/s",
        "torch.cuda.is_available() True",
        "Normal  Nominated  karpenter  Pod should schedule on: nodeclaim/gpu-x7k2p",
        "Normal  TriggeredScaleUp  cluster-autoscaler  pod triggered scale-up: [{gpu 0->1}]",
        "Normal  QuotaReserved  kueue-admission  Quota reserved in ClusterQueue gpu",
        "  limits.nvidia.com/gpu   4   8",
        "Resource  Used  Hard",
        "QoS Class:  Guaranteed",
        "gpu-1   Ready   <none>   12d   v1.34.1",
        "    State:          Running\n    Ready:          True\n    Restart Count:  0",
        "    Last State:     Terminated\n      Reason:       Completed\n      Exit Code:    0",
        "    Limits:\n      memory:          16Gi\n      nvidia.com/gpu:  1",
        "  Normal  SuccessfulCreate  job-controller  Created pod: train-0-x7k2p",
        "  Normal  ScalingReplicaSet  deployment-controller  Scaled up replica set llm to 3",
        "  Normal  SuccessfulRescale  horizontal-pod-autoscaler  New size: 4; reason: above target",
        "  AbleToScale  True  ReadyForNewScale  recommended size matches current size",
        "  Normal  Killing  kubelet  Stopping container main",
        "  Normal  Launched  karpenter  Status condition transitioned, Type: Launched, True",
        "  Normal  Registered  karpenter  Status condition transitioned, Type: Registered, True",
        "  Normal  DisruptionBlocked  karpenter  Pod has \"karpenter.sh/do-not-disrupt\""
            + " annotation",
        "  Normal  Admitted  kueue-admission  Admitted by ClusterQueue gpu, wait time was 2s",
        "{\"level\":\"INFO\",\"logger\":\"controller\",\"message\":\"initialized nodeclaim\"}",
        "level=info msg=\"starting dcgm-exporter\" version=4.2.3",
        "DCGM_FI_DEV_XID_ERRORS{gpu=\"0\",UUID=\"GPU-1\"} 0",
        "DCGM_FI_DEV_GPU_TEMP{gpu=\"0\",UUID=\"GPU-1\"} 61",
        "NVRM: loading NVIDIA UNIX x86_64 Kernel Module  550.90.07",
        "nvidia-nvlink: Nvlink Core is being initialized, major device number 510",
        "NCCL INFO Bootstrap : Using eth0:10.0.0.4<0>",
        "NCCL INFO NET/OFI Selected Provider is efa (found 4 nics)",
        "INFO 11-24 vllm: GPU KV cache size: 412,320 tokens",
        "INFO:     Uvicorn running on http://0.0.0.0:8000",
        "2026-11-24 I tensorflow: Created device /GPU:0 with 22164 MB memory",
        "deviceplugin \"nvidia.com/gpu\" got registered with 8 devices",
        "containerd: loading plugin type=io.containerd.cri.v1 id=runtime",
        "Successfully pulled image \"nvidia/cuda:12.4.1-base\" in 3.1s",
        "0 XIDs, 0 retired pages, 0 remapped rows",
        "all 8 GPUs of the node are allocatable"
      })
  void whereNothingIsWrongNoCauseIsFound(String line) {
    assertThat(ids(line)).isEmpty();
  }

  /** The rows of the documents' troubleshooting tables, as a user would meet them. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "000:699 | FailedScheduling: 0/1 nodes are available | unschedulable",
        "000:700 | 1 Insufficient nvidia.com/gpu | gpu-insufficient",
        "000:701 | InvalidParameter.Param | tke-param",
        "000:702 | Invalid memory format | tke-memory-format",
        "000:703 | No matching instance type | tke-no-shape",
        "000:704 | CUDA driver version is insufficient | cuda-driver-too-old",
        "000:722 | No devices were found | no-gpu-in-container",
        "001:250 | Resource \"nvidia.com/gpu\" was requested but not registered |"
            + " karpenter-unregistered-resource",
        "001:260 | could not load NVML library: libnvidia-ml.so.1 | nvml-not-found",
        "001:270 | 2 node(s) had untolerated taint(s) | taint-not-tolerated",
        "002:345 | NVRM: Xid (PCI:0000:03:00): 79, pid=1 | xid-79",
        "002:346 | torch.OutOfMemoryError: CUDA out of memory. | cuda-out-of-memory",
        "002:347 | NCCL INFO Channel 00 : 0[0] -> 1[0] via NET/Socket/0 | nccl-over-tcp",
        "002:348 | Driver/library version mismatch | nvml-version-mismatch",
        "003:70 | Could not select device driver | docker-driver-missing",
        "003:582 | exceeded quota: gpu, requested: requests.nvidia.com/gpu=1 | quota-exceeded",
        "003:597 | NVML library not found | nvml-not-found",
        "003:597 | Failed to allocate GPU | kubelet-allocate-failed",
        "003:598 | CDI device not found | cdi-device-not-found"
      })
  void aRowOfTheDocumentsIsKnown(String row, String message, String id) {
    assertThat(ids(message)).as(row).contains(id);
  }

  @Test
  void aProblemThatIsNotKnownIsRefusedWithTheNames() {
    assertError(() -> KnownProblem.of("gpu-insufficent"), "diagnosis.unknown");
  }

  @Test
  void aReaderIsNotClosed() throws IOException {
    StringReader in = new StringReader("CUDA out of memory");

    Diagnosis.read(in);

    assertThat(in.read()).isEqualTo(-1);
  }
}
