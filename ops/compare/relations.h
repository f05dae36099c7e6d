#pragma once
// The rows of kinds.def as function objects (a, b) -> bool.

#include "ops/compare/compare.h"

namespace slipway::ops {

// Calls visit(relation).
template <class F>
void VisitCompare(CompareKind kind, F&& visit) {
  switch (kind) {
#define COMPARE(kind, tflite, tf, types, relation)                        \
  case CompareKind::k##kind:                                              \
    visit([](const auto& a, const auto& b) -> bool { return relation; }); \
    break;
#include "ops/compare/kinds.def"
#undef COMPARE
  }
}

}  // namespace slipway::ops
