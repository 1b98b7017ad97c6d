/** What can be chosen about Alibaba Cloud ACK. */
@NullMarked
package io.gpuspec.ack;

import org.jspecify.annotations.NullMarked;
