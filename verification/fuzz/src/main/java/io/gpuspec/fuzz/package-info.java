/** Targets for a fuzzer, and the laws that hold for every input. */
@NullMarked
package io.gpuspec.fuzz;

import org.jspecify.annotations.NullMarked;
