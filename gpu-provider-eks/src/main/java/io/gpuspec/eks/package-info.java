/** The options of Amazon EKS. */
@NullMarked
package io.gpuspec.eks;

import org.jspecify.annotations.NullMarked;
