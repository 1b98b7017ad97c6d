/** What pods ask of devices, as several parts of the library read it. */
@NullMarked
package io.gpuspec.internal.pods;

import org.jspecify.annotations.NullMarked;
