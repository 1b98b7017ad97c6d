/** Advice and figures of the documents, which decide nothing. */
@NullMarked
package io.gpuspec.advice;

import org.jspecify.annotations.NullMarked;
