/** Pods and nodes as kube-scheduler sees them. */
@NullMarked
package io.gpuspec.scheduling;

import org.jspecify.annotations.NullMarked;
