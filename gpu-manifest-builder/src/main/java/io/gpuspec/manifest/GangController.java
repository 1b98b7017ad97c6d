package io.gpuspec.manifest;

import io.gpuspec.InvalidValueException;
import io.gpuspec.manifest.gang.Gang;
import io.gpuspec.manifest.gang.GangJob;
import io.gpuspec.manifest.gang.IndexedJob;
import io.gpuspec.manifest.gang.JobSet;
import io.gpuspec.manifest.gang.PodGroup;
import io.gpuspec.manifest.gang.VolcanoJob;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** What starts a gang, as a file names it, and the settings that only it has. */
enum GangController {
  INDEXED_JOB("indexed-job", "job", "kueue") {
    @Override
    Gang read(GangJob gang, Part spec) {
      IndexedJob job = gang.indexedJob();
      return spec.step("kueue", job, (j, queue) -> j.kueue(queue.text()));
    }
  },
  JOB_SET("jobset", "jobset", "kueue", "maxRestarts") {
    @Override
    Gang read(GangJob gang, Part spec) {
      JobSet set = gang.jobSet();
      set = spec.step("kueue", set, (s, queue) -> s.kueue(queue.text()));
      return spec.step("maxRestarts", set, (s, times) -> s.maxRestarts(times.number()));
    }
  },
  VOLCANO("volcano", "Volcano job", "queue", "minAvailable", "maxRetry", "plugins") {
    @Override
    Gang read(GangJob gang, Part spec) {
      VolcanoJob job = gang.volcano();
      job = spec.step("queue", job, (j, queue) -> j.queue(queue.text()));
      job = spec.step("minAvailable", job, (j, workers) -> j.minAvailable(workers.number()));
      job = spec.step("maxRetry", job, (j, failures) -> j.maxRetry(failures.number()));
      Map<String, Part> plugins = spec.find("plugins").map(Part::entries).orElse(Map.of());
      for (Map.Entry<String, Part> plugin : plugins.entrySet()) {
        Part arguments = plugin.getValue();
        job = arguments.step(job, j -> j.plugin(plugin.getKey(), arguments.texts()));
      }
      return job;
    }
  },
  POD_GROUP("pod-group", "job", "queue", "minMember") {
    @Override
    Gang read(GangJob gang, Part spec) {
      PodGroup group = gang.podGroup();
      group = spec.step("queue", group, (g, queue) -> g.queue(queue.text()));
      return spec.step("minMember", group, (g, pods) -> g.minMember(pods.number()));
    }
  };

  private final String word;
  private final String object;
  private final List<String> settings;

  GangController(String word, String object, String... settings) {
    this.word = word;
    this.object = object;
    this.settings = List.of(settings);
  }

  /** The controller of that word. */
  static GangController parse(String word) {
    return Arrays.stream(values())
        .filter(controller -> controller.word.equals(word))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(word));
  }

  /** The controller of a gang. */
  static GangController of(Gang gang) {
    return parse(String.valueOf(gang.settings().get("controller")));
  }

  /** The object that has the gang's name; a grouped gang's is a job like that of any other. */
  String object() {
    return object;
  }

  /** The gang with its settings; what they refuse is a problem at its line. */
  abstract Gang read(GangJob gang, Part spec);

  /** Finds settings of another controller. */
  void check(Part spec) {
    Arrays.stream(values())
        .flatMap(other -> other.settings.stream())
        .distinct()
        .filter(field -> !settings.contains(field))
        .forEach(field -> spec.find(field).ifPresent(stated -> refuse(field, stated)));
  }

  private void refuse(String field, Part stated) {
    stated.check(
        () -> {
          throw new InvalidValueException(
              "'%s' is no setting of the controller %s, which has %s; write one of these, or leave it out"
                  .formatted(field, word, String.join(", ", settings)));
        });
  }

  @Override
  public String toString() {
    return word;
  }
}
