/** The {@code gpuspec} command line: the library's answers in a terminal. */
@NullMarked
package io.gpuspec.cli;

import org.jspecify.annotations.NullMarked;
