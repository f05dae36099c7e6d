#pragma once
// Attr: the value of a node's attribute as a plain variant, without protobuf. Header only, so that code which only
// handles attributes depends on nothing else.

#include <map>
#include <string>
#include <variant>
#include <vector>

#include "base/tensor.h"

namespace slipway::savedmodel {

// The name of a function of the same graph.
struct FunctionAttr {
  std::string name;
};

// Only in bodies of polymorphic functions: the value is the caller's attribute of that name.
struct PlaceholderAttr {
  std::string name;
};

// A value that we do not hold (a constant of a quantized type, say). Harmless until somebody asks for it.
struct UnreadableAttr {
  std::string why;
};

// Lists of an empty kind arrive as std::vector<int64_t>{}. A type that we do not hold is DType::kInvalid.
using Attr =
    std::variant<bool, int64_t, float, std::string, DType, Shape, Tensor, FunctionAttr, std::vector<int64_t>,
                 std::vector<float>, std::vector<bool>, std::vector<std::string>, std::vector<DType>,
                 std::vector<Shape>, std::vector<Tensor>, std::vector<FunctionAttr>, PlaceholderAttr, UnreadableAttr>;

using AttrMap = std::map<std::string, Attr, std::less<>>;

}  // namespace slipway::savedmodel
