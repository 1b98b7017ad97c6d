package io.gpuspec.judges;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.function.Consumer;

/** One thing that is made wrong in a claim. */
enum ClaimFault {
  COUNT_WITH_ALL(one -> one.put("allocationMode", "All").put("count", 2)),
  UNKNOWN_MODE(one -> one.put("allocationMode", "Some")),
  NEGATIVE_COUNT(one -> one.put("count", -1)),
  CLASS_WITH_CAPITALS(one -> one.put("deviceClassName", "GPU.nvidia.com")),
  EMPTY_CLASS(one -> one.put("deviceClassName", "")),
  NO_CLASS(one -> one.remove("deviceClassName")),
  UNKNOWN_FIELD(one -> one.put("devices", 2)),
  EMPTY_EXPRESSION(one -> cel(one, "")),
  SYNTAX(one -> cel(one, "device.driver ==")),
  UNKNOWN_DEVICE_FIELD(one -> cel(one, "device.foo == 'a'")),
  NOT_BOOLEAN(one -> cel(one, "device.driver")),
  UNKNOWN_FUNCTION(one -> cel(one, "size2(device.driver) == 1")),
  TYPES(one -> cel(one, "device.capacity['gpu.nvidia.com'].memory > quantity('1Gi')")),
  SELECTOR_WITHOUT_CEL(one -> one.withArray("/selectors").addObject()),
  TOLERATION_OPERATOR(one -> toleration(one).put("key", "a").put("operator", "In")),
  TOLERATION_VALUE(
      one -> toleration(one).put("key", "a").put("operator", "Exists").put("value", "b")),
  TOLERATION_EFFECT(one -> toleration(one).put("key", "a").put("effect", "PreferNoSchedule")),
  TOLERATION_KEY(one -> toleration(one).put("key", "a b").put("operator", "Exists")),
  TOLERATION_LABEL_VALUE(one -> toleration(one).put("key", "a").put("value", "a b")),
  CAPACITY_NAME(one -> one.putObject("capacity").putObject("requests").put("a b", "1")),
  CAPACITY_QUANTITY(one -> one.putObject("capacity").putObject("requests").put("memory", "1GiB")),
  MANY_SELECTORS(
      one -> {
        one.remove("selectors");
        for (int i = 0; i < 33; i++) {
          cel(one, "device.driver == 'a'");
        }
      }),
  LIST_BESIDE_EXACTLY(
      (claim, one) ->
          request(claim)
              .putArray("firstAvailable")
              .addObject()
              .put("name", "f")
              .put("deviceClassName", "gpu.nvidia.com")),
  NEITHER((claim, one) -> request(claim).remove("exactly")),
  OLD_FORM(
      (claim, one) -> {
        request(claim).remove("exactly");
        request(claim).put("deviceClassName", "gpu.nvidia.com");
      }),
  REQUEST_NAME((claim, one) -> request(claim).put("name", "Bad_Name")),
  SAME_NAMES((claim, one) -> requests(claim).add(request(claim).deepCopy())),
  NO_REQUEST_NAME((claim, one) -> request(claim).remove("name")),
  MANY_REQUESTS(
      (claim, one) -> {
        for (int i = 0; i < 32; i++) {
          requests(claim).add(request(claim).deepCopy().put("name", "m" + i));
        }
      }),
  MANY_ALTERNATIVES(
      (claim, one) -> {
        request(claim).remove("exactly");
        for (int i = 0; i < 9; i++) {
          request(claim)
              .withArray("/firstAvailable")
              .addObject()
              .put("name", "f" + i)
              .put("deviceClassName", "gpu.nvidia.com");
        }
      }),
  ADMIN_ACCESS_IN_A_LIST(
      (claim, one) -> {
        request(claim).remove("exactly");
        request(claim)
            .putArray("firstAvailable")
            .addObject()
            .put("name", "f")
            .put("deviceClassName", "gpu.nvidia.com")
            .put("adminAccess", true);
      }),
  CONSTRAINT_OF_UNKNOWN_REQUEST(
      (claim, one) -> {
        ObjectNode constraint = constraint(claim).put("matchAttribute", "a.b/c");
        constraint.putArray("requests").add("other");
      }),
  CONSTRAINT_WITHOUT_ATTRIBUTE((claim, one) -> constraint(claim)),
  MANY_CONSTRAINTS(
      (claim, one) -> {
        for (int i = 0; i < 33; i++) {
          constraint(claim).put("matchAttribute", "a.b/c");
        }
      }),
  ATTRIBUTE_WITHOUT_DOMAIN((claim, one) -> constraint(claim).put("matchAttribute", "parentUUID")),
  ATTRIBUTE_THAT_IS_NO_NAME((claim, one) -> constraint(claim).put("matchAttribute", "a.b/c-d")),
  CONFIG_OF_UNKNOWN_REQUEST(
      (claim, one) -> opaque(claim, "gpu.nvidia.com").putArray("requests").add("other")),
  CONFIG_WITHOUT_OPAQUE((claim, one) -> devices(claim).withArray("/config").addObject()),
  CONFIG_OF_NO_DRIVER((claim, one) -> opaque(claim, "No_Driver"));

  /** What a fault does with a claim and the form of its first request. */
  private interface Change {
    void make(ObjectNode claim, ObjectNode form);
  }

  private final Change change;

  ClaimFault(Consumer<ObjectNode> change) {
    this.change = (claim, form) -> change.accept(form);
  }

  ClaimFault(Change change) {
    this.change = change;
  }

  /** Makes it wrong; the first request is then a plain one. */
  void make(ObjectNode claim) {
    request(claim).remove("firstAvailable");
    ObjectNode form = request(claim).putObject("exactly").put("deviceClassName", "gpu.nvidia.com");
    devices(claim).remove("constraints");
    change.make(claim, form);
  }

  /** A claim of one card that an expression selects. */
  static ObjectNode claim(String expression) {
    ObjectNode claim = ClaimObjectTexts.object("ResourceClaim", "c");
    ObjectNode request =
        claim.putObject("spec").putObject("devices").putArray("requests").addObject();
    cel(
        request.put("name", "gpu").putObject("exactly").put("deviceClassName", "gpu.nvidia.com"),
        expression);
    return claim;
  }

  private static ObjectNode devices(ObjectNode claim) {
    return claim.withObject("/spec/devices");
  }

  private static ArrayNode requests(ObjectNode claim) {
    return devices(claim).withArray("/requests");
  }

  private static ObjectNode request(ObjectNode claim) {
    return (ObjectNode) requests(claim).get(0);
  }

  private static ObjectNode constraint(ObjectNode claim) {
    return devices(claim).withArray("/constraints").addObject();
  }

  private static ObjectNode opaque(ObjectNode claim, String driver) {
    ObjectNode config = devices(claim).withArray("/config").addObject();
    ObjectNode parameters =
        config.putObject("opaque").put("driver", driver).putObject("parameters");
    parameters.put("apiVersion", "resource.nvidia.com/v1beta1").put("kind", "GpuConfig");
    return config;
  }

  private static ObjectNode toleration(ObjectNode form) {
    return form.withArray("/tolerations").addObject();
  }

  private static void cel(ObjectNode form, String expression) {
    form.withArray("/selectors").addObject().putObject("cel").put("expression", expression);
  }
}
