/** TKE's super node: its catalog, its rules, what a pod must carry. */
@NullMarked
package io.gpuspec.tke.internal;

import org.jspecify.annotations.NullMarked;
