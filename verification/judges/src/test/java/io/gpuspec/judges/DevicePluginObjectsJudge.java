package io.gpuspec.judges;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.gpuspec.manifest.PlatformObjects;
import io.gpuspec.manifest.platform.DevicePlugin;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AddLifecycleHook;
import net.jqwik.api.lifecycle.BeforeContainer;

/**
 * Whatever device plugin is built, the API server admits all of its objects without a warning and
 * keeps them as they were written.
 */
@Judge("kube-apiserver")
@AddLifecycleHook(PropertyTrial.class)
class DevicePluginObjectsJudge {
  @BeforeContainer
  static void namespacesAreThere() {
    AdmissionJudge.whatWorkloadsNameIsThere();
  }

  @Property(tries = 200, edgeCases = EdgeCasesMode.NONE, seed = "20261128")
  @Label("admits and keeps device plugins")
  void admitsAndKeeps(@ForAll("plugins") Said<DevicePlugin> plugin) {
    PlatformObjects built = plugin.get().objects();
    String text = built.yamlWithComments().toString();
    Admission.Verdict verdict = new Admission(ControlPlane.shared().client()).of(text);
    JsonNode objects = Trees.read(built.json()).path("items");

    assertThat(verdict.said()).as(text).isEmpty();
    assertThat(verdict.admitted()).as(text).isTrue();
    for (int i = 0; i < objects.size(); i++) {
      assertThat(Kept.lost(objects.get(i), verdict.kept().get(i))).as(text).isEmpty();
    }
  }

  @Provide
  Arbitrary<Said<DevicePlugin>> plugins() {
    return PluginConfigs.plugins();
  }
}
