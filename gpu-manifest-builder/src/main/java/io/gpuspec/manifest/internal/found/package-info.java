/** Workloads of files with the place of each of their parts. */
@NullMarked
package io.gpuspec.manifest.internal.found;

import org.jspecify.annotations.NullMarked;
