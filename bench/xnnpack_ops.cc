// Each kind of f32 node that XNNPACK can take, on our own kernel and on XNNPACK, in turns in one run: the table behind
// interpreter/xnnpack/faster.cc.
//
//   slipway_bench_xnnpack [THREADS] [ROUNDS]
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>

#include "base/random.h"
#include "interpreter/graph_for_test.h"
#include "interpreter/interpreter.h"
#include "ops/average_pool_2d/average_pool_2d.h"
#include "ops/binary/binary.h"
#include "ops/conv_2d/conv_2d.h"
#include "ops/depth_to_space/depth_to_space.h"
#include "ops/depthwise_conv_2d/depthwise_conv_2d.h"
#include "ops/fully_connected/fully_connected.h"
#include "ops/leaky_relu/leaky_relu.h"
#include "ops/max_pool_2d/max_pool_2d.h"
#include "ops/pad/pad.h"
#include "ops/prelu/prelu.h"
#include "ops/reduce/reduce.h"
#include "ops/resize_bilinear/resize_bilinear.h"
#include "ops/softmax/softmax.h"
#include "ops/transpose_conv/transpose_conv.h"
#include "ops/unary/unary.h"

namespace slipway {

namespace {

using namespace interpreter;  // the whole file is about it
using ops::FilterLayout;

struct Node {
  std::string name;
  ops::Op op;
  Shape x;
  std::vector<Tensor> constants;  // further operands
  bool constants_first = false;
};

Tensor Random(Shape shape) {
  Tensor t(DType::kF32, shape);
  RandomStream random(1);
  for (float& v : t.as<float>()) v = static_cast<float>(random.Uniform()) - 0.5f;
  return t;
}

Node Conv(int64_t size, int64_t in, int64_t out, int64_t k, int stride) {
  return {StrCat("Conv2D ", k, "x", k, "/", stride, " ", size, "x", size, "x", in, " -> ", out),
          ops::Conv2D{
              .stride_h = stride, .stride_w = stride, .padding = ops::Padding::kSame, .layout = FilterLayout::kTflite},
          {1, size, size, in},
          {Random({out, k, k, in}), Random({out})}};
}

Node Depthwise(int64_t size, int64_t c, int64_t k, int stride) {
  return {StrCat("DepthwiseConv2D ", k, "x", k, "/", stride, " ", size, "x", size, "x", c),
          ops::DepthwiseConv2D{
              .stride_h = stride, .stride_w = stride, .padding = ops::Padding::kSame, .layout = FilterLayout::kTflite},
          {1, size, size, c},
          {Random({1, k, k, c}), Random({c})}};
}

std::vector<Node> Nodes() {
  std::vector<Node> list;
  for (auto [size, in, out] : {std::array<int64_t, 3>{112, 16, 96},
                               {112, 32, 16},
                               {56, 24, 144},
                               {56, 144, 24},
                               {28, 192, 32},
                               {14, 64, 384},
                               {14, 384, 64},
                               {7, 160, 960},
                               {7, 960, 160},
                               {56, 64, 256},
                               {14, 1024, 256}})
    list.push_back(Conv(size, in, out, 1, 1));
  list.push_back(Conv(224, 3, 32, 3, 2));
  for (auto [size, c] : {std::array<int64_t, 2>{28, 16}, {56, 64}, {28, 128}, {14, 256}, {7, 512}})
    list.push_back(Conv(size, c, c, 3, 1));
  list.push_back(Conv(56, 64, 128, 3, 2));
  list.push_back(Conv(28, 32, 64, 5, 1));
  list.push_back(Conv(8, 1, 16, 3, 1));
  list.push_back(Conv(4, 16, 32, 3, 1));
  list.push_back(Conv(7, 160, 320, 3, 1));
  list.push_back(Conv(7, 64, 64, 3, 1));
  for (auto [size, c, k, stride] : {std::array<int64_t, 4>{112, 32, 3, 1},
                                    {112, 96, 3, 2},
                                    {56, 144, 3, 1},
                                    {14, 576, 3, 1},
                                    {7, 960, 3, 1},
                                    {28, 120, 5, 1},
                                    {28, 120, 5, 2},
                                    {14, 64, 7, 1}})
    list.push_back(Depthwise(size, c, k, static_cast<int>(stride)));
  for (auto [rows, in, out] : {std::array<int64_t, 3>{1, 1280, 1000},
                               {1, 784, 128},
                               {1, 128, 10},
                               {1, 512, 10},
                               {1, 64, 10},
                               {1, 256, 32},
                               {16, 512, 512},
                               {128, 256, 1024}})
    list.push_back({StrCat("FullyConnected ", rows, "x", in, " -> ", out),
                    ops::FullyConnected{},
                    {rows, in},
                    {Random({out, in}), Random({out})}});
  list.push_back({"TransposeConv 2x2/2 32x32x32 -> 16",
                  ops::TransposeConv{.stride_h = 2, .stride_w = 2, .layout = FilterLayout::kTflite},
                  {1, 32, 32, 32},
                  {Tensor::Of<int32_t>({4}, {1, 64, 64, 16}), Random({16, 2, 2, 32})},
                  true});
  list.push_back({"AveragePool2D 2x2/2 56x56x64",
                  ops::AveragePool2D{.filter_h = 2, .filter_w = 2, .stride_h = 2, .stride_w = 2},
                  {1, 56, 56, 64},
                  {}});
  list.push_back({"AveragePool2D 7x7 7x7x1024", ops::AveragePool2D{.filter_h = 7, .filter_w = 7}, {1, 7, 7, 1024}, {}});
  list.push_back({"MaxPool2D 2x2/2 56x56x64",
                  ops::MaxPool2D{.filter_h = 2, .filter_w = 2, .stride_h = 2, .stride_w = 2},
                  {1, 56, 56, 64},
                  {}});
  list.push_back(
      {"MaxPool2D 3x3/2 112x112x64",
       ops::MaxPool2D{.filter_h = 3, .filter_w = 3, .stride_h = 2, .stride_w = 2, .padding = ops::Padding::kSame},
       {1, 112, 112, 64},
       {}});
  for (Shape s : {Shape{1, 7, 7, 1280}, Shape{1, 28, 28, 240}})
    list.push_back({StrCat("Reduce Mean ", s),
                    ops::Reduce{.kind = ops::ReduceKind::kMean},
                    s,
                    {Tensor::Of<int32_t>({2}, {1, 2})}});
  list.push_back({"Softmax [1,1000]", ops::Softmax{}, {1, 1000}, {}});
  list.push_back({"Softmax [1,10]", ops::Softmax{}, {1, 10}, {}});
  list.push_back({"Softmax [512,128]", ops::Softmax{}, {512, 128}, {}});
  list.push_back(
      {"Pad 56x56x144", ops::Pad{}, {1, 56, 56, 144}, {Tensor::Of<int32_t>({4, 2}, {0, 0, 0, 1, 0, 1, 0, 0})}});
  list.push_back({"Prelu 56x56x64", ops::Prelu{}, {1, 56, 56, 64}, {Random({1, 1, 64})}});
  list.push_back({"LeakyRelu 56x56x64", ops::LeakyRelu{}, {1, 56, 56, 64}, {}});
  list.push_back({"ResizeBilinear 28x28x64 -> 56x56",
                  ops::ResizeBilinear{.half_pixel_centers = true},
                  {1, 28, 28, 64},
                  {Tensor::Of<int32_t>({2}, {56, 56})}});
  list.push_back({"DepthToSpace 2 28x28x64", ops::DepthToSpace{.block = 2}, {1, 28, 28, 64}, {}});
  for (ops::BinaryKind kind :
       {ops::BinaryKind::kAdd, ops::BinaryKind::kMul, ops::BinaryKind::kDiv, ops::BinaryKind::kMaximum}) {
    std::string name = StrCat("Binary ", ops::EnumNames(kind)[static_cast<size_t>(kind)]);
    list.push_back(
        {StrCat(name, " 56x56x64, same shape"), ops::Binary{.kind = kind}, {1, 56, 56, 64}, {Random({1, 56, 56, 64})}});
    list.push_back({StrCat(name, " 56x56x64, by channel"), ops::Binary{.kind = kind}, {1, 56, 56, 64}, {Random({64})}});
  }
#define UNARY(row, tflite, tf, types, f, df, xnn, tolerance) \
  if (std::string_view(#xnn) != "none")                      \
    list.push_back({"Unary " #row " 56x56x64", ops::Unary{.kind = ops::UnaryKind::k##row}, {1, 56, 56, 64}, {}});
#include "ops/unary/kinds.def"
#undef UNARY
  return list;
}

std::unique_ptr<Interpreter> Prepared(const Node& node, int threads, Backend backend) {
  TestGraph g;
  int x = g.Input({DType::kF32, node.x}, "x");
  std::vector<int> operands;
  for (const Tensor& t : node.constants) operands.push_back(g.Constant(t));
  operands.insert(node.constants_first ? operands.end() : operands.begin(), x);
  g.graph.outputs = {g.Add(node.op, operands, node.name, DType::kF32)};
  auto model = Model::FromModule(g.Module());
  CHECK(model.ok());
  auto made = Interpreter::Create(*model, {.num_threads = threads, .backend = backend});
  CHECK(made.ok());
  CHECK((*made)->main().SetInput(0, Random(node.x)).ok());
  CHECK((*made)->main().Invoke().ok());
  return std::move(*made);
}

double Microseconds(Interpreter& i) {
  auto start = std::chrono::steady_clock::now();
  CHECK(i.main().Invoke().ok());
  return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

}  // namespace slipway

int main(int argc, char** argv) {
  using namespace slipway;  // as above
  int threads = argc > 1 ? std::atoi(argv[1]) : 1, rounds = argc > 2 ? std::atoi(argv[2]) : 200;
  std::printf("| node | own, us | XNNPACK, us | XNNPACK / own |\n|---|---|---|---|\n");
  for (const Node& node : Nodes()) {
    auto own = Prepared(node, threads, interpreter::Backend::kKernel);
    auto xnn = Prepared(node, threads, interpreter::Backend::kXnnpack);
    double best[2] = {1e30, 1e30};
    for (int i = 0; i < rounds; ++i)
      for (int repeat = 0; repeat < 2; ++repeat) {
        best[0] = std::min(best[0], Microseconds(*own));
        best[1] = std::min(best[1], Microseconds(*xnn));
      }
    std::printf("| %s | %.1f | %.1f | %.2f |\n", node.name.c_str(), best[0], best[1], best[1] / best[0]);
  }
}
