#include "ops/decode_tensor/decode_tensor.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/wire.h"

namespace slipway::ops {

namespace {

// The numbers of TensorFlow's DataType.
int TypeNumber(DType t) {
  constexpr std::pair<DType, int> kNumbers[] = {
      {DType::kF32, 1},  {DType::kF64, 2},    {DType::kI32, 3},  {DType::kU8, 4},    {DType::kI16, 5},
      {DType::kI8, 6},   {DType::kString, 7}, {DType::kI64, 9},  {DType::kBool, 10}, {DType::kBF16, 14},
      {DType::kU16, 17}, {DType::kF16, 19},   {DType::kU32, 22}, {DType::kU64, 23}};
  for (auto [dtype, number] : kNumbers)
    if (dtype == t) return number;
  return -1;
}

// The field of TensorProto that lists elements of this type.
uint32_t ListField(DType t) {
  switch (t) {
    case DType::kF32:
      return 5;
    case DType::kF64:
      return 6;
    case DType::kString:
      return 8;
    case DType::kI64:
      return 10;
    case DType::kBool:
      return 11;
    case DType::kF16:
    case DType::kBF16:
      return 13;
    case DType::kU32:
      return 16;
    case DType::kU64:
      return 17;
    default:
      return 7;
  }
}

struct Parsed {
  int type = 0;
  std::vector<int64_t> dims;
  std::string_view content;
  bool has_content = false, ok = true;
  std::vector<uint64_t> numbers;  // bits
  std::vector<std::string> strings;
};

void ReadShape(std::string_view bytes, Parsed* p) {
  WireReader shape(bytes);
  while (shape.Next()) {
    if (shape.field() != 2) continue;
    WireReader dim(shape.bytes());
    int64_t size = 0;
    while (dim.Next())
      if (dim.field() == 1) size = static_cast<int64_t>(dim.varint());
    p->ok = p->ok && dim.ok();
    p->dims.push_back(size);
  }
  p->ok = p->ok && shape.ok();
}

// Packed elements, or a single one.
void ReadList(const WireReader& r, DType t, Parsed* p) {
  if (t == DType::kString) {
    p->strings.emplace_back(r.bytes());
    return;
  }
  if (r.wire_type() != 2) {
    p->numbers.push_back(r.varint());
    return;
  }
  size_t fixed = t == DType::kF32 ? 4 : t == DType::kF64 ? 8 : 0;
  std::string_view rest = r.bytes();
  while (!rest.empty()) {
    uint64_t v = 0;
    if (fixed == 0 ? !TakeVarint(rest, &v) : rest.size() < fixed) {
      p->ok = false;
      return;
    }
    if (fixed) {
      std::memcpy(&v, rest.data(), fixed);
      rest.remove_prefix(fixed);
    }
    p->numbers.push_back(v);
  }
}

Parsed ReadProto(std::string_view bytes, DType t) {
  Parsed p;
  WireReader r(bytes);
  while (r.Next()) {
    if (r.field() == 1) p.type = static_cast<int>(r.varint());
    if (r.field() == 2) ReadShape(r.bytes(), &p);
    if (r.field() == 4) p.content = r.bytes(), p.has_content = true;
    if (r.field() == ListField(t)) ReadList(r, t, &p);
  }
  p.ok = p.ok && r.ok();
  return p;
}

}  // namespace

Result<TensorTypes> Infer(const DecodeTensor& op, Inputs in) {
  RETURN_IF_ERROR(in.Count(1));
  const Shape& x = in.shape(0);
  if (in.dtype(0) != DType::kString || (x.has_rank() && x.rank() != 0))
    return BadInput("x is ", in[0], ", expected one string");                     // decode_tensor_c1
  if (TypeNumber(op.out_type) < 0) return BadInput("out_type is ", op.out_type);  // decode_tensor_c2
  return TensorTypes{{op.out_type, Shape::UnknownRank()}};                        // decode_tensor_c4
}

Result<Tensor> TensorFromProto(std::string_view bytes, DType out_type, int64_t most) {
  Parsed p = ReadProto(bytes, out_type);
  if (!p.ok) return BadInput("the string is no serialized tensor");
  if (p.type != TypeNumber(out_type)) return BadInput("the serialized tensor is of another type than ", out_type);
  ASSIGN_OR_RETURN(Shape shape, Shape::FromDims(p.dims));
  if (!shape.IsStatic()) return BadInput("the serialized tensor has shape ", shape);
  int64_t n = shape.Elements();
  size_t size = out_type == DType::kString ? 0 : static_cast<size_t>(DTypeSize(out_type));
  size_t listed = out_type == DType::kString ? p.strings.size() : p.numbers.size();
  if (n > most) return BadInput("the serialized tensor has ", n, " elements, too many");
  if (p.has_content && out_type != DType::kString) {
    if (p.content.size() != static_cast<size_t>(n) * size)
      return BadInput("the serialized tensor has ", p.content.size(), " bytes for ", n, " elements");
  } else if (listed > static_cast<size_t>(n)) {
    return BadInput("the serialized tensor has ", listed, " values for ", n, " elements");
  }
  Tensor t(out_type, shape);
  if (n == 0) return t;
  if (out_type == DType::kString) {
    for (size_t i = 0; i < static_cast<size_t>(n) && listed > 0; ++i)
      t.strings()[i] = p.strings[std::min(i, listed - 1)];
  } else if (p.has_content) {
    std::memcpy(t.data(), p.content.data(), p.content.size());
  } else {
    std::memset(t.data(), 0, t.bytes());
    for (size_t i = 0; i < static_cast<size_t>(n) && listed > 0; ++i)
      std::memcpy(static_cast<char*>(t.data()) + i * size, &p.numbers[std::min(i, listed - 1)], size);
  }
  return t;
}

}  // namespace slipway::ops
