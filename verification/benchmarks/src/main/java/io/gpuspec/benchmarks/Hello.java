package io.gpuspec.benchmarks;

/** The time of a Java program that does nothing: the baseline for {@code cold-cli}. */
public final class Hello {
  private Hello() {}

  /** Takes no arguments. */
  public static void main(String[] args) {
    System.out.println("hello");
  }
}
