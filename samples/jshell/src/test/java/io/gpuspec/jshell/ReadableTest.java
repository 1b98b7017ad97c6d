package io.gpuspec.jshell;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import io.gpuspec.OverlayFile;
import io.gpuspec.manifest.ClaimForm;
import io.gpuspec.manifest.WorkloadPods;
import io.gpuspec.manifest.internal.fields.Internal;
import io.gpuspec.value.Text;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Whatever somebody looks at in JShell can be read there. */
class ReadableTest {
  private static final Set<String> FOR_PROVIDERS =
      Set.of(
          "io.gpuspec.rule",
          "io.gpuspec.spi",
          "io.gpuspec.select",
          "io.gpuspec.kube",
          "io.gpuspec.scheduling");

  /** JShell shows 1000 characters of a value, its name and the arrow among them. */
  private static final int LONGEST = 900;

  /** What {@link Object#toString} writes, anywhere. */
  private static final Pattern DEFAULT = Pattern.compile("[A-Za-z]@[0-9a-f]{5,}");

  /** One is of a file, the others are only seen inside of a change. */
  private static final Set<Class<?>> NOT_AT_HAND =
      Set.of(OverlayFile.class, WorkloadPods.class, ClaimForm.class);

  private static final List<Class<?>> TYPES = new ArrayList<>();
  private static final List<Object> MET = new ArrayList<>();

  @BeforeAll
  static void lookAround() throws Exception {
    for (JavaClass type :
        new ClassFileImporter()
            .withImportOption(new DoNotIncludeTests())
            .importPackages("io.gpuspec")) {
      if (isExported(type)) {
        TYPES.add(Class.forName(type.getName()));
      }
    }
    List<Object> results = new ArrayList<>(Results.all());
    for (Class<?> type : TYPES) {
      results.addAll(constants(type));
    }
    Walk.from(results).values().forEach(MET::addAll);
  }

  @Test
  void everyResultSaysWhatItIs() {
    assertThat(TYPES).hasSizeGreaterThan(150);
    assertThat(TYPES.stream().filter(ReadableTest::isResult).filter(ReadableTest::isMute))
        .isEmpty();
  }

  @Test
  void allResultsAreLookedAt() {
    Set<Class<?>> met = MET.stream().map(Object::getClass).collect(Collectors.toSet());

    assertThat(
            TYPES.stream()
                .filter(ReadableTest::isResult)
                .filter(type -> !FOR_PROVIDERS.contains(type.getPackageName()))
                .filter(type -> !met.contains(type) && !NOT_AT_HAND.contains(type)))
        .as("of what is not only for providers")
        .isEmpty();
  }

  @Test
  void theAnswerStandsFirstAndIsNotCutOff() {
    assertThat(MET.stream().filter(ReadableTest::isUnreadable).map(ReadableTest::shown)).isEmpty();
  }

  private static boolean isMute(Class<?> type) {
    try {
      return type.getMethod("toString").getDeclaringClass() == Object.class;
    } catch (NoSuchMethodException e) {
      throw new AssertionError(e);
    }
  }

  /** A text is what is asked for to read all of it. */
  private static boolean isUnreadable(Object result) {
    String text = result.toString();
    return !(result instanceof Text)
        && (text.isBlank()
            || Character.isWhitespace(text.charAt(0))
            || text.length() >= LONGEST
            || text.startsWith(result.getClass().getSimpleName() + "[")
            || DEFAULT.matcher(text).find());
  }

  private static String shown(Object result) {
    return result.getClass().getName() + ": " + result;
  }

  private static boolean isExported(JavaClass type) {
    return type.getModifiers().contains(JavaModifier.PUBLIC)
        && !type.getPackageName().contains(".internal")
        && !type.isAnnotatedWith(Internal.class)
        && type.getEnclosingClass().map(ReadableTest::isExported).orElse(true);
  }

  /** A type of which there are objects, and that is no exception. */
  private static boolean isResult(Class<?> type) {
    return !Modifier.isAbstract(type.getModifiers())
        && !Throwable.class.isAssignableFrom(type)
        && Stream.of(type.getDeclaredMethods())
            .anyMatch(method -> Modifier.isPublic(method.getModifiers()) && !isStatic(method));
  }

  /** What a type gives without being asked for anything in particular. */
  private static Collection<Object> constants(Class<?> type) throws Exception {
    List<Object> constants = new ArrayList<>();
    for (Field field : type.getFields()) {
      if (isStatic(field)) {
        constants.add(field.get(null));
      }
    }
    for (Method method : type.getMethods()) {
      if (isStatic(method) && method.getParameterCount() == 0) {
        constants.add(method.invoke(null));
      }
    }
    return constants;
  }

  private static boolean isStatic(Member member) {
    return Modifier.isStatic(member.getModifiers());
  }
}
