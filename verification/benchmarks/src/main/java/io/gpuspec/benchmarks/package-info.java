/** How long answers take, each beside the plain way to the same or a lesser answer. */
@NullMarked
package io.gpuspec.benchmarks;

import org.jspecify.annotations.NullMarked;
