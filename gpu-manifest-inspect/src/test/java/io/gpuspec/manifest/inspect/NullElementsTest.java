package io.gpuspec.manifest.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.value.GpuSpecException;
import java.io.IOException;
import java.lang.reflect.Array;
import java.lang.reflect.Executable;
import java.net.URISyntaxException;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Null for every object that a public method takes, and null inside every list, set, map and array:
 * it answers, or throws an error of this library.
 */
@Tag("slow")
class NullElementsTest {
  private final PublicCalls calls;
  private final Set<String> wrong = new TreeSet<>();
  private final Set<String> called = new TreeSet<>();

  NullElementsTest() throws IOException, URISyntaxException {
    this.calls = new PublicCalls();
  }

  @Test
  void nullIsRefusedAsAWhole() {
    each(type -> type.isPrimitive() ? List.of() : Collections.singletonList(null));

    assertThat(wrong).isEmpty();
    assertThat(called).as("methods that were called").hasSizeGreaterThan(400);
  }

  @Test
  void nullIsRefusedAmongElements() {
    each(NullElementsTest::holdingNull);

    assertThat(wrong).isEmpty();
    assertThat(called).as("methods that were called").hasSizeGreaterThan(90);
  }

  private static List<Object> holdingNull(Class<?> type) {
    if (type.isArray() && !type.getComponentType().isPrimitive()) {
      return List.of(Array.newInstance(type.getComponentType(), 1));
    }
    if (type == List.class || type == Collection.class || type == Iterable.class) {
      return List.of(Collections.singletonList(null));
    }
    if (type == Set.class) {
      return List.of(Collections.singleton(null));
    }
    if (type == Map.class) {
      Map<String, Object> value = new HashMap<>();
      value.put("a", null);
      return List.of(Collections.singletonMap(null, "a"), value);
    }
    return List.of();
  }

  private interface Nulls {
    List<Object> of(Class<?> type);
  }

  private void each(Nulls nulls) {
    for (Class<?> type : calls.types()) {
      for (Executable method : PublicCalls.executables(type)) {
        Class<?>[] parameters = method.getParameterTypes();
        for (int i = 0; i < parameters.length && !isOfJava(method); i++) {
          for (Object argument : nulls.of(parameters[i])) {
            call(method, i, argument);
          }
        }
      }
    }
  }

  /** Of equals, null is a question, and valueOf of an enum is the compiler's. */
  private static boolean isOfJava(Executable method) {
    return method.getName().equals("equals")
        || (method.getDeclaringClass().isEnum() && method.getName().equals("valueOf"));
  }

  private void call(Executable method, int at, Object argument) {
    Optional<Object> receiver = calls.receiver(method);
    Optional<Object[]> arguments = calls.arguments(method);
    if (receiver.isEmpty() || arguments.isEmpty()) {
      return;
    }
    Object[] all = arguments.get();
    all[at] = argument;
    called.add(method.toString());
    try {
      Object answer = PublicCalls.run(method, receiver.get(), all);
      if (answer != null) {
        assertThat(answer.toString()).isNotNull();
      }
    } catch (GpuSpecException refused) {
      // As it must be.
    } catch (NullPointerException e) {
      wrong.add(method + ", argument " + at + " (" + argument + "): " + e);
    } catch (RuntimeException other) {
      // What else a call may throw of arguments that nobody gives is not the question here.
    }
  }
}
