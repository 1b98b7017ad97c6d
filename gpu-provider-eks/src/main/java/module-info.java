/** The place of the eks provider; it has none yet. */
module io.gpuspec.eks {}
