package io.gpuspec.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FleetCommandTest {
  private static final String LINES =
      """
      {"name": "api", "replicas": 3, "gpu": ["T4"], "cpu": 2, "memory": "8Gi"}
      {"name": "train", "gpu": ["A10G"], "gpus": 4, "cpu": 40, "memory": "100Gi"}
      """;

  @TempDir private Path folder;

  private String file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text).toString();
  }

  @Test
  void jsonHasWhatTheContractSays() throws IOException {
    Run run = Run.line("fleet plan --provider eks -o json -f " + file("pods.jsonl", LINES));

    assertThat(run.status()).isEqualTo(Main.YES);
    assertThat(run.json().at("/cost/amount").asText()).isEqualTo("7.25");
    assertThat(run.json().at("/cost/currency").asText()).isEqualTo("USD");
    assertThat(run.json().at("/cost/per").asText()).isEqualTo("hour");
    assertThat(run.json().at("/bound/amount").asText()).isEqualTo("7.25");
    assertThat(run.json().at("/gap").asDouble(1)).isZero();
    assertThat(run.json().at("/nodes/3/name").asText()).isEqualTo("g5.12xlarge-1");
    assertThat(run.json().at("/nodes/3/spec").asText()).isEqualTo("g5.12xlarge");
    assertThat(run.json().at("/nodes/3/existing").asBoolean(true)).isFalse();
    assertThat(run.json().at("/nodes/3/pods/0").asText()).isEqualTo("train-0");
    assertThat(run.json().at("/unplaced").size()).isZero();
    assertThat(run.json().at("/notes").isArray()).isTrue();
  }

  @Test
  void withoutAProviderEveryCloudHasAPlan() throws IOException {
    String lines = file("pods.jsonl", LINES);
    Run run = Run.line("fleet plan -o json -f " + lines);

    assertThat(run.status()).isEqualTo(Main.YES);
    assertThat(run.json().at("/providers").findValuesAsText("provider"))
        .containsExactly("ack", "eks", "tke");
    assertThat(run.json().at("/providers/1"))
        .isEqualTo(Run.line("fleet plan --provider eks -o json -f " + lines).json());
    assertThat(Run.line("fleet plan -f " + lines).out())
        .contains("PROVIDER  COST")
        .contains("eks       7.25 USD per hour");
  }

  @Test
  void whatNoCloudHasIsANo() throws IOException {
    String lines = file("large.jsonl", "{\"name\": \"a\", \"gpu\": [\"T4\"], \"cpu\": 5000}\n");

    assertThat(Run.line("fleet plan -f " + lines).status()).isEqualTo(Main.NO);
  }

  @Test
  void anIntentThatOneCloudServesHasPlansWhereItRuns() throws IOException {
    String intent =
        file(
            "i.yaml",
            """
            apiVersion: gpuspec.io/v1
            kind: GpuWorkload
            metadata: {name: llm}
            spec:
              kind: Deployment
              gpu: {names: [L40S]}
              container:
                image: registry.example/llm:v1
                requests: {cpu: 3, memory: 12Gi}
            """);
    Run run = Run.line("fleet plan -o json -f " + intent);

    assertThat(run.status()).isEqualTo(Main.YES);
    assertThat(run.json().at("/providers").findValuesAsText("provider")).containsExactly("eks");
    assertThat(run.err()).contains("ack has no plan: no match on ack", "tke has no plan: no match");
  }

  @Test
  void manifestsAndIntentsArePlannedTogether() throws IOException {
    String manifest =
        file(
            "a.yaml",
            """
            apiVersion: apps/v1
            kind: Deployment
            metadata: {name: web}
            spec:
              replicas: 2
              selector: {matchLabels: {app: web}}
              template:
                metadata: {labels: {app: web}}
                spec:
                  affinity:
                    podAntiAffinity:
                      requiredDuringSchedulingIgnoredDuringExecution:
                      - topologyKey: kubernetes.io/hostname
                        labelSelector: {matchLabels: {app: web}}
                  nodeSelector: {node.kubernetes.io/instance-type: g5.12xlarge}
                  containers:
                  - name: web
                    image: registry.example/web:v1
                    resources: {requests: {cpu: 2, memory: 4Gi}, limits: {nvidia.com/gpu: 1}}
            """);
    String intent =
        file(
            "b.yaml",
            """
            apiVersion: gpuspec.io/v1
            kind: GpuWorkload
            metadata: {name: llm}
            spec:
              kind: Deployment
              gpu: {names: [A10G]}
              container:
                image: registry.example/llm:v1
                requests: {cpu: 3, memory: 12Gi}
            """);
    Run run = Run.line("fleet plan --provider eks -o json -f " + manifest + " -f " + intent);

    assertThat(run.err()).doesNotContain("problem");
    assertThat(run.status()).isEqualTo(Main.YES);
    // Two nodes, because the two pods of web are kept apart, and the third pod on one of them.
    assertThat(run.json().at("/nodes").size()).isEqualTo(2);
    assertThat(run.json().at("/cost/amount").asText()).isEqualTo("11.344");
  }

  @Test
  void aLaterConstraintOfAManifestDoesNotUndoAnEarlierOne() throws IOException {
    String manifest =
        file(
            "apart.yaml",
            """
            apiVersion: apps/v1
            kind: Deployment
            metadata: {name: web}
            spec:
              replicas: 2
              selector: {matchLabels: {app: web}}
              template:
                metadata: {labels: {app: web}}
                spec:
                  affinity:
                    podAntiAffinity:
                      requiredDuringSchedulingIgnoredDuringExecution:
                      - topologyKey: kubernetes.io/hostname
                        labelSelector: {matchLabels: {app: web}}
                      - topologyKey: topology.kubernetes.io/zone
                        labelSelector: {matchLabels: {app: web}}
                  topologySpreadConstraints:
                  - topologyKey: kubernetes.io/hostname
                    maxSkew: 2
                    whenUnsatisfiable: DoNotSchedule
                    labelSelector: {matchLabels: {app: web}}
                  nodeSelector:
                    node.kubernetes.io/instance-type: g5.12xlarge
                    topology.kubernetes.io/zone: us-east-1a
                  containers:
                  - name: web
                    image: registry.example/web:v1
                    resources: {requests: {cpu: 2, memory: 4Gi}, limits: {nvidia.com/gpu: 1}}
            """);
    Run run = Run.line("fleet plan --provider eks -o json -f " + manifest);

    assertThat(run.status()).isEqualTo(Main.NO);
    assertThat(run.json().at("/nodes").size()).isEqualTo(1);
    assertThat(run.json().at("/nodes/0/pods").toString()).isEqualTo("[\"web-0\"]");
    assertThat(run.json().at("/unplaced/0/reasons").toString()).contains("at most 1 in us-east-1a");
  }

  @Test
  void podsOfDifferentTeamsShareNoNode() throws IOException {
    String lines =
        """
        {"name": "a", "pool": "one", "replicas": 2, "gpu": ["A10G"], "cpu": 10}
        {"name": "b", "pool": "two", "replicas": 2, "gpu": ["A10G"], "cpu": 10}
        """;
    Run together =
        Run.line(
            "fleet plan --provider eks --only g5.12 -o json -f "
                + file("t.jsonl", lines.replaceAll("\"pool\": \"\\w+\", ", "")));
    Run apart =
        Run.line("fleet plan --provider eks --only g5.12 -o json -f " + file("a.jsonl", lines));

    assertThat(together.json().at("/nodes").size()).isEqualTo(1);
    assertThat(apart.json().at("/nodes").size()).isEqualTo(2);
  }

  @Test
  void whatHasNoNodeIsANo() throws IOException {
    String lines = file("pods.jsonl", LINES);
    Run run = Run.line("fleet plan --provider eks -o json --quota G=12 -f " + lines);

    assertThat(run.status()).isEqualTo(Main.NO);
    assertThat(run.json().at("/unplaced/0/pod").asText()).isEqualTo("train-0");
    assertThat(run.json().at("/unplaced/0/reasons").size()).isPositive();
    assertThat(run.json().at("/unplaced").toString()).contains("12 vCPUs of G");
  }

  @Test
  void aBadLineIsToldWithItsNumber() throws IOException {
    String lines = file("bad.jsonl", "{\"name\": \"a\"}\n{\"name\": \"b\", \"gpuu\": [\"T4\"]}\n");
    Run run = Run.line("fleet plan --provider eks -f " + lines);

    assertThat(run.status()).isEqualTo(Main.BAD);
    assertThat(run.err()).contains("line 2: field 'gpuu' is not known; did you mean gpu");
    assertThat(run.out()).isEmpty();
  }

  @Test
  void thePlanIsAlsoWrittenAsAPage() throws IOException {
    Path page = folder.resolve("plan.html");
    Run run =
        Run.line("fleet plan --provider eks --html " + page + " -f " + file("pods.jsonl", LINES));

    assertThat(run.status()).isEqualTo(Main.YES);
    assertThat(Files.readString(page)).contains("train-0", "g5.12xlarge-1").contains("</html>");
  }

  @Test
  void podsArePlacedOnNodesThatAreThere() throws IOException {
    String nodes = file("n.csv", "sn,cpu_milli,memory_mib,gpu,model\nn1,8000,32768,1,T4\n");
    String pods =
        file(
            "p.csv",
            "name,cpu_milli,memory_mib,num_gpu,gpu_milli\na,1000,1024,1,600\nb,1000,1024,1,600\n");
    Run run = Run.line("fleet place -o json --nodes " + nodes + " --pods " + pods);

    assertThat(run.status()).isEqualTo(Main.NO);
    assertThat(run.json().at("/placed/0/node").asText()).isEqualTo("n1");
    assertThat(run.json().at("/unplaced/0").asText()).isEqualTo("b");
    assertThat(run.json().at("/allocated").asInt()).isEqualTo(600);
  }

  @Test
  void aClusterIsConsolidated() throws IOException {
    String cluster =
        file(
            "c.json",
            """
            {"kind": "List", "items": [
              {"kind": "Node", "metadata": {"name": "n1", "labels": {"node.kubernetes.io/instance-type": "g5.12xlarge"}},
               "status": {"allocatable": {"cpu": "47810m", "memory": "173400Mi", "nvidia.com/gpu": "4", "pods": "234"}}},
              {"kind": "Pod", "metadata": {"name": "a", "ownerReferences": [{"kind": "ReplicaSet"}]},
               "spec": {"nodeName": "n1", "containers": [{"name": "c", "resources": {
                 "requests": {"cpu": "2", "memory": "4Gi"}, "limits": {"nvidia.com/gpu": "1"}}}]}}]}
            """);
    Run run = Run.line("fleet consolidate --provider eks -o json --nodes " + cluster);

    assertThat(run.status()).isEqualTo(Main.YES);
    assertThat(run.json().at("/before/amount").asText()).isEqualTo("5.672");
    assertThat(run.json().at("/saved/amount").asText()).isEqualTo("4.666");
    assertThat(run.json().at("/launch/0/spec").asText()).isEqualTo("g5.xlarge");
    assertThat(run.json().at("/drain/0").asText()).isEqualTo("n1");
    assertThat(run.json().at("/moves/0/to").asText()).isEqualTo("g5.xlarge-1");
    assertThat(Run.line("fleet consolidate --provider eks --moves 0 --nodes " + cluster).status())
        .isEqualTo(Main.NO);
  }

  @Test
  void otherWaysAreComparedSideBySide() throws IOException {
    String lines = file("pods.jsonl", LINES);
    Run run =
        Run.line("fleet plan --provider eks -o json --with-timeslices 4 --with-spot -f " + lines);

    assertThat(run.json().at("/whatIfs/0/what").asText()).isEqualTo("on spot");
    // The catalog has no spot prices; an overlay gives them.
    assertThat(run.json().at("/whatIfs/0/unplaced").asInt()).isEqualTo(4);
    assertThat(run.json().at("/whatIfs/1/what").asText()).isEqualTo("4 pods a card");
    assertThat(run.json().at("/whatIfs/1/nodes").asInt()).isEqualTo(2);
    assertThat(run.json().at("/whatIfs/1/cost/amount").asText()).isEqualTo("6.424");
    assertThat(Run.line("fleet plan --provider eks --with-timeslices 1 -f " + lines).status())
        .isEqualTo(Main.BAD);
  }

  @Test
  void podsAreSpreadOverZones() throws IOException {
    String lines =
        file(
            "z.jsonl",
            "{\"name\": \"a\", \"gpu\": [\"T4\"], \"replicas\": 2, \"spread\": \"zone\"}\n");
    Run run = Run.line("fleet plan --provider eks -o json --zones x,y -f " + lines);

    assertThat(run.json().at("/nodes/0/zone").asText()).isEqualTo("x");
    assertThat(run.json().at("/nodes/1/zone").asText()).isEqualTo("y");
    String rack = file("r.jsonl", "{\"name\": \"a\", \"spread\": \"rack\"}\n");
    assertThat(Run.line("fleet plan --provider eks -f " + rack).err())
        .contains("spread: '\"rack\"' is not planned");
  }

  @Test
  void constraintsOfManifestsAreKept() throws IOException {
    String manifest =
        file(
            "s.yaml",
            """
            apiVersion: apps/v1
            kind: Deployment
            metadata: {name: web}
            spec:
              replicas: 4
              selector: {matchLabels: {app: web}}
              template:
                metadata: {labels: {app: web}}
                spec:
                  topologySpreadConstraints:
                  - topologyKey: topology.kubernetes.io/zone
                    maxSkew: 1
                    whenUnsatisfiable: DoNotSchedule
                    labelSelector: {matchLabels: {app: web}}
                  - topologyKey: kubernetes.io/hostname
                    maxSkew: 2
                    whenUnsatisfiable: DoNotSchedule
                    labelSelector: {matchLabels: {app: web}}
                  nodeSelector: {node.kubernetes.io/instance-type: g5.12xlarge}
                  containers:
                  - name: web
                    image: registry.example/web:v1
                    resources: {requests: {cpu: 2, memory: 4Gi}, limits: {nvidia.com/gpu: 1}}
            ---
            apiVersion: v1
            kind: Pod
            metadata: {name: pinned}
            spec:
              nodeSelector: {topology.kubernetes.io/zone: us-east-1b}
              containers:
              - name: web
                image: registry.example/web:v1
                resources: {requests: {cpu: 2, memory: 4Gi}, limits: {nvidia.com/gpu: 1}}
            """);
    Run run =
        Run.line("fleet plan --provider eks -o json --zones us-east-1a,us-east-1b -f " + manifest);

    // Two pods of web in each zone, and the last pod where two of them are.
    assertThat(run.json().at("/nodes").size()).isEqualTo(2);
    assertThat(run.json().at("/nodes").findValuesAsText("zone"))
        .containsExactlyInAnyOrder("us-east-1a", "us-east-1b");
    for (JsonNode node : run.json().at("/nodes")) {
      boolean isPinned = node.at("/pods").toString().contains("pinned-0");
      assertThat(isPinned).isEqualTo(node.at("/zone").asText().equals("us-east-1b"));
      assertThat(node.at("/pods").size()).isEqualTo(isPinned ? 3 : 2);
    }
  }

  private static final String NODE =
      """
      {"kind": "Node", "metadata": {"name": "n1", "labels": {
         "node.kubernetes.io/instance-type": "g5.12xlarge", "kubernetes.io/hostname": "n1"}},
       "status": {"allocatable": {"cpu": "47810m", "memory": "173400Mi", "nvidia.com/gpu": "4",
         "example.com/fuse": "1", "pods": "234"}}}
      """;

  private static String pod(String name, String selector, String more) {
    return """
    apiVersion: v1
    kind: Pod
    metadata: {name: %s}
    spec:
      nodeSelector: {%s}
      containers:
      - name: c
        image: registry.example/c:v1
        resources: {requests: {cpu: 2, memory: 4Gi}, limits: {nvidia.com/gpu: 1%s}}
    ---
    """
        .formatted(name, selector, more);
  }

  @Test
  void aManifestsPodGetsTheExistingNodeThatHasAResourceOfItsOwn() throws IOException {
    String type = "node.kubernetes.io/instance-type: g5.12xlarge";
    String nodes = file("n.json", NODE);
    String pods =
        file(
            "fuse.yaml",
            pod("a", type, ", example.com/fuse: 1")
                + pod("b", type, ", example.com/fuse: 1")
                + pod("c", "node.kubernetes.io/instance-type: g5.xlarge", ", example.com/fuse: 1"));
    Run run = Run.line("fleet plan --provider eks -o json --nodes " + nodes + " -f " + pods);

    assertThat(run.status()).isEqualTo(Main.NO);
    // One fuse; and a pod of another instance type does not get it.
    assertThat(run.json().at("/nodes").findValuesAsText("name")).containsExactly("n1");
    assertThat(run.json().at("/nodes/0/pods").toString()).isEqualTo("[\"a-0\"]");
    assertThat(run.json().at("/unplaced").findValuesAsText("pod")).containsExactly("b-0", "c-0");
    assertThat(run.json().at("/unplaced").toString()).contains("example.com/fuse");
    Run without = Run.line("fleet plan --provider eks -o json -f " + pods);
    assertThat(without.json().at("/nodes")).isEmpty();
    assertThat(without.json().at("/unplaced/0/reasons").toString()).contains("example.com/fuse");
  }

  @Test
  void aPodThatSelectsAHostnameGetsNoNewNode() throws IOException {
    String nodes = file("n.json", NODE);
    String pods =
        file(
            "host.yaml",
            pod("a", "kubernetes.io/hostname: n1", "")
                + pod("b", "kubernetes.io/hostname: n9", ""));
    Run run = Run.line("fleet plan --provider eks -o json --nodes " + nodes + " -f " + pods);

    assertThat(run.status()).isEqualTo(Main.NO);
    assertThat(run.json().at("/nodes").findValuesAsText("name")).containsExactly("n1");
    assertThat(run.json().at("/nodes/0/pods").toString()).isEqualTo("[\"a-0\"]");
    assertThat(run.json().at("/unplaced").findValuesAsText("pod")).containsExactly("b-0");
    assertThat(run.json().at("/unplaced/0/reasons").toString())
        .contains("labels: the pod selects a node by its name");
    assertThat(Run.line("fleet plan --provider eks -f " + pods + " --lang zh").out())
        .contains("Pod 按名称选择节点");
    assertThat(Run.line("fleet plan --provider eks -o json -f " + pods).json().at("/unplaced"))
        .hasSize(2);
  }

  @Test
  void aNewNodeSaysHowItIsMade() throws IOException {
    String lines =
        file("m.jsonl", "{\"name\": \"a\", \"gpu\": [\"A10G\"], \"pool\": {\"team\": \"a\"}}\n");
    Run run = Run.line("fleet plan --provider eks -o json -f " + lines);

    assertThat(run.json().at("/nodes/0/capacityType").asText()).isEqualTo("on-demand");
    assertThat(run.json().at("/nodes/0/labels").toString()).isEqualTo("{\"team\":\"a\"}");
    String instances =
        file(
            "i.yaml",
            """
            apiVersion: v1
            kind: Pod
            metadata: {name: p}
            spec:
              containers:
              - name: c
                image: registry.example/c:v1
                resources: {limits: {nvidia.com/mig-1g.5gb: 1}}
            """);
    Run parts =
        Run.line("fleet plan --provider eks --set mig-strategy=mixed -o json -f " + instances);
    assertThat(parts.json().at("/nodes/0/mig").asText()).as(parts.err()).isEqualTo("1g.5gb");
  }

  @Test
  void aKeptNodeSaysWhyItsPodHasNoOther() throws IOException {
    String cluster =
        file(
            "k.json",
            """
            {"kind": "List", "items": [
              {"kind": "Node", "metadata": {"name": "n1", "labels": {
                 "node.kubernetes.io/instance-type": "g5.12xlarge", "team": "a"}},
               "status": {"allocatable": {"cpu": "47810m", "memory": "173400Mi", "nvidia.com/gpu": "4", "pods": "234"}}},
              {"kind": "Pod", "metadata": {"name": "a", "ownerReferences": [{"kind": "ReplicaSet"}]},
               "spec": {"nodeName": "n1", "nodeSelector": {"team": "a"}, "containers": [{"name": "c",
                 "resources": {"requests": {"cpu": "2"}, "limits": {"nvidia.com/gpu": "1"}}}]}}]}
            """);
    Run run = Run.line("fleet consolidate --provider eks -o json --nodes " + cluster);

    String why =
        "n1 stays because of pod default/a: no other node takes it: the pod selects labels"
            + " that a new node does not have, and no existing node with them has room for it";
    assertThat(run.json().at("/notes").findValuesAsText("message")).contains(why);
    assertThat(Run.line("fleet consolidate --provider eks --nodes " + cluster).out())
        .contains("  note      " + why);
    assertThat(Run.line("fleet consolidate --provider eks --lang zh --nodes " + cluster).out())
        .contains("没有其他节点能接收它");
  }

  @Test
  void podsThatStateTheirMemoryCanHavePartsOfCards() throws IOException {
    String lines =
        file(
            "m.jsonl",
            "{\"name\": \"a\", \"minGpuMemory\": \"4Gi\", \"replicas\": 60, \"cpu\": 1, \"memory\":"
                + " \"4Gi\"}\n");
    Run mig = Run.line("fleet plan --provider eks -o json --with-mig -f " + lines);
    Run share = Run.line("fleet plan --provider ack -o json --with-share cgpu -f " + lines);

    // 56 instances of 1g.5gb are on the 8 cards of a p4d.24xlarge.
    assertThat(mig.json().at("/cost/amount").asText()).isEqualTo("31.56");
    assertThat(mig.json().at("/whatIfs/0/what").asText()).isEqualTo("with MIG");
    assertThat(mig.json().at("/whatIfs/0/nodes").asInt()).isEqualTo(5);
    assertThat(mig.json().at("/whatIfs/0/saves").asDouble()).isGreaterThan(0.2);
    assertThat(share.json().at("/whatIfs/0/what").asText()).isEqualTo("with cgpu");
    assertThat(share.json().at("/whatIfs/0/saves").asDouble()).isGreaterThan(0.5);
    Run elsewhere = Run.line("fleet plan --provider eks --with-share cgpu -f " + lines);
    assertThat(elsewhere.status()).isEqualTo(Main.BAD);
    assertThat(elsewhere.err()).contains("'cgpu' is no way in which cards of eks are shared");
  }

  @Test
  void nodesWithSharedCardsHaveTheSameDaemonSets() throws IOException {
    String lines = file("s.jsonl", "{\"name\": \"a\", \"minGpuMemory\": \"4Gi\", \"cpu\": 1}\n");
    String cluster =
        file(
            "ds.json",
            """
            {"kind": "List", "items": [
              {"kind": "Node", "metadata": {"name": "n1"}, "spec": {"unschedulable": true},
               "status": {"allocatable": {"cpu": "40", "memory": "90Gi", "nvidia.com/gpu": "1"}}},
              {"kind": "Pod", "metadata": {"name": "d", "ownerReferences": [{"kind": "DaemonSet"}]},
               "spec": {"nodeName": "n1", "containers": [{"name": "c", "resources": {
                 "requests": {"cpu": "30"}}}]}}]}
            """);
    String plan = "fleet plan --provider ack -o json --with-share cgpu -f " + lines;
    Run alone = Run.line(plan);
    Run there = Run.line(plan + " --nodes " + cluster);
    Run given = Run.line(plan + " --set daemonset-cpu=30 --set daemonset-pods=1");

    String cost = "/whatIfs/0/cost/amount";
    assertThat(there.err()).contains("to change it, set: daemonset-cpu=30, daemonset-pods=1");
    assertThat(there.json().at(cost).asDouble())
        .isGreaterThan(alone.json().at(cost).asDouble())
        .isEqualTo(given.json().at(cost).asDouble());
  }

  private Run withPools(Path pools, String lines) throws IOException {
    return Run.line(
        "fleet plan --provider eks --node-pools " + pools + " -f " + file("pods.jsonl", lines));
  }

  @Test
  void nodePoolsBuyThePlansNodes() throws IOException {
    Path pools = folder.resolve("pools.yaml");
    Run run = withPools(pools, LINES);

    assertThat(run.status()).isEqualTo(Main.YES);
    assertThat(Files.readString(pools))
        .contains("name: fleet-g5-12xlarge", "- g4dn.xlarge", "nodes: \"3\"");
    assertThat(
            Run.line(
                    "fleet plan --provider ack --node-pools "
                        + pools
                        + " -f "
                        + folder.resolve("pods.jsonl"))
                .status())
        .isEqualTo(Main.BAD);
  }

  @Test
  void aPlanIsPrintedThoughItsPoolsAreRefused() throws IOException {
    Path pools = folder.resolve("pools.yaml");
    Run run =
        withPools(
            pools,
            """
            {"name": "a", "replicas": 3, "gpu": ["L4"], "cpu": 3, "memory": "12Gi", "spread": "zone"}
            """);

    assertThat(run.status()).isEqualTo(Main.BAD);
    assertThat(run.out()).contains("3 nodes");
    assertThat(run.err())
        .contains("'zone-1' is not a zone of AWS", "--zones us-east-1a,us-east-1b");
    assertThat(pools).doesNotExist();
  }

  @Test
  void nodePoolsOfDividedCardsComeWithTheirOverlays() throws IOException {
    Path pools = folder.resolve("pools.yaml");
    Run run =
        withPools(
            pools,
            """
            {"name": "a", "gpu": ["A100-40G"], "mig": "1g.5gb", "cpu": 1, "memory": "2Gi"}
            """);

    assertThat(run.err()).contains("has NodeOverlays", "feature gate NodeOverlay");
    assertThat(Files.readString(pools))
        .contains("kind: NodeOverlay", "nvidia.com/gpu: \"0\"", "nvidia.com/mig-1g.5gb: \"56\"");
  }
}
