// tf.Example and tf.SequenceExample: the decoder, and the op that takes examples apart.
#include "formats/example/example.h"

#include "interpreter/run_op.h"
#include "ops/parse_example/parse_example.h"
#include "tests/fuzz/target.h"

namespace slipway::fuzz {

namespace {

ops::ParseExample Parser() {
  ops::ParseExample op;
  op.sparse_keys = {"ints", "words"};
  op.sparse_types = {DType::kI64, DType::kString};
  op.dense_keys = {"floats", "counts", "label"};
  op.dense_types = {DType::kF32, DType::kI64, DType::kString};
  op.dense_shapes = {Shape{2}, Shape{-1}, Shape{}};
  op.ragged_keys = {"reals"};
  op.ragged_types = {DType::kF32};
  op.ragged_split_types = {DType::kI64};
  return op;
}

void Parse(const ops::ParseExample& op, const Tensor& serialized) {
  static ThreadPool pool(1);
  const interpreter::KernelSet* sets[] = {&interpreter::OwnKernels()};
  std::vector<Tensor> operands = {serialized, Tensor::Of<float>({2}, {0, 0}), Tensor::Of<int64_t>({1}, {0}),
                                  Tensor::Of<std::string>({0}, {})};
  (void)interpreter::RunOp(op, operands, sets, pool).ok();
}

}  // namespace

void Run_example(std::string_view bytes) {
  std::string text(bytes);
  (void)example::DecodeExample(bytes).ok();
  (void)example::DecodeSequenceExample(bytes).ok();
  static const ops::ParseExample& op = *new ops::ParseExample(Parser());
  Parse(op, Tensor::Scalar<std::string>(text));
  Parse(op, Tensor::Of<std::string>({2}, {text, text.substr(text.size() / 2)}));
}

std::vector<std::string> Seeds_example() {
  example::Features features;
  features["floats"] = example::FloatList{1, 2};
  features["ints"] = example::Int64List{1, -2, int64_t{1} << 40};
  features["words"] = example::BytesList{"one"};
  features["counts"] = example::Int64List{7};
  features["label"] = example::BytesList{"a"};
  features["reals"] = example::FloatList{3};
  features["none"] = std::monostate();
  example::SequenceExample sequence;
  sequence.context = features;
  sequence.feature_lists["steps"] = {example::Int64List{1}, example::Int64List{}};
  return {example::EncodeExample(features), example::EncodeSequenceExample(sequence), example::EncodeExample({})};
}

}  // namespace slipway::fuzz
