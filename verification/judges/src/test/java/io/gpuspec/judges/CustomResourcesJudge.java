package io.gpuspec.judges;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The API server knows what is right and what is wrong of the platforms' own objects: one small
 * object of each kind, as a person would write it, and the same with one thing wrong.
 */
class CustomResourcesJudge {

  /**
   * An object with a hole.
   *
   * @param name what it is
   * @param object the object, with {@code %s} where the two differ
   * @param right what stands there in the right one
   * @param wrong what stands there in the wrong one
   * @param said what the server says of the wrong one
   */
  private record Case(String name, String object, String right, String wrong, String said) {}

  private static final String NODE_POOL =
      """
      apiVersion: karpenter.sh/v1
      kind: NodePool
      metadata:
        name: gpu
      spec:
        disruption:
          consolidationPolicy: WhenEmpty
          consolidateAfter: 5m
        template:
          spec:
            nodeClassRef:
              group: karpenter.k8s.aws
              kind: EC2NodeClass
              name: gpu
            requirements:
            - key: karpenter.k8s.aws/instance-gpu-name
              operator: In
              values: [a10g]
      """;

  private static final List<Case> CASES =
      List.of(
          new Case(
              "a NodePool that waits before it consolidates",
              NODE_POOL.replace("consolidateAfter: 5m", "consolidateAfter: %s"),
              "5m",
              "5d",
              "consolidateAfter: Invalid value"),
          new Case(
              "a NodePool that requires a label Karpenter knows",
              NODE_POOL.replace("instance-gpu-name", "%s"),
              "instance-gpu-name",
              "instance-gpu-nam",
              "label domain \"karpenter.k8s.aws\" is restricted"),
          new Case(
              "an EC2NodeClass that says which AMI",
              """
              apiVersion: karpenter.k8s.aws/v1
              kind: EC2NodeClass
              metadata:
                name: gpu
              spec:
                role: node
                subnetSelectorTerms:
                - tags: {k: v}
                securityGroupSelectorTerms:
                - tags: {k: v}
              %s
              """,
              "  amiSelectorTerms:\n  - alias: al2023@latest",
              "",
              "amiSelectorTerms: Required value"),
          new Case(
              "a Volcano Job whose replicas suffice",
              """
              apiVersion: batch.volcano.sh/v1alpha1
              kind: Job
              metadata:
                name: train
              spec:
                schedulerName: volcano
                minAvailable: %s
                tasks:
                - name: worker
                  replicas: 2
                  template:
                    spec:
                      restartPolicy: Never
                      containers:
                      - name: worker
                        image: r/i:v1
              """,
              "2",
              "3",
              "'minAvailable' should not be greater than total replicas in tasks"),
          new Case(
              "a PrometheusRule with an expression",
              """
              apiVersion: monitoring.coreos.com/v1
              kind: PrometheusRule
              metadata:
                name: gpu
              spec:
                groups:
                - name: gpu
                  rules:
                  - alert: GpuMemoryFull
              %s
              """,
              "      expr: vector(1)",
              "",
              "expr: Required value"),
          new Case(
              "a LocalQueue of Kueue that names its ClusterQueue",
              """
              apiVersion: kueue.x-k8s.io/v1beta2
              kind: LocalQueue
              metadata:
                name: team
              spec:
                clusterQueue: %s
              """,
              "gpu",
              "Not_A_Name",
              "clusterQueue: Invalid value"),
          new Case(
              "a JobSet with jobs of different names",
              """
              apiVersion: jobset.x-k8s.io/v1alpha2
              kind: JobSet
              metadata:
                name: train
              spec:
                replicatedJobs:
                - name: leader
                  template: {spec: {template: {spec: {containers: [{name: c, image: r/i}]}}}}
                - name: %s
                  template: {spec: {template: {spec: {containers: [{name: c, image: r/i}]}}}}
              """,
              "workers",
              "leader",
              "Duplicate value"),
          new Case(
              "a LeaderWorkerSet with a known policy",
              """
              apiVersion: leaderworkerset.x-k8s.io/v1
              kind: LeaderWorkerSet
              metadata:
                name: serve
              spec:
                startupPolicy: %s
                leaderWorkerTemplate:
                  workerTemplate: {spec: {containers: [{name: c, image: r/i}]}}
              """,
              "LeaderReady",
              "LeaderFirst",
              "startupPolicy: Unsupported value"),
          new Case(
              "a TrainJob that names its runtime",
              """
              apiVersion: trainer.kubeflow.org/v1alpha1
              kind: TrainJob
              metadata:
                name: train
              spec:
                runtimeRef:
                  kind: ClusterTrainingRuntime
                %s
              """,
              "  name: torch",
              "",
              "name: Required value"),
          new Case(
              "a NodeFeatureRule with a name",
              """
              apiVersion: nfd.k8s-sigs.io/v1alpha1
              kind: NodeFeatureRule
              metadata:
                name: gpu
              spec:
                rules:
                - labels: {gpu: "true"}
                  %s
              """,
              "name: gpu",
              "",
              "name: Required value"),
          new Case(
              "an ImageCache with images",
              """
              apiVersion: eks.cloud.tencent.com/v1
              kind: ImageCache
              metadata:
                name: gpu-training-cache
              spec:
                %s:
                - nvidia/cuda:11.4.0-runtime-ubuntu20.04
                imageCacheSize: 200
                retentionDays: 30
              """,
              "images",
              "image",
              "unknown field \"spec.image\""));

  @Test
  void ofEachKindTheRightObjectIsAdmittedAndTheWrongOneRefused() {
    CustomResources.installed();
    ControlPlane plane = ControlPlane.shared();
    Admission admission = new Admission(plane.client());
    try (Trial trial =
        Trial.of("kube-apiserver", plane.version(), "tells right platform objects from wrong")) {
      for (Case each : CASES) {
        Admission.Verdict right = admission.of(each.object().formatted(each.right()));
        trial.agreed(right.withoutWarning(), () -> each.name() + "\n" + right.said());
        String wrong = each.object().formatted(each.wrong());
        // A policy counts some time after it was created.
        Poll.until(
            each.name() + ": the wrong one is refused", () -> !admission.of(wrong).admitted());
        String said = admission.of(wrong).said().toString();
        trial.agreed(said.contains(each.said()), () -> wrong + said);
      }
    }
  }

  @Test
  void everyDefinitionIsThere() {
    CustomResources.installed();

    assertThat(
            ControlPlane.shared()
                .client()
                .apiextensions()
                .v1()
                .customResourceDefinitions()
                .list()
                .getItems())
        .extracting(definition -> definition.getSpec().getNames().getKind())
        .contains(
            "NodePool",
            "EC2NodeClass",
            "PodGroup",
            "Queue",
            "PrometheusRule",
            "ClusterQueue",
            "ResourceFlavor",
            "JobSet",
            "LeaderWorkerSet",
            "TrainJob",
            "NodeFeatureRule",
            "ImageCache");
  }
}
