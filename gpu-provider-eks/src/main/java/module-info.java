/** Amazon EKS. */
module io.gpuspec.eks {
  requires transitive io.gpuspec;
  requires transitive static org.jspecify;

  exports io.gpuspec.eks;

  provides io.gpuspec.spi.GpuProvider with
      io.gpuspec.eks.internal.Karpenter,
      io.gpuspec.eks.internal.ManagedNodeGroup;
}
