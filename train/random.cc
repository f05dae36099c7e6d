#include "train/random.h"

#include <algorithm>
#include <cmath>

namespace slipway::train {

namespace {

constexpr PhiloxKey kScramble = {0x3ec8f720, 0x02461e29};

// Two normal numbers (Box-Muller).
void Normals(uint32_t w0, uint32_t w1, float* a, float* b) {
  float u = std::max(UniformFloat(w0), 1e-7f);
  float angle = 2 * static_cast<float>(M_PI) * UniformFloat(w1);
  float radius = std::sqrt(-2 * std::log(u));
  *a = std::sin(angle) * radius;
  *b = std::cos(angle) * radius;
}

}  // namespace

StatelessStream::StatelessStream(uint64_t s0, uint64_t s1) {
  PhiloxCounter mixed = Philox({static_cast<uint32_t>(s0), static_cast<uint32_t>(s0 >> 32), static_cast<uint32_t>(s1),
                                static_cast<uint32_t>(s1 >> 32)},
                               kScramble);
  key_ = {mixed[0], mixed[1]};
  counter_ = {0, 0, mixed[2], mixed[3]};
}

PhiloxCounter StatelessStream::Block(uint64_t b) const {
  PhiloxCounter c = counter_;
  uint64_t low = (static_cast<uint64_t>(c[1]) << 32 | c[0]) + b;
  c[0] = static_cast<uint32_t>(low);
  c[1] = static_cast<uint32_t>(low >> 32);
  if (low < b && ++c[2] == 0) ++c[3];
  return Philox(c, key_);
}

std::vector<float> StatelessStream::Uniform(int64_t n, float low, float high) const {
  std::vector<float> values(static_cast<size_t>(n));
  for (size_t i = 0; i < values.size(); i += 4) {
    PhiloxCounter words = Block(i / 4);
    for (size_t k = 0; k < 4 && i + k < values.size(); ++k) values[i + k] = UniformFloat(words[k]) * (high - low) + low;
  }
  return values;
}

std::vector<float> StatelessStream::Normal(int64_t n) const {
  std::vector<float> values(static_cast<size_t>(n));
  for (size_t i = 0; i < values.size(); i += 4) {
    PhiloxCounter words = Block(i / 4);
    float four[4];
    Normals(words[0], words[1], &four[0], &four[1]);
    Normals(words[2], words[3], &four[2], &four[3]);
    for (size_t k = 0; k < 4 && i + k < values.size(); ++k) values[i + k] = four[k];
  }
  return values;
}

std::vector<float> StatelessStream::TruncatedNormal(int64_t n) const {
  std::vector<float> values(static_cast<size_t>(n));
  for (size_t i = 0; i < values.size(); i += 4) {
    // Each group of four has 256 blocks of its own to draw from.
    uint64_t block = static_cast<uint64_t>(i / 4) * 256;
    for (size_t k = 0; k < 4;) {
      PhiloxCounter words = Block(block++);
      for (size_t pair = 0; pair < 4; pair += 2) {
        float two[2];
        Normals(words[pair], words[pair + 1], &two[0], &two[1]);
        for (float v : two)
          if (std::abs(v) < 2 && k < 4) {
            if (i + k < values.size()) values[i + k] = v;
            ++k;
          }
      }
    }
  }
  return values;
}

}  // namespace slipway::train
