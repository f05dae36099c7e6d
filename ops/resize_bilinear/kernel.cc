#include <algorithm>
#include <vector>

#include "interpreter/kernel.h"
#include "ops/resize_bilinear/resize_bilinear.h"
#include "ops/resize_bilinear/row_template.h"

namespace slipway::ops {

using interpreter::Code;
using interpreter::EvalContext;
using interpreter::Kernel;

BilinearRows BilinearRowsOf([[maybe_unused]] Isa isa) {
#if defined(__x86_64__)
  if (IsaIs(isa, Isa::kAvx512)) return BilinearRowsAvx512();
  if (IsaIs(isa, Isa::kAvx2)) return BilinearRowsAvx2();
#endif
  return AllBilinearRows();
}

namespace {

// i8 and i16 are interpolated at 1/1024 pixel, u8 in floats, as TFLite's reference kernels do it.
constexpr int kUnit = 1 << 10;

struct FixedInterpolation {
  int64_t lower, upper;
  int fraction;  // from lower, in 1/1024
};

FixedInterpolation InterpolateFixed(const ResizeBilinear& op, int64_t i, int64_t in, int64_t out) {
  int64_t scale = (kUnit * in + out / 2) / out;
  if (op.align_corners && out > 1) scale = (kUnit * (in - 1) + (out - 1) / 2) / (out - 1);
  int64_t place = op.half_pixel_centers ? i * scale + scale / 2 - kUnit / 2 : i * scale;
  int64_t lower = std::max<int64_t>(place / kUnit, 0);
  int64_t upper = std::min((place + kUnit - 1) / kUnit, in - 1);
  return {std::min(lower, in - 1), std::max<int64_t>(upper, 0), static_cast<int>(place - kUnit * lower)};
}

// As Interpolate, but before the middle of the first pixel TFLite extrapolates from it, which decides ties.
Interpolation InterpolateBytes(const ResizeBilinear& op, int64_t i, int64_t in, int64_t out) {
  Interpolation r = Interpolate(op, i, in, out);
  if (!op.half_pixel_centers) return r;
  float place = (static_cast<float>(i) + 0.5f) * (static_cast<float>(in) / static_cast<float>(out)) - 0.5f;
  if (place < 0) r.fraction = place;
  return r;
}

// Places along one axis, with weights in parts of a unit that is as small as they allow.
struct FixedAxis {
  std::vector<BilinearColumn> places;
  int32_t unit = kUnit;

  void Reduce() {
    auto even = [](const BilinearColumn& c) { return c.weight % 2 == 0; };
    while (unit > 1 && std::all_of(places.begin(), places.end(), even)) {
      unit /= 2;
      for (BilinearColumn& c : places) c.weight /= 2;
    }
  }
};

FixedAxis MakeFixedAxis(const ResizeBilinear& op, int64_t in, int64_t out) {
  FixedAxis axis;
  for (int64_t i = 0; i < out; ++i) {
    const FixedInterpolation f = InterpolateFixed(op, i, in, out);
    axis.places.push_back({f.lower, f.upper, f.fraction});
  }
  axis.Reduce();
  return axis;
}

struct State {
  ResizeBilinear op;
  Shape x;
  DType dtype, size_type;
  bool open;  // the size is known when running
  int64_t height = 0, width = 0;
  std::vector<Interpolation> rows, columns;  // f32, u8
  std::vector<FloatColumn> float_columns;    // f32
  FixedAxis fixed_rows, fixed_columns;       // i8, i16

  bool in_floats() const { return dtype == DType::kF32 || dtype == DType::kU8; }
  // Of one task: sums of a row of x, or of f32 two rows of x as wide as the result.
  size_t task_bytes() const {
    const int64_t bytes = dtype == DType::kU8 ? 0 : in_floats() ? 2 * 4 * width * x[3] : 8 * x[2] * x[3];
    return static_cast<size_t>((bytes + 63) / 64 * 64);
  }
};

void SetSize(State& s, int64_t height, int64_t width) {
  s.height = height;
  s.width = width;
  if (!s.in_floats()) {
    s.fixed_rows = MakeFixedAxis(s.op, s.x[1], height);
    s.fixed_columns = MakeFixedAxis(s.op, s.x[2], width);
    return;
  }
  auto interpolate = s.dtype == DType::kU8 ? InterpolateBytes : Interpolate;
  for (int64_t i = 0; i < height; ++i) s.rows.push_back(interpolate(s.op, i, s.x[1], height));
  for (int64_t i = 0; i < width; ++i) {
    s.columns.push_back(interpolate(s.op, i, s.x[2], width));
    s.float_columns.push_back({s.columns.back().lower, s.columns.back().upper, s.columns.back().fraction});
  }
}

// Products and sums in the order of TFLite's; half a step, then down.
void ByteRow(const State& s, const uint8_t* top, const uint8_t* bottom, float v, uint8_t* y) {
  int64_t channels = s.x[3];
  for (const Interpolation& h : s.columns) {
    const uint8_t *a = top + h.lower * channels, *b = top + h.upper * channels;
    const uint8_t *d = bottom + h.lower * channels, *e = bottom + h.upper * channels;
    float u = h.fraction;
    for (int64_t c = 0; c < channels; ++c) {
      float sum = static_cast<float>(a[c]) * (1 - v) * (1 - u) + static_cast<float>(d[c]) * v * (1 - u) +
                  static_cast<float>(b[c]) * (1 - v) * u + static_cast<float>(e[c]) * v * u;
      y[c] = static_cast<uint8_t>(static_cast<int32_t>(sum + 0.5f));
    }
    y += channels;
  }
}

// row(image row y, elements of x of that image, target)
template <class T, class Row>
void ForRows(const State& s, EvalContext& c, const Row& row) {
  int64_t width = s.width * s.x[3], image = s.x[1] * s.x[2] * s.x[3];
  const T* x = c.In<T>(0);
  T* y = c.Out<T>(0);
  c.pool().ForRange(s.x[0] * s.height, 8192 / (width + 1) + 1, [&](int64_t begin, int64_t end) {
    for (int64_t k = begin; k < end; ++k)
      row(static_cast<size_t>(k % s.height), x + k / s.height * image, y + k * width);
  });
}

// Output rows are shared among tasks, each of which has room for one row of sums.
template <class T, class Sum>
void RunFixed(const State& s, std::byte* memory, EvalContext& c, void (*row)(const BilinearRow<T, Sum>&)) {
  const FixedAxis &rows = s.fixed_rows, &columns = s.fixed_columns;
  const int64_t channels = s.x[3], line = s.x[2] * channels, image = s.x[1] * line, width = s.width * channels;
  const int64_t lines = s.x[0] * s.height;
  const T* x = c.In<T>(0);
  T* y = c.Out<T>(0);
  const int64_t tasks = std::min<int64_t>(c.pool().num_threads(), 1 + lines * width / 8192);
  c.pool().Run(static_cast<int>(tasks), [&](int task) {
    BilinearRow<T, Sum> r{.width = s.x[2],
                          .channels = channels,
                          .row_unit = rows.unit,
                          .columns = columns.places.data(),
                          .count = s.width,
                          .column_unit = columns.unit,
                          .shift = __builtin_ctz(static_cast<unsigned>(rows.unit * columns.unit)),
                          .sums = reinterpret_cast<Sum*>(memory + static_cast<size_t>(task) * s.task_bytes())};
    for (int64_t k = lines * task / tasks; k < lines * (task + 1) / tasks; ++k) {
      const BilinearColumn& place = rows.places[static_cast<size_t>(k % s.height)];
      const T* from = x + k / s.height * image;
      r.top = from + place.left * line;
      r.bottom = from + place.right * line;
      r.lower = place.weight;
      r.y = y + k * width;
      row(r);
    }
  });
}

void RunBytes(const State& s, EvalContext& c) {
  int64_t stride = s.x[2] * s.x[3];
  ForRows<uint8_t>(s, c, [&](size_t row, const uint8_t* x, uint8_t* y) {
    const Interpolation& v = s.rows[row];
    ByteRow(s, x + v.lower * stride, x + v.upper * stride, v.fraction, y);
  });
}

// Rows of x made as wide as the result; the last two are kept, since results that follow each other share them.
class WideRows {
 public:
  WideRows(const State& s, const BilinearRows& rows, float* memory) : s_(s), rows_(rows) {
    for (int i = 0; i < 2; ++i) kept_[i] = {nullptr, memory + i * s.width * s.x[3]};
  }
  // `other`: a row of x that must stay.
  const float* Of(const float* x, const float* other) {
    for (const Kept& k : kept_)
      if (k.x == x) return k.y;
    Kept& k = kept_[0].x && kept_[0].x == other ? kept_[1] : kept_[0];
    k.x = x;
    rows_.along({x, s_.x[3], s_.float_columns.data(), s_.width, k.y});
    return k.y;
  }

 private:
  struct Kept {
    const float* x;
    float* y;
  };
  const State& s_;
  const BilinearRows& rows_;
  Kept kept_[2];
};

void RunFloats(const State& s, const BilinearRows& rows, std::byte* memory, EvalContext& c) {
  const int64_t line = s.x[2] * s.x[3], image = s.x[1] * line, n = s.width * s.x[3], lines = s.x[0] * s.height;
  const float* x = c.In<float>(0);
  float* y = c.Out<float>(0);
  const int64_t tasks = std::min<int64_t>(c.pool().num_threads(), 1 + lines * n / 8192);
  c.pool().Run(static_cast<int>(tasks), [&](int task) {
    WideRows wide(s, rows, reinterpret_cast<float*>(memory + static_cast<size_t>(task) * s.task_bytes()));
    for (int64_t k = lines * task / tasks; k < lines * (task + 1) / tasks; ++k) {
      const Interpolation& v = s.rows[static_cast<size_t>(k % s.height)];
      const float* from = x + k / s.height * image;
      const float *lower = from + v.lower * line, *upper = from + v.upper * line;
      const float* top = wide.Of(lower, upper);
      rows.between({top, wide.Of(upper, lower), v.fraction, n, y + k * n});
    }
  });
}

// memory: tasks times task_bytes.
Code Run(const State& s, std::byte* memory, EvalContext& c) {
  const BilinearRows rows = BilinearRowsOf(CpuIsa());
  constexpr int32_t kMostOfWords = 128;  // times a code fits 16 bits
  if (s.dtype == DType::kI8 && s.fixed_rows.unit * s.fixed_columns.unit <= kMostOfWords)
    RunFixed(s, memory, c, rows.i8_words);
  else if (s.dtype == DType::kI8)
    RunFixed(s, memory, c, rows.i8);
  else if (s.dtype == DType::kI16)
    RunFixed(s, memory, c, rows.i16);
  else if (s.dtype == DType::kU8)
    RunBytes(s, c);
  else
    RunFloats(s, rows, memory, c);
  return Code::kOk;
}

Code RunOpen(State s, EvalContext& c) {
  auto at = [&](int i) { return s.size_type == DType::kI64 ? c.In<int64_t>(1)[i] : c.In<int32_t>(1)[i]; };
  int64_t height = at(0), width = at(1);
  Result<Shape> y = Shape::FromDims(std::vector<int64_t>{s.x[0], height, width, s.x[3]});
  if (height < 1 || width < 1)
    return c.Fail(Code::kBadValue, "size [", height, ",", width, "] is not positive");  // resize_bilinear_c2
  if (!y.ok()) return c.Fail(Code::kBadShape, "size [", height, ",", width, "]: ", y.status().message());
  if (Code code = c.Resize(0, *y); code != Code::kOk || y->Elements() == 0) return code;
  SetSize(s, height, width);
  Buffer memory = Buffer::Allocate(static_cast<size_t>(c.pool().num_threads()) * s.task_bytes());
  return Run(s, memory.mutable_data(), c);
}

}  // namespace

Result<Kernel> Prepare(const ResizeBilinear& op, interpreter::PrepareContext& c) {
  DType t = c.in(0).dtype, size_type = c.in(1).dtype;
  bool known = t == DType::kF32 || t == DType::kI8 || t == DType::kU8 || t == DType::kI16;
  if (!known || (size_type != DType::kI32 && size_type != DType::kI64))
    return interpreter::NoKernelFor("ResizeBilinear", c);
  State s{.op = op, .x = c.in_shape(0), .dtype = t, .size_type = size_type, .open = !c.constant(1)};
  if (!s.open && c.out_shape(0).Elements() > 0) SetSize(s, c.out_shape(0)[1], c.out_shape(0)[2]);
  const size_t scratch = s.open ? 0 : static_cast<size_t>(c.num_threads()) * s.task_bytes();
  Kernel k = interpreter::MakeKernel(std::move(s), [](const State& state, EvalContext& ctx) {
    return state.open ? RunOpen(state, ctx) : Run(state, ctx.scratch(), ctx);
  });
  k.scratch_bytes = scratch;
  return k;
}

}  // namespace slipway::ops
