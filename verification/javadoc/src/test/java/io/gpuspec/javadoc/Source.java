package io.gpuspec.javadoc;

import java.net.URI;
import javax.tools.FileObject;
import javax.tools.SimpleJavaFileObject;

/** A class with an example for its method, whose lines are those of the example's file. */
final class Source extends SimpleJavaFileObject {
  private final String text;

  /**
   * @param number what the class is called by
   * @param body the example, or what has become of it
   */
  Source(int number, Example example, String imports, String body) {
    super(URI.create("example:///" + className(number).replace('.', '/') + ".java"), Kind.SOURCE);
    this.text =
        "package examples; %s public class %s extends %s { @Override public void run(%s values$) throws Exception {"
                .formatted(
                    imports,
                    className(number).replaceFirst(".*\\.", ""),
                    Names.class.getName(),
                    Values.class.getName())
            + "\n".repeat(example.line())
            + body
            + "}}";
  }

  static String className(int number) {
    return "examples.Example" + number;
  }

  /** What a class was called by. */
  static int number(FileObject source) {
    return Integer.parseInt(source.getName().replaceAll("\\D", ""));
  }

  @Override
  public CharSequence getCharContent(boolean ignoreEncodingErrors) {
    return text;
  }
}
