package io.gpuspec;

import io.gpuspec.internal.Problem;
import io.gpuspec.value.GpuSpecException;
import java.util.List;
import java.util.stream.Collectors;

/** Thrown for a tree that is not a valid catalog, with all of its problems. */
final class MalformedCatalogException extends GpuSpecException {
  private static final long serialVersionUID = 1L;

  private final transient List<Problem> problems;

  MalformedCatalogException(List<Problem> problems) {
    super(
        "catalog.malformed",
        problems.stream().map(Problem::toString).collect(Collectors.joining("\n")));
    this.problems = List.copyOf(problems);
  }

  List<Problem> problems() {
    return problems;
  }

  /** The same as an error about a file, a line for each problem. */
  GpuSpecException in(String source) {
    return new GpuSpecException(
            id(),
            problems.stream()
                .map(problem -> source + ": not a catalog: " + problem)
                .collect(Collectors.joining("\n")),
            this)
        .see("docs/catalog-format.md");
  }
}
