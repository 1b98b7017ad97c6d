package io.gpuspec.share;

import io.gpuspec.SpecCatalog;
import io.gpuspec.spi.ShareRules;
import io.gpuspec.value.Citation;
import io.gpuspec.value.Citation.Status;
import io.gpuspec.value.MemorySize;
import io.gpuspec.value.Note;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;

/** A catalog of two cards, and rules made by hand: 14 GiB of a T4 and 30 of a V100 to share. */
final class SharedCloud {
  private static final String CATALOG =
      """
      {
        "target": "cloud/shared",
        "edition": "2026-01",
        "unit": "node",
        "citation": "list",
        "citations": {"list": {"title": "a list", "date": "2026-01", "status": "documented"}},
        "gpus": [{"name": "T4", "card": "T4"}, {"name": "V100-32G", "card": "V100-32G"}],
        "specs": [
          {"gpu": "T4", "gpus": 1, "policy": "node", "citation": "list"},
          {"gpu": "V100-32G", "gpus": 1, "policy": "node", "citation": "list"}
        ]
      }
      """;

  /** Whole GiB, compute by 5 percent, one card. */
  static final ShareRules RULES =
      ShareRules.of("sharing", new Citation("a page", "2026-01", Status.DOCUMENTED))
          .memoryStep(MemorySize.ofGibibytes(1))
          .computeStep(5)
          .offering(
              row -> row.gpuMemory().map(memory -> memory.minus(MemorySize.ofGibibytes(2))),
              Note.of("offer", "two GiB less than nominal"));

  private SharedCloud() {}

  static SpecCatalog catalog(ShareRules rules) {
    return SpecCatalog.read(
            "test.json", new ByteArrayInputStream(CATALOG.getBytes(StandardCharsets.UTF_8)))
        .withShares(rules);
  }

  /** Nodes with two T4 each, by these rules. */
  static Cards t4(ShareRules rules, int nodes) {
    return Cards.of(catalog(rules), "T4", nodes, 2);
  }
}
