#include "formats/tflite/litert_types.h"

namespace slipway::tflite {

namespace {

constexpr uint32_t Bit(DType d) { return 1u << static_cast<int>(d); }

constexpr uint32_t F32 = Bit(DType::kF32), F64 = Bit(DType::kF64), F16 = Bit(DType::kF16), I8 = Bit(DType::kI8),
                   I16 = Bit(DType::kI16), I32 = Bit(DType::kI32), I64 = Bit(DType::kI64), U8 = Bit(DType::kU8),
                   U16 = Bit(DType::kU16), U32 = Bit(DType::kU32), U64 = Bit(DType::kU64), BOOL = Bit(DType::kBool),
                   C64 = Bit(DType::kC64), STRING = Bit(DType::kString);
constexpr uint32_t FIXED = F32 | F64 | F16 | I8 | I16 | I32 | I64 | U8 | U16 | U32 | U64 | BOOL | C64;

struct Row {
  Builtin op;
  int operand;
  uint32_t dtypes;
};
constexpr Row kRows[] = {
#define LITERT(op, operand, dtypes) {Builtin::op, operand, dtypes},
#define LITERT_SINCE(op, dtypes, minor)
#include "formats/tflite/litert_types.def"
#undef LITERT
#undef LITERT_SINCE
};

struct SinceRow {
  Builtin op;
  uint32_t dtypes;
  int litert_minor;
};
constexpr SinceRow kSinceRows[] = {
#define LITERT(op, operand, dtypes)
#define LITERT_SINCE(op, dtypes, minor) {Builtin::op, dtypes, minor},
#include "formats/tflite/litert_types.def"
#undef LITERT
#undef LITERT_SINCE
};

const Row* Find(Builtin op) {
  for (const Row& row : kRows)
    if (row.op == op) return &row;
  return nullptr;
}

}  // namespace

int DataOperand(Builtin op) {
  const Row* row = Find(op);
  return row ? row->operand : 0;
}

bool LiteRtRuns(Builtin op, DType data) {
  const Row* row = Find(op);
  return !row || (row->dtypes & Bit(data));
}

bool LiteRtRanAlready(Builtin op, DType data, int litert_minor) {
  for (const SinceRow& row : kSinceRows)
    if (row.op == op && (row.dtypes & Bit(data)) && litert_minor < row.litert_minor) return false;
  return true;
}

}  // namespace slipway::tflite
