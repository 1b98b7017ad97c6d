/** EKS with Karpenter: the catalog, what pods can use of a node, what a pod must carry. */
@NullMarked
package io.gpuspec.eks.internal;

import org.jspecify.annotations.NullMarked;
