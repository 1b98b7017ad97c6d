package io.gpuspec.cli;

import io.gpuspec.GpuRequest;
import io.gpuspec.json.RequestField;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Spec;

/** An option for each property of a request, named and described as the library does. */
final class FieldOptions {
  /** The label of options that take several names, separated by commas. */
  static final String LIST = "LIST";

  private final List<RequestField> fields;
  private @Nullable CommandSpec command;

  FieldOptions(Predicate<RequestField> which) {
    this.fields =
        RequestField.all().stream()
            .filter(field -> field.form() != RequestField.Form.OBJECT)
            .filter(which)
            .toList();
  }

  @Spec(Spec.Target.SELF)
  void command(CommandSpec self) {
    for (RequestField field : fields) {
      self.addOption(option(field));
    }
  }

  @Spec(Spec.Target.MIXEE)
  void mixee(CommandSpec mixee) {
    command = mixee;
  }

  /** Returns the options that are given, as the properties of a request in JSON. */
  Map<String, Object> values() {
    CommandSpec parsed = Objects.requireNonNull(command);
    Map<String, Object> values = new LinkedHashMap<>();
    for (RequestField field : fields) {
      OptionSpec option = parsed.findOption(name(field));
      if (parsed.commandLine().getParseResult().hasMatchedOption(option)) {
        Object value = option.getValue();
        values.put(
            field.name(),
            field.form() == RequestField.Form.NAMES
                ? List.of(((String) value).split(",", -1))
                : value);
      }
    }
    return values;
  }

  /** Returns the request with these properties, without those that are problems. */
  GpuRequest request(GpuRequest before, Problems problems) {
    return RequestField.request(before, values(), problems::add);
  }

  private static OptionSpec option(RequestField field) {
    String help = field.help("--gpu").replace("%", "%%");
    OptionSpec.Builder option = OptionSpec.builder(name(field)).description(help);
    return switch (field.form()) {
      case NAMES -> option.type(String.class).paramLabel(LIST).build();
      case QUANTITY -> option.type(String.class).paramLabel("Q").build();
      case WORD -> option.type(String.class).paramLabel("NAME").build();
      case WHOLE -> option.type(Integer.class).paramLabel("N").build();
      case FLAG -> option.type(boolean.class).arity("0").build();
      case OBJECT -> throw new IllegalStateException(field.name() + " has no option");
    };
  }

  /** Returns {@code --min-gpu-memory} for {@code minGpuMemory}. */
  private static String name(RequestField field) {
    return "--" + field.name().replaceAll("(?=[A-Z])", "-").toLowerCase(Locale.ROOT);
  }
}
