package io.gpuspec.cli;

import io.gpuspec.Isolation;
import io.gpuspec.manifest.GpuWorkload;
import io.gpuspec.share.SharePolicy;
import io.gpuspec.value.UnknownNameException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Converters for the command line's values, with errors that list the valid ones. */
final class Converters {
  private Converters() {}

  static void register(CommandLine line) {
    line.registerConverter(int.class, Converters::integer)
        .registerConverter(Integer.class, Converters::integer)
        .registerConverter(Path.class, Converters::path)
        .registerConverter(Assignment.class, Assignment::parse)
        .registerConverter(CatalogCommand.Order.class, choice(CatalogCommand.Order.values()))
        .registerConverter(CompletionCommand.Shell.class, choice(CompletionCommand.Shell.values()))
        .registerConverter(InspectCommand.FailOn.class, choice(InspectCommand.FailOn.values()))
        .registerConverter(InspectCommand.Fix.class, choice(InspectCommand.Fix.values()))
        .registerConverter(InspectCommand.Format.class, choice(InspectCommand.Format.values()))
        .registerConverter(Language.class, choice(Language.values()))
        .registerConverter(OutputOption.Form.class, choice(OutputOption.Form.values()))
        .registerConverter(RecommendCommand.Prefer.class, choice(RecommendCommand.Prefer.values()))
        .registerConverter(WorkloadOptions.Kind.class, Converters::kind)
        .registerConverter(SchemaCommand.Kind.class, choice(SchemaCommand.Kind.values()))
        .registerConverter(SharePolicy.class, choice(SharePolicy.values()))
        .registerConverter(Isolation.class, Converters::isolation);
  }

  private static Path path(String text) {
    try {
      return Path.of(text);
    } catch (InvalidPathException e) {
      throw new TypeConversionException(Failures.noPath(e));
    }
  }

  private static Integer integer(String text) {
    try {
      return Integer.valueOf(text);
    } catch (NumberFormatException e) {
      throw new TypeConversionException(
          "'" + text + "' is not a whole number up to 2147483647; write it like 2");
    }
  }

  private static WorkloadOptions.Kind kind(String text) {
    return GpuWorkload.kinds().stream()
        .filter(text::equalsIgnoreCase)
        .map(WorkloadOptions.Kind::new)
        .findFirst()
        .orElseThrow(
            () ->
                new TypeConversionException(
                    "'%s' is not known; write %s"
                        .formatted(
                            text,
                            String.join(" or ", GpuWorkload.kinds()).toLowerCase(Locale.ROOT))));
  }

  private static Isolation isolation(String text) {
    try {
      return Isolation.parse(text);
    } catch (UnknownNameException e) {
      throw new TypeConversionException(e.getMessage());
    }
  }

  private static <E extends Enum<E>> ITypeConverter<E> choice(E[] values) {
    return text ->
        Arrays.stream(values)
            .filter(value -> word(value).equalsIgnoreCase(text))
            .findFirst()
            .orElseThrow(
                () ->
                    new TypeConversionException(
                        Arrays.stream(values)
                            .map(Converters::word)
                            .collect(
                                Collectors.joining(
                                    " or ", "'" + text + "' is not known; write ", ""))));
  }

  private static String word(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
