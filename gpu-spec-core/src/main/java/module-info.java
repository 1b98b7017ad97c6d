/** GPU catalogs, requests and matching. */
// The builder is not there yet when this is compiled.
@SuppressWarnings("module")
module io.gpuspec {
  requires com.github.benmanes.caffeine;
  requires com.fasterxml.jackson.databind;
  requires com.google.common;
  requires org.snakeyaml.engine.v2;
  requires transitive static org.jspecify;

  exports io.gpuspec;
  exports io.gpuspec.internal to
      io.gpuspec.advise,
      io.gpuspec.fleet,
      io.gpuspec.manifest.inspect;
  exports io.gpuspec.internal.admission to
      io.gpuspec.manifest,
      io.gpuspec.manifest.claim,
      io.gpuspec.manifest.inspect;
  exports io.gpuspec.internal.clouds to
      io.gpuspec.fleet,
      io.gpuspec.manifest,
      io.gpuspec.manifest.claim,
      io.gpuspec.manifest.inspect;
  exports io.gpuspec.internal.dra to
      io.gpuspec.advise,
      io.gpuspec.manifest,
      io.gpuspec.manifest.claim,
      io.gpuspec.manifest.inspect;
  exports io.gpuspec.internal.text to
      io.gpuspec.advise,
      io.gpuspec.manifest,
      io.gpuspec.manifest.claim,
      io.gpuspec.manifest.inspect;
  exports io.gpuspec.internal.yaml to
      io.gpuspec.manifest,
      io.gpuspec.manifest.claim,
      io.gpuspec.manifest.inspect;
  exports io.gpuspec.json;
  exports io.gpuspec.kube;
  exports io.gpuspec.mig;
  exports io.gpuspec.rule;
  exports io.gpuspec.scheduling;
  exports io.gpuspec.select;
  exports io.gpuspec.share;
  exports io.gpuspec.spi;
  exports io.gpuspec.value;

  uses io.gpuspec.spi.GpuProvider;

  provides com.fasterxml.jackson.databind.Module with
      io.gpuspec.json.GpuJsonModule;
  provides io.gpuspec.spi.GpuProvider with
      io.gpuspec.internal.own.OwnNodes;
}
