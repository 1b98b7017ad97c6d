package io.gpuspec.service;

import io.gpuspec.value.GpuSpecException;
import java.util.List;

/** Thrown for a question with several problems. */
final class BadQuestionException extends GpuSpecException {
  private static final long serialVersionUID = 1L;

  private final transient List<String> problems;

  BadQuestionException(List<String> problems) {
    super("body.invalid", String.join("\n", problems));
    this.problems = problems;
  }

  List<String> problems() {
    return problems;
  }
}
