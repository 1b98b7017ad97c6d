package io.gpuspec.manifest.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.value.GpuSpecException;
import java.io.IOException;
import java.lang.reflect.Executable;
import java.lang.reflect.Parameter;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A hundred thousand characters for every text that a public method takes: it answers, or throws an
 * error of this library. Patterns with repeated groups, and recursion, end in StackOverflowError.
 */
@Tag("slow")
class LongTextTest {
  private static final int LENGTH = 100_000;

  /** What the known overflows were made of: repeated parts of names, versions, sizes and lists. */
  private static final List<String> PARTS =
      List.of("a", "1", "a.", "1.", "a-", "1s", "a,", "1g.5gb,");

  /** Documented to throw what a caller's own code may: the texts of an option are its parser's. */
  private static final Set<Class<? extends RuntimeException>> OTHERS =
      Set.of(IllegalArgumentException.class);

  private final PublicCalls calls;

  LongTextTest() throws IOException, URISyntaxException {
    this.calls = new PublicCalls();
  }

  @Test
  void everyTextOfEveryPublicMethodMayBeAnyLength() {
    Set<String> wrong = new TreeSet<>();
    Set<String> called = new TreeSet<>();
    for (Class<?> type : calls.types()) {
      for (Executable method : PublicCalls.executables(type)) {
        Parameter[] parameters = method.getParameters();
        for (int i = 0; i < parameters.length; i++) {
          if (PublicCalls.isText(parameters[i])) {
            for (String part : PARTS) {
              call(method, i, part, called, wrong);
            }
          }
        }
      }
    }

    assertThat(wrong).isEmpty();
    assertThat(called).as("methods that were called").hasSizeGreaterThan(400);
  }

  private void call(Executable method, int at, String part, Set<String> called, Set<String> wrong) {
    Optional<Object> receiver = calls.receiver(method);
    Optional<Object[]> arguments = calls.arguments(method);
    if (receiver.isEmpty() || arguments.isEmpty()) {
      return;
    }
    String text = part.repeat(LENGTH / part.length());
    Object[] all = arguments.get();
    all[at] = method.getParameters()[at].getType() == String.class ? text : new String[] {text};
    called.add(method.toString());
    try {
      Object answer = PublicCalls.run(method, receiver.get(), all);
      if (answer != null) {
        assertThat(answer.toString()).isNotNull();
      }
    } catch (GpuSpecException expected) {
      if (String.valueOf(expected.getMessage()).length() > LENGTH / 2) {
        wrong.add(method + " of " + part + ": a message of " + expected.getMessage().length());
      }
    } catch (RuntimeException | StackOverflowError e) {
      if (!OTHERS.contains(e.getClass())) {
        wrong.add(method + " of " + part + ": " + e.getClass().getName());
      }
    }
  }

  /** So that a new kind of file is not forgotten. */
  @Test
  void thereAreTypesToCall() {
    assertThat(calls.types()).hasSizeGreaterThan(200);
  }
}
