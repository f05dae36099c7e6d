#include <gtest/gtest.h>

#include <functional>

#include "formats/tflite/sample_model.h"
#include "formats/tflite/sparsity.h"

namespace slipway::tflite {
namespace {

// The message for SampleModel() after a change to it.
std::string MessageAfter(const std::function<void(Model&)>& change) {
  Model m = SampleModel();
  change(m);
  return VerifyModel(m).message();
}

std::string TensorMessage(SampleTensor tensor, const std::function<void(TensorInfo&)>& change) {
  return MessageAfter([&](Model& m) { change(m.subgraphs[0].tensors[tensor]); });
}

std::string OperatorMessage(size_t index, const std::function<void(Operator&)>& change) {
  return MessageAfter([&](Model& m) { change(m.subgraphs[0].operators[index]); });
}

bool Has(const std::string& message, std::string_view part) { return message.find(part) != std::string::npos; }

TEST(VerifyModel, TheSampleIsRight) { EXPECT_EQ(VerifyModel(SampleModel()).message(), "ok"); }

TEST(VerifyModel, VersionAndSubgraphs) {
  EXPECT_EQ(MessageAfter([](Model& m) { m.version = 2; }),
            "Model provided is schema version 2 not equal to supported version 3.");
  EXPECT_EQ(MessageAfter([](Model& m) { m.subgraphs.clear(); }), "No subgraph in the model.");
}

TEST(VerifyModel, OperatorCodes) {
  EXPECT_TRUE(Has(MessageAfter([](Model& m) { m.operator_codes[0].builtin = static_cast<Builtin>(300); }),
                  "Op builtin_code out of range: 300."));
  EXPECT_TRUE(Has(MessageAfter([](Model& m) { m.operator_codes[3].custom = ""; }),
                  "Operator with CUSTOM builtin_code has no custom_code."));
  EXPECT_TRUE(
      Has(OperatorMessage(0, [](Operator& op) { op.opcode_index = 5; }), "Missing registration for opcode_index 5"));
}

TEST(VerifyModel, ElementTypeAndBuffer) {
  EXPECT_EQ(TensorMessage(kInput, [](TensorInfo& t) { t.type = 23; }),
            "subgraph 0: Tensor 0 is invalidly specified in schema ('input'): Unsupported data type 23");
  EXPECT_TRUE(Has(TensorMessage(kBias, [](TensorInfo& t) { t.buffer = 77; }),
                  "it specifies out of range buffer 77 (only 9 buffers)"));
  EXPECT_TRUE(
      Has(TensorMessage(kBias, [](TensorInfo& t) { t.is_variable = true; }), "it is a variable tensor with buffer"));
  EXPECT_TRUE(Has(TensorMessage(kBias, [](TensorInfo& t) { t.shape = {3}; }),
                  "required_bytes <= bytes was not true: buffer 2 has 8 bytes, 3 elements of type FLOAT32 need more"));
  EXPECT_EQ(TensorMessage(kBias, [](TensorInfo& t) { t.shape = {1}; }), "ok");
  EXPECT_TRUE(Has(TensorMessage(kBlockwise, [](TensorInfo& t) { t.shape = {5}; }), "5 elements of type INT2"));
}

TEST(VerifyModel, Shapes) {
  std::string_view overflow = "BytesRequired number of elements overflowed";
  EXPECT_TRUE(Has(TensorMessage(kConv, [](TensorInfo& t) { t.shape = {1, -1, 4, 2}; }), overflow));
  int32_t big = std::numeric_limits<int32_t>::max();
  EXPECT_TRUE(Has(TensorMessage(kConv, [&](TensorInfo& t) { t.shape = {big, big, big, big}; }), overflow));
  EXPECT_TRUE(Has(TensorMessage(kConv, [&](TensorInfo& t) { t.shape = {big, big, 1, 1}; }), overflow));
  EXPECT_TRUE(Has(TensorMessage(kConv, [&](TensorInfo& t) { t.shape = {big, big, big, 0}; }), overflow));
  EXPECT_EQ(TensorMessage(kConv, [&](TensorInfo& t) { t.shape = {big, 1, 1, 0}; }), "ok");
  EXPECT_TRUE(Has(TensorMessage(kConv, [](TensorInfo& t) { t.shape_signature = {-1}; }),
                  "its shape has 4 dimensions, its shape_signature 1"));
  EXPECT_TRUE(Has(TensorMessage(kConv,
                                [](TensorInfo& t) {
                                  t.shape_signature = {-2, 4, 4, 2};
                                }),
                  "its shape_signature has the dimension -2"));
}

TEST(VerifyModel, Strings) {
  EXPECT_TRUE(Has(TensorMessage(kWords, [](TensorInfo& t) { t.shape = {3}; }), "has 2 strings, its shape asks for 3"));
  EXPECT_TRUE(Has(TensorMessage(kWords, [](TensorInfo& t) { t.buffer = 2; }), "string buffer"));
}

TEST(VerifyModel, Scales) {
  auto after = [](const std::function<void(TensorQuantization&)>& change) {
    return TensorMessage(kFilter, [&](TensorInfo& t) { change(t.quantization); });
  };
  EXPECT_TRUE(Has(after([](TensorQuantization& q) { q.zero_point.clear(); }),
                  "QuantizationParam has 0 zero_point values and 2 scale values. Must have same number."));
  EXPECT_TRUE(Has(after([](TensorQuantization& q) { q.quantized_dimension = 4; }),
                  "quantized_dimension must be in range [0, 4). Was 4."));
  EXPECT_TRUE(Has(after([](TensorQuantization& q) { q.quantized_dimension = -1; }), "Was -1."));
  EXPECT_TRUE(Has(after([](TensorQuantization& q) { q.quantized_dimension = 1; }),
                  "num_scales must be 1 for per-layer quantization, or 1 for per-axis quantization, but got 2."));
  EXPECT_EQ(after([](TensorQuantization& q) {
              q.scale = {1};
              q.zero_point = {0};
              q.quantized_dimension = 9;
            }),
            "ok");
}

TEST(VerifyModel, QuantizationDetails) {
  auto after = [](const std::function<void(QuantizationDetails&)>& change) {
    return TensorMessage(kBlockwise, [&](TensorInfo& t) { change(t.quantization.details); });
  };
  EXPECT_TRUE(Has(after([](QuantizationDetails& d) { d.scales = kOptionalTensor; }),
                  "Invalid tensor index -1 in the scales of a quantization"));
  EXPECT_TRUE(Has(after([](QuantizationDetails& d) { d.zero_points = 14; }), "Invalid tensor index 14"));
  EXPECT_TRUE(Has(after([](QuantizationDetails& d) { d.block_size = -1; }), "block size -1"));
  EXPECT_TRUE(Has(after([](QuantizationDetails& d) {
                    d.kind = QuantizationDetails::Kind::kMultiAxis;
                    d.dims = {1};
                  }),
                  "quantized_dimensions must be in range [0, 1). Was 1."));
}

TEST(VerifyModel, TensorIndices) {
  EXPECT_EQ(OperatorMessage(0, [](Operator& op) { op.inputs[0] = 14; }),
            "subgraph 0: operator 0 (CONV_2D): Invalid tensor index 14 in node inputs. The subgraph has 14 tensors.");
  EXPECT_TRUE(Has(OperatorMessage(0, [](Operator& op) { op.inputs[0] = -2; }), "Invalid tensor index -2"));
  EXPECT_TRUE(Has(OperatorMessage(0, [](Operator& op) { op.outputs[0] = 14; }), "in node outputs"));
  EXPECT_TRUE(Has(OperatorMessage(3, [](Operator& op) { op.intermediates[0] = 14; }), "in node intermediates"));
  EXPECT_TRUE(Has(MessageAfter([](Model& m) { m.subgraphs[0].inputs[0] = -1; }), "Invalid tensor index -1 in inputs"));
  EXPECT_TRUE(Has(MessageAfter([](Model& m) { m.subgraphs[1].outputs[0] = 1; }), "subgraph 1: Invalid tensor index 1"));
  EXPECT_TRUE(Has(OperatorMessage(3, [](Operator& op) { op.mutating_variable_inputs.push_back(1); }),
                  "it has 3 inputs and 4 mutating_variable_inputs"));
}

TEST(VerifyModel, OutputsAreWrittenOnce) {
  EXPECT_TRUE(
      Has(OperatorMessage(1, [](Operator& op) { op.outputs[0] = kAddend; }), "Tensor 4 is both input 1 and output 0"));
  EXPECT_TRUE(Has(OperatorMessage(1, [](Operator& op) { op.outputs[0] = kBias; }), "Output tensor 2 is a constant"));
  EXPECT_TRUE(Has(OperatorMessage(2, [](Operator& op) { op.outputs[0] = kConv; }),
                  "Output tensor 3 is an output from another op"));
}

TEST(VerifyModel, References) {
  auto set_then = [](int64_t index) {
    return OperatorMessage(2, [&](Operator& op) { op.options.values[0].integer = index; });
  };
  EXPECT_TRUE(Has(set_then(3), "then_subgraph_index is 3, the model has 3 subgraphs"));
  EXPECT_TRUE(Has(set_then(-1), "then_subgraph_index is -1"));
  EXPECT_TRUE(Has(set_then(0), "subgraph 0 ('main') calls itself; recursion is not supported"));
  EXPECT_EQ(set_then(2), "ok");
  // The default names the main subgraph too.
  EXPECT_TRUE(Has(OperatorMessage(2, [](Operator& op) { op.options.values.clear(); }), "calls itself"));
  EXPECT_TRUE(Has(OperatorMessage(4, [](Operator& op) { op.options_2.values[1].integer = 7; }),
                  "decomposition_subgraph_index is 7"));
  EXPECT_TRUE(Has(MessageAfter([](Model& m) {
                    Operator call = m.subgraphs[0].operators[2];
                    call.inputs.clear();
                    call.outputs.clear();
                    m.subgraphs[2].operators.push_back(call);
                  }),
                  "subgraph 2 ('else') calls itself"));
  EXPECT_TRUE(Has(OperatorMessage(0, [](Operator& op) { op.options.values[0].slot = 99; }),
                  "Conv2DOptions has a value in slot 99"));
}

TEST(VerifyModel, SignaturesAndMetadata) {
  EXPECT_TRUE(Has(MessageAfter([](Model& m) { m.signatures[0].subgraph = 3; }),
                  "signature 'serving_default': it is for subgraph 3, the model has 3"));
  EXPECT_TRUE(Has(MessageAfter([](Model& m) { m.signatures[0].outputs[0].tensor = 14; }),
                  "'z' is tensor 14, subgraph 0 has 14"));
  EXPECT_TRUE(Has(MessageAfter([](Model& m) { m.metadata[0].buffer = 99; }), "metadata 'note' is in buffer 99"));
}

TEST(Building, AddOperatorCodeKeepsTheHighestVersion) {
  Model m;
  EXPECT_EQ(AddOperatorCode(m, Builtin::ADD, 4), 0u);
  EXPECT_EQ(AddOperatorCode(m, Builtin::MUL, 1), 1u);
  EXPECT_EQ(AddOperatorCode(m, Builtin::ADD, 2), 0u);
  EXPECT_EQ(m.operator_codes[0].version, 4);
  EXPECT_EQ(AddCustomOperatorCode(m, "A"), 2u);
  EXPECT_EQ(AddCustomOperatorCode(m, "B"), 3u);
  EXPECT_EQ(AddCustomOperatorCode(m, "A"), 2u);
}

TEST(Building, SetTypeRefusesWhatTheFileCannotHold) {
  TensorInfo t;
  EXPECT_EQ(SetType(t, {DType::kF32, Shape{int64_t{1} << 40}}).kind(), ErrorKind::kUnsupported);
  EXPECT_EQ(SetType(t, {DType::kInvalid, Shape{}}).kind(), ErrorKind::kUnsupported);
}

// A 4x4 matrix of 2x2 blocks, of which (0, 1) and (1, 0) are stored: TACO's block compressed rows.
Sparsity Blocks() {
  Sparsity s;
  s.traversal_order = {0, 1, 2, 3};
  s.block_map = {0, 1};
  s.dimensions = {{false, 2}, {true, 0, {0, 1, 2}, {1, 0}}, {false, 2}, {false, 2}};
  return s;
}

TEST(Sparsity, CountsStoredElements) {
  EXPECT_EQ(*CountStoredElements(Blocks(), {4, 4}), 8);
  Sparsity dense;
  dense.traversal_order = {1, 0};
  dense.dimensions = {{false, 3}, {false, 2}};
  EXPECT_EQ(*CountStoredElements(dense, {2, 3}), 6);
}

TEST(Sparsity, RefusesContradictions) {
  auto message = [](const std::function<void(Sparsity&)>& change, std::vector<int32_t> shape = {4, 4}) {
    Sparsity s = Blocks();
    change(s);
    return CountStoredElements(s, shape).status().message();
  };
  EXPECT_TRUE(Has(message([](Sparsity& s) { s.dimensions.pop_back(); }), "4, 2 and 3 entries for a tensor of rank 2"));
  EXPECT_TRUE(Has(message([](Sparsity& s) { s.traversal_order = {0, 0, 2, 3}; }), "no permutation"));
  EXPECT_TRUE(Has(message([](Sparsity& s) { s.traversal_order = {0, 2, 1, 3}; }), "no permutation"));
  EXPECT_TRUE(Has(message([](Sparsity& s) { s.block_map[0] = 2; }), "block dimension 0 is wrong"));
  EXPECT_TRUE(Has(message([](Sparsity& s) { s.dimensions[3].dense_size = 0; }), "block dimension 1 is wrong"));
  EXPECT_TRUE(Has(message([](Sparsity&) {}, {4, 5}), "blocks of 2 do not divide dimension 1"));
  EXPECT_TRUE(Has(message([](Sparsity& s) { s.dimensions[0].dense_size = 3; }), "dimension 0 is 3 long, not 2"));
  EXPECT_TRUE(Has(message([](Sparsity& s) { s.dimensions[1].segments = {0, 1}; }), "2 segments for 2 parents"));
  EXPECT_TRUE(Has(message([](Sparsity& s) { s.dimensions[1].segments = {0, 3, 2}; }), "segments decrease"));
  EXPECT_TRUE(Has(message([](Sparsity& s) { s.dimensions[1].segments = {0, 1, 3}; }), "the segments say 3"));
  EXPECT_TRUE(Has(message([](Sparsity& s) { s.dimensions[1].indices = {1, 2}; }), "index 2 is outside of 0 to 1"));
  EXPECT_TRUE(Has(message([](Sparsity& s) { s.dimensions[1].segments.clear(); }), "0 segments for 2 parents"));
}

}  // namespace
}  // namespace slipway::tflite
