/** GPU shapes, requests and matches: what a workload requests and which shape it gets. */
@NullMarked
package io.gpuspec;

import org.jspecify.annotations.NullMarked;
