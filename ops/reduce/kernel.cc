#include "interpreter/kernel.h"

#include <algorithm>

#include "interpreter/math/code_table.h"
#include "ops/reduce/fold_template.h"
#include "ops/reduce/kernel_quant.h"

namespace slipway::ops {

using interpreter::Code;
using interpreter::EvalContext;
using interpreter::Kernel;

namespace {

// A reduction of static shape: axes merged where neighbours are both reduced or both kept, axes of size 1 left out.
struct Plan {
  struct Axis {
    int64_t size = 1, stride = 0;
  };
  // All but the innermost axis of x, outermost first.
  Axis kept[kMaxRank], reduced[kMaxRank];
  int num_kept = 0, num_reduced = 0;
  int64_t inner = 1;           // the innermost axis
  bool inner_reduced = false;  // else it is kept
  int64_t outer = 1;           // results, without an innermost kept axis
  int64_t runs = 1;            // combinations of `reduced`
  int64_t count = 1;           // elements per result
  int64_t results = 1;
  int64_t pieces = 1;  // into which the reduction of one group of results is cut

  // Results that are folded together: one, or a tile of the innermost axis.
  int64_t tiles() const { return inner_reduced ? 1 : (inner + kFoldTile - 1) / kFoldTile; }
  int64_t groups() const { return outer * tiles(); }
};

int64_t OffsetOf(const Plan::Axis* axes, int n, int64_t index) {
  int64_t offset = 0;
  for (int i = n - 1; i >= 0; --i) {
    offset += (i > 0 ? index % axes[i].size : index) * axes[i].stride;
    index /= axes[i].size;
  }
  return offset;
}

Plan MakePlan(const Shape& x, uint32_t mask, bool may_cut) {
  Plan p;
  int64_t sizes[kMaxRank];
  bool reduced[kMaxRank];
  int rank = 0;
  for (int i = 0; i < x.rank(); ++i) {
    bool r = mask >> i & 1;
    (r ? p.count : p.results) *= x[i];
    if (x[i] == 1) continue;
    if (rank > 0 && reduced[rank - 1] == r) {
      sizes[rank - 1] *= x[i];
    } else {
      sizes[rank] = x[i];
      reduced[rank++] = r;
    }
  }
  int64_t stride = 1;
  if (rank > 0) {
    p.inner = stride = sizes[rank - 1];
    p.inner_reduced = reduced[rank - 1];
  }
  for (int i = rank - 2; i >= 0; --i) {
    Plan::Axis* axes = reduced[i] ? p.reduced : p.kept;
    int& n = reduced[i] ? p.num_reduced : p.num_kept;
    std::move_backward(axes, axes + n, axes + n + 1);
    axes[0] = {sizes[i], stride};
    ++n;
    (reduced[i] ? p.runs : p.outer) *= sizes[i];
    stride *= sizes[i];
  }
  int64_t elements_of_group = p.inner_reduced ? p.count : p.runs * std::min(p.inner, kFoldTile);
  if (may_cut && p.groups() < 64) p.pieces = std::clamp<int64_t>(elements_of_group / 32768, 1, 64);
  return p;
}

struct LateAxes {
  Shape x;
  bool keep_dims = false;
  DType axes_type = DType::kI32;
  int64_t num_axes = 0;
};

LateAxes LateAxesOf(bool keep_dims, const interpreter::PrepareContext& c) {
  return {c.in_shape(0), keep_dims, c.in(1).dtype, c.in_shape(1).Elements()};
}

struct State {
  Fold fold;
  CodeFinish codes;  // where x is quantized: instead of fold.finish
  LateAxes late;
  bool axes_known = false;
  Plan plan;
};

// Folds piece `piece` of a group into `totals`; returns the group's number of results.
int64_t FoldPiece(const Fold& f, const Plan& p, const char* x, int64_t group, int64_t piece, void* totals) {
  int64_t tile = group % p.tiles() * kFoldTile;
  x += OffsetOf(p.kept, p.num_kept, group / p.tiles()) * f.element_bytes;
  if (p.inner_reduced) {
    f.start(totals, 1);
    int64_t blocks = (p.inner + kFoldBlock - 1) / kFoldBlock, all = p.runs * blocks;
    for (int64_t i = all * piece / p.pieces; i < all * (piece + 1) / p.pieces; ++i) {
      int64_t first = i % blocks * kFoldBlock;
      int64_t offset = OffsetOf(p.reduced, p.num_reduced, i / blocks) + first;
      f.row(x + offset * f.element_bytes, std::min(kFoldBlock, p.inner - first), totals);
    }
    return 1;
  }
  int64_t n = std::min(kFoldTile, p.inner - tile);
  f.start(totals, n);
  // The innermost reduced axis is a run of rows at equal distances.
  Plan::Axis rows = p.num_reduced ? p.reduced[p.num_reduced - 1] : Plan::Axis{1, 0};
  for (int64_t i = p.runs * piece / p.pieces, end = p.runs * (piece + 1) / p.pieces; i < end;) {
    int64_t take = std::min(end - i, rows.size - i % rows.size);
    int64_t offset = OffsetOf(p.reduced, p.num_reduced, i) + tile;
    f.columns(x + offset * f.element_bytes, take, rows.stride, n, totals);
    i += take;
  }
  return n;
}

void Finish(const State& s, const void* totals, int64_t n, int64_t count, void* y) {
  if (s.codes.run)
    s.codes.run(s.codes, totals, n, count, y);
  else
    s.fold.finish(totals, n, count, y);
}

// Rows at equal distances, each folded into one result.
bool IsOneFoldPerRow(const Plan& p) {
  return p.inner_reduced && p.inner > 0 && p.pieces == 1 && p.runs == 1 && p.inner <= kFoldBlock && p.num_kept <= 1;
}

// Without the divisions of the general way, which take as long as a row.
void RunRows(const State& s, const Plan& p, EvalContext& c) {
  const Fold& f = s.fold;
  const char* x = c.In<char>(0);
  char* y = c.Out<char>(0);
  const int64_t row_bytes = (p.num_kept ? p.kept[0].stride : 0) * f.element_bytes;
  c.pool().ForRange(p.outer, 16384 / p.inner + 1, [&](int64_t begin, int64_t end) {
    alignas(8) std::byte totals[kFoldTile * 8];
    for (int64_t r = begin; r < end; r += kFoldTile) {
      const int64_t n = std::min(kFoldTile, end - r);
      f.start(totals, n);
      for (int64_t i = 0; i < n; ++i) f.row(x + (r + i) * row_bytes, p.inner, totals + i * f.total_bytes);
      Finish(s, totals, n, p.count, y + r * f.element_bytes);
    }
  });
}

void Run(const State& s, const Plan& p, EvalContext& c) {
  if (IsOneFoldPerRow(p)) return RunRows(s, p, c);
  const Fold& f = s.fold;
  const char* x = c.In<char>(0);
  char* y = c.Out<char>(0);
  auto result_of = [&](int64_t group) {
    int64_t first = group / p.tiles() * (p.inner_reduced ? 1 : p.inner) + group % p.tiles() * kFoldTile;
    return y + first * f.element_bytes;
  };
  int64_t elements_of_group = std::max<int64_t>(1, p.count * std::min(p.inner_reduced ? 1 : p.inner, kFoldTile));
  if (p.pieces == 1) {
    c.pool().ForRange(p.groups(), 16384 / elements_of_group + 1, [&](int64_t begin, int64_t end) {
      alignas(8) std::byte totals[kFoldTile * 8];
      for (int64_t g = begin; g < end; ++g) {
        int64_t n = FoldPiece(f, p, x, g, 0, totals);
        Finish(s, totals, n, p.count, result_of(g));
      }
    });
    return;
  }
  auto partial = [&](int64_t group, int64_t piece) {
    return c.scratch() + (group * p.pieces + piece) * kFoldTile * f.total_bytes;
  };
  c.pool().ForRange(p.groups() * p.pieces, 1, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i)
      FoldPiece(f, p, x, i / p.pieces, i % p.pieces, partial(i / p.pieces, i % p.pieces));
  });
  for (int64_t g = 0; g < p.groups(); ++g) {
    int64_t n = p.inner_reduced ? 1 : std::min(kFoldTile, p.inner - g % p.tiles() * kFoldTile);
    for (int64_t i = 1; i < p.pieces; ++i) f.join(partial(g, 0), partial(g, i), n);
    Finish(s, partial(g, 0), n, p.count, result_of(g));
  }
}

// The plan for axes that are known only now; the result gets its shape.
Code PlanForAxesOf(const LateAxes& s, EvalContext& c, Plan* plan) {
  uint32_t mask = 0;
  for (int64_t i = 0; i < s.num_axes; ++i) {
    int64_t axis = s.axes_type == DType::kI64 ? c.In<int64_t>(1)[i] : c.In<int32_t>(1)[i];
    if (axis < -s.x.rank() || axis >= s.x.rank())
      return c.Fail(Code::kIndexOutOfRange, "axis ", axis, " is outside of rank ", s.x.rank());
    mask |= 1u << (axis < 0 ? axis + s.x.rank() : axis);
  }
  if (Code code = c.Resize(0, ReducedShape(s.x, mask, s.keep_dims)); code != Code::kOk) return code;
  *plan = MakePlan(s.x, mask, false);
  return Code::kOk;
}

Code RunWithAxesOf(const State& s, EvalContext& c) {
  Plan plan;
  if (Code code = PlanForAxesOf(s.late, c, &plan); code != Code::kOk) return code;
  if (plan.results > 0) Run(s, plan, c);
  return Code::kOk;
}

Code Eval(const State& s, EvalContext& c) {
  if (!s.axes_known) return RunWithAxesOf(s, c);
  if (s.plan.results > 0) Run(s, s.plan, c);
  return Code::kOk;
}

// Products of codes, each in the order of x's elements.
struct ProductState {
  interpreter::CodeScale x, y;
  LateAxes late;
  bool axes_known = false;
  Plan plan;
};

template <class T>
void RunProduct(const ProductState& s, const Plan& p, EvalContext& c) {
  const CodeProduct product = MakeCodeProduct(s.x, s.y, p.count);
  const T* x = c.In<T>(0);
  T* y = c.Out<T>(0);
  int64_t columns = p.inner_reduced ? 1 : p.inner, run = p.inner_reduced ? p.inner : 1;
  c.pool().ForRange(p.results, 4096 / (p.count + 1) + 1, [&](int64_t begin, int64_t end) {
    for (int64_t r = begin; r < end; ++r) {
      const T* from = x + OffsetOf(p.kept, p.num_kept, r / columns) + r % columns;
      int32_t total = 1;
      for (int64_t i = 0; i < p.count; ++i) {
        int64_t at = OffsetOf(p.reduced, p.num_reduced, i / run) + i % run;
        total = MultiplyCode(product, total, from[at], i == 0);
      }
      y[r] = interpreter::Saturate<T>(FinishProduct(product, total));
    }
  });
}

template <class T>
Code EvalProduct(const ProductState& s, EvalContext& c) {
  Plan plan = s.plan;
  if (!s.axes_known)
    if (Code code = PlanForAxesOf(s.late, c, &plan); code != Code::kOk) return code;
  RunProduct<T>(s, plan, c);
  return Code::kOk;
}

Result<Kernel> PrepareProduct(bool keep_dims, const interpreter::CodeScale& x, const interpreter::CodeScale& y,
                              interpreter::PrepareContext& c) {
  ProductState s{x, y, LateAxesOf(keep_dims, c), c.constant(1) != nullptr, {}};
  if (s.axes_known) {
    ASSIGN_OR_RETURN(uint32_t mask, AxisMask(c.constant(1)->AsInts(), s.late.x.rank()));
    s.plan = MakePlan(s.late.x, mask, false);
    if (s.plan.count == 0) return interpreter::NoKernelFor("Reduce", c);
  }
  return interpreter::VisitCode(c.in(0).dtype, [&](auto tag) {
    using T = decltype(tag);
    return interpreter::MakeKernel(s, [](const ProductState& p, EvalContext& e) { return EvalProduct<T>(p, e); });
  });
}

Result<Kernel> PrepareFold(const Reduce& op, State state, interpreter::PrepareContext& c) {
  state.late = LateAxesOf(op.keep_dims, c);
  size_t scratch = 0;
  if (const Tensor* axes = c.constant(1)) {
    ASSIGN_OR_RETURN(uint32_t mask, AxisMask(axes->AsInts(), state.late.x.rank()));
    state.axes_known = true;
    state.plan = MakePlan(state.late.x, mask, true);
    if (state.plan.pieces > 1)
      scratch = static_cast<size_t>(state.plan.groups() * state.plan.pieces * kFoldTile * state.fold.total_bytes);
  }
  Kernel k = interpreter::MakeKernel(state, [](const State& s, EvalContext& e) { return Eval(s, e); });
  k.scratch_bytes = scratch;
  return k;
}

Result<Kernel> PrepareCodes(const Reduce& op, interpreter::PrepareContext& c) {
  auto x = interpreter::CodeScaleOf(c.in(0)), y = interpreter::CodeScaleOf(c.out(0));
  DType t = c.in(0).dtype;
  if (!x || !y || c.out(0).dtype != t) return interpreter::NoKernelFor("Reduce", c);
  State state;
  switch (op.kind) {
    case ReduceKind::kMax:
    case ReduceKind::kMin:
      if (!(*x == *y)) return interpreter::NoKernelFor("Reduce", c);
      state.fold = FoldOf(op.kind, t);
      break;
    case ReduceKind::kMean:
    case ReduceKind::kSum:
      state.fold = CodeSums(t);
      state.codes = MakeCodeFinish(op.kind == ReduceKind::kMean, t, *x, *y);
      break;
    case ReduceKind::kProd:
      return PrepareProduct(op.keep_dims, *x, *y, c);
    default:
      return interpreter::NoKernelFor("Reduce", c);
  }
  return PrepareFold(op, std::move(state), c);
}

}  // namespace

Fold FoldOf(ReduceKind kind, DType dtype) {
#if defined(__x86_64__)
  if (dtype == DType::kF32 && IsaIs(CpuIsa(), Isa::kAvx512)) return FoldF32Avx512(kind);
  if (dtype == DType::kF32 && IsaIs(CpuIsa(), Isa::kAvx2)) return FoldF32Avx2(kind);
#endif
  Fold fold;
  VisitFixedDType(dtype, [&](auto tag) { fold = FoldFor<decltype(tag)>(kind); });
  return fold;
}

Result<Kernel> Prepare(const Reduce& op, interpreter::PrepareContext& c) {
  bool quantized = !c.in(0).quant.empty() || !c.out(0).quant.empty();
  if (quantized && !IsFloat(c.in(0).dtype)) return PrepareCodes(op, c);
  State state;
  state.fold = FoldOf(op.kind, c.in(0).dtype);
  if (!state.fold.start) return interpreter::NoKernelFor("Reduce", c);
  return PrepareFold(op, std::move(state), c);
}

}  // namespace slipway::ops
