package io.gpuspec.ack.internal;

import io.gpuspec.GpuSpecException;
import io.gpuspec.SpecCatalog;
import io.gpuspec.UnknownNameException;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

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
    String file = prefix + edition + ".json";
    try (InputStream in = Catalogs.class.getResourceAsStream(file)) {
      if (in == null) {
        throw new UnknownNameException(target + " edition", edition, EDITIONS);
      }
      return SpecCatalog.read(in, "ack/" + file);
    } catch (IOException e) {
      throw new GpuSpecException("ack/" + file + ": cannot be read: " + e.getMessage(), e);
    }
  }
}
