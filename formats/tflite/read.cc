#include "formats/tflite/read.h"

#include <algorithm>
#include <cstring>

#include "base/file.h"
#include "formats/tflite/flat_table.h"
#include "formats/tflite/option_schema.h"
#include "formats/tflite/schema_generated.h"

namespace slipway::tflite {

namespace {

constexpr size_t kLargestFlatBuffer = FLATBUFFERS_MAX_BUFFER_SIZE - 1;
constexpr std::string_view kInvalid = "The model is not a valid Flatbuffer buffer";

std::string_view GuessContent(std::string_view bytes) {
  if (bytes.empty()) return ": it is empty";
  if (bytes.starts_with("version https://git-lfs")) return ": it is a Git LFS pointer, fetch the real file";
  if (bytes.starts_with("PK")) return ": it is a zip archive, perhaps with a .tflite file inside";
  return "";
}

// Each Decode fills what is empty, until the file turns out to be broken or something in it is refused.
class Decoder {
 public:
  Decoder(std::shared_ptr<const void> owner, std::string_view bytes)
      : owner_(std::move(owner)), bytes_(bytes), file_(bytes.substr(0, kLargestFlatBuffer)) {}
  Result<Model> Decode();

 private:
  template <class T>
  void Tables(const FlatTable& from, int field, std::vector<T>& to) {
    FlatVector tables = from.Vector(field, sizeof(flatbuffers::uoffset_t));
    if (!file_.Take(uint64_t{tables.size()} * sizeof(T))) return;
    to = std::vector<T>(tables.size());
    for (size_t i = 0; i < to.size() && file_.usable() && error_.ok(); ++i) Decode(tables.Table(i), to[i]);
  }

  void Decode(const FlatTable&, OperatorCode&);
  void Decode(const FlatTable&, Buffer&);
  void Decode(const FlatTable&, TensorQuantization&);
  void Decode(const FlatTable&, SparseDimension&);
  void Decode(const FlatTable&, VariantElement&);
  void Decode(const FlatTable&, TensorInfo&);
  void Decode(const FlatTable&, Operator&);
  void Decode(const FlatTable&, Subgraph&);
  void Decode(const FlatTable&, SignatureTensor&);
  void Decode(const FlatTable&, Signature&);
  void Decode(const FlatTable&, Metadata&);
  void DecodeModel(const FlatTable&, Model&);
  void DecodeIndices(fb::SparseIndexVector type, const FlatTable&, std::vector<int32_t>& out);
  std::shared_ptr<const Sparsity> DecodeSparsity(const FlatTable&);
  void DecodeOptions(int type, const FlatTable&, OptionsTable&);
  void DecodeOption(const OptionField&, const FlatTable&, OptionsTable&);
  std::string_view Outside(uint64_t offset, uint64_t size, const std::string& what);

  std::shared_ptr<const void> owner_;
  std::string_view bytes_;
  FlatFile file_;
  Status error_;
};

void Decoder::Decode(const FlatTable& from, OperatorCode& to) {
  using T = fb::OperatorCode;
  to.builtin = static_cast<Builtin>(
      std::max<int32_t>(from.Number<int8_t>(T::VT_DEPRECATED_BUILTIN_CODE), from.Number<int32_t>(T::VT_BUILTIN_CODE)));
  to.custom = from.Text(T::VT_CUSTOM_CODE);
  to.version = from.Number<int32_t>(T::VT_VERSION, 1);
}

std::string_view Decoder::Outside(uint64_t offset, uint64_t size, const std::string& what) {
  if (size <= bytes_.size() && offset <= bytes_.size() - size) return bytes_.substr(offset, size);
  error_ = BadInput(what, " specified an out of range offset: ", size, " bytes at ", offset, " of a file of ",
                    bytes_.size(), " bytes; is it cut short?");
  return {};
}

void Decoder::Decode(const FlatTable& from, Buffer& to) {
  using T = fb::Buffer;
  FlatVector inside = from.Vector(T::VT_DATA, 1);
  std::string_view bytes = inside.bytes();
  if (uint64_t offset = from.Number<uint64_t>(T::VT_OFFSET); !inside.data() && offset > 1)
    bytes = Outside(offset, from.Number<uint64_t>(T::VT_SIZE), "A constant buffer");
  if (bytes.data()) to = Buffer::View(owner_, bytes.data(), bytes.size());
}

void Decoder::Decode(const FlatTable& from, TensorQuantization& to) {
  using T = fb::QuantizationParameters;
  from.Copy(T::VT_SCALE, to.scale);
  from.Copy(T::VT_ZERO_POINT, to.zero_point);
  from.Copy(T::VT_MIN, to.min);
  from.Copy(T::VT_MAX, to.max);
  to.quantized_dimension = from.Number<int32_t>(T::VT_QUANTIZED_DIMENSION);
  QuantizationDetails& details = to.details;
  auto type = static_cast<fb::QuantizationDetails>(from.Number<uint8_t>(T::VT_DETAILS_TYPE));
  FlatTable table = from.Table(T::VT_DETAILS);
  if (type == fb::QuantizationDetails::NONE) return;
  if (!table || type > fb::QuantizationDetails::MAX) {
    error_ = Unsupported("the file's quantization details have the unknown type ", static_cast<int>(type));
    return;
  }
  details.kind = static_cast<QuantizationDetails::Kind>(type);
  if (type == fb::QuantizationDetails::CustomQuantization) {
    details.custom = table.Bytes(fb::CustomQuantization::VT_CUSTOM);
    return;
  }
  using B = fb::BlockwiseQuantization;
  using M = fb::MultiAxisQuantization;
  static_assert(int{B::VT_SCALES} == M::VT_SCALES && int{B::VT_ZERO_POINTS} == M::VT_ZERO_POINTS &&
                int{B::VT_BLOCK_SIZE} == M::VT_BLOCK_SIZE && int{B::VT_BLOCK_SHAPE} == M::VT_QUANTIZED_DIMENSIONS);
  details.scales = table.Number<int32_t>(B::VT_SCALES);
  details.zero_points = table.Number<int32_t>(B::VT_ZERO_POINTS);
  details.block_size = table.Number<int32_t>(B::VT_BLOCK_SIZE);
  table.Copy(B::VT_BLOCK_SHAPE, details.dims);
}

void Decoder::DecodeIndices(fb::SparseIndexVector type, const FlatTable& from, std::vector<int32_t>& to) {
  if (type == fb::SparseIndexVector::Int32Vector)
    from.Copy(fb::Int32Vector::VT_VALUES, to);
  else if (type == fb::SparseIndexVector::Uint16Vector)
    from.Copy<int32_t, uint16_t>(fb::Uint16Vector::VT_VALUES, to);
  else if (type == fb::SparseIndexVector::Uint8Vector)
    from.Copy<int32_t, uint8_t>(fb::Uint8Vector::VT_VALUES, to);
}

void Decoder::Decode(const FlatTable& from, SparseDimension& to) {
  using T = fb::DimensionMetadata;
  to.sparse = from.Number<int8_t>(T::VT_FORMAT) != static_cast<int8_t>(fb::DimensionType::DENSE);
  to.dense_size = from.Number<int32_t>(T::VT_DENSE_SIZE);
  if (!to.sparse) return;
  to.segments_type = from.Number<uint8_t>(T::VT_ARRAY_SEGMENTS_TYPE);
  to.indices_type = from.Number<uint8_t>(T::VT_ARRAY_INDICES_TYPE);
  DecodeIndices(fb::SparseIndexVector(to.segments_type), from.Table(T::VT_ARRAY_SEGMENTS), to.segments);
  DecodeIndices(fb::SparseIndexVector(to.indices_type), from.Table(T::VT_ARRAY_INDICES), to.indices);
}

std::shared_ptr<const Sparsity> Decoder::DecodeSparsity(const FlatTable& from) {
  using T = fb::SparsityParameters;
  auto to = std::make_shared<Sparsity>();
  from.Copy(T::VT_TRAVERSAL_ORDER, to->traversal_order);
  from.Copy(T::VT_BLOCK_MAP, to->block_map);
  Tables(from, T::VT_DIM_METADATA, to->dimensions);
  return to;
}

void Decoder::Decode(const FlatTable& from, VariantElement& to) {
  using T = fb::VariantSubType;
  from.Copy(T::VT_SHAPE, to.shape);
  to.type = from.Number<int8_t>(T::VT_TYPE);
  to.has_rank = from.Flag(T::VT_HAS_RANK);
}

void Decoder::Decode(const FlatTable& from, TensorInfo& to) {
  using T = fb::Tensor;
  to.name = from.Text(T::VT_NAME);
  to.type = from.Number<int8_t>(T::VT_TYPE);
  from.Copy(T::VT_SHAPE, to.shape);
  from.Copy(T::VT_SHAPE_SIGNATURE, to.shape_signature);
  to.has_rank = from.Flag(T::VT_HAS_RANK);
  to.is_variable = from.Flag(T::VT_IS_VARIABLE);
  to.buffer = from.Number<uint32_t>(T::VT_BUFFER);
  Decode(from.Table(T::VT_QUANTIZATION), to.quantization);
  // Some tools copy the axis of the filter to the bias, which has only one.
  if (to.shape.size() == 1) to.quantization.quantized_dimension = 0;
  if (FlatTable sparsity = from.Table(T::VT_SPARSITY)) to.sparsity = DecodeSparsity(sparsity);
  Tables(from, T::VT_VARIANT_TENSORS, to.variant_tensors);
  if (uint32_t external = from.Number<uint32_t>(T::VT_EXTERNAL_BUFFER))
    error_ = Unsupported("tensor '", to.name, "' keeps its elements in another file (external buffer ", external,
                         "), which is not supported");
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

void Decoder::DecodeOption(const OptionField& field, const FlatTable& from, OptionsTable& to) {
  const int at = flatbuffers::FieldIndexToOffset(field.slot);
  const auto bytes = static_cast<size_t>(WireBytes(field.wire));
  OptionValue value;
  value.slot = field.slot;
  value.form = field.form;
  value.wire = field.wire;
  if (field.form == OptionForm::kScalar) {
    const uint8_t* stored = from.Scalar(at, bytes);
    if (!stored) return;
    if (field.wire == Wire::kF32 || field.wire == Wire::kF64)
      value.real = LoadReal(stored, field.wire);
    else
      value.integer = LoadInteger(stored, field.wire);
  } else {
    FlatVector elements = field.form == OptionForm::kString ? from.Characters(at) : from.Vector(at, bytes);
    if (!elements.data() || !file_.Take(uint64_t{elements.size()} * bytes)) return;
    value.bytes.assign(reinterpret_cast<const char*>(elements.data()), elements.size() * bytes);
  }
  if (file_.Take(sizeof value)) to.values.push_back(std::move(value));
}

void Decoder::DecodeOptions(int type, const FlatTable& from, OptionsTable& to) {
  if (!from) return;
  to.type = static_cast<OptionsType>(type);
  const OptionSchema* schema = FindOptionSchema(to.type);
  if (!schema) return;  // newer than our schema
  for (const OptionField& field : schema->fields)
    if (!field.deprecated) DecodeOption(field, from, to);
}

void Decoder::Decode(const FlatTable& from, Operator& to) {
  using T = fb::Operator;
  to.opcode_index = from.Number<uint32_t>(T::VT_OPCODE_INDEX);
  from.Copy(T::VT_INPUTS, to.inputs);
  from.Copy(T::VT_OUTPUTS, to.outputs);
  from.Copy(T::VT_INTERMEDIATES, to.intermediates);
  from.Copy(T::VT_MUTATING_VARIABLE_INPUTS, to.mutating_variable_inputs);
  DecodeOptions(from.Number<uint8_t>(T::VT_BUILTIN_OPTIONS_TYPE), from.Table(T::VT_BUILTIN_OPTIONS), to.options);
  if (int type = from.Number<uint8_t>(T::VT_BUILTIN_OPTIONS_2_TYPE))
    DecodeOptions(256 + type, from.Table(T::VT_BUILTIN_OPTIONS_2), to.options_2);
  to.debug_metadata_index = from.Number<int32_t>(T::VT_DEBUG_METADATA_INDEX, -1);
  std::string_view custom = from.Vector(T::VT_CUSTOM_OPTIONS, 1).bytes();
  if (uint64_t offset = from.Number<uint64_t>(T::VT_LARGE_CUSTOM_OPTIONS_OFFSET); !custom.data() && offset > 1)
    custom = Outside(offset, from.Number<uint64_t>(T::VT_LARGE_CUSTOM_OPTIONS_SIZE),
                     StrCat("Custom options of an operator with opcode_index ", to.opcode_index));
  if (file_.Take(custom.size())) to.custom_options = custom;
}

void Decoder::Decode(const FlatTable& from, Subgraph& to) {
  using T = fb::SubGraph;
  to.name = from.Text(T::VT_NAME);
  if (!from.Scalar(T::VT_TENSORS, 4)) error_ = BadInput("Did not get tensors in subgraph '", to.name, "'.");
  Tables(from, T::VT_TENSORS, to.tensors);
  from.Copy(T::VT_INPUTS, to.inputs);
  from.Copy(T::VT_OUTPUTS, to.outputs);
  Tables(from, T::VT_OPERATORS, to.operators);
  to.debug_metadata_index = from.Number<int32_t>(T::VT_DEBUG_METADATA_INDEX, -1);
}

void Decoder::Decode(const FlatTable& from, SignatureTensor& to) {
  to.name = from.Text(fb::TensorMap::VT_NAME);
  to.tensor = from.Number<uint32_t>(fb::TensorMap::VT_TENSOR_INDEX);
}

void Decoder::Decode(const FlatTable& from, Signature& to) {
  using T = fb::SignatureDef;
  if (!from.Scalar(T::VT_SIGNATURE_KEY, 4))
    error_ = BadInput("Missing exported method name for SignatureDef: a signature has no key.");
  to.key = from.Text(T::VT_SIGNATURE_KEY);
  Tables(from, T::VT_INPUTS, to.inputs);
  Tables(from, T::VT_OUTPUTS, to.outputs);
  to.subgraph = from.Number<uint32_t>(T::VT_SUBGRAPH_INDEX);
}

void Decoder::Decode(const FlatTable& from, Metadata& to) {
  to.name = from.Text(fb::Metadata::VT_NAME);
  to.buffer = from.Number<uint32_t>(fb::Metadata::VT_BUFFER);
}

void Decoder::DecodeModel(const FlatTable& from, Model& to) {
  using T = fb::Model;
  to.version = from.Number<uint32_t>(T::VT_VERSION);
  if (!file_.broken() && to.version != kSchemaVersion) {
    error_ = Unsupported("Model provided is schema version ", to.version, " not equal to supported version ",
                         kSchemaVersion, "; convert the model again with a newer converter.");
    return;
  }
  if (from.Vector(T::VT_SUBGRAPHS, 4).size() == 0) error_ = BadInput("No subgraph in the model.");
  if (!from.Scalar(T::VT_BUFFERS, 4)) error_ = BadInput("No buffers in the model.");
  to.description = from.Text(T::VT_DESCRIPTION);
  Tables(from, T::VT_OPERATOR_CODES, to.operator_codes);
  Tables(from, T::VT_BUFFERS, to.buffers);
  Tables(from, T::VT_SUBGRAPHS, to.subgraphs);
  Tables(from, T::VT_METADATA, to.metadata);
  Tables(from, T::VT_SIGNATURE_DEFS, to.signatures);
}

Result<Model> Decoder::Decode() {
  Model model;
  DecodeModel(file_.Root(), model);
  if (file_.broken())
    return BadInput(kInvalid, ": the tables of the file (", bytes_.size(), " bytes) are broken or cut short");
  RETURN_IF_ERROR(std::move(error_));
  if (file_.exceeded())
    return BadInput(kInvalid, ": its tables share parts so often that it would grow to many times its size in memory");
  return model;
}

}  // namespace

Result<Model> Read(std::shared_ptr<const void> owner, std::string_view bytes) {
  if (bytes.size() < 8 || bytes.substr(4, 4) != "TFL3")
    return BadInput(kInvalid, GuessContent(bytes).empty() ? " (no TFL3 at byte 4)" : GuessContent(bytes));
  if (reinterpret_cast<uintptr_t>(bytes.data()) % 8 != 0) {
    auto copy = std::make_shared<const Buffer>(Buffer::Copy(bytes.data(), bytes.size()));
    bytes = BytesOf(*copy);
    owner = std::move(copy);
  }
  ASSIGN_OR_RETURN(Model model, Decoder(std::move(owner), bytes).Decode());
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
