#include <algorithm>
#include <atomic>
#include <string_view>
#include <vector>

#include "interpreter/kernel.h"
#include "ops/parse_example/example.h"
#include "ops/parse_example/fault.h"
#include "ops/parse_example/parse_example.h"

namespace slipway::ops {

using interpreter::Code;
using interpreter::EvalContext;
using interpreter::Kernel;

namespace {

constexpr int kMaxTasks = 64;

struct WantedFeature {
  std::string key;
  FeaturePlace place;
};

struct State {
  ParseExample op;
  int64_t examples;
  bool batch;
  std::vector<WantedFeature> wanted;          // sorted by key
  std::vector<size_t> sparse, dense, ragged;  // where each feature is in `wanted`
  std::vector<bool> required;                 // dense: without default
  bool plain;                                 // only dense features of fixed shapes: one pass, in parallel
  int tasks;
};

// The lists of one example by key; later entries replace earlier ones. False: malformed.
bool FindLists(const State& s, std::string_view example, FeatureList* lists) {
  std::fill_n(lists, s.wanted.size(), FeatureList{});
  bool known = true;
  bool ok = ForEachFeature(example, [&](std::string_view key, std::string_view feature) {
    auto it = std::lower_bound(s.wanted.begin(), s.wanted.end(), key,
                               [](const WantedFeature& w, std::string_view k) { return w.key < k; });
    if (it == s.wanted.end() || it->key != key) return;
    FeatureList list = ListOf(feature);
    known &= list.known;
    if (list.type == DType::kInvalid && ParseExample::SkipsEmpty(it->place.role, s.batch)) return;
    lists[it - s.wanted.begin()] = list;
  });
  return ok && known;
}

// Tells what is wrong with an example that was refused.
Code Refuse(const State& s, EvalContext& c, int64_t example) {
  ExampleFault fault = FaultIn(s.op, s.batch, c.InStrings(0)[example], [&](size_t i) { return !s.required[i]; });
  CHECK(fault.what != ExampleFault::What::kNone);
  Describe(s.op, fault, s.batch ? example : -1, [&](const auto&... parts) { c.Fail(Code::kBadValue, parts...); });
  return Code::kBadValue;  // parse_example_c5
}

// Writes the values of a well-formed list to elements [at, ...) of result `result`.
void WriteValues(const FeatureList& list, EvalContext& c, int result, int64_t at) {
  if (list.type == DType::kF32) {
    float* y = c.Out<float>(result) + at;
    ForEachFloat(list.bytes, [&](float v) { *y++ = v; });
  } else if (list.type == DType::kI64) {
    int64_t* y = c.Out<int64_t>(result) + at;
    ForEachInt(list.bytes, [&](int64_t v) { *y++ = v; });
  } else {
    std::string* y = c.OutStrings(result) + at;
    ForEachBytes(list.bytes, [&](std::string_view v) { (y++)->assign(v); });
  }
}

// Elements [at, at + n) from the default of dense feature f, which has `period` elements.
void WriteDefault(const State& s, EvalContext& c, size_t f, int64_t at, int64_t n, int64_t period) {
  int operand = static_cast<int>(f) + 1, result = s.op.Dense(f);
  auto copy = [&](const auto* from, auto* to) {
    for (int64_t i = 0; i < n; ++i) to[at + i] = from[period == 1 ? 0 : i];
  };
  if (s.op.dense_types[f] == DType::kF32)
    copy(c.In<float>(operand), c.Out<float>(result));
  else if (s.op.dense_types[f] == DType::kI64)
    copy(c.In<int64_t>(operand), c.Out<int64_t>(result));
  else
    copy(c.InStrings(operand), c.OutStrings(result));
}

// The number of values of a feature: 0 where it is not there, -1 where it has another type or is malformed.
int64_t Count(const FeatureList& list, DType type) {
  if (list.type == DType::kInvalid) return 0;
  return list.type == type ? CountValues(list) : -1;
}

// Are the dense features of fixed shape of one example as they must be?
bool CheckFixed(const State& s, const FeatureList* lists) {
  for (size_t f = 0; f < s.dense.size(); ++f) {
    if (s.op.Varies(f)) continue;
    const FeatureList& list = lists[s.dense[f]];
    bool fits = list.type == DType::kInvalid ? !s.required[f] : Count(list, s.op.dense_types[f]) == s.op.Stride(f);
    if (!fits) return false;
  }
  return true;
}

void WriteFixed(const State& s, EvalContext& c, int64_t example, const FeatureList* lists) {
  for (size_t f = 0; f < s.dense.size(); ++f) {
    if (s.op.Varies(f)) continue;
    const FeatureList& list = lists[s.dense[f]];
    int64_t n = s.op.Stride(f);
    if (list.type == DType::kInvalid)
      WriteDefault(s, c, f, example * n, n, n);
    else
      WriteValues(list, c, s.op.Dense(f), example * n);
  }
}

Code EvalPlain(const State& s, EvalContext& c) {
  std::atomic<int64_t> bad{s.examples};  // the first one that is refused
  auto* lists = reinterpret_cast<FeatureList*>(c.scratch());
  const std::string* serialized = c.InStrings(0);
  c.pool().Run(s.tasks, [&](int task) {
    FeatureList* own = lists + static_cast<size_t>(task) * s.wanted.size();
    int64_t end = s.examples * (task + 1) / s.tasks;
    for (int64_t e = s.examples * task / s.tasks; e < end; ++e) {
      if (FindLists(s, serialized[e], own) && CheckFixed(s, own)) {
        WriteFixed(s, c, e, own);
        continue;
      }
      for (int64_t first = bad; e < first && !bad.compare_exchange_weak(first, e);) continue;
      return;
    }
  });
  return bad < s.examples ? Refuse(s, c, bad) : Code::kOk;
}

// What a feature that varies in length needs: counted in a first pass.
struct Extent {
  int64_t total = 0, longest = 0;
  bool Add(int64_t n) {
    total += std::max<int64_t>(n, 0);
    longest = std::max(longest, n);
    return n >= 0;
  }
};

class VaryingParser {
 public:
  VaryingParser(const State& s, EvalContext& c)
      : s_(s),
        c_(c),
        lists_(reinterpret_cast<FeatureList*>(c.scratch())),
        sparse_(s.sparse.size()),
        dense_(s.dense.size()),
        ragged_(s.ragged.size()) {}

  Code Run() {
    const std::string* serialized = c_.InStrings(0);
    for (int64_t e = 0; e < s_.examples; ++e)
      if (!FindLists(s_, serialized[e], lists_) || !CheckFixed(s_, lists_) || !CountExample()) return Refuse(s_, c_, e);
    if (Code code = ResizeResults(); code != Code::kOk) return code;
    for (Extent& x : sparse_) x.total = 0;
    for (Extent& x : ragged_) x.total = 0;
    for (int64_t e = 0; e < s_.examples; ++e) {
      FindLists(s_, serialized[e], lists_);
      WriteFixed(s_, c_, e, lists_);
      WriteExample(e);
    }
    return Code::kOk;
  }

 private:
  bool CountExample() {
    const ParseExample& op = s_.op;
    for (size_t f = 0; f < sparse_.size(); ++f)
      if (!sparse_[f].Add(Count(lists_[s_.sparse[f]], op.sparse_types[f]))) return false;
    for (size_t f = 0; f < ragged_.size(); ++f)
      if (!ragged_[f].Add(Count(lists_[s_.ragged[f]], op.ragged_types[f]))) return false;
    for (size_t f = 0; f < dense_.size(); ++f) {
      if (!op.Varies(f)) continue;
      int64_t n = Count(lists_[s_.dense[f]], op.dense_types[f]), stride = op.Stride(f);
      if (!dense_[f].Add(n) || (stride > 0 ? n % stride : n) != 0) return false;
    }
    return true;
  }

  Code Resize(int result, std::vector<int64_t> dims) {
    Result<Shape> shape = Shape::FromDims(dims);
    if (!shape.ok()) return c_.Fail(Code::kBadShape, "result ", result, " is too large");
    return c_.Resize(result, *shape);
  }

  Code ResizeResults() {
    const ParseExample& op = s_.op;
    int64_t axes = s_.batch ? 2 : 1;
    Code code = Code::kOk;
    auto resize = [&](int result, std::vector<int64_t> dims) {
      if (code == Code::kOk) code = Resize(result, std::move(dims));
    };
    for (size_t f = 0; f < sparse_.size(); ++f) {
      resize(op.SparseIndices(f), {sparse_[f].total, axes});
      resize(op.SparseValues(f), {sparse_[f].total});
      resize(op.SparseShape(f), {axes});
    }
    for (size_t f = 0; f < dense_.size(); ++f) {
      std::vector<int64_t> dims;
      if (s_.batch) dims.push_back(s_.examples);
      for (int64_t d : op.dense_shapes[f]) dims.push_back(d < 0 ? Steps(f) : d);
      resize(op.Dense(f), std::move(dims));
    }
    for (size_t f = 0; f < ragged_.size(); ++f) {
      resize(op.RaggedValues(f), {ragged_[f].total});
      resize(op.RaggedSplits(f), {s_.batch ? s_.examples + 1 : 0});
      if (op.ragged_split_types[f] == DType::kI32 && ragged_[f].total > INT32_MAX)
        return c_.Fail(Code::kBadShape, "Key: ", op.ragged_keys[f], ".  ", ragged_[f].total,
                       " values are too many for row splits of 32 bits");
    }
    return code;
  }
  int64_t Steps(size_t f) const { return s_.op.Stride(f) > 0 ? dense_[f].longest / s_.op.Stride(f) : 0; }

  void WriteExample(int64_t e) {
    const ParseExample& op = s_.op;
    for (size_t f = 0; f < sparse_.size(); ++f) WriteSparse(e, f);
    for (size_t f = 0; f < dense_.size(); ++f) {
      if (!op.Varies(f)) continue;
      const FeatureList& list = lists_[s_.dense[f]];
      int64_t n = Count(list, op.dense_types[f]), row = Steps(f) * op.Stride(f);
      if (n > 0) WriteValues(list, c_, op.Dense(f), e * row);
      WriteDefault(s_, c_, f, e * row + n, row - n, 1);
    }
    for (size_t f = 0; f < ragged_.size(); ++f) {
      const FeatureList& list = lists_[s_.ragged[f]];
      if (s_.batch) WriteSplit(f, e, ragged_[f].total);
      if (list.type != DType::kInvalid) WriteValues(list, c_, op.RaggedValues(f), ragged_[f].total);
      ragged_[f].total += Count(list, op.ragged_types[f]);
      if (s_.batch) WriteSplit(f, e + 1, ragged_[f].total);
    }
  }

  void WriteSparse(int64_t e, size_t f) {
    const FeatureList& list = lists_[s_.sparse[f]];
    int64_t n = Count(list, s_.op.sparse_types[f]), first = sparse_[f].total, axes = s_.batch ? 2 : 1;
    int64_t* index = c_.Out<int64_t>(s_.op.SparseIndices(f)) + first * axes;
    for (int64_t i = 0; i < n; ++i) {
      if (s_.batch) *index++ = e;
      *index++ = i;
    }
    if (n > 0) WriteValues(list, c_, s_.op.SparseValues(f), first);
    sparse_[f].total += n;
  }

  void WriteSplit(size_t f, int64_t at, int64_t value) {
    int result = s_.op.RaggedSplits(f);
    if (s_.op.ragged_split_types[f] == DType::kI32)
      c_.Out<int32_t>(result)[at] = static_cast<int32_t>(value);
    else
      c_.Out<int64_t>(result)[at] = value;
  }

 public:
  // Results that do not depend on any one example.
  void WriteShapes() {
    for (size_t f = 0; f < sparse_.size(); ++f) {
      int64_t* shape = c_.Out<int64_t>(s_.op.SparseShape(f));
      if (s_.batch) *shape++ = s_.examples;
      *shape = sparse_[f].longest;
    }
    for (size_t f = 0; f < ragged_.size(); ++f)
      if (s_.batch && s_.examples == 0) WriteSplit(f, 0, 0);
  }

 private:
  const State& s_;
  EvalContext& c_;
  FeatureList* lists_;
  std::vector<Extent> sparse_, dense_, ragged_;
};

Code EvalVarying(const State& s, EvalContext& c) {
  VaryingParser parser(s, c);
  if (Code code = parser.Run(); code != Code::kOk) return code;
  parser.WriteShapes();
  return Code::kOk;
}

// Sorted by key, and where each feature is then.
void ListWanted(State* s) {
  for (FeatureRole role : {FeatureRole::kSparse, FeatureRole::kDense, FeatureRole::kRagged})
    for (size_t i = 0; i < s->op.KeysOf(role).size(); ++i) s->wanted.push_back({s->op.KeysOf(role)[i], {role, i}});
  std::sort(s->wanted.begin(), s->wanted.end(),
            [](const WantedFeature& a, const WantedFeature& b) { return a.key < b.key; });
  s->sparse.resize(s->op.sparse_keys.size());
  s->dense.resize(s->op.dense_keys.size());
  s->ragged.resize(s->op.ragged_keys.size());
  for (size_t i = 0; i < s->wanted.size(); ++i) {
    const FeaturePlace& p = s->wanted[i].place;
    (p.role == FeatureRole::kSparse ? s->sparse : p.role == FeatureRole::kDense ? s->dense : s->ragged)[p.index] = i;
  }
}

}  // namespace

Result<Kernel> Prepare(const ParseExample& op, interpreter::PrepareContext& c) {
  State s{.op = op, .examples = c.in_shape(0).Elements(), .batch = c.in_shape(0).rank() == 1};
  ListWanted(&s);
  s.plain = s.sparse.empty() && s.ragged.empty();
  for (size_t f = 0; f < s.dense.size(); ++f) {
    s.required.push_back(c.in_shape(static_cast<int>(f) + 1).Elements() == 0);
    s.plain = s.plain && !op.Varies(f);
  }
  s.tasks = s.plain ? static_cast<int>(std::clamp<int64_t>(s.examples / 16, 1, kMaxTasks)) : 1;
  size_t scratch = static_cast<size_t>(s.tasks) * s.wanted.size() * sizeof(FeatureList);
  bool plain = s.plain;
  Kernel k = interpreter::MakeKernel(std::move(s), [](const State& state, EvalContext& ctx) {
    return state.plain ? EvalPlain(state, ctx) : EvalVarying(state, ctx);
  });
  k.path = plain ? "fixed shapes" : "two passes";
  k.scratch_bytes = scratch;
  return k;
}

}  // namespace slipway::ops
