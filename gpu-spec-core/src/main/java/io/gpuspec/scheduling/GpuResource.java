package io.gpuspec.scheduling;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import io.gpuspec.internal.Arguments;
import io.gpuspec.internal.DataFile;
import io.gpuspec.internal.Json;
import io.gpuspec.internal.text.Spelling;
import io.gpuspec.value.Answer;
import io.gpuspec.value.Citation;
import io.gpuspec.value.Facts;
import io.gpuspec.value.GpuSpecException;
import io.gpuspec.value.Listing;
import io.gpuspec.value.UnknownNameException;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A name under which nodes offer GPUs or parts of them, or one that only looks like it.
 *
 * <pre>{@code
 * GpuResource.of("nvidia.com/mig-1g.10gb");
 *     // nvidia.com/mig-1g.10gb: MIG instances of the profile, by NVIDIA device plugin
 * GpuResource.of("nvidia.com/vgpu").isReal();    // false
 * GpuResource.all();                                // nvidia.com/gpu: cards, ...
 * GpuResource shared = GpuResource.of("nvidia.com/gpu.shared");
 * shared.isReal();    // true
 * shared.counts();    // Optional[replicas of cards]
 * shared.note();      // Optional[only with sharing and renameByDefault: true; ...]
 * }</pre>
 *
 * <p>Kubernetes counts each of them in whole numbers: 0.5 or 4Gi is refused, or means something
 * else.
 */
public final class GpuResource implements Answer {
  /** What hundreds of percent are each of. */
  private static final long CARD = 100;

  private static final String PROFILE = "<profile>";

  /** The profiles as resource names write them: {@code 1g.10gb}, {@code 1g.5gb.me}. */
  private static final ImmutableSet<String> PROFILES =
      Json.resource(GpuResource.class, "/io/gpuspec/mig/mig.json").findValues("profiles").stream()
          .flatMap(profiles -> DataFile.rows(profiles, row -> row.path("name").asText()).stream())
          .map(profile -> profile.replace('+', '.'))
          .collect(ImmutableSet.toImmutableSet());

  private static final DataFile FILE = new DataFile(GpuResource.class, "resources.json");
  private static final Listing<GpuResource> ALL =
      Listing.copyOf(FILE.rows("resources", row -> new GpuResource(FILE, row)));
  private static final Pattern GPU =
      Pattern.compile(String.join("|", FILE.rows("gpuNames", row -> FILE.text(row, "pattern"))));

  /** Names that some target of the library judges. */
  private static final Pattern JUDGED =
      Pattern.compile(
          FILE.rows("gpuNames", row -> FILE.maybe(row, "judged")).stream()
              .flatMap(Optional::stream)
              .collect(Collectors.joining("|")));

  /** Those that are shares of one card of a node, by name. */
  private static final ImmutableMap<String, GpuResource> SHARES =
      ALL.stream()
          .filter(each -> each.share.isPresent())
          .collect(ImmutableMap.toImmutableMap(GpuResource::name, each -> each));

  /**
   * What a share of a card is.
   *
   * @param target the target that matches requests for it, if one does
   * @param isOfPod whether all containers of a pod are on one card
   * @param isPercent whether a card is 100 of it
   * @param countLabel the label of pods with the number of cards that the share is taken from
   * @param nodeLabel the label of nodes with the number of their cards
   */
  record OfCard(
      Optional<String> target,
      boolean isOfPod,
      boolean isPercent,
      Optional<String> countLabel,
      Optional<String> nodeLabel) {}

  private final String name;
  private final String vendor;
  private final boolean real;
  private final Optional<String> advertisedBy;
  private final Optional<String> counts;
  private final int step;
  private final boolean ofWholeCards;
  private final Optional<String> since;
  private final Optional<String> instead;
  private final Optional<String> note;
  private final Optional<String> correction;
  private final Optional<OfCard> share;
  private final Citation citation;

  private GpuResource(GpuResource row, String name) {
    this.name = name;
    vendor = row.vendor;
    real = row.real;
    advertisedBy = row.advertisedBy;
    counts = row.counts;
    step = row.step;
    ofWholeCards = row.ofWholeCards;
    since = row.since;
    instead = row.instead;
    note = row.note;
    correction = row.correction;
    share = row.share;
    citation = row.citation;
  }

  private GpuResource(DataFile file, JsonNode row) {
    name = file.text(row, "name");
    vendor = file.text(row, "vendor");
    real = row.path("real").asBoolean(true);
    advertisedBy = file.maybe(row, "advertisedBy");
    counts = file.maybe(row, "counts");
    step = row.path("step").asInt(1);
    ofWholeCards = row.path("whole").asBoolean();
    since = file.maybe(row, "since");
    instead = file.maybe(row, "instead");
    note = file.maybe(row, "note");
    correction = file.maybe(row, "correction");
    share = Optional.ofNullable(row.get("share")).map(each -> share(file, each));
    citation = file.cited(row);
  }

  /**
   * Returns whether a resource is a GPU, or a part or share of one, whoever offers it: {@code
   * nvidia.com/mig-1g.5gb} and {@code amd.com/gpu} are, {@code nvidia.com/hostdev} is not.
   */
  public static boolean isGpu(String name) {
    return namesGpu(asked(name));
  }

  static boolean namesGpu(String name) {
    return GPU.matcher(name).matches();
  }

  private static OfCard share(DataFile file, JsonNode row) {
    return new OfCard(
        file.maybe(row, "target"),
        row.path("ofPod").asBoolean(),
        row.path("percent").asBoolean(),
        file.maybe(row, "countLabel"),
        file.maybe(row, "nodeLabel"));
  }

  /**
   * Returns whether some target of the library judges what pods request of a resource, so that one
   * that does not offer it runs no such pods.
   */
  public static boolean isJudged(String name) {
    return JUDGED.matcher(asked(name)).matches();
  }

  /** Returns what a share with this resource name is; empty if it does not name a share. */
  static Optional<OfCard> share(String name) {
    return Optional.ofNullable(SHARES.get(name)).flatMap(each -> each.share);
  }

  /** Returns the target that matches requests for shares of cards by this name, if one does. */
  public Optional<String> target() {
    return share.flatMap(OfCard::target);
  }

  /** Returns every one; {@code <profile>} stands for any MIG profile that a product has. */
  public static Listing<GpuResource> all() {
    return ALL;
  }

  /**
   * The resource of a name.
   *
   * @throws UnknownNameException if the name is unknown; similar names are suggested
   */
  public static GpuResource of(String name) {
    return find(name).orElseThrow(() -> unknown(asked(name)));
  }

  /** Returns the resource with this name, or empty if the name is unknown. */
  public static Optional<GpuResource> find(String name) {
    String asked = asked(name);
    return ALL.stream().flatMap(resource -> resource.as(asked).stream()).findFirst();
  }

  private static GpuSpecException unknown(String asked) {
    List<String> spelled = ALL.stream().flatMap(GpuResource::names).toList();
    return UnknownNameException.suggesting(
        "components.unknown",
        "GPU resource",
        asked,
        ALL.stream().map(GpuResource::name).toList(),
        Spelling.near(asked, spelled));
  }

  /** Returns its names: if it stands for MIG profiles, one for each profile that a product has. */
  Stream<String> names() {
    return name.contains(PROFILE)
        ? PROFILES.stream().map(profile -> name.replace(PROFILE, profile))
        : Stream.of(name);
  }

  /** Returns this resource under a name that it stands for, if it does. */
  Optional<GpuResource> as(String asked) {
    if (name.equals(asked)) {
      return Optional.of(this);
    }
    return names().anyMatch(asked::equals)
        ? Optional.of(new GpuResource(this, asked))
        : Optional.empty();
  }

  /** The name, such as {@code nvidia.com/mig-1g.10gb}. */
  public String name() {
    return name;
  }

  /** Returns whose it is, such as {@code NVIDIA}. */
  public String vendor() {
    return vendor;
  }

  /** Returns whether anything offers it; texts name resources that nothing does. */
  public boolean isReal() {
    return real;
  }

  /** Returns what advertises it on nodes; empty if nothing does. */
  public Optional<String> advertisedBy() {
    return advertisedBy;
  }

  /** Returns the unit, such as {@code GiB of memory}; empty if nothing advertises it. */
  public Optional<String> counts() {
    return counts;
  }

  /** Returns the step of its amounts, such as 5 for percentages; 1 if any amount is valid. */
  public int step() {
    return step;
  }

  /**
   * Returns whether it counts percentages and each 100 is a whole GPU: above 100, an amount is a
   * multiple of 100.
   */
  public boolean isOfWholeCards() {
    return ofWholeCards;
  }

  /** Returns whether this amount of it can be allocated. */
  boolean isGivenOut(Amount amount) {
    long whole = amount.whole().longValue();
    return whole % (ofWholeCards && whole > CARD ? CARD : step) == 0;
  }

  /** Returns the first version of Kubernetes with this resource, if it is stated. */
  public Optional<String> since() {
    return since;
  }

  /** The name that was probably meant, where this one is not real. */
  public Optional<String> instead() {
    return instead;
  }

  /** Returns what else to know, such as the setting that it takes. */
  public Optional<String> note() {
    return note;
  }

  /** Returns what a text says wrongly of it. */
  public Optional<String> correction() {
    return correction;
  }

  /** Returns where all this comes from. */
  public Citation citation() {
    return citation;
  }

  /**
   * Adds {@code "name", "vendor", "real", "integer", "advertisedBy"?, "counts"?, "since"?,
   * "instead"?, "note"?, "correction"?, "citation"}.
   */
  @Override
  public void describe(Facts out) {
    out.put("name", name())
        .put("vendor", vendor())
        .put("real", isReal())
        .put("integer", true)
        .put("advertisedBy", advertisedBy())
        .put("counts", counts())
        .put("since", since())
        .put("instead", instead())
        .put("note", note())
        .put("correction", correction())
        .put("citation", citation());
  }

  /** Returns text such as {@code nvidia.com/gpu: cards, by NVIDIA device plugin}. */
  @Override
  public String toString() {
    return name
        + ": "
        + counts.orElse("nothing offers it")
        + advertisedBy.map(who -> ", by " + who).orElse("")
        + instead.map(meant -> "; " + meant + " was meant").orElse("");
  }

  /** Refuses null. */
  static String asked(String name) {
    return Arguments.required("resource", name, "a name, such as nvidia.com/gpu").strip();
  }
}
