package io.gpuspec.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import io.gpuspec.GpuRequest;
import io.gpuspec.value.Answer;
import io.gpuspec.value.Facts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/** Writes facts as JSON while they are told, so that no answer is held as a tree. */
final class FactWriter implements Facts {
  private final JsonGenerator json;

  private FactWriter(JsonGenerator json) {
    this.json = json;
  }

  /** Writes an answer as one object. */
  static void write(Answer answer, JsonGenerator json) throws IOException {
    try {
      json.writeStartObject();
      answer.describe(new FactWriter(json));
      json.writeEndObject();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  @Override
  public Facts put(String key, Object value) {
    Optional<?> present = present(value);
    return present.isPresent() ? write(key, present) : this;
  }

  @Override
  public Facts putOrNull(String key, Object value) {
    return write(key, present(value));
  }

  private static Optional<?> present(Object value) {
    if (value instanceof Optional<?> optional) {
      return optional;
    }
    if (value instanceof OptionalInt whole) {
      return whole.isPresent() ? Optional.of(whole.getAsInt()) : Optional.empty();
    }
    if (value instanceof OptionalDouble number) {
      return number.isPresent() ? Optional.of(number.getAsDouble()) : Optional.empty();
    }
    return Optional.of(value);
  }

  private Facts write(String key, Optional<?> value) {
    try {
      json.writeFieldName(key);
      if (value.isPresent()) {
        write(value.get());
      } else {
        json.writeNull();
      }
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void write(Object value) throws IOException {
    if (value instanceof Answer answer) {
      write(answer, json);
    } else if (value instanceof GpuRequest request) {
      json.writeTree(RequestField.node(request));
    } else if (value instanceof JsonNode node) {
      json.writeTree(node);
    } else if (value instanceof Map<?, ?> map) {
      write(out -> map.forEach((key, each) -> out.put(key.toString(), (Object) each)), json);
    } else if (value instanceof Iterable<?> items) {
      json.writeStartArray();
      for (Object item : items) {
        write(item);
      }
      json.writeEndArray();
    } else if (value instanceof Boolean flag) {
      json.writeBoolean(flag);
    } else if (value instanceof Integer || value instanceof Long) {
      json.writeNumber(((Number) value).longValue());
    } else if (value instanceof Double number) {
      json.writeNumber(number);
    } else if (value instanceof BigDecimal number) {
      json.writeNumber(number);
    } else {
      json.writeString(value.toString());
    }
  }
}
