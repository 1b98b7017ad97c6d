/** GPU shapes, requests and matches: what a workload asks for and what it lands on. */
@NullMarked
package io.gpuspec;

import org.jspecify.annotations.NullMarked;
