#include "ops/rng_bit_generator/rng_bit_generator.h"

#include <algorithm>
#include <bit>

#include "base/random.h"

namespace slipway::ops {

namespace {

uint32_t Low(uint64_t v) { return static_cast<uint32_t>(v); }
uint32_t High(uint64_t v) { return static_cast<uint32_t>(v >> 32); }

// Threefry 2x32 of 20 rounds. Source: Salmon et al., Parallel random numbers: as easy as 1, 2, 3 (SC'11).
std::array<uint32_t, 2> Threefry(uint64_t counter, uint64_t key) {
  constexpr int kRotations[8] = {13, 15, 26, 6, 17, 29, 16, 24};
  const uint32_t keys[3] = {Low(key), High(key), Low(key) ^ High(key) ^ 0x1BD11BDAu};
  std::array<uint32_t, 2> x = {Low(counter) + keys[0], High(counter) + keys[1]};
  for (uint32_t round = 0; round < 20; ++round) {
    x[0] += x[1];
    x[1] = std::rotl(x[1], kRotations[round % 8]) ^ x[0];
    if (round % 4 != 3) continue;
    uint32_t injection = round / 4 + 1;
    x[0] += keys[injection % 3];
    x[1] += keys[(injection + 1) % 3] + injection;
  }
  return x;
}

}  // namespace

std::span<const char* const> EnumNames(RngAlgorithm) {
  static constexpr const char* names[] = {"DEFAULT", "PHILOX", "THREEFRY"};
  return names;
}

void GenerateBits(RngAlgorithm algorithm, uint64_t* state, int64_t n, uint32_t* out, int64_t words) {
  uint64_t key = state[0];
  if (algorithm == RngAlgorithm::kThreefry) {
    for (int64_t at = 0; at < words; at += 2) {
      std::array<uint32_t, 2> block = Threefry(state[1]++, key);
      std::copy_n(block.begin(), std::min<int64_t>(2, words - at), out + at);
    }
    return;
  }
  for (int64_t at = 0; at < words; at += 4) {
    uint64_t upper = n == 3 ? state[2] : key;
    PhiloxCounter block = Philox({Low(state[1]), High(state[1]), Low(upper), High(upper)}, {Low(key), High(key)});
    if (++state[1] == 0 && n == 3) ++state[2];
    std::copy_n(block.begin(), std::min<int64_t>(4, words - at), out + at);
  }
}

Result<TensorTypes> Infer(const RngBitGenerator& op, Inputs in) {
  RETURN_IF_ERROR(in.Count(1));
  const Shape& state = in.shape(0);
  bool threefry = op.algorithm == RngAlgorithm::kThreefry;
  bool fits = !state.IsStatic() || (state.rank() == 1 && (state[0] == 2 || (state[0] == 3 && !threefry)));
  if (in.dtype(0) != DType::kU64 || !fits)
    return BadInput("state is ", in[0], ", expected u64 of 2", threefry ? "" : " or 3",
                    " elements");  // rng_bit_generator_c1
  DType t = op.out_type;
  if (t != DType::kI32 && t != DType::kU32 && t != DType::kI64 && t != DType::kU64)
    return BadInput("out_type is ", t, ", expected integers of 32 or 64 bits");  // rng_bit_generator_c2
  return TensorTypes{in[0], {t, op.shape}};                                      // rng_bit_generator_c3
}

}  // namespace slipway::ops
