// Lists of tensors become tensors with a leading dimension. Values from TensorFlow 2.21.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "base/file.h"
#include "ir/evaluate.h"
#include "ir/text.h"
#include "ir/wire/tf_import.h"

namespace slipway::wire {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr char kFloats[] = "attr { key: 'element_dtype' value { type: DT_FLOAT } }";

std::string Node(const char* name, const char* op, std::vector<const char*> inputs, const std::string& attrs = "") {
  std::string text = StrCat("name: '", name, "' op: '", op, "'");
  for (const char* input : inputs) StrAppend(text, " input: '", input, "'");
  return StrCat(text, " ", attrs);
}

std::string List(const char* name, const char* op, std::vector<const char*> inputs, const std::string& attrs = "") {
  return Node(name, op, std::move(inputs), StrCat(kFloats, attrs));
}

// `dims`: "" for a scalar.
std::string Ints(const char* name, const char* dims, std::vector<int> values, const char* dtype = "DT_INT32") {
  std::string text;
  for (int v : values) StrAppend(text, std::string_view(dtype) == "DT_INT64" ? " int64_val: " : " int_val: ", v);
  return Node(name, "Const", {},
              StrCat("attr { key: 'dtype' value { type: ", dtype, " } } attr { key: 'value' value { tensor { dtype: ",
                     dtype, " tensor_shape { ", dims, " }", text, " } } }"));
}

std::string Dims(std::vector<int> dims) {
  std::string text;
  for (int d : dims) StrAppend(text, "dim { size: ", d, " } ");
  return text;
}

std::string Input(std::vector<int> dims) {
  return Node("x", "Placeholder", {},
              StrCat("attr { key: 'dtype' value { type: DT_FLOAT } } attr { key: 'shape' value { shape { ", Dims(dims),
                     " } } }"));
}

std::string Function(const char* name, std::vector<std::pair<const char*, const char*>> inputs,
                     std::vector<std::string> nodes, std::vector<std::array<const char*, 3>> results) {
  std::string text = StrCat("function { signature { name: '", name, "'");
  for (const auto& [a, type] : inputs) StrAppend(text, " input_arg { name: '", a, "' type: ", type, " }");
  for (const auto& [a, type, ref] : results) StrAppend(text, " output_arg { name: '", a, "' type: ", type, " }");
  StrAppend(text, " }");
  for (const std::string& n : nodes) StrAppend(text, " node_def { ", n, " }");
  for (const auto& [a, type, ref] : results) StrAppend(text, " ret { key: '", a, "' value: '", ref, "' }");
  return StrCat(text, " }\n");
}

std::string Graph(const std::vector<std::string>& nodes, const std::string& functions = "") {
  std::string text;
  for (const std::string& n : nodes) StrAppend(text, "node { ", n, " }\n");
  return StrCat(text, "library { ", functions, " } versions { producer: 100 }");
}

Result<ir::Module> Import(const std::string& graph) {
  std::string path = StrCat(testing::TempDir(), "/lists_", getpid(), ".pbtxt");
  RETURN_IF_ERROR(WriteFileAtomically(path, graph));
  Result<ir::Module> m = ImportGraphDef(path);
  std::filesystem::remove(path);
  if (m.ok()) RETURN_IF_ERROR(ir::Verify(*m));
  return m;
}

std::string TextOf(const std::string& graph) {
  Result<ir::Module> m = Import(graph);
  return m.ok() ? ir::ToString(*m) : m.status().message();
}

// x: -1, -0.75, -0.5, ... in the shape of the graph's input.
std::vector<double> Values(const std::vector<std::string>& nodes) {
  Result<ir::Module> m = Import(Graph(nodes));
  EXPECT_TRUE(m.ok()) << m.status().message();
  if (!m.ok()) return {};
  const ir::Graph& g = *m->graphs[0];
  Tensor x(DType::kF32, g.type(g.inputs()[0]).shape);
  for (int64_t i = 0; i < x.elements(); ++i) x.as<float>()[static_cast<size_t>(i)] = static_cast<float>(i) / 4 - 1;
  Tensor operands[] = {x};
  Result<std::vector<Tensor>> y = ir::EvaluateTensors(g, operands);
  EXPECT_TRUE(y.ok()) << y.status().message();
  std::vector<double> all;
  for (size_t i = 0; y.ok() && i < y->size(); ++i)
    for (double v : (*y)[i].AsDoubles()) all.push_back(v);
  return all;
}

const std::string kTwo = Ints("two", "dim { size: 1 }", {2});
const std::string kAny = Ints("any", "", {-1});

TEST(ListImport, ItemsThatWereNeverSetAreZeros) {
  EXPECT_THAT(
      Values({Input({2}), kTwo, Ints("n", "", {3}), Ints("i", "", {1}), List("l", "TensorListReserve", {"two", "n"}),
              List("set", "TensorListSetItem", {"l", "i", "x"}), List("y", "TensorListStack", {"set", "two"})}),
      ElementsAre(0, 0, -1, -0.75, 0, 0));
}

TEST(ListImport, TheFirstItemGivesTheShapeOfAll) {
  EXPECT_THAT(
      Values({Input({2}), kAny, Ints("n", "", {2}), Ints("i", "", {1}), List("l", "TensorListReserve", {"any", "n"}),
              List("set", "TensorListSetItem", {"l", "i", "x"}), List("y", "TensorListStack", {"set", "any"})}),
      ElementsAre(0, 0, -1, -0.75));
}

TEST(ListImport, PushAndPop) {
  EXPECT_THAT(Values({Input({2}), kAny, List("l", "EmptyTensorList", {"any", "any"}), Node("neg", "Neg", {"x"}),
                      List("a", "TensorListPushBack", {"l", "x"}), List("b", "TensorListPushBack", {"a", "neg"}),
                      List("pop", "TensorListPopBack", {"b", "any"}), Node("last", "Identity", {"pop:1"}),
                      List("rest", "TensorListStack", {"pop", "any"}), Node("length", "TensorListLength", {"b"})}),
              ElementsAre(1, 0.75, -1, -0.75, 2));
}

TEST(ListImport, Resizing) {
  std::vector<std::string> nodes{Input({3, 2}),
                                 kTwo,
                                 List("l", "TensorListFromTensor", {"x", "two"}),
                                 Ints("n", "", {4}),
                                 Node("r", "TensorListResize", {"l", "n"}),
                                 List("y", "TensorListStack", {"r", "two"})};
  EXPECT_THAT(Values(nodes), ElementsAre(-1, -0.75, -0.5, -0.25, 0, 0.25, 0, 0));
  nodes[3] = Ints("n", "", {2});
  EXPECT_THAT(Values(nodes), ElementsAre(-1, -0.75, -0.5, -0.25));
}

TEST(ListImport, ASetBehindTheEndGrowsTheListWhereItMay) {
  std::string grows = " attr { key: 'resize_if_index_out_of_bounds' value { b: true } }";
  EXPECT_THAT(
      Values({Input({2}), kTwo, Ints("n", "", {0}), Ints("i", "", {1}), List("l", "TensorListReserve", {"two", "n"}),
              List("set", "TensorListSetItem", {"l", "i", "x"}, grows), List("y", "TensorListStack", {"set", "two"})}),
      ElementsAre(0, 0, -1, -0.75));
}

TEST(ListImport, GatherAndShapeOfItems) {
  EXPECT_THAT(
      Values({Input({4, 2}), kTwo, List("l", "TensorListFromTensor", {"x", "two"}),
              Ints("i", "dim { size: 3 }", {3, 0, 3}), List("g", "TensorListGather", {"l", "i", "two"}),
              Node("e", "TensorListElementShape", {"l"}, "attr { key: 'shape_type' value { type: DT_INT64 } }")}),
      ElementsAre(0.5, 0.75, -1, -0.75, 0.5, 0.75, 2));
}

TEST(ListImport, Scatter) {
  EXPECT_THAT(Values({Input({3, 2}), kTwo, Ints("i", "dim { size: 3 }", {4, 0, 2}),
                      List("l", "TensorListScatterV2", {"x", "i", "two", "any"}), kAny,
                      Node("more", "AddV2", {"x", "x"}), Ints("j", "dim { size: 3 }", {1, 4, 3}),
                      List("m", "TensorListScatterIntoExistingList", {"l", "more", "j"}),
                      List("y", "TensorListStack", {"m", "two"})}),
              ElementsAre(-0.5, -0.25, -2, -1.5, 0, 0.25, 0, 0.5, -1, -0.5));
}

TEST(ListImport, AnArrayThatIsFilledAtOnceKeepsItsLength) {
  std::string array = "attr { key: 'dtype' value { type: DT_FLOAT } }";
  EXPECT_THAT(Values({Input({2, 2}), Ints("n", "", {3}), Node("a", "TensorArrayV3", {"n"}, array), kTwo,
                      Ints("i", "dim { size: 2 }", {0, 1}), Node("f", "TensorArrayScatterV3", {"a", "i", "x", "a:1"}),
                      Ints("k", "", {1}), Node("r", "TensorArrayReadV3", {"a", "k", "f"}, array),
                      Node("s", "TensorArraySizeV3", {"a", "f"})}),
              ElementsAre(-0.5, -0.25, 3));
}

TEST(ListImport, SplitJoinAndAppend) {
  EXPECT_THAT(Values({Input({4, 1}), kAny, Ints("n", "dim { size: 2 }", {2, 2}, "DT_INT64"),
                      List("l", "TensorListSplit", {"x", "any", "n"}), List("two", "TensorListConcatLists", {"l", "l"}),
                      List("y", "TensorListConcatV2", {"two", "any", "n"}), Node("joined", "Identity", {"y"}),
                      Node("lengths", "Identity", {"y:1"})}),
              ElementsAre(-1, -0.75, -0.5, -0.25, -1, -0.75, -0.5, -0.25, 2, 2, 2, 2));
}

// Squares of rows: what a loop over a list looks like. `state` is carried, too.
std::string MapLoop(std::vector<int> x_dims, const char* item_shape, const std::string& length) {
  std::string body = Function(
      "b", {{"i", "DT_INT32"}, {"out", "DT_VARIANT"}, {"in", "DT_VARIANT"}},
      {Ints("one", "", {1}), Node("next", "AddV2", {"i", "one:output:0"}), kAny,
       List("item", "TensorListGetItem", {"in", "i", "any:output:0"}), Node("square", "Square", {"item:item:0"}),
       List("set", "TensorListSetItem", {"out", "i", "square:y:0"})},
      {{"i_", "DT_INT32", "next:z:0"}, {"out_", "DT_VARIANT", "set:output_handle:0"}, {"in_", "DT_VARIANT", "in"}});
  std::string cond =
      Function("c", {{"i", "DT_INT32"}, {"out", "DT_VARIANT"}, {"in", "DT_VARIANT"}},
               {Ints("n", "", {3}), Node("less", "Less", {"i", "n:output:0"})}, {{"r", "DT_BOOL", "less:z:0"}});
  std::string loop =
      "attr { key: 'cond' value { func { name: 'c' } } } attr { key: 'body' value { func { name: 'b' } } }";
  return Graph({Input(std::move(x_dims)), Ints("shape", item_shape, {-1}), length, Ints("zero", "", {0}),
                List("in", "TensorListFromTensor", {"x", "shape"}), List("out", "TensorListReserve", {"shape", "n"}),
                Node("loop", "While", {"zero", "out", "in"}, loop), List("y", "TensorListStack", {"loop:1", "shape"})},
               body + cond);
}

TEST(ListImport, ALoopCarriesListsAsTensors) {
  EXPECT_EQ(TextOf(MapLoop({3, 4}, "", Ints("n", "", {3}))), R"(graph "serving_default"(%0 "x": f32[3,4]) {
  %1 = const "loop/list_1" i32[2](3,4)
  %2 = const "loop/list_1/zero" f32[](0)
  %3 "loop/list_1/Fill_1": f32[3,4] = Fill(%1, %2) @"loop/list_1/Fill_1"
  %4 = const "zero" i32[](0)
  %5 "loop": i32[], %6 "loop:1": f32[3,4], %7 "loop:2": f32[3,4] = While{cond_graph=2 body_graph=1 shapes=[[],[3,4],[3,4]]}(%4, %3, %0) @"loop"
  return %6
}
graph "loop/b"(%0 "i": i32[], %1 "out": f32[3,4], %2 "in": f32[3,4]) {
  %3 = const "loop/one" i32[](1)
  %4 "loop/next": i32[] = Binary(%0, %3) @"loop/next"
  %5 "loop/item": f32[4] = Gather(%2, %0) @"loop/item"
  %6 "loop/square": f32[4] = Unary{kind=Square}(%5) @"loop/square"
  %7 = const "loop/set" i32[2](1,4)
  %8 "loop/set/Reshape_1": f32[1,4] = Reshape(%6, %7) @"loop/set/Reshape_1"
  %9 = const "loop/set/int_0" i32[](0)
  %10 "loop/set/Pack_2": i32[2] = Pack(%0, %9) @"loop/set/Pack_2"
  %11 "loop/set/DynamicUpdateSlice_3": f32[3,4] = DynamicUpdateSlice(%1, %8, %10) @"loop/set/DynamicUpdateSlice_3"
  return %4, %11, %2
}
graph "loop/c"(%0 "i": i32[], %1 "out": f32[3,4], %2 "in": f32[3,4]) {
  %3 = const "loop/n" i32[](3)
  %4 "loop/less": bool[] = Compare{kind=Less}(%0, %3) @"loop/less"
  return %4
}
signature "serving_default" graph=0 inputs("x"=0) outputs("y"=0)
)");
}

TEST(ListImport, UnknownDimensionsOfItemsComeFromWhatTheLoopGets) {
  std::string text = TextOf(MapLoop({3, -1}, "", Ints("n", "", {3})));
  EXPECT_THAT(text, HasSubstr("shapes=[[],[3,?],[3,?]]"));
  EXPECT_THAT(text, HasSubstr("ShapeOf"));
}

TEST(ListImport, WhatCannotBeToldIsASentence) {
  std::vector<std::string> nodes{Input({-1, 2}), kAny, Ints("n", "", {2}), Ints("i", "", {0}),
                                 List("l", "TensorListReserve", {"any", "n"})};
  std::vector<std::string> empty = nodes;
  empty.push_back(List("y", "TensorListStack", {"l", "any"}));
  EXPECT_THAT(TextOf(Graph(empty)), HasSubstr("TensorListStack 'y': no item was put into the list before"));
  std::vector<std::string> ragged = nodes;
  ragged.push_back(Node("more", "ConcatV2", {"x", "x", "i"}, "attr { key: 'N' value { i: 2 } }"));
  ragged.push_back(List("a", "TensorListSetItem", {"l", "i", "x"}));
  ragged.push_back(List("b", "TensorListSetItem", {"a", "i", "more"}));
  ragged.push_back(List("y", "TensorListConcatV2", {"b", "any", "any"}));
  EXPECT_THAT(TextOf(Graph(ragged)), HasSubstr("items of the list may differ in shape"));
  std::vector<std::string> twice = nodes;
  twice.push_back(Ints("twice", "dim { size: 2 }", {1, 1}));
  twice.push_back(List("s", "TensorListScatterV2", {"x", "twice", "any", "any"}));
  twice.push_back(List("y", "TensorListStack", {"s", "any"}));
  EXPECT_THAT(TextOf(Graph(twice)), HasSubstr("the indices name an item twice"));
  EXPECT_THAT(TextOf(Graph({Input({2}), kTwo, List("y", "TensorListStack", {"x", "two"})})),
              HasSubstr("operand 0 is no list"));
  EXPECT_THAT(
      TextOf(Graph({Input({2, 2}), kTwo, List("l", "TensorListFromTensor", {"x", "two"}), Node("y", "Neg", {"l"})})),
      HasSubstr("it takes a list of tensors as operand"));
}

}  // namespace
}  // namespace slipway::wire
