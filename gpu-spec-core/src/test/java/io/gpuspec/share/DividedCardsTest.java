package io.gpuspec.share;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.Devices;
import io.gpuspec.GpuSpec;
import io.gpuspec.SpecCatalog;
import io.gpuspec.scheduling.NodeRequirement;
import io.gpuspec.scheduling.NodeTerm;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.spi.CardParts;
import io.gpuspec.spi.Options;
import io.gpuspec.value.Explained;
import io.gpuspec.value.Note;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Devices of a few rows: a vendor's, and nodes of your own whose labels and resources say how their
 * cards are divided. What a card holds is in NVIDIA's MIG user guide, what the labels say in GPU
 * Feature Discovery.
 */
class DividedCardsTest {
  private static final String CATALOG =
      """
      {
        'target': 'pool', 'edition': '2026-01', 'unit': 'node', 'citation': 'list',
        'citations': {'list': {'title': 'a list', 'date': '2026-01', 'status': 'documented'}},
        'gpus': [
          {'name': 'T4', 'card': 'T4'}, {'name': '1/4*T4', 'card': 'T4'},
          {'name': 'V100-32G', 'card': 'V100-32G'}, {'name': 'A100-40G', 'card': 'A100-40G'},
          {'name': 'RTX-PRO-4500', 'card': 'RTX-PRO-4500'}, {'name': 'K9'},
          {'name': 'NVIDIA-A100-SXM4-40GB-MIG-1g.5gb', 'memory': '5Gi'}
        ],
        'specs': [
          {'name': 't4', 'gpu': 'T4', 'gpus': 2, 'policy': 'unknown'},
          {'name': 'slice', 'gpu': '1/4*T4', 'gpus': 1, 'policy': 'unknown'},
          {'name': 'v100', 'gpu': 'V100-32G', 'gpus': 1, 'policy': 'unknown'},
          {'name': 'a100', 'gpu': 'A100-40G', 'gpus': 8, 'policy': 'unknown'},
          {'name': 'rtx', 'gpu': 'RTX-PRO-4500', 'gpus': 1, 'policy': 'unknown'},
          {'name': 'k9', 'gpu': 'K9', 'gpus': 1, 'policy': 'unknown'},
          {'name': 'own-stated', 'gpu': 'A100-40G', 'gpus': 2, 'policy': 'unknown', 'labels': {'rack': 'a'},
           'resources': {'nvidia.com/mig-1g.5gb': '7', 'nvidia.com/gpu': '1'}},
          {'name': 'own-nic', 'gpu': 'A100-40G', 'gpus': 2, 'policy': 'unknown', 'labels': {'rack': 'b'},
           'resources': {'rdma/hca': '4'}},
          {'name': 'own-single', 'gpu': 'NVIDIA-A100-SXM4-40GB-MIG-1g.5gb', 'gpus': 7, 'policy': 'unknown',
           'labels': {'rack': 'c'},
           'nodeLabels': {'nvidia.com/gpu.product': 'NVIDIA-A100-SXM4-40GB-MIG-1g.5gb'}},
          {'name': 'own-shared', 'gpu': 'T4', 'gpus': 2, 'policy': 'unknown', 'labels': {'rack': 'd'},
           'nodeLabels': {'nvidia.com/gpu.product': 'Tesla-T4-SHARED', 'nvidia.com/gpu.replicas': '4',
                          'nvidia.com/gpu.sharing-strategy': 'time-slicing'}},
          {'name': 'own-renamed', 'gpu': 'T4', 'gpus': 2, 'policy': 'unknown', 'labels': {'rack': 'e'},
           'nodeLabels': {'nvidia.com/gpu.product': 'Tesla-T4', 'nvidia.com/gpu.replicas': '3',
                          'nvidia.com/gpu.sharing-strategy': 'mps'}},
          {'name': 'own-mps', 'gpu': 'T4', 'gpus': 2, 'policy': 'unknown', 'labels': {'rack': 'j'},
           'nodeLabels': {'nvidia.com/gpu.product': 'Tesla-T4-SHARED', 'nvidia.com/gpu.replicas': '3',
                          'nvidia.com/gpu.sharing-strategy': 'mps'}},
          {'name': 'own-before', 'gpu': 'T4', 'gpus': 2, 'policy': 'unknown', 'labels': {'rack': 'f'},
           'nodeLabels': {'nvidia.com/gpu.replicas': '4'}},
          {'name': 'own-whole', 'gpu': 'T4', 'gpus': 2, 'policy': 'unknown', 'labels': {'rack': 'g'},
           'nodeLabels': {'nvidia.com/gpu.product': 'Tesla-T4', 'nvidia.com/gpu.replicas': '1',
                          'nvidia.com/gpu.sharing-strategy': 'none'}},
          {'name': 'own-bare', 'gpu': 'T4', 'gpus': 2, 'policy': 'unknown', 'labels': {'rack': 'h'}},
          {'name': 'own-slice', 'gpu': '1/4*T4', 'gpus': 1, 'policy': 'unknown', 'labels': {'rack': 'i'},
           'nodeLabels': {'nvidia.com/gpu.replicas': '4'}},
          {'name': 'cloud-labelled', 'gpu': 'T4', 'gpus': 2, 'policy': 'unknown',
           'nodeLabels': {'nvidia.com/gpu.replicas': '4'}}
        ]
      }
      """;

  private static final SpecCatalog ROWS =
      SpecCatalog.read(
          "test.json",
          new ByteArrayInputStream(CATALOG.replace('\'', '"').getBytes(StandardCharsets.UTF_8)));

  private static GpuSpec row(String name) {
    return ROWS.specs().stream().filter(row -> row.name().equals(name)).findFirst().orElseThrow();
  }

  /** Options as on the command line, such as {@code mig-strategy=single card-replicas=mps:3}. */
  private static Options options(@Nullable String options) {
    Options chosen = Options.of("2026-01");
    for (String each : options == null ? new String[0] : options.split(" ")) {
      String value = each.substring(each.indexOf('=') + 1);
      chosen =
          switch (each.substring(0, each.indexOf('='))) {
            case "mig-strategy" -> chosen.with(NodeParts.MIG_STRATEGY, value);
            case "mig-layout" -> chosen.with(NodeParts.MIG_LAYOUT, Optional.of(value));
            case "device-plugin-config" -> chosen.with(NodeParts.PLUGIN_CONFIG, Optional.of(value));
            default -> chosen.with(NodeParts.REPLICAS, Optional.of(value));
          };
    }
    return chosen;
  }

  private static CardParts parts(@Nullable String options) {
    return NodeParts.of(options(options));
  }

  /** {@code whole}, {@code replica} or a profile. */
  private static Devices devices(String what) {
    return switch (what) {
      case "whole" -> Devices.any();
      case "replica" -> Devices.any().replica();
      default -> Devices.any().mig(what);
    };
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "t4    |                                            | whole     | 2",
        "t4    |                                            | 1g.5gb    | 0",
        "slice |                                            | whole     | 1",
        "a100  |                                            | whole     | 8",
        "a100  |                                            | 1g.5gb    | 56",
        "a100  |                                            | 1g.10gb   | 32",
        "a100  |                                            | 3g.20gb   | 16",
        "a100  |                                            | 7g.40gb   | 8",
        "a100  |                                            | 1g.5gb+me | 8",
        "a100  |                                            | 2g.20gb   | 0",
        "a100  | card-replicas=time-slicing:4               | 1g.5gb    | 56",
        // Of three slices of compute and four of memory there are two; the card has seven and
        // eight.
        "a100  | mig-layout=3g.20gb,2g.10gb,2g.10gb         | 2g.10gb   | 16",
        "a100  | mig-layout=3g.20gb,2g.10gb,2g.10gb         | 3g.20gb   | 8",
        "a100  | mig-layout=3g.20gb,2g.10gb,2g.10gb         | 1g.5gb    | 0",
        "a100  | mig-layout=3g.20gb,2g.10gb,2g.10gb         | whole     | 0",
        "t4    | mig-layout=3g.20gb,2g.10gb,2g.10gb         | whole     | 2",
        "a100  | mig-layout=3g.20gb,3g.20gb,1g.5gb          | whole     | 8",
        "a100  | mig-layout=3g.20gb,3g.20gb,1g.5gb          | 3g.20gb   | 0",
        "a100  | mig-layout=1g.24gb                         | whole     | 8",
        "a100  | mig-layout=1g.24gb                         | 1g.5gb    | 0",
        "a100  | mig-strategy=single mig-layout=3g.20gb,3g.20gb | 3g.20gb | 16",
        "rtx   |                                            | whole     | 1",
        "rtx   |                                            | 1g.16gb   | 0",
        "t4    | card-replicas=time-slicing:4               | replica   | 8",
        "t4    | card-replicas=time-slicing:4               | whole     | 0",
        "t4    | card-replicas=time-slicing:4:renamed       | replica   | 8",
        "t4    | card-replicas=time-slicing:4:renamed       | whole     | 0",
        "slice | card-replicas=time-slicing:4               | replica   | 0",
        "t4    | card-replicas=mps:48                       | replica   | 96",
        "v100  | card-replicas=mps:16                       | replica   | 16",
        "v100  | card-replicas=mps:17                       | replica   | 0",
        "v100  | card-replicas=time-slicing:17              | replica   | 17",
        "k9    | card-replicas=mps:48                       | replica   | 48",
      })
  void aNodeOfAVendorHasWhatItsCardsHoldAndTheOptionsSay(
      String row, @Nullable String options, String what, int count) {
    assertThat(parts(options).count(row(row), devices(what))).isEqualTo(count);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "own-stated     |                                      | whole   | 1",
        "own-stated     |                                      | 1g.5gb  | 7",
        "own-stated     |                                      | 2g.10gb | 0",
        "own-nic        |                                      | whole   | 2",
        "own-nic        |                                      | 1g.5gb  | 14",
        "own-single     |                                      | whole   | 7",
        "own-single     |                                      | 1g.5gb  | 0",
        "own-single     | mig-strategy=single                  | 1g.5gb  | 7",
        "own-single     | mig-strategy=single                  | 2g.10gb | 0",
        "own-shared     |                                      | whole   | 8",
        "own-shared     | card-replicas=time-slicing:4         | replica | 8",
        "own-shared     | card-replicas=time-slicing:4         | whole   | 0",
        "own-shared     | card-replicas=time-slicing:3         | replica | 0",
        "own-shared     | card-replicas=mps:4                  | replica | 0",
        "own-shared     | card-replicas=time-slicing:4:renamed | replica | 0",
        "own-renamed    |                                      | whole   | 0",
        "own-renamed    | card-replicas=mps:3:renamed          | replica | 6",
        "own-renamed    | card-replicas=mps:3                  | replica | 0",
        "own-before     |                                      | whole   | 8",
        "own-before     | card-replicas=time-slicing:4         | replica | 8",
        // What no label says is what the option says.
        "own-before     | card-replicas=mps:4                  | replica | 8",
        "own-before     | card-replicas=mps:4:renamed          | replica | 8",
        "own-whole      |                                      | whole   | 2",
        "own-bare       |                                      | whole   | 2",
        "own-bare       | card-replicas=time-slicing:4         | replica | 8",
        "cloud-labelled |                                      | whole   | 2",
      })
  void aNodeOfYourOwnHasWhatItsLabelsAndResourcesSay(
      String row, @Nullable String options, String what, int count) {
    assertThat(parts(options).count(row(row), devices(what))).isEqualTo(count);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "t4 | | 1g.5gb | mig: 1g.5gb requested; T4 has no MIG",
        "slice | | 1g.5gb | mig: 1g.5gb requested; a slice has no MIG",
        "a100 | | 2g.20gb | mig: 2g.20gb requested; A100-40GB has 1g.5gb, 1g.5gb+me, 1g.10gb, 2g.10gb, 3g.20gb, 4g.20gb, 7g.40gb",
        "rtx | | 1g.16gb | mig: 1g.16gb requested; how many of it an RTX PRO 4500 Blackwell-32GB holds is not verified",
        "a100 | mig-layout=3g.20gb,3g.20gb | 1g.5gb | mig: 1g.5gb requested; each card is cut into 3g.20gb, 3g.20gb; ask for another profile, or choose another mig-layout",
        "a100 | mig-layout=3g.20gb,3g.20gb,1g.5gb | 1g.5gb | mig: 1g.5gb requested; an A100-40GB does not hold 3g.20gb, 3g.20gb, 1g.5gb together, as mig-layout says; ask for another profile, or choose another mig-layout",
        "a100 | mig-layout=3g.20gb,3g.20gb | whole | mig: whole cards requested; each A100-40G is cut into 3g.20gb, 3g.20gb; ask for an instance, or leave the option mig-layout out",
        "t4 | card-replicas=mps:3 | whole | replicas: no part requested; the nodes make 3 replicas of nvidia.com/gpu (mps) of each; ask for replicas, or leave the option card-replicas out",
        "v100 | card-replicas=mps:17 | replica | replicas: 17 replicas of nvidia.com/gpu (mps) requested; MPS has at most 16 clients on a V100-32G",
        "slice | card-replicas=mps:3 | replica | replicas: 1/4*T4 is not a whole card",
        "own-slice | card-replicas=time-slicing:4 | replica | replicas: 1/4*T4 is not a whole card",
        "own-stated | | 2g.10gb | gpus: 2g.10gb of any GPU x1 requested; the nodes have {nvidia.com/mig-1g.5gb=7, nvidia.com/gpu=1}",
        "own-single | | 1g.5gb | mig: 1g.5gb requested; with strategy single the nodes advertise instances 1g.5gb as GPUs called NVIDIA-A100-SXM4-40GB-MIG-1g.5gb; ask for the GPU NVIDIA-A100-SXM4-40GB-MIG-1g.5gb, or choose the option mig-strategy single and ask for 1g.5gb",
        "own-shared | card-replicas=mps:4 | replica | replicas: 4 replicas of nvidia.com/gpu (mps) requested; the labels of the nodes say time-slicing:4; choose the option card-replicas time-slicing:4",
        "own-renamed | card-replicas=mps:3 | replica | replicas: 3 replicas of nvidia.com/gpu (mps) requested; the labels of the nodes say mps:3:renamed; choose the option card-replicas mps:3:renamed",
        "own-renamed | | whole | replicas: whole cards requested; the nodes make 3 replicas of each; choose the option card-replicas mps:3:renamed, and ask for replicas",
        "own-renamed | card-replicas=mps:3:renamed | whole | replicas: no part requested; the nodes make 3 replicas of nvidia.com/gpu (mps), as nvidia.com/gpu.shared of each; ask for replicas, or leave the option card-replicas out",
      })
  void aRowWithoutTheDevicesSaysWhyAndWhatWouldDo(
      String row, @Nullable String options, String what, String why) {
    CardParts parts = parts(options);

    assertThat(parts.count(row(row), devices(what))).isZero();
    assertThat(parts.whyNone(row(row), devices(what)).text() + fix(parts, row, what))
        .isEqualTo(why);
  }

  /** Without {@code failRequestsGreaterThanOne: false} the pod would be refused on its node. */
  @Test
  void ofCardsSharedByMpsOneReplicaAtATimeIsThere() {
    CardParts parts = parts(null);
    Devices two = Devices.any().count(2);

    assertThat(parts.count(row("own-mps"), Devices.any())).isEqualTo(6);
    assertThat(parts.count(row("own-mps"), two)).isZero();
    assertThat(parts.whyNone(row("own-mps"), two).text())
        .isEqualTo(
            "replicas: 2 replicas requested; the cards are shared by MPS, and the device plugin refuses more than 1 for a container");
    assertThat(parts.count(row("own-shared"), two)).isEqualTo(8);
  }

  /** A T4 of 15109Mi: what one of three may allocate is 5036Mi, and of four 3777Mi. */
  @ParameterizedTest
  @CsvSource({
    "t4,         card-replicas=mps:4,           replica, 3777Mi, 8",
    "t4,         card-replicas=mps:4,           replica, 3778Mi, 0",
    "t4,         card-replicas=time-slicing:4,  replica, 10Gi,   8",
    "k9,         card-replicas=mps:4,           replica, 10Gi,   4",
    "own-mps,    ,                              whole,   5036Mi, 6",
    "own-mps,    ,                              whole,   5037Mi, 0",
    "own-mps,    card-replicas=mps:3,           replica, 5037Mi, 0",
    "own-shared, ,                              whole,   10Gi,   8",
  })
  void aReplicaOfMpsHasItsPartOfTheMemoryAtMost(
      String row, @Nullable String options, String what, String memory, int count) {
    assertThat(parts(options).count(row(row), devices(what).memoryAtLeast(memory)))
        .isEqualTo(count);
  }

  @ParameterizedTest
  @CsvSource({"t4, card-replicas=mps:3, replica", "own-mps, , whole"})
  void aReplicaOfTooLittleMemoryIsAReason(String row, @Nullable String options, String what) {
    assertThat(parts(options).whyNone(row(row), devices(what).memoryAtLeast("10Gi")).text())
        .isEqualTo(
            "replicas: 10Gi of memory requested; MPS lets each of 3 replicas have at most 5036Mi of the card");
  }

  private static String fix(CardParts parts, String row, String what) {
    return parts.whyNone(row(row), devices(what)).fix().map(fix -> "; " + fix).orElse("");
  }

  @ParameterizedTest
  @CsvSource({
    ", whole, nvidia.com/gpu",
    ", 1g.5gb, nvidia.com/mig-1g.5gb",
    ", 1g.5gb+me, nvidia.com/mig-1g.5gb.me",
    ", replica, nvidia.com/gpu",
    "mig-strategy=single, 1g.5gb, nvidia.com/gpu",
    "card-replicas=mps:3, replica, nvidia.com/gpu",
    "card-replicas=mps:3:renamed, replica, nvidia.com/gpu.shared",
    "card-replicas=mps:3:renamed, whole, nvidia.com/gpu",
  })
  void podsRequestDevicesByTheResourceOfThePlugin(
      @Nullable String options, String what, String resource) {
    assertThat(parts(options).resource(devices(what))).isEqualTo(resource);
  }

  /** The labels that pods select, and those that the owner of a node writes; {@code -} for none. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a100 |                                 | 1g.5gb    | - | nvidia.com/mig.config=all-1g.5gb",
        "a100 |                                 | 1g.5gb+me | - | nvidia.com/mig.config=all-1g.5gb.me",
        "a100 |                                 | whole     | - | -",
        "a100 | mig-layout=3g.20gb,3g.20gb      | 3g.20gb   | - | -",
        "a100 | mig-strategy=single             | 1g.5gb    | nvidia.com/mig.config=all-1g.5gb | nvidia.com/mig.config=all-1g.5gb",
        "a100 | mig-strategy=single             | whole     | - | -",
        "t4   | card-replicas=time-slicing:4    | replica   | nvidia.com/gpu.sharing-strategy=time-slicing, nvidia.com/gpu.replicas=4 | nvidia.com/gpu.sharing-strategy=time-slicing, nvidia.com/gpu.replicas=4",
        "t4   | card-replicas=mps:3:renamed     | replica   | - | -",
        "t4   | card-replicas=mps:3:renamed device-plugin-config=slices | replica | - | nvidia.com/device-plugin.config=slices",
        "t4   | card-replicas=mps:3 device-plugin-config=slices | replica | nvidia.com/gpu.sharing-strategy=mps, nvidia.com/gpu.replicas=3 | nvidia.com/gpu.sharing-strategy=mps, nvidia.com/gpu.replicas=3, nvidia.com/device-plugin.config=slices",
        "t4   | card-replicas=mps:3 device-plugin-config=slices | whole | - | -",
        "t4   | card-replicas=time-slicing:4    | whole     | - | -",
        "own-single | mig-strategy=single       | 1g.5gb    | nvidia.com/gpu.product=NVIDIA-A100-SXM4-40GB-MIG-1g.5gb | nvidia.com/mig.config=all-1g.5gb",
        "own-single | mig-strategy=single       | whole     | - | -",
        "own-shared | card-replicas=time-slicing:4 | replica | nvidia.com/gpu.sharing-strategy=time-slicing, nvidia.com/gpu.replicas=4 | nvidia.com/gpu.sharing-strategy=time-slicing, nvidia.com/gpu.replicas=4",
        "own-before | card-replicas=time-slicing:4 | replica | nvidia.com/gpu.replicas=4 | nvidia.com/gpu.sharing-strategy=time-slicing, nvidia.com/gpu.replicas=4",
        "own-bare   | card-replicas=mps:3       | replica   | nvidia.com/gpu.sharing-strategy=mps, nvidia.com/gpu.replicas=3 | nvidia.com/gpu.sharing-strategy=mps, nvidia.com/gpu.replicas=3",
        "cloud-labelled | card-replicas=mps:3   | replica   | nvidia.com/gpu.sharing-strategy=mps, nvidia.com/gpu.replicas=3 | nvidia.com/gpu.sharing-strategy=mps, nvidia.com/gpu.replicas=3",
      })
  void podsSelectTheLabelsThatTellSuchDevicesFromOthersOfTheirResource(
      String row, @Nullable String options, String what, String selected, String written) {
    CardParts parts = parts(options);

    assertThat(text(parts.labels(row(row), devices(what)))).isEqualTo(selected);
    assertThat(text(parts.nodeLabels(devices(what)))).isEqualTo(written);
  }

  private static String text(List<Explained> labels) {
    return labels.isEmpty()
        ? "-"
        : String.join(
            ", ", labels.stream().map(label -> label.path() + "=" + label.value()).toList());
  }

  @Test
  void aLabelHasItsReasonAndItsSource() {
    Explained product =
        parts("mig-strategy=single").labels(row("own-single"), devices("1g.5gb")).get(0);
    Explained config = parts(null).nodeLabels(devices("1g.5gb")).get(0);

    assertThat(product.reason())
        .isEqualTo("the product of such instances, by GPU Feature Discovery");
    assertThat(product.citation().title()).contains("GPU Feature Discovery");
    assertThat(config.reason()).isEqualTo("has NVIDIA's MIG manager cut the cards");
    assertThat(config.citation().title()).contains("mig-parted");
    assertThat(parts("mig-strategy=single").nodeLabels(devices("1g.5gb")).get(0).reason())
        .startsWith("the label by which MIG manager cuts the cards");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a100       |                            | 1g.5gb  | 1 | mig.cut, more",
        "a100       |                            | 1g.5gb  | 2 | mig.cut, mig.several, more",
        "a100       | mig-layout=3g.20gb,3g.20gb | 3g.20gb | 1 | mig.cut, more",
        "own-stated |                            | 1g.5gb  | 1 | ''",
        "own-stated |                            | 1g.5gb  | 2 | mig.several, more",
        "own-single | mig-strategy=single        | 1g.5gb  | 1 | ''",
        "t4         |                            | whole   | 2 | ''",
        "t4         | card-replicas=mps:3        | whole   | 1 | ''",
      })
  void notesSayWhatIsTakenForGrantedOfInstances(
      String row, @Nullable String options, String what, int count, String ids) {
    CardParts parts = NodeParts.of(options(options), Note.of("more", "of the target"));

    assertThat(parts.notes(row(row), devices(what).count(count)).stream().map(Note::id))
        .isEqualTo(ids.isEmpty() ? List.of() : List.of(ids.split(", ")));
  }

  @Test
  void aNoteOnInstancesSaysHowTheCardsAreTakenToBeCut() {
    assertThat(parts(null).notes(row("a100"), devices("1g.5gb").count(2)))
        .extracting(Note::message)
        .containsExactly(
            "each card is taken to be cut into as many 1g.5gb as it holds; say otherwise with the option mig-layout",
            "a CUDA process uses one MIG instance, so 2 of them are for as many processes");
    assertThat(parts("mig-layout=3g.20gb,2g.10gb").notes(row("a100"), devices("3g.20gb")))
        .extracting(Note::message)
        .containsExactly("each card is cut into 3g.20gb, 2g.10gb");
  }

  @Test
  void aNoteOnReplicasSaysWhichConfigMakesThem() {
    List<Note> ofDefault = parts("card-replicas=mps:3").notes(row("t4"), devices("replica"));
    List<Note> ofOther =
        parts("card-replicas=mps:3 device-plugin-config=slices")
            .notes(row("t4"), devices("replica"));

    assertThat(ofDefault).endsWith(Replicas.mps(3).notes().toArray(Note[]::new));
    assertThat(ofDefault.get(0).toString())
        .startsWith(
            "replicas.config: the device plugin makes the replicas if its default config does; if another does, name it with the option device-plugin-config");
    assertThat(ofOther.get(0).message())
        .isEqualTo(
            "the device plugin makes the replicas on nodes with the label nvidia.com/device-plugin.config=slices, if it has that config");
    // The labels of these nodes say that it does.
    assertThat(parts("card-replicas=time-slicing:4").notes(row("own-shared"), devices("replica")))
        .extracting(Note::id)
        .doesNotContain("replicas.config");
  }

  private static PodView asking(String... resources) {
    PodView pod = PodView.empty();
    for (String resource : resources) {
      pod = pod.container(resource, Map.of("cpu", "1"), Map.of(resource, "2"));
    }
    return pod;
  }

  /** What a pod with these resources asks of two cards; {@code ?} where it is no part. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "                                      | nvidia.com/mig-1g.5gb        | 1g.5gb of any GPU x2",
        "                                      | nvidia.com/mig-1g.5gb.me     | 1g.5gb+me of any GPU x2",
        "                                      | nvidia.com/gpu               | ?",
        "                                      | nvidia.com/gpu.shared        | ?",
        "mig-strategy=single                   | nvidia.com/mig-1g.5gb        | ?",
        "mig-strategy=single                   | nvidia.com/gpu               | ?",
        "mig-strategy=single mig-layout=1g.5gb | nvidia.com/gpu               | 1g.5gb of any GPU x2",
        "card-replicas=mps:3                   | nvidia.com/gpu               | replica of any GPU x2",
        "card-replicas=mps:3:renamed           | nvidia.com/gpu.shared        | replica of any GPU x2",
        "card-replicas=mps:3:renamed           | nvidia.com/gpu               | ?",
        "card-replicas=mps:3                   | nvidia.com/mig-1g.5gb        | 1g.5gb of any GPU x2",
        "                                      | nvidia.com/mig-1g.5gb nvidia.com/mig-2g.10gb | ?",
        "                                      | nvidia.com/mig-1g.5gb rdma/hca | 1g.5gb of any GPU x2",
      })
  void aPodAsksForTheKindOfPartThatItsResourceIs(
      @Nullable String options, String resources, String asked) {
    CardParts parts = parts(options);
    PodView pod = asking(resources.split(" "));
    Devices cards = Devices.any().count(2);

    if (asked.equals("?")) {
      assertThat(parts.asked(pod, cards)).isSameAs(cards);
      assertThat(parts.whole(pod)).isSameAs(pod);
      assertThat(parts.refusals(pod.nodeSelector("nvidia.com/mig.config", "all-7g.40gb")))
          .isEmpty();
    } else {
      assertThat(parts.asked(pod, cards)).hasToString(asked);
      assertThat(parts.whole(pod).containers().get(0).limits())
          .containsExactly(Map.entry("nvidia.com/gpu", "2"));
    }
  }

  @Test
  void aPodOfInstancesIsJudgedAsOneOfCardsWithAllElseThatItRequests() {
    PodView pod =
        PodView.empty()
            .container(
                "c",
                Map.of("cpu", "1", "nvidia.com/mig-1g.5gb", "2"),
                Map.of("nvidia.com/mig-1g.5gb", "2", "rdma/hca", "1"))
            .nodeSelector("team", "a");

    PodView whole = parts(null).whole(pod);

    assertThat(whole.containers())
        .containsExactly(
            new PodView.Container(
                "c",
                PodView.Role.MAIN,
                Map.of("cpu", "1", "nvidia.com/gpu", "2"),
                Map.of("nvidia.com/gpu", "2", "rdma/hca", "1")));
    assertThat(whole.nodeSelector()).isEqualTo(Map.of("team", "a"));
  }

  /** With the strategy single, the profile is in a label that the pod selects. */
  @ParameterizedTest
  @CsvSource({
    "nvidia.com/mig.config, all-3g.20gb, 3g.20gb",
    "nvidia.com/gpu.product, NVIDIA-A100-SXM4-40GB-MIG-3g.20gb, 3g.20gb",
    "nvidia.com/mig.config, all-disabled, 1g.5gb",
    "nvidia.com/gpu.product, NVIDIA-A100-SXM4-40GB, 1g.5gb",
    "nvidia.com/gpu.product, -MIG-3g.20gb, 1g.5gb",
    "team, all-3g.20gb, 1g.5gb",
    "team, NVIDIA-A100-SXM4-40GB-MIG-3g.20gb, 1g.5gb",
  })
  void withTheStrategySingleThePodsLabelsSayTheProfileOrElseTheLayout(
      String label, String value, String profile) {
    CardParts single = parts("mig-strategy=single mig-layout=1g.5gb");
    PodView pod = asking("nvidia.com/gpu");
    PodView not =
        pod.nodeTerm(new NodeTerm(List.of(new NodeRequirement(label, "NotIn", List.of(value)))));

    assertThat(single.asked(pod.nodeSelector(label, value), Devices.any()).migProfile())
        .contains(profile);
    assertThat(single.asked(not, Devices.any()).migProfile()).contains("1g.5gb");
  }

  /**
   * {@code met} where all nodes with the devices have such a value, so that nothing is left to be
   * required; {@code open} where it depends; {@code never} where none has.
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "                    | nvidia.com/mig-1g.5gb | nvidia.com/mig.config In all-1g.5gb             | met",
        "                    | nvidia.com/mig-1g.5gb | nvidia.com/mig.config In all-1g.5gb,all-2g.10gb | met",
        "                    | nvidia.com/mig-1g.5gb | nvidia.com/mig.config In all-2g.10gb            | never",
        "                    | nvidia.com/mig-1g.5gb | nvidia.com/mig.config In all-2g.10gb,own        | open",
        "                    | nvidia.com/mig-1g.5gb | nvidia.com/mig.config In all-disabled           | never",
        "                    | nvidia.com/mig-1g.5gb | nvidia.com/mig.config In all-enabled            | never",
        "                    | nvidia.com/mig-1g.5gb | nvidia.com/mig.config In all-balanced           | open",
        "                    | nvidia.com/mig-7g.40gb | nvidia.com/mig.config In all-balanced          | never",
        "                    | nvidia.com/mig-7g.40gb | nvidia.com/mig.config In all-balanced,own      | open",
        "                    | nvidia.com/mig-1g.5gb | nvidia.com/mig.config In 2g.10gb                | open",
        "                    | nvidia.com/mig-1g.5gb | nvidia.com/mig.config NotIn all-1g.5gb          | open",
        "                    | nvidia.com/mig-1g.5gb | nvidia.com/mig.config Exists                    | met",
        "                    | nvidia.com/mig-1g.5gb.me | nvidia.com/mig.config In all-1g.5gb.me       | met",
        "                    | nvidia.com/mig-1g.5gb | nvidia.com/mig.strategy In mixed                | met",
        "                    | nvidia.com/mig-1g.5gb | nvidia.com/mig.strategy In single               | never",
        "                    | nvidia.com/mig-1g.5gb | nvidia.com/mig.strategy DoesNotExist            | open",
        "                    | nvidia.com/mig-1g.5gb | nvidia.com/mig.capable In true                  | met",
        "                    | nvidia.com/mig-1g.5gb | nvidia.com/mig.capable In false                 | never",
        "                    | nvidia.com/mig-1g.5gb | nvidia.com/gpu.replicas In 1                    | met",
        "                    | nvidia.com/mig-1g.5gb | nvidia.com/gpu.replicas In 0                    | met",
        "                    | nvidia.com/mig-1g.5gb | nvidia.com/gpu.replicas In 4                    | open",
        "                    | nvidia.com/mig-1g.5gb | nvidia.com/gpu.sharing-strategy In none         | met",
        "                    | nvidia.com/mig-1g.5gb | nvidia.com/gpu.sharing-strategy In mps          | open",
        "card-replicas=mps:3 | nvidia.com/mig-1g.5gb | nvidia.com/gpu.replicas In 3                    | open",
        "card-replicas=mps:3 | nvidia.com/mig-1g.5gb | nvidia.com/gpu.sharing-strategy In mps          | open",
        "                    | nvidia.com/mig-1g.5gb | team In a                                       | open",
        "mig-strategy=single mig-layout=1g.5gb | nvidia.com/gpu | nvidia.com/mig.strategy In single    | met",
        "mig-strategy=single mig-layout=1g.5gb | nvidia.com/gpu | nvidia.com/mig.strategy In mixed     | never",
        "card-replicas=mps:3 | nvidia.com/gpu | nvidia.com/gpu.replicas In 3                           | met",
        "card-replicas=mps:3 | nvidia.com/gpu | nvidia.com/gpu.replicas In 4                           | never",
        "card-replicas=mps:3 | nvidia.com/gpu | nvidia.com/gpu.sharing-strategy In mps                 | met",
        "card-replicas=mps:3 | nvidia.com/gpu | nvidia.com/gpu.sharing-strategy In time-slicing        | never",
        "card-replicas=mps:3 | nvidia.com/gpu | nvidia.com/mig.config In all-disabled                  | met",
        "card-replicas=mps:3 | nvidia.com/gpu | nvidia.com/mig.config In all-1g.5gb                    | never",
        "card-replicas=mps:3 | nvidia.com/gpu | nvidia.com/mig.strategy In single                      | open",
        "card-replicas=mps:3 | nvidia.com/gpu | nvidia.com/mig.capable In false                        | open",
      })
  void aLabelOfDividedCardsIsComparedWithWhatThePodRequests(
      @Nullable String options, String resource, String label, String verdict) {
    String[] words = label.split(" ");
    NodeRequirement asked =
        new NodeRequirement(
            words[0], words[1], words.length < 3 ? List.of() : List.of(words[2].split(",")));
    PodView pod = asking(resource).nodeTerm(new NodeTerm(List.of(asked)));
    CardParts parts = parts(options);

    assertThat(parts.whole(pod).nodeRequirements())
        .isEqualTo(verdict.equals("open") ? List.of(asked) : List.of());
    assertThat(parts.refusals(pod)).hasSize(verdict.equals("never") ? 1 : 0);
  }

  @Test
  void aRefusalNamesTheLabelAndTheDevicesOnce() {
    NodeRequirement never = NodeRequirement.in("nvidia.com/gpu.replicas", "4");
    PodView shared =
        asking("nvidia.com/gpu")
            .nodeSelector("nvidia.com/gpu.replicas", "4")
            .nodeTerm(new NodeTerm(List.of(never)))
            .nodeTerm(new NodeTerm(List.of(never)));

    assertThat(parts("card-replicas=mps:3").refusals(shared))
        .extracting(Object::toString)
        .containsExactly(
            "nvidia.com/gpu.replicas: labels: In [4] requested, and no node with that has 3 replicas of nvidia.com/gpu (mps), which the pod requests");
    assertThat(
            parts("mig-strategy=single mig-layout=1g.5gb")
                .refusals(
                    asking("nvidia.com/gpu").nodeSelector("nvidia.com/mig.strategy", "mixed")))
        .extracting(Object::toString)
        .containsExactly(
            "nvidia.com/mig.strategy: labels: In [mixed] requested, and no node with that has instances of 1g.5gb as nvidia.com/gpu, which the pod requests");
    assertThat(
            parts(null)
                .refusals(
                    asking("nvidia.com/mig-1g.5gb")
                        .nodeSelector("nvidia.com/mig.capable", "false")))
        .extracting(Object::toString)
        .containsExactly(
            "nvidia.com/mig.capable: labels: In [false] requested, and no node with that has nvidia.com/mig-1g.5gb, which the pod requests");
  }

  @Test
  void ofSeveralTermsOneThatANodeCanHaveIsEnough() {
    NodeTerm never =
        new NodeTerm(List.of(NodeRequirement.in("nvidia.com/mig.config", "all-2g.10gb")));
    NodeTerm open = new NodeTerm(List.of(NodeRequirement.in("team", "a")));
    PodView pod = asking("nvidia.com/mig-1g.5gb").nodeTerm(never);
    CardParts parts = parts(null);

    assertThat(parts.refusals(pod)).hasSize(1);
    assertThat(parts.refusals(pod.nodeTerm(open))).isEmpty();
    assertThat(parts.whole(pod.nodeTerm(open)).nodeTerms()).containsExactly(open);
  }

  /**
   * Nodes of your own have the product of the instances or replicas, a cloud's that of the card.
   */
  @ParameterizedTest
  @CsvSource({
    "NVIDIA-A100-SXM4-40GB-MIG-1g.5gb, NVIDIA-A100-SXM4-40GB",
    "Tesla-T4-SHARED, Tesla-T4",
    "Tesla-T4,",
    "-MIG-1g.5gb,",
  })
  void aProductIsThatOfThePartsOrOfTheCard(String product, @Nullable String card) {
    PodView pod =
        asking("nvidia.com/mig-1g.5gb")
            .nodeTerm(new NodeTerm(List.of(NodeRequirement.in("nvidia.com/gpu.product", product))));

    assertThat(parts(null).whole(pod).nodeRequirements())
        .containsExactly(
            card == null
                ? NodeRequirement.in("nvidia.com/gpu.product", product)
                : NodeRequirement.in("nvidia.com/gpu.product", product, card));
  }

  @Test
  void whatNoCardCanBeDividedIntoIsRefused() {
    assertError(() -> parts(null).check(devices("1g.7gb")), "mig.unknown", "1g.7gb");
    assertError(() -> parts("mig-layout=1g.5gb,1g.7gb"), "mig.unknown", "1g.7gb");
    assertError(() -> parts(null).check(devices("replica")), "share.missing");
    assertError(
        () -> parts("card-replicas=mps:3").check(devices("replica").count(2)),
        "share.out-of-range");
    parts("card-replicas=mps:3").check(devices("replica"));
    parts("card-replicas=time-slicing:4").check(devices("replica").count(2));
    parts(null).check(devices("1g.5gb"));
    parts(null).check(devices("whole").count(8));
  }

  @Test
  void optionsThatContradictEachOtherAreRefused() {
    assertError(
        () -> parts("mig-strategy=single mig-layout=3g.20gb,2g.10gb"),
        "option.conflict",
        "3g.20gb,2g.10gb");
    assertError(() -> parts("device-plugin-config=slices"), "option.conflict", "slices");
    assertError(() -> parts("mig-strategy=single card-replicas=mps:3"), "option.conflict", "mps:3");
  }

  @Test
  void theOptionsAreThoseOfEveryTargetWithTheDevicePlugin() {
    assertThat(NodeParts.options())
        .containsExactly(
            NodeParts.MIG_STRATEGY,
            NodeParts.MIG_LAYOUT,
            NodeParts.REPLICAS,
            NodeParts.PLUGIN_CONFIG);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "                                              | mixed",
        "mig-layout=3g.20gb,2g.10gb                    | mixed, 3g.20gb+2g.10gb",
        "mig-strategy=single                           | single",
        "card-replicas=time-slicing:4                  | mixed, 4 replicas of nvidia.com/gpu (time-slicing)",
      })
  void thePartsAreWrittenAsTheOptionsSay(@Nullable String options, String text) {
    assertThat(parts(options)).hasToString(text);
  }

  @Test
  void onlyTheBalancedConfigurationMixesProfiles() {
    assertError(
        () -> Devices.of("A100-40GB").mig("1g.5gb").migConfig("all-1g.5gb"),
        "mig.unknown",
        "all-1g.5gb");
  }
}
