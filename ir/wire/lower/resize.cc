// Resizing other than bilinear and nearest: each row (column) of the result is a weighted sum of rows (columns) of the
// image, so two products with constant matrices do it.
#include <algorithm>
#include <cmath>
#include <limits>

#include "ir/wire/lower/builder.h"
#include "ir/wire/lower/lower.h"
#include "ops/mat_mul/mat_mul.h"

namespace slipway::wire {

namespace {

using ir::ValueId;
using Values = Result<std::vector<ValueId>>;
using Weights = std::vector<double>;  // [out, in]

struct Sizes {
  int64_t in[2], out[2];
};

Result<Sizes> SizesOf(TfImporter& in) {
  const Shape x = in.type(in.input(0)).shape;
  ASSIGN_OR_RETURN(std::vector<int64_t> size, ConstantInts(in, 1, "size", 2));
  if (!x.has_rank() || x.rank() != 4 || x[1] < 1 || x[2] < 1 || x[3] < 1)
    return Unsupported("images of shape ", x, "; height, width and channels must be known, fix them by --input_shapes");
  Sizes s{{x[1], x[2]}, {size[0], size[1]}};
  for (int i : {0, 1}) {
    if (s.out[i] < 1) return BadInput("size ", s.out[i], ", expected a positive number");
    if (s.in[i] * s.out[i] > 1 << 24) return Unsupported("a matrix of ", s.out[i], " x ", s.in[i], " weights");
  }
  return s;
}

Values Resize(TfImporter& in, const Sizes& s, const Weights& rows, const Weights& columns) {
  LoweringBuilder b(in);
  int64_t channels = in.type(in.input(0)).shape[3];
  ValueId lines = b.Reshape(b.Cast(in.input(0), DType::kF32), {-1, s.in[0], s.in[1] * channels});
  ValueId tall = b.Add(ops::MatMul{}, {b.Floats(rows, {s.out[0], s.in[0]}), lines});
  ValueId wide =
      b.Add(ops::MatMul{}, {b.Floats(columns, {s.out[1], s.in[1]}), b.Reshape(tall, {-1, s.in[1], channels})});
  return b.Done({b.Reshape(wide, {-1, s.out[0], s.out[1], channels})});
}

float Scale(int64_t in, int64_t out, bool align_corners) {
  if (align_corners && out > 1) return static_cast<float>(in - 1) / static_cast<float>(out - 1);
  return static_cast<float>(in) / static_cast<float>(out);
}

// The cubic of Keys; a = -0.5 (half_pixel_centers) or -0.75, at a distance rounded to 1/1024 as TensorFlow's table is.
double Cubic(double x, double a) {
  x = std::fabs(x);
  if (x <= 1) return ((a + 2) * x - (a + 3)) * x * x + 1;
  return x < 2 ? ((a * x - 5 * a) * x + 8 * a) * x - 4 * a : 0;
}

Weights CubicWeights(int64_t in, int64_t out, bool align_corners, bool half_pixel) {
  Weights w(static_cast<size_t>(in * out), 0);
  float scale = Scale(in, out, align_corners);
  for (int64_t i = 0; i < out; ++i) {
    float at = half_pixel ? (static_cast<float>(i) + 0.5f) * scale - 0.5f : static_cast<float>(i) * scale;
    int64_t base = static_cast<int64_t>(std::floor(at));
    double part = std::nearbyint((at - static_cast<float>(base)) * 1024) / 1024, total = 0;
    double* row = &w[static_cast<size_t>(i * in)];
    for (int64_t k = -1; k <= 2; ++k) {
      double weight = Cubic(part - static_cast<double>(k), half_pixel ? -0.5 : -0.75);
      bool inside = base + k >= 0 && base + k < in;
      // With half pixels what lies outside does not count; else the border's pixel stands for it.
      if (half_pixel && !inside) continue;
      row[std::clamp<int64_t>(base + k, 0, in - 1)] += weight;
      total += weight;
    }
    if (half_pixel && std::fabs(total) >= 1000 * std::numeric_limits<float>::min())
      for (int64_t k = 0; k < in; ++k) row[k] /= total;
  }
  return w;
}

// What part of the source's stretch each pixel covers.
Weights AreaWeights(int64_t in, int64_t out, bool align_corners) {
  Weights w(static_cast<size_t>(in * out), 0);
  float scale = Scale(in, out, align_corners);
  for (int64_t i = 0; i < out; ++i) {
    float from = static_cast<float>(i) * scale, to = static_cast<float>(i + 1) * scale;
    for (int64_t k = static_cast<int64_t>(std::floor(from)); k < static_cast<int64_t>(std::ceil(to)); ++k) {
      float covered = std::min(static_cast<float>(k + 1), to) - std::max(static_cast<float>(k), from);
      w[static_cast<size_t>(i * in + std::clamp<int64_t>(k, 0, in - 1))] += covered / scale;
    }
  }
  return w;
}

struct Kernel {
  const char* name;
  double radius;
  double (*at)(double x, double radius);  // x >= 0
};

double Lanczos(double x, double radius) {
  constexpr double kPi = 3.14159265358979323846;
  if (x > radius) return 0;
  return x <= 1e-3 ? 1 : radius * std::sin(kPi * x) * std::sin(kPi * x / radius) / (kPi * kPi * x * x);
}

constexpr Kernel kKernels[] = {
    {"lanczos1", 1, Lanczos},
    {"lanczos3", 3, Lanczos},
    {"lanczos5", 5, Lanczos},
    {"gaussian", 1.5, [](double x, double r) { return x >= r ? 0 : std::exp(-x * x / (2 * r * r / 9)); }},
    {"box", 1, [](double x, double) { return x < 0.5    ? 1
                                             : x == 0.5 ? 0.5
                                                        : 0.0; }},
    {"triangle", 1, [](double x, double) { return x < 1 ? 1 - x : 0; }},
    {"keyscubic", 2, [](double x, double) { return Cubic(x, -0.5); }},
    {"mitchellcubic", 2,
     [](double x, double) {
       if (x >= 2) return 0.0;
       return x >= 1 ? (((-7.0 / 18) * x + 2) * x - 10.0 / 3) * x + 16.0 / 9 : ((7.0 / 6) * x - 2) * x * x + 8.0 / 9;
     }},
};

Weights KernelWeights(int64_t in, int64_t out, float scale, float translation, const Kernel& kernel, bool antialias) {
  Weights w(static_cast<size_t>(in * out), 0);
  float inverse = 1 / scale, shift = -inverse * translation;
  double stretch = antialias ? std::max(inverse, 1.0f) : 1.0;
  for (int64_t i = 0; i < out; ++i) {
    float at = (static_cast<float>(i) + 0.5f) * inverse + shift;
    if (at < 0 || at > static_cast<float>(in)) continue;
    double total = 0;
    double* row = &w[static_cast<size_t>(i * in)];
    int64_t first = static_cast<int64_t>(std::ceil(at - kernel.radius * stretch - 0.5));
    int64_t last = static_cast<int64_t>(std::floor(at + kernel.radius * stretch - 0.5));
    for (int64_t k = std::max<int64_t>(first, 0); k <= std::min(last, in - 1); ++k) {
      row[k] = kernel.at(std::fabs((static_cast<double>(k) + 0.5 - at) / stretch), kernel.radius);
      total += row[k];
    }
    if (std::fabs(total) >= 1000 * std::numeric_limits<float>::min())
      for (int64_t k = 0; k < in; ++k) row[k] /= total;
  }
  return w;
}

}  // namespace

Values LowerResizeBicubic(const TfNode& node, TfImporter& in) {
  RETURN_IF_ERROR(CheckInputs(in, 2));
  ASSIGN_OR_RETURN(bool align_corners, node.Bool("align_corners", false));
  ASSIGN_OR_RETURN(bool half_pixel, node.Bool("half_pixel_centers", false));
  ASSIGN_OR_RETURN(Sizes s, SizesOf(in));
  return Resize(in, s, CubicWeights(s.in[0], s.out[0], align_corners, half_pixel),
                CubicWeights(s.in[1], s.out[1], align_corners, half_pixel));
}

Values LowerResizeArea(const TfNode& node, TfImporter& in) {
  RETURN_IF_ERROR(CheckInputs(in, 2));
  ASSIGN_OR_RETURN(bool align_corners, node.Bool("align_corners", false));
  ASSIGN_OR_RETURN(Sizes s, SizesOf(in));
  return Resize(in, s, AreaWeights(s.in[0], s.out[0], align_corners), AreaWeights(s.in[1], s.out[1], align_corners));
}

Values LowerScaleAndTranslate(const TfNode& node, TfImporter& in) {
  RETURN_IF_ERROR(CheckInputs(in, 4));
  ASSIGN_OR_RETURN(std::string name, node.String("kernel_type", "lanczos3"));
  ASSIGN_OR_RETURN(bool antialias, node.Bool("antialias", true));
  const Kernel* kernel =
      std::find_if(std::begin(kKernels), std::end(kKernels), [&](const Kernel& k) { return name == k.name; });
  if (kernel == std::end(kKernels)) return Unsupported("kernel_type ", name);
  ASSIGN_OR_RETURN(Sizes s, SizesOf(in));
  Weights weights[2];
  ASSIGN_OR_RETURN(std::vector<double> scale, ConstantReals(in, 2, "scale", 2));
  ASSIGN_OR_RETURN(std::vector<double> translation, ConstantReals(in, 3, "translation", 2));
  for (int i : {0, 1}) {
    float by = static_cast<float>(scale[static_cast<size_t>(i)]);
    if (!(by > 0)) return BadInput("scale ", by, ", expected a positive number");
    weights[i] = KernelWeights(s.in[i], s.out[i], by, static_cast<float>(translation[static_cast<size_t>(i)]), *kernel,
                               antialias);
  }
  return Resize(in, s, weights[0], weights[1]);
}

}  // namespace slipway::wire
