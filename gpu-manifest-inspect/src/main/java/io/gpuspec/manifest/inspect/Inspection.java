package io.gpuspec.manifest.inspect;

import io.gpuspec.Gpus;
import io.gpuspec.Match;
import io.gpuspec.Target;
import io.gpuspec.diagnosis.Diagnosis;
import io.gpuspec.internal.yaml.YamlDuplicate;
import io.gpuspec.internal.yaml.YamlSequence;
import io.gpuspec.manifest.error.ManifestException;
import io.gpuspec.manifest.internal.found.FoundObject;
import io.gpuspec.manifest.internal.found.FoundPods;
import io.gpuspec.manifest.internal.found.FoundWorkload;
import io.gpuspec.manifest.internal.found.RuntimeClasses;
import io.gpuspec.manifest.internal.found.ToolInput;
import io.gpuspec.manifest.internal.kube.KubeCheck;
import io.gpuspec.manifest.internal.kube.KubeFinding;
import io.gpuspec.manifest.internal.tree.YamlDocuments;
import io.gpuspec.manifest.internal.tree.YamlPlace;
import io.gpuspec.rule.Rule;
import io.gpuspec.rule.Severity;
import io.gpuspec.scheduling.NodeView;
import io.gpuspec.scheduling.PodField;
import io.gpuspec.value.GpuSpecException;
import io.gpuspec.value.Note;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** One inspection of an input: its files are read one after the other, and judged together. */
final class Inspection {
  private static final String SHARED = ".shared";
  private static final String UNRENDERED = "template.unresolved";
  private static final String READERS = "manifest-malformed";

  /** What keeps a file from being read. */
  private static final Set<String> UNREAD = Set.of("file-unreadable", "yaml-malformed");

  /** What the types of the Kubernetes API say of any field. */
  private static final Set<String> GENERAL =
      Set.of("field-unknown", "field-missing", "field-of-another-type", "field-value-refused");

  private final Gpus gpus;
  private final RuleBook book;
  private final InspectSettings settings;
  private final Optional<Target> given;

  private final List<ManifestFinding> findings = new ArrayList<>();
  private final List<FileScan> files = new ArrayList<>();
  private final Surroundings around;
  private final RuntimeClasses runtimes = new RuntimeClasses();
  private final Set<String> targets = new LinkedHashSet<>();
  private final Set<String> patches = new HashSet<>();
  private int documents;
  private int unmatched;

  /** What is kept of a file until the whole input is known. */
  private static final class FileScan {
    private final SourceLines text;
    private final Suppressions suppressions;
    private final List<Inspected> objects = new ArrayList<>();
    private final TargetGuess guess;
    private int counted;
    private int unknown;

    private FileScan(SourceLines text, Gpus gpus) {
      this.text = text;
      this.suppressions = new Suppressions(text);
      this.guess = new TargetGuess(gpus);
    }

    private SourceLines text() {
      return text;
    }

    private Suppressions suppressions() {
      return suppressions;
    }

    private List<Inspected> objects() {
      return objects;
    }

    private TargetGuess guess() {
      return guess;
    }
  }

  Inspection(Gpus gpus, RuleBook book, InspectSettings settings, Optional<Target> given) {
    this.gpus = gpus;
    this.book = book;
    this.settings = settings;
    this.given = given;
    this.around =
        new Surroundings(settings.kubernetesMinor(), () -> KarpenterTypes.of(gpus, given));
  }

  /** Reads a file; what is wrong with it as YAML is a finding. */
  void read(String name, String content) {
    SourceLines text = new SourceLines(name, content);
    FileScan scan = new FileScan(text, gpus);
    files.add(scan);
    List<YamlDuplicate> duplicates = new ArrayList<>();
    List<ManifestException> tags = new ArrayList<>();
    int document = 0;
    try {
      YamlDocuments all =
          YamlDocuments.of(name, content).lastKeyCounts(duplicates::add).withoutTags(tags::add);
      for (YamlPlace place : all) {
        if (!tags.isEmpty() && !isOfUnknownProgram(place)) {
          throw tags.get(0);
        }
        tags.clear();
        document++;
        documents++;
        Kustomization.patches(place, name).forEach(patches::add);
        add(scan, place, document);
        duplicate(scan, document, duplicates);
      }
    } catch (ManifestException e) {
      found(scan, problem(text, document + 1, e));
    }
  }

  /** Reports a file that cannot be read. */
  void unreadable(String name, String why) {
    unreadable(name, why, 1, 1);
  }

  /** Reports a file that can be read up to a place. */
  void unreadable(String name, String why, int line, int column) {
    SourceLines text = new SourceLines(name, "");
    FileScan scan = new FileScan(text, gpus);
    files.add(scan);
    found(
        scan,
        ManifestFinding.of(
            book.require("file-unreadable"), text, 1, line, column, Map.of("message", why)));
  }

  private void duplicate(FileScan scan, int document, List<YamlDuplicate> duplicates) {
    for (YamlDuplicate each : duplicates) {
      Map<String, String> words = Map.of("key", each.key(), "line", String.valueOf(each.counts()));
      found(
          scan,
          ManifestFinding.of(
              book.require("yaml-duplicate-key"),
              scan.text(),
              document,
              each.line(),
              each.column(),
              words));
    }
    duplicates.clear();
  }

  private ManifestFinding problem(SourceLines text, int document, ManifestException e) {
    Rule rule = book.covering(e.id()).orElseGet(() -> book.require("yaml-malformed"));
    return ManifestFinding.of(
        rule, text, document, e.line(), e.column(), Map.of("message", YamlPlace.withoutPlace(e)));
  }

  private void add(FileScan scan, YamlPlace place, int document) {
    Optional<String> otherFile = OtherFile.kind(place);
    if (otherFile.isPresent()) {
      Inspected other = Inspected.ofFile(place, document, otherFile.get(), "");
      scan.counted++;
      scan.objects().add(other);
      return;
    }
    if (isOfUnknownProgram(place)) {
      scan.counted++;
      scan.unknown++;
      return;
    }
    try {
      FoundObject found = new FoundObject(place);
      if (found.isIntent()) {
        return;
      }
      if (found.isList()) {
        Places.items(place, "items").forEach(item -> add(scan, item, document));
        return;
      }
      scan.counted++;
      Inspected object = inspected(scan, found, document);
      scan.objects().add(object);
      scan.suppressions().add(object);
      scan.guess().add(object);
      scan.objects().addAll(OtherFile.inside(object, scan.text()));
      found.objects().forEach(inner -> add(scan, inner, document));
    } catch (ManifestException e) {
      found(scan, problem(scan.text(), document, e));
    }
  }

  /**
   * Returns whether it is of a program that is not known here, such as a template of CloudFormation
   * or a list of tasks, which may have tags that Kubernetes refuses.
   */
  private static boolean isOfUnknownProgram(YamlPlace place) {
    if (OtherFile.kind(place).isPresent()) {
      return false;
    }
    if (place.node() instanceof YamlSequence) {
      return Places.items(place).stream().noneMatch(item -> item.find("apiVersion").isPresent());
    }
    return Places.isMapping(place)
        && place.find("kind").isEmpty()
        && (place.find("apiVersion").isEmpty() || ToolInput.withoutKind(place).isPresent());
  }

  private Inspected inspected(FileScan scan, FoundObject found, int document) {
    List<InspectedPods> pods = new ArrayList<>();
    List<FoundPods> all = found.isWorkload() ? found.pods() : found.podsByShape();
    for (FoundPods each : all) {
      try {
        pods.add(new InspectedPods(found.workload(each)));
      } catch (ManifestException e) {
        found(scan, problem(scan.text(), document, e));
      }
    }
    String version = Places.text(found.place(), "apiVersion");
    String kind = Places.text(found.place(), "kind");
    Inspected object =
        Inspected.of(
            found.place(),
            document,
            version,
            kind,
            pods,
            mistakes(found.place(), version, kind, pods));
    if (pods.isEmpty() && !KnownObjects.isKnown(object.type())) {
      scan.unknown++;
    }
    return object;
  }

  private static List<KubeFinding> mistakes(
      YamlPlace object, String version, String kind, List<InspectedPods> pods) {
    List<YamlPlace> templates = new ArrayList<>();
    List<YamlPlace> others = new ArrayList<>();
    for (InspectedPods each : pods) {
      if (each.workload().pods().isTemplate()) {
        templates.add(each.pod());
      } else {
        others.add(each.spec());
      }
    }
    boolean isKnown = KnownObjects.isKnown(KnownObjects.type(version, kind));
    return KubeCheck.of(object, version, kind, templates, others, templates.isEmpty() && !isKnown);
  }

  /** Parts of objects are judged once Kustomize has put them in. */
  private void leaveOutPatches() {
    for (FileScan scan : files) {
      if (isPatch(scan)) {
        scan.unknown = scan.counted;
        scan.objects().clear();
        findings.removeIf(each -> each.file().equals(scan.text().file()));
      }
      for (Inspected object : scan.objects()) {
        around.add(object);
        runtimes.add(object.place());
      }
    }
  }

  private boolean isPatch(FileScan scan) {
    return patches.contains(Kustomization.normal(scan.text().file()));
  }

  /** Judges all that was read. */
  Findings end(Baseline baseline) {
    leaveOutPatches();
    for (FileScan scan : files) {
      for (Inspected object : scan.objects()) {
        Optional<Target> target = target(scan, object);
        target.ifPresent(each -> targets.add(each.id()));
        for (RuleBook.Entry entry : book.entries(target)) {
          Report report = new Report(entry.rule(), around, target);
          entry.check().look(object, report);
          add(scan, object, report);
        }
        object.pods().forEach(pods -> judge(scan, object, pods, target));
        if (target.isEmpty() && object.pods().stream().anyMatch(InspectedPods::isJudged)) {
          unmatched++;
        }
      }
      if (!isPatch(scan)) {
        unused(scan);
      }
    }
    return new Findings(
        baseline.applied(withoutRepeats()),
        new Findings.Summary(
            files.size(),
            documents,
            files.stream().mapToInt(scan -> scan.counted).sum(),
            files.stream().mapToInt(scan -> scan.unknown).sum(),
            unmatched),
        targets.size() == 1 ? targets.stream().findFirst() : Optional.empty(),
        sources());
  }

  /** Traces the causes of a diagnosis to what was read. */
  Diagnosis trace(Diagnosis diagnosis, List<NodeView> nodes) {
    Findings all = end(Baseline.none());
    all.findings().stream()
        .filter(each -> UNREAD.contains(each.rule().id()))
        .findFirst()
        .ifPresent(
            each -> {
              throw new GpuSpecException("file.unreadable", each + "; " + each.fix());
            });
    List<Inspected> objects = files.stream().flatMap(scan -> scan.objects().stream()).toList();
    return new DiagnosisTrace(objects, all.findings(), given)
        .of(diagnosis, DiagnosisTrace.nodes(objects, nodes));
  }

  /** Returns the findings without what is told again of a field that another rule knows better. */
  private List<ManifestFinding> withoutRepeats() {
    Set<String> told = new HashSet<>();
    for (ManifestFinding each : findings) {
      if (each.severity() != Severity.ERROR) {
        continue;
      }
      if (!GENERAL.contains(each.rule().id())) {
        told.add(each.file() + " " + each.path());
      }
      if (!each.rule().id().equals(READERS)) {
        told.add(each.file() + ":" + each.line());
      }
    }
    Map<String, Integer> order = new HashMap<>();
    files.forEach(scan -> order.putIfAbsent(scan.text().file(), order.size()));
    return findings.stream()
        .filter(each -> !isRepeat(each, told))
        .sorted(Comparator.comparingInt(each -> order.getOrDefault(each.file(), 0)))
        .toList();
  }

  private static boolean isRepeat(ManifestFinding finding, Set<String> told) {
    String id = finding.rule().id();
    return id.equals(READERS)
        ? told.contains(finding.file() + ":" + finding.line())
        : GENERAL.contains(id) && told.contains(finding.file() + " " + finding.path());
  }

  /** Returns the target that is given, or whose own words the pods of an object have. */
  private Optional<Target> target(FileScan scan, Inspected object) {
    if (given.isPresent()) {
      return given;
    }
    return object.gpuPods().stream()
        .flatMap(pods -> scan.guess().of(pods).stream())
        .findFirst()
        .map(Target::id)
        .map(id -> settings.configured(gpus, id));
  }

  private Map<String, String> sources() {
    Map<String, String> sources = new LinkedHashMap<>();
    Set<String> found = new HashSet<>();
    findings.forEach(each -> found.add(each.file()));
    files.stream()
        .filter(scan -> found.contains(scan.text().file()))
        .forEach(scan -> sources.put(scan.text().file(), scan.text().text()));
    return sources;
  }

  private void add(FileScan scan, Inspected object, Report report) {
    for (Report.Hit hit : report.hits()) {
      found(scan, ManifestFinding.of(report.rule(), object, hit, scan.text()));
    }
  }

  private void unused(FileScan scan) {
    for (Suppressions.Entry entry : scan.suppressions().unused()) {
      int line = entry.place().map(place -> place.node().line()).orElse(entry.line());
      int column = entry.place().map(place -> place.node().column()).orElse(1);
      settings
          .judged(
              ManifestFinding.of(
                  book.require("ignore-without-effect"),
                  scan.text(),
                  entry.object().map(Inspected::document).orElse(1),
                  line,
                  column,
                  Map.of("value", entry.rule())))
          .ifPresent(findings::add);
    }
  }

  private void found(FileScan scan, ManifestFinding finding) {
    settings.judged(finding).map(scan.suppressions()::applied).ifPresent(findings::add);
  }

  /** Reports what the reading and the match of pods say. */
  private void judge(FileScan scan, Inspected object, InspectedPods pods, Optional<Target> target) {
    if (target.isPresent() && pods.isJudged() && isWritten(pods)) {
      match(scan, object, pods, target.get());
    }
  }

  private static boolean isWritten(InspectedPods pods) {
    return pods.workload().pods().unknown().stream().noneMatch(each -> each.meant().isPresent());
  }

  private void match(FileScan scan, Inspected object, InspectedPods pods, Target target) {
    try {
      FoundWorkload workload = runtimes.admitted(pods.workload());
      // A pod that names its node is for one that exists, of a shape that the target has.
      FoundWorkload anywhere = workload.hasNodeNames() ? workload.withoutNodeNames() : workload;
      Optional<Match> match =
          ClaimRules.hasOnlyOthers(pods, object, around)
              ? anywhere.withoutClaims().match(target)
              : anywhere == pods.workload() ? pods.match(target) : anywhere.match(target);
      if (match.isPresent() && match.get() instanceof Match.NotJudged notJudged) {
        for (PodField field : notJudged.fields()) {
          if (field.key().endsWith(SHARED)) {
            // What shared cards are called is judged with the device plugin's file.
            continue;
          }
          YamlPlace at = pods.workload().pods().place(field);
          report(scan, object, "gpu-not-judged", at, Map.of("value", field.key()));
        }
      } else if (match.isPresent() && !match.get().isFound()) {
        Match none = match.get();
        none.notes().forEach(note -> note(scan, object, pods, target, note));
        String why =
            none.rejected().stream()
                .findFirst()
                .map(each -> each + each.toFit().map(fix -> "; " + fix).orElse(""))
                .orElse("none");
        report(
            scan,
            object,
            "shape-none",
            pods.firstGpu(),
            Map.of("request", none.requested().toString(), "target", target.id(), "message", why));
      } else if (match.isPresent()) {
        match.get().notes().forEach(note -> note(scan, object, pods, target, note));
        match.flatMap(Match::found).ifPresent(found -> waste(scan, object, pods, found));
      }
      pods.workload()
          .misplacedAnnotations(target)
          .ifPresent(note -> note(scan, object, pods, target, note));
    } catch (ManifestException e) {
      refused(scan, object, pods, target, e);
    } catch (GpuSpecException e) {
      report(
          scan,
          object,
          book.covering(e.id()).map(Rule::id).orElse("pod-refused"),
          pods.firstGpu(),
          Map.of("message", String.valueOf(e.getMessage()), "target", target.id()));
    }
  }

  /** A pod that a target refuses; what a rule of its own has told already is not told twice. */
  private void refused(
      FileScan scan, Inspected object, InspectedPods pods, Target target, ManifestException e) {
    Rule rule =
        book.covering(e.id())
            .filter(each -> !each.group().equals("form"))
            .orElseGet(() -> book.require("pod-refused"));
    boolean isTold =
        findings.stream()
            .anyMatch(
                each ->
                    each.file().equals(e.source())
                        && each.document() == object.document()
                        && (each.line() == e.line() || each.severity() == Severity.ERROR)
                        && !each.rule().id().equals("shape-none"));
    YamlPlace at = PlaceAt.of(object.place(), e.line(), e.column()).orElse(pods.pod());
    if (e.id().equals(UNRENDERED) && !pods.workload().isTemplate()) {
      // Such as a parameter of a workflow, which its controller fills in.
      report(scan, object, "gpu-not-judged", at, Map.of("value", Places.textOf(at)));
      return;
    }
    if (at.isPlaceholder() || (isTold && rule.id().equals("pod-refused"))) {
      return;
    }
    settings
        .judged(
            ManifestFinding.of(
                rule,
                object,
                new Report.Hit(
                    at,
                    Map.of("message", YamlPlace.withoutPlace(e), "target", target.id()),
                    List.of(),
                    false),
                scan.text()))
        .map(scan.suppressions()::applied)
        .ifPresent(findings::add);
  }

  /** Instances and replicas of a card leave its others to other pods. */
  private void waste(FileScan scan, Inspected object, InspectedPods pods, Match.Found found) {
    boolean isOfCards =
        found.request().devices().migProfile().isEmpty() && !found.request().devices().isReplica();
    if (isOfCards && found.wastedGpus() > 0) {
      report(
          scan,
          object,
          "shape-idle-gpus",
          pods.firstGpu(),
          Map.of(
              "value", String.valueOf(found.wastedGpus()), "shape", found.shape().spec().name()));
    }
  }

  private void note(FileScan scan, Inspected object, InspectedPods pods, Target target, Note note) {
    book.covering(note.id())
        .filter(rule -> book.holds(rule, Optional.of(target)))
        .ifPresent(
            rule ->
                report(
                    scan,
                    object,
                    rule.id(),
                    NotePlace.of(note, pods, object),
                    Map.of("message", note.message())));
  }

  private void report(
      FileScan scan, Inspected object, String rule, YamlPlace at, Map<String, String> words) {
    Report report = new Report(book.require(rule), around, Optional.empty());
    report.at(at, words);
    add(scan, object, report);
  }
}
