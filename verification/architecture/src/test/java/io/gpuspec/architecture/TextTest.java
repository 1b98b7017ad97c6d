package io.gpuspec.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import io.gpuspec.value.GpuSpecException;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Texts are the same in every locale, of any length, and all messages go through one door. */
class TextTest {
  /** Conversions that a locale changes: its digits, its separators, its letters. */
  private static final Pattern LOCAL =
      Pattern.compile("(?<!%)(?:%%)*%[0-9$<#+,(.-]*[dfeEgGaAtTSCBH]");

  /** A group that is repeated: Java matches it with a call for each time, until the stack ends. */
  private static final Pattern REPEATED_GROUP = Pattern.compile("\\)(?:[*+]|\\{[0-9]+,\\})(?!\\+)");

  private static final Set<String> MATCHING =
      Set.of(
          "java.util.regex.Pattern.compile",
          "java.lang.String.matches",
          "java.lang.String.replaceAll",
          "java.lang.String.replaceFirst",
          "java.lang.String.split");

  /** Their texts are short when they are matched. */
  private static final Set<String> OF_SHORT_TEXTS =
      // 512 characters, by the grammar's own limit, which is checked first.
      Set.of("io.gpuspec.tke.internal.rules.ImageReference");

  static List<String> artifacts() {
    return Artifacts.artifacts();
  }

  @ParameterizedTest
  @MethodSource("artifacts")
  void noTextDependsOnTheLocale(String artifact) throws IOException {
    noClasses()
        .should()
        .accessTargetWhere(
            describe(
                "changes case by the locale of the JVM",
                access ->
                    isOf(access, "java.lang.String.toLowerCase")
                        || isOf(access, "java.lang.String.toUpperCase")))
        .allowEmptyShould(true)
        .check(Artifacts.classes(artifact));
    assertThat(
            constants(
                artifact, Set.of("java.lang.String.formatted", "java.lang.String.format"), LOCAL))
        .as("conversions that the locale of the JVM changes; write %%s for a number")
        .isEmpty();
  }

  @ParameterizedTest
  @MethodSource("artifacts")
  void noPatternRepeatsAGroupWithoutGivingNothingBack(String artifact) throws IOException {
    Set<String> found = constants(artifact, MATCHING, REPEATED_GROUP);
    found.removeIf(each -> OF_SHORT_TEXTS.contains(each.substring(0, each.indexOf(':'))));

    assertThat(found).as("write (?:...)*+ or (?:...)++, which needs no stack").isEmpty();
  }

  /** Its constructor shows control characters as escapes and shortens what is very long. */
  @ParameterizedTest
  @MethodSource("artifacts")
  void everyErrorIsOneOfOurs(String artifact) {
    classes()
        .that()
        .areAssignableTo(RuntimeException.class)
        .should()
        .beAssignableTo(GpuSpecException.class)
        .allowEmptyShould(true)
        .check(Artifacts.classes(artifact));
  }

  @Test
  void whatALocaleChangesIsSeen() {
    assertThat(List.of("%d", "a %,d", "%1$d of %2$d", "%.2f", "%-9d", "100%%%d", "%S"))
        .allMatch(text -> LOCAL.matcher(text).find());
    assertThat(List.of("%s", "%%d", "%1$s", "%-10s", "%04x", "%c", "5 %", "100%% done"))
        .noneMatch(text -> LOCAL.matcher(text).find());
  }

  @Test
  void aRepeatedGroupIsSeen() {
    assertThat(List.of("a(b)*", "a(b|c)+d", "(a){2,}"))
        .allMatch(text -> REPEATED_GROUP.matcher(text).find());
    assertThat(List.of("a(?:b)*+", "(?:b)++", "(a)?", "(a){1,3}", "[a-z]*"))
        .noneMatch(text -> REPEATED_GROUP.matcher(text).find());
  }

  private static boolean isOf(JavaAccess<?> access, String method) {
    return access instanceof JavaMethodCall call
        && (call.getTargetOwner().getName() + "." + call.getName()).equals(method)
        && call.getTarget().getRawParameterTypes().isEmpty();
  }

  /** The string constants, of classes that call one of the methods, in which a pattern is found. */
  private static Set<String> constants(String artifact, Set<String> methods, Pattern pattern)
      throws IOException {
    Set<String> found = new TreeSet<>();
    for (JavaClass type : Artifacts.classes(artifact)) {
      boolean calls =
          type.getMethodCallsFromSelf().stream()
              .anyMatch(
                  call -> methods.contains(call.getTargetOwner().getName() + "." + call.getName()));
      if (calls) {
        for (String text : strings(type)) {
          if (pattern.matcher(text).find()) {
            found.add(type.getName() + ": " + text);
          }
        }
      }
    }
    return found;
  }

  /** The string constants of a class file; JVMS 4.4. */
  private static List<String> strings(JavaClass type) throws IOException {
    Map<Integer, String> texts = new HashMap<>();
    List<Integer> strings = new ArrayList<>();
    try (InputStream bytes = type.getSource().orElseThrow().getUri().toURL().openStream();
        DataInputStream in = new DataInputStream(bytes)) {
      in.readInt();
      in.readInt();
      int count = in.readUnsignedShort();
      for (int i = 1; i < count; i++) {
        switch (in.readUnsignedByte()) {
          case 1 -> texts.put(i, in.readUTF());
          case 3, 4, 9, 10, 11, 12, 17, 18 -> in.readInt();
          case 5, 6 -> {
            in.readLong();
            // These take two places.
            i++;
          }
          case 8 -> strings.add(in.readUnsignedShort());
          case 7, 16, 19, 20 -> in.readUnsignedShort();
          case 15 -> {
            in.readUnsignedByte();
            in.readUnsignedShort();
          }
          default -> throw new IOException("not a class file: " + type.getName());
        }
      }
    }
    return strings.stream().map(texts::get).toList();
  }
}
