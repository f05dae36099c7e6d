#pragma once
// RandomValues: random numbers of a given shape.
//   operand: dims
//   kUniform: even over [0, 1).  kNormal: mean 0, variance 1.
//
// The numbers are those of TensorFlow and TFLite: Philox 4x32-10 with the key `seed`, whose counter's upper half is
// `seed2`. Each run goes on where the run before ended. A node that was read from a file has its place in the stream in
// the module variable `variable` (interpreter/random_stream.h), so each interpreter has its own; without one (-1) those
// that share a plan share the stream. Both seeds 0: seeds are drawn. The reference gives the first run's numbers.
//
// C1 dims holds integers, not negative, and has rank 1
// C2 dtype(y) = f32, shape(y) = dims

#include "ops/infer.h"
#include "ops/op.h"
#include "ops/reference_types.h"

namespace slipway::ops {

enum class RandomKind { kUniform, kNormal };
std::span<const char* const> EnumNames(RandomKind);

struct RandomValues {
  RandomKind kind = RandomKind::kUniform;
  int64_t seed = 0, seed2 = 0;
  int variable = -1;  // no field

  static void Fields(auto& op, auto&& f) {
    f("kind", op.kind);
    f("seed", op.seed);
    f("seed2", op.seed2);
  }
  static constexpr bool kStateful = true;
  static std::vector<VariableTouch> Variables(const RandomValues& op) {
    if (op.variable < 0) return {};
    return {{op.variable, VariableUse::kWrite}};
  }
  // The place in the stream and, without seeds, the seed that was drawn.
  static std::optional<TensorType> OwnVariable(const RandomValues&) { return TensorType(DType::kU64, {2}); }
  using ReferenceTypes = NumberTypes;
  static constexpr int kValueOperand = -1;
  static Result<std::vector<ir::ValueId>> FromTf(const wire::TfNode&, wire::TfImporter&);
  static Status FromTflite(const TfliteOperator&, RandomValues*);
};

Result<TensorTypes> Infer(const RandomValues&, Inputs);
Status ToTf(const RandomValues&, wire::TfExporter&);
Result<TfliteForm> ToTflite(const RandomValues&, const TfliteTypes&);
Result<interpreter::Kernel> Prepare(const RandomValues&, interpreter::PrepareContext&);

}  // namespace slipway::ops
