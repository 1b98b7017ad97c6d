package io.gpuspec.manifest.platform;

import io.gpuspec.GpuModel;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What a labeler runs: one pass, in the language of any {@code sh}. Names of GPUs are compared
 * whole, so that an L40S is never taken for an L4.
 */
final class LabelerScript {
  private static final String PRODUCT = "nvidia.com/gpu.product";

  private final String label;
  private final Map<String, String> values;

  /**
   * @param values the label's value by model, where it is another than the scheme's
   */
  LabelerScript(String label, Map<String, String> values) {
    this.label = label;
    this.values = values;
  }

  /** Goes by what GPU Feature Discovery found on each node. */
  String ofDiscovered() {
    return head()
        + """
        nodes=$(kubectl get nodes -l %s -o 'jsonpath={range .items[*]}{.metadata.name}{" "}{.metadata.labels.%s}{" "}{.metadata.labels.%s}{"\\n"}{end}')
        printf '%%s\\n' "$nodes" | {
          failed=0
          while read -r node product now; do
            [ -n "$node" ] || continue
            name=${product%%-SHARED}
            name=${name%%%%-MIG-*}
            if ! value=$(value_of "$name"); then
              echo "$node: GPU '$product' is not known; %s is left as it is" >&2
              failed=1
            elif [ "$value" != "$now" ]; then
              kubectl label nodes "$node" "%s=$value" --overwrite || failed=1
            fi
          done
          exit $failed
        }
        """
            .formatted(PRODUCT, path(PRODUCT), path(label), label, label);
  }

  /** Goes by what the driver says on the node that it runs on. */
  String ofNode() {
    return head()
        + """
        if ! command -v nvidia-smi >/dev/null; then
          echo "$NODE_NAME: no nvidia-smi here, so no GPU or not NVIDIA's runtime" >&2
          exit 0
        fi
        name=$(nvidia-smi --query-gpu=name --format=csv,noheader | sort -u)
        if ! value=$(value_of "$name"); then
          echo "$NODE_NAME: GPU '$name' is not known; %s is left as it is" >&2
          exit 1
        fi
        now=$(kubectl get nodes "$NODE_NAME" -o 'jsonpath={.metadata.labels.%s}')
        if [ "$value" != "$now" ]; then
          kubectl label nodes "$NODE_NAME" "%s=$value" --overwrite
        fi
        """
            .formatted(label, path(label), label);
  }

  private String head() {
    return "#!/bin/sh\nset -eu\nvalue_of() {\n  case $1 in\n"
        + cases()
        + "  *) return 1 ;;\n  esac\n}\n";
  }

  /** A line for each model: its driver's names and the values that its label can have. */
  private String cases() {
    Map<String, String> cases = new LinkedHashMap<>();
    for (GpuModel model : GpuModel.all()) {
      Set<String> names = new LinkedHashSet<>(model.driverNames());
      names.addAll(model.labelValues(PRODUCT));
      cases.put(
          names.stream().map(name -> "'" + name + "'").collect(Collectors.joining(" | ")),
          value(model));
    }
    return cases.entrySet().stream()
        .map(line -> "  %s) echo %s ;;\n".formatted(line.getKey(), line.getValue()))
        .collect(Collectors.joining());
  }

  private String value(GpuModel model) {
    return values.getOrDefault(
        model.name(), model.labelValues(LabelScheme.PLAIN.gpuLabel()).get(0));
  }

  /** A label's key in a jsonpath, where a dot would begin a field. */
  private static String path(String label) {
    return label.replace(".", "\\.");
  }
}
