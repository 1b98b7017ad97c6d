/**
 * The components of a cluster with GPUs: names of resources, features of Kubernetes by version,
 * versions of components, and facts about cards for monitoring.
 */
@NullMarked
package io.gpuspec.cluster;

import org.jspecify.annotations.NullMarked;
