package io.gpuspec.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.management.ThreadMXBean;
import io.gpuspec.GpuUses;
import io.gpuspec.Gpus;
import io.gpuspec.Overlay;
import io.gpuspec.SpecCatalog;
import io.gpuspec.claim.NodeDevices;
import io.gpuspec.fleet.ClusterState;
import io.gpuspec.fleet.DemandLines;
import io.gpuspec.fleet.TraceFile;
import io.gpuspec.json.JsonLines;
import io.gpuspec.manifest.claim.ClaimFile;
import io.gpuspec.manifest.inspect.Baseline;
import io.gpuspec.manifest.inspect.InspectSettings;
import io.gpuspec.manifest.inspect.Inspector;
import io.gpuspec.manifest.intent.DevicePluginFile;
import io.gpuspec.manifest.intent.FleetFile;
import io.gpuspec.manifest.intent.Intent;
import io.gpuspec.manifest.intent.IntentFile;
import io.gpuspec.manifest.migrate.Migration;
import io.gpuspec.manifest.read.WorkloadFile;
import io.gpuspec.mig.MigGpu;
import io.gpuspec.rule.RuleFile;
import io.gpuspec.spi.OptionFile;
import io.gpuspec.value.GpuSpecException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/**
 * A hundred thousand characters for every value and every key of every kind of file that is read:
 * each file is read and used, or refused with an error of the library, and what that allocates is
 * bounded by the length of the file.
 */
@Tag("slow")
class LongStringsTest {
  private static final int LENGTH = 100_000;

  /** Parts that names, versions, amounts, lists and expressions repeat. */
  private static final List<String> PARTS = List.of("a", "a.", "1", "1s", "a,", "a-/", "(", "\"'");

  /** The bytes that a character of the file may cost, in all that is done with the file. */
  private static final long MOST_BYTES_OF_A_CHARACTER = 2_000;

  private static final int LONGEST_MESSAGE = LENGTH / 2;

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Gpus GPUS = Gpus.load();
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /** Reads a text and does with it what it is read for. */
  private interface Use {
    void of(String text) throws IOException;
  }

  static Stream<Arguments> kinds() throws IOException {
    return Stream.of(
        kind(
            "catalogs", seeds("catalogs", "cloud.json"), t -> SpecCatalog.read("f", in(t)).table()),
        kind("uses", seeds("catalogs", "uses.json"), t -> GpuUses.read("f", in(t)).toString()),
        kind("options", seeds("catalogs", "options.json"), t -> OptionFile.read("f", in(t))),
        kind("rules", seeds("catalogs", "rules.yaml"), t -> RuleFile.read("f", in(t))),
        kind("overlays", seeds("overlays", "note.yaml", "prices.yaml"), LongStringsTest::overlay),
        kind("intents", intents(), LongStringsTest::intent),
        kind(
            "configs of the device plugin",
            seeds("intents", "config.yaml"),
            t -> DevicePluginFile.parse("f", t).toString()),
        kind("settings", List.of(SETTINGS), LongStringsTest::settings),
        kind("manifests", manifests(), LongStringsTest::manifest),
        kind("claims", seeds("claims", "claim.yaml"), LongStringsTest::claim),
        kind("clusters", seeds("nodes", "cluster.json"), LongStringsTest::cluster),
        kind(
            "backups",
            seeds("nodes", "saved.json"),
            t -> ClusterBackup.parse("f", t).yaml().toString()),
        kind(
            "lines of requests",
            List.of("{\"names\": [\"T4\"], \"cpu\": \"3\", \"memory\": \"10Gi\", \"id\": \"a\"}"),
            LongStringsTest::line));
  }

  private static final String SETTINGS =
      """
      include: [gpu-count]
      exclude: [gpu-count]
      severity: {gpu-count: warning}
      ignorePaths: ["charts/**"]
      provider: eks
      edition: 2026-01
      options: {spot: "true"}
      kubernetesVersion: "1.34"
      """;

  private static Arguments kind(String name, List<String> files, Use use) {
    return Arguments.of(name, files, use);
  }

  private static Path seed(String folder) {
    return Guides.root().resolve("verification/fuzz/seeds").resolve(folder);
  }

  private static List<String> seeds(String folder, String... names) throws IOException {
    List<String> texts = new ArrayList<>();
    for (String name : names) {
      texts.add(Files.readString(seed(folder).resolve(name)));
    }
    return texts;
  }

  /** Every kind of intent that a guide shows. */
  private static List<String> intents() throws IOException {
    Map<String, String> byKind = new LinkedHashMap<>();
    for (GuidePage page : Guides.guides()) {
      for (GuidePage.Block block : page.files()) {
        if (block.text().contains("apiVersion: gpuspec.io/v1")) {
          for (Object each : documents(block.text())) {
            byKind.putIfAbsent(String.valueOf(((Map<?, ?>) each).get("kind")), json(each));
          }
        }
      }
    }
    assertThat(byKind).hasSizeGreaterThan(8);
    return List.copyOf(byKind.values());
  }

  private static List<String> manifests() throws IOException {
    Path field =
        Guides.root().resolve("gpu-manifest-builder/src/test/resources/io/gpuspec/manifest/field");
    List<String> texts = new ArrayList<>(seeds("manifests", "deployment.yaml"));
    for (String name : List.of("026-gpu-memory-gt", "108-qgpu-offline", "126-vc-mpi-h100")) {
      texts.add(Files.readString(field.resolve(name + ".yaml")));
    }
    return texts;
  }

  private static InputStream in(String text) {
    return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
  }

  private static void overlay(String text) {
    Overlay overlay = Overlay.parse("f", text);
    GPUS.overlay(overlay).in(overlay.target()).catalog().table();
  }

  private static void intent(String text) {
    IntentFile file = IntentFile.parse("f", text);
    file.problems().forEach(LongStringsTest::isShort);
    for (Intent each : file.intents()) {
      each.yaml();
      each.on(GPUS.in("tke")).yaml();
    }
    for (Intent each : file.platform()) {
      each.yaml();
      each.objects(GPUS).yaml();
    }
  }

  private static void settings(String text) {
    Inspector.of(GPUS)
        .with(InspectSettings.parse("f", text))
        .parse("p.yaml", "{apiVersion: v1, kind: Pod, metadata: {name: p}}");
  }

  private static void manifest(String text) throws IOException {
    WorkloadFile.parse("f", text).on(GPUS).toString();
    Inspector.of(GPUS).parse("f", text).writeJson(new StringWriter());
    Migration.from(GPUS.in("eks")).to(GPUS.in("ack")).parse("f", text).yaml();
    FleetFile.parse("f", text, GPUS.in("eks"), each -> each);
  }

  private static void claim(String text) {
    ClaimFile.parse("f", text).allocate(NodeDevices.of(MigGpu.of("A100-40GB"), 2)).toString();
  }

  private static void cluster(String text) {
    ClusterState state = ClusterState.parse(text);
    state.nodes().toString();
    state.views().toString();
  }

  private static void line(String text) throws IOException {
    JsonLines.match(GPUS.in("eks"), each -> each, new StringReader(text), new StringBuilder());
    DemandLines.read(text, LongStringsTest::isShort);
  }

  private static Iterable<Object> documents(String text) {
    return new Load(LoadSettings.builder().build()).loadAllFromString(text);
  }

  private static String json(Object tree) {
    try {
      return JSON.writeValueAsString(tree);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("kinds")
  void everyStringMayBeAnyLength(String name, List<String> files, Use use) {
    TreeSet<String> wrong = new TreeSet<>();
    int tried = 0;
    for (String file : files) {
      for (Object document : documents(file)) {
        int strings = replaced(document, Integer.MAX_VALUE, "").count;
        for (int i = 0; i < strings; i++) {
          String part = PARTS.get((tried + i) % PARTS.size());
          Replaced longer = replaced(document, i, part.repeat(LENGTH / part.length()));
          check(use, json(longer.tree), name + ": " + longer.what + " of " + part, wrong);
        }
        tried += strings;
      }
    }

    assertThat(wrong).isEmpty();
    assertThat(tried).isPositive();
  }

  /** Lines and cells are the strings of these. */
  @ParameterizedTest
  @MethodSource("parts")
  void soMayLinesAndCells(String part) {
    String text = part.repeat(LENGTH / part.length());
    TreeSet<String> wrong = new TreeSet<>();
    check(t -> Baseline.parse("f", t).toString(), text, "a baseline", wrong);
    check(
        t -> Baseline.parse("f", t).toString(),
        "0123456789abcdef " + text,
        "an object of a baseline",
        wrong);
    check(t -> TraceFile.nodes(t, "f"), "sn,cpu_milli\n" + text + ",1\n", "a node", wrong);
    check(t -> TraceFile.pods(t, "f"), "name,cpu_milli\n" + text + ",1\n", "a pod", wrong);
    check(t -> TraceFile.nodes(t, "f"), text + "\n", "a heading", wrong);
    check(LongStringsTest::manifest, text, "a manifest", wrong);
    check(LongStringsTest::line, text, "a line", wrong);

    assertThat(wrong).isEmpty();
  }

  static List<String> parts() {
    return PARTS;
  }

  private static void check(Use use, String text, String what, TreeSet<String> wrong) {
    long before = THREADS.getThreadAllocatedBytes(Thread.currentThread().getId());
    try {
      use.of(text);
    } catch (GpuSpecException refused) {
      if (refused.getMessage().length() > LONGEST_MESSAGE) {
        wrong.add(what + ": a message of " + refused.getMessage().length());
      }
    } catch (IOException | RuntimeException | StackOverflowError e) {
      wrong.add(what + ": " + e.getClass().getName());
    }
    long used = THREADS.getThreadAllocatedBytes(Thread.currentThread().getId()) - before;
    if (used > MOST_BYTES_OF_A_CHARACTER * text.length()) {
      wrong.add(what + ": " + used / text.length() + " bytes of a character");
    }
  }

  private static void isShort(GpuSpecException problem) {
    assertThat(problem.getMessage().length()).isLessThan(LONGEST_MESSAGE);
  }

  /** A tree of which one string is another; {@code count} is how many strings there are. */
  private static final class Replaced {
    private final int at;
    private final String by;
    private int count;
    private String what = "";
    private Object tree = "";

    private Replaced(int at, String by) {
      this.at = at;
      this.by = by;
    }

    private Object copy(Object node, String path) {
      if (node instanceof Map<?, ?> map) {
        Map<Object, Object> copy = new LinkedHashMap<>();
        for (Map.Entry<?, ?> each : map.entrySet()) {
          String key = String.valueOf(each.getKey());
          copy.put(text(key, path + "/" + key + "?"), copy(each.getValue(), path + "/" + key));
        }
        return copy;
      }
      if (node instanceof List<?> list) {
        List<Object> copy = new ArrayList<>();
        for (Object each : list) {
          copy.add(copy(each, path + "/" + copy.size()));
        }
        return copy;
      }
      return node instanceof String text ? text(text, path) : node == null ? "" : node;
    }

    private String text(String text, String path) {
      if (count++ != at) {
        return text;
      }
      what = path;
      return by;
    }
  }

  private static Replaced replaced(Object document, int at, String by) {
    Replaced replaced = new Replaced(at, by);
    replaced.tree = replaced.copy(document, "");
    return replaced;
  }
}
