package io.gpuspec.service;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** The objects of a manifest, as the API server sends them. */
final class ObjectsOf {
  private static final JsonMapper JSON = new JsonMapper();

  private ObjectsOf() {}

  static List<String> yaml(String text) throws Exception {
    List<String> objects = new ArrayList<>();
    LoadSettings settings = LoadSettings.builder().build();
    for (Object document : new Load(settings).loadAllFromString(text)) {
      // Files of other programs are not sent.
      if (document instanceof Map<?, ?> map && map.containsKey("kind")) {
        objects.add(JSON.writeValueAsString(map));
      }
    }
    return objects;
  }
}
