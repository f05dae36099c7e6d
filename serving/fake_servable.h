#pragma once
// A Servable for tests: y = 0.5 x + addend, and signatures that echo, wait or fail.

#include <chrono>
#include <memory>
#include <thread>

#include "formats/example/example.h"
#include "serving/predict.h"
#include "serving/signature_defs.h"

namespace slipway::serving {

inline Argument FakeArgument(const std::string& name, DType dtype, Shape shape = {-1, 1}) {
  return {.name = name, .type = {dtype, shape}, .tensor = name + ":0"};
}

class FakeServable final : public Servable {
 public:
  explicit FakeServable(float addend = 2) : addend_(addend) {
    Add({.key = "serving_default",
         .inputs = {FakeArgument("x", DType::kF32)},
         .outputs = {FakeArgument("y", DType::kF32)}});
    // Sleeps for n milliseconds, or until it is stopped.
    Add({.key = "slow",
         .inputs = {FakeArgument("n", DType::kI32, {-1})},
         .outputs = {FakeArgument("n", DType::kI32, {-1})}});
    // The same, deaf to cancellation.
    Add({.key = "deaf",
         .inputs = {FakeArgument("n", DType::kI32, {-1})},
         .outputs = {FakeArgument("n", DType::kI32, {-1})}});
    Add({.key = "two",
         .inputs = {FakeArgument("a", DType::kF32, {-1, -1}), FakeArgument("b", DType::kI64, {-1})},
         .outputs = {FakeArgument("a", DType::kF32, {-1, -1}), FakeArgument("b", DType::kI64, {-1})}});
    Signature with_default{.key = "with_default",
                           .inputs = {FakeArgument("p", DType::kF32, {}), FakeArgument("q", DType::kF32, {})},
                           .outputs = {FakeArgument("p", DType::kF32, {}), FakeArgument("q", DType::kF32, {})}};
    with_default.inputs[1].default_value = Tensor::Scalar(100.0f);
    Add(with_default);
    for (DType t : {DType::kF64, DType::kF16, DType::kI8, DType::kI16, DType::kI32, DType::kI64, DType::kU8,
                    DType::kU16, DType::kU32, DType::kU64, DType::kBool, DType::kString})
      Add({.key = DTypeName(t), .inputs = {FakeArgument("x", t)}, .outputs = {FakeArgument("x", t)}});
    Add({.key = "bytes",
         .inputs = {FakeArgument("x", DType::kString)},
         .outputs = {FakeArgument("raw_bytes", DType::kString)}});
    // The feature "x" of examples: as scores of classes "c0", "c1", ..., and as it is.
    Add({.key = "classify",
         .method_name = "tensorflow/serving/classify",
         .inputs = {FakeArgument("inputs", DType::kString, {-1})},
         .outputs = {FakeArgument("classes", DType::kString, {-1, -1}),
                     FakeArgument("scores", DType::kF32, {-1, -1})}});
    Add({.key = "regress",
         .method_name = "tensorflow/serving/regress",
         .inputs = {FakeArgument("inputs", DType::kString, {-1})},
         .outputs = {FakeArgument("outputs", DType::kF32, {-1, -1})}});
    Add({.key = "missing_op", .inputs = {}, .outputs = {}, .unsupported = "it needs the operator 'Fancy'"});
    signature_defs_ = DescribeSignatures(signatures_);
  }

  Result<std::vector<Tensor>> Run(const Signature& s, std::span<const Tensor> inputs, Call& call) override {
    if (s.key == "slow" || s.key == "deaf") return Wait(inputs[0], call, s.key == "slow");
    if (s.key == "classify" || s.key == "regress") return FromExamples(s, inputs[0]);
    if (s.key != "serving_default") return std::vector<Tensor>(inputs.begin(), inputs.end());
    Tensor y(DType::kF32, inputs[0].shape());
    for (int64_t i = 0; i < y.elements(); ++i)
      y.as<float>()[static_cast<size_t>(i)] = 0.5f * inputs[0].as<float>()[static_cast<size_t>(i)] + addend_;
    return std::vector<Tensor>{y};
  }

 private:
  void Add(Signature s) { signatures_.push_back(std::move(s)); }

  static Result<std::vector<Tensor>> FromExamples(const Signature& s, const Tensor& examples) {
    std::vector<float> values;
    std::vector<std::string> labels;
    for (const std::string& bytes : examples.strings()) {
      ASSIGN_OR_RETURN(example::Features features, example::DecodeExample(bytes));
      const auto* x = example::FindList<example::FloatList>(features, "x");
      if (!x) return BadInput("the feature 'x' is missing");
      for (size_t i = 0; i < x->size(); ++i) labels.push_back(StrCat("c", i));
      values.insert(values.end(), x->begin(), x->end());
    }
    int64_t rows = examples.elements();
    Shape shape{rows, static_cast<int64_t>(values.size()) / rows};
    Tensor scores = Tensor::Of<float>(shape, std::span<const float>(values));
    if (s.key == "regress") return std::vector<Tensor>{scores};
    return std::vector<Tensor>{Tensor::Of<std::string>(shape, std::span<const std::string>(labels)), scores};
  }

  static Result<std::vector<Tensor>> Wait(const Tensor& n, Call& call, bool hears) {
    auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(n.as<int32_t>()[0]);
    while (std::chrono::steady_clock::now() < end) {
      if (hears && call.cancelled()) return Cancelled();
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    return std::vector<Tensor>{n};
  }

  const float addend_;
};

}  // namespace slipway::serving
