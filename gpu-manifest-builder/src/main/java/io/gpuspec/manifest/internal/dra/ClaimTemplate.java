package io.gpuspec.manifest.internal.dra;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.gpuspec.value.Citation;
import io.gpuspec.value.Note;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A claim for the devices of a pod, which takes the place of the resource of a device plugin. */
public interface ClaimTemplate {

  /**
   * What a claim says in addition to the requested devices.
   *
   * @param profiles MIG instances of one GPU, each a request
   * @param containers those that have the claim besides the main one
   * @param interval of time slices; empty for none
   * @param cards the GPUs of each container, if pods requested them by a resource before
   */
  record Form(
      List<String> profiles,
      List<String> containers,
      String interval,
      Optional<ContainerCards> cards) {
    public static Form of(List<String> profiles, List<String> containers, String interval) {
      return new Form(profiles, containers, interval, Optional.empty());
    }

    public static Form of(ContainerCards cards) {
      return new Form(List.of(), List.of(), "", Optional.of(cards));
    }
  }

  /**
   * The reason for a field of the template.
   *
   * @param field its path
   */
  record Why(String field, String text, Citation citation) {}

  /** Changes a placed pod: its claim takes the place of the devices. */
  void write(Map<String, Object> pod);

  /** Returns the template of the claims, in the workload's namespace. */
  Map<String, Object> object(Optional<String> namespace);

  /** Returns the type of the template in fabric8's model. */
  Class<? extends HasMetadata> type();

  /** Returns the reasons for the fields of the template. */
  List<Why> reasons();

  /** Returns what should be known of the claim. */
  List<Note> notes();
}
