package io.gpuspec.judges;

import static io.gpuspec.judges.HandWritten.container;
import static io.gpuspec.judges.HandWritten.containers;
import static io.gpuspec.judges.HandWritten.deployment;
import static io.gpuspec.judges.HandWritten.metadata;
import static io.gpuspec.judges.HandWritten.nodes;
import static io.gpuspec.judges.HandWritten.spec;

import io.gpuspec.Gpus;
import io.gpuspec.Target;
import io.gpuspec.manifest.read.WorkloadFile;
import java.util.List;

/** Each class of manifest that the reader of workload files refuses. */
final class ReaderRefusals {
  private static final Target TKE = Gpus.load().in("tke");

  private ReaderRefusals() {}

  static List<Refusal> all() {
    return List.of(
        rejected(
            "a number as an annotation",
            metadata("annotations: {a: 8}"),
            "cannot unmarshal number",
            "expected a string"),
        rejected(
            "a boolean as a label",
            metadata("labels: {a: true}"),
            "cannot unmarshal bool",
            "expected a string"),
        rejected(
            "yes as a node selector",
            spec("nodeSelector: {gpu: yes}"),
            "cannot unmarshal bool",
            "expected a string"),
        rejected(
            "a number as a container's name",
            containers("{name: 8, image: r/i}"),
            "cannot unmarshal number",
            "expected a string"),
        rejected(
            "a container without a name",
            containers("{image: r/i}"),
            "name: Required value",
            "add name"),
        rejected(
            "a text as replicas",
            deployment("replicas: '3'", ""),
            "cannot unmarshal string",
            "take the quotes away"),
        rejected(
            "more replicas than an int32",
            deployment("replicas: 3000000000", ""),
            "cannot unmarshal number",
            "is more than Kubernetes takes"),
        rejected(
            "a mapping as containers",
            containers("").replace("[]", "{name: p}"),
            "cannot unmarshal object",
            "expected a list"),
        rejected(
            "a text as resources",
            container("resources: large"),
            "cannot unmarshal string",
            "expected a mapping"),
        rejected(
            "no containers",
            containers(""),
            "spec.containers: Required value",
            "a pod has at least one container"),
        rejected(
            "no spec",
            "apiVersion: v1\nkind: Pod\nmetadata: {name: p}\n",
            "spec.containers: Required value",
            "add spec"),
        accepted(
            "no kind",
            container("tty: true").replace("kind: Pod\n", ""),
            "a manifest begins with apiVersion and kind"),
        accepted(
            "no apiVersion",
            container("tty: true").replace("apiVersion: v1\n", ""),
            "a manifest begins with apiVersion and kind"),
        rejected(
            "a misspelled field",
            container("resources: {limit: {cpu: 1}}"),
            "unknown field",
            "did you mean limits?"),
        rejected(
            "an alias without an anchor",
            container("command: *c"),
            "unknown anchor",
            "has no anchor"),
        rejected(
            "an alias inside what it stands for",
            container("command: &c [*c]"),
            "contains itself",
            "stands inside what it stands for"),
        rejected(
            "a text that is merged",
            container("<<: x"),
            "map merge requires map",
            "expected a mapping or a list of mappings to merge"),
        rejected(
            "a list as a key",
            metadata("annotations: {[a]: b}"),
            "invalid map key",
            "expected a string as key"),
        rejected(
            "a control character",
            metadata("annotations: {a: '\u0007'}"),
            "control characters are not allowed",
            "which YAML does not allow"),
        rejected(
            "half of a surrogate pair",
            metadata("annotations: {a: \"\\ud800\"}"),
            "invalid Unicode character escape",
            "half of a surrogate pair"),
        rejected(
            "a part of a template",
            container("tty: {{ .Values.tty }}"),
            "invalid map key",
            "render it first: helm template"),
        rejected(
            "a variable that is not filled in",
            container("resources: {limits: {cpu: '${CPU}'}}"),
            "quantities must match the regular expression",
            "fill it in first: envsubst"),
        rejected(
            "a node label's value with a blank",
            spec("nodeSelector: {a: 'b c'}"),
            "a valid label must be",
            "is not a label value"),
        rejected(
            "a node label's key with a blank",
            spec("nodeSelector: {'a b': c}"),
            "name part must consist of",
            "is not a key"),
        rejected(
            "a required label's value with a slash",
            nodes("key: a, operator: In, values: ['b/c']"),
            "a valid label must be",
            "is not a label value"),
        rejected(
            "an operator that does not exist",
            nodes("key: a, operator: Is, values: [b]"),
            "not a valid selector operator",
            "is not a valid operator"),
        rejected(
            "In without values",
            nodes("key: a, operator: In"),
            "must be specified when `operator` is 'In' or 'NotIn'",
            "'In' needs values"),
        rejected(
            "Exists with a value",
            nodes("key: a, operator: Exists, values: [b]"),
            "may not be specified when `operator` is 'Exists' or 'DoesNotExist'",
            "'Exists' has no values"),
        rejected(
            "Gt with two values",
            nodes("key: a, operator: Gt, values: ['1', '2']"),
            "must be specified single value when `operator` is 'Lt' or 'Gt'",
            "'Gt' needs exactly one value"),
        accepted(
            "Gt with a text",
            nodes("key: a, operator: Gt, values: [many]"),
            "is not an integer, so no node meets it"),
        rejected("text that is no YAML", "{", "couldn't get version/kind", "this is not YAML"),
        accepted("a tag that names a type", metadata("annotations: {a: !gpu b}"), "found the tag"),
        rejected(
            "less than no memory",
            container("resources: {requests: {memory: -1Gi}}"),
            "must be greater than or equal to 0",
            "is negative"),
        rejected(
            "a unit that does not exist",
            gpus("memory: 16GB, nvidia.com/gpu: 1", "nvidia.com/gpu: 1"),
            "quantities must match the regular expression",
            "write 16G"),
        rejected(
            "a request above its limit",
            gpus("cpu: 8, nvidia.com/gpu: 1", "cpu: 4, nvidia.com/gpu: 1"),
            "must be less than or equal to cpu limit",
            "is above the limit"),
        rejected(
            "half a GPU",
            gpus("nvidia.com/gpu: 0.5", "nvidia.com/gpu: 0.5"),
            "must be an integer",
            "is not a whole number"),
        rejected(
            "GPUs that are requested and not limited",
            gpus("nvidia.com/gpu: 1", ""),
            "Limit must be set for non overcommitable resources",
            "an extended resource needs its limit"),
        rejected(
            "other GPUs requested than limited",
            gpus("nvidia.com/gpu: 1", "nvidia.com/gpu: 2"),
            "must be equal to nvidia.com/gpu limit",
            "differs from the request"),
        accepted(
            "more GPUs than any node has",
            gpus("nvidia.com/gpu: 200k", "nvidia.com/gpu: 200k"),
            "is more than any node has"),
        accepted(
            "a GPU type that nobody knows",
            metadata("annotations: {eks.tke.cloud.tencent.com/gpu-type: T5}"),
            "is not known"));
  }

  private static String gpus(String requests, String limits) {
    return container("resources: {requests: {%s}, limits: {%s}}".formatted(requests, limits));
  }

  private static Refusal rejected(String what, String manifest, String said, String reason) {
    return Refusal.rejected("read: " + what, manifest, said, () -> read(manifest), reason);
  }

  private static Refusal accepted(String what, String manifest, String reason) {
    return Refusal.accepted("read: " + what, manifest, () -> read(manifest), reason);
  }

  /** What is wrong with the whole file is thrown, what is wrong with one object is collected. */
  private static void read(String manifest) {
    WorkloadFile.parse("f.yaml", manifest).on(TKE).problems().stream()
        .findFirst()
        .ifPresent(
            problem -> {
              throw problem;
            });
  }
}
