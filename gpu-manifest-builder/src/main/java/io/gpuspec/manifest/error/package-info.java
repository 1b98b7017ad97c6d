/** Errors of manifests and workloads. */
@NullMarked
package io.gpuspec.manifest.error;

import org.jspecify.annotations.NullMarked;
