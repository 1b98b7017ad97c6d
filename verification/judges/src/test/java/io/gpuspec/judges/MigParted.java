package io.gpuspec.judges;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/**
 * What mig-parted, the parser of NVIDIA's MIG manager, makes of its config file.
 *
 * @param refused why it does not take the file
 * @param lost the paths of what it does not hold as it was written
 */
record MigParted(List<String> refused, List<String> lost) {
  static String version() {
    return Pinned.version("nvidia", "github.com/NVIDIA/mig-parted");
  }

  static MigParted reading(String yaml) {
    JsonNode said = Trees.ask(yaml, "mig-parted-config");
    List<String> refused = new ArrayList<>();
    for (String why : List.of("strict", "error")) {
      if (said.has(why)) {
        refused.add(said.get(why).asText());
      }
    }
    List<String> lost =
        said.has("config") ? Fields.lost(Trees.read(yaml), said.get("config")) : List.of();
    return new MigParted(refused, lost);
  }

  boolean keepsEverything() {
    return refused.isEmpty() && lost.isEmpty();
  }
}
