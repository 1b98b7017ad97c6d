package io.gpuspec.judges;

import static org.assertj.core.api.Assertions.assertThat;

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
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.lifecycle.AddLifecycleHook;

/**
 * Built manifests with one random change: what the API server rejects has a finding of severity
 * error, and what it admits has none of the rules that say that it would not.
 */
@Judge("kube-apiserver")
@AddLifecycleHook(PropertyTrial.class)
class InspectorJudge {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Inspector INSPECTOR = Inspector.of(Gpus.load());

  @Property(
      tries = 1500,
      edgeCases = EdgeCasesMode.NONE,
      shrinking = ShrinkingMode.OFF,
      seed = "20261124")
  @Label("rejects what the inspector calls an error of form, and nothing else")
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
    List<ManifestFinding> errors =
        INSPECTOR.parse("mutated", text).findings().stream()
            .filter(each -> each.severity() == Severity.ERROR)
            .toList();
    if (verdict.admitted()) {
      assertThat(errors.stream().filter(InspectorJudge::isServers))
          .as(what + "\n" + text)
          .isEmpty();
    } else {
      assertThat(errors).as(what + "\n" + verdict.said() + "\n" + text).isNotEmpty();
    }
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
