/**
 * Pods that are only useful together: gangs for Volcano, JobSet, Kueue and plain Kubernetes, and
 * distributed PyTorch in them.
 */
@NullMarked
package io.gpuspec.manifest.gang;

import org.jspecify.annotations.NullMarked;
