/** A job on Apache Spark: what the manifests of many clusters land on, and a fleet for each. */
@NullMarked
package io.gpuspec.spark;

import org.jspecify.annotations.NullMarked;
