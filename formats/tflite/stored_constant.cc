#include "formats/tflite/stored_constant.h"

#include <algorithm>

namespace slipway::tflite {

namespace {

// Halves that hold all values of the 8-bit floats: E5M2 is a half's upper byte; E4M3FN has a bias of 7, and one NaN
// instead of infinities.
uint16_t HalfOfE4M3(uint8_t bits) {
  uint16_t sign = static_cast<uint16_t>((bits & 0x80) << 8);
  if ((bits & 0x7f) == 0x7f) return static_cast<uint16_t>(sign | 0x7e00);
  int exponent = bits >> 3 & 15, mantissa = bits & 7;
  float magnitude = exponent == 0 ? static_cast<float>(mantissa) * 0x1p-9f
                                  : static_cast<float>(mantissa + 8) * static_cast<float>(1 << exponent) * 0x1p-10f;
  return static_cast<uint16_t>(sign | FloatToHalfBits(magnitude));
}

// Element i of packed bytes, the lowest bits first.
int PackedCode(const uint8_t* bytes, size_t i, int bits, bool with_sign) {
  size_t per_byte = static_cast<size_t>(8 / bits);
  int v = bytes[i / per_byte] >> (i % per_byte * static_cast<size_t>(bits)) & ((1 << bits) - 1);
  return with_sign && v >= 1 << (bits - 1) ? v - (1 << bits) : v;
}

// The code of an integer of at most 8 bits as the file stores it.
struct Codes {
  const uint8_t* bytes;
  int bits;
  bool with_sign;
  int operator[](size_t i) const {
    if (bits == 8) return with_sign ? static_cast<int8_t>(bytes[i]) : bytes[i];
    return PackedCode(bytes, i, bits, with_sign);
  }
};

Result<Codes> CodesOf(const Model& model, const TensorInfo& info, size_t elements) {
  const std::string_view name = ElementCodeName(info.type);
  Codes codes{reinterpret_cast<const uint8_t*>(model.buffers[info.buffer].data()), ElementCodeBits(info.type),
              name == "INT8" || name == "INT4" || name == "INT2"};
  size_t bytes = (elements * static_cast<size_t>(codes.bits) + 7) / 8, has = model.buffers[info.buffer].size();
  if (has < bytes) return BadInput("tensor '", info.name, "' has ", has, " bytes of ", bytes);
  return codes;
}

// A tensor that `info` names by its index in the same subgraph.
const TensorInfo* Neighbour(const Model& model, const TensorInfo& info, int32_t index) {
  for (const Subgraph& g : model.subgraphs) {
    auto same = [&](const TensorInfo& t) { return &t == &info; };
    if (!std::any_of(g.tensors.begin(), g.tensors.end(), same)) continue;
    return index >= 0 && static_cast<size_t>(index) < g.tensors.size() ? &g.tensors[static_cast<size_t>(index)]
                                                                       : nullptr;
  }
  return nullptr;
}

// Is it computed in a graph and no argument or result of it?
bool IsInside(const Model& model, const TensorInfo& info) {
  for (const Subgraph& g : model.subgraphs) {
    if (g.tensors.empty() || &info < &g.tensors.front() || &info > &g.tensors.back()) continue;
    auto index = static_cast<int32_t>(&info - &g.tensors.front());
    auto lists = [&](const std::vector<int32_t>& list) {
      return std::find(list.begin(), list.end(), index) != list.end();
    };
    return !lists(g.inputs) && !lists(g.outputs);
  }
  return false;
}

// Operators that give UINT4 and INT2: those of LiteRT.
bool KeepsNarrow(Builtin builtin) {
  constexpr Builtin kAll[] = {Builtin::CAST,    Builtin::EMBEDDING_LOOKUP, Builtin::EXPAND_DIMS, Builtin::QUANTIZE,
                              Builtin::RESHAPE, Builtin::SQUEEZE,          Builtin::TRANSPOSE};
  return std::find(std::begin(kAll), std::end(kAll), builtin) != std::end(kAll);
}

// The values of a constant beside `info`, one for each block.
Result<std::vector<double>> BlockValues(const Model& model, const TensorInfo& info, int32_t index, const char* what,
                                        int64_t blocks) {
  const TensorInfo* values = Neighbour(model, info, index);
  if (!values || !IsConstant(model, *values) || values->dtype() == DType::kString || HasBlockScales(*values))
    return Unsupported("tensor '", info.name, "': the ", what, " of its blocks are no constant");
  ASSIGN_OR_RETURN(Tensor read, ConstantTensor(model, *values));
  if (read.elements() != blocks)
    return BadInput("tensor '", info.name, "' has ", read.elements(), " ", what, " for ", blocks, " blocks");
  if (!IsNumber(read.dtype())) return BadInput("tensor '", info.name, "': the ", what, " are ", read.dtype());
  return read.AsDoubles();
}

Result<Tensor> ExpandBlocks(const Model& model, const TensorInfo& info, TensorType type) {
  const QuantizationDetails& d = info.quantization.details;
  const int64_t row = type.shape.rank() ? type.shape.back() : 0, elements = type.shape.Elements();
  if (d.block_size <= 0 || row % d.block_size != 0)
    return BadInput("tensor '", info.name, "': rows of ", row, " elements have no whole blocks of ", d.block_size);
  const int64_t blocks = elements / d.block_size;
  ASSIGN_OR_RETURN(Codes codes, CodesOf(model, info, static_cast<size_t>(elements)));
  ASSIGN_OR_RETURN(std::vector<double> scales, BlockValues(model, info, d.scales, "scales", blocks));
  std::vector<double> zeros(static_cast<size_t>(blocks), 0.0);
  if (d.zero_points > 0) {
    ASSIGN_OR_RETURN(zeros, BlockValues(model, info, d.zero_points, "zero points", blocks));
  }
  Tensor out(std::move(type));
  std::span<float> y = out.as<float>();
  for (size_t i = 0; i < y.size(); ++i) {
    size_t block = i / static_cast<size_t>(d.block_size);
    y[i] = static_cast<float>(scales[block]) * static_cast<float>(codes[i] - static_cast<int>(zeros[block]));
  }
  return out;
}

}  // namespace

bool HasBlockScales(const TensorInfo& info) {
  return info.quantization.details.kind == QuantizationDetails::Kind::kBlockwise;
}

DType ReadDType(const TensorInfo& info) {
  const std::string_view name = ElementCodeName(info.type) ? ElementCodeName(info.type) : "";
  if (HasBlockScales(info)) {
    bool codes = name == "INT2" || name == "INT4" || name == "UINT4" || name == "INT8" || name == "UINT8";
    return codes ? DType::kF32 : DType::kInvalid;
  }
  if (name == "UINT4") return DType::kU8;
  if (name == "INT2") return DType::kI8;
  if (name == "FLOAT8_E4M3FN" || name == "FLOAT8_E5M2") return DType::kF16;
  return info.dtype();
}

int NarrowBits(const TensorInfo& info) {
  const std::string_view name = ElementCodeName(info.type) ? ElementCodeName(info.type) : "";
  return name == "UINT4" || name == "INT2" ? ElementCodeBits(info.type) : 0;
}

DType ComputedDType(const Model& model, const TensorInfo& info) {
  if (NarrowBits(info) == 0 || HasBlockScales(info) || !IsInside(model, info)) return info.dtype();
  return ReadDType(info);
}

Status CheckStoredOperands(const Model& model, const Subgraph& g, const Operator& op) {
  const Builtin builtin = model.operator_codes[op.opcode_index].builtin;
  for (int32_t t : op.outputs) {
    if (t < 0 || NarrowBits(g.tensors[static_cast<size_t>(t)]) == 0 || KeepsNarrow(builtin)) continue;
    const TensorInfo& info = g.tensors[static_cast<size_t>(t)];
    return Unsupported("tensor '", info.name, "': ", OperatorName(model, op), " of elements of type ",
                       ElementCodeName(info.type));
  }
  if (builtin != Builtin::BITCAST) return OkStatus();
  for (int32_t t : op.inputs) {
    if (t < 0) continue;
    const TensorInfo& info = g.tensors[static_cast<size_t>(t)];
    if (NarrowBits(info) || (IsConstant(model, info) && ReadDType(info) != info.dtype()))
      return Unsupported("BITCAST of tensor '", info.name, "': elements of type ", ElementCodeName(info.type),
                         " are not supported");
  }
  return OkStatus();
}

Result<Tensor> ExpandStoredConstant(const Model& model, const TensorInfo& info, TensorType type) {
  if (info.sparsity)
    return Unsupported("tensor '", info.name, "': sparse elements of type ", ElementCodeName(info.type));
  if (HasBlockScales(info)) return ExpandBlocks(model, info, std::move(type));
  const size_t elements = static_cast<size_t>(type.shape.Elements());
  ASSIGN_OR_RETURN(Codes codes, CodesOf(model, info, elements));
  Tensor out(std::move(type));
  if (out.dtype() == DType::kF16) {
    bool e4m3 = std::string_view(ElementCodeName(info.type)) == "FLOAT8_E4M3FN";
    auto* y = static_cast<uint16_t*>(out.data());
    for (size_t i = 0; i < elements; ++i)
      y[i] = e4m3 ? HalfOfE4M3(codes.bytes[i]) : static_cast<uint16_t>(codes.bytes[i] << 8);
    return out;
  }
  auto* y = static_cast<uint8_t*>(out.data());
  for (size_t i = 0; i < elements; ++i) y[i] = static_cast<uint8_t>(codes[i]);
  return out;
}

}  // namespace slipway::tflite
