package io.gpuspec.manifest.inspect;

import io.gpuspec.GpuRequest;
import io.gpuspec.Gpus;
import io.gpuspec.Target;
import io.gpuspec.manifest.GpuWorkload;
import io.gpuspec.value.Arch;
import io.gpuspec.value.Citation;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The public methods and constructors of the published modules, and arguments for them. */
final class PublicCalls {
  /** Values that let a call get as far as the text in question, by the parameter's name. */
  private static final Map<String, String> USUAL =
      Map.ofEntries(
          Map.entry("cpu", "1"),
          Map.entry("memory", "1Gi"),
          Map.entry("gpuMemory", "1Gi"),
          Map.entry("least", "1Gi"),
          Map.entry("gpu", "T4"),
          Map.entry("target", "eks"),
          Map.entry("provider", "eks"),
          Map.entry("edition", "2026-01"),
          Map.entry("date", "2026-01"),
          Map.entry("profile", "1g.5gb"),
          Map.entry("fraction", "1/2"),
          Map.entry("image", "r/i:v1"),
          Map.entry("schedule", "0 0 * * *"),
          Map.entry("id", "a.b"),
          Map.entry("text", "a: 1"));

  private final Map<Class<?>, Optional<Object>> samples = new HashMap<>();
  private final Set<Class<?>> inMaking = new HashSet<>();
  private final List<Class<?>> types = new ArrayList<>();

  PublicCalls() throws IOException, URISyntaxException {
    Gpus gpus = Gpus.load();
    samples.put(Gpus.class, Optional.of(gpus));
    samples.put(Target.class, Optional.of(gpus.in("eks")));
    samples.put(GpuRequest.class, Optional.of(GpuRequest.of("T4")));
    samples.put(Arch.class, Optional.of(Arch.AMD64));
    samples.put(
        Citation.class, Optional.of(new Citation("t", "2026-01", Citation.Status.THIRD_PARTY)));
    for (Class<?> one :
        List.of(
            Gpus.class,
            GpuWorkload.class,
            Inspector.class,
            io.gpuspec.eks.Eks.class,
            io.gpuspec.tke.Tke.class,
            io.gpuspec.ack.Eci.class)) {
      types.addAll(publicTypes(one));
    }
    types.sort(Comparator.comparing(Class::getName));
  }

  private static List<Class<?>> publicTypes(Class<?> one) throws IOException, URISyntaxException {
    URI place = one.getProtectionDomain().getCodeSource().getLocation().toURI();
    if (Files.isDirectory(Path.of(place))) {
      return publicTypes(Path.of(place), one.getClassLoader());
    }
    try (FileSystem jar = FileSystems.newFileSystem(Path.of(place))) {
      return publicTypes(jar.getPath("/"), one.getClassLoader());
    }
  }

  private static List<Class<?>> publicTypes(Path root, ClassLoader loader) throws IOException {
    List<Class<?>> found = new ArrayList<>();
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.filter(each -> each.toString().endsWith(".class")).toList()) {
        String name = root.relativize(file).toString().replace('/', '.');
        if (!name.startsWith("io.gpuspec") || name.contains(".internal.")) {
          continue;
        }
        try {
          Class<?> type =
              Class.forName(name.substring(0, name.length() - ".class".length()), false, loader);
          if (isPublic(type)) {
            found.add(type);
          }
        } catch (ClassNotFoundException e) {
          throw new IllegalStateException(e);
        }
      }
    }
    return found;
  }

  private static boolean isPublic(Class<?> type) {
    return Modifier.isPublic(type.getModifiers())
        && (type.getEnclosingClass() == null || isPublic(type.getEnclosingClass()));
  }

  /** Returns the public types, by name. */
  List<Class<?>> types() {
    return Collections.unmodifiableList(types);
  }

  /** Returns its public constructors and methods, in the order of their signatures. */
  static List<Executable> executables(Class<?> type) {
    List<Executable> all = new ArrayList<>();
    if (!Modifier.isAbstract(type.getModifiers())) {
      all.addAll(Arrays.asList(type.getConstructors()));
    }
    for (Method method : type.getDeclaredMethods()) {
      if (Modifier.isPublic(method.getModifiers()) && !method.isSynthetic()) {
        all.add(method);
      }
    }
    all.sort(Comparator.comparing(Executable::toGenericString));
    return all;
  }

  static boolean isText(Parameter parameter) {
    return parameter.getType() == String.class || parameter.getType() == String[].class;
  }

  /** Returns what a call answers; throws what it throws. */
  static @Nullable Object run(Executable method, Object receiver, Object[] arguments) {
    try {
      return method instanceof Constructor<?> constructor
          ? constructor.newInstance(arguments)
          : ((Method) method).invoke(receiver, arguments);
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof RuntimeException problem) {
        throw problem;
      }
      if (e.getCause() instanceof Error problem) {
        throw problem;
      }
      throw new IllegalStateException(e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns an object to call a method of; nothing where none can be made. */
  Optional<Object> receiver(Executable method) {
    return method instanceof Constructor || Modifier.isStatic(method.getModifiers())
        ? Optional.of(this)
        : sample(method.getDeclaringClass());
  }

  /** Returns arguments that get far; nothing where one cannot be made. */
  Optional<Object[]> arguments(Executable method) {
    Parameter[] parameters = method.getParameters();
    Object[] arguments = new Object[parameters.length];
    for (int i = 0; i < parameters.length; i++) {
      Optional<Object> argument =
          isText(parameters[i])
              ? Optional.of(usual(parameters[i]))
              : sample(parameters[i].getType());
      if (argument.isEmpty()) {
        return Optional.empty();
      }
      arguments[i] = argument.get();
    }
    return Optional.of(arguments);
  }

  private static Object usual(Parameter parameter) {
    String text = USUAL.getOrDefault(parameter.getName(), "a");
    return parameter.getType() == String.class ? text : new String[] {text};
  }

  private Optional<Object> sample(Class<?> type) {
    Optional<Object> known = samples.get(type);
    if (known == null) {
      // What is in the making is not its own part.
      known = inMaking.add(type) ? made(type) : Optional.empty();
      inMaking.remove(type);
      samples.put(type, known);
    }
    return known;
  }

  private Optional<Object> made(Class<?> type) {
    if (type == int.class || type == Integer.class) {
      return Optional.of(1);
    }
    if (type == long.class || type == Long.class) {
      return Optional.of(1L);
    }
    if (type == boolean.class) {
      return Optional.of(true);
    }
    if (type == double.class) {
      return Optional.of(1.0);
    }
    if (type == Optional.class) {
      return Optional.of(Optional.empty());
    }
    if (type == OptionalInt.class) {
      return Optional.of(OptionalInt.empty());
    }
    if (type == List.class || type == Collection.class || type == Iterable.class) {
      return Optional.of(List.of());
    }
    if (type == Set.class) {
      return Optional.of(Set.of());
    }
    if (type == Map.class) {
      return Optional.of(Map.of());
    }
    if (type == Duration.class) {
      return Optional.of(Duration.ofMinutes(1));
    }
    if (type.isEnum()) {
      return Optional.of(type.getEnumConstants()[0]);
    }
    if (!type.getName().startsWith("io.gpuspec")) {
      return Optional.empty();
    }
    List<Executable> makers = new ArrayList<>(executables(type));
    makers.removeIf(
        maker ->
            !(maker instanceof Constructor)
                && (!Modifier.isStatic(maker.getModifiers())
                    || ((Method) maker).getReturnType() != type));
    makers.sort(Comparator.comparingInt(Executable::getParameterCount));
    for (Executable maker : makers) {
      Optional<Object[]> arguments = arguments(maker);
      if (arguments.isPresent()) {
        try {
          Object made = run(maker, this, arguments.get());
          if (made != null) {
            return Optional.of(made);
          }
        } catch (RuntimeException refused) {
          // The next maker may take what there is.
        }
      }
    }
    return Optional.empty();
  }
}
