/** Kubernetes manifests for GPU workloads: built from an intent, or read back. */
@NullMarked
package io.gpuspec.manifest;

import org.jspecify.annotations.NullMarked;
