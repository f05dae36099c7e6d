#pragma once
// Model: what a .tflite file says, as plain structs. Read() makes one from bytes, Write() makes bytes from one.
//
// Indices are the file's: tensors of a subgraph, subgraphs, buffers and operator codes of the model. Buffers are views
// that keep the file's bytes alive; real files align them to 4 bytes only. A Model from Read() obeys VerifyModel(); one
// that is built by hand is checked by Write(). Reading a Model from many threads is safe.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "base/tensor.h"
#include "formats/tflite/builtin.h"
#include "formats/tflite/element_code.h"
#include "formats/tflite/options.h"

namespace slipway::tflite {

inline constexpr uint32_t kSchemaVersion = 3;
inline constexpr int32_t kOptionalTensor = -1;  // an operator's input that is absent

struct OperatorCode {
  Builtin builtin = Builtin::ADD;
  std::string custom;   // the name, where builtin is CUSTOM
  int32_t version = 1;  // the highest that any operator with this code needs
};

// What stands in place of scales: opaque bytes, or the indices of tensors that hold scales and zero points.
struct QuantizationDetails {
  enum class Kind : uint8_t { kNone, kCustom, kBlockwise, kMultiAxis };
  Kind kind = Kind::kNone;
  std::string custom;
  int32_t scales = 0, zero_points = kOptionalTensor, block_size = 0;
  std::vector<int32_t> dims;  // kBlockwise: block_shape; kMultiAxis: quantized_dimensions
};

struct TensorQuantization {
  std::vector<float> scale;
  std::vector<int64_t> zero_point;  // as many as scales
  std::vector<float> min, max;      // ranges seen while training or calibrating; usually absent
  int32_t quantized_dimension = 0;  // the axis, where there are several scales
  QuantizationDetails details;

  bool empty() const {
    return scale.empty() && zero_point.empty() && min.empty() && max.empty() &&
           details.kind == QuantizationDetails::Kind::kNone;
  }
};

// One traversed dimension of a sparse constant: a size, or segments and indices as in compressed sparse rows.
struct SparseDimension {
  bool sparse = false;
  int32_t dense_size = 0;
  std::vector<int32_t> segments, indices;
  uint8_t segments_type = 1, indices_type = 1;  // stored as 1: int32, 2: uint16, 3: uint8
};

struct Sparsity {
  std::vector<int32_t> traversal_order, block_map;
  std::vector<SparseDimension> dimensions;  // as many as traversal_order
};

struct VariantElement {
  std::vector<int32_t> shape;
  int8_t type = 0;
  bool has_rank = false;
};

struct TensorInfo {
  std::string name;                      // may be empty or repeated
  int8_t type = 0;                       // the file's code: see element_code.h
  std::vector<int32_t> shape;            // unknown dimensions are 1
  std::vector<int32_t> shape_signature;  // -1 for unknown dimensions; empty if there are none
  bool has_rank = true;
  bool is_variable = false;
  uint32_t buffer = 0;  // 0: no data
  TensorQuantization quantization;
  std::shared_ptr<const Sparsity> sparsity;
  std::vector<VariantElement> variant_tensors;

  DType dtype() const { return DTypeFromCode(type); }
};

struct Operator {
  uint32_t opcode_index = 0;
  std::vector<int32_t> inputs, outputs, intermediates;
  std::vector<uint8_t> mutating_variable_inputs;  // empty or one per input: 0, 1
  OptionsTable options;                           // of the union BuiltinOptions
  OptionsTable options_2;                         // of the union BuiltinOptions2
  std::string custom_options;
  int32_t debug_metadata_index = -1;
};

struct Subgraph {
  std::string name;
  std::vector<TensorInfo> tensors;
  std::vector<int32_t> inputs, outputs;
  std::vector<Operator> operators;  // in execution order
  int32_t debug_metadata_index = -1;
};

struct SignatureTensor {
  std::string name;
  uint32_t tensor = 0;
};

struct Signature {
  std::string key;
  std::vector<SignatureTensor> inputs, outputs;
  uint32_t subgraph = 0;
};

struct Metadata {
  std::string name;
  uint32_t buffer = 0;
};

struct Model {
  uint32_t version = kSchemaVersion;
  std::string description;
  std::vector<OperatorCode> operator_codes;
  std::vector<Subgraph> subgraphs;  // 0 is the main one
  std::vector<Buffer> buffers;      // 0 means "no data"; one without a data pointer holds nothing
  std::vector<Metadata> metadata;
  std::vector<Signature> signatures;
};

// Every index, size, shape, quantization, sparsity, string buffer and reference between subgraphs. The messages carry
// LiteRT's words where it refuses the same.
Status VerifyModel(const Model&);

inline std::string_view BytesOf(const Buffer& b) { return {reinterpret_cast<const char*>(b.data()), b.size()}; }
// Does the file hold the tensor's elements (also of a tensor with no elements)?
inline bool IsConstant(const Model& model, const TensorInfo& tensor) {
  return tensor.buffer != 0 && model.buffers[tensor.buffer].data() != nullptr;
}
// Element type, shape (with unknown dimensions but for constants; of unknown rank where has_rank is false, the shape is
// empty and there is no data) and affine quantization. Unsupported: element types without a DType, ranks above
// kMaxRank, quantization by details.
Result<TensorType> LogicalType(const Model&, const TensorInfo&);
// The elements of a constant: fixed-size ones where they lie, strings unpacked, sparse ones expanded.
Result<Tensor> ConstantTensor(const Model&, const TensorInfo&);
const Metadata* FindMetadata(const Model&, std::string_view name);

// "CONV_2D", or a custom operator's name.
std::string OperatorName(const OperatorCode&);
std::string OperatorName(const Model&, const Operator&);
// The operator's table of `type`, for either union; missing: an empty one.
OptionsReader ReadOptions(const Operator&, OptionsType type);

// The operators of the subgraph that StableHLO's reduce_window or scatter names as its body; else none.
std::vector<Builtin> BodyOperators(const Model&, const Operator&);

// For building. Adds a buffer (and the empty one at 0) and returns its index.
uint32_t AddBuffer(Model&, Buffer);
// The index of the operator's code, added if it is new; its version becomes the highest asked for.
uint32_t AddOperatorCode(Model&, Builtin, int32_t version);
uint32_t AddCustomOperatorCode(Model&, std::string_view name, int32_t version = 1);
// Sets type, shape, shape_signature, has_rank and quantization. Unsupported: types that the file has no code for.
Status SetType(TensorInfo&, const TensorType&);
// Puts the table into the union that it belongs to.
void SetOptions(Operator&, OptionsTable);

}  // namespace slipway::tflite
