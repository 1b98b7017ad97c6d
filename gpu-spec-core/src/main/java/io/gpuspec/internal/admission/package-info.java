/** What API servers add to pods, for the core and the builder. */
@NullMarked
package io.gpuspec.internal.admission;

import org.jspecify.annotations.NullMarked;
