/** The place of the ack provider; it has none yet. */
module io.gpuspec.ack {}
