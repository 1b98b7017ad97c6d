package io.gpuspec.contract;

import io.gpuspec.spi.GpuProvider;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.module.ModuleDescriptor;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The jar or the folder that a class comes from.
 *
 * @param root where its files are, ending in a slash
 */
record Jar(URI root) {
  private static final String SERVICES = "META-INF/services/" + GpuProvider.class.getName();

  static Jar of(Class<?> type) {
    String file = type.getName().replace('.', '/') + ".class";
    String place = String.valueOf(type.getResource("/" + file));
    return new Jar(URI.create(place.substring(0, place.length() - file.length())));
  }

  /** Returns the providers that its module declares; empty if it is not a module. */
  Optional<Set<String>> providedByModule() throws IOException {
    return read("module-info.class").map(Jar::providers);
  }

  private static Set<String> providers(byte[] moduleInfo) {
    return ModuleDescriptor.read(ByteBuffer.wrap(moduleInfo)).provides().stream()
        .filter(each -> each.service().equals(GpuProvider.class.getName()))
        .flatMap(each -> each.providers().stream())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** The providers that its services file lists. */
  Set<String> listedServices() throws IOException {
    return read(SERVICES)
        .map(bytes -> new String(bytes, StandardCharsets.UTF_8))
        .orElse("")
        .lines()
        .map(line -> line.replaceFirst("#.*", "").strip())
        .filter(line -> !line.isEmpty())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private Optional<byte[]> read(String file) throws IOException {
    // Not resolved as URIs are: those of files in jars have no path.
    try (InputStream in = URI.create(root + file).toURL().openStream()) {
      return Optional.of(in.readAllBytes());
    } catch (FileNotFoundException e) {
      return Optional.empty();
    }
  }
}
