/**
 * What the builder knows of Dynamic Resource Allocation, and what the module gpu-manifest-claims
 * does for it.
 */
@NullMarked
package io.gpuspec.manifest.internal.dra;

import org.jspecify.annotations.NullMarked;
