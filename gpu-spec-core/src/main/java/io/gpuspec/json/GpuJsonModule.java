package io.gpuspec.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.module.SimpleModule;
import io.gpuspec.GpuRequest;
import io.gpuspec.NodePlan;
import io.gpuspec.Shape;
import io.gpuspec.Target;
import io.gpuspec.value.Answer;
import io.gpuspec.value.Finding;
import io.gpuspec.value.Text;
import io.gpuspec.value.Word;
import java.io.IOException;

/**
 * Lets a mapper of Jackson 2 write the library's results and values inside objects of your own, as
 * {@link GpuJson} writes them.
 *
 * <pre>{@code
 * record Answer(String team, Match match, MemorySize quota) {}
 * ObjectMapper mapper = new ObjectMapper().findAndRegisterModules();
 * Match match = gpus.in("tke").match(GpuRequest.of("T4").cpu(4).memory("16Gi"));
 * mapper.writeValueAsString(new Answer("ml", match, MemorySize.parse("64Gi")));
 *     // {"team":"ml","match":{"matched":true,"requested":...},"quota":"64Gi"}
 * }</pre>
 *
 * <p>It is found by {@code findAndRegisterModules}; where modules are not looked for, as in Spring
 * Boot 3, declare it as a bean. What is part of an answer is written as it is there: an amount, a
 * fraction, a {@link Text} or a {@link Finding} is a string, a {@link Target} its id, and a {@link
 * Shape} or {@link NodePlan} by itself has its prices on demand. It writes, and reads nothing;
 * {@link RequestField#request} reads requests.
 */
@SuppressWarnings("exports") // Who names it has a mapper, so has Jackson.
public final class GpuJsonModule extends SimpleModule {
  private static final long serialVersionUID = 1L;

  /** A module to be registered with a mapper. */
  public GpuJsonModule() {
    add(Answer.class, FactWriter::write);
    add(GpuRequest.class, (request, json) -> json.writeTree(RequestField.node(request)));
    add(Word.class, (word, json) -> json.writeString(word.toString()));
    add(Finding.class, (finding, json) -> json.writeString(finding.text()));
    add(Target.class, (target, json) -> json.writeString(target.id()));
  }

  private <T> void add(Class<T> type, Writing<? super T> writing) {
    addSerializer(type, new Written<>(writing));
  }

  /** Writes a value as the library itself does. */
  @FunctionalInterface
  private interface Writing<T> {
    void write(T value, JsonGenerator json) throws IOException;
  }

  /** A value as the library writes it. */
  static final class Written<T> extends JsonSerializer<T> {
    private final Writing<? super T> writing;

    private Written(Writing<? super T> writing) {
      this.writing = writing;
    }

    @Override
    public void serialize(T value, JsonGenerator out, SerializerProvider provider)
        throws IOException {
      writing.write(value, out);
    }
  }
}
