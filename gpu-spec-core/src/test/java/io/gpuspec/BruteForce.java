package io.gpuspec;

import io.gpuspec.SampleCatalog.Ask;
import io.gpuspec.SampleCatalog.Kind;
import io.gpuspec.SampleCatalog.Row;
import io.gpuspec.SampleCatalog.Size;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Matching as the rules say it and in no other way: every size of every row is tried, whatever
 * holds the request is a candidate, and the smallest candidate wins. It shares no line with the
 * library's matcher, and knows nothing of the order of rows or sizes.
 */
final class BruteForce {

  /** A row's name with a size in millicores and MiB. */
  record Answer(String row, long cpu, long memory) {
    static Answer of(Shape shape) {
      return new Answer(
          shape.spec().name(),
          shape.cpu().toMillicores(),
          shape.memory().toBytes() / SampleCatalog.MEBI);
    }
  }

  private record Candidate(Row row, long cpu, long memory) {}

  /** GPU count, GPU memory with the unknown last, CPU, memory, name, ascending. */
  private static final Comparator<Candidate> SMALLEST =
      Comparator.<Candidate>comparingInt(c -> c.row().gpus())
          .thenComparing(c -> c.row().kind().memory() == null ? 9999 : c.row().kind().memory())
          .thenComparing(Candidate::cpu)
          .thenComparing(Candidate::memory)
          .thenComparing(c -> c.row().name());

  /** Price with the unknown last, then the smallest. */
  private static final Comparator<Candidate> CHEAPEST =
      Comparator.<Candidate>comparingInt(c -> c.row().price() == null ? 9999 : c.row().price())
          .thenComparing(SMALLEST);

  private final SampleCatalog world;
  private final Ask ask;

  BruteForce(SampleCatalog world, Ask ask) {
    this.world = world;
    this.ask = ask;
  }

  /** What each entry of the request that can serve would give; the first is what is found. */
  List<Answer> preferences() {
    return preferences(SMALLEST);
  }

  /** The same where price comes before size. */
  List<Answer> cheapestPreferences() {
    return preferences(CHEAPEST);
  }

  private List<Answer> preferences(Comparator<Candidate> order) {
    List<Answer> answers = new ArrayList<>();
    for (Predicate<Kind> entry : entries()) {
      candidates(entry).stream()
          .min(order)
          .map(c -> new Answer(c.row().name(), c.cpu(), c.memory()))
          .ifPresent(answers::add);
    }
    // Two names of one GPU are one preference.
    return answers.stream().distinct().toList();
  }

  /** The smallest size of each row that can serve, smallest first; of one entry's rows. */
  List<Answer> servingRows() {
    return entries().stream()
        .flatMap(entry -> candidates(entry).stream())
        .collect(Collectors.groupingBy(Candidate::row))
        .values()
        .stream()
        .map(ofRow -> ofRow.stream().min(SMALLEST).orElseThrow())
        .sorted(SMALLEST)
        .map(c -> new Answer(c.row().name(), c.cpu(), c.memory()))
        .toList();
  }

  /** The names of the rows that can serve, and of those that were asked for at all. */
  Set<String> serving() {
    Set<String> names = new TreeSet<>();
    entries().forEach(entry -> candidates(entry).forEach(c -> names.add(c.row().name())));
    return names;
  }

  Set<String> considered() {
    Set<String> names = new TreeSet<>();
    for (Predicate<Kind> entry : entries()) {
      world.rows().stream().filter(r -> entry.test(r.kind())).forEach(r -> names.add(r.name()));
    }
    return names;
  }

  private List<Predicate<Kind>> entries() {
    return switch (ask.how()) {
      case "ordered" ->
          ask.names().stream()
              .<Predicate<Kind>>map(name -> kind -> kind.answersTo().contains(name))
              .toList();
      case "unordered" ->
          List.of(kind -> ask.names().stream().anyMatch(kind.answersTo()::contains));
      default -> List.of(kind -> true);
    };
  }

  private List<Candidate> candidates(Predicate<Kind> entry) {
    List<Candidate> candidates = new ArrayList<>();
    for (Row row : world.rows()) {
      if (!entry.test(row.kind()) || !isOpen(row)) {
        continue;
      }
      for (Size size : row.sizes()) {
        if (ask.explicit()) {
          if (size.cpu() == ask.cpu()
              && ask.memory() >= row.min()
              && ask.memory() <= row.max()
              && ask.memory() % 1024 == 0) {
            candidates.add(new Candidate(row, ask.cpu(), ask.memory()));
          }
        } else if (size.cpu() >= ask.cpu() && size.memory() >= ask.memory()) {
          candidates.add(new Candidate(row, size.cpu(), size.memory()));
        }
      }
    }
    return candidates;
  }

  private boolean archFits(Row row) {
    return ask.arm() == null
        ? !row.arm() || (row.kind().arm() && !ask.how().equals("any"))
        : row.arm() == ask.arm();
  }

  private boolean isOpen(Row row) {
    boolean countFits =
        ask.explicit() || ask.exact() ? row.gpus() == ask.count() : row.gpus() >= ask.count();
    boolean memoryFits =
        ask.gpuMemory() == 0
            || (row.kind().memory() != null && row.kind().memory() >= ask.gpuMemory());
    boolean shareFits = row.kind().whole() || !ask.how().equals("any");
    return countFits
        && memoryFits
        && shareFits
        && archFits(row)
        && (!row.retired() || ask.retiredToo());
  }
}
