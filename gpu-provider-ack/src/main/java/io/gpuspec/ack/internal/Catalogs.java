package io.gpuspec.ack.internal;

import io.gpuspec.GpuSpecException;
import io.gpuspec.GpuUses;
import io.gpuspec.SpecCatalog;
import io.gpuspec.UnknownNameException;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;

/** The catalog files of one target, each read once. */
final class Catalogs {
  /** Both targets are made from one list of instance types. */
  static final List<String> EDITIONS = List.of("2026-01");

  private final String target;
  private final String prefix;
  private final Map<String, SpecCatalog> read = new ConcurrentHashMap<>();

  /**
   * @param prefix what stands before the edition in the files' names
   */
  Catalogs(String target, String prefix) {
    this.target = target;
    this.prefix = prefix;
  }

  SpecCatalog in(String edition) {
    return read.computeIfAbsent(edition, this::read);
  }

  private SpecCatalog read(String edition) {
    if (!EDITIONS.contains(edition)) {
      throw new UnknownNameException(target + " edition", edition, EDITIONS);
    }
    return file(prefix + edition + ".json", SpecCatalog::read);
  }

  /** Which GPUs suit which use; both targets have the same cards. */
  static GpuUses uses() {
    return file("uses.json", GpuUses::read);
  }

  /** Reads a file of this jar; {@code parser} takes the stream and what to call it in errors. */
  private static <T> T file(String name, BiFunction<InputStream, String, T> parser) {
    try (InputStream in = Catalogs.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new GpuSpecException("ack/" + name + ": the file is missing; is the jar complete?");
      }
      return parser.apply(in, "ack/" + name);
    } catch (IOException e) {
      throw new GpuSpecException("ack/" + name + ": cannot be read: " + e.getMessage(), e);
    }
  }
}
