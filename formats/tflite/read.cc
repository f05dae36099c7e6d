#include "formats/tflite/read.h"

#include <algorithm>
#include <cstring>

#include "base/file.h"
#include "flatbuffers/flatbuffers.h"
#include "formats/tflite/option_schema.h"
#include "formats/tflite/schema_generated.h"

namespace slipway::tflite {

namespace {

template <class T>
using FbVector = flatbuffers::Vector<T>;
template <class T>
using FbTables = flatbuffers::Vector<flatbuffers::Offset<T>>;

constexpr size_t kLargestFlatBuffer = FLATBUFFERS_MAX_BUFFER_SIZE - 1;

std::string_view GuessContent(std::string_view bytes) {
  if (bytes.empty()) return ": it is empty";
  if (bytes.starts_with("version https://git-lfs")) return ": it is a Git LFS pointer, fetch the real file";
  if (bytes.starts_with("PK")) return ": it is a zip archive, perhaps with a .tflite file inside";
  return "";
}

// Tables of a FlatBuffer may share parts, so a small file can describe a huge model. Everything that is copied out of
// it is taken from this budget.
class Budget {
 public:
  explicit Budget(size_t file_bytes) : left_((uint64_t{64} << 20) + uint64_t{16} * file_bytes) {}
  bool Take(uint64_t bytes) {
    exceeded_ = exceeded_ || bytes > left_;
    if (!exceeded_) left_ -= bytes;
    return !exceeded_;
  }
  bool exceeded() const { return exceeded_; }

 private:
  uint64_t left_;
  bool exceeded_ = false;
};

class Decoder {
 public:
  Decoder(std::shared_ptr<const void> owner, std::string_view file)
      : owner_(std::move(owner)), file_(file), budget_(std::min(file.size(), kLargestFlatBuffer)) {}
  Result<Model> Decode(const fb::Model&);

 private:
  std::string Text(const flatbuffers::String*);
  template <class To, class From>
  void Copy(const FbVector<From>*, std::vector<To>&);
  // Calls decode(element, index) for each table, appending what it returns.
  template <class T, class Out, class F>
  void CopyTables(const FbTables<T>*, std::vector<Out>&, F decode);

  OperatorCode DecodeCode(const fb::OperatorCode&);
  Status DecodeBuffers(const FbTables<fb::Buffer>&, std::vector<Buffer>&);
  TensorQuantization DecodeQuantization(const fb::QuantizationParameters&);
  void DecodeIndices(fb::SparseIndexVector type, const void* table, std::vector<int32_t>& out);
  std::shared_ptr<const Sparsity> DecodeSparsity(const fb::SparsityParameters&);
  TensorInfo DecodeTensor(const fb::Tensor&);
  OptionsTable DecodeOptions(OptionsType type, const flatbuffers::Table*);
  Operator DecodeOperator(const fb::Operator&);
  Subgraph DecodeSubgraph(const fb::SubGraph&);
  Signature DecodeSignature(const fb::SignatureDef&);
  Result<std::string_view> Outside(uint64_t offset, uint64_t size, const std::string& what);

  std::shared_ptr<const void> owner_;
  std::string_view file_;
  Budget budget_;
  Status error_;
};

std::string Decoder::Text(const flatbuffers::String* s) {
  if (!s || !budget_.Take(s->size())) return "";
  return std::string(s->c_str(), s->size());
}

template <class To, class From>
void Decoder::Copy(const FbVector<From>* from, std::vector<To>& to) {
  if (!from || !budget_.Take(uint64_t{from->size()} * sizeof(To))) return;
  to.resize(from->size());
  for (size_t i = 0; i < to.size(); ++i) {
    // Elements may be less aligned than their type.
    From element;
    std::memcpy(&element, from->Data() + i * sizeof(From), sizeof element);
    to[i] = static_cast<To>(element);
  }
}

template <class T, class Out, class F>
void Decoder::CopyTables(const FbTables<T>* from, std::vector<Out>& to, F decode) {
  if (!from || !budget_.Take(uint64_t{from->size()} * sizeof(Out))) return;
  to.reserve(from->size());
  for (flatbuffers::uoffset_t i = 0; i < from->size() && !budget_.exceeded() && error_.ok(); ++i)
    to.push_back(decode(*from->Get(i)));
}

OperatorCode Decoder::DecodeCode(const fb::OperatorCode& from) {
  OperatorCode to;
  to.builtin = static_cast<Builtin>(
      std::max<int32_t>(from.deprecated_builtin_code(), static_cast<int32_t>(from.builtin_code())));
  to.custom = Text(from.custom_code());
  to.version = from.version();
  return to;
}

Result<std::string_view> Decoder::Outside(uint64_t offset, uint64_t size, const std::string& what) {
  if (size > file_.size() || offset > file_.size() - size)
    return BadInput(what, " specified an out of range offset: ", size, " bytes at ", offset, " of a file of ",
                    file_.size(), " bytes; is it cut short?");
  return file_.substr(offset, size);
}

Status Decoder::DecodeBuffers(const FbTables<fb::Buffer>& from, std::vector<Buffer>& to) {
  if (!budget_.Take(uint64_t{from.size()} * sizeof(Buffer))) return OkStatus();
  to.resize(from.size());
  for (flatbuffers::uoffset_t i = 0; i < from.size(); ++i) {
    const fb::Buffer& buffer = *from.Get(i);
    if (buffer.data()) {
      to[i] = Buffer::View(owner_, buffer.data()->Data(), buffer.data()->size());
    } else if (buffer.offset() > 1) {
      ASSIGN_OR_RETURN(std::string_view bytes, Outside(buffer.offset(), buffer.size(), StrCat("Constant buffer ", i)));
      to[i] = Buffer::View(owner_, bytes.data(), bytes.size());
    }
  }
  return OkStatus();
}

TensorQuantization Decoder::DecodeQuantization(const fb::QuantizationParameters& from) {
  TensorQuantization to;
  Copy(from.scale(), to.scale);
  Copy(from.zero_point(), to.zero_point);
  Copy(from.min(), to.min);
  Copy(from.max(), to.max);
  to.quantized_dimension = from.quantized_dimension();
  using Kind = QuantizationDetails::Kind;
  QuantizationDetails& details = to.details;
  if (const auto* custom = from.details_as_CustomQuantization()) {
    details.kind = Kind::kCustom;
    if (custom->custom() && budget_.Take(custom->custom()->size()))
      details.custom.assign(reinterpret_cast<const char*>(custom->custom()->Data()), custom->custom()->size());
  } else if (const auto* blockwise = from.details_as_BlockwiseQuantization()) {
    details.kind = Kind::kBlockwise;
    details.scales = blockwise->scales();
    details.zero_points = blockwise->zero_points();
    details.block_size = blockwise->block_size();
    Copy(blockwise->block_shape(), details.dims);
  } else if (const auto* multi = from.details_as_MultiAxisQuantization()) {
    details.kind = Kind::kMultiAxis;
    details.scales = multi->scales();
    details.zero_points = multi->zero_points();
    details.block_size = multi->block_size();
    Copy(multi->quantized_dimensions(), details.dims);
  } else if (from.details_type() != fb::QuantizationDetails::NONE) {
    error_ =
        Unsupported("the file's quantization details have the unknown type ", static_cast<int>(from.details_type()));
  }
  return to;
}

void Decoder::DecodeIndices(fb::SparseIndexVector type, const void* table, std::vector<int32_t>& out) {
  if (!table) return;
  if (type == fb::SparseIndexVector::Int32Vector)
    Copy(static_cast<const fb::Int32Vector*>(table)->values(), out);
  else if (type == fb::SparseIndexVector::Uint16Vector)
    Copy(static_cast<const fb::Uint16Vector*>(table)->values(), out);
  else if (type == fb::SparseIndexVector::Uint8Vector)
    Copy(static_cast<const fb::Uint8Vector*>(table)->values(), out);
}

std::shared_ptr<const Sparsity> Decoder::DecodeSparsity(const fb::SparsityParameters& from) {
  auto to = std::make_shared<Sparsity>();
  Copy(from.traversal_order(), to->traversal_order);
  Copy(from.block_map(), to->block_map);
  CopyTables(from.dim_metadata(), to->dimensions, [&](const fb::DimensionMetadata& d) {
    SparseDimension dimension;
    dimension.sparse = d.format() != fb::DimensionType::DENSE;
    dimension.dense_size = d.dense_size();
    if (dimension.sparse) {
      dimension.segments_type = static_cast<uint8_t>(d.array_segments_type());
      dimension.indices_type = static_cast<uint8_t>(d.array_indices_type());
      DecodeIndices(d.array_segments_type(), d.array_segments(), dimension.segments);
      DecodeIndices(d.array_indices_type(), d.array_indices(), dimension.indices);
    }
    return dimension;
  });
  return to;
}

TensorInfo Decoder::DecodeTensor(const fb::Tensor& from) {
  TensorInfo to;
  to.name = Text(from.name());
  to.type = static_cast<int8_t>(from.type());
  Copy(from.shape(), to.shape);
  Copy(from.shape_signature(), to.shape_signature);
  to.has_rank = from.has_rank();
  to.is_variable = from.is_variable();
  to.buffer = from.buffer();
  if (from.quantization()) to.quantization = DecodeQuantization(*from.quantization());
  // Some tools copy the axis of the filter to the bias, which has only one.
  if (to.shape.size() == 1) to.quantization.quantized_dimension = 0;
  if (from.sparsity()) to.sparsity = DecodeSparsity(*from.sparsity());
  CopyTables(from.variant_tensors(), to.variant_tensors, [&](const fb::VariantSubType& v) {
    VariantElement element;
    Copy(v.shape(), element.shape);
    element.type = static_cast<int8_t>(v.type());
    element.has_rank = v.has_rank();
    return element;
  });
  if (from.external_buffer() != 0)
    error_ = Unsupported("tensor '", to.name, "' keeps its elements in another file (external buffer ",
                         from.external_buffer(), "), which is not supported");
  return to;
}

double LoadReal(const uint8_t* p, Wire wire) {
  if (wire == Wire::kF64) return flatbuffers::ReadScalar<double>(p);
  return flatbuffers::ReadScalar<float>(p);
}

int64_t LoadInteger(const uint8_t* p, Wire wire) {
  switch (wire) {
    case Wire::kBool:
      return *p != 0;
    case Wire::kI8:
      return static_cast<int8_t>(*p);
    case Wire::kU8:
      return *p;
    case Wire::kI16:
      return flatbuffers::ReadScalar<int16_t>(p);
    case Wire::kU16:
      return flatbuffers::ReadScalar<uint16_t>(p);
    case Wire::kI32:
      return flatbuffers::ReadScalar<int32_t>(p);
    case Wire::kU32:
      return flatbuffers::ReadScalar<uint32_t>(p);
    default:
      return flatbuffers::ReadScalar<int64_t>(p);
  }
}

OptionsTable Decoder::DecodeOptions(OptionsType type, const flatbuffers::Table* table) {
  OptionsTable to;
  if (!table) return to;
  to.type = type;
  const OptionSchema* schema = FindOptionSchema(type);
  if (!schema) return to;  // newer than our schema, so not verified either
  for (const OptionField& field : schema->fields) {
    auto vtable_entry = flatbuffers::FieldIndexToOffset(field.slot);
    if (field.deprecated || !table->CheckField(vtable_entry)) continue;
    OptionValue value;
    value.slot = field.slot;
    value.form = field.form;
    value.wire = field.wire;
    if (field.form == OptionForm::kScalar) {
      const uint8_t* p = table->GetAddressOf(vtable_entry);
      if (field.wire == Wire::kF32 || field.wire == Wire::kF64)
        value.real = LoadReal(p, field.wire);
      else
        value.integer = LoadInteger(p, field.wire);
    } else {
      const auto* elements = table->GetPointer<const FbVector<uint8_t>*>(vtable_entry);
      uint64_t bytes = uint64_t{elements->size()} * static_cast<uint64_t>(WireBytes(field.wire));
      if (budget_.Take(bytes)) value.bytes.assign(reinterpret_cast<const char*>(elements->Data()), bytes);
    }
    if (!budget_.Take(sizeof value)) break;
    to.values.push_back(std::move(value));
  }
  return to;
}

Operator Decoder::DecodeOperator(const fb::Operator& from) {
  Operator to;
  to.opcode_index = from.opcode_index();
  Copy(from.inputs(), to.inputs);
  Copy(from.outputs(), to.outputs);
  Copy(from.intermediates(), to.intermediates);
  Copy(from.mutating_variable_inputs(), to.mutating_variable_inputs);
  to.options = DecodeOptions(static_cast<OptionsType>(from.builtin_options_type()),
                             static_cast<const flatbuffers::Table*>(from.builtin_options()));
  to.options_2 = DecodeOptions(from.builtin_options_2_type() == fb::BuiltinOptions2::NONE
                                   ? OptionsType::NONE
                                   : static_cast<OptionsType>(256 + static_cast<int>(from.builtin_options_2_type())),
                               static_cast<const flatbuffers::Table*>(from.builtin_options_2()));
  to.debug_metadata_index = from.debug_metadata_index();
  std::string_view custom;
  if (from.custom_options()) {
    custom = {reinterpret_cast<const char*>(from.custom_options()->Data()), from.custom_options()->size()};
  } else if (from.large_custom_options_offset() > 1) {
    Result<std::string_view> bytes =
        Outside(from.large_custom_options_offset(), from.large_custom_options_size(),
                StrCat("Custom options of an operator with opcode_index ", to.opcode_index));
    if (bytes.ok())
      custom = *bytes;
    else
      error_ = bytes.status();
  }
  if (budget_.Take(custom.size())) to.custom_options = custom;
  return to;
}

Subgraph Decoder::DecodeSubgraph(const fb::SubGraph& from) {
  Subgraph to;
  to.name = Text(from.name());
  if (!from.tensors()) error_ = BadInput("Did not get tensors in subgraph '", to.name, "'.");
  CopyTables(from.tensors(), to.tensors, [&](const fb::Tensor& t) { return DecodeTensor(t); });
  Copy(from.inputs(), to.inputs);
  Copy(from.outputs(), to.outputs);
  CopyTables(from.operators(), to.operators, [&](const fb::Operator& op) { return DecodeOperator(op); });
  to.debug_metadata_index = from.debug_metadata_index();
  return to;
}

Signature Decoder::DecodeSignature(const fb::SignatureDef& from) {
  Signature to;
  if (!from.signature_key())
    error_ = BadInput("Missing exported method name for SignatureDef: a signature has no key.");
  to.key = Text(from.signature_key());
  auto decode = [&](const fb::TensorMap& entry) { return SignatureTensor{Text(entry.name()), entry.tensor_index()}; };
  CopyTables(from.inputs(), to.inputs, decode);
  CopyTables(from.outputs(), to.outputs, decode);
  to.subgraph = from.subgraph_index();
  return to;
}

Result<Model> Decoder::Decode(const fb::Model& from) {
  Model to;
  to.version = from.version();
  if (to.version != kSchemaVersion)
    return Unsupported("Model provided is schema version ", to.version, " not equal to supported version ",
                       kSchemaVersion, "; convert the model again with a newer converter.");
  if (!from.subgraphs() || from.subgraphs()->size() == 0) return BadInput("No subgraph in the model.");
  if (!from.buffers()) return BadInput("No buffers in the model.");
  to.description = Text(from.description());
  CopyTables(from.operator_codes(), to.operator_codes, [&](const fb::OperatorCode& c) { return DecodeCode(c); });
  RETURN_IF_ERROR(DecodeBuffers(*from.buffers(), to.buffers));
  CopyTables(from.subgraphs(), to.subgraphs, [&](const fb::SubGraph& g) { return DecodeSubgraph(g); });
  CopyTables(from.metadata(), to.metadata, [&](const fb::Metadata& m) { return Metadata{Text(m.name()), m.buffer()}; });
  CopyTables(from.signature_defs(), to.signatures, [&](const fb::SignatureDef& s) { return DecodeSignature(s); });
  RETURN_IF_ERROR(std::move(error_));
  if (budget_.exceeded())
    return BadInput(
        "The model is not a valid Flatbuffer buffer: its tables share parts so often that it would grow "
        "to many times its size in memory");
  return to;
}

}  // namespace

Result<Model> Read(std::shared_ptr<const void> owner, std::string_view bytes) {
  constexpr std::string_view kInvalid = "The model is not a valid Flatbuffer buffer";
  if (bytes.size() < 8 || bytes.substr(4, 4) != "TFL3")
    return BadInput(kInvalid, GuessContent(bytes).empty() ? " (no TFL3 at byte 4)" : GuessContent(bytes));
  if (reinterpret_cast<uintptr_t>(bytes.data()) % 8 != 0) {
    auto copy = std::make_shared<const Buffer>(Buffer::Copy(bytes.data(), bytes.size()));
    bytes = BytesOf(*copy);
    owner = std::move(copy);
  }
  flatbuffers::Verifier::Options limits;
  limits.max_depth = 16;
  limits.max_tables = static_cast<flatbuffers::uoffset_t>(
      std::clamp<size_t>(bytes.size() / 4, 1'000'000, std::numeric_limits<flatbuffers::uoffset_t>::max()));
  const auto* data = reinterpret_cast<const uint8_t*>(bytes.data());
  flatbuffers::Verifier verifier(data, std::min(bytes.size(), kLargestFlatBuffer), limits);
  if (!fb::VerifyModelBuffer(verifier))
    return BadInput(kInvalid, ": the tables of the file (", bytes.size(), " bytes) are broken or cut short");
  ASSIGN_OR_RETURN(Model model, Decoder(std::move(owner), bytes).Decode(*fb::GetModel(data)));
  RETURN_IF_ERROR(VerifyModel(model));
  return model;
}

Result<Model> Read(std::string bytes) {
  auto owner = std::make_shared<const std::string>(std::move(bytes));
  std::string_view view = *owner;
  return Read(std::move(owner), view);
}

Result<Model> ReadFile(const std::string& path) {
  ASSIGN_OR_RETURN(std::shared_ptr<const MappedFile> file, MappedFile::Open(path));
  std::string_view bytes = file->bytes();
  ASSIGN_OR_RETURN_AT(Model model, Read(std::move(file), bytes), StrCat("'", path, "'"));
  return model;
}

}  // namespace slipway::tflite
