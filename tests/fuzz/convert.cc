#include "tests/fuzz/convert.h"

#include "base/file.h"
#include "converter/convert.h"
#include "formats/tflite/write.h"
#include "ir/wire/tf_export.h"
#include "ops/average_pool_2d/average_pool_2d.h"
#include "ops/batch_norm/batch_norm.h"
#include "ops/binary/binary.h"
#include "ops/cases.h"
#include "ops/concat/concat.h"
#include "ops/conv_2d/conv_2d.h"
#include "ops/mat_mul/mat_mul.h"
#include "ops/read_variable/read_variable.h"
#include "ops/reduce/reduce.h"
#include "ops/reshape/reshape.h"
#include "ops/softmax/softmax.h"
#include "ops/strided_slice/strided_slice.h"
#include "ops/transpose/transpose.h"
#include "ops/unary/unary.h"
#include "tests/fuzz/target.h"

namespace slipway::fuzz {

namespace {

using ir::ValueId;

class Example {
 public:
  ir::Module module;

  Example() {
    ir::Graph& g = module.AddGraph("serving_default");
    ValueId x = g.AddInput(TensorType(DType::kF32, {-1, 4, 4, 1}), "x");
    ValueId y = Add(ops::Conv2D{.padding = ops::Padding::kSame}, {x, Variable("conv/kernel", {3, 3, 1, 2})});
    y = Add(ops::BatchNorm{}, {y, Random({2}), Random({2}), Random({2}), Random({2}, 0.5, 2)});
    y = Add(ops::Unary{.kind = ops::UnaryKind::kRelu6}, {y});
    y = Add(ops::AveragePool2D{.filter_h = 2, .filter_w = 2, .stride_h = 2, .stride_w = 2}, {y});
    y = Add(ops::Transpose{}, {y, Ints({0, 3, 1, 2})});
    y = Add(ops::Reshape{}, {y, Ints({-1, 8})});
    y = Add(ops::MatMul{}, {y, Variable("dense/kernel", {8, 3})});
    y = Add(ops::Binary{}, {y, Variable("dense/bias", {3})});
    y = Add(ops::Concat{.axis = 1}, {y, y});
    y = Add(ops::StridedSlice{.begin_mask = 1, .end_mask = 1}, {y, Ints({0, 1}), Ints({0, 5}), Ints({1, 2})});
    ValueId mean = Add(ops::Reduce{.kind = ops::ReduceKind::kMean}, {y, Ints({1})});
    y = Add(ops::Softmax{}, {y});
    g.SetOutputs({y, mean});
    module.signatures.push_back({"serving_default", 0, {{"x", 0}}, {{"y", 0}, {"mean", 1}}});
  }

 private:
  ValueId Add(ops::Op op, std::vector<ValueId> inputs) {
    Result<ValueId> y = module.graphs[0]->Add(std::move(op), std::move(inputs), StrCat("layer", count_++));
    CHECK(y.ok());
    return *y;
  }
  ValueId Random(Shape shape, double lo = -1, double hi = 1) {
    return module.graphs[0]->AddConstant(ops::MakeOperand(ops::Rand(shape, lo, hi), 1), StrCat("c", count_++));
  }
  ValueId Ints(std::initializer_list<int64_t> v) {
    return module.graphs[0]->AddConstant(Tensor::Vector(std::span<const int64_t>(v.begin(), v.size())),
                                         StrCat("i", count_++));
  }
  ValueId Variable(const char* name, Shape shape) {
    Tensor value = ops::MakeOperand(ops::Rand(shape), 2);
    module.variables.push_back({name, value.type(), value, true});
    return Add(ops::ReadVariable{.variable = static_cast<int>(module.variables.size()) - 1, .shape = shape}, {});
  }
  int count_ = 0;
};

}  // namespace

std::string SavedModelFolder() {
  static const std::string& folder = *new std::string([] {
    std::string path = JoinPath(Folder(), "saved");
    CHECK(wire::ExportSavedModel(Example().module, {.directory = path}).ok());
    return path;
  }());
  return folder;
}

std::string SavedModelBytes() {
  static const std::string& bytes = *new std::string(*ReadFile(JoinPath(SavedModelFolder(), "saved_model.pb")));
  return bytes;
}

void ConvertFile(const std::string& path) {
  converter::ConvertReport report;
  converter::ConvertOptions options{.allow_custom_ops = true};
  options.rewrite.verify = true;
  Result<tflite::Model> model = converter::Convert(path, options, &report);
  if (model.ok()) (void)tflite::Write(*model).ok();
}

}  // namespace slipway::fuzz
