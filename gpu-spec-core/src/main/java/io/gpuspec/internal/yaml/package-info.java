/** Reads YAML and JSON of this library's own files and of Kubernetes manifests. */
@NullMarked
package io.gpuspec.internal.yaml;

import org.jspecify.annotations.NullMarked;
