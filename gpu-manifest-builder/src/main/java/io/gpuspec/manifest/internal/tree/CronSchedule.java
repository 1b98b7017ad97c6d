package io.gpuspec.manifest.internal.tree;

import io.gpuspec.value.InvalidValueException;
import java.time.ZoneId;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The grammar of a cron job's schedule: five fields, or a macro such as {@code @daily}.
 *
 * <p>Source: {@code ParseStandard} of github.com/robfig/cron v3, with which the API server checks.
 */
public final class CronSchedule {
  private static final Pattern WORD =
      Pattern.compile(
          "@(yearly|annually|monthly|weekly|daily|midnight|hourly|every"
              + " ([0-9]{1,5}(ms|s|m|h)){1,3})");

  /** One value, all values, or a range, each with an optional step. */
  private static final Pattern RANGE =
      Pattern.compile(
          "(?:[*?]|([0-9]{1,4}|[a-z]{3})(?:-([0-9]{1,4}|[a-z]{3}))?)(?:/([0-9]{1,4}))?");

  /** A field with its valid numbers, and names for them. */
  private record Field(String name, int least, int most, List<String> names) {

    boolean takes(String text) {
      for (String range : text.split(",", -1)) {
        Matcher parts = RANGE.matcher(range.toLowerCase(Locale.ROOT));
        if (!parts.matches() || !takes(parts)) {
          return false;
        }
      }
      return true;
    }

    private boolean takes(Matcher parts) {
      int from = parts.group(1) == null ? least : number(parts.group(1));
      int to = parts.group(2) == null ? from : number(parts.group(2));
      boolean steps = parts.group(3) == null || Integer.parseInt(parts.group(3)) > 0;
      return least <= from && from <= to && to <= most && steps;
    }

    /** Below every field's least for a name that it does not have. */
    private int number(String text) {
      if (Character.isDigit(text.charAt(0))) {
        return Integer.parseInt(text);
      }
      int place = names.indexOf(text);
      return place < 0 ? -1 : place + least;
    }
  }

  private static final List<Field> FIELDS =
      List.of(
          new Field("minute", 0, 59, List.of()),
          new Field("hour", 0, 23, List.of()),
          new Field("day of the month", 1, 31, List.of()),
          new Field(
              "month",
              1,
              12,
              List.of(
                  "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov",
                  "dec")),
          new Field(
              "day of the week", 0, 6, List.of("sun", "mon", "tue", "wed", "thu", "fri", "sat")));

  private static final SortedSet<String> ZONES = tzDatabase();

  private CronSchedule() {}

  /** Java leaves out some of the tz database, and has zones of its own that it does not. */
  private static SortedSet<String> tzDatabase() {
    SortedSet<String> zones = new TreeSet<>(ZoneId.getAvailableZoneIds());
    zones.removeIf(name -> name.startsWith("SystemV/"));
    zones.addAll(Set.of("EST", "Factory", "GMT+0", "GMT-0", "HST", "MST", "ROC"));
    return Collections.unmodifiableSortedSet(zones);
  }

  /** Returns the names of the tz database, in which the API server looks up a time zone. */
  public static SortedSet<String> zones() {
    return ZONES;
  }

  /** Returns whether the API server takes a schedule. */
  public static boolean isSchedule(String schedule) {
    try {
      return !check(schedule).isEmpty();
    } catch (InvalidValueException e) {
      return false;
    }
  }

  /**
   * The schedule itself.
   *
   * @throws InvalidValueException if the API server would not take it
   */
  public static String check(String schedule) {
    if (Checks.given("schedule", schedule).contains("TZ=")) {
      throw new InvalidValueException(
          "schedule.conflict",
          "schedule: '%s' names a time zone; remove it and say it with timeZone()"
              .formatted(schedule));
    }
    if (schedule.startsWith("@")) {
      if (!WORD.matcher(schedule).matches()) {
        throw new InvalidValueException(
            "schedule.malformed",
            "schedule: '%s' is not known; write @yearly, @monthly, @weekly, @daily, @hourly, or five fields such as 0 3 * * *"
                .formatted(schedule));
      }
      return schedule;
    }
    String[] fields = schedule.trim().split("\\s+");
    if (fields.length != FIELDS.size()) {
      throw new InvalidValueException(
          "schedule.malformed",
          "schedule: '%s' has %s; write five, minute, hour, day of the month, month and day of the week, such as 0 3 * * *, or a word such as @daily"
              .formatted(schedule, Lines.count(schedule.isBlank() ? 0 : fields.length, "field")));
    }
    for (int i = 0; i < fields.length; i++) {
      Field field = FIELDS.get(i);
      if (!field.takes(fields[i])) {
        throw new InvalidValueException(
            "schedule.malformed",
            "schedule: '%s' has the %s '%s'; write numbers from %s to %s, *, ranges such as 1-5, steps such as */15, or several with commas"
                .formatted(schedule, field.name(), fields[i], field.least(), field.most()));
      }
    }
    return schedule;
  }
}
