/** A named application; the providers are found as services. */
module app {
  requires io.gpuspec;
  requires io.gpuspec.manifest;
}
