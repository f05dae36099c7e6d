#include "serving/json_tensor.h"

#include <limits>
#include <type_traits>

#include "serving/json_text.h"
#include "serving/predict.h"

namespace slipway::serving {

namespace {

using Element = JsonDocument::Element;

// "[2,1]"
std::string ShapeText(const Shape& s) { return StrCat("[", StrJoin(s.dims(), ","), "]"); }

RpcStatus FindShape(Element e, int max_rank, Shape* shape) {
  simdjson::dom::array list;
  while (!e.get(list)) {
    if (shape->rank() == max_rank)
      return InvalidArgument("the value has more than ", max_rank, " levels of lists; tensors have up to ", kMaxRank,
                             " dimensions");
    size_t n = CountElements(list);
    shape->push_back(static_cast<int64_t>(n));
    if (n == 0) return {};
    e = *list.begin();
  }
  return {};
}

// Elements of T from JSON values; writes them one after the other, or only checks when there is no room.
template <class T>
class Filler {
 public:
  Filler(const JsonDocument& document, DType dtype, const Shape& shape, T* to)
      : document_(document), dtype_(dtype), shape_(shape), to_(to) {}

  RpcStatus Walk(const Element& e, int level) {
    simdjson::dom::array list;
    bool is_list = !e.get(list);
    if (level == shape_.rank()) {
      if (is_list)
        return InvalidArgument("Encountered list at unexpected level: ", level, " expected < ", shape_.rank());
      return Take(e);
    }
    if (!is_list)
      return InvalidArgument("JSON Value: ", document_.Show(e), " found at incorrect level: ", level + 1,
                             " in the JSON DOM. Expected at level: ", shape_.rank());
    if (size_t n = CountElements(list); static_cast<int64_t>(n) != shape_[level])
      return InvalidArgument("Encountered list at unexpected size: ", n, " at level: ", level,
                             " expected size: ", shape_[level]);
    for (const Element& item : list)
      if (RpcStatus s = Walk(item, level + 1); !s.ok()) return s;
    return {};
  }

 private:
  RpcStatus Take(const Element& e) {
    T v{};
    if constexpr (std::is_same_v<T, std::string>) {
      RETURN_IF_RPC_ERROR(TakeString(e, &v));
    } else if (!Number(e, &v)) {
      return WrongType(e);
    }
    if (to_) *to_++ = std::move(v);
    return {};
  }

  bool Number(const Element& e, T* v) const {
    if constexpr (std::is_same_v<T, bool>) {
      return !e.get(*v);
    } else if constexpr (std::is_floating_point_v<T>) {
      double d;
      if (!document_.GetDouble(e, &d)) return false;
      *v = static_cast<T>(d);
      return true;
    } else if constexpr (std::is_same_v<T, uint64_t>) {
      return (e.is_uint64() || e.is_int64()) && !e.get(*v);
    } else if constexpr (std::is_integral_v<T>) {
      int64_t i;
      if (!e.is_int64() || e.get(i)) return false;
      if (i < int64_t{std::numeric_limits<T>::min()} || i > int64_t{std::numeric_limits<T>::max()}) return false;
      *v = static_cast<T>(i);
      return true;
    } else {
      return false;
    }
  }

  RpcStatus TakeString(const Element& e, std::string* v) const {
    std::string_view text;
    if (document_.GetString(e, &text)) {
      *v = text;
      return {};
    }
    if (!e.is_object()) return WrongType(e);
    auto encoded = Base64Member(e);
    if (!encoded) return InvalidArgument("JSON Value: ", document_.Show(e), " not formatted correctly for base64 data");
    auto bytes = FromBase64(*encoded);
    if (!bytes) return InvalidArgument("Unable to base64 decode the JSON Value: ", document_.Show(e));
    *v = std::move(*bytes);
    return {};
  }

  RpcStatus WrongType(const Element& e) const {
    return InvalidArgument("JSON Value: ", document_.Show(e), " Type: ", document_.TypeName(e),
                           " is not of expected type: ", TensorflowTypeName(dtype_));
  }

  const JsonDocument& document_;
  const DType dtype_;
  const Shape& shape_;
  T* to_;
};

// The first value that is no list, for the message about a type without JSON form.
RpcStatus RefuseType(const JsonDocument& document, Element e, DType dtype) {
  simdjson::dom::array list;
  while (!e.get(list)) {
    if (list.size() == 0) return {};
    e = *list.begin();
  }
  return {RpcCode::kUnimplemented, StrCat("Conversion of JSON Value: ", document.Show(e),
                                          " to type: ", TensorflowTypeName(dtype), " is not supported")};
}

template <class T>
RpcStatus FillAs(const JsonDocument& document, const Element& e, DType dtype, const Shape& shape, void* to) {
  return Filler<T>(document, dtype, shape, static_cast<T*>(to)).Walk(e, 0);
}

// Writes the elements of `e` to `to`, or checks them only (nullptr).
RpcStatus Fill(const JsonDocument& document, const Element& e, DType dtype, const Shape& shape, void* to) {
  if (dtype == DType::kString) return FillAs<std::string>(document, e, dtype, shape, to);
  RpcStatus status;
  VisitFixedDType(dtype, [&](auto tag) { status = FillAs<decltype(tag)>(document, e, dtype, shape, to); });
  return status;
}

// The address of element `i`.
void* ElementAt(Tensor& t, size_t i) {
  if (t.dtype() == DType::kString) return t.strings().data() + i;
  return static_cast<char*>(t.data()) + i * static_cast<size_t>(DTypeSize(t.dtype()));
}

// As many elements as the text has bytes cannot be there; then a list somewhere is shorter than the first one.
bool FitsText(const JsonDocument& document, const Shape& shape, size_t rows) {
  uint64_t n = rows;
  for (int64_t d : shape)
    if (d == 0 || __builtin_mul_overflow(n, static_cast<uint64_t>(d), &n)) return d == 0;
  return n <= document.text_bytes();
}

}  // namespace

RpcStatus TensorFromJson(const JsonDocument& document, const Element& e, DType dtype, Tensor* tensor) {
  Shape shape;
  RETURN_IF_RPC_ERROR(FindShape(e, kMaxRank, &shape));
  if (!HasJsonForm(dtype)) RETURN_IF_RPC_ERROR(RefuseType(document, e, dtype));
  if (!FitsText(document, shape, 1)) {
    RETURN_IF_RPC_ERROR(Fill(document, e, dtype, shape, nullptr));
    return InvalidArgument("the lists have different sizes");
  }
  *tensor = Tensor(dtype, shape);
  return Fill(document, e, dtype, shape, ElementAt(*tensor, 0));
}

RpcStatus BatchReader::Begin(const Shape& item) {
  item_ = item;
  if (!FitsText(document_, item, rows_)) return {};  // Add() will come to the row that differs
  Shape shape{static_cast<int64_t>(rows_)};
  for (int64_t d : item) shape.push_back(d);
  batch_ = Tensor(dtype_, shape);
  return {};
}

RpcStatus BatchReader::Add(const Element& e) {
  Shape shape;
  RETURN_IF_RPC_ERROR(FindShape(e, kMaxRank - 1, &shape));
  if (!HasJsonForm(dtype_)) RETURN_IF_RPC_ERROR(RefuseType(document_, e, dtype_));
  if (added_ == 0) RETURN_IF_RPC_ERROR(Begin(shape));
  if (!(shape == item_)) return DifferentShape(e, shape);
  void* to = batch_.valid() ? ElementAt(batch_, added_ * static_cast<size_t>(item_.Elements())) : nullptr;
  ++added_;
  return Fill(document_, e, dtype_, item_, to);
}

RpcStatus BatchReader::DifferentShape(const Element& e, const Shape& shape) const {
  RETURN_IF_RPC_ERROR(Fill(document_, e, dtype_, shape, nullptr));
  if (shape.Elements() != item_.Elements())
    return InvalidArgument("Expecting tensor size: ", item_.Elements(), " but got: ", shape.Elements());
  return InvalidArgument("Expecting shape ", ShapeText(item_), " but got: ", ShapeText(shape));
}

}  // namespace slipway::serving
