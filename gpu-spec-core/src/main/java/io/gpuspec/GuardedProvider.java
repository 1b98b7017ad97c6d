package io.gpuspec;

import com.google.common.reflect.Reflection;
import io.gpuspec.spi.GpuProvider;
import io.gpuspec.value.GpuSpecException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Collection;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A provider is somebody else's code: whatever a call of it throws, and null, becomes an error that
 * names it. Its own errors of this library are about its data, and stay.
 */
final class GuardedProvider implements InvocationHandler {
  private final GpuProvider provider;

  private GuardedProvider(GpuProvider provider) {
    this.provider = provider;
  }

  static GpuProvider of(GpuProvider provider) {
    return Reflection.newProxy(GpuProvider.class, new GuardedProvider(provider));
  }

  /** Returns its class, and the jar that it came in. */
  static String described(GpuProvider provider) {
    var source = provider.getClass().getProtectionDomain().getCodeSource();
    return provider.getClass().getName() + (source == null ? "" : " in " + source.getLocation());
  }

  @Override
  public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments)
      throws IllegalAccessException {
    Object answer;
    try {
      answer = method.invoke(provider, arguments);
    } catch (InvocationTargetException e) {
      throw thrown(method, e.getTargetException());
    }
    if (answer == null && method.getReturnType() != void.class) {
      throw new ProviderException(problem(method, "returned null"));
    }
    if (answer instanceof Collection<?> all && all.stream().anyMatch(Objects::isNull)) {
      throw new ProviderException(problem(method, "returned null among others"));
    }
    return answer;
  }

  private RuntimeException thrown(Method method, Throwable cause) {
    if (cause instanceof GpuSpecException known) {
      return known;
    }
    if (cause instanceof Error error && !(error instanceof LinkageError)) {
      throw error;
    }
    return new ProviderException(problem(method, "failed: " + cause), cause);
  }

  private String problem(Method method, String what) {
    return "the provider %s cannot be used: %s() %s"
        .formatted(described(provider), method.getName(), what);
  }
}
