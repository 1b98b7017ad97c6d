/**
 * Ways of using cards: whole, as MIG instances, or shared by qGPU, cGPU, MPS or time slicing; what
 * each guarantees, and what the documents recommend.
 */
@NullMarked
package io.gpuspec.share.choice;

import org.jspecify.annotations.NullMarked;
