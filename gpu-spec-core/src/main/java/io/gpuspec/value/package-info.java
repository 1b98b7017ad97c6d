/** Values that the whole library uses: memory, CPU, citations, notes, errors. */
@NullMarked
package io.gpuspec.value;

import org.jspecify.annotations.NullMarked;
