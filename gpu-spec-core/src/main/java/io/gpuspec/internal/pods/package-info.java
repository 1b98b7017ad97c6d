/** The devices that pods request, as several parts of the library read them. */
@NullMarked
package io.gpuspec.internal.pods;

import org.jspecify.annotations.NullMarked;
