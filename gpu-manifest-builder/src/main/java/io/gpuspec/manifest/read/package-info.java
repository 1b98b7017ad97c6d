/** Manifests that exist already: the workloads in them, and what they match. */
@NullMarked
package io.gpuspec.manifest.read;

import org.jspecify.annotations.NullMarked;
