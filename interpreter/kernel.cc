#include "interpreter/kernel.h"

#include "interpreter/kept.h"

namespace slipway::interpreter {

const char* CodeText(Code code) {
  switch (code) {
    case Code::kOk:
      return "ok";
    case Code::kIndexOutOfRange:
      return "an index is out of range";
    case Code::kBadValue:
      return "an operand holds a value that the op cannot take";
    case Code::kBadShape:
      return "a shape that depends on the data does not fit";
    case Code::kOutOfMemory:
      return "out of memory";
    case Code::kCancelled:
      return "cancelled";
  }
  return "unknown";
}

std::string_view FailureText(Code code, const FixedText& message) {
  return message.empty() ? std::string_view(CodeText(code)) : message.view();
}

Status NoKernelFor(const char* op, const PrepareContext& c) {
  std::string types;
  for (int i = 0; i < c.num_inputs(); ++i) StrAppend(types, i ? ", " : "", c.Has(i) ? ToString(c.in(i)) : "none");
  return Unsupported(
      op, " has no kernel for operands (", types, ")",
      KeepsAllKernels() ? "" : "; this build has the kernels of the models that slipway_add_interpreter was given");
}

}  // namespace slipway::interpreter
