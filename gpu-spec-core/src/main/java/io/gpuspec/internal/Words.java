package io.gpuspec.internal;

import io.gpuspec.value.CpuAmount;
import io.gpuspec.value.MemorySize;
import java.math.BigDecimal;
import java.math.RoundingMode;

/** Amounts in readable form; inexact ones begin with "about". */
public final class Words {
  private static final String ABOUT = "about ";
  private static final BigDecimal MEBIBYTE = BigDecimal.valueOf(1L << 20);
  private static final BigDecimal GIBIBYTE = BigDecimal.valueOf(1L << 30);

  private Words() {}

  /** Returns text such as {@code 8 cores}, {@code 1 core} and {@code 1.5 cores}. */
  public static String cores(CpuAmount cpu) {
    return plainCores(cpu) + (cpu.toMillicores() == 1000 ? " core" : " cores");
  }

  /** The same without the unit. */
  public static String plainCores(CpuAmount cpu) {
    return BigDecimal.valueOf(cpu.toMillicores(), 3).stripTrailingZeros().toPlainString();
  }

  /** Returns text such as {@code 40Gi}, {@code 1.5Gi}, {@code 512Mi} and {@code about 37.3Gi}. */
  public static String memory(MemorySize memory) {
    BigDecimal bytes = BigDecimal.valueOf(memory.toBytes());
    if (bytes.abs().compareTo(MEBIBYTE) < 0) {
      return memory.toBytes() + (memory.toBytes() == 1 ? " byte" : " bytes");
    }
    boolean large = bytes.abs().compareTo(GIBIBYTE) >= 0;
    BigDecimal amount =
        bytes.divide(large ? GIBIBYTE : MEBIBYTE, 1, RoundingMode.HALF_UP).stripTrailingZeros();
    boolean exact = amount.multiply(large ? GIBIBYTE : MEBIBYTE).compareTo(bytes) == 0;
    return (exact ? "" : ABOUT) + amount.toPlainString() + (large ? "Gi" : "Mi");
  }

  /** Returns a question about an amount whose unit was probably forgotten. */
  public static String doubt(MemorySize memory) {
    return "memory '%s' is %s; was %sGi meant?".formatted(memory, memory(memory), memory);
  }

  /** Returns a size in words, or in its exact notation if another size would look the same. */
  public static String memoryUnlike(MemorySize other, MemorySize memory) {
    return rounded(memory).equals(rounded(other)) ? memory.toString() : memory(memory);
  }

  private static String rounded(MemorySize memory) {
    String words = memory(memory);
    return words.startsWith(ABOUT) ? words.substring(ABOUT.length()) : words;
  }

  /** Returns text such as {@code 16Gi requested, has 12Gi, short 4Gi}. */
  public static String shortOf(MemorySize asked, MemorySize has) {
    return "%s requested, has %s, short %s"
        .formatted(memory(asked), memory(has), memory(asked.minus(has)));
  }

  /** The most whole MiB that are not above it, such as {@code 14963Mi} and {@code 16Gi}. */
  public static String atMost(MemorySize memory) {
    return MemorySize.ofMebibytes(memory.toBytes() >> 20).toString();
  }

  /** Returns text such as {@code 1 node} or {@code 2 nodes}. */
  public static String count(long number, String one) {
    return number + " " + one + (number == 1 ? "" : "s");
  }

  /** Returns the name of a card with its article, such as {@code a T4} and {@code an A100}. */
  public static String a(String name) {
    boolean isSpelled = name.length() < 2 || !Character.isLowerCase(name.charAt(1));
    String vowels = isSpelled ? "AEFHILMNORSX" : "AEIOaeio";
    return (name.isEmpty() || vowels.indexOf(name.charAt(0)) < 0 ? "a " : "an ") + name;
  }

  public static String gpus(int count) {
    return count + (count == 1 ? " GPU" : " GPUs");
  }
}
