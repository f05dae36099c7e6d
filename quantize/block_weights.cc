#include "quantize/block_weights.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace slipway::quantize {

namespace {

constexpr float kMost = 7;

// The step of a block as float16; a step again of what it rounded.
float StepOf(std::span<const float> block) {
  float largest = 0;
  for (float v : block) largest = std::max(largest, std::abs(v));
  float step = static_cast<float>(Half(largest / kMost));
  return step > 0 ? step : 1;
}

float CodeOf(float v, float step) { return std::clamp(std::round(v / step), -kMost, kMost); }

// Codes, two in a byte, of the floats of one tensor, and their steps.
void Encode(std::span<const float> w, size_t block_size, uint8_t* codes, std::span<Half> steps) {
  for (size_t begin = 0; begin < w.size(); begin += block_size) {
    const float step = StepOf(w.subspan(begin, block_size));
    steps[begin / block_size] = Half(step);
    for (size_t i = begin; i < begin + block_size; ++i) {
      int code = static_cast<int>(CodeOf(w[i], step));
      codes[i / 2] = static_cast<uint8_t>(codes[i / 2] | (code & 15) << (i % 2 * 4));
    }
  }
}

// Tensor `t` of the subgraph becomes codes beside a new tensor of their steps.
Status StoreOne(tflite::Model& model, tflite::Subgraph& g, size_t t, int64_t block_size) {
  ASSIGN_OR_RETURN(Tensor floats, tflite::ConstantTensor(model, g.tensors[t]));
  const Shape shape = floats.shape();
  Tensor codes(TensorType(DType::kI4, shape)), steps(DType::kF16, {shape[0], shape[1] / block_size});
  Encode(floats.as<float>(), static_cast<size_t>(block_size), static_cast<uint8_t*>(codes.data()), steps.as<Half>());
  tflite::TensorInfo scales{.name = StrCat(g.tensors[t].name, "/scales")};
  RETURN_IF_ERROR(tflite::SetType(scales, steps.type()));
  scales.buffer = tflite::AddBuffer(model, steps.buffer());
  g.tensors.push_back(std::move(scales));
  tflite::TensorInfo& info = g.tensors[t];
  RETURN_IF_ERROR(tflite::SetType(info, codes.type()));
  model.buffers[info.buffer] = codes.buffer();  // in place of the floats: each constant has its own
  info.quantization.details = {.kind = tflite::QuantizationDetails::Kind::kBlockwise,
                               .custom = "",
                               .scales = static_cast<int32_t>(g.tensors.size()) - 1,
                               .zero_points = tflite::kOptionalTensor,
                               .block_size = static_cast<int32_t>(block_size),
                               .dims = {}};
  return OkStatus();
}

}  // namespace

bool FitsBlocks(const Tensor& weights, int64_t block_size) {
  return block_size > 0 && weights.shape().rank() == 2 && weights.elements() > 0 &&
         weights.shape()[1] % block_size == 0;
}

Tensor RoundToBlocks(const Tensor& weights, int64_t block_size) {
  Tensor rounded(DType::kF32, weights.shape());
  std::span<const float> w = weights.as<float>();
  const size_t size = static_cast<size_t>(block_size);
  for (size_t begin = 0; begin < w.size(); begin += size) {
    const float step = StepOf(w.subspan(begin, size));
    for (size_t i = begin; i < begin + size; ++i) rounded.as<float>()[i] = CodeOf(w[i], step) * step;
  }
  return rounded;
}

Status StoreBlockWeights(const std::vector<std::string>& names, int64_t block_size, tflite::Model* model) {
  const std::set<std::string> wanted(names.begin(), names.end());
  for (tflite::Subgraph& g : model->subgraphs) {
    const size_t before = g.tensors.size();
    std::set<int32_t> stored;
    for (size_t t = 0; t < before; ++t) {
      if (!wanted.count(g.tensors[t].name)) continue;
      RETURN_IF_ERROR_AT(StoreOne(*model, g, t, block_size), StrCat("tensor '", g.tensors[t].name, "'"));
      stored.insert(static_cast<int32_t>(t));
    }
    constexpr int kHybridPerChannel = 12;
    for (tflite::Operator& op : g.operators)
      if (op.inputs.size() > 1 && stored.count(op.inputs[1]))
        op.opcode_index = tflite::AddOperatorCode(*model, tflite::Builtin::FULLY_CONNECTED, kHybridPerChannel);
  }
  return OkStatus();
}

}  // namespace slipway::quantize
