package io.gpuspec.contract;

import io.gpuspec.Target;
import io.gpuspec.spi.GpuProvider;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The contract of every {@link GpuProvider}, for any cloud. A provider's test class extends it:
 *
 * <pre>{@code
 * class RackContractTest extends ProviderContract {
 *   @Override
 *   protected GpuProvider provider() {
 *     return new Rack();
 *   }
 * }
 * }</pre>
 *
 * <p>Each clause has an id, such as {@code [catalog-4]}, and holds for every edition, row and
 * choice of options. The catalog's rows are the questions, so a new row is tested by being there.
 * The tests run on the class path, with JUnit Jupiter and jqwik; JUnit runs its clauses on one
 * object of the test class.
 */
public abstract class ProviderContract
    implements ServicesContract,
        TargetContract,
        CatalogContract,
        MatchContract,
        PlacementContract,
        ReadingContract,
        RulesContract,
        CloudsContract {
  private @Nullable Subject subject;

  /** The provider, made as {@link java.util.ServiceLoader} makes it, and new at every call. */
  protected abstract GpuProvider provider();

  /**
   * Returns the catalog file of an edition: by default, the resource {@code EDITION.json} next to
   * the provider's class.
   */
  protected Optional<InputStream> catalogFile(String edition) throws IOException {
    return Optional.ofNullable(provider().getClass().getResourceAsStream(edition + ".json"));
  }

  /**
   * Returns the target as it is tested, if an option must be set for a placement to distinguish its
   * rows; unchanged by default.
   */
  protected Target prepared(Target target) {
    return target;
  }

  /**
   * Returns choices of options worth testing in addition to the defaults. Every flag and every
   * constant of an enum is tried anyway.
   */
  protected List<Target> choices(Target target) {
    return List.of();
  }

  /**
   * Returns the ids of the rules that a manifest breaks, as the inspector finds them. By default
   * they are unknown, because the inspector is part of the builder, and the examples of the
   * provider's rules are not inspected. A provider with rules and the builder among its test
   * dependencies returns what {@code Inspector.of(Gpus.of(provider())).parse("example", manifest)}
   * finds.
   */
  protected Optional<List<String>> broken(String manifest) {
    return Optional.empty();
  }

  /** Returns the subject, for the clauses. */
  @Override
  public final Subject subject() {
    Subject known = subject;
    if (known == null) {
      known = new Subject(this);
      subject = known;
    }
    return known;
  }
}
