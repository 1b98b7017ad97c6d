/** ACK's node pools and Elastic Container Instance: catalogs, rules, what a pod must carry. */
@NullMarked
package io.gpuspec.ack.internal;

import org.jspecify.annotations.NullMarked;
