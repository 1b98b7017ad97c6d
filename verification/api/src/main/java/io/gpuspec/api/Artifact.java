package io.gpuspec.api;

import io.gpuspec.Gpus;
import io.gpuspec.ack.Ack;
import io.gpuspec.advice.Advice;
import io.gpuspec.claim.NodeDevices;
import io.gpuspec.contract.ProviderContract;
import io.gpuspec.eks.Eks;
import io.gpuspec.fleet.Fleet;
import io.gpuspec.manifest.GpuWorkload;
import io.gpuspec.manifest.inspect.Inspector;
import io.gpuspec.manifest.internal.fields.Internal;
import io.gpuspec.tke.Tke;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReference;
import java.lang.reflect.Modifier;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A published artifact, found by one of its classes: a jar, or the folder that it is made from. */
record Artifact(String name, Class<?> known) {
  /** Everything that is published and holds classes. */
  static final List<Artifact> PUBLISHED =
      List.of(
          new Artifact("gpu-spec-core", Gpus.class),
          new Artifact("gpu-spec-advise", Advice.class),
          new Artifact("gpu-spec-fleet", Fleet.class),
          new Artifact("gpu-provider-tke", Tke.class),
          new Artifact("gpu-provider-eks", Eks.class),
          new Artifact("gpu-provider-ack", Ack.class),
          new Artifact("gpu-manifest-builder", GpuWorkload.class),
          new Artifact("gpu-manifest-claims", NodeDevices.class),
          new Artifact("gpu-manifest-inspect", Inspector.class),
          new Artifact("provider-contract", ProviderContract.class));

  /** Its API, a line for each public member. */
  List<String> api() {
    Optional<Set<String>> exported = exported();
    return ApiText.of(
        classes().stream()
            .filter(Artifact::isPublic)
            .filter(
                type ->
                    exported
                        .map(each -> each.contains(type.getPackageName()))
                        .orElse(!isInternal(type)))
            .toList());
  }

  /** Returns whether a type is for its own artifact alone, where no module says so. */
  private static boolean isInternal(Class<?> type) {
    return type.getPackageName().contains(".internal") || type.isAnnotationPresent(Internal.class);
  }

  /** The packages that its module exports to everyone; of an automatic module, none is named. */
  private Optional<Set<String>> exported() {
    return ModuleFinder.of(location()).findAll().stream()
        .map(ModuleReference::descriptor)
        .filter(each -> !each.isAutomatic())
        .map(
            each ->
                each.exports().stream()
                    .filter(export -> !export.isQualified())
                    .map(ModuleDescriptor.Exports::source)
                    .collect(Collectors.toUnmodifiableSet()))
        .findFirst();
  }

  private List<Class<?>> classes() {
    Path location = location();
    try {
      if (Files.isDirectory(location)) {
        return classes(location);
      }
      try (FileSystem jar = FileSystems.newFileSystem(location)) {
        return classes(jar.getPath("/"));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<Class<?>> classes(Path root) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      return files
          .map(file -> root.relativize(file).toString())
          .filter(file -> file.endsWith(".class") && !file.endsWith("-info.class"))
          .map(file -> file.replaceFirst("\\.class$", "").replaceAll("[/\\\\]", "."))
          .<Class<?>>map(this::load)
          .toList();
    }
  }

  private Class<?> load(String name) {
    try {
      return Class.forName(name, false, known.getClassLoader());
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(name + " of " + name() + " cannot be loaded", e);
    }
  }

  private Path location() {
    try {
      return Path.of(known.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private static boolean isPublic(Class<?> type) {
    Class<?> outer = type.getDeclaringClass();
    return !type.isAnonymousClass()
        && !type.isLocalClass()
        && (Modifier.isPublic(type.getModifiers()) || Modifier.isProtected(type.getModifiers()))
        && (outer == null || isPublic(outer));
  }
}
