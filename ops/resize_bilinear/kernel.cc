#include <algorithm>
#include <vector>

#include "interpreter/kernel.h"
#include "interpreter/math/code_rows.h"
#include "ops/resize_bilinear/resize_bilinear.h"

namespace slipway::ops {

using interpreter::Code;
using interpreter::EvalContext;
using interpreter::Kernel;

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

struct State {
  ResizeBilinear op;
  Shape x;
  DType dtype, size_type;
  bool open;  // the size is known when running
  int64_t height = 0, width = 0;
  std::vector<Interpolation> rows, columns;
  std::vector<FixedInterpolation> fixed_rows, fixed_columns;

  bool in_floats() const { return dtype == DType::kF32 || dtype == DType::kU8; }
};

void SetSize(State& s, int64_t height, int64_t width) {
  auto interpolate = s.dtype == DType::kU8 ? InterpolateBytes : Interpolate;
  s.height = height;
  s.width = width;
  for (int64_t i = 0; i < height; ++i) {
    if (s.in_floats())
      s.rows.push_back(interpolate(s.op, i, s.x[1], height));
    else
      s.fixed_rows.push_back(InterpolateFixed(s.op, i, s.x[1], height));
  }
  for (int64_t i = 0; i < width; ++i) {
    if (s.in_floats())
      s.columns.push_back(interpolate(s.op, i, s.x[2], width));
    else
      s.fixed_columns.push_back(InterpolateFixed(s.op, i, s.x[2], width));
  }
}

void FloatRow(const State& s, const float* top, const float* bottom, float v, float* y) {
  int64_t channels = s.x[3];
  for (const Interpolation& h : s.columns) {
    const float *a = top + h.lower * channels, *b = top + h.upper * channels;
    const float *d = bottom + h.lower * channels, *e = bottom + h.upper * channels;
    for (int64_t c = 0; c < channels; ++c) {
      float upper = a[c] + (b[c] - a[c]) * h.fraction, lower = d[c] + (e[c] - d[c]) * h.fraction;
      y[c] = upper + (lower - upper) * v;
    }
    y += channels;
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

template <class T>
void FixedRow(const State& s, const interpreter::CodeRows<T>& rows, const T* top, const T* bottom, int v, T* y) {
  int64_t channels = s.x[3];
  for (const FixedInterpolation& h : s.fixed_columns) {
    int64_t left = h.lower * channels, right = h.upper * channels;
    int32_t u = h.fraction;
    rows.interpolate({top + left, top + right, bottom + left, bottom + right, (kUnit - v) * (kUnit - u),
                      (kUnit - v) * u, v * (kUnit - u), v * u},
                     y, channels);
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

template <class T>
void RunFixed(const State& s, EvalContext& c) {
  int64_t stride = s.x[2] * s.x[3];
  const interpreter::CodeRows<T> rows = interpreter::CodeRowsOf<T>(CpuIsa());
  ForRows<T>(s, c, [&](size_t row, const T* x, T* y) {
    const FixedInterpolation& v = s.fixed_rows[row];
    FixedRow(s, rows, x + v.lower * stride, x + v.upper * stride, v.fraction, y);
  });
}

template <class T, class Row>
void RunFloat(const State& s, EvalContext& c, const Row& float_row) {
  int64_t stride = s.x[2] * s.x[3];
  ForRows<T>(s, c, [&](size_t row, const T* x, T* y) {
    const Interpolation& v = s.rows[row];
    float_row(s, x + v.lower * stride, x + v.upper * stride, v.fraction, y);
  });
}

Code Run(const State& s, EvalContext& c) {
  if (s.dtype == DType::kI8)
    RunFixed<int8_t>(s, c);
  else if (s.dtype == DType::kI16)
    RunFixed<int16_t>(s, c);
  else if (s.dtype == DType::kU8)
    RunFloat<uint8_t>(s, c, ByteRow);
  else
    RunFloat<float>(s, c, FloatRow);
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
  return Run(s, c);
}

}  // namespace

Result<Kernel> Prepare(const ResizeBilinear& op, interpreter::PrepareContext& c) {
  DType t = c.in(0).dtype, size_type = c.in(1).dtype;
  bool known = t == DType::kF32 || t == DType::kI8 || t == DType::kU8 || t == DType::kI16;
  if (!known || (size_type != DType::kI32 && size_type != DType::kI64))
    return interpreter::NoKernelFor("ResizeBilinear", c);
  State s{.op = op, .x = c.in_shape(0), .dtype = t, .size_type = size_type, .open = !c.constant(1)};
  if (!s.open && c.out_shape(0).Elements() > 0) SetSize(s, c.out_shape(0)[1], c.out_shape(0)[2]);
  return interpreter::MakeKernel(std::move(s), [](const State& state, EvalContext& ctx) {
    return state.open ? RunOpen(state, ctx) : Run(state, ctx);
  });
}

}  // namespace slipway::ops
