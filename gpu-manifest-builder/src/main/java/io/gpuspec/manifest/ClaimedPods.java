package io.gpuspec.manifest;

import io.gpuspec.Devices;
import io.gpuspec.Match;
import io.gpuspec.manifest.internal.dra.ClaimSupport;
import io.gpuspec.manifest.internal.dra.ClaimTemplate;
import io.gpuspec.scheduling.PodField;
import io.gpuspec.spi.Placement;
import io.gpuspec.value.Note;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Pods whose devices are asked for by a claim, in place of the resource of a device plugin. */
final class ClaimedPods {
  private final ClaimTemplate claim;

  /**
   * @param workload the workload's name, by which the template is called
   */
  ClaimedPods(
      Match.Found found, Devices asked, ClaimForm form, Placement placement, String workload) {
    this.claim =
        ClaimSupport.required("claims")
            .template(
                found,
                asked,
                ClaimTemplate.Form.of(form.profiles(), form.containers(), form.interval()),
                placement.entries(PodField.Kind.DEVICE).stream()
                    .map(entry -> entry.field().key())
                    .collect(Collectors.toSet()),
                workload + "-gpu");
  }

  /** Changes a placed pod: its claim takes the place of the devices. */
  void write(Map<String, Object> pod) {
    claim.write(pod);
  }

  /** Returns the template of the claims, in the workload's namespace. */
  ManifestObject template(Optional<String> namespace) {
    return new ManifestObject(claim.type(), claim.object(namespace));
  }

  /** Returns the reasons for the fields of the template. */
  List<Reason> reasons() {
    return claim.reasons().stream()
        .map(why -> new Reason("ResourceClaimTemplate", why.field(), why.text(), why.citation()))
        .toList();
  }

  /** Returns what should be known of the claim. */
  List<Note> notes() {
    return claim.notes();
  }
}
