// ParseExample on bytes that are wrong or damaged: the kernel and the reference agree on what is refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>

#include "base/wire.h"
#include "interpreter/run_op.h"
#include "ops/infer.h"
#include "ops/parse_example/parse_example.h"
#include "ops/reference.h"

namespace slipway::interpreter {
namespace {

using ops::ParseExample;
using testing::HasSubstr;

std::string Field(uint32_t field, std::string_view bytes) {
  std::string out;
  AppendBytesField(out, field, bytes);
  return out;
}
std::string Floats(std::initializer_list<float> values) {
  std::string packed;
  for (float v : values) AppendLittleEndian(packed, v);
  return Field(2, Field(1, packed));
}
std::string Ints(std::initializer_list<int64_t> values) {
  std::string list;
  for (int64_t v : values) AppendVarintField(list, 1, static_cast<uint64_t>(v));
  return Field(3, list);
}
std::string Example(std::initializer_list<std::pair<const char*, std::string>> features) {
  std::string entries;
  for (const auto& [key, feature] : features) AppendBytesField(entries, 1, Field(1, key) + Field(2, feature));
  return Field(1, entries);
}

struct Outcome {
  std::optional<std::vector<Tensor>> results;
  std::string error;
};

Outcome RunKernel(const ParseExample& op, std::span<const Tensor> inputs) {
  const KernelSet* sets[] = {&OwnKernels()};
  ThreadPool pool(2);
  Result<std::vector<Tensor>> results = RunOp(op, inputs, sets, pool);
  if (!results.ok()) return {.error = results.status().message()};
  return {.results = *results};
}

Outcome RunByReference(const ParseExample& op, std::span<const Tensor> inputs) {
  std::vector<ops::RefValue<float>> values;
  for (const Tensor& t : inputs) values.push_back(ops::ToRefValue<float>(t));
  std::vector<const ops::RefValue<float>*> operands;
  std::vector<ops::InferInput> types;
  for (size_t i = 0; i < inputs.size(); ++i) {
    operands.push_back(&values[i]);
    types.push_back({&inputs[i].type(), nullptr});
  }
  Result<ops::TensorTypes> inferred = ops::InferTypes(op, ops::Inputs(types));
  if (!inferred.ok()) return {.error = inferred.status().message()};
  std::vector<ops::RefValue<float>> out(inferred->size());
  for (size_t i = 0; i < out.size(); ++i) {
    out[i].dtype = (*inferred)[i].dtype;
    out[i].shape = (*inferred)[i].shape;
  }
  Status status = ops::RunReference<float>(op, operands, out);
  if (!status.ok()) return {.error = status.message()};
  std::vector<Tensor> results;
  for (const auto& v : out) results.push_back(ops::FromRefValue(v));
  return {.results = results};
}

// Both refuse, or both give the same; the reference's message.
std::string Check(const ParseExample& op, std::span<const Tensor> inputs) {
  Outcome kernel = RunKernel(op, inputs), reference = RunByReference(op, inputs);
  EXPECT_EQ(kernel.results.has_value(), reference.results.has_value()) << kernel.error << " / " << reference.error;
  if (kernel.results && reference.results)
    for (size_t i = 0; i < kernel.results->size(); ++i)
      EXPECT_TRUE(Identical((*kernel.results)[i], (*reference.results)[i])) << "result " << i;
  return reference.error;
}

const ParseExample kRequired{.dense_keys = {"k"}, .dense_types = {DType::kF32}, .dense_shapes = {{2}}};

std::string Error(std::string example) {
  Tensor inputs[] = {Tensor::Of<std::string>({1}, {std::move(example)}), Tensor(DType::kF32, {0})};
  return Check(kRequired, inputs);
}

TEST(ParseExample, WhatDoesNotFitIsRefused) {
  EXPECT_EQ(Error(Example({{"k", Floats({1, 2})}})), "");
  EXPECT_THAT(Error(Example({{"j", Floats({1, 2})}})), HasSubstr("Feature: k (data type: f32) is required"));
  EXPECT_THAT(Error(Example({{"k", ""}})), HasSubstr("is required but could not be found"));
  EXPECT_THAT(Error(Example({{"k", Ints({1, 2})}})), HasSubstr("Data types don't match. Data type: i64"));
  EXPECT_THAT(Error(Example({{"k", Floats({1, 2, 3})}})), HasSubstr("Values size: 3 but output shape: [2]"));
  EXPECT_THAT(Error(Example({{"k", Floats({})}})), HasSubstr("Values size: 0"));
  EXPECT_THAT(Error(Example({{"k", Field(2, Field(1, "abcdef"))}})), HasSubstr("Could not parse"));
  EXPECT_THAT(Error(Example({{"k", Field(2, std::string("\x08\x03"))}})), HasSubstr("Could not parse"));
  EXPECT_THAT(Error("\xff\xff\xff"), HasSubstr("Could not parse"));
  EXPECT_THAT(Error(Example({{"k", Floats({1, 2})}}) + "\x0b\x0c"), HasSubstr("Could not parse"));  // a group
}

TEST(ParseExample, VaryingRowsMustBeWhole) {
  ParseExample op = kRequired;
  op.dense_shapes = {{kUnknownDim, 2}};
  Tensor inputs[] = {Tensor::Of<std::string>({1}, {Example({{"k", Floats({1, 2, 3})}})}), Tensor::Scalar(-1.0f)};
  EXPECT_THAT(Check(op, inputs), HasSubstr("Values size: 3 but output shape: [?,2]"));
}

TEST(ParseExample, ManyExamplesInParallel) {
  std::vector<std::string> examples;
  for (int i = 0; i < 200; ++i) examples.push_back(Example({{"k", Floats({float(i), float(-i)})}}));
  Tensor inputs[] = {Tensor::Of<std::string>({200}, std::span<const std::string>(examples)), Tensor(DType::kF32, {0})};
  EXPECT_EQ(Check(kRequired, inputs), "");
  examples[137] = Example({});
  inputs[0] = Tensor::Of<std::string>({200}, std::span<const std::string>(examples));
  EXPECT_THAT(Check(kRequired, inputs), HasSubstr("is required"));
}

TEST(ParseExample, DamageIsRefusedOrReadAlike) {
  ParseExample op{.sparse_keys = {"s"},
                  .sparse_types = {DType::kI64},
                  .dense_keys = {"k", "v"},
                  .dense_types = {DType::kF32, DType::kString},
                  .dense_shapes = {{2}, {kUnknownDim}},
                  .ragged_keys = {"s"},
                  .ragged_types = {DType::kI64},
                  .ragged_split_types = {DType::kI32}};
  std::string example =
      Example({{"k", Floats({1, 2})}, {"s", Ints({3, -4})}, {"v", Field(1, Field(1, "ab") + Field(1, ""))}});
  Tensor defaults[] = {Tensor::Of<float>({2}, {7, 8}), Tensor::Scalar<std::string>("-")};
  auto check = [&](std::string damaged) {
    Tensor inputs[] = {Tensor::Of<std::string>({2}, {example, std::move(damaged)}), defaults[0], defaults[1]};
    (void)Check(op, inputs);
  };
  for (size_t n = 0; n <= example.size(); ++n) check(example.substr(0, n));
  for (size_t bit = 0; bit < example.size() * 8; ++bit) {
    std::string damaged = example;
    damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1 << bit % 8));
    check(std::move(damaged));
  }
}

}  // namespace
}  // namespace slipway::interpreter
