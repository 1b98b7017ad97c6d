/** Names, objects and JSON as Kubernetes takes them. */
@NullMarked
package io.gpuspec.kube;

import org.jspecify.annotations.NullMarked;
