package io.gpuspec.ack.internal;

import io.gpuspec.Rejection;
import io.gpuspec.Shortfall;
import io.gpuspec.spi.PodField;
import io.gpuspec.spi.PodView;
import io.gpuspec.spi.PodView.Container;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Devices that some node somewhere advertises, but none of a target for whole cards. */
final class ForeignDevices {
  private static final Pattern NAME =
      Pattern.compile(
          "nvidia\\.com/(?!gpu$).+|aliyun\\.com/gpu.*|tke\\.cloud\\.tencent\\.com/qgpu.+"
              + "|amd\\.com/gpu|gpu\\.intel\\.com/.+");

  private ForeignDevices() {}

  /**
   * Why a pod that asks for such devices is refused; empty when it asks for none.
   *
   * @param offers what the target offers, as the beginning of a sentence
   */
  static List<Rejection> of(PodView pod, String offers) {
    List<Rejection> foreign = new ArrayList<>();
    for (Container container : pod.containers()) {
      for (String resource : container.limits().keySet()) {
        if (NAME.matcher(resource).matches()) {
          foreign.add(
              new Rejection(
                  PodField.limit(container.name(), resource).toString(),
                  List.of(
                      new Shortfall(
                          "gpus", offers + " and nothing else; this pod stays Pending"))));
        }
      }
    }
    return foreign;
  }
}
