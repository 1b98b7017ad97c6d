package io.gpuspec.recommend;

import io.gpuspec.internal.EnumWords;
import io.gpuspec.value.InvalidValueException;
import java.util.Locale;

/**
 * An optimizer, described by what it keeps for each parameter.
 *
 * <pre>{@code
 * Optimizer.parse("adam").stateBytes();    // 8
 * }</pre>
 *
 * <p>In mixed precision, 4 bytes for a copy of the weights in fp32 come on top (ZeRO, 2020;
 * Transformer Math 101, 2023).
 */
public enum Optimizer {
  /** Adam and AdamW: momentum and variance in fp32. */
  ADAM(8, "momentum and variance"),
  /** Adam and AdamW with states of eight bits. */
  ADAM_8BIT(2, "momentum and variance of 8 bits"),
  /** Stochastic gradient descent with momentum. */
  SGD_MOMENTUM(4, "momentum"),
  /** Plain stochastic gradient descent: nothing. */
  SGD(0, "no state");

  private final int stateBytes;
  private final String states;

  Optimizer(int stateBytes, String states) {
    this.stateBytes = stateBytes;
    this.states = states;
  }

  /** Returns how many bytes of state it keeps for one parameter. */
  public int stateBytes() {
    return stateBytes;
  }

  String states() {
    return states;
  }

  /**
   * Reads {@code adam}, {@code adam-8bit}, {@code sgd-momentum} or {@code sgd}.
   *
   * @throws InvalidValueException for anything else
   */
  public static Optimizer parse(String text) {
    return EnumWords.parse("optimizer", Optimizer.class, text);
  }

  /** Returns the word, such as {@code adam-8bit}. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
