/** The options of Alibaba Cloud ACK. */
@NullMarked
package io.gpuspec.ack;

import org.jspecify.annotations.NullMarked;
