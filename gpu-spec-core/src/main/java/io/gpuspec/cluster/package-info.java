/**
 * What a cluster with GPUs is made of: names of resources, features of Kubernetes by version,
 * versions of components, and facts about cards that whoever watches them needs.
 */
@NullMarked
package io.gpuspec.cluster;

import org.jspecify.annotations.NullMarked;
