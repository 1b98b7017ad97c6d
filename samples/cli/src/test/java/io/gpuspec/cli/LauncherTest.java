package io.gpuspec.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The launcher in a checkout of its own, with a Maven and a Java that only say what they do. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the launcher is a bash script")
class LauncherTest {
  private static final Path LAUNCHER = Path.of("..", "..", "gpuspec");

  @TempDir private Path dir;

  private Path root = Path.of("");
  private Path tools = Path.of("");

  @BeforeEach
  void aCheckout() throws IOException {
    root = Files.createDirectories(dir.resolve("a check out"));
    tools = Files.createDirectories(dir.resolve("tools"));
    Files.copy(LAUNCHER, root.resolve("gpuspec"));
    for (String folder : List.of("gpu-core/src/main", "samples/cli/src/main")) {
      Path source = Files.createDirectories(root.resolve(folder)).resolve("A.java");
      Files.writeString(source, "class A {}");
    }
    for (String pom : List.of("pom.xml", "gpu-core/pom.xml", "samples/cli/pom.xml")) {
      Files.writeString(root.resolve(pom), "<project/>");
    }
    tool(tools.resolve("java"), "printf '<%s>' \"${@: -2}\"");
    tool(
        tools.resolve("mvn"),
        "echo build >>../builds; cat; sleep 0.3; mkdir -p samples/cli/target/lib; printf '\\033[0m'");
  }

  private static void tool(Path file, String script) throws IOException {
    Files.deleteIfExists(file);
    Files.writeString(file, "#!/usr/bin/env bash\n" + script + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private Process start(String javaHome, String script, String... args) throws IOException {
    ProcessBuilder builder = new ProcessBuilder("bash", "-c", script, "bash");
    builder.command().addAll(List.of(args));
    builder.directory(dir.toFile()).redirectErrorStream(true);
    builder.environment().put("PATH", tools + ":" + System.getenv("PATH"));
    builder.environment().remove("JAVA_HOME");
    if (!javaHome.isEmpty()) {
      builder.environment().put("JAVA_HOME", javaHome);
    }
    return builder.start();
  }

  private static String end(Process process) throws Exception {
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return output + process.waitFor();
  }

  private String run(String script) throws Exception {
    return end(start("", script));
  }

  private int builds() throws IOException {
    return Files.readAllLines(dir.resolve("builds")).size();
  }

  @Test
  void itBuildsOnceAndPassesTheWordsOn() throws Exception {
    String first = run("echo question | 'a check out/gpuspec' match 'A10*PNV4 x'");

    // Neither colours nor standard input go through Maven.
    assertThat(first)
        .startsWith("gpuspec: building ")
        .endsWith("<match><A10*PNV4 x>0")
        .doesNotContain("\033", "question");
    assertThat(run("cd / && \"$OLDPWD/a check out/gpuspec\" a b")).isEqualTo("<a><b>0");
    assertThat(builds()).isEqualTo(1);
  }

  @Test
  void theShellIsTheOneOfTheSameJdkAndHasTheCommandsJars() throws Exception {
    Path bin = Files.createDirectories(dir.resolve("a jdk/bin"));
    tool(tools.resolve("java"), "echo '    java.home = %s' >&2".formatted(bin.getParent()));
    tool(bin.resolve("jshell"), "printf '<%s>' \"$@\"");

    assertThat(run("'a check out/gpuspec' shell --feedback concise"))
        .endsWith(
            "<--class-path><%1$s/samples/cli/target/lib/*><-R-Dgpuspec.sources=%1$s><--startup><%1$s/samples/jshell/gpuspec.jsh><--feedback><concise>0"
                .formatted(root.toRealPath()));
  }

  @Test
  void aJavaWithoutAShellIsSaid() throws Exception {
    tool(tools.resolve("java"), "echo '    java.home = /a runtime' >&2");

    assertThat(run("'a check out/gpuspec' shell"))
        .endsWith("gpuspec: the Java in '/a runtime' has no jshell; install a JDK 17 or newer\n2");
  }

  @Test
  void itFollowsLinks() throws Exception {
    Path bin = Files.createDirectories(dir.resolve("bin"));
    Files.createSymbolicLink(bin.resolve("one"), Path.of("..", "a check out", "gpuspec"));
    Files.createSymbolicLink(dir.resolve("two"), bin.resolve("one"));

    assertThat(run("./two a b")).endsWith("<a><b>0");
  }

  @Test
  void aNewerSourceOrHalfABuildIsBuiltAgain() throws Exception {
    run("'a check out/gpuspec' a b");
    Files.setLastModifiedTime(
        root.resolve("gpu-core/src/main/A.java"), FileTime.from(Instant.now().plusSeconds(60)));
    run("'a check out/gpuspec' a b");
    assertThat(builds()).isEqualTo(2);

    Files.setLastModifiedTime(
        root.resolve("gpu-core/src/main/A.java"), FileTime.from(Instant.now().minusSeconds(60)));
    Files.createFile(root.resolve("samples/cli/target/gpuspec.jar"));
    Files.delete(root.resolve("samples/cli/target/gpuspec.stamp"));
    run("'a check out/gpuspec' a b");
    assertThat(builds()).isEqualTo(3);
  }

  @Test
  void anArchiveOfClassesIsUsedByTheJavaThatMadeItAlone() throws Exception {
    tool(tools.resolve("java"), "printf '<%s>' \"$@\"");
    run("'a check out/gpuspec' a b");
    Path archive = Files.createFile(root.resolve("samples/cli/target/gpuspec.jsa"));
    Path itsJava = root.resolve("samples/cli/target/gpuspec.jsa.java");
    String uses = "<-XX:SharedArchiveFile=%s>".formatted(archive.toRealPath());

    Files.writeString(itsJava, tools.resolve("java").toRealPath() + "\n");
    assertThat(run("'a check out/gpuspec' a b")).contains(uses).endsWith("<a><b>0");
    Files.writeString(itsJava, "/another/java\n");
    assertThat(run("'a check out/gpuspec' a b")).doesNotContain(uses).endsWith("<a><b>0");
  }

  @Test
  void javaIsToldWhichStreamsAreTerminals() throws Exception {
    tool(tools.resolve("java"), "printf '<%s>' \"$@\"");

    assertThat(run("'a check out/gpuspec' a b")).contains("<-Dgpuspec.terminal=>");
    assertThat(run("GPUSPEC_CLASSPATH=. 'a check out/gpuspec' a b"))
        .contains("<-Dgpuspec.terminal=>");
  }

  /** Java reads the names of files in the encoding of the locale, and C has none but ASCII. */
  @Test
  void javaReadsNamesOfFilesInUtf8WhereTheLocaleHasNoEncoding() throws Exception {
    tool(
        tools.resolve("java"),
        "printf '<%s,%s,%s>' \"${LC_ALL:-}\" \"${LC_CTYPE:-}\" \"${LANG:-}\"");
    run("'a check out/gpuspec' a");
    String gpuspec = "'a check out/gpuspec' a";
    String none = "unset LC_ALL LC_CTYPE LANG; ";

    assertThat(run(none + "LC_ALL=C " + gpuspec)).isEqualTo("<C.UTF-8,,>0");
    assertThat(run(none + "LC_ALL=POSIX LANG=zh_CN.UTF-8 " + gpuspec))
        .isEqualTo("<C.UTF-8,,zh_CN.UTF-8>0");
    assertThat(run(none + gpuspec)).isEqualTo("<,C.UTF-8,>0");
    assertThat(run(none + "LANG=C " + gpuspec)).isEqualTo("<,C.UTF-8,C>0");
    assertThat(run(none + "LANG=zh_CN.UTF-8 " + gpuspec)).endsWith("<,,zh_CN.UTF-8>0");
    assertThat(run(none + "LC_ALL=en_US.ISO-8859-1 " + gpuspec)).endsWith("<en_US.ISO-8859-1,,>0");
  }

  @Test
  void twoFirstRunsAtOnceBuildOnce() throws Exception {
    Process one = start("", "'a check out/gpuspec' a b");
    Process two = start("", "'a check out/gpuspec' a b");

    assertThat(end(one)).endsWith("<a><b>0");
    assertThat(end(two)).endsWith("<a><b>0");
    assertThat(builds()).isEqualTo(1);
  }

  @Test
  void aFailedBuildIsNoBuild() throws Exception {
    tool(tools.resolve("mvn"), "mkdir -p samples/cli/target/lib; echo broken; exit 1");

    for (int i = 0; i < 2; i++) {
      assertThat(run("'a check out/gpuspec' a b"))
          .contains("broken\n")
          .endsWith("gpuspec: the build failed; see above\n2");
    }
  }

  @Test
  void theFirstLineSaysThatTheFirstBuildTakesLong() throws Exception {
    assertThat(run("'a check out/gpuspec' a b").lines().findFirst())
        .contains(
            "gpuspec: building (first use, or a source has changed); the first build downloads what Maven needs and takes some minutes ...");
  }

  /** Root may write everywhere, so what is not a folder stands for what cannot be written. */
  @Test
  void aCheckoutThatCannotBeWrittenIsSaidBeforeAnythingIsBuilt() throws Exception {
    Files.writeString(root.resolve("samples/cli/target"), "");

    assertThat(run("'a check out/gpuspec' match"))
        .contains("cannot be written")
        .doesNotContain("rm:", "mkdir:")
        .endsWith("2");
    assertThat(Files.exists(dir.resolve("builds"))).isFalse();
  }

  @Test
  void aCheckoutThatIsBuiltNeedsNoRightToWrite() throws Exception {
    run("'a check out/gpuspec' match");
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.toList()) {
        Files.setPosixFilePermissions(
            file,
            PosixFilePermissions.fromString(
                Files.isDirectory(file) || Files.isExecutable(file) ? "r-xr-xr-x" : "r--r--r--"));
      }
    }

    try {
      assertThat(run("'a check out/gpuspec' a b")).isEqualTo("<a><b>0");
    } finally {
      run("chmod -R u+w 'a check out'");
    }
    assertThat(builds()).isEqualTo(1);
  }

  @Test
  void aMissingEntryOfTheClassPathIsNamed() throws Exception {
    Files.createDirectories(dir.resolve("jars"));
    Files.createFile(dir.resolve("mine.jar"));

    assertThat(run("GPUSPEC_CLASSPATH=mine.jar:nosuch.jar 'a check out/gpuspec' match"))
        .isEqualTo(
            "gpuspec: GPUSPEC_CLASSPATH: 'nosuch.jar' does not exist; give jars and folders that do, with ':' between them\n2");
    assertThat(run("GPUSPEC_CLASSPATH='mine.jar:jars/*' 'a check out/gpuspec' a b"))
        .endsWith("<a><b>0");
  }

  @Test
  void whatIsMissingIsSaid() throws Exception {
    assertThat(end(start(dir.resolve("none").toString(), "'a check out/gpuspec' a b")))
        .matches("gpuspec: '.*/none/bin/java' is no program; .*correct or unset JAVA_HOME\n2");

    run("'a check out/gpuspec' a b");
    Files.writeString(tools.resolve("java"), "#!/no/such/interpreter\n");
    assertThat(run("'a check out/gpuspec' a b")).endsWith("install Java 17 or newer\n2");

    Files.delete(root.resolve("pom.xml"));
    assertThat(run("'a check out/gpuspec' a b"))
        .matches("gpuspec: '.*/a check out' has no pom.xml; .*\n2");
  }
}
