/** The interface for providers of GPU shapes, and the types that it uses. */
@NullMarked
package io.gpuspec.spi;

import org.jspecify.annotations.NullMarked;
