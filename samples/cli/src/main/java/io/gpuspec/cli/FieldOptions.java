package io.gpuspec.cli;

import io.gpuspec.GpuRequest;
import io.gpuspec.json.RequestField;
import io.gpuspec.spi.ObjectField.Form;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Spec;

/** An option for each property of a request, named and described as the library does. */
final class FieldOptions {
  /** The forms that one option can have. */
  private static final Set<Form> FORMS =
      EnumSet.of(Form.TEXT, Form.WHOLE, Form.TRUTH, Form.AMOUNT, Form.TEXTS);

  /** The label of options that take several names, separated by commas. */
  static final String LIST = "LIST";

  private final List<RequestField> fields;
  private @Nullable CommandSpec command;

  FieldOptions(Predicate<RequestField> which) {
    this.fields =
        RequestField.all().stream()
            .filter(field -> FORMS.contains(field.field().form()))
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
            field.field().form() == Form.TEXTS ? List.of(((String) value).split(",", -1)) : value);
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
    return switch (field.field().form()) {
      case TEXTS -> option.type(String.class).paramLabel(LIST).build();
      case AMOUNT -> option.type(String.class).paramLabel("Q").build();
      case TEXT -> option.type(String.class).paramLabel("NAME").build();
      case WHOLE -> option.type(Integer.class).paramLabel("N").build();
      case TRUTH -> option.type(boolean.class).arity("0").build();
      default -> throw new IllegalStateException(field.name() + " has no option");
    };
  }

  /** Returns {@code --min-gpu-memory} for {@code minGpuMemory}. */
  private static String name(RequestField field) {
    return "--" + field.name().replaceAll("(?=[A-Z])", "-").toLowerCase(Locale.ROOT);
  }
}
