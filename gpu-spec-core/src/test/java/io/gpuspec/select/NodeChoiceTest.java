package io.gpuspec.select;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.CapacityType;
import io.gpuspec.GpuSpec;
import io.gpuspec.Gpus;
import io.gpuspec.Overlay;
import io.gpuspec.SpecCatalog;
import io.gpuspec.TestCloud;
import io.gpuspec.scheduling.NodeRequirement;
import io.gpuspec.scheduling.NodeTerm;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.scheduling.Toleration;
import io.gpuspec.spi.NodeLabels;
import io.gpuspec.value.Note;
import io.gpuspec.value.Rejection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NodeChoiceTest {
  private static final String TYPE = "node.kubernetes.io/instance-type";
  private static final String ZONE = "topology.kubernetes.io/zone";
  private static final String PRODUCT = "nvidia.com/gpu.product";

  /** Not one for all tests: answers are kept for as long as a catalog is. */
  private final SpecCatalog catalog = TestCloud.read(TestCloud.text("nodes-2025-03.json"));

  /** A cloud whose nodes have their type, architecture and way of buying, in zones z1, z2... */
  private static final NodeLabels LABELS =
      new NodeLabels() {
        @Override
        public Set<String> keys() {
          return Set.of(TYPE, "kubernetes.io/arch", "capacity", "family");
        }

        @Override
        public Optional<String> value(String key, GpuSpec row, CapacityType capacityType) {
          return switch (key) {
            case TYPE -> Optional.of(row.name());
            case "kubernetes.io/arch" -> Optional.of(row.arch().toString());
            case "capacity" -> Optional.of(capacityType.toString());
            default -> Optional.empty();
          };
        }

        @Override
        public boolean isPossible(String key, String value) {
          return !key.equals(ZONE) || value.startsWith("z");
        }

        @Override
        public boolean isChosen(String key) {
          return key.equals("capacity");
        }

        @Override
        public Optional<String> absence(String key) {
          return key.equals("managed")
              ? Optional.of("no node here is managed; leave the label out")
              : Optional.empty();
        }
      };

  private static NodeRequirement is(String key, String operator, String... values) {
    return new NodeRequirement(key, operator, List.of(values));
  }

  private static PodView requiring(NodeRequirement... all) {
    return PodView.empty().nodeTerm(new NodeTerm(List.of(all)));
  }

  private static PodView selecting(String key, String value) {
    return PodView.empty().nodeSelector(key, value);
  }

  private NodeChoice of(PodView pod) {
    return NodeChoice.of(pod, catalog, LABELS);
  }

  private static String names(NodeChoice nodes) {
    return nodes.rows(CapacityType.ON_DEMAND).stream()
        .map(GpuSpec::name)
        .collect(Collectors.joining(" "));
  }

  private List<String> why(PodView pod) {
    NodeChoice nodes = of(pod);
    assertThat(names(nodes)).isEmpty();
    return nodes.rejected().stream().map(Rejection::toString).toList();
  }

  @Test
  void aPodThatAsksNothingOfItsNodeLeavesAllRows() {
    NodeChoice all = of(PodView.empty());

    assertThat(all).hasToString("10 of 10 rows on demand");
    assertThat(all.requirements()).isEmpty();
    assertThat(all.notes()).isEmpty();
    assertThat(all.rejected()).isEmpty();
    assertThat(all.leftOut(CapacityType.ON_DEMAND)).isEmpty();
    assertThat(of(selecting(TYPE, "t.small"))).hasToString("1 of 10 rows on demand");
  }

  @ParameterizedTest
  @CsvSource({
    "node.kubernetes.io/instance-type, In, t.small t.large, t.small t.large",
    "kubernetes.io/arch, In, arm64, g.arm a.arm",
    "kubernetes.io/arch, NotIn, amd64, g.arm a.arm",
    "nvidia.com/gpu.product, In, Tesla-T4, t.small t.large t.four",
    "nvidia.com/gpu.count, Gt, 3, t.four p.eight",
    "capacity, In, spot, ''",
    "capacity, In, on-demand, t.slice g.arm t.small t.large a.arm a.amd z.gone m.one t.four"
        + " p.eight",
    // The old names of labels are those of today.
    "beta.kubernetes.io/arch, In, arm64, g.arm a.arm",
    "beta.kubernetes.io/instance-type, In, t.small, t.small",
  })
  void aRequirementLeavesTheRowsThatMeetIt(
      String key, String operator, String values, String left) {
    assertThat(names(of(requiring(is(key, operator, values.split(" ")))))).isEqualTo(left);
  }

  @Test
  void theWayOfBuyingDecidesALabel() {
    NodeChoice spot = of(selecting("capacity", "spot"));

    assertThat(spot.rows(CapacityType.SPOT)).hasSize(10);
    assertThat(spot.rows(CapacityType.ON_DEMAND)).isEmpty();
    assertThat(spot.rejected()).isEmpty();
    assertThat(spot.leftOut(CapacityType.SPOT)).isEmpty();
    assertThat(spot.leftOut(CapacityType.ON_DEMAND).get(0))
        .hasToString("t.slice: label: capacity In [spot] requested, the node has 'on-demand'");
  }

  @Test
  void termsAreAlternativesAndTheSelectorHoldsForEach() {
    PodView pod =
        PodView.empty()
            .nodeTerm(new NodeTerm(List.of(is(TYPE, "In", "p.eight", "g.arm"))))
            .nodeTerm(new NodeTerm(List.of()))
            .nodeTerm(new NodeTerm(List.of(is(TYPE, "In", "t.small"))));

    assertThat(names(of(pod))).isEqualTo("g.arm t.small p.eight");
    assertThat(names(of(pod.nodeSelector("kubernetes.io/arch", "amd64"))))
        .isEqualTo("t.small p.eight");
    assertThat(of(pod).requirements())
        .extracting(NodeRequirement::toString)
        .containsExactly(TYPE + " In [p.eight, g.arm]", TYPE + " In [t.small]");
    // A term that nothing can meet leaves the others.
    assertThat(
            names(
                of(
                    pod.nodeTerm(
                        new NodeTerm(List.of(is("team", "In", "a"), is("team", "In", "b")))))))
        .isEqualTo("g.arm t.small p.eight");
  }

  @Test
  void termsThatAreAllEmptyAdmitNoNode() {
    assertThat(why(PodView.empty().nodeTerm(new NodeTerm(List.of()))))
        .containsExactly(
            "affinity: labels: every term of the required node affinity is empty, which admits no"
                + " node; add a requirement, or leave the affinity out");
  }

  @Test
  void theSameQuestionHasTheSameAnswer() {
    assertThat(of(selecting(TYPE, "t.small"))).isSameAs(of(selecting(TYPE, "t.small")));
    assertThat(of(selecting(TYPE, "t.large"))).isNotSameAs(of(selecting(TYPE, "t.small")));
  }

  // What is assumed.

  @Test
  void aLabelThatNoRowDecidesIsAssumedAndSaid() {
    NodeChoice nodes =
        of(
            PodView.empty()
                .nodeSelector("team", "a")
                .nodeSelector(PRODUCT, "Tesla-T4")
                .nodeSelector(TYPE, "t.small"));

    assertThat(names(nodes)).isEqualTo("t.small");
    assertThat(nodes.notes())
        .extracting(Note::toString)
        .containsExactly(
            "node.label-not-judged: label team: which nodes have it is not known here; team In [a]"
                + " is assumed to match",
            "node.label-of-others: nvidia.com/gpu.product In [Tesla-T4] names the GPU; nobody"
                + " writes this label by default, so the nodes need it from you, or this pod stays"
                + " Pending");
  }

  @Test
  void whatANodeWithoutTheLabelMeetsIsNotSaid() {
    assertThat(of(requiring(is("team", "DoesNotExist"))).notes()).isEmpty();
    assertThat(of(requiring(is("team", "NotIn", "a"))).notes()).isEmpty();
    assertThat(of(requiring(is("team", "Exists"))).notes()).hasSize(1);
    // Twice the same is said once.
    assertThat(
            of(PodView.empty()
                    .nodeTerm(new NodeTerm(List.of(is("team", "Exists"))))
                    .nodeTerm(new NodeTerm(List.of(is("team", "Exists"), is("x", "Exists")))))
                .notes())
        .hasSize(2);
  }

  @Test
  void valuesThatCanBeMetTogetherAreAssumed() {
    assertThat(names(of(requiring(is("size", "Gt", "4"), is("size", "Lt", "6"))))).isNotEmpty();
    assertThat(names(of(requiring(is("size", "Gt", "4"), is("size", "NotIn", "5"))))).isNotEmpty();
    assertThat(names(of(requiring(is("team", "NotIn", "a"), is("team", "NotIn", "b")))))
        .isNotEmpty();
    assertThat(names(of(requiring(is("team", "NotIn", "a"), is("team", "Exists"))))).isNotEmpty();
  }

  // Why there is no row.

  @Test
  void labelsThatContradictEachOtherAreNamed() {
    assertThat(why(requiring(is("team", "In", "a"), is(TYPE, "Exists"), is("team", "In", "b"))))
        .containsExactly(
            "team: labels: no value of the label meets team In [a] and team In [b] together;"
                + " remove one of them");
    assertThat(why(requiring(is("size", "Gt", "4"), is("size", "Lt", "5"))))
        .singleElement()
        .asString()
        .startsWith("size: labels: no value of the label meets size Gt [4] and size Lt [5]");
    assertThat(why(requiring(is("team", "Exists"), is("team", "DoesNotExist")))).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "kubernetes.io/arch | In | s390x | kubernetes.io/arch: labels: In s390x requested, and no"
            + " node here has that; there is amd64, arm64",
        "beta.kubernetes.io/arch | In | s390x | beta.kubernetes.io/arch: labels: In s390x"
            + " requested, and no node here has that; there is amd64, arm64",
        "topology.kubernetes.io/zone | In | a b | topology.kubernetes.io/zone: labels: In a, b"
            + " requested, which is not one of this cloud",
        "topology.kubernetes.io/zone | Gt | 4 | topology.kubernetes.io/zone: labels: Gt 4"
            + " requested, and no value of this label is a number in this cloud",
        "topology.kubernetes.io/zone | DoesNotExist | - | topology.kubernetes.io/zone: labels:"
            + " DoesNotExist requested, and every node has this label",
        "managed | In | yes | managed: labels: In yes requested, and no node here is managed; leave"
            + " the label out",
        "family | Exists | - | family: labels: Exists requested, and no node has this label",
        "nvidia.com/gpu.product | In | Tesla-T5 A100-80GB | nvidia.com/gpu.product: labels: In"
            + " Tesla-T5, A100-80GB requested, and no node here has a GPU of which that is true;"
            + " not known as a GPU: Tesla-T5",
        "nvidia.com/gpu.count | In | 5 | nvidia.com/gpu.count: labels: In 5 requested, and no node"
            + " here has a GPU of which that is true",
      })
  void aLabelThatNoRowMeetsIsNamedWithWhatThereIs(
      String key, String operator, String values, String reason) {
    String[] all = values.equals("-") ? new String[0] : values.split(" ");

    assertThat(why(requiring(is(key, operator, all)))).containsExactly(reason);
  }

  @Test
  void aZoneOfTheCloudIsPossible() {
    assertThat(names(of(selecting(ZONE, "z1")))).isNotEmpty();
    assertThat(names(of(requiring(is(ZONE, "In", "a", "z1"))))).isNotEmpty();
    assertThat(names(of(requiring(is(ZONE, "NotIn", "z1"))))).isNotEmpty();
    // A label of your own need not be there.
    assertThat(names(of(requiring(is("team", "DoesNotExist"))))).isNotEmpty();
  }

  @Test
  void labelsThatNoRowHasTogetherAreNamedAndNoMoreThanThose() {
    assertThat(
            why(
                requiring(
                    is(TYPE, "In", "t.small", "g.arm"),
                    is("beta.kubernetes.io/arch", "In", "arm64"),
                    is("team", "Exists"),
                    is(PRODUCT, "In", "Tesla-T4"))))
        .containsExactly(
            "beta.kubernetes.io/arch: labels: no node here meets beta.kubernetes.io/arch In"
                + " [arm64] and nvidia.com/gpu.product In [Tesla-T4] together; remove one of them");
  }

  @Test
  void everyAlternativeIsToldAndNoReasonTwice() {
    NodeRequirement none = is(TYPE, "In", "t.medium");
    PodView pod =
        PodView.empty()
            .nodeTerm(new NodeTerm(List.of(none)))
            .nodeTerm(new NodeTerm(List.of(none, is("kubernetes.io/arch", "In", "s390x"))));

    assertThat(why(pod))
        .hasSize(2)
        .anyMatch(each -> each.startsWith(TYPE + ": labels: In t.medium requested"))
        .anyMatch(each -> each.startsWith("kubernetes.io/arch: labels: In s390x requested"));
  }

  @Test
  void ofManyValuesTheFirstAreToldInTheirOrder() {
    String specs =
        IntStream.range(10, 32)
            .mapToObj(
                i ->
                    "{\"name\": \"t%s\", \"gpu\": \"T4\", \"gpus\": 1, \"policy\": \"node\", \"citation\": \"list\"}"
                        .formatted(i))
            .collect(Collectors.joining(","));
    String file =
        """
        {"target": "many", "edition": "2026-01", "unit": "node", "citation": "list",
         "citations": {"list": {"title": "List", "date": "2026", "status": "documented"}},
         "gpus": [{"name": "T4", "card": "T4"}], "specs": [%s]}
        """;
    NodeChoice nodes =
        NodeChoice.of(selecting(TYPE, "x"), TestCloud.read(file.formatted(specs)), LABELS);

    assertThat(nodes.rejected())
        .singleElement()
        .asString()
        .endsWith(
            "there is t10, t11, t12, t13, t14, t15, t16, t17, t18, t19, t20, t21, t22, t23,"
                + " t24, t25, t26, t27, t28, t29 and more");
  }

  // The other rows.

  @Test
  void otherRowsAreToldWithTheLabelThatTheyDoNotHave() {
    NodeChoice nodes =
        of(
            PodView.empty()
                .nodeSelector("beta.kubernetes.io/arch", "arm64")
                .nodeSelector("family", "t")
                .nodeTerm(new NodeTerm(List.of(is(TYPE, "In", "t.small"))))
                .nodeTerm(new NodeTerm(List.of(is(TYPE, "In", "g.arm")))));

    // Of g.arm one thing is not met, of others two, of which the shorter list is told.
    assertThat(nodes.leftOut(CapacityType.ON_DEMAND))
        .extracting(Rejection::toString)
        .contains(
            "g.arm: label: family In [t] requested, the node has no such label",
            "t.small: label: beta.kubernetes.io/arch In [arm64] requested, the node has 'amd64';"
                + " label: family In [t] requested, the node has no such label")
        .hasSize(10);
  }

  @Test
  void whyARowIsLeftOutIsSaidEvenWhereOnlyLabelsTogetherSaySo() {
    NodeChoice nodes = of(requiring(is("team", "In", "a"), is("team", "In", "b")));

    assertThat(nodes.leftOut(CapacityType.ON_DEMAND).get(0))
        .hasToString("t.slice: labels: the pod does not select it");
  }

  @Test
  void rowsThatAreGoneForGoodAreNotAmongThoseLeftOut() {
    SpecCatalog retired =
        TestCloud.read(
            TestCloud.text("nodes-2025-03.json").replaceAll("\"unavailable\"", "\"retired\""));
    NodeChoice nodes = NodeChoice.of(selecting(TYPE, "t.small"), retired, LABELS);

    assertThat(nodes.leftOut(CapacityType.ON_DEMAND))
        .hasSize(8)
        .noneMatch(each -> each.toString().startsWith("z.gone"));
    // A pod that selects such a row gets it, and the matcher says that it is gone.
    assertThat(names(NodeChoice.of(selecting(TYPE, "z.gone"), retired, LABELS)))
        .isEqualTo("z.gone");
  }

  @Nested
  class LabelsOfOtherClouds {
    private final SpecCatalog eks = of("eks");

    private SpecCatalog of(String target) {
      SpecCatalog rows =
          TestCloud.read(
              TestCloud.text("nodes-2025-03.json")
                  .replaceFirst("\"target\" *: *\"nodes\"", "\"target\": \"" + target + "\""));
      return Gpus.of(TestCloud.of(target, rows)).in(target).catalog();
    }

    private NodeChoice left(SpecCatalog rows, NodeRequirement... all) {
      return NodeChoice.of(requiring(all), rows, LABELS);
    }

    @ParameterizedTest
    @CsvSource({
      "cloud.google.com/gke-spot, GKE",
      "alibabacloud.com/nodepool-id, ACK",
      "node.tke.cloud.tencent.com/machineset, TKE",
      "kubernetes.azure.com/agentpool, AKS"
    })
    void areOnNoNode(String key, String writer) {
      NodeChoice nodes = left(eks, is(key, "In", "a"));

      assertThat(names(nodes)).isEmpty();
      assertThat(nodes.notes()).isEmpty();
      assertThat(nodes.rejected())
          .singleElement()
          .asString()
          .startsWith(key + ": labels: In a requested, and only nodes of " + writer + " have")
          .contains("state it in an overlay");
      assertThat(names(left(eks, is(key, "Exists")))).isEmpty();
      assertThat(names(left(eks, is(key, "NotIn", "a")))).contains("t.small");
      assertThat(names(left(eks, is(key, "DoesNotExist")))).contains("t.small");
    }

    /** Karpenter runs on several clouds, and a label of a GPU is one that people write. */
    @ParameterizedTest
    @CsvSource({
      "eks, eks.amazonaws.com/nodegroup, a",
      "eks, karpenter.sh/nodepool, a",
      "ack, karpenter.sh/nodepool, a",
      "eks, cloud.google.com/gke-accelerator, nvidia-tesla-t4",
      "eks, team.example.com/gke-spot, a",
      "own, cloud.google.com/gke-spot, a",
      "nodes, cloud.google.com/gke-spot, a"
    })
    void areNotThoseThatNodesHereCanHave(String target, String key, String value) {
      NodeChoice nodes = left(of(target), is(key, "In", value));

      assertThat(names(nodes)).contains("t.small");
      assertThat(nodes.notes()).hasSize(1);
    }

    /** Nodes of EKS have it beside the zone. */
    @Test
    void areNotReadAsLabelsThatTheyEqualThere() {
      NodeRequirement zone = is("topology.ebs.csi.aws.com/zone", "In", "a");

      assertThat(left(of("ack"), zone).rejected())
          .singleElement()
          .asString()
          .contains("topology.ebs.csi.aws.com/zone", "only nodes of Amazon EKS have");
      for (String target : List.of("eks", "own")) {
        assertThat(left(of(target), zone).requirements())
            .containsExactly(is("topology.kubernetes.io/zone", "In", "a"));
      }
    }

    @Test
    void areOnNodesOfYourOwnThatStateThem() {
      SpecCatalog rows =
          TestCloud.of("eks", eks)
              .target()
              .overlay(
                  Overlay.parse(
                      "own.yaml",
                      """
                      target: eks
                      citation: mine
                      citations: {mine: {title: Mine, date: "2026", status: third-party}}
                      specs:
                      - {name: own-1, gpu: T4, gpus: 2, policy: allocatable,
                         labels: {cloud.google.com/gke-spot: "true"}}
                      - {name: own-2, gpu: T4, gpus: 2, policy: allocatable, labels: {pool: b}}
                      """))
              .catalog();

      assertThat(names(left(rows, is("cloud.google.com/gke-spot", "In", "true"))))
          .isEqualTo("own-1");
    }
  }

  @Nested
  class OwnRows {
    /** A node whose labels are all known, one of which only those that select it are. */
    private final SpecCatalog rows =
        TestCloud.of("nodes", catalog)
            .target()
            .overlay(
                Overlay.parse(
                    "own.yaml",
                    """
                    target: nodes
                    citation: mine
                    citations: {mine: {title: Mine, date: "2026", status: third-party}}
                    specs:
                    - {name: own-1, gpu: T4, gpus: 2, policy: allocatable, labels: {pool: a},
                       nodeLabels: {pool: a, disk: ssd}, taints: ["team=x:NoSchedule", "soft:PreferNoSchedule"]}
                    - {name: own-2, gpu: T4, gpus: 2, policy: allocatable, labels: {pool: b}}
                    """))
            .catalog();

    private String left(NodeRequirement... all) {
      return names(
          NodeChoice.of(requiring(all).toleration(Toleration.exists("team")), rows, LABELS));
    }

    @Test
    void areSelectedByTheirLabels() {
      assertThat(left(is("pool", "In", "a"))).isEqualTo("own-1");
      assertThat(left(is("pool", "In", "b"))).isEqualTo("own-2");
      assertThat(left(is("pool", "Exists"))).isEqualTo("own-1 own-2");
      assertThat(left(is("disk", "In", "ssd"), is("pool", "Exists"))).isEqualTo("own-1 own-2");
      assertThat(left(is("disk", "In", "hdd"), is("pool", "Exists"))).isEqualTo("own-2");
      // The rows of the cloud have no label of an overlay.
      assertThat(left(is("pool", "DoesNotExist"))).startsWith("t.slice ").doesNotContain("own");
    }

    @Test
    void haveTheLabelsOfTheKubeletAndNoTypeOfTheCloud() {
      assertThat(left(is("kubernetes.io/os", "In", "linux"), is("pool", "Exists")))
          .isEqualTo("own-1 own-2");
      assertThat(left(is("kubernetes.io/arch", "In", "arm64"), is("pool", "Exists"))).isEmpty();
      assertThat(left(is(TYPE, "Exists"), is("pool", "Exists"))).isEmpty();
      assertThat(left(is(TYPE, "In", "t.small"))).isEqualTo("t.small");
    }

    @Test
    void mayBeInNoZoneWhereTheyDoNotSay() {
      assertThat(left(is(ZONE, "DoesNotExist"))).isEqualTo("own-1 own-2");
      assertThat(left(is(ZONE, "NotIn", "z1"), is("pool", "Exists"))).isEqualTo("own-1 own-2");
      assertThat(left(is(ZONE, "In", "z1"), is("pool", "Exists"))).isEqualTo("own-2");
    }

    /** A label that the users of the cloud choose, such as the way of buying, can be theirs too. */
    @Test
    void mayHaveALabelThatUsersChoose() {
      assertThat(left(is("capacity", "In", "on-demand"), is("pool", "Exists"))).isEqualTo("own-2");
    }

    @Test
    void areNotThoseOfAPodThatDoesNotTolerateTheirTaint() {
      NodeChoice nodes = NodeChoice.of(requiring(is("pool", "Exists")), rows, LABELS);
      NodeChoice one = NodeChoice.of(selecting("pool", "a"), rows, LABELS);

      assertThat(names(nodes)).isEqualTo("own-2");
      assertThat(nodes.leftOut(CapacityType.ON_DEMAND))
          .extracting(Rejection::toString)
          .contains(
              "own-1: taint: the nodes have the taint team=x:NoSchedule, which the pod does not"
                  + " tolerate; add a toleration with key team, operator Exists, effect NoSchedule",
              "t.small: label: pool Exists requested, the node has no such label");
      assertThat(names(one)).isEmpty();
      assertThat(one.rejected())
          .singleElement()
          .asString()
          .startsWith("own-1: taint: the nodes have the taint team=x:NoSchedule");
    }

    @Test
    void tellTheValuesThatTheirLabelsHave() {
      NodeChoice nodes = NodeChoice.of(selecting("pool", "c"), rows, LABELS);

      assertThat(nodes.rejected())
          .extracting(Rejection::toString)
          .containsExactly(
              "pool: labels: In c requested, and no node here has that; there is a, b");
      assertThat(nodes.leftOut(CapacityType.ON_DEMAND))
          .extracting(Rejection::toString)
          .contains("own-2: label: pool In [c] requested, the node has 'b'");
    }
  }

  @Nested
  class OfNoCloud {
    private NodeChoice nodes(PodView pod, String... nodes) {
      Gpus gpus = Gpus.load();
      SpecCatalog rows =
          nodes.length == 0
              ? gpus.in("own").catalog()
              : gpus.in("own")
                  .overlay(
                      Overlay.parse(
                          "nodes.json",
                          "{\"kind\": \"List\", \"items\": [%s]}"
                              .formatted(String.join(",", nodes))))
                  .catalog();
      return NodeChoice.of(pod, rows, NodeLabels.NONE);
    }

    private static final String NODE =
        """
        {"kind": "Node", "metadata": {"name": "a", "labels": {"accelerator": "nvidia-t4", "disk": "ssd"}},
         "status": {"allocatable": {"cpu": "8", "memory": "30Gi", "nvidia.com/gpu": "1"}}}
        """;

    @Test
    void withoutNodesTheAnswerSaysSo() {
      assertThat(nodes(selecting("disk", "ssd")).rejected())
          .extracting(Rejection::toString)
          .containsExactly("nodes: labels: no nodes are known here; add yours with an overlay");
    }

    /** Nodes whose labels are all known leave nothing to be assumed. */
    @Test
    void everyLabelIsJudged() {
      assertThat(nodes(selecting("disk", "ssd"), NODE).notes()).isEmpty();
      assertThat(names(nodes(selecting("disk", "ssd"), NODE))).isEqualTo("a");
      assertThat(nodes(selecting("team", "x"), NODE).rejected())
          .extracting(Rejection::toString)
          .containsExactly("team: labels: In x requested, and no node has this label");
      assertThat(nodes(selecting("team", "x")).notes()).hasSize(1);
    }
  }
}
