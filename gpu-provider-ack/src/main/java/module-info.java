/** Alibaba Cloud ACK. */
module io.gpuspec.ack {
  requires transitive io.gpuspec;
  requires transitive static org.jspecify;

  exports io.gpuspec.ack;

  provides io.gpuspec.spi.GpuProvider with
      io.gpuspec.ack.internal.NodePool,
      io.gpuspec.ack.internal.ContainerInstance,
      io.gpuspec.ack.internal.SharedNodePool;
}
