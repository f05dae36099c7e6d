#pragma once
// What variables hold at first: Keras' initialisers with Keras' arguments and, for a given `seed`, Keras' numbers.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/tensor.h"

namespace slipway::train::nn {

enum class InitializerKind {
  kZeros,
  kOnes,
  kConstant,
  kRandomUniform,
  kRandomNormal,
  kTruncatedNormal,  // cut at two standard deviations
  kVarianceScaling,  // Glorot, He and LeCun are cases of it
  kOrthogonal,
  kIdentity,
};
enum class FanMode { kIn, kOut, kAverage };
enum class Distribution { kUniform, kNormal, kTruncatedNormal };

struct Initializer {
  InitializerKind kind = InitializerKind::kZeros;
  double value = 0;                 // Constant
  double low = -0.05, high = 0.05;  // RandomUniform
  double mean = 0, stddev = 0.05;   // RandomNormal, TruncatedNormal
  double scale = 1;                 // VarianceScaling
  FanMode mode = FanMode::kIn;
  Distribution distribution = Distribution::kTruncatedNormal;
  double gain = 1;               // Orthogonal, Identity
  std::optional<uint64_t> seed;  // unset: the stream of (model seed, variable name)
};

Initializer Zeros();
Initializer Ones();
Initializer Constant(double value);
Initializer GlorotUniform();

// By Keras' class name or identifier ("GlorotUniform", "glorot_uniform"), with its defaults; nothing if there is none.
std::optional<Initializer> InitializerByName(std::string_view name);
std::vector<std::string> InitializerNames();

// f32 elements. `stream` names the random stream if the initialiser has no seed of its own. An error where the
// initialiser has no meaning for the shape (Orthogonal of a vector).
Result<Tensor> Initialize(const Initializer& initializer, const Shape& shape, uint64_t stream);

}  // namespace slipway::train::nn
