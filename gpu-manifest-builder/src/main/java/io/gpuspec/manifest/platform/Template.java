package io.gpuspec.manifest.platform;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.LimitRange;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.ResourceQuota;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.fabric8.kubernetes.api.model.batch.v1.CronJob;
import io.gpuspec.manifest.PlatformObjects;
import io.gpuspec.manifest.Reason;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/**
 * A YAML file in the jar with Kubernetes objects, whose placeholders are filled in.
 *
 * <ul>
 *   <li>{@code $name} stands for a value. One that is empty takes its key or item away; a list in a
 *       list, and a mapping behind {@code <<}, become entries of what is around them.
 *   <li>{@code !name} before a node, or a document, keeps it only where that value is true.
 *   <li>A comment {@code # reason: text [source]} right above a key becomes a {@link Reason} for
 *       it; above {@code <<} for each entry that comes from there, above {@code apiVersion} for the
 *       whole object. A line that begins with {@code #} and blanks goes on with the one before.
 *       {@code # reason if name:} is one only where that value is true.
 * </ul>
 */
final class Template {
  private static final Map<String, Template> READ = new ConcurrentHashMap<>();
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String SPLICED = "<<";
  private static final Pattern VALUE = Pattern.compile("\\$(\\w+)");
  private static final Pattern WHOLE = Pattern.compile("-?[0-9]{1,9}");
  private static final Pattern SIMPLE_KEY = Pattern.compile("[A-Za-z0-9_-]+");
  private static final Pattern REASON =
      Pattern.compile("# reason(?: if ([\\w-]+))?: (.+) \\[([\\w.-]+)]");

  private static final Map<String, Class<? extends HasMetadata>> TYPED =
      ImmutableMap.<String, Class<? extends HasMetadata>>builder()
          .put("ConfigMap", ConfigMap.class)
          .put("CronJob", CronJob.class)
          .put("DaemonSet", DaemonSet.class)
          .put("LimitRange", LimitRange.class)
          .put("Namespace", Namespace.class)
          .put("Node", io.fabric8.kubernetes.api.model.Node.class)
          .put("ResourceQuota", ResourceQuota.class)
          .put("ServiceAccount", ServiceAccount.class)
          .buildOrThrow();

  private final List<String> lines;
  private final List<Node> documents;

  private Template(String text) {
    this.lines = text.lines().toList();
    this.documents =
        ImmutableList.copyOf(
            new Compose(LoadSettings.builder().setUseMarks(true).build())
                .composeAllFromString(text));
  }

  /** The template of a file of this package. */
  static Template of(String file) {
    return READ.computeIfAbsent(file, name -> new Template(PlatformData.text(name)));
  }

  /** The objects, each with the reasons that its comments give. */
  PlatformObjects objects(Map<String, ?> values) {
    Filling filling = new Filling(values);
    documents.forEach(filling::add);
    return PlatformObjects.of(filling.objects, List.copyOf(filling.reasons));
  }

  /** One use of the template. */
  private final class Filling {
    private final Map<String, ?> values;
    private final List<HasMetadata> objects = new ArrayList<>();
    private final Set<Reason> reasons = new LinkedHashSet<>();
    private String kind = "";

    Filling(Map<String, ?> values) {
      this.values = values;
    }

    void add(Node document) {
      kind = kind((MappingNode) document);
      value("", document).ifPresent(tree -> objects.add(object((Map<?, ?>) tree)));
    }

    private HasMetadata object(Map<?, ?> tree) {
      HasMetadata object =
          JSON.convertValue(tree, TYPED.getOrDefault(kind, GenericKubernetesResource.class));
      if (!tree.containsKey("metadata")) {
        object.setMetadata(null);
      }
      return object;
    }

    private Optional<Object> value(String path, Node node) {
      String tag = node.getTag().getValue();
      if (tag.startsWith("!") && !isTrue(tag.substring(1))) {
        return Optional.empty();
      }
      if (node instanceof MappingNode mapping) {
        return Optional.of(mapping(path, mapping));
      }
      return node instanceof SequenceNode sequence
          ? Optional.of(sequence(path, sequence))
          : scalar((ScalarNode) node);
    }

    private Map<String, Object> mapping(String path, MappingNode mapping) {
      Map<String, Object> filled = new LinkedHashMap<>();
      for (NodeTuple entry : mapping.getValue()) {
        ScalarNode key = (ScalarNode) entry.getKeyNode();
        String name = key.getValue();
        Optional<Object> value = value(child(path, name), entry.getValueNode());
        Map<?, ?> entries =
            name.equals(SPLICED)
                ? (Map<?, ?>) value.orElse(Map.of())
                : value.map(only -> Map.of(name, only)).orElse(Map.of());
        entries.forEach(
            (each, content) -> {
              filled.put((String) each, content);
              addReasons(key, each.equals("apiVersion") ? "" : child(path, (String) each));
            });
      }
      return filled;
    }

    private List<Object> sequence(String path, SequenceNode sequence) {
      List<Object> filled = new ArrayList<>();
      for (Node item : sequence.getValue()) {
        value(path + "[" + filled.size() + "]", item)
            .ifPresent(
                value -> {
                  if (value instanceof Collection<?> several && item instanceof ScalarNode) {
                    filled.addAll(several);
                  } else {
                    filled.add(value);
                  }
                });
      }
      return filled;
    }

    private Optional<Object> scalar(ScalarNode node) {
      String text = node.getValue();
      if (node.getScalarStyle() != ScalarStyle.PLAIN) {
        return Optional.of(text);
      }
      if (VALUE.matcher(text).matches()) {
        return given(text.substring(1));
      }
      if (text.equals("true") || text.equals("false")) {
        return Optional.of(Boolean.valueOf(text));
      }
      return Optional.of(WHOLE.matcher(text).matches() ? Integer.valueOf(text) : text);
    }

    private boolean isTrue(String name) {
      return given(name).equals(Optional.of(true));
    }

    private Optional<Object> given(String name) {
      Object value = Objects.requireNonNull(values.get(name), name);
      if (value instanceof Optional<?> perhaps) {
        return perhaps.map(some -> some);
      }
      boolean isEmpty =
          (value instanceof Map<?, ?> map && map.isEmpty())
              || (value instanceof Collection<?> list && list.isEmpty());
      return isEmpty ? Optional.empty() : Optional.of(value);
    }

    private void addReasons(ScalarNode key, String path) {
      for (String comment : commentsAbove(key.getStartMark().orElseThrow().getLine())) {
        REASON
            .matcher(comment)
            .results()
            .filter(reason -> reason.group(1) == null || isTrue(reason.group(1)))
            .forEach(reason -> reasons.add(reason(path, reason)));
      }
    }

    private Reason reason(String path, MatchResult reason) {
      String text =
          VALUE
              .matcher(reason.group(2))
              .replaceAll(value -> given(value.group(1)).orElse("").toString());
      return new Reason(kind, path, text, Sources.of(reason.group(3)));
    }
  }

  private static String kind(MappingNode document) {
    return document.getValue().stream()
        .filter(entry -> ((ScalarNode) entry.getKeyNode()).getValue().equals("kind"))
        .map(entry -> ((ScalarNode) entry.getValueNode()).getValue())
        .findFirst()
        .orElse("");
  }

  private List<String> commentsAbove(int line) {
    int first = line;
    while (first > 0 && lines.get(first - 1).strip().startsWith("#")) {
      first--;
    }
    List<String> comments = new ArrayList<>();
    for (String comment : lines.subList(first, line)) {
      String text = comment.strip();
      if (text.startsWith("#  ") && !comments.isEmpty()) {
        comments.add(comments.remove(comments.size() - 1) + " " + text.substring(1).strip());
      } else {
        comments.add(text);
      }
    }
    return comments;
  }

  /** The path of a key, as {@link Reason} writes it. */
  static String child(String path, String key) {
    if (!SIMPLE_KEY.matcher(key).matches()) {
      return path + "['" + key + "']";
    }
    return path.isEmpty() ? key : path + "." + key;
  }
}
