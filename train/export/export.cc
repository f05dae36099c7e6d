#include "train/export/export.h"

#include <cstring>

#include "base/file.h"
#include "formats/example/example.h"
#include "formats/npz/npz.h"
#include "ir/wire/tf_export.h"
#include "ops/decode_raw/decode_raw.h"
#include "ops/parse_example/parse_example.h"
#include "train/nn/functional.h"

namespace slipway::train {

namespace {

using NamedTensors = std::vector<std::pair<std::string, Tensor>>;

std::vector<int64_t> BatchShape(const RawFeature& feature) {
  std::vector<int64_t> dims = {-1};
  dims.insert(dims.end(), feature.shape.begin(), feature.shape.end());
  return dims;
}

// The signature's operand in its trace, and the raw features made of it.
Value DecodeInput(const ExportSignature& s, const RawFeature& feature, Trace& trace) {
  std::vector<int64_t> dims = BatchShape(feature);
  if (s.input == SignatureInput::kTensor) return trace.Input(TensorType(feature.dtype, Shape(dims)), s.argument);
  Value strings = trace.Input(TensorType(DType::kString, Shape{-1}), s.argument);
  if (s.input == SignatureInput::kRaw) {
    Value bytes = Apply(ops::DecodeRaw{.out_type = feature.raw_dtype}, {strings});
    Value numbers = feature.raw_dtype == feature.dtype ? bytes : nn::Cast(bytes, feature.dtype);
    return nn::Reshape(numbers, dims);
  }
  ops::ParseExample parse{
      .dense_keys = {feature.name}, .dense_types = {feature.dtype}, .dense_shapes = {feature.shape}};
  return Apply(parse, {strings, Value(Tensor(feature.dtype, Shape{0}))});
}

Status AddSignature(const ExportSignature& s, const ExportRequest& request, VariableTable& variables,
                    ir::Module* module) {
  ir::Graph& graph = module->AddGraph(s.key);
  ir::Signature signature{.key = s.key, .graph = static_cast<int>(module->graphs.size()) - 1};
  Trace trace(graph, variables);
  Value features = DecodeInput(s, request.feature, trace);
  RETURN_IF_ERROR(features.status());
  std::vector<Value> outputs;
  for (auto& [name, value] : request.serve(features)) {
    RETURN_IF_ERROR_AT(value.status(), StrCat("output '", name, "'"));
    signature.outputs.push_back({name, static_cast<int>(outputs.size())});
    outputs.push_back(value);
  }
  RETURN_IF_ERROR(trace.Finish(outputs));
  signature.inputs.push_back({s.argument, 0});
  module->signatures.push_back(std::move(signature));
  return OkStatus();
}

// Row i of the golden features as a tf.Example.
std::string AsExample(const RawFeature& feature, const Tensor& rows, int64_t i, int64_t per_row) {
  example::Features features;
  if (feature.dtype == DType::kI64) {
    auto all = rows.as<int64_t>().subspan(static_cast<size_t>(i * per_row), static_cast<size_t>(per_row));
    features[feature.name] = example::Int64List(all.begin(), all.end());
  } else {
    auto all = rows.as<float>().subspan(static_cast<size_t>(i * per_row), static_cast<size_t>(per_row));
    features[feature.name] = example::FloatList(all.begin(), all.end());
  }
  return example::EncodeExample(features);
}

std::string AsRaw(const RawFeature& feature, const std::vector<double>& elements, int64_t i, int64_t per_row) {
  std::string bytes;
  VisitFixedDType(feature.raw_dtype, [&](auto tag) {
    using T = decltype(tag);
    for (int64_t k = 0; k < per_row; ++k) {
      T v = T(static_cast<float>(elements[static_cast<size_t>(i * per_row + k)]));
      bytes.append(reinterpret_cast<const char*>(&v), sizeof(T));
    }
  });
  return bytes;
}

Tensor GoldenInput(const ExportSignature& s, const RawFeature& feature, const Tensor& rows) {
  if (s.input == SignatureInput::kTensor) return rows;
  int64_t n = rows.shape()[0], per_row = feature.shape.Elements();
  Tensor strings(DType::kString, Shape{n});
  std::vector<double> elements = rows.AsDoubles();
  for (int64_t i = 0; i < n; ++i)
    strings.strings()[static_cast<size_t>(i)] = s.input == SignatureInput::kExample
                                                    ? AsExample(feature, rows, i, per_row)
                                                    : AsRaw(feature, elements, i, per_row);
  return strings;
}

// The bytes of an .npz, by way of a file that only we see.
Result<std::string> NpzBytes(const std::string& directory, const NamedTensors& tensors) {
  std::string path = StrCat(directory, ".golden.npz");
  RETURN_IF_ERROR(npz::WriteNpz(path, tensors));
  Result<std::string> bytes = ReadFile(path);
  RETURN_IF_ERROR(RemoveFile(path));
  return bytes;
}

Status AddGolden(const ExportRequest& request, std::map<std::string, std::string>* files) {
  NamedTensors outputs;
  for (auto& [name, value] : request.serve(Value(request.golden))) {
    ASSIGN_OR_RETURN(Tensor t, value.Read());
    outputs.emplace_back(name, std::move(t));
  }
  ASSIGN_OR_RETURN(std::string output_bytes, NpzBytes(request.directory, outputs));
  for (const ExportSignature& s : request.signatures) {
    NamedTensors inputs = {{s.argument, GoldenInput(s, request.feature, request.golden)}};
    ASSIGN_OR_RETURN((*files)[StrCat("slipway_golden/", s.key, ".inputs.npz")], NpzBytes(request.directory, inputs));
    (*files)[StrCat("slipway_golden/", s.key, ".outputs.npz")] = output_bytes;
  }
  return OkStatus();
}

}  // namespace

Status ExportModel(const ExportRequest& request) {
  VariableTable table;
  ir::Module module;
  for (const ExportSignature& s : request.signatures)
    RETURN_IF_ERROR_AT(AddSignature(s, request, table, &module), StrCat("exporting signature '", s.key, "'"));
  for (const VariablePtr& v : table.variables())
    module.variables.push_back({v->name, v->type(), v->tensor(), v->trainable});
  wire::ExportOptions options{.directory = request.directory};
  std::string parent = DirName(request.directory);
  RETURN_IF_ERROR(MakeDirectories(parent));
  RETURN_IF_ERROR(AddGolden(request, &options.extra_files));
  return wire::ExportSavedModel(module, options);
}

}  // namespace slipway::train
