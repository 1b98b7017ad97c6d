package io.gpuspec.manifest.inspect;

import io.gpuspec.Gpus;
import io.gpuspec.Match;
import io.gpuspec.Target;
import io.gpuspec.manifest.internal.tree.YamlPlace;
import io.gpuspec.scheduling.PodField;
import io.gpuspec.spi.FieldMeaning;
import io.gpuspec.value.GpuSpecException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/** Which target pods are written for, by the words in them that only one cloud has. */
final class TargetGuess {
  private static final Set<FieldMeaning> OWN =
      Set.of(FieldMeaning.REQUEST, FieldMeaning.NODE_SELECTION, FieldMeaning.PROVIDER_SETTING);

  private static final Set<FieldMeaning> DECIDING =
      Set.of(FieldMeaning.REQUEST, FieldMeaning.NODE_SELECTION);

  /** Words that several clouds have. */
  private static final String COMMON = "nvidia.com/";

  /** A node pool says more of where pods go than nothing does, and less than a word of theirs. */
  private static final int OF_A_WORD = 2;

  private final Gpus gpus;
  private final Map<String, Integer> ofObjects = new LinkedHashMap<>();

  TargetGuess(Gpus gpus) {
    this.gpus = gpus;
  }

  /** Counts the targets that an object belongs to, such as a node pool. */
  void add(Inspected object) {
    String version =
        object.group().isEmpty() ? object.version() : object.group() + "/" + object.version();
    for (Target target : gpus.targets()) {
      if (OWN.contains(target.meaning(version, object.kind()))) {
        ofObjects.putIfAbsent(target.id(), 1);
      }
    }
  }

  /** Returns the target of pods; empty if several clouds have as many of their words. */
  Optional<Target> of(InspectedPods pods) {
    Map<String, Integer> votes = new LinkedHashMap<>(ofObjects);
    List<Word> words = words(pods);
    boolean hasOtherDevices = hasOtherDevices(pods);
    for (Target target : gpus.targets()) {
      int own = 0;
      for (Word word : words) {
        own += word.votes(target);
      }
      if (hasOtherDevices && takes(target.id(), pods)) {
        own++;
      }
      votes.merge(target.id(), OF_A_WORD * own, Integer::sum);
    }
    int most = votes.values().stream().mapToInt(Integer::intValue).max().orElse(0);
    if (most == 0) {
      return Optional.empty();
    }
    List<Target> best =
        gpus.targets().stream()
            .filter(target -> votes.getOrDefault(target.id(), 0) == most)
            .sorted(Comparator.comparingLong(target -> -decided(words, target)))
            .toList();
    Target first = best.get(0);
    if (!best.stream().map(Target::cloud).allMatch(first.cloud()::equals)) {
      return Optional.empty();
    }
    return Stream.concat(best.stream(), first.siblings().stream())
        .filter(target -> takes(target.id(), pods))
        .findFirst()
        .or(() -> Optional.of(first));
  }

  /** Returns how many words decide where pods run on a target, and are no mere settings of it. */
  private static long decided(List<Word> words, Target target) {
    return words.stream().filter(word -> DECIDING.contains(word.meaning(target))).count();
  }

  /** A word of pods that one cloud alone may have. */
  private record Word(PodField field, String value) {

    /** A label that several clouds read as the name of a GPU is that of the one that writes it. */
    private int votes(Target target) {
      if (!OWN.contains(meaning(target))) {
        return 0;
      }
      return OWN.contains(meaning(target, PodField.annotation(field.key()))) ? 2 : 1;
    }

    private FieldMeaning meaning(Target target) {
      return meaning(target, field);
    }

    private FieldMeaning meaning(Target target, PodField read) {
      try {
        return target.meaning(read, value);
      } catch (GpuSpecException e) {
        return FieldMeaning.USER_FIELD;
      }
    }
  }

  private static List<Word> words(InspectedPods pods) {
    List<Word> words = new ArrayList<>();
    add(words, pods.annotations(), PodField::annotation);
    add(words, pods.labels(), PodField::label);
    add(words, Places.fields(pods.spec(), "nodeSelector"), PodField::nodeSelector);
    for (YamlPlace each : Places.items(pods.spec(), "tolerations")) {
      String key = Places.text(each, "key");
      if (!isCommon(key)) {
        words.add(new Word(PodField.toleration(key), ""));
      }
    }
    return words;
  }

  private static void add(
      List<Word> words, Map<String, YamlPlace> fields, Function<String, PodField> field) {
    fields.forEach(
        (key, value) -> {
          if (!isCommon(key)) {
            words.add(new Word(field.apply(key), Places.textOf(value)));
          }
        });
  }

  private static boolean isCommon(String key) {
    return key.startsWith(COMMON) || !key.contains("/") || key.contains("kubernetes.io/");
  }

  /** Returns whether pods request devices that few targets have. */
  private static boolean hasOtherDevices(InspectedPods pods) {
    return pods.gpuBoxes().stream()
        .flatMap(box -> box.gpus().keySet().stream())
        .anyMatch(device -> !device.startsWith(COMMON));
  }

  private boolean takes(String target, InspectedPods pods) {
    try {
      // Nodes of unknown size would take any pod.
      return pods.match(gpus.in(target)).flatMap(Match::found).stream()
          .anyMatch(found -> hasOtherDevices(pods) || found.shape().spec().isSized());
    } catch (GpuSpecException e) {
      return false;
    }
  }
}
