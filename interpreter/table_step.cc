#include "interpreter/table_step.h"

#include <algorithm>
#include <cstring>

#include "ops/table_find/table_find.h"
#include "ops/table_size/table_size.h"

namespace slipway::interpreter {

namespace {

struct FindState {
  LookupTable* table;
  size_t keys;
  size_t bytes;  // of a value; 0: strings
};

template <class Key>
void FindAll(const FindState& s, const Key* keys, EvalContext& c) {
  const Tensor& values = s.table->values();
  for (size_t i = 0; i < s.keys; ++i) {
    int64_t at = s.table->Find(keys[i]);
    if (s.bytes == 0) {
      c.OutStrings(0)[i] = at < 0 ? *c.InStrings(1) : values.strings()[static_cast<size_t>(at)];
      continue;
    }
    const std::byte* value = c.In<std::byte>(1);
    if (at >= 0) value = static_cast<const std::byte*>(values.data()) + static_cast<size_t>(at) * s.bytes;
    std::memcpy(c.Out<std::byte>(0) + i * s.bytes, value, s.bytes);
  }
}

Code Find(const FindState& s, EvalContext& c) {
  if (!s.table->filled()) return c.Fail(Code::kBadValue, "the table is used before it is filled");
  switch (s.table->key()) {
    case DType::kString:
      FindAll(s, c.InStrings(0), c);
      break;
    case DType::kI64:
      FindAll(s, c.In<int64_t>(0), c);
      break;
    default:
      FindAll(s, c.In<int32_t>(0), c);
  }
  return Code::kOk;
}

struct ImportState {
  LookupTable* table;
  TensorType keys, values;
};

Tensor CopyOf(const TensorType& type, const void* data) {
  Tensor copy(TensorType(type.dtype, type.shape));
  if (type.dtype == DType::kString)
    std::copy_n(static_cast<const std::string*>(data), copy.elements(), copy.strings().begin());
  else if (copy.bytes())
    std::memcpy(copy.data(), data, copy.bytes());
  return copy;
}

Code Import(const ImportState& s, EvalContext& c) {
  if (s.table->filled()) return Code::kOk;
  Status filled = s.table->Import(CopyOf(s.keys, c.In<void>(0)), CopyOf(s.values, c.In<void>(1)));
  return filled.ok() ? Code::kOk : c.Fail(Code::kBadValue, filled.message());
}

}  // namespace

Kernel TableKernel(const ops::Op& op, LookupTable& table, std::span<const TensorType> operands) {
  if (op.Is<ops::TableFind>()) {
    size_t bytes = table.value() == DType::kString ? 0 : static_cast<size_t>(DTypeSize(table.value()));
    return MakeKernel(FindState{&table, static_cast<size_t>(operands[0].shape.Elements()), bytes},
                      [](const FindState& s, EvalContext& c) { return Find(s, c); });
  }
  if (op.Is<ops::TableSize>())
    return MakeKernel(&table, [](LookupTable* const& t, EvalContext& c) {
      if (!t->filled()) return c.Fail(Code::kBadValue, "the table is used before it is filled");
      *c.Out<int64_t>(0) = t->size();
      return Code::kOk;
    });
  return MakeKernel(ImportState{&table, operands[0], operands[1]},
                    [](const ImportState& s, EvalContext& c) { return Import(s, c); });
}

}  // namespace slipway::interpreter
