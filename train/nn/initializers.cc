#include "train/nn/initializers.h"

#include <algorithm>
#include <cmath>

#include "train/random.h"

namespace slipway::train::nn {

namespace {

// The standard deviation of a standard normal distribution cut at 2.
constexpr double kTruncatedStddev = 0.87962566103423978;

Initializer Scaling(double scale, FanMode mode, Distribution distribution) {
  return {.kind = InitializerKind::kVarianceScaling, .scale = scale, .mode = mode, .distribution = distribution};
}

struct Named {
  const char *class_name, *identifier;
  Initializer initializer;
};

const std::vector<Named>& All() {
  using K = InitializerKind;
  using M = FanMode;
  using D = Distribution;
  static const std::vector<Named> all = {
      {"Zeros", "zeros", {.kind = K::kZeros}},
      {"Ones", "ones", {.kind = K::kOnes}},
      {"Constant", "constant", {.kind = K::kConstant}},
      {"RandomUniform", "random_uniform", {.kind = K::kRandomUniform}},
      {"RandomNormal", "random_normal", {.kind = K::kRandomNormal}},
      {"TruncatedNormal", "truncated_normal", {.kind = K::kTruncatedNormal}},
      {"VarianceScaling", "variance_scaling", Scaling(1, M::kIn, D::kTruncatedNormal)},
      {"GlorotUniform", "glorot_uniform", Scaling(1, M::kAverage, D::kUniform)},
      {"GlorotNormal", "glorot_normal", Scaling(1, M::kAverage, D::kTruncatedNormal)},
      {"HeUniform", "he_uniform", Scaling(2, M::kIn, D::kUniform)},
      {"HeNormal", "he_normal", Scaling(2, M::kIn, D::kTruncatedNormal)},
      {"LecunUniform", "lecun_uniform", Scaling(1, M::kIn, D::kUniform)},
      {"LecunNormal", "lecun_normal", Scaling(1, M::kIn, D::kTruncatedNormal)},
      {"Orthogonal", "orthogonal", {.kind = K::kOrthogonal}},
      {"Identity", "identity", {.kind = K::kIdentity}},
  };
  return all;
}

void Fans(const Shape& shape, double* in, double* out) {
  int rank = shape.rank();
  if (rank < 2) {
    *in = *out = rank == 0 ? 1 : static_cast<double>(shape[0]);
    return;
  }
  double field = static_cast<double>(shape.Elements(0, rank - 2));
  *in = static_cast<double>(shape[rank - 2]) * field;
  *out = static_cast<double>(shape[rank - 1]) * field;
}

std::vector<float> Scaled(std::vector<float> values, double mean, double stddev) {
  for (float& v : values) v = v * static_cast<float>(stddev) + static_cast<float>(mean);
  return values;
}

std::vector<float> VarianceScaled(const Initializer& init, const Shape& shape, const StatelessStream& stream) {
  double in, out;
  Fans(shape, &in, &out);
  double fan = init.mode == FanMode::kIn ? in : init.mode == FanMode::kOut ? out : (in + out) / 2;
  double variance = init.scale / std::max(1.0, fan);
  int64_t n = shape.Elements();
  switch (init.distribution) {
    case Distribution::kUniform: {
      double limit = std::sqrt(3 * variance);
      return stream.Uniform(n, static_cast<float>(-limit), static_cast<float>(limit));
    }
    case Distribution::kNormal:
      return Scaled(stream.Normal(n), 0, std::sqrt(variance));
    case Distribution::kTruncatedNormal:
      return Scaled(stream.TruncatedNormal(n), 0, std::sqrt(variance) / kTruncatedStddev);
  }
  return {};
}

// The orthonormal factor of a tall matrix's QR decomposition with a positive diagonal of R (modified Gram-Schmidt,
// twice, which is as good as Householder's).
void Orthonormalize(std::vector<double>& m, size_t rows, size_t columns) {
  for (size_t c = 0; c < columns; ++c) {
    for (int pass = 0; pass < 2; ++pass)
      for (size_t before = 0; before < c; ++before) {
        double dot = 0;
        for (size_t r = 0; r < rows; ++r) dot += m[r * columns + before] * m[r * columns + c];
        for (size_t r = 0; r < rows; ++r) m[r * columns + c] -= dot * m[r * columns + before];
      }
    double norm = 0;
    for (size_t r = 0; r < rows; ++r) norm += m[r * columns + c] * m[r * columns + c];
    for (size_t r = 0; r < rows; ++r) m[r * columns + c] /= std::sqrt(norm);
  }
}

std::vector<float> Orthogonal(double gain, const Shape& shape, const StatelessStream& stream) {
  auto columns = static_cast<size_t>(shape.back()), rows = static_cast<size_t>(shape.Elements(0, shape.rank() - 1));
  size_t tall = std::max(rows, columns), wide = std::min(rows, columns);
  std::vector<float> normal = stream.Normal(static_cast<int64_t>(tall * wide));
  std::vector<double> m(normal.begin(), normal.end());
  Orthonormalize(m, tall, wide);
  std::vector<float> values(rows * columns);
  for (size_t r = 0; r < rows; ++r)
    for (size_t c = 0; c < columns; ++c)
      values[r * columns + c] = static_cast<float>(gain * (rows < columns ? m[c * wide + r] : m[r * wide + c]));
  return values;
}

}  // namespace

Initializer Zeros() { return {}; }
Initializer Ones() { return {.kind = InitializerKind::kOnes}; }
Initializer Constant(double value) { return {.kind = InitializerKind::kConstant, .value = value}; }
Initializer GlorotUniform() { return *InitializerByName("GlorotUniform"); }

std::optional<Initializer> InitializerByName(std::string_view name) {
  for (const Named& n : All())
    if (name == n.class_name || name == n.identifier) return n.initializer;
  return std::nullopt;
}

std::vector<std::string> InitializerNames() {
  std::vector<std::string> names;
  for (const Named& n : All()) names.emplace_back(n.class_name);
  return names;
}

Result<Tensor> Initialize(const Initializer& init, const Shape& shape, uint64_t stream_key) {
  StatelessStream stream(init.seed.value_or(stream_key));
  int64_t n = shape.Elements();
  std::vector<float> values(static_cast<size_t>(n), 0.0f);
  switch (init.kind) {
    case InitializerKind::kZeros:
      break;
    case InitializerKind::kOnes:
      std::fill(values.begin(), values.end(), 1.0f);
      break;
    case InitializerKind::kConstant:
      std::fill(values.begin(), values.end(), static_cast<float>(init.value));
      break;
    case InitializerKind::kRandomUniform:
      values = stream.Uniform(n, static_cast<float>(init.low), static_cast<float>(init.high));
      break;
    case InitializerKind::kRandomNormal:
      values = Scaled(stream.Normal(n), init.mean, init.stddev);
      break;
    case InitializerKind::kTruncatedNormal:
      values = Scaled(stream.TruncatedNormal(n), init.mean, init.stddev);
      break;
    case InitializerKind::kVarianceScaling:
      values = VarianceScaled(init, shape, stream);
      break;
    case InitializerKind::kOrthogonal:
      if (shape.rank() < 2)
        return UsageError("Orthogonal cannot fill shape ", shape, ", expected at least two dimensions");
      values = Orthogonal(init.gain, shape, stream);
      break;
    case InitializerKind::kIdentity:
      if (shape.rank() != 2) return UsageError("Identity cannot fill shape ", shape, ", expected two dimensions");
      for (int64_t i = 0; i < std::min(shape[0], shape[1]); ++i)
        values[static_cast<size_t>(i * shape[1] + i)] = static_cast<float>(init.gain);
      break;
  }
  return Tensor::Of<float>(shape, values);
}

}  // namespace slipway::train::nn
