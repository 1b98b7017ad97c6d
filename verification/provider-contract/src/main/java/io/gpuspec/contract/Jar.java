package io.gpuspec.contract;

import io.gpuspec.spi.GpuProvider;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleDescriptor.Provides;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The jar, or the folder, that a class comes from.
 *
 * @param root where its files are, ending in a slash
 */
record Jar(URL root) {
  private static final String SERVICES = "META-INF/services/" + GpuProvider.class.getName();

  static Jar of(Class<?> type) throws MalformedURLException {
    String file = type.getName().replace('.', '/') + ".class";
    String url = String.valueOf(type.getResource("/" + file));
    return new Jar(new URL(url.substring(0, url.length() - file.length())));
  }

  /** The providers that its module declares; empty where it is none. */
  Optional<Set<String>> providedByModule() {
    return read("module-info.class").map(Jar::descriptor).map(Jar::providers);
  }

  private static ModuleDescriptor descriptor(byte[] moduleInfo) {
    return ModuleDescriptor.read(java.nio.ByteBuffer.wrap(moduleInfo));
  }

  private static Set<String> providers(ModuleDescriptor module) {
    return module.provides().stream()
        .filter(each -> each.service().equals(GpuProvider.class.getName()))
        .map(Provides::providers)
        .flatMap(each -> each.stream())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** The providers that its services file lists. */
  Set<String> listedServices() {
    String lines =
        read(SERVICES).map(bytes -> new String(bytes, StandardCharsets.UTF_8)).orElse("");
    return lines
        .lines()
        .map(line -> line.replaceFirst("#.*", "").strip())
        .filter(line -> !line.isEmpty())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private Optional<byte[]> read(String file) {
    try (InputStream in = new URL(root, file).openStream()) {
      return Optional.of(in.readAllBytes());
    } catch (java.io.FileNotFoundException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
