#pragma once
// A small model that uses every part of the format, for the tests of this folder.

#include <memory>
#include <string>
#include <vector>

#include "formats/tflite/flexbuffer.h"
#include "formats/tflite/model.h"
#include "formats/tflite/string_tensor.h"

namespace slipway::tflite {

// Tensors of subgraph 0 of SampleModel().
enum SampleTensor : int32_t {
  kInput,      // f32 [?,4,4,1]
  kFilter,     // i8 [2,1,1,1], a scale per output channel
  kBias,       // f32 [2]
  kConv,       // f32 [?,4,4,2]
  kAddend,     // f32 [2], the bytes of kBias
  kSum,        // f32 [?,4,4,2]
  kWords,      // string [2], a constant
  kState,      // f32 [1], a variable
  kSparse,     // f32 [2,3], a sparse constant
  kNoneFound,  // i32 [0], a constant without elements
  kCondition,  // bool []
  kChosen,     // f32 of unknown rank
  kCustom,     // f32 [?,4,4,2]
  kBlockwise,  // INT2 [4], its scales in kBias
};

inline TensorInfo MakeTensor(std::string name, TensorType type, uint32_t buffer = 0) {
  TensorInfo t;
  t.name = std::move(name);
  CHECK(SetType(t, type).ok());
  t.buffer = buffer;
  return t;
}

template <class T>
uint32_t AddValues(Model& m, const std::vector<T>& values) {
  return AddBuffer(m, Buffer::Copy(values.data(), values.size() * sizeof(T)));
}

inline uint32_t AddBytes(Model& m, std::string_view bytes) {
  return AddBuffer(m, Buffer::Copy(bytes.data(), bytes.size()));
}

inline Subgraph MakeBranch(std::string name) {
  Subgraph g;
  g.name = std::move(name);
  g.tensors = {MakeTensor("x", {DType::kF32, Shape{1}})};
  g.inputs = g.outputs = {0};
  return g;
}

inline void AddSampleTensors(Model& m, Subgraph& g) {
  Shape image{kUnknownDim, 4, 4, 2};
  g.tensors = {
      MakeTensor("input", {DType::kF32, Shape{kUnknownDim, 4, 4, 1}}),
      MakeTensor("filter", {DType::kI8, Shape{2, 1, 1, 1}, {{0.5f, 0.25f}, {0, 0}, 0}},
                 AddValues<int8_t>(m, {127, -127})),
      MakeTensor("bias", {DType::kF32, Shape{2}}, AddValues<float>(m, {1, 2})),
      MakeTensor("conv", {DType::kF32, image}),
      MakeTensor("addend", {DType::kF32, Shape{2}}, AddValues<float>(m, {1, 2})),
      MakeTensor("sum", {DType::kF32, image}),
      MakeTensor("words", {DType::kString, Shape{2}}, AddBytes(m, *PackStrings(std::vector<std::string>{"x", "yz"}))),
      MakeTensor("state", {DType::kF32, Shape{1}}),
      MakeTensor("sparse", {DType::kF32, Shape{2, 3}}, AddValues<float>(m, {5, 6})),
      MakeTensor("none_found", {DType::kI32, Shape{0}}, AddBytes(m, "")),
      MakeTensor("condition", {DType::kBool, Shape{}}),
      MakeTensor("chosen", {DType::kF32, Shape::UnknownRank()}),
      MakeTensor("custom", {DType::kF32, image}),
      MakeTensor("blockwise", {DType::kI8, Shape{4}}, AddValues<int8_t>(m, {-28})),
  };
  g.tensors[kState].is_variable = true;
  auto sparsity = std::make_shared<Sparsity>();
  sparsity->traversal_order = {0, 1};
  sparsity->dimensions = {{false, 2}, {true, 0, {0, 1, 2}, {2, 0}, 3, 2}};
  g.tensors[kSparse].sparsity = sparsity;
  TensorInfo& blockwise = g.tensors[kBlockwise];
  blockwise.type = 19;
  blockwise.quantization.details = {QuantizationDetails::Kind::kBlockwise, "", kBias, kOptionalTensor, 2, {2}};
  g.tensors[kConv].quantization.min = {-1};
  g.tensors[kConv].quantization.max = {6};
  g.tensors[kChosen].variant_tensors = {{{1, 2}, 9, true}};
}

inline OptionsTable SampleConvOptions() {
  OptionsWriter w(OptionsType::Conv2DOptions);
  w.Enum(0, "padding", 1, 0);
  w.Int(1, "stride_w", 1);
  w.Int(2, "stride_h", 2);
  return *std::move(w).Finish();
}

inline OptionsTable SampleIfOptions() {
  OptionsWriter w(OptionsType::IfOptions);
  w.Int(0, "then_subgraph_index", 1);
  w.Int(1, "else_subgraph_index", 2);
  return *std::move(w).Finish();
}

inline OptionsTable SampleCompositeOptions() {
  OptionsWriter w(OptionsType::StableHLOCompositeOptions);
  w.String(0, "name", "slipway.twice");
  w.Int(1, "decomposition_subgraph_index", 2);
  w.Bytes(2, "composite_attributes", std::string("\1\2\3"));
  return *std::move(w).Finish();
}

inline Operator MakeOperator(uint32_t code, std::vector<int32_t> inputs, std::vector<int32_t> outputs) {
  Operator op;
  op.opcode_index = code;
  op.inputs = std::move(inputs);
  op.outputs = std::move(outputs);
  return op;
}

inline Model SampleModel() {
  Model m;
  m.description = "a sample";
  Subgraph g;
  g.name = "main";
  AddSampleTensors(m, g);
  g.inputs = {kInput, kCondition};
  g.outputs = {kChosen, kCustom};
  g.operators = {
      MakeOperator(AddOperatorCode(m, Builtin::CONV_2D, 3), {kInput, kFilter, kOptionalTensor}, {kConv}),
      MakeOperator(AddOperatorCode(m, Builtin::ADD, 1), {kConv, kAddend}, {kSum}),
      MakeOperator(AddOperatorCode(m, Builtin::IF, 1), {kCondition, kSum}, {kChosen}),
      MakeOperator(AddCustomOperatorCode(m, "SlipwaySample"), {kSum, kWords, kState}, {kCustom}),
      MakeOperator(AddOperatorCode(m, Builtin::STABLEHLO_COMPOSITE, 1), {kSum}, {}),
  };
  SetOptions(g.operators[0], SampleConvOptions());
  SetOptions(g.operators[2], SampleIfOptions());
  g.operators[3].custom_options = WriteFlexMap({{"axis", FlexValue::Int(-1)}});
  g.operators[3].mutating_variable_inputs = {0, 0, 1};
  g.operators[3].intermediates = {kNoneFound};
  SetOptions(g.operators[4], SampleCompositeOptions());
  m.subgraphs = {std::move(g), MakeBranch("then"), MakeBranch("else")};
  m.metadata = {{"note", AddBytes(m, "from the test")}};
  m.signatures = {{"serving_default", {{"x", kInput}, {"y", kCondition}}, {{"z", kChosen}}, 0}};
  return m;
}

}  // namespace slipway::tflite
