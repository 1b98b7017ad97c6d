package io.gpuspec.judges;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.gpuspec.Gpus;
import io.gpuspec.manifest.Manifests;
import io.gpuspec.manifest.inspect.Inspector;
import io.gpuspec.manifest.inspect.ManifestFinding;
import io.gpuspec.rule.Severity;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.regex.Pattern;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/**
 * Built manifests with one random change: what the API server rejects has a finding of severity
 * error, and what it admits has none of the rules that say that it would not.
 */
class InspectorJudge {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Inspector INSPECTOR = Inspector.of(Gpus.load());

  /** A field as the server's messages begin with it; decoding names it without its place. */
  private static final Pattern FIELD =
      Pattern.compile(
          "((?:spec|metadata)[^ :]*): (?:Invalid|Required|Duplicate|Unsupported|Forbidden|Too|Not)");

  private static Trial trial;

  @BeforeContainer
  static void begin() {
    AdmissionJudge.whatWorkloadsNameIsThere();
    trial =
        Trial.of(
            "kube-apiserver",
            ControlPlane.shared().version(),
            "rejects a changed manifest if the inspector says that it would");
  }

  @AfterContainer
  static void end() {
    trial.close();
  }

  @Property(
      tries = 1500,
      edgeCases = EdgeCasesMode.NONE,
      shrinking = ShrinkingMode.OFF,
      seed = "20261128")
  void mutations(@ForAll("anywhere") Intent intent, @ForAll long seed) {
    Optional<Manifests> built = intent.build();
    Assume.that(built.isPresent());
    Random random = new Random(seed);
    List<HasMetadata> objects = built.get().objects();
    ObjectNode object = tree(objects.get(random.nextInt(objects.size())));
    Optional<String> what = Mutation.of(object, random);
    Assume.that(what.isPresent());
    String text = object.toPrettyString();

    Admission.Verdict verdict = new Admission(ControlPlane.shared().client()).of(text);
    // An object that another one names may be there in a real cluster.
    Assume.that(verdict.said().stream().noneMatch(said -> said.contains("not found")));
    List<ManifestFinding> errors =
        INSPECTOR.parse("mutated", text).findings().stream()
            .filter(each -> each.severity() == Severity.ERROR)
            .toList();
    boolean agreed =
        verdict.admitted()
            ? errors.stream().noneMatch(InspectorJudge::isServers)
            : errors.stream().anyMatch(each -> isNamed(each, verdict.said().toString()));
    trial.agreed(
        agreed,
        () ->
            "%s\nserver: %s\ninspector: %s\n%s"
                .formatted(what.get(), verdict.said(), errors, text));
  }

  /**
   * Returns whether the server names the field of a finding, one next to it, or what it is in; of a
   * selector that misses the labels, the server names the labels, and a finding the selector.
   */
  private static boolean isNamed(ManifestFinding finding, String said) {
    List<String> named = FIELD.matcher(said).results().map(found -> path(found.group(1))).toList();
    String own = path(finding.path());
    return named.isEmpty()
        || (said.contains("`selector`") && own.contains("selector"))
        || named.stream().anyMatch(each -> each.startsWith(own) || own.startsWith(parent(each)));
  }

  private static String path(String written) {
    return written
        .replaceAll("[\\[\\]'\"]+", ".")
        .replaceAll("\\.+$", "")
        .replaceAll("(^|\\.)metadata\\b", "");
  }

  private static String parent(String path) {
    return path.substring(0, Math.max(0, path.lastIndexOf('.')));
  }

  private static boolean isServers(ManifestFinding finding) {
    return SERVERS.contains(finding.rule().id());
  }

  private static final Set<String> SERVERS =
      Set.of(
          "annotation-not-text",
          "field-misspelt",
          "field-unknown",
          "field-missing",
          "field-of-another-type",
          "field-value-refused");

  private static ObjectNode tree(HasMetadata object) {
    return JSON.convertValue(object, ObjectNode.class);
  }

  @Provide
  Arbitrary<Intent> anywhere() {
    return Arbitraries.of("tke", "eks", "ack", "ack/eci", "tke/qgpu", "ack/cgpu")
        .flatMap(Intents::on);
  }
}
