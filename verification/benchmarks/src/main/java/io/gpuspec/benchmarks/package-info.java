/** Benchmarks, each compared with a plain way to get the same or a lesser answer. */
@NullMarked
package io.gpuspec.benchmarks;

import org.jspecify.annotations.NullMarked;
