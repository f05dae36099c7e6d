#include "formats/tflite/write.h"

#include <algorithm>
#include <unordered_map>

#include "base/crc32c.h"
#include "base/file.h"
#include "flatbuffers/flatbuffers.h"
#include "formats/tflite/option_schema.h"
#include "formats/tflite/runtime_version.h"
#include "formats/tflite/schema_generated.h"

namespace slipway::tflite {

namespace {

using flatbuffers::Offset;
template <class T>
using FbVector = Offset<flatbuffers::Vector<T>>;

constexpr uint64_t kAlignment = 64;               // of big constants, and of those behind the FlatBuffer
constexpr uint64_t kBigConstant = 1024;           // bytes
constexpr uint64_t kLargestStructure = 1u << 30;  // bytes of a FlatBuffer without its constants
constexpr size_t kRuntimeVersionBytes = 16;

uint64_t AlignUp(uint64_t n) { return (n + kAlignment - 1) / kAlignment * kAlignment; }

// Which buffers are written, and under which index.
class BufferTable {
 public:
  explicit BufferTable(const Model& model);
  // The new index of the model's buffer.
  uint32_t IndexOf(uint32_t buffer) const { return buffer < renumbered_.size() ? renumbered_[buffer] : 0; }
  uint32_t runtime_version() const { return runtime_version_; }

  struct Entry {
    std::string_view bytes;
    bool metadata = false;  // readers look for metadata inside of the FlatBuffer only
  };
  const std::vector<Entry>& entries() const { return entries_; }  // 0 is the empty one

 private:
  uint32_t Add(std::string_view bytes, bool metadata);

  std::string runtime_text_;
  std::vector<uint32_t> renumbered_;
  std::vector<Entry> entries_{Entry()};
  std::unordered_map<uint64_t, std::vector<uint32_t>> by_hash_;
  uint32_t runtime_version_ = 0;
};

BufferTable::BufferTable(const Model& model) : renumbered_(model.buffers.size()) {
  std::vector<bool> used(model.buffers.size()), metadata(model.buffers.size());
  for (const Subgraph& graph : model.subgraphs)
    for (const TensorInfo& tensor : graph.tensors)
      if (tensor.buffer != 0) used[tensor.buffer] = true;
  for (const Metadata& entry : model.metadata)
    if (entry.buffer != 0 && entry.name != kMinRuntimeVersion) used[entry.buffer] = metadata[entry.buffer] = true;
  for (size_t i = 1; i < used.size(); ++i)
    if (used[i] && model.buffers[i].data()) renumbered_[i] = Add(BytesOf(model.buffers[i]), metadata[i]);
  runtime_text_ = MinRuntimeVersion(model);
  runtime_text_.resize(kRuntimeVersionBytes);
  runtime_version_ = Add(runtime_text_, true);
}

// Of both ends: large constants that agree there are compared.
uint64_t HashOf(std::string_view bytes) {
  constexpr size_t kEnd = 4096;
  uint32_t crc = Crc32c(bytes.substr(0, kEnd));
  if (bytes.size() > kEnd) crc = ExtendCrc32c(crc, bytes.data() + bytes.size() - kEnd, kEnd);
  return uint64_t{crc} << 32 ^ bytes.size();
}

uint32_t BufferTable::Add(std::string_view bytes, bool metadata) {
  std::vector<uint32_t>& same_hash = by_hash_[HashOf(bytes)];
  for (uint32_t index : same_hash) {
    if (entries_[index].bytes != bytes) continue;
    entries_[index].metadata |= metadata;
    return index;
  }
  uint32_t index = static_cast<uint32_t>(entries_.size());
  entries_.push_back({bytes, metadata});
  same_hash.push_back(index);
  return index;
}

// Where each buffer of the table lies behind the FlatBuffer; 0 for those inside.
using Placement = std::vector<uint64_t>;

class Encoder {
 public:
  Encoder(const Model& model, const BufferTable& buffers, size_t expected_bytes)
      : model_(model), buffers_(buffers), fbb_(expected_bytes) {}
  // Makes the FlatBuffer; its size.
  size_t Encode(const Placement&);
  // Hands its bytes to `sink` piece by piece.
  template <class Sink>
  Status Send(Sink sink) const;

 private:
  template <class T>
  FbVector<T> Vector(const std::vector<T>& v, bool always = false) {
    return v.empty() && !always ? FbVector<T>() : fbb_.CreateVector(v.data(), v.size());
  }
  template <class T, class In, class F>
  FbVector<Offset<T>> Tables(const std::vector<In>& in, F encode) {
    std::vector<Offset<T>> out;
    out.reserve(in.size());
    for (const In& element : in) out.push_back(encode(element));
    return fbb_.CreateVector(out);
  }
  Offset<flatbuffers::String> Text(const std::string& s) {
    return s.empty() ? Offset<flatbuffers::String>() : fbb_.CreateString(s);
  }
  FbVector<uint8_t> Bytes(std::string_view bytes) {
    return fbb_.CreateVector(reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size());
  }

  Offset<fb::OperatorCode> Code(const OperatorCode&);
  Offset<fb::Buffer> BufferOf(const BufferTable::Entry&, uint64_t place);
  Offset<void> Details(const QuantizationDetails&);
  Offset<fb::QuantizationParameters> Quantization(const TensorQuantization&);
  Offset<void> Indices(uint8_t type, const std::vector<int32_t>&);
  Offset<fb::SparsityParameters> SparsityOf(const Sparsity&);
  Offset<fb::Tensor> Tensor(const TensorInfo&);
  uint32_t OptionOffset(const OptionValue&);
  void OptionScalar(const OptionValue&);
  Offset<void> Options(const OptionsTable&);
  Offset<fb::Operator> OperatorOf(const Operator&);
  Offset<fb::SubGraph> Graph(const Subgraph&);
  FbVector<Offset<fb::TensorMap>> SignatureSide(const std::vector<SignatureTensor>&);
  Offset<fb::SignatureDef> SignatureOf(const Signature&);
  FbVector<Offset<fb::Metadata>> MetadataOf();

  // A big constant, for which the FlatBuffer has room that is never touched: it costs no memory and is not copied.
  struct Gap {
    size_t from_end;  // of the FlatBuffer, which grows towards its beginning
    std::string_view bytes;
  };

  const Model& model_;
  const BufferTable& buffers_;
  flatbuffers::FlatBufferBuilder fbb_;
  std::vector<Gap> gaps_;
};

Offset<fb::OperatorCode> Encoder::Code(const OperatorCode& code) {
  auto custom = Text(code.custom);
  auto full = static_cast<int32_t>(code.builtin);
  fb::OperatorCodeBuilder b(fbb_);
  b.add_builtin_code(static_cast<fb::BuiltinOperator>(full));
  b.add_version(code.version);
  b.add_custom_code(custom);
  b.add_deprecated_builtin_code(
      static_cast<int8_t>(std::min(full, static_cast<int32_t>(Builtin::PLACEHOLDER_FOR_GREATER_OP_CODES))));
  return b.Finish();
}

Offset<fb::Buffer> Encoder::BufferOf(const BufferTable::Entry& entry, uint64_t place) {
  FbVector<uint8_t> data;
  if (entry.bytes.data() && place == 0) {
    const bool big = entry.bytes.size() >= kBigConstant;
    fbb_.PreAlign(entry.bytes.size(), big ? kAlignment : 16);
    uint8_t* room;
    data = big ? FbVector<uint8_t>(fbb_.CreateUninitializedVector<uint8_t>(entry.bytes.size(), &room))
               : Bytes(entry.bytes);
    if (big) gaps_.push_back({fbb_.GetSize() - sizeof(flatbuffers::uoffset_t), entry.bytes});
  }
  fb::BufferBuilder b(fbb_);
  if (place != 0) {
    b.add_offset(place);
    b.add_size(entry.bytes.size());
  }
  b.add_data(data);
  return b.Finish();
}

Offset<void> Encoder::Details(const QuantizationDetails& d) {
  using Kind = QuantizationDetails::Kind;
  if (d.kind == Kind::kNone) return 0;
  if (d.kind == Kind::kCustom) {
    fbb_.PreAlign(d.custom.size(), 16);
    return fb::CreateCustomQuantization(fbb_, Bytes(d.custom)).Union();
  }
  auto dims = Vector(d.dims);
  if (d.kind == Kind::kBlockwise)
    return fb::CreateBlockwiseQuantization(fbb_, d.scales, d.zero_points, d.block_size, dims).Union();
  return fb::CreateMultiAxisQuantization(fbb_, d.scales, d.zero_points, d.block_size, dims).Union();
}

Offset<fb::QuantizationParameters> Encoder::Quantization(const TensorQuantization& q) {
  if (q.empty()) return 0;
  auto min = Vector(q.min), max = Vector(q.max), scale = Vector(q.scale);
  auto zero_point = Vector(q.zero_point);
  auto details = Details(q.details);
  return fb::CreateQuantizationParameters(fbb_, min, max, scale, zero_point,
                                          static_cast<fb::QuantizationDetails>(q.details.kind), details,
                                          q.quantized_dimension);
}

Offset<void> Encoder::Indices(uint8_t type, const std::vector<int32_t>& values) {
  if (static_cast<fb::SparseIndexVector>(type) == fb::SparseIndexVector::Int32Vector)
    return fb::CreateInt32Vector(fbb_, Vector(values, true)).Union();
  if (static_cast<fb::SparseIndexVector>(type) == fb::SparseIndexVector::Uint16Vector) {
    std::vector<uint16_t> narrow(values.begin(), values.end());
    fbb_.PreAlign(narrow.size() * sizeof(uint16_t), 4);
    return fb::CreateUint16Vector(fbb_, Vector(narrow, true)).Union();
  }
  std::vector<uint8_t> narrow(values.begin(), values.end());
  fbb_.PreAlign(narrow.size(), 4);
  return fb::CreateUint8Vector(fbb_, Vector(narrow, true)).Union();
}

Offset<fb::SparsityParameters> Encoder::SparsityOf(const Sparsity& s) {
  auto dimensions = Tables<fb::DimensionMetadata>(s.dimensions, [&](const SparseDimension& d) {
    if (!d.sparse) return fb::CreateDimensionMetadata(fbb_, fb::DimensionType::DENSE, d.dense_size);
    auto segments = Indices(d.segments_type, d.segments), indices = Indices(d.indices_type, d.indices);
    return fb::CreateDimensionMetadata(fbb_, fb::DimensionType::SPARSE_CSR, d.dense_size,
                                       static_cast<fb::SparseIndexVector>(d.segments_type), segments,
                                       static_cast<fb::SparseIndexVector>(d.indices_type), indices);
  });
  auto traversal_order = Vector(s.traversal_order, true), block_map = Vector(s.block_map);
  return fb::CreateSparsityParameters(fbb_, traversal_order, block_map, dimensions);
}

Offset<fb::Tensor> Encoder::Tensor(const TensorInfo& t) {
  FbVector<int32_t> signature;
  if (std::count(t.shape_signature.begin(), t.shape_signature.end(), -1)) signature = Vector(t.shape_signature);
  FbVector<Offset<fb::VariantSubType>> variants;
  if (!t.variant_tensors.empty())
    variants = Tables<fb::VariantSubType>(t.variant_tensors, [&](const VariantElement& v) {
      return fb::CreateVariantSubType(fbb_, Vector(v.shape, true), static_cast<fb::TensorType>(v.type), v.has_rank);
    });
  auto shape = Vector(t.shape, true);
  auto name = fbb_.CreateString(t.name);
  auto quantization = Quantization(t.quantization);
  Offset<fb::SparsityParameters> sparsity;
  if (t.sparsity) sparsity = SparsityOf(*t.sparsity);
  return fb::CreateTensor(fbb_, shape, static_cast<fb::TensorType>(t.type), buffers_.IndexOf(t.buffer), name,
                          quantization, t.is_variable, sparsity, signature, t.has_rank, variants);
}

// Vectors and strings lie outside of the table and are written before it.
uint32_t Encoder::OptionOffset(const OptionValue& value) {
  if (value.form == OptionForm::kString) return fbb_.CreateString(value.bytes).o;
  size_t step = static_cast<size_t>(WireBytes(value.wire)), count = value.bytes.size() / step;
  fbb_.StartVector(count, step);
  fbb_.PushBytes(reinterpret_cast<const uint8_t*>(value.bytes.data()), value.bytes.size());
  return fbb_.EndVector(count);
}

void Encoder::OptionScalar(const OptionValue& value) {
  auto field = flatbuffers::FieldIndexToOffset(value.slot);
  switch (value.wire) {
    case Wire::kBool:
    case Wire::kI8:
    case Wire::kU8:
      return fbb_.AddElement(field, static_cast<uint8_t>(value.integer));
    case Wire::kI16:
    case Wire::kU16:
      return fbb_.AddElement(field, static_cast<uint16_t>(value.integer));
    case Wire::kI32:
    case Wire::kU32:
      return fbb_.AddElement(field, static_cast<uint32_t>(value.integer));
    case Wire::kI64:
    case Wire::kU64:
      return fbb_.AddElement(field, static_cast<uint64_t>(value.integer));
    case Wire::kF32:
      return fbb_.AddElement(field, static_cast<float>(value.real));
    case Wire::kF64:
      return fbb_.AddElement(field, value.real);
  }
}

Offset<void> Encoder::Options(const OptionsTable& table) {
  if (table.type == OptionsType::NONE) return 0;
  std::vector<uint32_t> offsets;
  for (const OptionValue& value : table.values)
    offsets.push_back(value.form == OptionForm::kScalar ? 0 : OptionOffset(value));
  auto start = fbb_.StartTable();
  for (int width : {8, 4, 2, 1}) {  // wide fields first: least padding
    for (size_t i = 0; i < table.values.size(); ++i) {
      const OptionValue& value = table.values[i];
      if (value.form != OptionForm::kScalar) {
        if (width == 4) fbb_.AddOffset(flatbuffers::FieldIndexToOffset(value.slot), Offset<void>(offsets[i]));
      } else if (WireBytes(value.wire) == width) {
        OptionScalar(value);
      }
    }
  }
  return Offset<void>(fbb_.EndTable(start));
}

Offset<fb::Operator> Encoder::OperatorOf(const Operator& op) {
  auto inputs = Vector(op.inputs, true), outputs = Vector(op.outputs, true), intermediates = Vector(op.intermediates);
  auto options = Options(op.options), options_2 = Options(op.options_2);
  FbVector<uint8_t> custom, mutating;
  if (!op.custom_options.empty()) {
    fbb_.PreAlign(op.custom_options.size(), 16);
    custom = Bytes(op.custom_options);
  }
  if (!op.mutating_variable_inputs.empty()) mutating = fbb_.CreateVector(op.mutating_variable_inputs);
  fb::OperatorBuilder b(fbb_);
  b.add_debug_metadata_index(op.debug_metadata_index);
  b.add_builtin_options_2(options_2);
  b.add_intermediates(intermediates);
  b.add_mutating_variable_inputs(mutating);
  b.add_custom_options(custom);
  b.add_builtin_options(options);
  b.add_outputs(outputs);
  b.add_inputs(inputs);
  b.add_opcode_index(op.opcode_index);
  b.add_builtin_options_2_type(static_cast<fb::BuiltinOptions2>(static_cast<int>(op.options_2.type) & 255));
  b.add_builtin_options_type(static_cast<fb::BuiltinOptions>(op.options.type));
  return b.Finish();
}

Offset<fb::SubGraph> Encoder::Graph(const Subgraph& g) {
  auto tensors = Tables<fb::Tensor>(g.tensors, [&](const TensorInfo& t) { return Tensor(t); });
  auto inputs = Vector(g.inputs, true), outputs = Vector(g.outputs, true);
  auto operators = Tables<fb::Operator>(g.operators, [&](const Operator& op) { return OperatorOf(op); });
  auto name = fbb_.CreateString(g.name);
  return fb::CreateSubGraph(fbb_, tensors, inputs, outputs, operators, name, g.debug_metadata_index);
}

FbVector<Offset<fb::TensorMap>> Encoder::SignatureSide(const std::vector<SignatureTensor>& side) {
  return Tables<fb::TensorMap>(side, [&](const SignatureTensor& entry) {
    return fb::CreateTensorMap(fbb_, fbb_.CreateString(entry.name), entry.tensor);
  });
}

Offset<fb::SignatureDef> Encoder::SignatureOf(const Signature& s) {
  auto inputs = SignatureSide(s.inputs), outputs = SignatureSide(s.outputs);
  return fb::CreateSignatureDef(fbb_, inputs, outputs, fbb_.CreateString(s.key), s.subgraph);
}

FbVector<Offset<fb::Metadata>> Encoder::MetadataOf() {
  std::vector<Offset<fb::Metadata>> out;
  for (const Metadata& entry : model_.metadata)
    if (entry.name != kMinRuntimeVersion)
      out.push_back(fb::CreateMetadata(fbb_, fbb_.CreateString(entry.name), buffers_.IndexOf(entry.buffer)));
  out.push_back(fb::CreateMetadata(fbb_, fbb_.CreateString(kMinRuntimeVersion), buffers_.runtime_version()));
  return fbb_.CreateVector(out);
}

size_t Encoder::Encode(const Placement& places) {
  std::vector<Offset<fb::Buffer>> buffers;
  for (size_t i = 0; i < buffers_.entries().size(); ++i)
    buffers.push_back(BufferOf(buffers_.entries()[i], places.empty() ? 0 : places[i]));
  auto buffer_vector = fbb_.CreateVector(buffers);
  auto codes = Tables<fb::OperatorCode>(model_.operator_codes, [&](const OperatorCode& c) { return Code(c); });
  auto subgraphs = Tables<fb::SubGraph>(model_.subgraphs, [&](const Subgraph& g) { return Graph(g); });
  auto description = Text(model_.description);
  auto metadata = MetadataOf();
  FbVector<Offset<fb::SignatureDef>> signatures;
  if (!model_.signatures.empty())
    signatures = Tables<fb::SignatureDef>(model_.signatures, [&](const Signature& s) { return SignatureOf(s); });
  fbb_.Finish(
      fb::CreateModel(fbb_, kSchemaVersion, codes, subgraphs, description, buffer_vector, 0, metadata, signatures),
      fb::ModelIdentifier());
  return fbb_.GetSize();
}

template <class Sink>
Status Encoder::Send(Sink sink) const {
  const std::string_view all(reinterpret_cast<const char*>(fbb_.GetBufferPointer()), fbb_.GetSize());
  size_t at = 0;
  for (auto gap = gaps_.rbegin(); gap != gaps_.rend(); ++gap) {
    RETURN_IF_ERROR(sink(all.substr(at, all.size() - gap->from_end - at)));
    RETURN_IF_ERROR(sink(gap->bytes));
    at = all.size() - gap->from_end + gap->bytes.size();
  }
  return sink(all.substr(at));
}

template <class T>
uint64_t SizeOf(const std::vector<T>& v) {
  return v.size() * sizeof(T) + 16;
}

uint64_t SizeOf(const OptionsTable& table) {
  uint64_t bytes = 64;
  for (const OptionValue& value : table.values) bytes += value.bytes.size() + 48;
  return bytes;
}

uint64_t SizeOf(const TensorInfo& t) {
  const TensorQuantization& q = t.quantization;
  uint64_t bytes = 256 + t.name.size() + SizeOf(t.shape) + SizeOf(t.shape_signature) + SizeOf(q.scale) +
                   SizeOf(q.zero_point) + SizeOf(q.min) + SizeOf(q.max) + q.details.custom.size() +
                   SizeOf(q.details.dims);
  for (const VariantElement& v : t.variant_tensors) bytes += 64 + SizeOf(v.shape);
  if (!t.sparsity) return bytes;
  bytes += SizeOf(t.sparsity->traversal_order) + SizeOf(t.sparsity->block_map);
  for (const SparseDimension& d : t.sparsity->dimensions) bytes += 128 + SizeOf(d.segments) + SizeOf(d.indices);
  return bytes;
}

// An upper bound of the FlatBuffer without constants.
uint64_t SizeOfStructure(const Model& model, const BufferTable& buffers) {
  uint64_t bytes = 1024 + model.description.size() + buffers.entries().size() * 160;
  for (const OperatorCode& code : model.operator_codes) bytes += 64 + code.custom.size();
  for (const Metadata& entry : model.metadata) bytes += 64 + entry.name.size();
  for (const Signature& s : model.signatures) {
    bytes += 128 + s.key.size();
    for (const auto* side : {&s.inputs, &s.outputs})
      for (const SignatureTensor& entry : *side) bytes += 64 + entry.name.size();
  }
  for (const Subgraph& g : model.subgraphs) {
    bytes += 128 + g.name.size() + SizeOf(g.inputs) + SizeOf(g.outputs);
    for (const TensorInfo& t : g.tensors) bytes += SizeOf(t);
    for (const Operator& op : g.operators)
      bytes += 192 + SizeOf(op.inputs) + SizeOf(op.outputs) + SizeOf(op.intermediates) +
               op.mutating_variable_inputs.size() + op.custom_options.size() + SizeOf(op.options) +
               SizeOf(op.options_2);
  }
  return bytes;
}

Status CheckWritable(const Model& model) {
  RETURN_IF_ERROR(VerifyModel(model));
  for (const Subgraph& graph : model.subgraphs)
    for (const Operator& op : graph.operators)
      for (const OptionsTable* table : {&op.options, &op.options_2}) {
        RETURN_IF_ERROR_AT(CheckOptions(*table), OperatorName(model, op));
        if (table->type != OptionsType::NONE && (static_cast<int>(table->type) >= 256) != (table == &op.options_2))
          return BadInput(OperatorName(model, op), " has ", OptionsTypeName(table->type), " in the wrong union");
      }
  return OkStatus();
}

// Hands the file's bytes to `sink` piece by piece.
template <class Sink>
Status WriteTo(const Model& model, const WriteOptions& options, Sink sink) {
  RETURN_IF_ERROR_AT(CheckWritable(model), "writing a .tflite file");
  BufferTable buffers(model);
  uint64_t structure = SizeOfStructure(model, buffers), inside = 0, outside = 0;
  for (const BufferTable::Entry& entry : buffers.entries()) (entry.metadata ? inside : outside) += entry.bytes.size();
  if (structure + inside > kLargestStructure)
    return Unsupported("writing a .tflite file: its structure and metadata (", HumanBytes(structure + inside),
                       ") do not fit into a FlatBuffer");
  bool external = outside > options.external_above;
  if (!external && structure + inside + outside >= FLATBUFFERS_MAX_BUFFER_SIZE) external = true;

  Placement places;
  if (external) {
    // Sizes do not depend on the values of offsets, so a first pass with any offsets tells where the constants begin.
    for (const BufferTable::Entry& entry : buffers.entries())
      places.push_back(entry.metadata || !entry.bytes.data() ? 0 : kAlignment);
    uint64_t end = AlignUp(Encoder(model, buffers, structure + inside).Encode(places));
    for (size_t i = 0; i < places.size(); ++i) {
      if (places[i] == 0) continue;
      places[i] = end;
      end = AlignUp(end + buffers.entries()[i].bytes.size());
    }
  }
  Encoder encoder(model, buffers, structure + inside + (external ? 0 : outside));
  uint64_t written = encoder.Encode(places);
  RETURN_IF_ERROR(encoder.Send(sink));
  for (size_t i = 0; i < places.size(); ++i) {
    if (places[i] == 0) continue;
    RETURN_IF_ERROR(sink(std::string(places[i] - written, '\0')));
    RETURN_IF_ERROR(sink(buffers.entries()[i].bytes));
    written = places[i] + buffers.entries()[i].bytes.size();
  }
  return OkStatus();
}

}  // namespace

Result<std::string> Write(const Model& model, const WriteOptions& options) {
  std::string out;
  RETURN_IF_ERROR(WriteTo(model, options, [&](std::string_view bytes) {
    out.append(bytes);
    return OkStatus();
  }));
  return out;
}

Status WriteFile(const Model& model, const std::string& path, const WriteOptions& options) {
  ASSIGN_OR_RETURN(AtomicFile file, AtomicFile::Create(path));
  RETURN_IF_ERROR(WriteTo(model, options, [&](std::string_view bytes) { return file.Append(bytes); }));
  return file.Commit();
}

}  // namespace slipway::tflite
