package io.gpuspec;

import com.google.common.base.Suppliers;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSortedMap;
import com.google.common.collect.Maps;
import io.gpuspec.internal.Arguments;
import io.gpuspec.internal.Companions;
import io.gpuspec.internal.admission.CloudAnswer;
import io.gpuspec.spi.GpuProvider;
import io.gpuspec.spi.Options;
import io.gpuspec.value.GpuSpecException;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.Listing;
import io.gpuspec.value.UnknownNameException;
import java.io.IOException;
import java.net.URL;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The entry point of the library: every place where GPU pods can run.
 *
 * <pre>{@code
 * Gpus gpus = Gpus.load();
 * gpus.in("tke").match(GpuRequest.of("V100").cpu(6).memory("32Gi"));
 *     // V100 x1 · 8 cores · 40Gi  on tke (over by 2 cores, 8Gi)
 * gpus.match(GpuRequest.of(Devices.any().memoryAtLeast("20Gi")));
 *     // ecs.gn7i-c8g1.2xlarge · 8 cores · 30Gi  on ack
 *     // g6.xlarge · 4 cores · 16Gi  on eks
 *     // A10*GNV4 x1 · 2 cores · 7Gi  on tke
 * }</pre>
 */
public final class Gpus {
  /** The clouds whose providers are published with the library, each in its own jar. */
  private static final Set<String> OWN_PROVIDERS = Set.of("ack", "eks", "tke");

  /**
   * Other words for a target, which spelling does not lead to it; clouds without a provider have
   * nodes of your own.
   */
  private static final Map<String, String> OTHER_WORDS =
      Map.ofEntries(
          Map.entry("aws", "eks"),
          Map.entry("amazon", "eks"),
          Map.entry("karpenter", "eks"),
          Map.entry("nodegroup", "eks/nodegroup"),
          Map.entry("tencent", "tke"),
          Map.entry("qgpu", "tke/qgpu"),
          Map.entry("aliyun", "ack"),
          Map.entry("alibaba", "ack"),
          Map.entry("alicloud", "ack"),
          Map.entry("cgpu", "ack/cgpu"),
          Map.entry("eci", "ack/eci"),
          Map.entry("gcp", "own"),
          Map.entry("gke", "own"),
          Map.entry("azure", "own"),
          Map.entry("aks", "own"));

  private final SortedMap<String, GpuProvider> providers;
  private final Map<String, Catalogs> catalogs;
  private final AllNames names;
  private final ImmutableSortedMap<String, Target> targets;

  private Gpus(
      SortedMap<String, GpuProvider> providers, Map<String, Catalogs> catalogs, AllNames names) {
    this.providers = providers;
    this.catalogs = catalogs;
    this.names = names;
    this.targets = ImmutableSortedMap.copyOf(Maps.transformValues(providers, this::target));
  }

  /**
   * Returns every provider on the class path or module path, found through {@link ServiceLoader}
   * with the class loader of this library.
   *
   * @throws ProviderException if no provider is found, one fails to load, or two have the same id
   */
  public static Gpus load() {
    // The thread's own loader finds nothing where the library has an isolated one.
    return load(Gpus.class.getClassLoader());
  }

  /**
   * Returns every provider that a class loader finds.
   *
   * @throws ProviderException if no provider is found, one fails to load, or two have the same id
   */
  public static Gpus load(ClassLoader loader) {
    Arguments.required("loader", loader, "a ClassLoader");
    Companions.check();
    ServiceLoader<GpuProvider> services = ServiceLoader.load(GpuProvider.class, loader);
    List<GpuProvider> found = new ArrayList<>();
    try {
      for (Iterator<GpuProvider> each = services.iterator(); each.hasNext(); ) {
        found.add(each.next());
      }
    } catch (ServiceConfigurationError | LinkageError e) {
      throw new ProviderException("a provider failed to load: " + e + causeOf(e), e);
    }
    if (found.isEmpty()) {
      throw new ProviderException(
          "no GpuProvider found; put a provider's jar, such as gpu-provider-tke, beside"
              + " gpu-spec-core");
    }
    found.forEach(provider -> checkLoadedOnce(provider, loader));
    return of(found);
  }

  /**
   * Returns exactly these providers.
   *
   * @throws ProviderException if two have the same id
   */
  public static Gpus of(GpuProvider... providers) {
    return of(Arguments.copied("providers", asList(providers), "GpuProviders"));
  }

  private static List<GpuProvider> asList(GpuProvider... providers) {
    return Arrays.asList(Arguments.required("providers", providers, "GpuProviders"));
  }

  private static Gpus of(List<GpuProvider> found) {
    SortedMap<String, GpuProvider> byId = new TreeMap<>();
    SortedMap<String, GpuProvider> guarded = new TreeMap<>();
    for (GpuProvider provider : found) {
      GpuProvider asked = GuardedProvider.of(provider);
      String id = asked.id();
      if (id.isBlank()) {
        throw new ProviderException(
            "the provider %s has the id '%s'; an id is like eks or ack/eci"
                .formatted(GuardedProvider.described(provider), id));
      }
      if (asked.editions().isEmpty()) {
        throw new ProviderException(
            "the provider '%s' (%s) has no edition; it must name at least one"
                .formatted(id, GuardedProvider.described(provider)));
      }
      GpuProvider other = byId.put(id, provider);
      if (other != null) {
        throw new ProviderException(
            "two providers have the id '%s': %s and %s; remove one of the jars"
                .formatted(
                    id, GuardedProvider.described(other), GuardedProvider.described(provider)));
      }
      guarded.put(id, asked);
    }
    Map<String, Catalogs> catalogs =
        ImmutableMap.copyOf(Maps.transformValues(guarded, Gpus::catalogs));
    return new Gpus(
        guarded,
        catalogs,
        new AllNames(
            Suppliers.memoize(() -> names(guarded.values(), catalogs)),
            Suppliers.memoize(() -> KnownClouds.of(guarded.values())),
            ImmutableList.of()));
  }

  private static Catalogs catalogs(GpuProvider provider) {
    return new Catalogs(
        options -> provider.catalog(options).withPods(row -> provider.podsPerNode(row, options)),
        provider::uses);
  }

  private static String causeOf(Throwable e) {
    return e.getCause() == null ? "" : ", because of " + e.getCause();
  }

  /**
   * ServiceLoader returns a class only once, even if two jars, possibly of two versions, contain
   * it.
   */
  private static void checkLoadedOnce(GpuProvider provider, ClassLoader loader) {
    String file = provider.getClass().getName().replace('.', '/') + ".class";
    try {
      List<URL> places = Collections.list(loader.getResources(file));
      if (places.stream().map(URL::toString).distinct().count() > 1) {
        throw new ProviderException(
            "the provider '%s' is there more than once: %s; remove all but one of the jars"
                .formatted(
                    GuardedProvider.of(provider).id(),
                    places.stream().map(URL::toString).collect(Collectors.joining(", "))));
      }
    } catch (IOException e) {
      throw new ProviderException("cannot look for " + file + ": " + e.getMessage(), e);
    }
  }

  /**
   * The target with this id, its options at their defaults.
   *
   * @throws UnknownNameException if no provider has this id
   * @throws InvalidValueException if the jar of its provider is not on the class path
   */
  public Target in(String id) {
    Target target = targets.get(String.valueOf(id));
    if (target == null) {
      throw absent(String.valueOf(id));
    }
    return target;
  }

  private GpuSpecException absent(String id) {
    String cloud = id.split("/", 2)[0];
    return OWN_PROVIDERS.contains(cloud) && !targets.containsKey(cloud)
        ? new InvalidValueException(
            "provider.missing",
            "provider '%s' is in gpu-provider-%s, which is not on the class path; add that dependency, or use one of %s"
                .formatted(id, cloud, String.join(", ", providers.keySet())))
        : unknown(id);
  }

  private UnknownNameException unknown(String id) {
    String meant = OTHER_WORDS.getOrDefault(id.strip().toLowerCase(Locale.ROOT), "");
    return targets.containsKey(meant)
        ? UnknownNameException.suggesting(
            "provider.unknown", "provider", id, providers.keySet(), List.of(meant))
        : new UnknownNameException("provider.unknown", "provider", id, providers.keySet());
  }

  private Target target(GpuProvider provider) {
    return new Target(
        Objects.requireNonNull(catalogs.get(provider.id())),
        names,
        this::targets,
        provider,
        Options.of(provider.editions().get(0)),
        names.layers().stream().filter(layer -> layer.target().equals(provider.id())).toList());
  }

  /**
   * Returns a copy with an overlay over the catalog of the target that it names; if two overlays
   * set the same value, the last one wins.
   *
   * @throws UnknownNameException if no provider has the id of its target
   */
  public Gpus overlay(Overlay overlay) {
    return with(Layer.of(Arguments.required("overlay", overlay, "an Overlay")));
  }

  /**
   * Returns a copy with the overlay in the file, as it changes.
   *
   * @throws UnknownNameException if no provider has the id of its target
   */
  public Gpus overlay(OverlayFile overlay) {
    return with(Layer.of(Arguments.required("overlay", overlay, "an OverlayFile")));
  }

  private Gpus with(Layer layer) {
    in(layer.target());
    return new Gpus(providers, catalogs, names.with(layer));
  }

  /** Returns every target, by id. */
  public Listing<Target> targets() {
    return Listing.copyOf(targets.values());
  }

  /**
   * The clouds' own targets, by id: those whose id has no slash, and {@code own} where an overlay
   * says which nodes you have. A shape that several targets of a cloud share is reported for its
   * own target.
   */
  public Listing<Target> clouds() {
    return targets().stream()
        .filter(target -> !target.id().contains("/") && !target.isEmpty())
        .collect(Listing.collector());
  }

  /**
   * Returns one answer per cloud, in the order of their ids: that of its own target, or if that
   * takes no such pods, such as pods with shares of cards, that of the first other target of the
   * cloud which does.
   *
   * @throws UnknownNameException if it names a GPU that no catalog and no list of models knows
   * @throws InvalidValueException if it is explicit and lacks CPU or memory
   * @throws OverlayException if an overlay does not fit its target's catalog
   */
  public Matches match(GpuRequest request) {
    Arguments.required("request", request, "a GpuRequest");
    return new Matches(
        clouds().stream()
            .map(
                cloud ->
                    CloudAnswer.of(
                        cloud,
                        cloud.siblings(),
                        target -> target.match(request),
                        Match::isRefused,
                        Match::isCertain))
            .toList());
  }

  /**
   * Reads exchange rates such as {@code USD=7.1}: what one unit of each currency is worth in the
   * one currency of the clouds' prices that has no rate.
   *
   * @throws InvalidValueException if it cannot be read, or if not exactly one currency is left
   */
  public Rates rates(String list) {
    return Rates.parse(
        list,
        clouds().stream()
            .flatMap(cloud -> cloud.catalog().specs().stream())
            .flatMap(spec -> spec.prices().stream())
            .map(Price::currency)
            .collect(Collectors.toSet()));
  }

  /** The names of all editions as they are published. */
  private static KnownNames names(
      Collection<GpuProvider> providers, Map<String, Catalogs> catalogs) {
    return KnownNames.of(
        providers.stream()
            .flatMap(
                provider ->
                    provider.editions().stream()
                        .map(
                            edition ->
                                Objects.requireNonNull(catalogs.get(provider.id()))
                                    .get(Options.of(edition))
                                    .rows()))
            .toList());
  }

  /** The ids of the targets. */
  @Override
  public String toString() {
    return "targets: " + String.join(", ", providers.keySet());
  }
}
