package io.gpuspec.manifest.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.gpuspec.GpuRequest;
import io.gpuspec.Gpus;
import io.gpuspec.Target;
import io.gpuspec.manifest.error.ManifestException;
import io.gpuspec.value.Note;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/**
 * Manifests as public repositories have them, of every kind that is read and some that are not. A
 * case says by hand, from the rules of the kind's controller, how many pods run with how many GPUs
 * each. It begins with the file that was read for it, {@code seen: owner/repository/path@commit},
 * and says in few words what matters of that file; or with {@code made} if no file is known that
 * says the same.
 */
class CorpusTest {
  private static final Path CORPUS =
      Path.of("../gpu-manifest-builder/src/test/resources/io/gpuspec/manifest/corpus");

  private static final Target EKS = Gpus.load().in("eks");
  private static final Pattern SOURCE =
      Pattern.compile("\\A# (seen: [\\w.-]+/[\\w.-]+/\\S+|made)\n");
  private static final Pattern GPU =
      Pattern.compile(
          "(?i).*(gpu|vcuda|mig-|ascend|/mlu|/dcu|/gcu|/xpu|i915|gpu\\.intel\\.com/xe|[sdqc]px).*");
  private static final Set<String> WHOLE = Set.of("nvidia.com/gpu", "gpu");
  private static final Set<String> AMOUNTS = Set.of("limits", "requests");

  /**
   * @param expected {@code 2 x 8 worker (1..4)}: pods, GPUs of each, task, range; {@code not
   *     judged:} or {@code problem:} and what is said; or {@code none}
   */
  record Case(String file, int number, List<String> expected, String manifest) {
    static Case of(String file, int number, String text) {
      List<String> lines = text.lines().toList();
      return new Case(
          file,
          number,
          lines.stream().filter(l -> l.startsWith("#= ")).map(l -> l.substring(3)).toList(),
          text);
    }

    List<String> pods() {
      return expected.stream().filter(line -> line.matches("[1-9].*")).toList();
    }

    /** Returns how many templates run no pods, such as the workers of a group of one. */
    long unused() {
      return expected.stream().filter(line -> line.startsWith("0 x ")).count();
    }

    List<String> said(String prefix) {
      return expected.stream()
          .filter(line -> line.startsWith(prefix))
          .map(line -> line.substring(prefix.length()))
          .toList();
    }

    FileMatches matches() {
      return WorkloadFile.parse(file, manifest).on(EKS);
    }

    /** Returns why no part of the file is read: a template that is not rendered is no YAML. */
    Optional<String> refusal() {
      try {
        matches();
        return Optional.empty();
      } catch (ManifestException refused) {
        return Optional.of(refused.getMessage());
      }
    }

    @Override
    public String toString() {
      return file + " " + number + " " + expected;
    }
  }

  /** Read once, because PIT runs each case by itself. */
  private static final List<Case> CASES = read();

  private static List<Case> read() {
    List<Case> cases = new ArrayList<>();
    try (Stream<Path> files = Files.list(CORPUS)) {
      for (Path file : files.sorted().toList()) {
        String[] texts = Files.readString(file).split("(?m)^---\n");
        for (int i = 0; i < texts.length; i++) {
          cases.add(Case.of(file.getFileName().toString(), i + 1, texts[i]));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return cases;
  }

  static List<Case> cases() {
    return CASES;
  }

  @ParameterizedTest
  @MethodSource("cases")
  void everyPodIsCountedAsItsControllerDoes(Case each) {
    if (each.refusal().isPresent()) {
      assertSaid(List.of(each.refusal().get()), each.said("problem: "));
      return;
    }
    FileMatches matches = each.matches();

    assertThat(matches.matches().stream().flatMap(CorpusTest::pods).toList())
        .as("%s", matches)
        .containsExactlyInAnyOrderElementsOf(each.pods());
    assertSaid(matches.problems(), each.said("problem: "));
    assertSaid(matches.notJudged(), each.said("not judged: "));
  }

  private static void assertSaid(Collection<?> messages, List<String> said) {
    said.forEach(
        words -> assertThat(messages).anySatisfy(m -> assertThat(m.toString()).contains(words)));
    assertThat(messages)
        .allSatisfy(message -> assertThat(said).anyMatch(message.toString()::contains));
  }

  private static Stream<String> pods(FileMatches.WorkloadMatch each) {
    return each.match().filter(match -> match.isJudged()).stream()
        .map(
            match ->
                pods(match.request())
                    + each.workload().task().map(" "::concat).orElse("")
                    + each.workload()
                        .found()
                        .range()
                        .map(range -> " (%d..%d)".formatted(range.least(), range.most()))
                        .orElse(""));
  }

  private static String pods(GpuRequest request) {
    return request.replicas() + " x " + request.devices().count();
  }

  /** A counter of its own: it knows no kinds, and looks for amounts of GPUs at any depth. */
  @ParameterizedTest
  @MethodSource("cases")
  void noRequestForAGpuIsPassedOverInSilence(Case each) {
    assumeThat(each.refusal()).isEmpty();
    long templates = templates(each.manifest()) - each.unused();
    FileMatches matches = each.matches();
    long found =
        matches.matches().stream().flatMap(CorpusTest::pods).count()
            + matches.notJudged().size()
            + matches.problems().size();

    assertThat(found).as("%s", matches).isGreaterThanOrEqualTo(templates);
    if (templates > 0) {
      assertThat(matches.notes()).extracting(Note::id).doesNotContain("file.no-gpu");
    }
  }

  private static long templates(String manifest) {
    try {
      long sum = 0;
      for (Object document : new Load(LoadSettings.builder().build()).loadAllFromString(manifest)) {
        sum += count(document);
      }
      return sum;
    } catch (RuntimeException unreadable) {
      return 0;
    }
  }

  /** Counts each PodSpec with a GPU once, and each other object with amounts of GPUs. */
  private static long count(Object node) {
    if (node instanceof Map<?, ?> map) {
      long sum =
          map.entrySet().stream()
              .mapToLong(
                  entry ->
                      asksForGpu(entry.getKey(), entry.getValue()) ? 1 : count(entry.getValue()))
              .sum();
      return map.containsKey("containers") ? Math.min(1, sum) : sum;
    }
    return node instanceof List<?> list ? list.stream().mapToLong(CorpusTest::count).sum() : 0;
  }

  private static boolean asksForGpu(Object key, Object value) {
    Predicate<Object> isGpu = name -> GPU.matcher(String.valueOf(name)).matches();
    return key.equals("resources")
        && value instanceof Map<?, ?> amounts
        && amounts.entrySet().stream()
            .filter(part -> AMOUNTS.contains(part.getKey()))
            .filter(part -> part.getValue() instanceof Map)
            .flatMap(part -> ((Map<?, ?>) part.getValue()).entrySet().stream())
            .anyMatch(one -> isGpu.test(one.getKey()) && !one.getValue().equals(0));
  }

  /**
   * The same counter's GPUs of each pod, where it asks for whole ones, are those that were counted
   * by hand. Spark, KServe's old servers and shares of cards have other words, which it does not
   * know; what they ask for is only counted by hand.
   */
  @ParameterizedTest
  @MethodSource("cases")
  void gpusOfEachPodAreCountedByHandAndByTheCounter(Case each) {
    assumeThat(each.said("problem: ")).isEmpty();
    assumeThat(each.said("not judged: ")).isEmpty();
    List<Integer> counted = gpus(each.manifest());
    assumeThat(counted).isNotEmpty();

    assertThat(
            each.expected().stream()
                .filter(line -> line.matches("[0-9].*"))
                .map(line -> Integer.valueOf(line.split(" ")[2]))
                .toList())
        .containsExactlyInAnyOrderElementsOf(counted);
  }

  private static List<Integer> gpus(String manifest) {
    List<Integer> gpus = new ArrayList<>();
    new Load(LoadSettings.builder().setAllowDuplicateKeys(true).build())
        .loadAllFromString(manifest)
        .forEach(document -> addGpus(document, gpus));
    return gpus;
  }

  private static void addGpus(Object node, List<Integer> gpus) {
    if (node instanceof List<?> list) {
      list.forEach(item -> addGpus(item, gpus));
    } else if (node instanceof Map<?, ?> map) {
      int here = map.containsKey("containers") ? ofPod(map) : ofContainer(map);
      if (here > 0) {
        gpus.add(here);
      } else {
        map.values().forEach(value -> addGpus(value, gpus));
      }
    }
  }

  /** The API's rule: init containers run before the others, one at a time. */
  private static int ofPod(Map<?, ?> spec) {
    int beside = 0;
    int most = 0;
    for (Map<?, ?> init : containers(spec, "initContainers")) {
      if ("Always".equals(init.get("restartPolicy"))) {
        beside += ofContainer(init);
      } else {
        most = Math.max(most, beside + ofContainer(init));
      }
    }
    int main = containers(spec, "containers").stream().mapToInt(CorpusTest::ofContainer).sum();
    return Math.max(most, beside + main);
  }

  private static List<? extends Map<?, ?>> containers(Map<?, ?> spec, String field) {
    return spec.get(field) instanceof List<?> list
        ? list.stream().filter(Map.class::isInstance).map(item -> (Map<?, ?>) item).toList()
        : List.of();
  }

  private static int ofContainer(Map<?, ?> container) {
    return Stream.of("resources", "resourcesPerNode")
        .map(container::get)
        .filter(Map.class::isInstance)
        .map(amounts -> ((Map<?, ?>) amounts).get("limits"))
        .filter(Map.class::isInstance)
        .flatMap(limits -> ((Map<?, ?>) limits).entrySet().stream())
        .filter(limit -> WHOLE.contains(limit.getKey()))
        .mapToInt(limit -> Integer.parseInt(String.valueOf(limit.getValue())))
        .sum();
  }

  @Test
  void theCorpusIsLargeAndOfManyKinds() throws IOException {
    Set<String> kinds = new TreeSet<>();
    for (Case each : cases()) {
      Pattern.compile("(?m)^kind: \"?(\\w+)")
          .matcher(each.manifest())
          .results()
          .forEach(found -> kinds.add(found.group(1)));
      assertThat(each.expected()).as("%s", each).isNotEmpty();
      assertThat(each.manifest()).as("%s", each).containsPattern(SOURCE);
    }
    assertThat(cases().stream().filter(each -> each.manifest().startsWith("# seen: ")))
        .hasSizeGreaterThanOrEqualTo(200);
    assertThat(kinds).hasSizeGreaterThanOrEqualTo(100);
  }
}
