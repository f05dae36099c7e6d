#include "cli/sample_images.h"

#include <algorithm>
#include <cmath>

#include "base/thread_pool.h"
#include "interpreter/interpreter.h"
#include "interpreter/run_op.h"
#include "ops/decode_image/decode_image.h"
#include "ops/resize_bilinear/resize_bilinear.h"

namespace slipway::cli {

namespace {

Result<Tensor> Run(const ops::Op& op, std::span<const Tensor> operands) {
  ThreadPool pool(1);
  ASSIGN_OR_RETURN(std::vector<Tensor> y,
                   interpreter::RunOp(op, operands, interpreter::KernelSetsOf(interpreter::Backend::kAuto), pool));
  return y[0];
}

// The last three dimensions: height, width, channels.
int64_t Dim(const TensorType& argument, int from_end) { return argument.shape[argument.shape.rank() - from_end]; }

Result<Tensor> Resized(const Tensor& pixels, int64_t height, int64_t width) {
  Tensor x(DType::kF32, {1, pixels.shape()[0], pixels.shape()[1], pixels.shape()[2]});
  std::span<const uint8_t> from = pixels.as<uint8_t>();
  std::copy(from.begin(), from.end(), x.as<float>().begin());
  if (height < 0) height = pixels.shape()[0];
  if (width < 0) width = pixels.shape()[1];
  if (height == pixels.shape()[0] && width == pixels.shape()[1]) return x;
  Tensor operands[] = {x, Tensor::Of<int32_t>({2}, {static_cast<int32_t>(height), static_cast<int32_t>(width)})};
  return Run(ops::ResizeBilinear{.half_pixel_centers = true}, operands);
}

}  // namespace

bool TakesImage(const TensorType& argument) {
  if (!argument.shape.has_rank()) return false;
  int rank = argument.shape.rank();
  bool type = argument.dtype == DType::kF32 || argument.dtype == DType::kU8 || argument.dtype == DType::kI8;
  if (!type || rank < 3 || rank > 4 || (rank == 4 && argument.shape[0] > 1)) return false;
  int64_t channels = Dim(argument, 1);
  return channels == 1 || channels == 3 || channels == 4;
}

Result<Tensor> ImageSample(std::string_view bytes, const TensorType& argument, const PixelScale& scale) {
  int64_t channels = Dim(argument, 1);
  Tensor file = Tensor::Scalar(std::string(bytes));
  ASSIGN_OR_RETURN(Tensor pixels, Run(ops::DecodeImage{.channels = channels}, std::span(&file, 1)));
  ASSIGN_OR_RETURN(Tensor x, Resized(pixels, Dim(argument, 3), Dim(argument, 2)));
  Shape shape{x.shape()[1], x.shape()[2], channels};
  if (argument.shape.rank() == 4) shape = x.shape();
  Tensor sample(argument.dtype, shape);
  std::span<const float> from = x.as<float>();
  auto of_channel = [&](const std::vector<float>& list, size_t i) {
    return list[list.size() == 1 ? 0 : i % static_cast<size_t>(channels)];
  };
  for (const auto* list : {&scale.mean, &scale.std_dev})
    if (list->size() != 1 && list->size() != static_cast<size_t>(channels))
      return UsageError("--mean_values and --std_dev_values take one number or ", channels, ", there are ",
                        list->size());
  for (size_t i = 0; i < from.size(); ++i) {
    float pixel = std::clamp(std::round(from[i]), 0.0f, 255.0f);
    if (argument.dtype == DType::kF32)
      sample.as<float>()[i] = (from[i] - of_channel(scale.mean, i)) / of_channel(scale.std_dev, i);
    else if (argument.dtype == DType::kU8)
      sample.as<uint8_t>()[i] = static_cast<uint8_t>(pixel);
    else
      sample.as<int8_t>()[i] = static_cast<int8_t>(pixel - 128);
  }
  return sample;
}

}  // namespace slipway::cli
