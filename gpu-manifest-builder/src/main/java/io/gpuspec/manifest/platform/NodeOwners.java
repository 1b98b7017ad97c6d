package io.gpuspec.manifest.platform;

import com.fasterxml.jackson.databind.JsonNode;
import io.gpuspec.Citation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Who writes labels and taints of nodes again by himself. */
final class NodeOwners {
  private static final JsonNode DATA = PlatformData.read("node-owners.json");

  static final NodeOwners OF_LABELS = new NodeOwners("labels");
  static final NodeOwners OF_TAINTS = new NodeOwners("taints");

  private final List<Owner> owners = new ArrayList<>();

  /** One owner and what is his. */
  record Owner(
      String name,
      List<String> keys,
      List<String> prefixes,
      List<String> domains,
      List<String> except,
      Citation citation) {

    private boolean holds(String key) {
      return keys.contains(key)
          || prefixes.stream().anyMatch(key::startsWith)
          || (isBelow(domains, key) && !isBelow(except, key));
    }

    private static boolean isBelow(List<String> domains, String key) {
      int slash = key.indexOf('/');
      String domain = slash < 0 ? "" : key.substring(0, slash);
      return domains.stream().anyMatch(one -> domain.equals(one) || domain.endsWith("." + one));
    }
  }

  private NodeOwners(String what) {
    for (JsonNode line : DATA.path(what)) {
      owners.add(
          new Owner(
              line.path("owner").asText(),
              PlatformData.texts(line.path("keys")),
              PlatformData.texts(line.path("prefixes")),
              PlatformData.texts(line.path("domains")),
              PlatformData.texts(line.path("except")),
              PlatformData.citation(line)));
    }
  }

  /** Whose a key is; nobody's where an administrator writes it. */
  Optional<Owner> of(String key) {
    return owners.stream().filter(owner -> owner.holds(key)).findFirst();
  }
}
