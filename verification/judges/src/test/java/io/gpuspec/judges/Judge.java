package io.gpuspec.judges;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Who is asked by the properties of a class, for the table: {@code kube-apiserver}. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@interface Judge {
  String value();
}
