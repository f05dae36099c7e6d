// Which nodes XNNPACK gets by itself: those where it was the faster one in bench/xnnpack_ops.cc (ADR 4 has the table).
// At a tie our kernels keep the node, because interpreters share what they pack.
#include "interpreter/xnnpack/table.h"
#include "ops/average_pool_2d/average_pool_2d.h"
#include "ops/prelu/prelu.h"
#include "ops/reduce/reduce.h"
#include "ops/transpose_conv/transpose_conv.h"
#include "ops/unary/unary.h"

namespace slipway::interpreter {

bool XnnIsFaster(const ops::Op& op) {
  if (const auto* unary = op.As<ops::Unary>()) return unary->kind == ops::UnaryKind::kElu;
  return op.Is<ops::AveragePool2D>() || op.Is<ops::Prelu>() || op.Is<ops::Reduce>() || op.Is<ops::TransposeConv>();
}

}  // namespace slipway::interpreter
