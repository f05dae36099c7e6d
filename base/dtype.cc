#include "base/dtype.h"

#include <limits>

namespace slipway {

namespace {
struct Row {
  const char* name;
  int size;
};
constexpr Row kRows[kDTypeCount] = {{"invalid", 0}, {"f32", 4}, {"f64", 8},   {"f16", 2},      {"bf16", 2},
                                    {"i4", 0},      {"i8", 1},  {"i16", 2},   {"i32", 4},      {"i64", 8},
                                    {"u8", 1},      {"u16", 2}, {"u32", 4},   {"u64", 8},      {"bool", 1},
                                    {"string", 0},  {"c64", 8}, {"c128", 16}, {"resource", 0}, {"variant", 0}};
}  // namespace

const char* DTypeName(DType t) { return kRows[static_cast<int>(t)].name; }

DType DTypeFromName(std::string_view name) {
  for (int i = 1; i < kDTypeCount; ++i)
    if (name == kRows[i].name) return static_cast<DType>(i);
  return DType::kInvalid;
}

int DTypeSize(DType t) { return kRows[static_cast<int>(t)].size; }

size_t DTypeBytes(DType t, size_t elements) {
  if (t == DType::kI4) return (elements + 1) / 2;
  return elements * static_cast<size_t>(DTypeSize(t));
}

std::optional<size_t> CheckedBytes(DType t, int64_t elements) {
  constexpr int64_t kLimit = std::numeric_limits<int64_t>::max() / 16;  // c128 is the widest
  if (elements < 0 || elements > kLimit) return std::nullopt;
  return DTypeBytes(t, static_cast<size_t>(elements));
}

}  // namespace slipway
