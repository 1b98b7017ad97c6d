package io.gpuspec.manifest.inspect;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What the API server checks of one type, in the words of JSON Schema: a row of {@code
 * api-values.json}.
 *
 * <p>Source: Kubernetes 1.36, pkg/apis/{core,apps,batch,policy,autoscaling}/validation; Karpenter
 * 1.14.1, pkg/apis/crds/karpenter.sh_nodepools.yaml; Karpenter for AWS 1.14.1,
 * pkg/apis/crds/karpenter.k8s.aws_ec2nodeclasses.yaml, with the fields that 1.15.1 adds.
 */
final class ApiRow {
  /** Nothing of the type is checked. */
  static final ApiRow NONE = new ApiRow(MissingNode.getInstance());

  private final JsonNode row;
  private final List<String> required;
  private final List<String> stated;
  private final List<String> one;
  private final List<String> any;
  private final List<String> together;
  private final boolean isOptional;
  private final Map<String, ApiValues.Check> checks = new HashMap<>();

  ApiRow(JsonNode row) {
    this.row = row;
    this.required = words("required");
    this.stated = words("stated");
    this.one = words("one");
    this.any = words("any");
    this.together = words("together");
    this.isOptional =
        Stream.of(required, stated, one, any, together).allMatch(List::isEmpty)
            && !row.has("requiredUnless");
    row.properties().forEach(field -> checks.put(field.getKey(), ApiValues.of(field.getValue())));
  }

  /** Returns the fields that must be there. */
  List<String> required() {
    return required;
  }

  /** Returns the fields that must be there, if only as an empty list. */
  List<String> stated() {
    return stated;
  }

  /** Returns fields of which at least one must be there; none if there are no such fields. */
  List<String> any() {
    return any;
  }

  /** Returns fields that are all there or none; none if there are no such fields. */
  List<String> together() {
    return together;
  }

  /**
   * Returns the fields that must be there unless another field has a value, with those, or an item
   * with a field, with its name.
   */
  JsonNode requiredUnless() {
    return row.path("requiredUnless");
  }

  /** Returns fields of which exactly one must be there; none if there are no such fields. */
  List<String> one() {
    return one;
  }

  /** Returns the fields of a type that fabric8's modules of this library lack, with their types. */
  JsonNode fields() {
    return row.path("fields");
  }

  /** Returns what is checked of the value of a field. */
  ApiValues.Check field(String name) {
    return checks.getOrDefault(name, ApiValues.Check.NONE);
  }

  /** Returns whether nothing says which fields must be there. */
  boolean isOptional() {
    return isOptional;
  }

  private List<String> words(String field) {
    return row.path(field).valueStream().map(JsonNode::asText).toList();
  }
}
