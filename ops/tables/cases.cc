// Cases of every op, in the order of ops.def: part of ops_cases (tests and benchmarks only).
#include "ops/cases.h"

#include "ops/ops.h"

namespace slipway::ops {

#define OP(T, tflite, tf) std::vector<Case> Cases(const T*);
#include "ops/ops.def"
#undef OP

std::vector<Case> AllCases() {
  std::vector<Case> all;
#define OP(T, tflite, tf) \
  for (Case & c : Cases(static_cast<const T*>(nullptr))) all.push_back(std::move(c));
#include "ops/ops.def"
#undef OP
  return all;
}

std::vector<Case> CasesOf(std::string_view op) {
  std::vector<Case> found;
  for (Case& c : AllCases())
    if (op == c.op.name()) found.push_back(std::move(c));
  return found;
}

}  // namespace slipway::ops
