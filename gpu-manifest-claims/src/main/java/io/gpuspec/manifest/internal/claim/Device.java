package io.gpuspec.manifest.internal.claim;

import io.gpuspec.internal.dra.NvidiaDriver;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.projectnessie.cel.common.types.BoolT;
import org.projectnessie.cel.common.types.IntT;
import org.projectnessie.cel.common.types.MapT;
import org.projectnessie.cel.common.types.StringT;
import org.projectnessie.cel.common.types.ref.Val;

/** A device of a ResourceSlice. */
public final class Device {
  private static final String MEMORY = "memory";
  private static final String PRODUCT = "productName";

  /** A value of an attribute: a String, a Long, a Boolean or a Version. */
  record Attribute(Object value) {}

  /** What may be taken of a capacity, if it may be divided. */
  record Policy(Optional<Amount> byDefault, Optional<Range> range, List<Amount> values) {}

  /** What may be taken: from a minimum on, in steps if there are any. */
  record Range(Amount min, Optional<Amount> max, Optional<Amount> step) {}

  record Capacity(Amount value, Optional<Policy> policy) {}

  record Consumption(String counterSet, Map<String, Amount> counters) {}

  record Taint(String key, String value, String effect) {}

  /** A device's name with its driver and pool. */
  public record Id(String driver, String pool, String name) {}

  private final Id id;
  private final Map<String, Attribute> attributes;
  private final Map<String, Capacity> capacity;
  private final boolean isShared;
  private final List<Consumption> consumed;
  private final List<Taint> taints;
  private final Map<String, List<String>> unknown;
  private final Values.Fields value;
  private final Map<String, Values.Fields> variants = new LinkedHashMap<>();

  Device(
      Id id,
      Map<String, Attribute> attributes,
      Map<String, Capacity> capacity,
      boolean isShared,
      List<Consumption> consumed,
      List<Taint> taints,
      Map<String, List<String>> unknown) {
    this.id = id;
    this.attributes = attributes;
    this.capacity = capacity;
    this.isShared = isShared;
    this.consumed = consumed;
    this.taints = taints;
    this.unknown = unknown;
    this.value = build(Optional.empty());
    for (String product : products()) {
      variants.put(product, build(Optional.of(product)));
    }
  }

  /** Returns the possible names of the product, if none is certain. */
  List<String> products() {
    return unknown.getOrDefault(PRODUCT, List.of());
  }

  /**
   * Returns whether the driver publishes an attribute whose value is not known here.
   *
   * @param name with its domain, which can be left out if it is the driver's
   */
  boolean isUnknown(String name) {
    return unknown.containsKey(
        name.startsWith(id.driver() + "/") ? name.substring(id.driver().length() + 1) : name);
  }

  Id id() {
    return id;
  }

  boolean isShared() {
    return isShared;
  }

  Map<String, Capacity> capacity() {
    return capacity;
  }

  List<Consumption> consumed() {
    return consumed;
  }

  List<Taint> taints() {
    return taints;
  }

  /** Returns the device as CEL sees it, with one of the possible products if one is given. */
  Values.Fields value(Optional<String> product) {
    return product.map(variants::get).orElse(value);
  }

  /** Returns an attribute by its full name, as constraints name it. */
  Optional<Object> attribute(String fullName) {
    Attribute found = attributes.get(fullName);
    if (found == null && fullName.startsWith(id.driver() + "/")) {
      found = attributes.get(fullName.substring(id.driver().length() + 1));
    }
    return Optional.ofNullable(found).map(Attribute::value);
  }

  /** Returns its MIG profile, if it is an instance. */
  Optional<String> profile() {
    return attribute(NvidiaDriver.NAME + "/profile").map(Object::toString);
  }

  /** Returns the text of what an expression reads. */
  String read(String kind, String domain, String name) {
    String own = domain.equals(id.driver()) ? name : domain + "/" + name;
    if (kind.equals("capacity")) {
      return Optional.ofNullable(capacity.get(own))
          .or(() -> Optional.ofNullable(capacity.get(domain + "/" + name)))
          .map(each -> each.value().toString())
          .orElse("none");
    }
    return attribute(domain + "/" + name).map(Object::toString).orElse("none");
  }

  private Values.Fields build(Optional<String> product) {
    Map<String, Map<Val, Val>> attributesBy = new LinkedHashMap<>();
    Map<String, Map<String, Boolean>> unknownBy = new LinkedHashMap<>();
    unknown.keySet().stream()
        .filter(name -> !name.equals(MEMORY) && (product.isEmpty() || !name.equals(PRODUCT)))
        .forEach(name -> put(unknownBy, name, NvidiaDriver.isAlwaysPublished(name)));
    attributes.forEach(
        (name, attribute) -> {
          // What stands in for the identity of a card is not compared with anybody's.
          if (isUnknown("uuid") && (name.equals("uuid") || name.equals("parentUUID"))) {
            put(unknownBy, name, true);
          } else {
            put(attributesBy, name, toVal(attribute.value()));
          }
        });
    product.ifPresent(name -> put(attributesBy, PRODUCT, StringT.stringOf(name)));
    Map<String, Map<Val, Val>> capacityBy = new LinkedHashMap<>();
    capacity.forEach((name, each) -> put(capacityBy, name, Values.of(each.value())));
    Map<String, Map<String, Boolean>> noCapacityBy = new LinkedHashMap<>();
    if (isUnknown(MEMORY) && !capacity.containsKey(MEMORY)) {
      put(noCapacityBy, MEMORY, true);
    }
    return new Values.Fields(
        StringT.stringOf(id.driver()),
        isShared ? BoolT.True : BoolT.False,
        domains(attributesBy, unknownBy),
        domains(capacityBy, noCapacityBy));
  }

  private void put(Map<String, Map<Val, Val>> byDomain, String name, Val value) {
    byDomain
        .computeIfAbsent(domain(name), each -> new LinkedHashMap<>())
        .put(StringT.stringOf(name.substring(name.indexOf('/') + 1)), value);
  }

  private void put(Map<String, Map<String, Boolean>> byDomain, String name, boolean isCertain) {
    byDomain
        .computeIfAbsent(domain(name), each -> new LinkedHashMap<>())
        .put(name.substring(name.indexOf('/') + 1), isCertain);
  }

  private String domain(String name) {
    int slash = name.indexOf('/');
    return slash < 0 ? id.driver() : name.substring(0, slash);
  }

  private static Val domains(
      Map<String, Map<Val, Val>> known, Map<String, Map<String, Boolean>> unknown) {
    Map<Val, Val> all = new LinkedHashMap<>();
    Stream.concat(known.keySet().stream(), unknown.keySet().stream())
        .forEach(
            domain ->
                all.put(
                    StringT.stringOf(domain),
                    new Values.PartlyKnown(
                        known.getOrDefault(domain, Map.of()),
                        unknown.getOrDefault(domain, Map.of()))));
    return new Values.Domains(all, MapT.newWrappedMap(CelEnvironment.ADAPTER, Map.of()));
  }

  private static Val toVal(Object value) {
    if (value instanceof Version version) {
      return Values.of(version);
    }
    if (value instanceof Long number) {
      return IntT.intOf(number);
    }
    if (value instanceof Boolean is) {
      return is ? BoolT.True : BoolT.False;
    }
    return StringT.stringOf((String) value);
  }

  @Override
  public String toString() {
    return id.name();
  }
}
