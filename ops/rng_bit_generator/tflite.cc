#include "ops/tables/tflite.h"
#include "ops/rng_bit_generator/rng_bit_generator.h"

namespace slipway::ops {

static void Options(auto& v, auto& op) { v.Enum(0, "algorithm", op.algorithm, RngAlgorithm::kDefault); }

Status RngBitGenerator::FromTflite(const TfliteOperator& in, RngBitGenerator* op) {
  if (in.outputs.size() != 2) return BadInput("STABLEHLO_RNG_BIT_GENERATOR has ", in.outputs.size(), " results");
  op->out_type = in.outputs[1].dtype;
  op->shape = in.outputs[1].shape;
  return ReadOptions(in, OptionsType::StablehloRngBitGeneratorOptions, *op, [](auto& v, auto& o) { Options(v, o); });
}

Result<TfliteForm> ToTflite(const RngBitGenerator& op, const TfliteTypes&) {
  return MakeForm(Builtin::STABLEHLO_RNG_BIT_GENERATOR, 1, OptionsType::StablehloRngBitGeneratorOptions, op,
                  [](auto& v, auto& o) { Options(v, o); });
}

}  // namespace slipway::ops
