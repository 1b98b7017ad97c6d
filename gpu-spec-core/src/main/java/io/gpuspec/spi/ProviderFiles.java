package io.gpuspec.spi;

import io.gpuspec.GpuSpecException;
import io.gpuspec.GpuUses;
import io.gpuspec.SpecCatalog;
import io.gpuspec.UnknownNameException;
import io.gpuspec.internal.Arguments;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * The data files of a provider's jar, each read once: a catalog for each edition, {@code
 * EDITION.json}, and perhaps a table of uses, {@code uses.json}.
 *
 * <pre>{@code
 * ProviderFiles files =
 *     ProviderFiles.of("rack", List.of("2026-03"), Rack.class::getResourceAsStream);
 * }</pre>
 */
public final class ProviderFiles {
  private static final String USES = "uses.json";

  private final String target;
  private final List<String> editions;
  private final Function<String, InputStream> open;
  private final Map<String, SpecCatalog> catalogs = new ConcurrentHashMap<>();
  private final Map<String, GpuUses> uses = new ConcurrentHashMap<>();

  private ProviderFiles(String target, List<String> editions, Function<String, InputStream> open) {
    this.target = Arguments.required("target", target, "the target's id");
    this.editions = Arguments.copied("editions", editions, "editions");
    this.open = Arguments.required("open", open, "a function from a file's name to its stream");
  }

  /**
   * Nothing is read yet.
   *
   * @param target the target's id
   * @param editions the editions that there is a catalog of
   * @param open opens a file by its name, null where there is none; the provider's own {@code
   *     Class::getResourceAsStream}, because no other module can open its files
   */
  public static ProviderFiles of(
      String target, List<String> editions, Function<String, InputStream> open) {
    return new ProviderFiles(target, editions, open);
  }

  /**
   * The catalog of the edition chosen.
   *
   * @throws UnknownNameException if there is no such edition
   * @throws GpuSpecException if the file is missing or no catalog
   */
  public SpecCatalog catalog(Options options) {
    String edition = Arguments.required("options", options, "Options").edition();
    if (!editions.contains(edition)) {
      throw new UnknownNameException(target + " edition", edition, editions);
    }
    return catalogs.computeIfAbsent(edition, each -> read(each + ".json", SpecCatalog::read));
  }

  /**
   * Which GPUs suit which use.
   *
   * @throws GpuSpecException if the file is missing or no such table
   */
  public GpuUses uses() {
    return uses.computeIfAbsent(USES, file -> read(file, GpuUses::read));
  }

  /** Reads a file; {@code parser} takes the stream and what to call it in errors. */
  private <T> T read(String file, BiFunction<InputStream, String, T> parser) {
    String source = target + "/" + file;
    try (InputStream in = open.apply(file)) {
      if (in == null) {
        throw new GpuSpecException(source + ": the file is missing; is the jar complete?");
      }
      return parser.apply(in, source);
    } catch (IOException e) {
      throw new GpuSpecException(source + ": cannot be read: " + e.getMessage(), e);
    }
  }

  @Override
  public String toString() {
    return "files of %s: %s".formatted(target, String.join(", ", editions));
  }
}
