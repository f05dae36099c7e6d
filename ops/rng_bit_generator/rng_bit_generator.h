#pragma once
// RngBitGenerator: StableHLO's random bits from a state, and the state behind them.
//   operand: state (u64: key, counter, and for Philox perhaps the counter's upper half)
//   results: the state with its counter moved on by the blocks used, bits
// kPhilox: Philox 4x32-10, four words a block; without an upper half that is the key. kThreefry: Threefry 2x32-20, two
// words a block. Words fill the bits in order, the low half of 64-bit ones first.
//
// C1 state holds 2 or 3 u64 (kThreefry: 2)
// C2 out_type is i32, u32, i64 or u64
// C3 type(result 0) = type(state); result 1 is out_type of `shape`

#include <array>

#include "ops/infer.h"
#include "ops/op.h"
#include "ops/reference_types.h"

namespace slipway::ops {

enum class RngAlgorithm { kDefault, kPhilox, kThreefry };  // kDefault: kPhilox
std::span<const char* const> EnumNames(RngAlgorithm);

struct RngBitGenerator {
  RngAlgorithm algorithm = RngAlgorithm::kDefault;
  DType out_type = DType::kU32;
  Shape shape;

  static void Fields(auto& op, auto&& f) {
    f("algorithm", op.algorithm);
    f("out_type", op.out_type);
    f("shape", op.shape);
  }
  using ReferenceTypes = NumberTypes;
  static Status FromTflite(const TfliteOperator&, RngBitGenerator*);
};

Result<TensorTypes> Infer(const RngBitGenerator&, Inputs);
Result<TfliteForm> ToTflite(const RngBitGenerator&, const TfliteTypes&);
Result<interpreter::Kernel> Prepare(const RngBitGenerator&, interpreter::PrepareContext&);

// Writes `words` random words from a state of n entries (C1) and moves it on.
void GenerateBits(RngAlgorithm, uint64_t* state, int64_t n, uint32_t* out, int64_t words);

}  // namespace slipway::ops
