#pragma once

#include <algorithm>
#include <map>
#include <optional>

#include "ops/parse_example/example.h"
#include "ops/parse_example/parse_example.h"
#include "ops/reference.h"

namespace slipway::ops {

// The values of one feature in one example; `type` kInvalid: it is not there.
struct ExampleValues {
  DType type = DType::kInvalid;
  std::vector<double> reals;
  std::vector<int64_t> ints;
  std::vector<std::string> strings;
  int64_t size() const { return static_cast<int64_t>(reals.size() + ints.size() + strings.size()); }
};
using ExampleMap = std::map<std::string, ExampleValues, std::less<>>;

inline std::optional<ExampleMap> ReadExample(std::string_view bytes) {
  ExampleMap features;
  bool lists = true;
  bool ok = ForEachFeature(bytes, [&](std::string_view key, const FeatureList& list) {
    ExampleValues v;
    v.type = list.type;
    if (list.type == DType::kF32)
      lists &= ForEachFloat(list.bytes, [&](float x) { v.reals.push_back(x); });
    else if (list.type == DType::kI64)
      lists &= ForEachInt(list.bytes, [&](int64_t x) { v.ints.push_back(x); });
    else
      lists &= ForEachBytes(list.bytes, [&](std::string_view x) { v.strings.emplace_back(x); });
    features.insert_or_assign(std::string(key), std::move(v));
  });
  return ok && lists ? std::optional(std::move(features)) : std::nullopt;
}

template <class T>
class ExampleParser {
 public:
  ExampleParser(const ParseExample& op, RefArgs<T>& a) : op_(op), a_(a) {}

  void Run() {
    for (const std::string& bytes : a_.Strings(0)) {
      std::optional<ExampleMap> example = ReadExample(bytes);
      if (!example) return a_.Fail("Could not parse example input");  // parse_example_c5
      examples_.push_back(std::move(*example));
    }
    for (size_t i = 0; i < op_.sparse_keys.size(); ++i) Sparse(i);
    for (size_t i = 0; i < op_.dense_keys.size(); ++i) Dense(i);
    for (size_t i = 0; i < op_.ragged_keys.size(); ++i) Ragged(i);
  }

 private:
  bool batch() const { return a_.in_shape(0).rank() == 1; }

  // The feature's values in an example, none where it is not there.
  ExampleValues Find(const ExampleMap& example, const std::string& key, DType type) {
    auto it = example.find(key);
    if (it == example.end()) return {};
    if (it->second.type != type) {
      a_.Fail(StrCat("Key: ", key, ". Data types don't match. Data type: ", it->second.type,
                     " but expected type: ", type));  // parse_example_c5
      return {};
    }
    return it->second;
  }
  void Set(int result, int64_t at, const ExampleValues& v, int64_t i) {
    size_t from = static_cast<size_t>(i), to = static_cast<size_t>(at);
    if (v.type == DType::kF32)
      a_.SetReal(result, at, v.reals[from]);
    else if (v.type == DType::kI64)
      a_.OutInts(result)[to] = v.ints[from];
    else
      a_.OutStrings(result)[to] = v.strings[from];
  }
  void SetDefault(int result, int64_t at, size_t feature, int64_t i) {
    int operand = static_cast<int>(feature) + 1;
    size_t from = static_cast<size_t>(i), to = static_cast<size_t>(at);
    if (op_.dense_types[feature] == DType::kF32)
      a_.SetReal(result, at, a_.InReal(operand, i));
    else if (op_.dense_types[feature] == DType::kI64)
      a_.OutInts(result)[to] = a_.Ints(operand)[from];
    else
      a_.OutStrings(result)[to] = a_.Strings(operand)[from];
  }

  void Dense(size_t f) {
    const std::string& key = op_.dense_keys[f];
    int result = op_.Dense(f);
    int64_t stride = op_.Stride(f), steps = op_.Varies(f) ? 0 : 1;
    std::vector<ExampleValues> found;
    for (const ExampleMap& example : examples_) {
      found.push_back(Find(example, key, op_.dense_types[f]));
      const ExampleValues& v = found.back();
      bool missing = v.type == DType::kInvalid;
      bool required = !op_.Varies(f) && a_.in_shape(static_cast<int>(f) + 1).Elements() == 0 && stride > 0;
      if (missing && required)
        return a_.Fail(StrCat("Feature: ", key, " (data type: ", op_.dense_types[f],
                              ") is required but could not be found."));  // parse_example_c5
      bool fits = op_.Varies(f) ? stride > 0 ? v.size() % stride == 0 : v.size() == 0 : missing || v.size() == stride;
      if (!fits)
        return a_.Fail(StrCat("Key: ", key, ". Number of ", op_.dense_types[f], " values != expected. Values size: ",
                              v.size(), " but output shape: ", op_.dense_shapes[f]));  // parse_example_c5
      if (op_.Varies(f) && stride > 0) steps = std::max(steps, v.size() / stride);
    }
    std::vector<int64_t> dims;
    if (batch()) dims.push_back(static_cast<int64_t>(examples_.size()));
    for (int64_t d : op_.dense_shapes[f]) dims.push_back(d < 0 ? steps : d);
    a_.Resize(result, Shape(dims));
    int64_t row = steps * stride;
    for (size_t e = 0; e < found.size(); ++e)
      for (int64_t i = 0; i < row; ++i) {
        int64_t at = static_cast<int64_t>(e) * row + i;
        if (i < found[e].size())
          Set(result, at, found[e], i);
        else
          SetDefault(result, at, f, op_.Varies(f) ? 0 : i);
      }
  }

  void Sparse(size_t f) {
    std::vector<ExampleValues> found;
    int64_t total = 0, longest = 0;
    for (const ExampleMap& example : examples_) {
      found.push_back(Find(example, op_.sparse_keys[f], op_.sparse_types[f]));
      total += found.back().size();
      longest = std::max(longest, found.back().size());
    }
    int64_t axes = batch() ? 2 : 1, at = 0;
    a_.Resize(op_.SparseIndices(f), {total, axes});
    a_.Resize(op_.SparseValues(f), {total});
    a_.Resize(op_.SparseShape(f), {axes});
    for (size_t e = 0; e < found.size(); ++e)
      for (int64_t i = 0; i < found[e].size(); ++i, ++at) {
        int64_t* index = a_.OutInts(op_.SparseIndices(f)).data() + at * axes;
        if (batch()) *index++ = static_cast<int64_t>(e);
        *index = i;
        Set(op_.SparseValues(f), at, found[e], i);
      }
    std::vector<int64_t>& shape = a_.OutInts(op_.SparseShape(f));
    if (batch()) shape[0] = static_cast<int64_t>(examples_.size());
    shape.back() = longest;
  }

  void Ragged(size_t f) {
    std::vector<ExampleValues> found;
    std::vector<int64_t> splits = {0};
    for (const ExampleMap& example : examples_) {
      found.push_back(Find(example, op_.ragged_keys[f], op_.ragged_types[f]));
      splits.push_back(splits.back() + found.back().size());
    }
    a_.Resize(op_.RaggedValues(f), {splits.back()});
    for (size_t e = 0; e < found.size(); ++e)
      for (int64_t i = 0; i < found[e].size(); ++i) Set(op_.RaggedValues(f), splits[e] + i, found[e], i);
    if (!batch()) splits.clear();
    a_.Resize(op_.RaggedSplits(f), {static_cast<int64_t>(splits.size())});
    a_.OutInts(op_.RaggedSplits(f)) = splits;
  }

  const ParseExample& op_;
  RefArgs<T>& a_;
  std::vector<ExampleMap> examples_;
};

template <class T>
void Reference(const ParseExample& op, RefArgs<T>& a) {
  ExampleParser<T>(op, a).Run();
}

}  // namespace slipway::ops
