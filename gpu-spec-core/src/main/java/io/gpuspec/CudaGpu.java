package io.gpuspec;

import io.gpuspec.internal.Arguments;
import java.util.List;
import java.util.Optional;

/** The GPU of a question about CUDA, as far as it is known. */
record CudaGpu(Optional<String> name, Optional<GpuModel> model, boolean isWhole) {
  static final CudaGpu ANY = new CudaGpu(Optional.empty(), Optional.empty(), true);

  static CudaGpu of(GpuSpec spec) {
    return new CudaGpu(Optional.of(spec.gpu()), spec.model(), spec.isWhole());
  }

  /** Every model that a name stands for. */
  static List<CudaGpu> named(String text) {
    DeviceName name = DeviceName.parse(Arguments.required("gpu", text, "a name, such as T4"));
    List<CudaGpu> meant =
        GpuModel.named(name.base()).stream().map(model -> of(name.fraction(), model)).toList();
    if (meant.isEmpty()) {
      throw UnknownNameException.gpu(text, GpuModel.all().stream().map(GpuModel::name).toList());
    }
    return meant;
  }

  private static CudaGpu of(Fraction fraction, GpuModel model) {
    String name = new DeviceName(fraction, model.name()).toString();
    return new CudaGpu(Optional.of(name), Optional.of(model), fraction.isWhole());
  }
}
