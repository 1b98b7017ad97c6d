/** What a provider of GPU shapes implements, and what it is handed. */
@NullMarked
package io.gpuspec.spi;

import org.jspecify.annotations.NullMarked;
