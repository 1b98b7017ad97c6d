package io.gpuspec.tke.internal;

import io.gpuspec.Citation;
import io.gpuspec.InvalidValueException;
import io.gpuspec.spi.JsonText;
import io.gpuspec.spi.Option;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * How the value of an annotation is written.
 *
 * @param allowed what may be written, for help and messages
 * @param reading the value, or empty for what may not be written
 */
public record Form<T>(String allowed, Function<String, Optional<T>> reading) {
  private static final Pattern WHOLE = Pattern.compile("0|[1-9][0-9]{0,8}");
  private static final Pattern DURATION =
      Pattern.compile("(?=.*[1-9])([0-9]{1,9}h)?([0-9]{1,9}m)?([0-9]{1,9}s)?");
  private static final Pattern RESOLVER =
      Pattern.compile("(nameserver [0-9A-Fa-f.:]+|(search|options) \\S.*|#.*)?");

  /** An option that is an annotation, from TKE's own page on them. */
  public Option<Optional<T>> option(String name, String text) {
    return option(name, text, Documents.ANNOTATIONS);
  }

  /** An option that is an annotation. */
  public Option<Optional<T>> option(String name, String text, Citation citation) {
    return Option.optional(name, allowed, this::read, text, citation);
  }

  private T read(String value) {
    return reading.apply(value).orElseThrow(() -> new IllegalArgumentException("write " + allowed));
  }

  /** A whole number within bounds, both inclusive, without a unit. */
  public static Form<Integer> whole(int least, int most, String what) {
    return new Form<>(
        "%s, %d to %d, without a unit".formatted(what, least, most),
        value ->
            WHOLE.matcher(value).matches()
                ? Optional.of(Integer.valueOf(value)).filter(n -> n >= least && n <= most)
                : Optional.empty());
  }

  /** Part of a disk in percent. */
  public static Form<Integer> percent() {
    return whole(1, 100, "a percentage of the disk");
  }

  /** Either yes or no, where both differ from saying nothing. */
  public static Form<Boolean> trueOrFalse() {
    return words("true", "false").map(Boolean::valueOf);
  }

  private <U> Form<U> map(Function<T, U> change) {
    return new Form<>(allowed, value -> reading.apply(value).map(change));
  }

  /** A time as Go writes it, in whole hours, minutes and seconds; more than nothing. */
  public static Form<String> duration() {
    return matching(DURATION, "a duration above zero, such as 30s, 5m or 1h30m");
  }

  /** One of a few words. */
  public static Form<String> words(String... words) {
    List<String> all = List.of(words);
    return text(all::contains, String.join(" or ", all));
  }

  /** A constant of an enum by its own name. */
  public static <E extends Enum<E>> Form<E> constant(Class<E> type) {
    E[] all = type.getEnumConstants();
    return new Form<>(
        Arrays.stream(all).map(Enum::name).collect(Collectors.joining(", ", "one of ", "")),
        value -> Arrays.stream(all).filter(one -> one.name().equals(value)).findFirst());
  }

  /** A text of this pattern. */
  public static Form<String> matching(Pattern pattern, String allowed) {
    return text(value -> pattern.matcher(value).matches(), allowed);
  }

  /** Entries of this pattern, separated by commas without blanks, none of them twice. */
  public static Form<String> list(Pattern entry, String allowed) {
    return text(
        value -> {
          List<String> entries = List.of(value.split(",", -1));
          return entries.stream().distinct().count() == entries.size()
              && entries.stream().allMatch(one -> entry.matcher(one).matches());
        },
        allowed);
  }

  /** Registries by their hosts, or all of them. */
  public static Form<String> registries() {
    String allowed = "all, or hosts separated by commas, such as harbor.example.com:5000";
    Form<String> hosts = list(Names.HOST, allowed);
    return new Form<>(
        allowed, value -> value.equals("all") ? Optional.of(value) : hosts.reading().apply(value));
  }

  /** A JSON object whose values are texts, numbers or booleans; empty for the defaults. */
  public static Form<String> objectOrNothing(String allowed) {
    return text(
        value ->
            value.isEmpty()
                || (json(value) instanceof Map<?, ?> map
                    && map.values().stream()
                        .noneMatch(one -> one instanceof Map || one instanceof List)),
        allowed);
  }

  /** A JSON object of texts with an entry at least. */
  public static Form<String> texts(String allowed) {
    return text(
        value ->
            json(value) instanceof Map<?, ?> map
                && !map.isEmpty()
                && map.values().stream().allMatch(String.class::isInstance),
        allowed);
  }

  /** A JSON array of kernel parameters, each with its name and its value as texts. */
  public static Form<String> kernelParameters() {
    return text(
        value ->
            json(value) instanceof List<?> list
                && !list.isEmpty()
                && list.stream().allMatch(Form::isKernelParameter),
        "a JSON array of names and values, such as [{\"name\": \"net.core.rmem_max\", \"value\": \"26214400\"}]");
  }

  private static boolean isKernelParameter(Object item) {
    return item instanceof Map<?, ?> map
        && map.size() == 2
        && map.get("name") instanceof String name
        && Names.SYSCTL.matcher(name).matches()
        && map.get("value") instanceof String value
        && !value.isBlank();
  }

  /** The text of a resolv.conf. */
  public static Form<String> resolvConf() {
    return text(
        value -> !value.isBlank() && value.lines().allMatch(l -> RESOLVER.matcher(l).matches()),
        "lines of a resolv.conf, such as nameserver 8.8.8.8");
  }

  /** A time zone that the JDK knows by its name. */
  public static Form<String> timeZone() {
    return text(ZoneId.getAvailableZoneIds()::contains, "a time zone, such as Asia/Shanghai");
  }

  private static Form<String> text(Predicate<String> taken, String allowed) {
    return new Form<>(allowed, value -> Optional.of(value).filter(taken));
  }

  private static Object json(String value) {
    try {
      return JsonText.parse(value);
    } catch (InvalidValueException e) {
      return false;
    }
  }
}
