package io.gpuspec.manifest.internal.fields;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.HTTPGetAction;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.PodSpec;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Kubernetes' own objects, with the types of the API. */
class KubeShapesTest {

  @Test
  void aFieldHasTheSchemaOfItsType() {
    Schema.Fields container = KubeShapes.object(Container.class);
    Schema.Fields resources = (Schema.Fields) container.fields().get("resources");

    assertThat(container.name()).isEqualTo("Container");
    assertThat(container.required()).isEmpty();
    assertThat(container.fields())
        .containsEntry("name", Schema.text())
        .containsEntry("stdin", new Schema.Truth())
        .containsEntry("args", new Schema.Items(Schema.text(), 0))
        .containsEntry(
            "imagePullPolicy", new Schema.Words(List.of("Always", "IfNotPresent", "Never")));
    assertThat(resources.fields()).containsEntry("limits", new Schema.Entries(new Schema.Amount()));
    assertThat(KubeShapes.fields(HTTPGetAction.class).get("port"))
        .isEqualTo(
            Schema.either(new Schema.Whole(Integer.MIN_VALUE, Integer.MAX_VALUE), Schema.text()));
  }

  @Test
  void aNumberHasTheBoundsOfItsType() {
    assertThat(KubeShapes.fields(PodSpec.class))
        .containsEntry("priority", new Schema.Whole(Integer.MIN_VALUE, Integer.MAX_VALUE))
        .containsEntry("activeDeadlineSeconds", new Schema.Whole(Long.MIN_VALUE, Long.MAX_VALUE));
  }

  @Test
  void whatOnlyTheApiServerWritesIsNoField() {
    assertThat(KubeShapes.fields(ObjectMeta.class))
        .containsKeys("name", "labels", "annotations")
        .doesNotContainKeys("managedFields", "ownerReferences");
  }
}
