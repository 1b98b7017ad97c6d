package io.gpuspec.api;

import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * Types as their source writes them, with their package; {@code java.lang}, {@code java.util} and
 * the current package are omitted.
 */
record TypeNames(String here) {
  String of(Type type) {
    if (type instanceof Class<?> named) {
      return named.isArray() ? of(named.getComponentType()) + "[]" : name(named);
    }
    if (type instanceof ParameterizedType generic) {
      return of(generic.getRawType()) + "<" + list(generic.getActualTypeArguments(), ", ") + ">";
    }
    if (type instanceof GenericArrayType array) {
      return of(array.getGenericComponentType()) + "[]";
    }
    if (type instanceof WildcardType wildcard) {
      return "?" + bound("super", wildcard.getLowerBounds()) + extended(wildcard.getUpperBounds());
    }
    return type.getTypeName();
  }

  /** Returns {@code <T extends Comparable<T>>}, or nothing if there are none. */
  String parameters(TypeVariable<?>[] variables) {
    return variables.length == 0
        ? ""
        : Arrays.stream(variables)
            .map(each -> each.getName() + extended(each.getBounds()))
            .collect(Collectors.joining(", ", "<", ">"));
  }

  private String extended(Type[] bounds) {
    return bounds.length == 1 && bounds[0] == Object.class ? "" : bound("extends", bounds);
  }

  private String bound(String word, Type[] bounds) {
    return bounds.length == 0 ? "" : " " + word + " " + list(bounds, " & ");
  }

  private String list(Type[] types, String between) {
    return Arrays.stream(types).map(this::of).collect(Collectors.joining(between));
  }

  private String name(Class<?> type) {
    String name = type.getName().replace('$', '.');
    String place = type.getPackageName();
    boolean known = place.equals("java.lang") || place.equals("java.util") || place.equals(here);
    return known && !type.isPrimitive() ? name.substring(place.length() + 1) : name;
  }
}
