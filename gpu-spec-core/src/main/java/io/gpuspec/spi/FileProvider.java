package io.gpuspec.spi;

import com.google.common.base.Suppliers;
import io.gpuspec.GpuUses;
import io.gpuspec.SpecCatalog;
import io.gpuspec.internal.Arguments;
import io.gpuspec.rule.Rule;
import io.gpuspec.rule.RuleFile;
import io.gpuspec.value.GpuSpecException;
import io.gpuspec.value.UnknownNameException;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A provider whose catalogs are data files of its jar, each read once: {@code EDITION.json}, and
 * optionally {@code uses.json}, {@code rules.yaml} and {@code clouds.json}. A provider that extends
 * it says what a pod asks, and what it must carry.
 *
 * <pre>{@code
 * GpuProvider provider = new Rack();
 * provider.editions();    // [2026-03]
 * provider.page();        // Optional[docs/new-provider.md]
 * }</pre>
 */
public abstract class FileProvider implements GpuProvider {
  private static final String USES = "uses.json";
  private static final String RULES = "rules.yaml";
  private static final String CLOUDS = "clouds.json";

  private final String id;
  private final String page;
  private final List<String> editions;
  private final List<Option<?>> options;
  private final Function<String, @Nullable InputStream> open;
  private final Map<String, SpecCatalog> catalogs = new ConcurrentHashMap<>();
  private final Supplier<GpuUses> uses =
      Suppliers.memoize(() -> read(USES, GpuUses::read).orElseGet(GpuUses::none));
  private final Supplier<List<Rule>> rules =
      Suppliers.memoize(
          () -> read(RULES, RuleFile::read).<List<Rule>>map(RuleFile::rules).orElse(List.of()));
  private final Supplier<List<CloudFacts>> clouds =
      Suppliers.memoize(() -> read(CLOUDS, CloudFacts::read).orElse(List.of()));

  /**
   * Makes a provider of one target; nothing is read yet.
   *
   * @param id the target's id
   * @param page the page that explains it, with which its errors end
   * @param editions the editions that there is a catalog of, the default first
   * @param options what else can be chosen
   * @param open opens a file by its name, null if there is none; the provider's own {@code
   *     Class::getResourceAsStream}, because no other module can open its files
   */
  protected FileProvider(
      String id,
      String page,
      List<String> editions,
      List<Option<?>> options,
      Function<String, @Nullable InputStream> open) {
    this.id = id;
    this.page = page;
    this.editions = List.copyOf(editions);
    this.options = List.copyOf(options);
    this.open = open;
  }

  @Override
  public final String id() {
    return id;
  }

  @Override
  public final Optional<String> page() {
    return Optional.of(page);
  }

  @Override
  public final List<String> editions() {
    return editions;
  }

  @Override
  public final List<Option<?>> options() {
    return options;
  }

  /**
   * Returns the catalog as its file has it; a provider adds what pods can use of a node.
   *
   * @throws UnknownNameException if the edition does not exist
   * @throws GpuSpecException if the file is missing or no catalog
   */
  @Override
  public SpecCatalog catalog(Options options) {
    String edition = Arguments.required("options", options, "Options").edition();
    if (!editions.contains(edition)) {
      throw new UnknownNameException("edition.unknown", id + " edition", edition, editions);
    }
    return catalogs.computeIfAbsent(
        edition,
        each ->
            read(each + ".json", SpecCatalog::read)
                .orElseThrow(
                    () ->
                        new GpuSpecException(
                            "file.unreadable",
                            "%s/%s.json: the file is missing; is the jar complete?"
                                .formatted(id, each))));
  }

  /**
   * Returns the table of uses; none where the provider has no such file.
   *
   * @throws GpuSpecException if the file is not a valid table
   */
  @Override
  public GpuUses uses(Options options) {
    Arguments.required("options", options, "Options");
    return uses.get();
  }

  /**
   * Returns the rules for manifests; none where the provider has no file {@code rules.yaml}.
   *
   * @throws GpuSpecException if the file is not a valid one
   */
  @Override
  public List<Rule> rules() {
    return rules.get();
  }

  /**
   * Returns what clouds alone have; nothing where the provider has no file {@code clouds.json}.
   *
   * @throws GpuSpecException if the file is not a valid one
   */
  @Override
  public List<CloudFacts> cloudFacts() {
    return clouds.get();
  }

  /** Reads a file; {@code parser} takes what to call it in errors, and the stream. */
  private <T> Optional<T> read(String file, BiFunction<String, InputStream, T> parser) {
    String source = id + "/" + file;
    try (InputStream in = open.apply(file)) {
      return Optional.ofNullable(in).map(stream -> parser.apply(source, stream));
    } catch (IOException e) {
      throw new GpuSpecException(
          "file.unreadable", source + ": cannot be read: " + e.getMessage(), e);
    }
  }

  @Override
  public String toString() {
    return "%s: %s".formatted(id, String.join(", ", editions));
  }
}
