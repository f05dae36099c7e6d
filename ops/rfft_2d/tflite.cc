#include "ops/rfft_2d/rfft_2d.h"
#include "ops/tables/litert_limits.h"

namespace slipway::ops {

Status Rfft2D::FromTflite(const TfliteOperator&, Rfft2D*) { return OkStatus(); }

Result<TfliteForm> ToTflite(const Rfft2D&, const TfliteTypes& types) {
  if (types.in(0) != DType::kF32) return Unsupported("LiteRT's RFFT2D takes f32, not ", types.in(0));
  RETURN_IF_ERROR(NeedsI32(types, {1}));
  const Shape& y = types.outputs[0].shape;
  auto fits = [](int64_t n) { return n < 0 || (n & (n - 1)) == 0; };
  if (y.has_rank() && !(fits(y[y.rank() - 2]) && fits(y.back() - 1)))
    return Unsupported("LiteRT's RFFT2D takes lengths that are powers of two, not those of ", y);
  return MakeForm(Builtin::RFFT2D, 1);
}

}  // namespace slipway::ops
