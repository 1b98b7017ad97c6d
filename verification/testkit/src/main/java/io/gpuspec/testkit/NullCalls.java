package io.gpuspec.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.value.GpuSpecException;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** Calls of public methods with null, as a user of JShell makes them. */
public final class NullCalls {
  private NullCalls() {}

  /**
   * Asserts that null is refused with an error of this library by every public method and
   * constructor that takes an object.
   *
   * @param receivers objects, or classes for their static methods and constructors
   */
  public static void assertRefused(Object... receivers) {
    List<String> answers = new ArrayList<>();
    for (Object receiver : receivers) {
      calls(receiver)
          .filter(call -> Modifier.isPublic(call.getModifiers()) && !call.isSynthetic())
          .filter(call -> Stream.of(call.getParameterTypes()).anyMatch(type -> !type.isPrimitive()))
          .forEach(call -> answers.add(call.toGenericString() + ": " + answer(receiver, call)));
    }
    assertThat(answers).isNotEmpty().allMatch(answer -> answer.endsWith(": refused"));
  }

  private static Stream<? extends Executable> calls(Object receiver) {
    if (receiver instanceof Class<?> type) {
      return Stream.concat(
          Stream.of(type.getConstructors()),
          Stream.of(type.getDeclaredMethods())
              .filter(method -> Modifier.isStatic(method.getModifiers()))
              .filter(method -> !type.isEnum() || !method.getName().equals("valueOf")));
    }
    return Stream.of(receiver.getClass().getMethods())
        .filter(method -> !Modifier.isStatic(method.getModifiers()))
        .filter(method -> !method.getDeclaringClass().getName().startsWith("java."))
        .filter(method -> !method.getName().equals("equals"));
  }

  private static String answer(Object receiver, Executable call) {
    Object[] nulls =
        Arrays.stream(call.getParameterTypes())
            .map(type -> type.isPrimitive() ? Array.get(Array.newInstance(type, 1), 0) : null)
            .toArray();
    try {
      Object result =
          call instanceof Method method
              ? method.invoke(receiver, nulls)
              : ((Constructor<?>) call).newInstance(nulls);
      return "answered " + result;
    } catch (InvocationTargetException e) {
      return e.getCause() instanceof GpuSpecException ? "refused" : "threw " + e.getCause();
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(call.toString(), e);
    }
  }
}
