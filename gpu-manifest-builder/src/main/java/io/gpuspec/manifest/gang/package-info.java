/**
 * Pods that are of use only all together: gangs for Volcano, JobSet, Kueue and plain Kubernetes,
 * and distributed PyTorch in them.
 */
@NullMarked
package io.gpuspec.manifest.gang;

import org.jspecify.annotations.NullMarked;
