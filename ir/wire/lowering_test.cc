// Values from TensorFlow 2.21.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>
#include <algorithm>

#include <cmath>
#include <filesystem>

#include "base/file.h"
#include "ir/evaluate.h"
#include "ir/wire/tf_import.h"

namespace slipway::wire {
namespace {

using Floats = std::vector<float>;
using Dims = std::vector<int64_t>;

// A graph with one node, whose operands are placeholders of these shapes.
std::string OneNode(const std::string& op, const std::string& attrs, const std::vector<Dims>& shapes) {
  std::string text, inputs;
  for (size_t i = 0; i < shapes.size(); ++i) {
    StrAppend(text, "node { name: 'x", i, "' op: 'Placeholder' attr { key: 'dtype' value { type: DT_FLOAT } } ",
              "attr { key: 'shape' value { shape { ");
    for (int64_t d : shapes[i]) StrAppend(text, "dim { size: ", d, " } ");
    StrAppend(text, "} } } }\n");
    StrAppend(inputs, "input: 'x", i, "' ");
  }
  return StrCat(text, "node { name: 'y' op: '", op, "' ", inputs, attrs, " }\nversions { producer: 100 }\n");
}

Tensor Make(const Dims& dims, const Floats& values) {
  return Tensor::Of<float>(*Shape::FromDims(dims), std::span<const float>(values.data(), values.size()));
}

Result<Tensor> Evaluate(const std::string& graph, const std::vector<Tensor>& inputs) {
  std::string path = StrCat(testing::TempDir(), "/lowering_", getpid(), ".pbtxt");
  RETURN_IF_ERROR(WriteFileAtomically(path, graph));
  Result<ir::Module> m = ImportGraphDef(path);
  std::filesystem::remove(path);
  if (!m.ok()) return m.status();
  ASSIGN_OR_RETURN(std::vector<Tensor> outputs, ir::EvaluateTensors(*m->graphs[0], inputs));
  return outputs[0];
}

void ExpectValues(const Result<Tensor>& got, const Floats& want) {
  ASSERT_TRUE(got.ok()) << got.status().message();
  std::vector<double> values = got->AsDoubles();
  ASSERT_EQ(values.size(), want.size());
  for (size_t i = 0; i < want.size(); ++i) {
    if (std::isnan(want[i]))
      EXPECT_TRUE(std::isnan(values[i])) << "element " << i;
    else if (std::isinf(want[i]))
      EXPECT_EQ(values[i], want[i]) << "element " << i;
    else
      EXPECT_NEAR(values[i], want[i], 2e-6 * std::max(0.1f, std::fabs(want[i]))) << "element " << i;
  }
}

struct MathCase {
  const char* op;
  std::vector<Floats> inputs;
  Floats want;
};
const MathCase kMath[] = {
    {"Acos", {{-0.9, -0.25, 0, 0.001, 0.5, 0.75}}, {2.6905658, 1.8234766, 1.5707964, 1.5697963, 1.0471976, 0.7227343}},
    {"Acosh", {{1, 1.001, 1.5, 2, 1e+01, 1e+02}}, {0, 0.04471868, 0.9624237, 1.316958, 2.993223, 5.298292}},
    {"Asin", {{-0.9, -0.25, 0, 0.001, 0.5, 0.75}}, {-1.1197695, -0.25268024, 0, 0.0010000002, 0.5235988, 0.8480621}},
    {"Asinh", {{-3, -0.01, 0, 0.001, 1.5, 1e+01}}, {-1.8184465, -0.009999833, 0, 0.0009999999, 1.1947632, 2.9982228}},
    {"Atan", {{-3, -0.01, 0, 0.001, 1.5, 1e+01}}, {-1.2490457, -0.009999666, 0, 0.0009999997, 0.98279375, 1.4711276}},
    {"Atanh", {{-0.9, -0.25, 0, 0.001, 0.5, 0.75}}, {-1.4722193, -0.25541282, 0, 0.0010000004, 0.54930615, 0.9729551}},
    {"Cosh", {{-3, -0.01, 0, 0.001, 1.5, 1e+01}}, {10.067662, 1.00005, 1, 1.0000005, 2.3524096, 11013.232}},
    {"Erfc", {{-3, -0.01, 0, 0.001, 1.5, 1e+01}}, {1.999978, 1.0112834, 1, 0.9988716, 0.033894848, 0}},
    {"Inv", {{1, 1.001, 1.5, 2, 1e+01, 1e+02}}, {1, 0.99900097, 0.6666667, 0.5, 0.1, 0.01}},
    {"Rint", {{-2.5, -1.5, -0.5, 0.5, 1.5, 2.5}}, {-2, -2, -0, 0, 2, 2}},
    {"Sinh", {{-3, -0.01, 0, 0.001, 1.5, 1e+01}}, {-10.017875, -0.010000166, 0, 0.0010000002, 2.1292794, 11013.232}},
    {"Tan", {{-3, -0.01, 0, 0.001, 1.5, 1e+01}}, {0.14254655, -0.010000333, 0, 0.0010000004, 14.10142, 0.64836085}},
    {"ZerosLike", {{0, NAN, INFINITY, -INFINITY, 1, -2}}, {0, 0, 0, 0, 0, 0}},
    {"OnesLike", {{0, NAN, INFINITY, -INFINITY, 1, -2}}, {1, 1, 1, 1, 1, 1}},
    {"L2Loss", {{-3, -0.01, 0, 0.001, 1.5, 1e+01}}, {55.62505}},
    {"MulNoNan", {{2, 0, NAN, 0.5, -1, INFINITY}, {0, 0, 0, 0.5, 2, 1}}, {0, 0, 0, 0.25, -2, INFINITY}},
    {"Xdivy", {{0, 0, 0, 0.5, 2, 1}, {2, 0, NAN, 0.5, -1, INFINITY}}, {0, 0, 0, 1, -2, 0}},
    {"Xlogy", {{0, 0, 0, 0.5, 2, 1}, {2, 0, NAN, 0.5, -1, INFINITY}}, {0, 0, 0, -0.3465736, NAN, INFINITY}},
    {"Xlog1py", {{0, 0, 0, 0.5, 2, 1}, {2, 0, NAN, 0.5, -1, INFINITY}}, {0, 0, 0, 0.20273255, -INFINITY, INFINITY}},
    {"IsNan", {{0, NAN, INFINITY, -INFINITY, 1, -2}}, {0, 1, 0, 0, 0, 0}},
    {"IsInf", {{0, NAN, INFINITY, -INFINITY, 1, -2}}, {0, 0, 1, 1, 0, 0}},
    {"IsFinite", {{0, NAN, INFINITY, -INFINITY, 1, -2}}, {1, 0, 0, 0, 1, 1}},
};

TEST(LoweringTest, Math) {
  for (const MathCase& c : kMath) {
    SCOPED_TRACE(c.op);
    std::vector<Dims> shapes;
    std::vector<Tensor> inputs;
    for (const Floats& x : c.inputs) {
      shapes.push_back({static_cast<int64_t>(x.size())});
      inputs.push_back(Make(shapes.back(), x));
    }
    ExpectValues(Evaluate(OneNode(c.op, "", shapes), inputs), c.want);
  }
}

struct EinsumCase {
  const char* equation;
  std::vector<Dims> shapes;
  std::vector<Floats> inputs;
  Dims shape;
  Floats want;
};
const EinsumCase kEinsum[] = {
    {"ab,bc->ac", {{2, 3}, {3, 2}}, {{1, 2, -3, 0, 0, 0}, {-2, 0, 2, -1, 1, 3}}, {2, 2}, {-1, -11, 0, 0}},
    {"ab,cb->ac", {{2, 3}, {2, 3}}, {{-3, -3, 1, -1, -2, 3}, {3, -3, -2, 2, -2, 2}}, {2, 2}, {-2, 2, -3, 8}},
    {"ba,bc->ca", {{3, 2}, {3, 2}}, {{-3, -2, 1, 0, -3, 0}, {2, 3, -3, -1, 0, -3}}, {2, 2}, {-9, -4, -1, -6}},
    {"abc,cde->abde",
     {{1, 2, 2}, {2, 1, 3}},
     {{-2, 0, 2, 0}, {0, 3, -3, -2, -2, -2}},
     {1, 2, 1, 3},
     {0, -6, 6, 0, 6, -6}},
    {"aecd,abcd->acbe",
     {{1, 2, 2, 2}, {1, 3, 2, 2}},
     {{-3, -1, 1, 0, 3, 0, -1, 1}, {-1, -3, -3, 1, 2, 2, 3, -3, 1, -2, 1, -2}},
     {1, 2, 3, 2},
     {6, -3, -8, 6, -1, 3, -3, 4, 3, -6, 1, -3}},
    {"acbe,aecd->abcd",
     {{1, 2, 3, 2}, {1, 2, 2, 2}},
     {{-1, -1, -3, -2, -2, -2, -2, 0, 3, 0, 3, -1}, {0, -3, 3, 0, 2, 1, -2, -1}},
     {1, 3, 2, 2},
     {-2, 2, -6, 0, -4, 7, 9, 0, -4, 4, 11, 1}},
    {"...ab,...bc->...ac", {{2, 1, 2}, {1, 2, 2}}, {{1, 0, 1, 3}, {1, 1, 0, 1}}, {2, 1, 2}, {1, 1, 1, 4}},
    {"a,b->ab", {{2}, {3}}, {{1, 1}, {-3, 3, 1}}, {2, 3}, {-3, 3, 1, -3, 3, 1}},
    {"a,a->", {{3}, {3}}, {{0, -1, 2}, {2, 2, -3}}, {}, {-8}},
    {"abc->ca", {{2, 2, 3}}, {{-2, 2, -2, 0, -3, 2, 3, -3, -2, -1, 1, -1}}, {3, 2}, {-2, 2, -1, -2, 0, -3}},
    {"ab,ac->bc", {{3, 2}, {3, 2}}, {{-3, 2, 0, -1, -1, 2}, {-3, 2, -2, -3, -1, -1}}, {2, 2}, {1e+01, -5, -6, 5}},
    {"ab,bc,cd->ad", {{2, 2}, {2, 2}, {2, 2}}, {{0, -1, 0, -1}, {-2, -1, 3, 0}, {3, 0, 0, -1}}, {2, 2}, {-9, 0, -9, 0}},
    {"abc,ab->ab", {{2, 2, 2}, {2, 2}}, {{3, 0, 1, -2, -1, 0, 3, -2}, {-1, -2, 1, -1}}, {2, 2}, {-3, 2, -1, -1}},
};

TEST(LoweringTest, Einsum) {
  for (const EinsumCase& c : kEinsum)
    for (bool known : {true, false}) {
      SCOPED_TRACE(StrCat(c.equation, known ? "" : " with unknown dimensions"));
      std::vector<Tensor> inputs;
      std::vector<Dims> declared = c.shapes;
      for (size_t i = 0; i < c.inputs.size(); ++i) {
        inputs.push_back(Make(c.shapes[i], c.inputs[i]));
        if (!known) std::fill(declared[i].begin(), declared[i].end(), -1);
      }
      std::string attr = StrCat("attr { key: 'equation' value { s: '", c.equation, "' } }");
      Result<Tensor> got = Evaluate(OneNode("Einsum", attr, declared), inputs);
      ExpectValues(got, c.want);
      if (got.ok()) {
        EXPECT_EQ(ToString(got->shape()), ToString(*Shape::FromDims(c.shape)));
      }
    }
  EXPECT_THAT(
      Evaluate(OneNode("Einsum", "attr { key: 'equation' value { s: 'ij->ii' } }", {{2, 2}}), {}).status().message(),
      testing::HasSubstr("the label 'i' is there twice"));
  auto diagonal = [](const char* equation, const Dims& shape, const Floats& x) {
    return Evaluate(OneNode("Einsum", StrCat("attr { key: 'equation' value { s: '", equation, "' } }"), {shape}),
                    {Make(shape, x)});
  };
  ExpectValues(diagonal("ii->i", {3, 3}, {1, 2, 3, 4, 5, 6, 7, 8, 9}), {1, 5, 9});
  ExpectValues(diagonal("ii->", {2, 2}, {1, 2, 3, 4}), {5});
  ExpectValues(diagonal("iji->ji", {2, 3, 2}, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}), {1, 8, 3, 10, 5, 12});
  EXPECT_THAT(
      Evaluate(OneNode("Einsum", "attr { key: 'equation' value { s: 'abc->a' } }", {{2, 2}}), {}).status().message(),
      testing::HasSubstr("does not fit an operand of rank 2"));
}

TEST(LoweringTest, Shapes) {
  Tensor x = Make({2, 3}, {1, 2, 3, 4, 5, 6});
  ExpectValues(Evaluate(OneNode("Size", "", {{2, 3}}), {x}), {6});
  ExpectValues(Evaluate(OneNode("Size", "", {{-1, -1}}), {x}), {6});
  ExpectValues(Evaluate(OneNode("Rank", "", {{-1, -1}}), {x}), {2});
  ExpectValues(Evaluate(OneNode("ShapeN", "", {{-1, 3}}), {x}), {2, 3});
  ExpectValues(Evaluate(OneNode("OnesLike", "", {{-1, 3}}), {x}), {1, 1, 1, 1, 1, 1});
}

// A graph with one node on float placeholders of these shapes and on integer constants, in the order of `operands`
// ("x0 c0 x1").
std::string WithInts(const std::string& op, const std::string& operands, const std::vector<Dims>& shapes,
                     const std::vector<std::pair<Dims, std::vector<int>>>& ints) {
  std::string text = OneNode(op, "", shapes), inputs;
  text = text.substr(0, text.find("node { name: 'y'"));
  for (size_t i = 0; i < ints.size(); ++i) {
    StrAppend(text, "node { name: 'c", i, "' op: 'Const' attr { key: 'dtype' value { type: DT_INT32 } } ",
              "attr { key: 'value' value { tensor { dtype: DT_INT32 tensor_shape { ");
    for (int64_t d : ints[i].first) StrAppend(text, "dim { size: ", d, " } ");
    StrAppend(text, "} ");
    for (int v : ints[i].second) StrAppend(text, "int_val: ", v, " ");
    StrAppend(text, "} } } }\n");
  }
  for (const std::string& name : StrSplit(operands, ' ')) StrAppend(inputs, "input: '", name, "' ");
  return StrCat(text, "node { name: 'y' op: '", op, "' ", inputs, " }\nversions { producer: 100 }\n");
}

TEST(LoweringTest, SortedSegments) {
  Tensor x = Make({4, 2}, {1, 2, 3, -4, 5, 6, -7, -8});
  auto of = [&](const std::string& op) {
    return Evaluate(WithInts(op, "x0 c0", {{-1, 2}}, {{{4}, {0, 0, 2, 2}}}), {x});
  };
  ExpectValues(of("SegmentMax"), {3, 2, 0, 0, 5, 6});
  ExpectValues(of("SegmentMin"), {1, -4, 0, 0, -7, -8});
  ExpectValues(of("SegmentProd"), {3, -8, 1, 1, -35, -48});
  ExpectValues(of("SegmentMean"), {2, -1, 0, 0, -1, -1});
}

TEST(LoweringTest, TensorScatters) {
  float nan = std::nanf("");
  Tensor x = Make({3, 2}, {1, 2, nan, 4, 5, 6}), updates = Make({2, 2}, {10, 20, 30, 40});
  auto of = [&](const std::string& op) {
    return Evaluate(WithInts(op, "x0 c0 x1", {{3, 2}, {2, 2}}, {{{2, 1}, {2, 0}}}), {x, updates});
  };
  ExpectValues(of("TensorScatterUpdate"), {30, 40, nan, 4, 10, 20});
  ExpectValues(of("TensorScatterAdd"), {31, 42, nan, 4, 15, 26});
  ExpectValues(of("TensorScatterSub"), {-29, -38, nan, 4, -5, -14});
}

TEST(LoweringTest, DiagonalParts) {
  Tensor x = Make({2, 2, 3}, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12});
  ExpectValues(Evaluate(OneNode("MatrixDiagPart", "", {{-1, 2, 3}}), {x}), {1, 5, 7, 11});
  Tensor tall = Make({3, 2}, {1, 2, 3, 4, 5, 6});
  ExpectValues(Evaluate(OneNode("MatrixDiagPart", "", {{3, 2}}), {tall}), {1, 4});
}

TEST(LoweringTest, UniqueWithCounts) {
  Tensor x = Make({5}, {3, 1, 3, 2, 1});
  ExpectValues(Evaluate(OneNode("UniqueWithCounts", "", {{5}}), {x}), {3, 1, 2});
}

TEST(LoweringTest, ApproximateEqual) {
  Tensor x = Make({3}, {1, 1, 1}), y = Make({3}, {1.05f, 1.2f, 0.95f});
  ExpectValues(Evaluate(OneNode("ApproximateEqual", "attr { key: 'tolerance' value { f: 0.1 } }", {{3}, {3}}), {x, y}),
               {1, 0, 1});
}

TEST(LoweringTest, BiasAdd) {
  Tensor x = Make({1, 2, 1, 2}, {1, 2, 3, 4}), bias = Make({2}, {10, 20});
  ExpectValues(Evaluate(OneNode("BiasAdd", "", {{-1, 2, 1, 2}, {2}}), {x, bias}), {11, 22, 13, 24});
  ExpectValues(
      Evaluate(OneNode("BiasAdd", "attr { key: 'data_format' value { s: 'NCHW' } }", {{-1, 2, 1, 2}, {2}}), {x, bias}),
      {11, 12, 23, 24});
}

// A layer normalization of Keras 2 is one of these.
TEST(LoweringTest, BatchNormWithTheStatisticsOfTheBatch) {
  std::string attrs =
      "attr { key: 'epsilon' value { f: 0.001 } } attr { key: 'is_training' value { b: true } } "
      "attr { key: 'data_format' value { s: 'NHWC' } }";
  std::string graph = OneNode("FusedBatchNormV3", attrs, {{1, 2, 2, 2}, {2}, {2}, {0}, {0}});
  Result<Tensor> y = Evaluate(graph, {Make({1, 2, 2, 2}, {5, 2.5, 2, 1.5, 4, 0.5, 6, -0.5}), Make({2}, {2, 0.5}),
                                      Make({2}, {0, 1}), Make({0}, {}), Make({0}, {})});
  ExpectValues(y, {1.01395345, 1.67055225, -3.04186034, 1.22351742, -0.33798447, 0.77648258, 2.36589122, 0.32944781});
}

TEST(LoweringTest, ClipByValue) {
  Tensor x = Make({4}, {-3, 0.5, 2, NAN}), lo = Make({}, {-1}), hi = Make({}, {1});
  ExpectValues(Evaluate(OneNode("ClipByValue", "", {{4}, {}, {}}), {x, lo, hi}), {-1, 0.5, 1, NAN});
}

// A training graph normalizes with the statistics of x, whatever moving ones it is given.
TEST(LoweringTest, FusedBatchNormOfATrainingGraph) {
  std::vector<Dims> shapes = {{-1, 2, 3, 2}, {2}, {2}, {2}, {2}};
  std::vector<Tensor> inputs = {Make({1, 2, 3, 2}, {1, 2, 3, 4, -1, 0.5, 2, 8, 0, 0, 1, -3}), Make({2}, {1, 2}),
                                Make({2}, {0.5, -1}), Make({2}, {10, 20}), Make({2}, {3, 5})};
  const Floats want[] = {{0.5, -0.95164114, 2.0445666, 0.2089715, -1.0445665, -1.8221006, 1.2722833, 2.5301967,
                          -0.27228326, -2.1122537, 0.5, -3.8531725},
                         {7.75, 15.479167},
                         {2.75, 7.3104172},
                         {1, 1.9166666},
                         {1.6666666, 11.868056}};
  const std::string attrs =
      "attr { key: 'epsilon' value { f: 0.01 } } attr { key: 'is_training' value { b: true } } "
      "attr { key: 'exponential_avg_factor' value { f: 0.25 } } ";
  for (const char* op : {"FusedBatchNorm", "FusedBatchNormV2", "FusedBatchNormV3"})
    for (int output = 0; output < 5; ++output) {
      SCOPED_TRACE(StrCat(op, " ", output));
      std::string graph = StrCat("node { name: 'out' op: 'Identity' input: 'y:", output, "' }\n");
      ExpectValues(Evaluate(StrCat(OneNode(op, attrs, shapes), graph), inputs), want[output]);
    }
  Tensor row = Make({1, 1, 1, 2}, {3, 4});
  inputs[0] = row;
  shapes[0] = {-1, 1, 1, 2};
  std::string moving = "node { name: 'out' op: 'Identity' input: 'y:2' }\n";
  ExpectValues(Evaluate(StrCat(OneNode("FusedBatchNormV3", "", shapes), moving), inputs), {0, 0});
}

}  // namespace
}  // namespace slipway::wire
