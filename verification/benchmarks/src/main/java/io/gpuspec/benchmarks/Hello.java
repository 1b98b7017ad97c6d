package io.gpuspec.benchmarks;

/** What a Java program takes that does nothing: the measure for {@code cold-cli}. */
public final class Hello {
  private Hello() {}

  /** Takes no arguments. */
  public static void main(String[] args) {
    System.out.println("hello");
  }
}
