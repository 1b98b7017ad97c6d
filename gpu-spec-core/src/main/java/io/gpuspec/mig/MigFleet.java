package io.gpuspec.mig;

import com.google.common.collect.ImmutableList;
import io.gpuspec.internal.Arguments;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.MemorySize;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * GPUs to put MIG instances on, of one or more products.
 *
 * <pre>{@code
 * MigFleet fleet = MigGpu.of("A100-40GB").cards(4).and(MigGpu.of("H100-80GB").cards(2));
 * fleet.fit("3g.20gb", "3g.40gb", "1g.10gb");    // [1g.10gb]..[3g.20gb] A100-40GB
 *                                                // ....[3g.40gb] H100-80GB
 * }</pre>
 *
 * <p>A profile can go to any product that has a profile of that name. It is immutable.
 */
public final class MigFleet {

  /** A number of cards of a product. */
  record Cards(MigGpu gpu, int count) {}

  static final int MOST = 100_000;

  private final ImmutableList<Cards> cards;

  private MigFleet(List<Cards> cards) {
    this.cards = ImmutableList.copyOf(cards);
  }

  static MigFleet of(MigGpu gpu, int count) {
    return new MigFleet(List.of(new Cards(gpu, checked(count))));
  }

  /** Returns these cards and others. Where profiles could go to both, these are filled first. */
  public MigFleet and(MigFleet others) {
    Arguments.required("others", others, "a MigFleet, such as a100.cards(2)");
    Map<MigGpu, Integer> counts = new LinkedHashMap<>();
    Stream.concat(cards.stream(), others.cards.stream())
        .forEach(each -> counts.merge(each.gpu(), each.count(), MigFleet::sum));
    return new MigFleet(
        counts.entrySet().stream().map(each -> new Cards(each.getKey(), each.getValue())).toList());
  }

  private static int sum(int one, int other) {
    return checked((long) one + other);
  }

  private static int checked(long count) {
    if (count < 1 || count > MOST) {
      throw new InvalidValueException(
          "mig.out-of-range",
          "cards: '%s' is not a number of cards; it is 1 to %s".formatted(count, MOST));
    }
    return (int) count;
  }

  List<Cards> cards() {
    return cards;
  }

  /** Returns how many cards there are. */
  int size() {
    return cards.stream().mapToInt(Cards::count).sum();
  }

  /** The products, in order. */
  List<MigGpu> gpus() {
    return cards.stream().map(Cards::gpu).toList();
  }

  /**
   * Returns whether the cards can hold instances of these profiles, on how few of them, and where.
   *
   * @throws io.gpuspec.value.UnknownNameException if no product has such a profile
   */
  public MigFit fit(String... profiles) {
    return fit(Arrays.asList(Arguments.required("profiles", profiles, "such as 2g.10gb")));
  }

  /** The same as {@link #fit(String...)}. */
  public MigFit fit(Collection<String> profiles) {
    return FitSearch.fit(
        this,
        Arguments.copied("profiles", profiles, "such as 2g.10gb").stream()
            .map(this::canonical)
            .toList());
  }

  /**
   * The profiles and layouts for models of so much memory, such as {@code 18Gi} or {@code 18G}.
   *
   * @throws InvalidValueException if a size is not valid or less than 1Mi, or the cards are of
   *     different products
   */
  public MigSizing forMemory(String... needs) {
    return forMemory(
        Arguments.<String>copied(
                "needs",
                Arrays.asList(Arguments.required("needs", needs, "sizes, such as 18Gi")),
                "sizes, such as 18Gi")
            .stream()
            .map(MigFleet::need)
            .toList());
  }

  private static MemorySize need(String text) {
    MemorySize need = MemorySize.parse(text);
    if (need.isUnitDoubtful()) {
      throw new InvalidValueException(
          "memory.out-of-range",
          "memory: '%s' is less than 1Mi; write the unit too, such as 8Gi".formatted(text));
    }
    return need;
  }

  /** The same as {@link #forMemory(String...)}. */
  MigSizing forMemory(Collection<MemorySize> needs) {
    return SizingSearch.of(this, needs);
  }

  private String canonical(String profile) {
    return gpus().stream()
        .map(gpu -> gpu.findProfile(profile))
        .flatMap(Optional::stream)
        .findFirst()
        // A single product knows which of its profiles was meant; with several products, the first
        // one decides.
        .orElseGet(() -> gpus().get(0).profile(profile))
        .name();
  }

  /** Returns text such as {@code 4 x A100-40GB, 2 x H100-80GB}. */
  @Override
  public String toString() {
    return cards.stream()
        .map(each -> each.count() + " x " + each.gpu().name())
        .collect(Collectors.joining(", "));
  }
}
