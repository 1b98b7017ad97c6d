/** Tencent Kubernetes Engine. */
module io.gpuspec.tke {
  requires transitive io.gpuspec;
  requires transitive static org.jspecify;

  exports io.gpuspec.tke;

  provides io.gpuspec.spi.GpuProvider with
      io.gpuspec.tke.internal.SuperNode,
      io.gpuspec.tke.internal.QgpuNodePool,
      io.gpuspec.tke.internal.GpuNodePool;
}
