package io.gpuspec.jshell;

import io.gpuspec.Devices;
import io.gpuspec.GpuRequest;
import io.gpuspec.Gpus;
import io.gpuspec.Isolation;
import io.gpuspec.Overlay;
import io.gpuspec.Rates;
import io.gpuspec.Share;
import io.gpuspec.Target;
import io.gpuspec.Use;
import io.gpuspec.claim.NodeDevices;
import io.gpuspec.cluster.ClusterVersions;
import io.gpuspec.cluster.KubernetesFeature;
import io.gpuspec.cuda.CudaImage;
import io.gpuspec.cuda.Driver;
import io.gpuspec.diagnosis.Cause;
import io.gpuspec.diagnosis.Diagnosis;
import io.gpuspec.diagnosis.KnownProblem;
import io.gpuspec.eks.Disruption;
import io.gpuspec.eks.Ec2NodeClass;
import io.gpuspec.eks.EvictionThreshold;
import io.gpuspec.eks.NodePool;
import io.gpuspec.fleet.ClusterState;
import io.gpuspec.fleet.Consolidation;
import io.gpuspec.fleet.Demand;
import io.gpuspec.fleet.FixedFleet;
import io.gpuspec.fleet.Fleet;
import io.gpuspec.fleet.WhatIf;
import io.gpuspec.kube.KubeObject;
import io.gpuspec.manifest.GpuWorkload;
import io.gpuspec.manifest.ManifestSet;
import io.gpuspec.manifest.Manifests;
import io.gpuspec.manifest.PlatformObjects;
import io.gpuspec.manifest.WorkloadContainer;
import io.gpuspec.manifest.WorkloadProbe;
import io.gpuspec.manifest.WorkloadService;
import io.gpuspec.manifest.claim.ClaimFile;
import io.gpuspec.manifest.gang.GangJob;
import io.gpuspec.manifest.gang.KueueQueue;
import io.gpuspec.manifest.gang.VolcanoQueue;
import io.gpuspec.manifest.inspect.Baseline;
import io.gpuspec.manifest.inspect.InspectSettings;
import io.gpuspec.manifest.inspect.Inspector;
import io.gpuspec.manifest.intent.FleetFile;
import io.gpuspec.manifest.intent.Intent;
import io.gpuspec.manifest.intent.IntentFile;
import io.gpuspec.manifest.migrate.Migration;
import io.gpuspec.manifest.platform.ComputeDomain;
import io.gpuspec.manifest.platform.DevicePlugin;
import io.gpuspec.manifest.platform.DevicePluginConfig;
import io.gpuspec.manifest.platform.GpuAlert;
import io.gpuspec.manifest.platform.GpuAlerts;
import io.gpuspec.manifest.platform.GpuDashboard;
import io.gpuspec.manifest.platform.GpuDeviceClass;
import io.gpuspec.manifest.platform.GpuLabeler;
import io.gpuspec.manifest.platform.GpuLimitRange;
import io.gpuspec.manifest.platform.GpuMetricsExporter;
import io.gpuspec.manifest.platform.GpuPool;
import io.gpuspec.manifest.platform.GpuPools;
import io.gpuspec.manifest.platform.GpuPriorityClass;
import io.gpuspec.manifest.platform.GpuQuota;
import io.gpuspec.manifest.platform.GpuTeam;
import io.gpuspec.manifest.platform.KubeletSettings;
import io.gpuspec.manifest.platform.MigManagerConfig;
import io.gpuspec.manifest.platform.NodeOwner;
import io.gpuspec.manifest.platform.Tenancy;
import io.gpuspec.manifest.read.DeviceFile;
import io.gpuspec.manifest.read.NodeFits;
import io.gpuspec.manifest.read.WorkloadFile;
import io.gpuspec.mig.MigGpu;
import io.gpuspec.mig.MigNode;
import io.gpuspec.mig.MigPartedConfig;
import io.gpuspec.mig.MigStrategy;
import io.gpuspec.recommend.KvCache;
import io.gpuspec.recommend.ModelMemory;
import io.gpuspec.recommend.Need;
import io.gpuspec.recommend.Precision;
import io.gpuspec.scheduling.GpuResource;
import io.gpuspec.scheduling.NodeView;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.share.CardKind;
import io.gpuspec.share.CardPart;
import io.gpuspec.share.CardPrice;
import io.gpuspec.share.Cards;
import io.gpuspec.share.Packing;
import io.gpuspec.share.PackingCost;
import io.gpuspec.share.PartCost;
import io.gpuspec.share.Replicas;
import io.gpuspec.share.ShareAmount;
import io.gpuspec.share.SharePolicy;
import io.gpuspec.share.choice.Assurance;
import io.gpuspec.share.choice.SharingMode;
import io.gpuspec.share.choice.SharingNeeds;
import io.gpuspec.share.choice.SharingUse;
import io.gpuspec.share.dialect.DialectShare;
import io.gpuspec.share.dialect.ShareDialect;
import io.gpuspec.tke.ImageCache;
import io.gpuspec.tke.ImageCaches;
import io.gpuspec.tke.ReadyImageCache;
import io.gpuspec.value.Citation;
import io.gpuspec.value.CpuAmount;
import io.gpuspec.value.Fraction;
import io.gpuspec.value.MemorySize;
import io.gpuspec.value.ReferencePrice;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Results as people ask for them, from which {@link Walk} comes to all others. */
final class Results {
  private static final Gpus GPUS = Gpus.load();
  private static final Target TKE = GPUS.in("tke");
  private static final Target EKS = GPUS.in("eks");
  private static final GpuWorkload LLM =
      GpuWorkload.deployment("llm", "r/llm:v1").gpu("T4").port(8000);

  private static final Citation OURS =
      new Citation("our contract", "2026-01", Citation.Status.DOCUMENTED);
  private static final Manifests SPOT =
      GpuWorkload.pod("llm", "r/llm:v1").gpu("T4").on(TKE.with("image-cache", "auto"));
  private static final String QUEUE =
      "{apiVersion: gpuspec.io/v1, kind: VolcanoQueue, metadata: {name: research}, spec: {}}";

  private Results() {}

  static List<Object> all() {
    return Stream.of(
            matches(),
            fleets(),
            models(),
            workloads(),
            gangs(),
            mig(),
            shares(),
            cluster(),
            claims(),
            nodes())
        .flatMap(List::stream)
        .toList();
  }

  private static List<Object> matches() {
    GpuRequest t4 = GpuRequest.of("T4").cpu(3).cheapest();
    return List.of(
        GPUS,
        GPUS.match(t4),
        GPUS.match(t4).rates(GPUS.rates("USD=7.1")),
        Rates.to("USD").rate("CNY", "0.14"),
        TKE.match(GpuRequest.of("A10*PNV4").cpu(500)),
        EKS.match(GpuRequest.of("A10G").replicas(9)),
        TKE.edition("2023-06").catalog().diff(TKE.catalog()),
        TKE.catalog().gpu("T4").specs(),
        Overlay.of("eks", OURS),
        EKS.catalog().gpu("A10G").specs().get(0).price().orElseThrow(),
        new ReferencePrice(new BigDecimal("1.2"), "USD", "hour", OURS),
        Fraction.parse("1/4"));
  }

  private static List<Object> fleets() {
    String cluster =
        """
        {"kind": "List", "items": [
          {"kind": "Node", "metadata": {"name": "n1",
            "labels": {"node.kubernetes.io/instance-type": "g5.12xlarge"}},
           "status": {"allocatable":
            {"cpu": "47", "memory": "170Gi", "nvidia.com/gpu": "4", "pods": "234"}}},
          {"kind": "Pod", "metadata": {"name": "a", "ownerReferences": [{"kind": "ReplicaSet"}]},
           "spec": {"nodeName": "n1", "containers": [{"name": "c",
             "resources": {"requests": {"cpu": "2"}, "limits": {"nvidia.com/gpu": "1"}}}]}}]}
        """;
    Consolidation less = Consolidation.of(EKS, ClusterState.parse(cluster));
    Fleet fleet =
        Fleet.of(EKS)
            .demand(Demand.of("api", GpuRequest.of("T4").replicas(40).cpu(1)))
            .demand(Demand.of("large", GpuRequest.of("T4").cpu(500)));
    String manifest =
        "{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {containers: "
            + "[{name: c, resources: {limits: {nvidia.com/gpu: 1}}}]}}";
    FixedFleet.Node node =
        new FixedFleet.Node("n", CpuAmount.ofCores(1), MemorySize.parse("1Gi"), 1, "T4");
    FixedFleet.Pod pod =
        new FixedFleet.Pod("p", CpuAmount.ofCores(1), MemorySize.parse("1Gi"), 1, 500, Set.of());
    FixedFleet fixed = FixedFleet.of(List.of(node), FixedFleet.Policy.SPREAD, List.of());
    return List.of(
        fleet,
        fleet.plan(),
        fleet.plan().unplaced().get(0),
        new WhatIf("4 pods a card", fleet.timeSliced(4).plan()),
        ClusterState.parse(cluster),
        less,
        less.moves().get(0),
        FleetFile.parse("p.yaml", manifest, EKS, UnaryOperator.identity()),
        node,
        pod,
        fixed.place(pod).orElseThrow(),
        fixed);
  }

  private static List<Object> models() {
    return List.of(
        Need.of(Use.INFERENCE).model("8B", Precision.FP16).on(TKE),
        TKE.uses().find(Use.INFERENCE, TKE.catalog().gpu("T4").specs().get(0)).orElseThrow(),
        NodeOwner.ofLabel("kubernetes.io/hostname").orElseThrow(),
        KvCache.of(32, 8, 128),
        ModelMemory.inference("8B", Precision.FP16),
        Diagnosis.of("1 Insufficient cpu"),
        Diagnosis.of("1 Insufficient cpu").causes().get(0),
        Diagnosis.of("1 Insufficient cpu").causes().get(0).evidence().get(0),
        KnownProblem.of("cpu-insufficient"),
        new Cause.Place("pod.yaml", 9, 29, "spec.volumes", "Pod llm: no spec.volumes"),
        CudaImage.of("pytorch/pytorch:2.0.1-cuda11.7-cudnn8-runtime"),
        CudaImage.ofCuda("12.4").on(Driver.of("550.90.07")));
  }

  private static List<Object> workloads() {
    Manifests manifests = LLM.on(TKE);
    String yaml = manifests.yaml().toString();
    return List.of(
        manifests,
        ManifestSet.of(List.of(manifests)),
        IntentFile.parse("llm.yaml", Intent.of(LLM).yaml().toString()),
        IntentFile.parse("queue.yaml", QUEUE),
        WorkloadFile.parse("llm.yaml", yaml),
        Inspector.of(GPUS),
        Inspector.of(GPUS)
            .parse("llm.yaml", "# gpuspec:ignore yaml-duplicate-key why\n{a: 1, a: 2}"),
        InspectSettings.defaults(),
        Baseline.none(),
        WorkloadFile.parse("llm.yaml", yaml).on(TKE),
        WorkloadFile.parse("llm.yaml", yaml).on(GPUS),
        Migration.from(TKE).to(EKS),
        Migration.from(TKE).to(EKS).parse("llm.yaml", SPOT.yaml().toString()),
        GpuWorkload.job("train", "r/train:v1").gpu("T4").placed(TKE, 1),
        WorkloadContainer.of("side", "r/side:v1"),
        WorkloadProbe.tcp(80),
        WorkloadService.of(80));
  }

  private static List<Object> gangs() {
    GangJob gang = GangJob.of(4, GpuWorkload.job("train", "r/train:v1").gpu("T4"));
    return List.of(
        gang,
        gang.volcano(),
        gang.volcano().on(TKE),
        gang.jobSet(),
        gang.indexedJob(),
        gang.podGroup(),
        Intent.of(gang.volcano()),
        VolcanoQueue.of("research"),
        VolcanoQueue.of("research").objects(),
        KueueQueue.of("research"));
  }

  private static List<Object> mig() {
    MigGpu a100 = MigGpu.of("A100-40GB");
    return List.of(
        a100.fit("3g.20gb", "2g.10gb", "2g.10gb"),
        a100.fit("4g.20gb", "4g.20gb"),
        a100.forMemory("8Gi", "15Gi"),
        a100.layout("2g.10gb@0").planTo("3g.20gb"),
        a100.layout("2g.10gb@0").place("1g.5gb"),
        MigNode.of(MigStrategy.MIXED, a100.layout("3g.20gb@0")),
        MigPartedConfig.of("training", a100.layout("3g.20gb@0")),
        MigManagerConfig.of(MigPartedConfig.of("training", a100.layout("3g.20gb@0"))));
  }

  private static List<Object> shares() {
    Target qgpu = GPUS.in("tke/qgpu");
    Share quarter = Share.of("4Gi", 25);
    CardPrice price = CardPrice.perHour("7", "CNY");
    Packing packing =
        Cards.of(qgpu, "T4", 1, 2).pack(SharePolicy.BINPACK, 3, Devices.any().share("4Gi", 25));
    return List.of(
        packing,
        qgpu.sharedNode(Devices.any().share("4Gi", 25)),
        Replicas.timeSlicing(4).node("T4", 2),
        SharingMode.all().get(0).guarantee(Assurance.FAULTS),
        CardKind.of(qgpu, "T4"),
        CardKind.of(qgpu, "T4").offer("1/2:50%"),
        Cards.of(qgpu, "T4", 1, 1).isolation(Isolation.BURST_SHARE).running(0, 0, quarter, quarter),
        CardPart.of(CardKind.of(qgpu, "T4"), quarter),
        price,
        PackingCost.of(packing, price),
        PartCost.of("llm", CardPart.of(Replicas.timeSlicing(4)), Optional.of(price)),
        Replicas.timeSlicing(4),
        ShareAmount.parse("1/2:50%"),
        DialectShare.read(Map.of("gpu-fraction", "0.5")),
        DialectShare.read(Map.of("gpu-fraction", "0.5")).to(ShareDialect.of("hami")),
        SharingNeeds.of(SharingUse.INFERENCE).bursty().on(GPUS.in("ack")));
  }

  private static List<Object> cluster() {
    return List.of(
        ClusterVersions.of().kubernetes("1.29").driver("550.90.07").cuda("12.4").check(),
        KubernetesFeature.allIn("1.33"),
        GpuResource.all());
  }

  private static List<Object> claims() {
    String yaml = GpuWorkload.pod("llm", "r/llm:v1").gpu("A10G").claims().on(EKS).yaml().toString();
    NodeDevices node = NodeDevices.of(EKS.catalog().gpu("A10G").specs().get(0));
    DeviceFile devices =
        DeviceFile.parse(
            "devices.yaml",
            PlatformObjects.of(node.slices().toArray(KubeObject[]::new)).yaml().toString());
    NodeFits fits = WorkloadFile.parse("llm.yaml", yaml).fits(List.of(NodeView.of("a")), devices);
    return List.of(
        node,
        devices,
        fits,
        fits.answers().get(0),
        fits.answers().get(0).nodes().get(0),
        ClaimFile.parse("llm.yaml", yaml),
        ClaimFile.parse("llm.yaml", yaml).allocate(node),
        WorkloadFile.parse("llm.yaml", yaml).workloads().get(0).claimed(EKS).orElseThrow(),
        GpuDeviceClass.cards("gpus"),
        ComputeDomain.of("train"));
  }

  private static List<Object> nodes() {
    GpuPools pools =
        GpuPools.of(GpuPool.of("training", "A100-80G").nodes("a100-1", "a100-2").cards(8));
    PodView pod = LLM.on(EKS).pod();
    ReadyImageCache cache = ImageCache.of("llm", "r/llm:v1").ready("imc-1", Instant.EPOCH);
    return List.of(
        pools,
        pools.fits(pod),
        pools.pool("training").fits(pod),
        GpuPool.of("training", "A100-80G").nodes("a100-1").cards(8),
        pod.fits(NodeView.of("gpu-1")),
        EKS.match(pod.claim("gpu")).orElseThrow(),
        Tenancy.of("nvidia.com/gpu", 96).team("ml", 32),
        GpuTeam.of("ml", 32),
        GpuQuota.of("ml"),
        GpuLimitRange.of("ml"),
        GpuPriorityClass.of("gold", 1000),
        GpuLabeler.ofDiscovered("r/kubectl:v1"),
        GpuAlerts.of("gpu").alert(GpuAlert.xid()),
        GpuDashboard.of("gpu"),
        GpuMetricsExporter.version("4.4.0-4.5.0-ubuntu22.04"),
        KubeletSettings.of("restricted"),
        DevicePlugin.version("v0.20.0").config(DevicePluginConfig.empty()),
        NodePool.of(EKS.match(GpuRequest.of("A10G")).orThrow()),
        EvictionThreshold.parse("100Mi"),
        Disruption.whenEmpty("5m"),
        Ec2NodeClass.of("gpu", "prod"),
        cache,
        ImageCache.of("llm", "r/llm:v1"),
        ImageCaches.of(cache),
        ImageCaches.of(cache).forImages("r/llm:v1"));
  }
}
