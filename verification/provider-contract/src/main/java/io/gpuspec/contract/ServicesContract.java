package io.gpuspec.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.spi.GpuProvider;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.ServiceLoader;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The clauses on how a provider is found. */
interface ServicesContract extends Clauses {

  private Class<?> type() {
    return subject().provider().getClass();
  }

  @Test
  @DisplayName("[services-1] ServiceLoader finds the provider on the class path")
  default void serviceLoaderFindsTheProvider() {
    assertThat(ServiceLoader.load(GpuProvider.class, type().getClassLoader()).stream())
        .extracting(ServiceLoader.Provider::type)
        .as("classes in META-INF/services/%s", GpuProvider.class.getName())
        .contains(type().asSubclass(GpuProvider.class));
  }

  @Test
  @DisplayName(
      "[services-2] where there is a module-info, it provides what META-INF/services lists")
  default void moduleAndServicesFileAgree() throws IOException {
    Jar jar = Jar.of(type());
    Set<String> listed = jar.listedServices();
    assertThat(jar.providedByModule().orElse(listed)).isEqualTo(listed);
  }

  @Test
  @DisplayName("[services-3] it is public, with a public constructor, without a method 'provider'")
  default void theModulePathMakesItAsTheClassPathDoes() {
    assertThat(Modifier.isPublic(type().getModifiers())).as("%s is public", type()).isTrue();
    assertThat(type().getConstructors())
        .as("public constructors without parameters")
        .anyMatch(each -> each.getParameterCount() == 0);
    // The module path would call it instead of the constructor; the class path would not.
    assertThat(Arrays.stream(type().getMethods()).map(Method::getName)).doesNotContain("provider");
  }
}
