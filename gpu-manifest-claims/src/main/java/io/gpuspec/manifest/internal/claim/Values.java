package io.gpuspec.manifest.internal.claim;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.projectnessie.cel.common.types.BoolT;
import org.projectnessie.cel.common.types.Err;
import org.projectnessie.cel.common.types.IteratorT;
import org.projectnessie.cel.common.types.MapT;
import org.projectnessie.cel.common.types.TypeT;
import org.projectnessie.cel.common.types.ref.BaseVal;
import org.projectnessie.cel.common.types.ref.Type;
import org.projectnessie.cel.common.types.ref.Val;

/** The values that Kubernetes adds to CEL, and the maps of a device. */
final class Values {
  static final String QUANTITY = "kubernetes.Quantity";
  static final String SEMVER = "kubernetes.Semver";

  private static final Type QUANTITY_TYPE = TypeT.newObjectTypeValue(QUANTITY);
  private static final Type SEMVER_TYPE = TypeT.newObjectTypeValue(SEMVER);

  private Values() {}

  /** The fields of a device. */
  record Fields(Val driver, Val allowMultipleAllocations, Val attributes, Val capacity) {
    Val get(String field) {
      return switch (field) {
        case "driver" -> driver;
        case "allowMultipleAllocations" -> allowMultipleAllocations;
        case "attributes" -> attributes;
        default -> capacity;
      };
    }
  }

  /** A value that CEL passes on and that only functions look into. */
  static final class Opaque<T extends Comparable<T>> extends BaseVal {
    private final T value;
    private final Type type;

    private Opaque(T value, Type type) {
      this.value = value;
      this.type = type;
    }

    T get() {
      return value;
    }

    @Override
    public <N> N convertToNative(Class<N> wanted) {
      if (wanted.isInstance(value)) {
        return wanted.cast(value);
      }
      throw new UnsupportedOperationException(type + " is not a " + wanted.getSimpleName());
    }

    @Override
    public Val convertToType(Type wanted) {
      return wanted.equals(type) ? this : Err.newTypeConversionError(type, wanted);
    }

    @Override
    public Val equal(Val other) {
      return other instanceof Opaque<?> that && that.type == type
          ? value.equals(that.value) ? BoolT.True : BoolT.False
          : Err.noSuchOverload(this, "equal", other);
    }

    @Override
    public Type type() {
      return type;
    }

    @Override
    public Object value() {
      return value;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Opaque<?> that && value.equals(that.value);
    }

    @Override
    public int hashCode() {
      return value.hashCode();
    }
  }

  static Val of(Amount amount) {
    return new Opaque<>(amount, QUANTITY_TYPE);
  }

  static Val of(Version version) {
    return new Opaque<>(version, SEMVER_TYPE);
  }

  /** The beginning of what is said where an expression depends on a value that is not known. */
  private static final String UNKNOWN = "its value is not known here: ";

  /** Returns whether an expression was not decided because it reads what is not known. */
  static boolean isUnknown(CelException e) {
    return e.text().contains(UNKNOWN);
  }

  /** A map that answers some questions by itself. */
  private abstract static class Answering extends MapT {
    private final MapT all;

    Answering(Map<Val, Val> all) {
      this.all = (MapT) MapT.newWrappedMap(CelEnvironment.ADAPTER, all);
    }

    @Override
    public @Nullable Val find(Val key) {
      return all.find(key);
    }

    @Override
    public Val get(Val key) {
      Val found = find(key);
      return found == null ? all.get(key) : found;
    }

    @Override
    public Val contains(Val key) {
      return all.contains(key);
    }

    @Override
    public IteratorT iterator() {
      return all.iterator();
    }

    @Override
    public Val size() {
      return all.size();
    }

    @Override
    public <N> N convertToNative(Class<N> wanted) {
      return all.convertToNative(wanted);
    }

    @Override
    public Val convertToType(Type wanted) {
      return all.convertToType(wanted);
    }

    @Override
    public Val equal(Val other) {
      return all.equal(other);
    }

    @Override
    public Object value() {
      return all.value();
    }
  }

  /** A map by domain, in which a domain that is missing is an empty map, as in the scheduler. */
  static final class Domains extends Answering {
    private final Val empty;

    Domains(Map<Val, Val> byDomain, Val empty) {
      super(byDomain);
      this.empty = empty;
    }

    @Override
    public Val find(Val key) {
      Val found = super.find(key);
      return found == null ? empty : found;
    }
  }

  /**
   * A map with keys whose values are not known: what depends on one is an error, which {@code ||}
   * and {@code &&} pass over where the other side decides.
   */
  static final class PartlyKnown extends Answering {
    private final Map<String, Boolean> unknown;

    /**
     * @param unknown by key whether it is certain that the map has it
     */
    PartlyKnown(Map<Val, Val> known, Map<String, Boolean> unknown) {
      super(known);
      this.unknown = unknown;
    }

    @Override
    public @Nullable Val find(Val key) {
      return isUnknown(key) ? error(key) : super.find(key);
    }

    @Override
    public Val contains(Val key) {
      if (!isUnknown(key)) {
        return super.contains(key);
      }
      return unknown.getOrDefault(key.value().toString(), false) ? BoolT.True : error(key);
    }

    private boolean isUnknown(Val key) {
      return unknown.containsKey(key.value().toString());
    }

    private static Val error(Val key) {
      return Err.newErr("%s", UNKNOWN + key.value());
    }
  }
}
