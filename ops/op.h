#pragma once
// Op: one operator as a small immutable value: the op's own struct (`Softmax{.beta = 2}`) behind a type-erased handle.
//
// An op struct is an aggregate with `static void Fields(auto& op, auto&& f)` that calls f("name", op.member) for each
// attribute; equality, hash, text and parsing come from it. This header includes no op and no list, so code that passes
// ops around does not depend on them. Immutable, so safe to share between threads.

#include <concepts>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "base/dtype.h"
#include "base/shape.h"
#include "base/shared.h"
#include "base/status.h"
#include "base/tensor.h"

namespace slipway::ir {
class Graph;
enum class ValueId : int32_t;
}  // namespace slipway::ir

// What facets are declared with; each is defined in the layer that uses it.
namespace slipway::interpreter {
struct Kernel;
class PrepareContext;
class XnnBuilder;
}  // namespace slipway::interpreter
namespace slipway::train {
class GradContext;
}
namespace slipway::wire {
class TfNode;
class TfImporter;
class TfExporter;
}  // namespace slipway::wire

namespace slipway::ops {

struct TfliteOperator;
struct TfliteForm;
struct TfliteTypes;

// Walks the attributes of an op whose type is not known to the walker. Values may be changed in place.
class FieldVisitor {
 public:
  virtual void Bool(const char* name, bool& v) = 0;
  virtual void Int(const char* name, int64_t& v) = 0;
  virtual void Float(const char* name, double& v) = 0;
  virtual void String(const char* name, std::string& v) = 0;
  virtual void Ints(const char* name, std::vector<int64_t>& v) = 0;
  virtual void Floats(const char* name, std::vector<double>& v) = 0;
  virtual void Strings(const char* name, std::vector<std::string>& v) = 0;
  virtual void Enum(const char* name, int& v, std::span<const char* const> names) = 0;
  virtual void Type(const char* name, DType& v) = 0;
  virtual void Types(const char* name, std::vector<DType>& v) = 0;
  virtual void ShapeField(const char* name, Shape& v) = 0;
  virtual void Shapes(const char* name, std::vector<Shape>& v) = 0;
  virtual void TensorField(const char* name, Tensor& v) = 0;

 protected:
  ~FieldVisitor() = default;
};

// The `f` of Fields: sends a member to the visitor's method for its type. An enum E is printable when
// `std::span<const char* const> EnumNames(E)` is declared beside it.
struct FieldCall {
  FieldVisitor& visitor;
  template <class T>
  void operator()(const char* name, T& member) const {
    if constexpr (std::is_same_v<T, bool>)
      visitor.Bool(name, member);
    else if constexpr (std::is_same_v<T, std::string>)
      visitor.String(name, member);
    else if constexpr (std::is_same_v<T, DType>)
      visitor.Type(name, member);
    else if constexpr (std::is_same_v<T, Shape>)
      visitor.ShapeField(name, member);
    else if constexpr (std::is_same_v<T, Tensor>)
      visitor.TensorField(name, member);
    else if constexpr (std::is_same_v<T, std::vector<DType>>)
      visitor.Types(name, member);
    else if constexpr (std::is_same_v<T, std::vector<Shape>>)
      visitor.Shapes(name, member);
    else if constexpr (std::is_same_v<T, std::vector<std::string>>)
      visitor.Strings(name, member);
    else if constexpr (std::is_same_v<T, std::vector<int64_t>>)
      visitor.Ints(name, member);
    else if constexpr (std::is_same_v<T, std::vector<double>>)
      visitor.Floats(name, member);
    else if constexpr (std::is_enum_v<T>) {
      int v = static_cast<int>(member);
      visitor.Enum(name, v, EnumNames(member));
      member = static_cast<T>(v);
    } else if constexpr (std::is_integral_v<T>) {
      int64_t v = static_cast<int64_t>(member);
      visitor.Int(name, v);
      member = static_cast<T>(v);
    } else {
      static_assert(std::is_floating_point_v<T>);
      double v = member;
      visitor.Float(name, v);
      member = static_cast<T>(v);
    }
  }
};

// How a stateful op uses a module variable.
enum class VariableUse {
  kResult,  // result 0 is the variable's elements (ReadVariable): may share its memory
  kRead,
  kWrite,  // may read, too
};
struct VariableTouch {
  int variable;  // id in the module
  VariableUse use;
  int operand = -1;  // the operand that must have the variable's type, if any
};

// What is known of an op type without knowing it; one per row of ops.def, made in tables/op.cc. The op says it with
//   static constexpr bool kStateful = true, kView = true, kShapeOnly = true, kRowWise = true;
//   static std::vector<VariableTouch> Variables(const OP&);
//   static std::optional<TensorType> OwnVariable(const OP&);  // and a member `int variable`
//   static constexpr bool kSharesVariable = true;
struct OpInfo {
  const char* name;  // the struct's name
  int index;         // row in ops.def; addresses the other tables
  bool stateful;     // reads or writes something besides its operands; keeps its order
  bool view;         // the one result is operand 0's elements in their order (Reshape, Identity)
  bool shape_only;   // results follow from the operands' types, whatever their elements (ShapeOf)
  // A row (along the last axis) of the one result follows from the same rows of operands with as many rows and from
  // the operands that have one row, wherever its shape allows that (a sum over the last axis, not over the first).
  bool row_wise;
  std::vector<VariableTouch> (*variables)(const void*);  // the variables it uses; nullptr: none
  // The variable in which it keeps something from run to run, although no file declares one (own_variable.h); nullptr:
  // none.
  std::optional<TensorType> (*own_variable)(const void*);
  void (*set_variable)(void*, int);
  bool shares_variable;             // equal ops of a module have it together
  std::shared_ptr<void> (*make)();  // a default op
  std::shared_ptr<void> (*clone)(const void*);
  void (*fields)(void*, FieldVisitor&);
};

// The info of a struct of ops.def. Defined in tables/op.cc.
template <class T>
const OpInfo& OpInfoOf();
// Nullptr if there is no such op.
const OpInfo* FindOp(std::string_view name);
std::span<const OpInfo> AllOps();

template <class T>
concept OpStruct = std::is_aggregate_v<T> && requires(T& op, const FieldCall& f) {
  T::Fields(op, f);
};

class Op {
 public:
  Op() = default;
  template <OpStruct T>
  Op(T op) : info_(&OpInfoOf<T>()), data_(MakeShared(std::move(op))) {}
  Op(const OpInfo& info, std::shared_ptr<const void> data) : info_(&info), data_(std::move(data)) {}

  bool valid() const { return info_ != nullptr; }
  const OpInfo& info() const { return *info_; }
  const char* name() const { return info_->name; }
  const void* data() const { return data_.get(); }
  // The struct, or nullptr if this is another op.
  template <OpStruct T>
  const T* As() const {
    return info_ == &OpInfoOf<T>() ? static_cast<const T*>(data_.get()) : nullptr;
  }
  template <OpStruct T>
  bool Is() const {
    return info_ == &OpInfoOf<T>();
  }

 private:
  const OpInfo* info_ = nullptr;
  std::shared_ptr<const void> data_;
};

// What people call it: the kind of a family ("Relu", "Add"), else the struct's name.
std::string Label(const Op&);
// "Softmax{beta=2}"; fields with their default value are left out, and the braces when nothing is left.
std::string ToString(const Op&);
bool operator==(const Op&, const Op&);
size_t Hash(const Op&);
// Reads what ToString writes.
Result<Op> ParseOp(std::string_view text);
// A copy with its fields walked (and perhaps changed) by `visitor`.
Op VisitFields(const Op&, FieldVisitor& visitor);

}  // namespace slipway::ops
