package io.gpuspec.cuda;

import io.gpuspec.GpuModel;
import io.gpuspec.GpuSpec;
import io.gpuspec.internal.Arguments;
import io.gpuspec.internal.DeviceName;
import io.gpuspec.value.Fraction;
import java.util.List;
import java.util.Optional;

/** The GPU of a question about CUDA, as far as it is known. */
record CudaGpu(Optional<String> name, Optional<GpuModel> model, boolean isWhole) {
  static final CudaGpu ANY = new CudaGpu(Optional.empty(), Optional.empty(), true);

  static CudaGpu of(GpuSpec spec) {
    return new CudaGpu(Optional.of(spec.gpu()), spec.model(), spec.isWhole());
  }

  /** Returns every model that a name stands for. */
  static List<CudaGpu> named(String text) {
    DeviceName name = DeviceName.parse(Arguments.required("gpu", text, "a name, such as T4"));
    return GpuModel.parse(name.base()).stream().map(model -> of(name.fraction(), model)).toList();
  }

  private static CudaGpu of(Fraction fraction, GpuModel model) {
    String name = new DeviceName(fraction, model.name()).toString();
    return new CudaGpu(Optional.of(name), Optional.of(model), fraction.isWhole());
  }
}
