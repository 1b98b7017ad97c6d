package io.gpuspec.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Help.Ansi;

/**
 * What the command line says, in another language. The library speaks English; text on its way to
 * people is translated here line by line, as in GNU gettext by a catalog from the English words
 * ({@code zh.po}). Words that the catalog does not have stay as they are, and so does everything
 * that programs read. What the library knows in much text of its own, such as the problems of
 * {@code diagnose}, has a catalog that its command alone reads ({@code zh-diagnosis.po}).
 *
 * <p>In a message {@code {name}} stands for a value, which is kept, and {@code {*name}} for words
 * that are translated in turn. The context {@code label} is the left column of an answer, {@code
 * heading} one of a table, {@code unit} an amount, wherever it stands, and {@code quote} a line
 * that repeats what another program wrote, and {@code frame} what the command line fills itself,
 * and {@code item} one of a list inside of a sentence. Sources have a catalog of their own ({@link
 * CitedSources}).
 *
 * @see <a href="https://www.gnu.org/software/gettext/manual/html_node/PO-Files.html">PO files</a>
 */
final class Phrases {
  /** Nothing is translated. */
  static final Phrases NONE = new Phrases(List.of(), Map.of());

  private static final String LABEL = "label\u0004";
  private static final String UNIT = "unit\u0004";
  private static final String QUOTE = "quote\u0004";
  private static final String HEADING = "heading\u0004";
  private static final String FRAME = "frame\u0004";
  private static final String ITEM = "item\u0004";

  private static final Pattern ENTRY = Pattern.compile("(msgctxt|msgid|msgstr)? ?\"(.*)\"");
  private static final Pattern LABELLED = Pattern.compile("( *)([a-z][a-z -]*?)( {2,})(\\S.*)");
  private static final Pattern COLUMN = Pattern.compile("\\S.*?(?: {2,}|$)");

  /** What stands before a line: spaces, and the number of a list. */
  private static final Pattern MARGIN = Pattern.compile(" *+(?:[0-9]++\\. )?+");

  /** What a note begins with. */
  private static final Pattern ID = Pattern.compile("([a-z-]++\\.[a-z-]++): ");

  private static final Pattern HEAD = Pattern.compile("[A-Z0-9][A-Z0-9 /%().-]*+");
  private static final Pattern PART = Pattern.compile("(?<=[;.]) +");

  /** A place in a file, and the path or the object there, before what is said of it. */
  private static final Pattern PLACE =
      Pattern.compile(
          "(\\S+?:[0-9]++:[0-9]++|(?:spec|metadata)[\\w/.\\[\\]'-]*+|Gpu[A-Z]\\w++ [a-z0-9.-]++): (.+)");

  /** A field, before what is said of it. */
  private static final Pattern FIELD = Pattern.compile("([a-z][A-Za-z]*+): (.+)");

  /** Names with the last one set off by a word. */
  private static final Pattern NAMES =
      Pattern.compile("[^\\s,]++(?:(?:, or |, and |, | or | and )[^\\s,]++)++");

  private static final Pattern MORE = Pattern.compile("(.+) and ([0-9]++) more");

  /** Words that are no name. */
  private static final Pattern SENTENCE = Pattern.compile("[a-z]{2,} [a-z]{2,}|: [a-z]");

  /** A line of a script that is for people alone. */
  private static final Pattern COMMENT = Pattern.compile("(?m)^( *# )(.+)$");

  /** How Chinese ends what English ends so. */
  private static final Map<String, String> ENDS = Map.of(";", "；", ".", "。");

  /** No sentence is longer, and much longer lines are data. */
  private static final int LONGEST = 2000;

  /** What has been read, by the language and topics: a catalog does not change. */
  private static final Map<List<String>, Phrases> READ = new ConcurrentHashMap<>();

  private final Map<String, String> exact = new LinkedHashMap<>();
  private final List<PhraseForm> forms = new ArrayList<>();
  private final List<PhraseForm> quotes = new ArrayList<>();
  private final List<PhraseForm> items = new ArrayList<>();
  private final Map<Pattern, String> units = new LinkedHashMap<>();
  private final CitedSources sources;

  private Phrases(List<Map<String, String>> catalogs, Map<String, String> sources) {
    this.sources = new CitedSources(sources);
    for (Map<String, String> catalog : catalogs) {
      int first = forms.size();
      catalog.forEach(this::add);
      catalog.forEach(this::addWithoutId);
      // What has more words of its own says more exactly what it is.
      forms
          .subList(first, forms.size())
          .sort(Comparator.comparingInt((PhraseForm form) -> form.words()).reversed());
    }
  }

  private void add(String english, String translated) {
    if (english.startsWith(UNIT)) {
      units.put(amount(english.substring(UNIT.length())), translated.replace("{n}", "$1"));
    } else if (english.startsWith(QUOTE)) {
      quotes.add(new PhraseForm(english.substring(QUOTE.length()), translated));
    } else if (english.startsWith(ITEM)) {
      items.add(new PhraseForm(english.substring(ITEM.length()), translated));
    } else if (english.startsWith(FRAME)) {
      exact.put(english, translated);
    } else if (PhraseForm.isOne(english)) {
      forms.add(new PhraseForm(english, translated));
    } else {
      exact.putIfAbsent(english, translated);
    }
  }

  /** Some commands show a note without its id. */
  private void addWithoutId(String english, String translated) {
    Matcher note = ID.matcher(english);
    if (note.lookingAt() && translated.startsWith(note.group(1) + "：")) {
      add(english.substring(note.end()), translated.substring(note.end() - 1));
    }
  }

  /**
   * Returns the phrases of a language.
   *
   * @param topics what has a catalog of its own, which comes before the one of all commands
   */
  static Phrases of(Language language, String... topics) {
    if (language == Language.EN) {
      return NONE;
    }
    String name = language.locale().getLanguage();
    List<String> key = Stream.concat(Stream.of(name), Stream.of(topics)).toList();
    return READ.computeIfAbsent(key, ignored -> read(name, topics));
  }

  private static Phrases read(String name, String... topics) {
    List<Map<String, String>> all = new ArrayList<>();
    for (String topic : topics) {
      all.add(catalog(name + "-" + topic + ".po"));
    }
    all.add(catalog(name + ".po"));
    return new Phrases(all, catalog(name + "-sources.po"));
  }

  /**
   * Reads a catalog: the English words, after their context if they have one, and what they are.
   */
  static Map<String, String> catalog(String file) {
    Map<String, String> catalog = new LinkedHashMap<>();
    Map<String, String> entry = new HashMap<>();
    try (InputStream in = Objects.requireNonNull(Phrases.class.getResourceAsStream(file));
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      String part = "";
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        Matcher found = ENTRY.matcher(line);
        if (found.matches()) {
          part = found.group(1) == null ? part : found.group(1);
          if (found.group(1) != null && !part.equals("msgstr") && entry.containsKey("msgstr")) {
            put(catalog, entry);
          }
          entry.merge(part, found.group(2), String::concat);
        }
      }
      put(catalog, entry);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return catalog;
  }

  private static void put(Map<String, String> catalog, Map<String, String> entry) {
    String context = entry.containsKey("msgctxt") ? entry.get("msgctxt") + "\u0004" : "";
    String english = unescaped(entry.getOrDefault("msgid", ""));
    if (!english.isEmpty()
        && catalog.put(context + english, unescaped(entry.getOrDefault("msgstr", ""))) != null) {
      throw new IllegalStateException("twice in the catalog: " + english);
    }
    entry.clear();
  }

  private static String unescaped(String text) {
    return text.replaceAll("\\\\(.)", "$1");
  }

  private static Pattern amount(String english) {
    return Pattern.compile(
        "\\b"
            + english.replace("{n}", "([0-9][0-9.]*+)")
            + (english.endsWith("{n}") ? "" : "\\b(?![(-])"));
  }

  boolean isEmpty() {
    return exact.isEmpty() && forms.isEmpty();
  }

  /** Returns text for people in their language. */
  String text(String english) {
    if (isEmpty()) {
      return english;
    }
    return english.lines().map(this::line).collect(Collectors.joining("\n"))
        + (english.endsWith("\n") ? "\n" : "");
  }

  /** Returns commands whose comments are in the reader's language. */
  String commented(String script) {
    return isEmpty()
        ? script
        : COMMENT
            .matcher(script)
            .replaceAll(line -> Matcher.quoteReplacement(line.group(1) + words(line.group(2))));
  }

  /** Returns a frame of the catalog, filled with values whose words are translated in turn. */
  String framed(String frame, Map<String, String> values) {
    return PhraseForm.VALUE
        .matcher(exact.getOrDefault(FRAME + frame, frame))
        .replaceAll(
            name ->
                Matcher.quoteReplacement(
                    amounts(words(values.getOrDefault(name.group(2), name.group())))));
  }

  /** Returns a sentence or a few words in the reader's language, or as they are. */
  String words(String english) {
    if (isEmpty()) {
      return english;
    }
    String cited = sources.in(english);
    return found(cited).orElse(cited);
  }

  /** Returns words inside of a sentence, and the amounts in them, in the reader's language. */
  String clause(String english) {
    return isEmpty() ? english : amounts(words(english));
  }

  private String amounts(String line) {
    String translated = line;
    for (Map.Entry<Pattern, String> unit : units.entrySet()) {
      translated = unit.getKey().matcher(translated).replaceAll(unit.getValue());
    }
    return translated;
  }

  private String line(String line) {
    if (line.isBlank() || line.length() > LONGEST) {
      return line;
    }
    Matcher before = MARGIN.matcher(line);
    String margin = before.lookingAt() ? before.group() : "";
    String body = line.substring(margin.length());
    return quoted(body).map(margin::concat).orElseGet(() -> said(margin, sources.in(body)));
  }

  private String said(String margin, String body) {
    return labelled(margin + body)
        .map(this::amounts)
        .orElseGet(
            () ->
                margin
                    + headings(body)
                        .or(() -> found(body))
                        .map(this::amounts)
                        .orElseGet(() -> cells(body)));
  }

  /** A line that quotes: what another program wrote stays, to its last letter. */
  private Optional<String> quoted(String line) {
    return filled(quotes, line);
  }

  /** A line whose left column is a label, which keeps its width. */
  private Optional<String> labelled(String line) {
    Matcher found = LABELLED.matcher(line);
    String label = found.matches() ? exact.get(LABEL + found.group(2)) : null;
    if (label == null) {
      return Optional.empty();
    }
    return Optional.of(
        found.group(1)
            + pad(label, found.group(2).length() + found.group(3).length())
            + words(found.group(4)));
  }

  /** The head of a table, each heading where it was. */
  private Optional<String> headings(String line) {
    List<MatchResult> columns = COLUMN.matcher(line).results().toList();
    if (columns.size() < 2
        || !columns.stream().allMatch(column -> HEAD.matcher(column.group().strip()).matches())) {
      return Optional.empty();
    }
    StringBuilder out = new StringBuilder();
    for (MatchResult column : columns) {
      String heading = column.group().strip();
      out.append(pad(exact.getOrDefault(HEADING + heading, heading), column.group().length()));
    }
    return Optional.of(out.toString().stripTrailing());
  }

  /** A row of a table, or a line that is not known. */
  private String cells(String line) {
    StringBuilder out = new StringBuilder();
    COLUMN
        .matcher(line)
        .results()
        .map(MatchResult::group)
        .forEach(column -> out.append(pad(cell(column.strip()), width(column))));
    return out.toString().stripTrailing();
  }

  private String cell(String text) {
    return amounts(SENTENCE.matcher(text).find() ? words(text) : exact.getOrDefault(text, text));
  }

  private Optional<String> found(String english) {
    Matcher place = PLACE.matcher(english);
    return place.matches()
        ? found(place.group(2)).map(said -> place.group(1) + ": " + said)
        : formed(english).or(() -> ofField(english)).or(() -> parts(english));
  }

  /** What is said of a field, after its path. */
  private Optional<String> ofField(String english) {
    Matcher field = FIELD.matcher(english);
    if (!field.matches()) {
      return Optional.empty();
    }
    String said = field.group(2);
    return formed(said).or(() -> ofField(said)).map(known -> field.group(1) + "：" + known);
  }

  private Optional<String> formed(String english) {
    String whole = exact.get(english);
    if (whole != null) {
      return Optional.of(whole);
    }
    for (PhraseForm form : forms) {
      Optional<MatchResult> values = form.in(english);
      if (values.isPresent() && isOneSentence(form, values.get())) {
        return Optional.of(filled(form, values.get()));
      }
    }
    return Optional.empty();
  }

  /** A value that is not itself words does not reach into the next clause. */
  private static boolean isOneSentence(PhraseForm form, MatchResult values) {
    for (int i = 0; i < form.names().size(); i++) {
      if (!form.names().get(i).startsWith("*") && values.group(i + 1).contains("; ")) {
        return false;
      }
    }
    return true;
  }

  /** Sentences and clauses one by one, if any of them is known. */
  private Optional<String> parts(String english) {
    String[] parts = PART.split(english);
    if (parts.length < 2) {
      return Optional.empty();
    }
    StringBuilder out = new StringBuilder();
    boolean isAny = false;
    for (String part : parts) {
      String end = part.substring(part.length() - 1);
      boolean isEnded = ENDS.containsKey(end);
      Optional<String> known =
          isEnded ? ended(part.substring(0, part.length() - 1), end) : found(part);
      isAny |= known.isPresent();
      out.append(known.orElse(part + " "));
    }
    return isAny ? Optional.of(out.toString().strip()) : Optional.empty();
  }

  private Optional<String> ended(String part, String end) {
    return found(part).map(known -> known + ENDS.get(end));
  }

  private Optional<String> filled(List<PhraseForm> forms, String text) {
    return forms.stream()
        .flatMap(form -> form.in(text).map(values -> filled(form, values)).stream())
        .findFirst();
  }

  private String filled(PhraseForm form, MatchResult values) {
    Map<String, String> byName = new HashMap<>();
    for (int i = 0; i < form.names().size(); i++) {
      String name = form.names().get(i);
      String value = values.group(i + 1);
      byName.put(name.replace("*", ""), name.startsWith("*") ? inTurn(value) : named(value));
    }
    return PhraseForm.VALUE
        .matcher(form.translated())
        .replaceAll(
            name -> Matcher.quoteReplacement(byName.getOrDefault(name.group(2), name.group())));
  }

  /** Words inside of a sentence, which may be a list of which every item is known. */
  private String inTurn(String value) {
    return listed(value).orElseGet(() -> words(value));
  }

  /** Names, such as those that are known, of which the last ones follow another word. */
  private String named(String value) {
    Matcher more = MORE.matcher(value);
    if (more.matches() && NAMES.matcher(more.group(1)).matches()) {
      return framed("{names} and {n} more", Map.of("names", more.group(1), "n", more.group(2)));
    }
    return NAMES.matcher(value).matches()
        ? value
            .replaceAll(",? or ", exact.getOrDefault(FRAME + " or ", " or "))
            .replaceAll(",? and ", exact.getOrDefault(FRAME + " and ", " and "))
        : value;
  }

  private Optional<String> listed(String value) {
    List<String> known = new ArrayList<>();
    for (String item : value.split(", ")) {
      Optional<String> found = filled(items, item);
      if (found.isEmpty()) {
        return Optional.empty();
      }
      known.add(found.get());
    }
    return Optional.of(String.join("、", known));
  }

  private static int width(String text) {
    return Ansi.OFF.new Text(text).getCJKAdjustedLength();
  }

  private static String pad(String text, int width) {
    int columns = width(text);
    return text + " ".repeat(Math.max(columns < width ? 0 : 1, width - columns));
  }
}
