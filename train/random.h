#pragma once
// TensorFlow's stateless random streams: the same seeds give the same numbers as tf.random.stateless_* and Keras'
// initialisers. Source: tensorflow/core/kernels/stateless_random_ops and the Philox generator (base/random.h).

#include <cstdint>
#include <vector>

#include "base/random.h"

namespace slipway::train {

class StatelessStream {
 public:
  // The stream of seed [s0, s1]; Keras' `seed=s` is [s, 0].
  explicit StatelessStream(uint64_t s0, uint64_t s1 = 0);

  // n numbers of the stream from its beginning, whatever was drawn before.
  std::vector<float> Uniform(int64_t n, float low = 0, float high = 1) const;
  std::vector<float> Normal(int64_t n) const;
  // Normal numbers below 2 in magnitude.
  std::vector<float> TruncatedNormal(int64_t n) const;

 private:
  // The words of block `b` of the stream.
  PhiloxCounter Block(uint64_t b) const;
  PhiloxKey key_;
  PhiloxCounter counter_;
};

}  // namespace slipway::train
