#pragma once
// LshProjection: bits of x by locality sensitive hashing. Bit [f, b] is 1 where the weighted sum over the items x[i] of
// Fingerprint64(bytes of hash[f, b], bytes of x[i]), taken as a signed number, is above 0.
//   operands: hash [f, b] (seeds), x [n, ...], weights [n] (optional: 1)
//
// kDense gives the bits one by one; kSparse gives for each function the number that its bits form plus f 2^b.
//
// C1 hash is f32 of rank 2, b <= 32
// C2 rank(x) >= 1, with elements of whole bytes
// C3 weights is f32 [n]
// C4 y is i32: [f b] or [f]

#include "ops/infer.h"
#include "ops/op.h"
#include "ops/reference_types.h"

namespace slipway::ops {

// Numbered as in .tflite files.
enum class LshType { kUnknown, kSparse, kDense };
std::span<const char* const> EnumNames(LshType);

struct LshProjection {
  LshType type = LshType::kUnknown;

  static void Fields(auto& op, auto&& f) { f("type", op.type); }
  using ReferenceTypes = NumberTypes;
  static constexpr int kValueOperand = 1;
  static Status FromTflite(const TfliteOperator&, LshProjection*);
};

Result<TensorTypes> Infer(const LshProjection&, Inputs);
Result<TfliteForm> ToTflite(const LshProjection&, const TfliteTypes&);
Result<interpreter::Kernel> Prepare(const LshProjection&, interpreter::PrepareContext&);
// One bit of n items of `bytes` each; weights may be nullptr. `key` has room for a float and an item.
bool LshBit(float seed, const char* items, int64_t n, size_t bytes, const float* weights, char* key);

}  // namespace slipway::ops
