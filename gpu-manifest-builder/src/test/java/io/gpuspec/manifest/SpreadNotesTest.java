package io.gpuspec.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.Gpus;
import io.gpuspec.Match;
import io.gpuspec.Target;
import io.gpuspec.manifest.read.WorkloadFile;
import io.gpuspec.value.Note;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What keeps replicas on different nodes is told beside a number of nodes that does not count it.
 */
class SpreadNotesTest {
  private static final Target EKS = Gpus.load().in("eks");

  private static List<Note> spread(Match match) {
    return match.notes().stream().filter(note -> note.id().equals("plan.spread")).toList();
  }

  private static Match read(int replicas, String spec) {
    String manifest =
        """
        apiVersion: apps/v1
        kind: Deployment
        metadata: {name: llm}
        spec:
          replicas: %d
          template:
            spec:
              nodeSelector: {node.kubernetes.io/instance-type: g5.12xlarge}
              %s
              containers:
              - name: c
                image: r/i
                ports: [{containerPort: 80}]
                resources: {limits: {nvidia.com/gpu: 1}}
        """;
    return WorkloadFile.parse("f.yaml", manifest.formatted(replicas, spec))
        .on(EKS)
        .matches()
        .get(0)
        .match()
        .orElseThrow();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "affinity: {podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey:"
            + " kubernetes.io/hostname, labelSelector: {}}]}}|required podAntiAffinity",
        "topologySpreadConstraints: [{topologyKey: kubernetes.io/hostname, maxSkew: 1,"
            + " whenUnsatisfiable: DoNotSchedule}]|topologySpreadConstraints",
        "hostNetwork: true|hostNetwork",
      })
  void whatKeepsFourPodsApartIsTold(String spec, String cause) {
    assertThat(spread(read(4, spec)))
        .singleElement()
        .satisfies(
            note ->
                assertThat(note.message())
                    .startsWith(cause + " can keep pods on different nodes")
                    .endsWith("1 node holds what the 4 pods request, and up to 4 are needed"));
    assertThat(spread(read(1, spec))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "affinity: {podAntiAffinity: {preferredDuringSchedulingIgnoredDuringExecution: []}}",
        "topologySpreadConstraints: [{topologyKey: kubernetes.io/hostname, maxSkew: 1,"
            + " whenUnsatisfiable: ScheduleAnyway}]",
        "topologySpreadConstraints: [{topologyKey: topology.kubernetes.io/zone, maxSkew: 1,"
            + " whenUnsatisfiable: DoNotSchedule}]",
      })
  void aPreferenceIsNot(String spec) {
    assertThat(spread(read(4, spec))).isEmpty();
  }

  @Test
  void podsThatMustBeOnOneNodeAreToldWhereSeveralAreCounted() {
    String together =
        "affinity: {podAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey:"
            + " kubernetes.io/hostname, labelSelector: {}}]}}";

    assertThat(spread(read(8, together)))
        .extracting(Note::message)
        .containsExactly(
            "required podAffinity can keep pods on one node, which the number of nodes does not"
                + " count: 2 nodes hold what the 8 pods request");
    assertThat(spread(read(4, together))).isEmpty();
  }

  @Test
  void whatIsBuiltSaysItToo() {
    GpuWorkload servers =
        GpuWorkload.deployment("llm", "r/i").gpu("A100").requests("4", "15Gi").replicas(2);

    assertThat(spread(servers.on(EKS).match())).isEmpty();
    assertThat(
            spread(
                servers
                    .pods(p -> p.requiredPodAntiAffinity("kubernetes.io/hostname"))
                    .on(EKS)
                    .match()))
        .hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({
    "exclusive-topology, kubernetes.io/hostname, 1, 2",
    "subgroup-exclusive-topology, kubernetes.io/hostname, 4, 1",
    "exclusive-topology, topology.kubernetes.io/zone, 1, 0",
    "size, kubernetes.io/hostname, 1, 0",
  })
  void groupsThatAControllerKeepsOnNodesOfTheirOwnAreTold(
      String annotation, String key, int gpus, int notes) {
    String set =
        """
        apiVersion: leaderworkerset.x-k8s.io/v1
        kind: LeaderWorkerSet
        metadata: {name: excl, annotations: {leaderworkerset.sigs.k8s.io/%s: %s}}
        spec:
          replicas: 2
          leaderWorkerTemplate:
            size: 4
            workerTemplate:
              spec:
                nodeSelector: {node.kubernetes.io/instance-type: g5.12xlarge}
                containers: [{name: w, image: r/x, resources: {limits: {nvidia.com/gpu: %d}}}]
        """;
    Match match =
        WorkloadFile.parse("f.yaml", set.formatted(annotation, key, gpus))
            .on(EKS)
            .matches()
            .get(0)
            .match()
            .orElseThrow();
    assertThat(spread(match)).hasSize(notes);
    assertThat(spread(match))
        .allMatch(note -> note.message().startsWith("leaderworkerset.sigs.k8s.io/" + annotation));
  }
}
