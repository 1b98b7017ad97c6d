package io.gpuspec.manifest.intent;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.Gpus;
import io.gpuspec.Target;
import io.gpuspec.value.GpuSpecException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** All that is wrong with an intent file is told at once, whatever else is wrong with it. */
class IntentProblemsTest {
  private static final Gpus GPUS = Gpus.load();

  private static Target own(Intent intent) {
    return intent.target(GPUS).orElseThrow();
  }

  /** Each problem without what is known beside. */
  private static List<String> problems(String text) {
    return IntentFile.parse("w.yaml", text).problemsOn(IntentProblemsTest::own).stream()
        .map(problem -> problem.getMessage().replaceAll("[;(].*", "").strip())
        .toList();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{maxReplicas: 4} | it does not say by what",
        "{maxReplicas: 4, cpuPercent: 50, podMetric: m, average: 1} | cpuPercent and podMetric are both given",
        "{maxReplicas: 4, cpuPercent: 50, average: 3} | cpuPercent does not go with average",
        "{maxReplicas: 4, podMetric: m, query: q, average: 3} | podMetric does not go with query",
        "{maxReplicas: 4, externalMetric: m} | externalMetric needs average",
        "{maxReplicas: 4, prometheus: 'http://p', average: 3} | prometheus needs query",
        "{maxReplicas: 4, prometheus: p, query: q, average: 3} | prometheus: 'p' is not an address",
        "{minReplicas: 0, maxReplicas: 4, podMetric: m, average: 3} | minReplicas: '0' is below 1",
      })
  void podsAreScaledByOneThing(String autoscaling, String problem) {
    String file =
        """
        apiVersion: gpuspec.io/v1
        kind: GpuWorkload
        metadata: {name: llm}
        spec:
          kind: Deployment
          target: {provider: eks}
          gpu: {names: [T4]}
          container: {image: r/i:v1, requests: {cpu: 1, memory: 1Gi}}
          autoscaling: %s
        """;

    assertThat(problems(file.formatted(autoscaling)))
        .singleElement()
        .asString()
        .endsWith("spec.autoscaling: " + problem);
  }

  @Test
  void whatIsNoIntentAtAllHidesNothingThatCanStillBeJudged() {
    assertThat(
            problems(
                """
                apiVersion: gpuspec.io/v1
                kind: GpuWorkload
                metadata:
                  name: Bad_Name
                  namespace: Foo Bar
                spec:
                  kind: Deployment
                  replicas: 3
                  target: {provider: tke}
                  gpu: {names: [T5], count: 1}
                  container:
                    image: ""
                    requests: {cpu: 4, memory: 10Gi}
                    limits: {cpu: 2, memory: 8Gi}
                    env:
                      A: 1
                      "a=b": x
                    ports:
                    - {containerPort: 80}
                    - {containerPort: 80}
                    volumeMounts:
                    - {name: nope, mountPath: /x}
                    - {name: v, mountPath: rel}
                  pod:
                    labels: {gpu: "1/4*T4"}
                    volumes:
                    - {name: v, emptyDir: {}}
                    - {name: v, emptyDir: {}}
                  disruptionBudget: {maxUnavailable: 1, minAvailable: 1}
                """))
        .containsExactly(
            "w.yaml:4:9: metadata.name: 'Bad_Name' is not a DNS label, and the pods' host names"
                + " are made of it",
            "w.yaml:5:14: metadata.namespace: 'Foo Bar' is not a DNS label",
            "w.yaml:10:16: GpuWorkload Bad_Name: GPU 'T5' is not known",
            "w.yaml:12:12: spec.container.image: '' is empty",
            "w.yaml:13:21: spec.container.requests.cpu: container 'Bad_Name'"
                + " resources.requests[cpu]: '4' is above the limit '2'",
            "w.yaml:13:32: spec.container.requests.memory: container 'Bad_Name'"
                + " resources.requests[memory]: '10Gi' is above the limit '8Gi'",
            "w.yaml:16:10: spec.container.env.A: expected a string, found the integer 1",
            "w.yaml:17:14: spec.container.env['a=b']: 'a=b' is not a name of a variable",
            "w.yaml:20:7: spec.container.ports[1]: port: '80' is a duplicate in container"
                + " 'Bad_Name'",
            "w.yaml:22:14: spec.container.volumeMounts[0].name: volume of container 'Bad_Name'"
                + " 'nope' is not known",
            "w.yaml:23:28: spec.container.volumeMounts[1].mountPath: mount path: 'rel' is not absolute",
            "w.yaml:25:19: spec.pod.labels.gpu: label gpu: '1/4*T4' is not a label value",
            "w.yaml:28:14: spec.pod.volumes[1].name: volume: 'v' is a duplicate",
            "w.yaml:29:41: spec.disruptionBudget: 'minAvailable' is the other side of"
                + " maxUnavailable");
  }

  @Test
  void optionsHideNeitherEachOtherNorTheGpuNorTheRest() {
    assertThat(
            problems(
                """
                apiVersion: gpuspec.io/v1
                kind: GpuWorkload
                metadata: {name: x}
                spec:
                  kind: Pod
                  target:
                    provider: tke
                    options: {retain-ip-hours: 3, cpu-type: "a,,b", spott: true}
                  gpu: {names: [T9]}
                  container:
                    image: x
                    requests: {cpu: 4}
                    limits: {cpu: 2}
                    volumeMounts: [{name: nn, mountPath: /x}]
                """))
        .containsExactly(
            "w.yaml:8:32: GpuWorkload x: retain-ip-hours: '3' is for an address that is kept",
            "w.yaml:8:45: GpuWorkload x: option cpu-type: 'a,,b' is not allowed",
            "w.yaml:8:60: GpuWorkload x: tke option 'spott' is not known",
            "w.yaml:9:16: GpuWorkload x: GPU 'T9' is not known",
            "w.yaml:12:21: spec.container.requests.cpu: container 'x' resources.requests[cpu]: '4'"
                + " is above the limit '2'",
            "w.yaml:14:27: spec.container.volumeMounts[0].name: volume of container 'x' 'nn' is not"
                + " known");
  }

  @Test
  void anOptionThatNeedsAnotherIsToldWhereItStands() {
    assertThat(
            problems(
                """
                apiVersion: gpuspec.io/v1
                kind: GpuWorkload
                metadata: {name: x}
                spec:
                  kind: Pod
                  target: {provider: tke, options: {retain-ip-hours: 3}}
                  gpu: {names: [T4]}
                  container: {image: x, requests: {cpu: 4}, limits: {cpu: 4}}
                """))
        .containsExactly(
            "w.yaml:6:54: GpuWorkload x: retain-ip-hours: '3' is for an address that is kept");
  }

  private static String pod(String name, String target, String container) {
    return """
    apiVersion: gpuspec.io/v1
    kind: GpuWorkload
    metadata: {name: %s}
    spec: {kind: Pod, target: {provider: %s}, gpu: {names: [T4]}, container: {image: x%s}}
    """
        .formatted(name, target, container);
  }

  @Test
  void oneIntentDoesNotHideAnother() {
    assertThat(
            problems(
                String.join(
                    "---\n",
                    pod("good", "tke", ""),
                    pod("bad1", "tke", ", requests: {cpu: 4}, limits: {cpu: 2}"),
                    pod("bad2", "tkee", ", requests: {cpu: 8}, limits: {cpu: 2}"))))
        .containsExactly(
            "w.yaml:9:102: spec.container.requests.cpu: container 'bad1' resources.requests[cpu]:"
                + " '4' is above the limit '2'",
            "w.yaml:14:38: GpuWorkload bad2: provider 'tkee' is not known",
            "w.yaml:14:103: spec.container.requests.cpu: container 'bad2' resources.requests[cpu]:"
                + " '8' is above the limit '2'");
  }

  @Test
  void whereAnIntentRunsMayBeSaidByWhoAsks() {
    IntentFile file =
        IntentFile.parse(
            "w.yaml", pod("a", "tke", "") + "---\n" + pod("b", "tke", "").replace("T4", "T5"));

    assertThat(
            file.problemsOn(
                intent -> {
                  throw new GpuSpecException("intent.invalid", "nowhere");
                }))
        .extracting(Throwable::getMessage)
        .containsExactly(
            "w.yaml:4:38: GpuWorkload a: nowhere; see docs/intents.md",
            "w.yaml:9:38: GpuWorkload b: nowhere; see docs/intents.md");
    assertThat(file.problems()).isEmpty();
  }

  @Test
  void thatNothingFitsIsNoProblemOfTheFile() {
    assertThat(problems(pod("a", "tke", ", requests: {cpu: 1k}"))).isEmpty();
  }

  @Test
  void twoIntentsOfOneKindAndNameAreOneTooMany() {
    String again = pod("a", "tke", "").replace("{name: a}", "{name: a, namespace: other}");

    assertThat(problems(pod("a", "tke", "") + "---\n" + again + "---\n" + pod("a", "tke", "")))
        .containsExactly("w.yaml:13:18: metadata.name: pod 'a' is there already, at line 3");
  }

  /** With either controller the workers run in a batch/v1 Job of the gang's name. */
  @Test
  void gangsWhoseWorkersAreJobsOfOneNameAreOneTooMany() {
    String gang =
        """
        apiVersion: gpuspec.io/v1
        kind: GpuGang
        metadata: {name: a}
        spec: {controller: %s, workers: 2, container: {image: r/i:v1}, target: {provider: ack}}
        """;

    assertThat(problems(gang.formatted("pod-group") + "---\n" + gang.formatted("indexed-job")))
        .containsExactly("w.yaml:8:18: metadata.name: job 'a' is there already, at line 3");
    assertThat(problems(gang.formatted("volcano") + "---\n" + gang.formatted("jobset"))).isEmpty();
  }

  @Test
  void theSizeOfAVolumeIsCalledASizeAndItsClassIsChecked() {
    String set =
        """
        apiVersion: gpuspec.io/v1
        kind: GpuWorkload
        metadata: {name: s}
        spec:
          kind: StatefulSet
          target: {provider: tke}
          container: {image: x}
          volumeClaimTemplates:
          - {name: a, storage: foo}
          - {name: b, storage: 10}
          - {name: c, storage: 10Gi, storageClassName: "A B"}
        """;

    assertThat(problems(set))
        .containsExactly(
            "w.yaml:9:5: spec.volumeClaimTemplates[0]: size: 'foo' is not a quantity",
            "w.yaml:10:5: spec.volumeClaimTemplates[1]: size: '10' are bytes, less than any volume"
                + " has",
            "w.yaml:11:5: spec.volumeClaimTemplates[2]: storage class: 'A B' is not a DNS name");
  }

  @Test
  void aGangIsJudgedAsFarAsItCanBe() {
    assertThat(
            problems(
                """
                apiVersion: gpuspec.io/v1
                kind: GpuGang
                metadata: {name: g}
                spec:
                  controller: jobset
                  workers: 2
                  maxRestart: 3
                  target: {provider: tke, options: {spott: true}}
                  gpu: {names: [T5]}
                  container: {image: x, requests: {cpu: 8}, limits: {cpu: 4}}
                """))
        .containsExactly(
            "w.yaml:7:3: spec: field 'maxRestart' is not known",
            "w.yaml:8:44: GpuGang g: tke option 'spott' is not known",
            "w.yaml:9:16: GpuGang g: GPU 'T5' is not known",
            "w.yaml:10:41: spec.container.requests.cpu: container 'g' resources.requests[cpu]: '8'"
                + " is above the limit '4'");
  }

  @Test
  void whatFollowsFromAnotherProblemIsNotTold() {
    assertThat(
            problems(
                """
                apiVersion: gpuspec.io/v1
                kind: GpuWorkload
                metadata: {name: x}
                spec:
                  kind: Statefulset
                  target: {provider: tke}
                  gpu: {names: []}
                  container: {image: x, volumeMounts: [{name: own, mountPath: /own}]}
                  pod: {volumes: [{name: v, emptyDirr: {}}]}
                  volumeClaimTemplates: [{name: own, storage: 1Gi}]
                """))
        .containsExactly(
            "w.yaml:5:9: spec.kind: word 'Statefulset' is not known",
            "w.yaml:7:16: spec.gpu.names: the list is empty",
            "w.yaml:9:29: spec.pod.volumes[0]: field 'emptyDirr' is not known");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "GpuTenancy | pool: 0, teams: [{name: A, cards: 1}] | spec: 'resource' is missing + spec.pool: '0' is out of range + spec.teams[0]: team: 'A' is not a DNS label",
        "GpuTenancy | resource: x/y, teams: [{name: A, cards: 1}] | spec: 'pool' is missing + spec.teams[0]: team: 'A' is not a DNS label",
        "GpuNodeLabeler | from: driver, label: 'a b' | spec: 'image' is missing + spec.label: 'a b' is not a key",
        "GpuNodeLabeler | from: Driver, image: r/i:v1, schedule: '0 3 * * 1', label: 'a b' | spec.from: word 'Driver' is not known + spec.label: 'a b' is not a key",
        "GpuNodeLabeler | image: r/i:v1, label: 'a b' | spec: 'from' is missing + spec.label: 'a b' is not a key",
      })
  void whatAPlatformStartsWithHidesNothing(String kind, String spec, String problems) {
    assertThat(
            problems(
                """
                apiVersion: gpuspec.io/v1
                kind: %s
                metadata: {name: x}
                spec: {%s}
                """
                    .formatted(kind, spec)))
        .map(problem -> problem.replaceFirst("\\S+ ", ""))
        .containsExactly(problems.split(" \\+ "));
  }
}
