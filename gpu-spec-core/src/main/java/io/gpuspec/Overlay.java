package io.gpuspec;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.common.base.Suppliers;
import io.gpuspec.internal.Arguments;
import io.gpuspec.internal.Citations;
import io.gpuspec.internal.FactJson;
import io.gpuspec.internal.Problem;
import io.gpuspec.internal.Schema;
import io.gpuspec.internal.yaml.Document;
import io.gpuspec.internal.yaml.SourceName;
import io.gpuspec.value.Citation;
import io.gpuspec.value.CpuAmount;
import io.gpuspec.value.GpuSpecException;
import io.gpuspec.value.MemorySize;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A user's additions and changes to the catalog of a target: prices, availability, rows.
 *
 * <pre>{@code
 * Overlay prices = Overlay.read(Path.of("prices.yaml"));
 * gpus.in("eks").overlay(prices).catalog().row("g5.xlarge").prices();
 *     // 0.70 USD per hour (us-east-1, on-demand)
 *
 * Citation contract = new Citation("Our contract", "2026-03", Citation.Status.THIRD_PARTY);
 * Price price =
 *     new Price(
 *         new BigDecimal("0.70"), "USD", "hour", "us-east-1", CapacityType.ON_DEMAND, contract);
 * Overlay ours =
 *     Overlay.of("eks", contract)
 *         .price("g5.xlarge", price)
 *         .unavailable("p4d.24xlarge", "no quota");
 *     // overlay of eks: 2 rows of eks, by Our contract, 2026-03 (third-party)
 * }</pre>
 *
 * <p>The format is that of a catalog, by {@code overlay.schema.json}; {@code docs/overlays.md}
 * describes it. Whether an overlay fits a catalog is seen when it is laid over one. It is
 * immutable.
 */
public final class Overlay {
  static final Schema SCHEMA =
      Schema.resource(Overlay.class, "overlay.schema.json", CatalogReader.SCHEMA);

  /**
   * Stops reading an endless pipe; the catalog of the largest cloud has less than a tenth of this.
   */
  private static final int MOST_BYTES = 64 << 20;

  private static final String OWN_KEY = "overlay";

  /** A change to a row. */
  private interface Change {
    /**
     * @param root of the document that the row is in
     */
    void apply(ObjectNode root, ObjectNode row);
  }

  /** A step in code, after those before it. */
  private record Step(@Nullable Step before, String row, Change change) {}

  private final Document first;
  private final @Nullable Step last;

  /** With all steps: made once it is used, so that many of them do not copy it each time. */
  private final Supplier<Document> document;

  /** Kept, because each match looks the overlay up. */
  private final Supplier<Integer> hash;

  private Overlay(Document first, @Nullable Step last) {
    this.first = first;
    this.last = last;
    this.document = Suppliers.memoize(this::made);
    this.hash = Suppliers.memoize(() -> root().hashCode());
  }

  private static Overlay of(Document document) {
    check(document);
    return new Overlay(document, null);
  }

  private static void check(Document document) {
    refuse(document, SCHEMA.problems(document.root()));
    refuse(document, OverlayRows.problems(document.root()));
  }

  private Document made() {
    if (last == null) {
      return first;
    }
    Deque<Step> steps = new ArrayDeque<>();
    for (Step step = last; step != null; step = step.before()) {
      steps.push(step);
    }
    ObjectNode root = first.root().deepCopy();
    Map<String, ObjectNode> rows = new HashMap<>();
    for (JsonNode row : root.withArray("/specs")) {
      rows.putIfAbsent(OverlayRows.key(row.path("name").asText()), (ObjectNode) row);
    }
    for (Step step : steps) {
      step.change()
          .apply(
              root,
              rows.computeIfAbsent(OverlayRows.key(step.row()), key -> added(root, step.row())));
    }
    Document made = Document.of(first.source(), root);
    check(made);
    return made;
  }

  private static ObjectNode added(ObjectNode root, String row) {
    return root.withArray("/specs").addObject().put("name", row);
  }

  /**
   * Reads an overlay from a file: JSON where it begins with a brace, else YAML.
   *
   * @throws OverlayException if it cannot be read or is not a valid overlay
   */
  public static Overlay read(Path file) {
    Arguments.required("overlay", file, "the path of a YAML or JSON file");
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(MOST_BYTES + 1);
      if (bytes.length > MOST_BYTES) {
        throw unreadable(file, "is longer than 64 MiB");
      }
      return parse(
          file.toString(),
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
    } catch (NoSuchFileException e) {
      throw unreadable(file, "does not exist", e);
    } catch (CharacterCodingException e) {
      throw unreadable(file, "is not UTF-8", e);
    } catch (IOException e) {
      throw unreadable(file, "cannot be read (" + e.getMessage() + ")", e);
    }
  }

  private static OverlayException unreadable(Path file, String why) {
    return new OverlayException(
        List.of("overlay: '" + file + "' " + why + "; name a YAML or JSON file"));
  }

  private static OverlayException unreadable(Path file, String why, IOException cause) {
    OverlayException problem = unreadable(file, why);
    problem.initCause(cause);
    return problem;
  }

  /**
   * Reads an overlay from a text: JSON where it begins with a brace, else YAML. The output of
   * {@code kubectl get nodes -o json} is one for the target {@code own}; objects of other kinds in
   * it are ignored.
   *
   * @param source what to call it in messages
   * @throws OverlayException if it is not a valid overlay
   */
  public static Overlay parse(String source, String text) {
    Arguments.notNull("overlay, source", text, source);
    SourceName.check(source, text);
    Document document;
    try {
      document = Document.parse(text, source);
    } catch (GpuSpecException e) {
      OverlayException problem = new OverlayException(List.of(e.getMessage()));
      problem.initCause(e);
      throw problem;
    }
    if (NodesOverlay.isOne(document.root())) {
      return of(NodesOverlay.of(document));
    }
    if (NodesOverlay.isList(document.root())) {
      throw new OverlayException(
          List.of(
              "%s is a list of Kubernetes objects without a Node; give the output of kubectl get nodes -o json"
                  .formatted(source)));
    }
    return of(document);
  }

  /**
   * An overlay that changes nothing yet.
   *
   * @param target the id of the target, such as {@code eks}
   * @param citation where its figures come from
   */
  public static Overlay of(String target, Citation citation) {
    Arguments.notNull("target, citation", target, citation);
    ObjectNode root =
        JsonNodeFactory.instance.objectNode().put("target", target).put("citation", OWN_KEY);
    root.putObject("citations").set(OWN_KEY, FactJson.node(citation));
    return of(Document.of("overlay of " + target, root));
  }

  /**
   * Returns a copy with a list price; one of the same row and capacity type gives way.
   *
   * @param row the row's name, such as {@code g5.xlarge}
   * @throws OverlayException if the row's name is blank, or a part of the price is malformed
   */
  public Overlay price(String row, Price price) {
    Arguments.required("price", price, "a Price");
    return with(row, (root, spec) -> OverlayRows.putPrice(spec, node(root, price)));
  }

  private ObjectNode node(ObjectNode root, Price price) {
    ObjectNode node =
        FactJson.price(
            price.amount(), price.currency(), price.per(), price.region(), price.capacityType());
    if (!price.citation().equals(citation())) {
      JsonNode citation = FactJson.node(price.citation());
      node.put("citation", OverlayRows.addCitation(root, OWN_KEY, citation));
    }
    return node;
  }

  /**
   * Returns a copy with a row that is not available.
   *
   * @param row the row's name, such as {@code p4d.24xlarge}
   * @param reason why, which every answer that leaves it out says
   * @throws OverlayException if the row's name or the reason is blank
   */
  public Overlay unavailable(String row, String reason) {
    Arguments.required("reason", reason, "a text, such as: no quota");
    return with(
        row,
        (root, spec) -> {
          spec.put("lifecycle", GpuSpec.Lifecycle.UNAVAILABLE.toString());
          spec.withArray("/notes")
              .addObject()
              .put("id", OverlayNotes.UNAVAILABLE)
              .put("message", reason);
        });
  }

  /**
   * Returns a copy with a whole row of one size, which no pod can state explicitly.
   *
   * @param row a name that the catalog has not
   * @param gpu a GPU that the catalog lists
   * @throws OverlayException if one of them is malformed
   */
  public Overlay row(String row, int gpus, String gpu, CpuAmount cpu, MemorySize memory) {
    Arguments.notNull("gpu, cpu, memory", gpu, cpu, memory);
    return with(
        row,
        (root, spec) -> {
          spec.put("gpu", gpu).put("gpus", gpus).put("policy", "fixed");
          spec.withArray("/upward")
              .addObject()
              .put("cpu", cpu.toString())
              .put("memory", memory.toString());
        });
  }

  private Overlay with(String row, Change change) {
    Arguments.required("row", row, "a row's name, such as g5.xlarge");
    // By itself, so that a step says at once what is wrong with it.
    ObjectNode alone = JsonNodeFactory.instance.objectNode();
    for (String field : List.of("target", "citation", "citations")) {
      alone.set(field, first.root().path(field).deepCopy());
    }
    change.apply(alone, added(alone, row));
    check(Document.of(first.source(), alone));
    return new Overlay(first, new Step(last, row, change));
  }

  /** The id of the target whose catalog it is for. */
  public String target() {
    return first.root().path("target").asText();
  }

  /** Returns where its figures come from, unless one says otherwise. */
  Citation citation() {
    JsonNode root = first.root();
    return Citations.of(root).get(root.path("citation").asText());
  }

  JsonNode root() {
    return document.get().root();
  }

  /**
   * Throws an exception for these problems, each with its location; does nothing if there are none.
   */
  void refuse(List<Problem> problems) {
    refuse(document.get(), problems);
  }

  private static void refuse(Document document, List<Problem> problems) {
    if (!problems.isEmpty()) {
      throw new OverlayException(problems.stream().map(document::located).toList());
    }
  }

  @Override
  public boolean equals(Object other) {
    return this == other
        || (other instanceof Overlay that
            && first.source().equals(that.first.source())
            && root().equals(that.root()));
  }

  @Override
  public int hashCode() {
    return hash.get();
  }

  /**
   * Returns text such as {@code prices.yaml: 3 rows of eks, by Our contract, 2026-03
   * (third-party)}.
   */
  @Override
  public String toString() {
    int rows = root().path("specs").size();
    return "%s: %s %s of %s, by %s"
        .formatted(first.source(), rows, rows == 1 ? "row" : "rows", target(), citation());
  }
}
