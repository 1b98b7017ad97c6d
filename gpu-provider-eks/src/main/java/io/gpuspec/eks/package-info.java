/** What can be chosen about Amazon EKS. */
@NullMarked
package io.gpuspec.eks;

import org.jspecify.annotations.NullMarked;
