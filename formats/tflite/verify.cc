#include <algorithm>
#include <cstring>

#include "formats/tflite/model.h"
#include "formats/tflite/option_schema.h"
#include "formats/tflite/sparsity.h"
#include "formats/tflite/string_tensor.h"

namespace slipway::tflite {

namespace {

constexpr int64_t kNotCounted = -1;

// Bytes of `elements` packed elements; nothing on overflow.
std::optional<int64_t> PackedBytes(int64_t elements, int bits) {
  int64_t total;
  if (__builtin_mul_overflow(elements, int64_t{bits}, &total) || __builtin_add_overflow(total, 7, &total))
    return std::nullopt;
  return total / 8;
}

std::optional<int64_t> CountElements(const std::vector<int32_t>& shape) {
  int64_t elements = 1;
  bool empty = false;
  for (int32_t dim : shape) {
    if (dim < 0) return std::nullopt;
    empty = empty || dim == 0;
    if (dim > 0 && __builtin_mul_overflow(elements, int64_t{dim}, &elements)) return std::nullopt;
  }
  return empty ? 0 : elements;
}

class ModelVerifier {
 public:
  explicit ModelVerifier(const Model& model) : model_(model), strings_(model.buffers.size(), kNotCounted) {}
  Status Verify();

 private:
  Status VerifyCodes();
  Status VerifySubgraph(const Subgraph&);
  Status VerifyTensor(const Subgraph&, size_t index);
  Status VerifyShape(const TensorInfo&, int64_t* elements);
  Status VerifyConstant(const TensorInfo&, int64_t elements);
  Status VerifyStrings(const TensorInfo&, int64_t elements);
  Status VerifyScales(const TensorInfo&);
  Status VerifyDetails(const Subgraph&, const TensorInfo&);
  Status VerifyOperator(const Subgraph&, const Operator&);
  Status VerifyOutputs(const Subgraph&, const Operator&);
  Status VerifyOptions(const OptionsTable&);
  Status VerifyIndices(const Subgraph&, const std::vector<int32_t>&, std::string_view what, bool optional);
  Status VerifyNoRecursion();
  Status VerifySignature(const Signature&);

  const Model& model_;
  std::vector<int64_t> strings_;  // per buffer: how many strings it holds
  // Of the subgraph at hand, per tensor: the operator (counted from 1) that reads it last and that writes it.
  std::vector<uint32_t> reader_, writer_;
  uint32_t operator_number_ = 0;
  std::vector<std::vector<uint32_t>> calls_;  // per subgraph: those that its operators name
};

Status ModelVerifier::VerifyCodes() {
  for (size_t i = 0; i < model_.operator_codes.size(); ++i) {
    const OperatorCode& code = model_.operator_codes[i];
    if (!BuiltinName(code.builtin))
      return Unsupported("operator code ", i, ": Op builtin_code out of range: ", static_cast<int>(code.builtin),
                         ". The file is newer than this program (it knows ", kBuiltinCount, " operators).");
    if (code.builtin == Builtin::CUSTOM && code.custom.empty())
      return BadInput("operator code ", i, ": Operator with CUSTOM builtin_code has no custom_code.");
  }
  return OkStatus();
}

Status ModelVerifier::VerifyShape(const TensorInfo& tensor, int64_t* elements) {
  std::optional<int64_t> count = CountElements(tensor.shape);
  int bits = std::max(8, ElementCodeBits(tensor.type));
  if (!count || !PackedBytes(*count, bits))
    return BadInput("BytesRequired number of elements overflowed: its shape is [", StrJoin(tensor.shape, ","), "]");
  *elements = *count;
  if (tensor.shape_signature.empty()) return OkStatus();
  if (tensor.shape_signature.size() != tensor.shape.size())
    return BadInput("its shape has ", tensor.shape.size(), " dimensions, its shape_signature ",
                    tensor.shape_signature.size());
  for (int32_t dim : tensor.shape_signature)
    if (dim < -1) return BadInput("its shape_signature has the dimension ", dim);
  return OkStatus();
}

Status ModelVerifier::VerifyStrings(const TensorInfo& tensor, int64_t elements) {
  int64_t& count = strings_[tensor.buffer];
  if (count == kNotCounted) {
    ASSIGN_OR_RETURN(count, CountStrings(BytesOf(model_.buffers[tensor.buffer])));
  }
  if (count != elements)
    return BadInput("buffer ", tensor.buffer, " has ", count, " strings, its shape asks for ", elements);
  return OkStatus();
}

Status ModelVerifier::VerifyConstant(const TensorInfo& tensor, int64_t elements) {
  if (tensor.is_variable) return BadInput("it is a variable tensor with buffer, which is not supported");
  if (tensor.dtype() == DType::kString) return VerifyStrings(tensor, elements);
  if (tensor.sparsity) {
    Result<int64_t> stored = CountStoredElements(*tensor.sparsity, tensor.shape);
    if (!stored.ok()) return std::move(stored).status().At("it has invalid sparsity parameters");
    elements = *stored;
  }
  std::optional<int64_t> needed = PackedBytes(elements, ElementCodeBits(tensor.type));
  uint64_t size = model_.buffers[tensor.buffer].size();
  if (!needed || static_cast<uint64_t>(*needed) > size)
    return BadInput("required_bytes <= bytes was not true: buffer ", tensor.buffer, " has ", size, " bytes, ", elements,
                    " elements of type ", ElementCodeName(tensor.type), " need more");
  return OkStatus();
}

Status ModelVerifier::VerifyScales(const TensorInfo& tensor) {
  const TensorQuantization& q = tensor.quantization;
  if (q.scale.empty()) return OkStatus();
  if (q.zero_point.size() != q.scale.size())
    return BadInput("QuantizationParam has ", q.zero_point.size(), " zero_point values and ", q.scale.size(),
                    " scale values. Must have same number.");
  if (q.scale.size() == 1 || tensor.shape.empty()) return OkStatus();
  if (q.quantized_dimension < 0 || q.quantized_dimension >= static_cast<int64_t>(tensor.shape.size()))
    return BadInput("quantized_dimension must be in range [0, ", tensor.shape.size(), "). Was ", q.quantized_dimension,
                    ".");
  int32_t channels = tensor.shape[static_cast<size_t>(q.quantized_dimension)];
  if (static_cast<int64_t>(q.scale.size()) != channels)
    return BadInput("num_scales must be 1 for per-layer quantization, or ", channels,
                    " for per-axis quantization, but got ", q.scale.size(), ".");
  return OkStatus();
}

Status ModelVerifier::VerifyDetails(const Subgraph& graph, const TensorInfo& tensor) {
  using Kind = QuantizationDetails::Kind;
  const QuantizationDetails& d = tensor.quantization.details;
  if (d.kind != Kind::kBlockwise && d.kind != Kind::kMultiAxis) return OkStatus();
  RETURN_IF_ERROR(VerifyIndices(graph, {d.scales}, "the scales of a quantization", false));
  RETURN_IF_ERROR(VerifyIndices(graph, {d.zero_points}, "the zero points of a quantization", true));
  if (d.block_size < 0) return BadInput("its quantization has the block size ", d.block_size);
  if (d.kind == Kind::kBlockwise) return OkStatus();
  for (int32_t dim : d.dims)
    if (dim < 0 || dim >= static_cast<int64_t>(tensor.shape.size()))
      return BadInput("MultiAxisQuantization quantized_dimensions must be in range [0, ", tensor.shape.size(),
                      "). Was ", dim, ".");
  return OkStatus();
}

Status ModelVerifier::VerifyTensor(const Subgraph& graph, size_t index) {
  const TensorInfo& tensor = graph.tensors[index];
  if (!ElementCodeName(tensor.type)) return Unsupported("Unsupported data type ", static_cast<int>(tensor.type));
  if (tensor.buffer != 0 && tensor.buffer >= model_.buffers.size())
    return BadInput("it specifies out of range buffer ", tensor.buffer, " (only ", model_.buffers.size(), " buffers)");
  int64_t elements = 0;
  RETURN_IF_ERROR(VerifyShape(tensor, &elements));
  if (IsConstant(model_, tensor)) RETURN_IF_ERROR(VerifyConstant(tensor, elements));
  RETURN_IF_ERROR_AT(VerifyScales(tensor), "it has invalid quantization parameters");
  return VerifyDetails(graph, tensor);
}

Status ModelVerifier::VerifyIndices(const Subgraph& graph, const std::vector<int32_t>& indices, std::string_view what,
                                    bool optional) {
  for (int32_t index : indices)
    if (!(optional && index == kOptionalTensor) && (index < 0 || index >= static_cast<int64_t>(graph.tensors.size())))
      return BadInput("Invalid tensor index ", index, " in ", what, ". The subgraph has ", graph.tensors.size(),
                      " tensors.");
  return OkStatus();
}

Status ModelVerifier::VerifyOptions(const OptionsTable& table) {
  if (table.type == OptionsType::NONE) return OkStatus();
  const OptionSchema* schema = FindOptionSchema(table.type);
  if (!schema) return OkStatus();
  RETURN_IF_ERROR(CheckOptions(table));
  for (const OptionField& field : schema->fields) {
    if (!field.names_subgraph) continue;
    std::vector<int64_t> named;
    const OptionValue* value = table.Find(field.slot);
    if (field.form == OptionForm::kScalar) {
      named.push_back(value ? value->integer : static_cast<int64_t>(field.fallback));
    } else if (value) {
      for (size_t at = 0; at < value->bytes.size(); at += sizeof(int32_t)) {
        int32_t element;
        std::memcpy(&element, value->bytes.data() + at, sizeof element);
        named.push_back(element);
      }
    }
    for (int64_t index : named) {
      if (index < 0 || index >= static_cast<int64_t>(model_.subgraphs.size()))
        return BadInput(field.name, " is ", index, ", the model has ", model_.subgraphs.size(), " subgraphs");
      calls_.back().push_back(static_cast<uint32_t>(index));
    }
  }
  return OkStatus();
}

Status ModelVerifier::VerifyOutputs(const Subgraph& graph, const Operator& op) {
  for (size_t i = 0; i < op.outputs.size(); ++i) {
    if (op.outputs[i] == kOptionalTensor) continue;
    size_t index = static_cast<size_t>(op.outputs[i]);
    const TensorInfo& tensor = graph.tensors[index];
    if (reader_[index] == operator_number_)
      return BadInput("Tensor ", index, " is both input ",
                      std::find(op.inputs.begin(), op.inputs.end(), op.outputs[i]) - op.inputs.begin(), " and output ",
                      i);
    if (writer_[index] != 0) return BadInput("Output tensor ", index, " is an output from another op");
    if (IsConstant(model_, tensor)) return BadInput("Output tensor ", index, " is a constant");
    writer_[index] = operator_number_;
  }
  return OkStatus();
}

Status ModelVerifier::VerifyOperator(const Subgraph& graph, const Operator& op) {
  RETURN_IF_ERROR(VerifyIndices(graph, op.inputs, "node inputs", true));
  RETURN_IF_ERROR(VerifyIndices(graph, op.outputs, "node outputs", true));
  RETURN_IF_ERROR(VerifyIndices(graph, op.intermediates, "node intermediates", true));
  if (!op.mutating_variable_inputs.empty() && op.mutating_variable_inputs.size() != op.inputs.size())
    return BadInput("it has ", op.inputs.size(), " inputs and ", op.mutating_variable_inputs.size(),
                    " mutating_variable_inputs");
  for (int32_t index : op.inputs)
    if (index != kOptionalTensor) reader_[static_cast<size_t>(index)] = operator_number_;
  RETURN_IF_ERROR(VerifyOutputs(graph, op));
  RETURN_IF_ERROR(VerifyOptions(op.options));
  return VerifyOptions(op.options_2);
}

Status ModelVerifier::VerifySubgraph(const Subgraph& graph) {
  for (size_t i = 0; i < graph.tensors.size(); ++i)
    RETURN_IF_ERROR_AT(VerifyTensor(graph, i),
                       StrCat("Tensor ", i, " is invalidly specified in schema ('", graph.tensors[i].name, "')"));
  RETURN_IF_ERROR(VerifyIndices(graph, graph.inputs, "inputs", false));
  RETURN_IF_ERROR(VerifyIndices(graph, graph.outputs, "outputs", false));
  reader_.assign(graph.tensors.size(), 0);
  writer_.assign(graph.tensors.size(), 0);
  calls_.emplace_back();
  operator_number_ = 0;
  for (const Operator& op : graph.operators) {
    if (op.opcode_index >= model_.operator_codes.size())
      return BadInput("Missing registration for opcode_index ", op.opcode_index, ": the model has ",
                      model_.operator_codes.size(), " operator codes");
    ++operator_number_;
    RETURN_IF_ERROR_AT(VerifyOperator(graph, op),
                       StrCat("operator ", operator_number_ - 1, " (", OperatorName(model_, op), ")"));
  }
  return OkStatus();
}

// Depth first, without recursion of our own.
Status ModelVerifier::VerifyNoRecursion() {
  enum : uint8_t { kNew, kOpen, kDone };
  std::vector<uint8_t> state(calls_.size(), kNew);
  struct Frame {
    uint32_t graph;
    size_t next;
  };
  for (uint32_t start = 0; start < calls_.size(); ++start) {
    if (state[start] != kNew) continue;
    std::vector<Frame> stack{{start, 0}};
    state[start] = kOpen;
    while (!stack.empty()) {
      Frame& frame = stack.back();
      if (frame.next == calls_[frame.graph].size()) {
        state[frame.graph] = kDone;
        stack.pop_back();
        continue;
      }
      uint32_t callee = calls_[frame.graph][frame.next++];
      if (state[callee] == kOpen)
        return BadInput("subgraph ", callee, " ('", model_.subgraphs[callee].name,
                        "') calls itself; recursion is not supported");
      if (state[callee] == kDone) continue;
      state[callee] = kOpen;
      stack.push_back({callee, 0});
    }
  }
  return OkStatus();
}

Status ModelVerifier::VerifySignature(const Signature& signature) {
  if (signature.subgraph >= model_.subgraphs.size())
    return BadInput("it is for subgraph ", signature.subgraph, ", the model has ", model_.subgraphs.size());
  size_t tensors = model_.subgraphs[signature.subgraph].tensors.size();
  for (const auto* side : {&signature.inputs, &signature.outputs})
    for (const SignatureTensor& entry : *side)
      if (entry.tensor >= tensors)
        return BadInput("'", entry.name, "' is tensor ", entry.tensor, ", subgraph ", signature.subgraph, " has ",
                        tensors);
  return OkStatus();
}

Status ModelVerifier::Verify() {
  if (model_.version != kSchemaVersion)
    return Unsupported("Model provided is schema version ", model_.version, " not equal to supported version ",
                       kSchemaVersion, ".");
  if (model_.subgraphs.empty()) return BadInput("No subgraph in the model.");
  RETURN_IF_ERROR(VerifyCodes());
  for (size_t i = 0; i < model_.subgraphs.size(); ++i)
    RETURN_IF_ERROR_AT(VerifySubgraph(model_.subgraphs[i]), StrCat("subgraph ", i));
  RETURN_IF_ERROR(VerifyNoRecursion());
  for (const Metadata& entry : model_.metadata)
    if (entry.buffer >= model_.buffers.size() && entry.buffer != 0)
      return BadInput("metadata '", entry.name, "' is in buffer ", entry.buffer, ", the model has ",
                      model_.buffers.size());
  for (const Signature& signature : model_.signatures)
    RETURN_IF_ERROR_AT(VerifySignature(signature), StrCat("signature '", signature.key, "'"));
  return OkStatus();
}

}  // namespace

Status VerifyModel(const Model& model) { return ModelVerifier(model).Verify(); }

}  // namespace slipway::tflite
