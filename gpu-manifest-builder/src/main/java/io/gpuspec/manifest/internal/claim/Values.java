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

  /** A map by domain, in which a domain that is missing is an empty map, as in the scheduler. */
  static final class Domains extends MapT {
    private final MapT all;
    private final Val empty;

    Domains(Map<Val, Val> byDomain, Val empty) {
      this.all = (MapT) MapT.newWrappedMap(CelEnvironment.ADAPTER, byDomain);
      this.empty = empty;
    }

    @Override
    public Val find(Val key) {
      Val found = all.find(key);
      return found == null ? empty : found;
    }

    @Override
    public Val get(Val key) {
      return find(key);
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
}
