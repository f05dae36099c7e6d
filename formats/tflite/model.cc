#include "formats/tflite/model.h"

#include <algorithm>
#include <limits>

#include "formats/tflite/sparsity.h"
#include "formats/tflite/stored_constant.h"
#include "formats/tflite/string_tensor.h"

namespace slipway::tflite {

namespace {

uint32_t FindOrAddCode(Model& model, Builtin builtin, std::string_view custom, int32_t version) {
  for (size_t i = 0; i < model.operator_codes.size(); ++i) {
    OperatorCode& code = model.operator_codes[i];
    if (code.builtin != builtin || code.custom != custom) continue;
    code.version = std::max(code.version, version);
    return static_cast<uint32_t>(i);
  }
  model.operator_codes.push_back({builtin, std::string(custom), version});
  return static_cast<uint32_t>(model.operator_codes.size() - 1);
}

// A zero point far from every code would overflow where it is multiplied.
Status CheckZeroPoints(const TensorInfo& tensor, const TensorType& type) {
  const bool codes = IsInteger(type.dtype) && DTypeSize(type.dtype) <= 2;
  const int64_t limit = codes ? UINT16_MAX : INT32_MAX;
  for (int64_t zero : type.quant.zero_point)
    if (zero < -limit || zero > limit)
      return BadInput("tensor '", tensor.name, "': ", zero, " cannot be the zero point of ", type.dtype);
  return OkStatus();
}

bool InSecondUnion(OptionsType type) { return static_cast<int>(type) >= 256; }

}  // namespace

Result<TensorType> LogicalType(const Model& model, const TensorInfo& tensor) {
  bool constant = IsConstant(model, tensor);
  TensorType type;
  type.dtype = constant ? ReadDType(tensor) : ComputedDType(model, tensor);
  if (type.dtype == DType::kInvalid)
    return Unsupported("tensor '", tensor.name, "': elements of type ", ElementCodeName(tensor.type),
                       " are not supported");
  bool blocks = constant && HasBlockScales(tensor);
  if (tensor.quantization.details.kind != QuantizationDetails::Kind::kNone && !blocks)
    return Unsupported("tensor '", tensor.name, "': only quantization by scale and zero point is supported");
  const std::vector<int32_t>& dims = constant || tensor.shape_signature.empty() ? tensor.shape : tensor.shape_signature;
  if (dims.empty() && !tensor.has_rank && !constant) {
    type.shape = Shape::UnknownRank();
  } else {
    std::vector<int64_t> wide(dims.begin(), dims.end());
    ASSIGN_OR_RETURN_AT(type.shape, Shape::FromDims(wide), StrCat("tensor '", tensor.name, "'"));
  }
  if (blocks) return type;
  type.quant.scale = tensor.quantization.scale;
  if (!type.quant.scale.empty()) type.quant.zero_point = tensor.quantization.zero_point;
  if (type.quant.per_channel()) type.quant.axis = tensor.quantization.quantized_dimension;
  RETURN_IF_ERROR(CheckZeroPoints(tensor, type));
  return type;
}

Result<Tensor> ConstantTensor(const Model& model, const TensorInfo& info) {
  if (!IsConstant(model, info)) return BadInput("tensor '", info.name, "' is no constant");
  ASSIGN_OR_RETURN(TensorType type, LogicalType(model, info));
  if (type.dtype != info.dtype()) return ExpandStoredConstant(model, info, std::move(type));
  const Buffer& data = model.buffers[info.buffer];
  if (info.sparsity) {
    Result<Tensor> dense = ExpandSparse(*info.sparsity, type, data);
    if (!dense.ok()) return std::move(dense).status().At(StrCat("tensor '", info.name, "'"));
    return dense;
  }
  if (type.dtype == DType::kString) {
    Tensor out(std::move(type));
    ASSIGN_OR_RETURN(std::vector<std::string> strings, UnpackStrings(BytesOf(data)));
    if (strings.size() != out.strings().size())
      return BadInput("tensor '", info.name, "' holds ", strings.size(), " strings, its shape says ",
                      out.strings().size());
    out.strings() = std::move(strings);
    return out;
  }
  if (type.dtype == DType::kResource || type.dtype == DType::kVariant)
    return BadInput("tensor '", info.name, "' is a constant of type ", type.dtype);
  size_t bytes = DTypeBytes(type.dtype, static_cast<size_t>(type.shape.Elements()));
  if (data.size() < bytes) return BadInput("tensor '", info.name, "' has ", data.size(), " bytes of ", bytes);
  if (data.size() == bytes) return Tensor(std::move(type), data);
  return Tensor(std::move(type), Buffer::View(std::make_shared<const Buffer>(data), data.data(), bytes));
}

const Metadata* FindMetadata(const Model& model, std::string_view name) {
  for (const Metadata& entry : model.metadata)
    if (entry.name == name) return &entry;
  return nullptr;
}

std::string OperatorName(const OperatorCode& code) {
  if (code.builtin == Builtin::CUSTOM) return code.custom;
  const char* name = BuiltinName(code.builtin);
  return name ? name : StrCat("operator ", static_cast<int>(code.builtin));
}

std::string OperatorName(const Model& model, const Operator& op) {
  return OperatorName(model.operator_codes[op.opcode_index]);
}

OptionsReader ReadOptions(const Operator& op, OptionsType type) {
  return OptionsReader(InSecondUnion(type) ? op.options_2 : op.options, type);
}

uint32_t AddBuffer(Model& model, Buffer data) {
  if (model.buffers.empty()) model.buffers.emplace_back();
  model.buffers.push_back(std::move(data));
  return static_cast<uint32_t>(model.buffers.size() - 1);
}

uint32_t AddOperatorCode(Model& model, Builtin builtin, int32_t version) {
  return FindOrAddCode(model, builtin, "", version);
}

uint32_t AddCustomOperatorCode(Model& model, std::string_view name, int32_t version) {
  return FindOrAddCode(model, Builtin::CUSTOM, name, version);
}

Status SetType(TensorInfo& tensor, const TensorType& type) {
  std::optional<int8_t> code = CodeFromDType(type.dtype);
  if (!code) return Unsupported("tensor '", tensor.name, "': a .tflite file has no element type ", type.dtype);
  tensor.type = *code;
  tensor.shape.clear();
  tensor.shape_signature.clear();
  tensor.has_rank = type.shape.has_rank();
  for (int64_t dim : type.shape.dims()) {
    if (dim > std::numeric_limits<int32_t>::max())
      return Unsupported("tensor '", tensor.name, "': dimension ", dim, " is too large for a .tflite file");
    tensor.shape.push_back(static_cast<int32_t>(dim == kUnknownDim ? 1 : dim));
    tensor.shape_signature.push_back(static_cast<int32_t>(dim));
  }
  if (type.shape.IsStatic()) tensor.shape_signature.clear();
  tensor.quantization.scale = type.quant.scale;
  tensor.quantization.zero_point = type.quant.zero_point;
  tensor.quantization.quantized_dimension = type.quant.per_channel() ? type.quant.axis : 0;
  return OkStatus();
}

std::vector<Builtin> BodyOperators(const Model& model, const Operator& op) {
  std::vector<Builtin> body;
  OptionsType type = op.options_2.type;
  bool window = type == OptionsType::StablehloReduceWindowOptions;
  if (!window && type != OptionsType::StablehloScatterOptions) return body;
  const OptionValue* index = op.options_2.Find(window ? 5 : 6);
  int64_t subgraph = index ? index->integer : 0;
  if (subgraph < 0 || subgraph >= static_cast<int64_t>(model.subgraphs.size())) return body;
  for (const Operator& o : model.subgraphs[static_cast<size_t>(subgraph)].operators)
    body.push_back(model.operator_codes[o.opcode_index].builtin);
  return body;
}

void SetOptions(Operator& op, OptionsTable table) {
  (InSecondUnion(table.type) ? op.options_2 : op.options) = std::move(table);
}

}  // namespace slipway::tflite
