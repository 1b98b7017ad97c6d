/** Helpers that the tests of several modules share. */
@NullMarked
package io.gpuspec.testkit;

import org.jspecify.annotations.NullMarked;
