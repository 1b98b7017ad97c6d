/** The public API, as lines of text. */
@NullMarked
package io.gpuspec.api;

import org.jspecify.annotations.NullMarked;
