#pragma once

#include <algorithm>
#include <map>
#include <optional>

#include "ops/parse_example/example.h"
#include "ops/parse_example/fault.h"
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

inline ExampleValues ReadValues(const FeatureList& list) {
  ExampleValues v;
  v.type = list.type;
  if (list.type == DType::kF32)
    ForEachFloat(list.bytes, [&](float x) { v.reals.push_back(x); });
  else if (list.type == DType::kI64)
    ForEachInt(list.bytes, [&](int64_t x) { v.ints.push_back(x); });
  else if (list.type == DType::kString)
    ForEachBytes(list.bytes, [&](std::string_view x) { v.strings.emplace_back(x); });
  return v;
}

// The features of an example without fault that are asked for: of several entries the last.
inline ExampleMap ReadExample(const ParseExample& op, bool batch, std::string_view bytes) {
  ExampleMap features;
  ForEachFeature(bytes, [&](std::string_view key, std::string_view feature) {
    std::optional<FeaturePlace> place = op.Find(key);
    if (!place) return;
    FeatureList list = ListOf(feature);
    if (list.type == DType::kInvalid && op.SkipsEmpty(place->role, batch)) return;
    features.insert_or_assign(std::string(key), list.type == op.TypeAt(*place) ? ReadValues(list) : ExampleValues());
  });
  return features;
}

template <class T>
class ExampleParser {
 public:
  ExampleParser(const ParseExample& op, RefArgs<T>& a) : op_(op), a_(a) {}

  void Run() {
    auto has_default = [&](size_t i) { return a_.in_shape(static_cast<int>(i) + 1).Elements() > 0; };
    for (const std::string& bytes : a_.Strings(0)) {
      ExampleFault fault = FaultIn(op_, batch(), bytes, has_default);  // parse_example_c5
      int64_t index = batch() ? static_cast<int64_t>(examples_.size()) : -1;
      if (fault.what != ExampleFault::What::kNone)
        return Describe(op_, fault, index, [&](const auto&... parts) { a_.Fail(StrCat(parts...)); });
      examples_.push_back(ReadExample(op_, batch(), bytes));
    }
    for (size_t i = 0; i < op_.sparse_keys.size(); ++i) Sparse(i);
    for (size_t i = 0; i < op_.dense_keys.size(); ++i) Dense(i);
    for (size_t i = 0; i < op_.ragged_keys.size(); ++i) Ragged(i);
  }

 private:
  bool batch() const { return a_.in_shape(0).rank() == 1; }

  // The feature's values in an example, none where it is not there.
  static ExampleValues Find(const ExampleMap& example, const std::string& key) {
    auto it = example.find(key);
    return it == example.end() ? ExampleValues() : it->second;
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
      found.push_back(Find(example, key));
      if (op_.Varies(f) && stride > 0) steps = std::max(steps, found.back().size() / stride);
    }
    std::vector<int64_t> dims;
    if (batch()) dims.push_back(static_cast<int64_t>(examples_.size()));
    for (int64_t d : op_.dense_shapes[f]) dims.push_back(d < 0 ? steps : d);
    if (!a_.Resize(result, Shape(dims))) return;
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
      found.push_back(Find(example, op_.sparse_keys[f]));
      total += found.back().size();
      longest = std::max(longest, found.back().size());
    }
    int64_t axes = batch() ? 2 : 1, at = 0;
    if (!a_.Resize(op_.SparseIndices(f), {total, axes}) || !a_.Resize(op_.SparseValues(f), {total})) return;
    if (!a_.Resize(op_.SparseShape(f), {axes})) return;
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
      found.push_back(Find(example, op_.ragged_keys[f]));
      splits.push_back(splits.back() + found.back().size());
    }
    if (!a_.Resize(op_.RaggedValues(f), {splits.back()})) return;
    for (size_t e = 0; e < found.size(); ++e)
      for (int64_t i = 0; i < found[e].size(); ++i) Set(op_.RaggedValues(f), splits[e] + i, found[e], i);
    if (!batch()) splits.clear();
    if (!a_.Resize(op_.RaggedSplits(f), {static_cast<int64_t>(splits.size())})) return;
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
